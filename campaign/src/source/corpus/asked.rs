//! A corpus as the source of a campaign.

use std::ops::Range;
use std::sync::Arc;

use super::Corpus;
use crate::source::Source;
use crate::source::identity::Identity;
use crate::source::order::{Order, Place};
use crate::source::question::Question;

/// Scripts of files: question n is the script number n, in the order of their names.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    identity: Identity,
    corpus: Arc<Corpus>,
}

impl Asked {
    pub fn new(corpus: &Corpus, origin: Option<String>) -> Self {
        let files = corpus.scripts().iter().map(|script| script.name.clone()).collect();
        let identity = Identity {
            name: corpus.name().to_owned(),
            digest: corpus.digest(),
            order: Order::Corpus { files },
            origin,
        };
        Self { identity, corpus: Arc::new(corpus.clone()) }
    }

    fn question(&self, number: u64) -> Option<Question> {
        let script = self.corpus.scripts().get(usize::try_from(number).ok()?)?;
        Some(Question {
            number,
            place: Place::File(script.name.clone()),
            text: script.text.to_string(),
            size: u32::try_from(script.text.len()).unwrap_or(u32::MAX),
            known: script.declared.clone(),
            rules: Vec::new(),
        })
    }
}

impl Source for Asked {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        numbers.map_while(|number| self.question(number)).collect()
    }

    fn len(&self) -> Option<u64> {
        Some(self.corpus.scripts().len() as u64)
    }
}
