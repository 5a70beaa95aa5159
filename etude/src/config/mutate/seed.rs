//! The seed of mutants: a formula of a theory, a script, or a file of a corpus.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use campaign::{Corpus, FormulaName, Order, Place, Question, Source};
use feat_runtime::Index;
use num_bigint::BigUint;

use crate::cli::Mutate;
use crate::corpus::{self, corpus};
use crate::input::{is_stdin, read};
use crate::source::NamedSpace;
use crate::spelling::did_you_mean;

/// The most bytes of a script.
const MOST_BYTES: u64 = 64 << 20;

/// A seed: a question of a source.
pub(crate) struct Seed {
    /// The source of the seed.
    pub source: Arc<dyn Source>,
    /// The seed's number there.
    pub number: u64,
}

impl Seed {
    /// Finds the seed that the words name: a file of a corpus, a script, or a formula of a theory.
    pub fn new(arguments: &Mutate, words: &[PathBuf]) -> Result<Self> {
        if let Some(corpus) = corpus(&arguments.seeds)? {
            return Self::of_corpus(&corpus, arguments, words);
        }
        if let [file] = words
            && arguments.source.grammar.is_none()
            && is_script(file)
        {
            return Self::of_script(file);
        }
        Self::of_theory(arguments, words)
    }

    /// A formula of a theory or of a grammar, by its index.
    fn of_theory(arguments: &Mutate, words: &[PathBuf]) -> Result<Self> {
        let mut words = words.iter().map(|word| word.as_os_str());
        let words: [Option<&OsStr>; 2] = [words.next(), words.next()];
        let (space, index) = NamedSpace::open_before(words, "the index", &arguments.source)?;
        let index: Index = index.to_string_lossy().parse()?;
        space.reach(&index)?;
        // Beyond what databases count to, a hunt counts from its first formula on.
        let is_far = *index.number() >= BigUint::from(1_u64 << 62);
        let (order, number) = if is_far {
            (Order::Exhaustive { base: index.clone() }, 0)
        } else {
            let number = u64::try_from(index.number()).expect("it is below 2^62");
            (Order::exhaustive(), number)
        };
        Ok(Self { source: space.in_order(order), number })
    }

    /// A file of a corpus, by its name there.
    fn of_corpus(corpus: &Corpus, arguments: &Mutate, words: &[PathBuf]) -> Result<Self> {
        let [file] = words else {
            bail!("name one file of {}, as a campaign names it: sat/a.smt2", corpus.name());
        };
        let file = file.to_string_lossy();
        let number = corpus.scripts().iter().position(|script| script.name.as_str() == file);
        let Some(number) = number else {
            let names = corpus.scripts().iter().map(|script| script.name.as_str());
            bail!("{} has no file `{file}`{}", corpus.name(), did_you_mean(&file, names));
        };
        let stretch = corpus::stretch(corpus, &arguments.seeds, u64::MAX);
        Ok(Self { source: stretch.source, number: number as u64 })
    }

    /// A script that is a file, or that is read from standard input.
    fn of_script(file: &Path) -> Result<Self> {
        let corpus = if is_stdin(file) {
            let (_, text) = read(file)?;
            Corpus::of_text("stdin", "script.smt2", text)
                .map_err(|error| anyhow!("standard input {error}"))?
        } else {
            let (corpus, left_out) = Corpus::read(&[file.to_owned()], MOST_BYTES)?;
            if let Some(left_out) = left_out.first() {
                bail!("{left_out}");
            }
            if corpus.scripts().len() != 1 {
                bail!("{} is a folder: name one script in it", file.display());
            }
            corpus
        };
        Ok(Self { source: corpus.source(None), number: 0 })
    }

    /// Returns the name of a place of the seed's theory.
    pub fn name_of(&self, place: Place) -> FormulaName {
        FormulaName { theory: self.source.identity().name.clone(), place }
    }

    /// Returns the seed's name.
    pub fn name(&self) -> FormulaName {
        self.name_of(self.source.place(self.number))
    }

    /// Returns the seed's question, if it can be asked.
    pub fn question(&self) -> Option<Question> {
        self.source.questions(self.number..self.number + 1).pop()
    }
}

/// Whether a word names a script rather than a theory.
fn is_script(word: &Path) -> bool {
    is_stdin(word) || word.is_file() || word.extension().is_some_and(|it| it == "smt2")
}
