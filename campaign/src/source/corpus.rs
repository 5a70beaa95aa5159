//! Files and folders into a corpus: scripts in a fixed order, with what is said of their answers.
//!
//! A corpus knows nothing of being asked: [`Corpus::source`] makes the source of a campaign of it, and
//! whoever wants seeds takes its scripts.

mod asked;
mod declared;
mod reading;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::hex::hex;
use crate::source::Source;
use crate::source::file_name::{FileName, plain};
use crate::source::known::KnownAnswers;
use asked::Asked;
pub use declared::Contradiction;
use declared::{Declared, folder_answer};
pub use reading::{LeftOut, Unfit};
use reading::{Walk, base, script};

/// Scripts in the order of their names. Of a folder `seeds` it has `sat/a.smt2`, then
/// `unsat/b.smt2`.
///
/// Invariant: names ascend by their bytes, and every script has a check.
#[derive(Clone, Debug)]
pub struct Corpus {
    name: String,
    scripts: Vec<CorpusScript>,
}

/// A script of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusScript {
    /// The file's path inside the corpus: `sat/issue164.smt2`.
    pub name: FileName,
    /// The file's text.
    pub text: Arc<str>,
    /// The number of its checks, at least one.
    pub checks: usize,
    /// Declared answers to its checks, by `:status` or by the folder.
    pub declared: KnownAnswers,
    /// That both are there and contradict each other; then nothing is declared.
    pub contradiction: Option<Contradiction>,
}

/// Reason why there is no corpus. A folder that is not there is one: `Missing`.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A path that leads nowhere.
    #[error("cannot read {}: {reason}", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// The system's own words.
        reason: io::Error,
    },
    /// The folder in which the program stands cannot be told.
    #[error("the folder of the corpus: {0}")]
    Nowhere(io::Error),
}

impl Corpus {
    /// Reads the scripts behind some paths, files or folders at any depth, but for files of more than
    /// `limit` bytes and those that are no scripts: each of them with the reason.
    ///
    /// Names are paths inside the deepest folder that holds all of `paths`, and the corpus is called
    /// like that folder: `regressions/` alone is the corpus `regressions`.
    pub fn read(paths: &[PathBuf], limit: u64) -> Result<(Self, Vec<LeftOut>), CorpusError> {
        for path in paths {
            let missing = |reason| CorpusError::Missing { path: path.clone(), reason };
            path.metadata().map_err(missing)?;
        }
        let base = base(paths).map_err(CorpusError::Nowhere)?;
        let name = base.file_name().map(|name| plain(name.as_encoded_bytes()));
        let name = name.unwrap_or_else(|| "seeds".to_owned());
        let Walk { files, mut left_out } =
            Walk::through(paths, &base).map_err(CorpusError::Nowhere)?;
        let mut scripts = Vec::new();
        for (file, path) in files {
            let read = script(&path, limit);
            match read.and_then(|text| CorpusScript::new(&name, file, text)) {
                Ok(script) => scripts.push(script),
                Err(reason) => left_out.push(LeftOut { path, reason }),
            }
        }
        Ok((Self { name, scripts }, left_out))
    }

    /// Makes a corpus of one script.
    pub fn of_text(name: &str, file: &str, text: String) -> Result<Self, Unfit> {
        let script = CorpusScript::new(name, FileName::from(file), text)?;
        Ok(Self { name: name.to_owned(), scripts: vec![script] })
    }

    /// Returns what people call it: the name of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its scripts, in the order of their names.
    pub fn scripts(&self) -> &[CorpusScript] {
        &self.scripts
    }

    /// Whether it has no script.
    pub fn is_empty(&self) -> bool {
        self.scripts.is_empty()
    }

    /// Returns a digest, in 16 hexadecimal digits, of all names and texts.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        for script in &self.scripts {
            for part in [script.name.as_str(), &script.text] {
                digest.update((part.len() as u64).to_le_bytes());
                digest.update(part);
            }
        }
        hex(&digest.finalize()[..8])
    }

    /// Returns it as the source of a campaign: question n is the script number n. `origin` has the
    /// words by which the command line asks for it.
    pub fn source(&self, origin: Option<String>) -> Arc<dyn Source> {
        Arc::new(Asked::new(self, origin))
    }
}

impl CorpusScript {
    fn new(corpus: &str, name: FileName, text: String) -> Result<Self, Unfit> {
        let declared = Declared::read(&text);
        if declared.checks() == 0 {
            return Err(Unfit::NoCheck);
        }
        let checks = declared.checks();
        let (declared, contradiction) = match declared.answers(folder_answer(corpus, &name)) {
            Ok(declared) => (declared, None),
            Err(contradiction) => (KnownAnswers::default(), Some(contradiction)),
        };
        Ok(Self { name, text: text.into(), checks, declared, contradiction })
    }
}
