//! Sources: where a campaign's questions come from, each with a number.
//!
//! | module | holds |
//! |---|---|
//! | `question` | a question: a formula with its place, its size and what is known of its answer |
//! | `known` | an answer that is known beforehand, with its ground |
//! | `identity` | what a database knows a source by |
//! | `order` | in which order the questions of a source come |
//! | `enumerated`, `sampled` | the sources: all formulas of a grammar in order, and drawn ones |
//! | `mutated` | mutants of the questions of another source |
//! | `corpus` | the scripts of files and folders, and the source that asks them |
//! | `formula_name`, `file_name` | what people call a question, and a file of a corpus |
//! | `making`, `lineage` | how mutants are made, and how one was |
//! | `digest` | a grammar into 16 digits |
//! | `widen` | a grammar with more variables and assertions |
//!
//! Nothing outside of this folder knows a grammar.

pub(crate) mod corpus;
mod digest;
pub(crate) mod enumerated;
pub(crate) mod file_name;
pub(crate) mod formula_name;
pub(crate) mod identity;
pub(crate) use mutation::known;
pub(crate) mod lineage;
pub(crate) mod making;
pub(crate) mod mutated;
pub(crate) mod order;
pub(crate) mod question;
pub(crate) mod sampled;
pub(crate) mod widen;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use feat_runtime::{Index, Space};
use mutation::RuleName;

use enumerated::Enumerated;
use identity::Identity;
use known::Decision;
use lineage::Lineage;
use order::{Order, Place};
use question::Question;
use sampled::Sampled;

/// Questions by number. Question number n of a source is always the same, on every machine and in
/// every run, so that what was asked can be written down as ranges of numbers.
pub trait Source: fmt::Debug + Send + Sync {
    /// Returns what tells this source from all others.
    fn identity(&self) -> &Identity;

    /// Returns the questions with these numbers, in order; fewer if there are no more, or some
    /// numbers have none.
    fn questions(&self, numbers: Range<u64>) -> Vec<Question>;

    /// Returns the same, and which of the numbers have no question.
    fn batch(&self, numbers: Range<u64>) -> Batch {
        Batch { questions: self.questions(numbers), ..Batch::default() }
    }

    /// Returns the number of questions, with those that are missing; `None` if a `u64` does not
    /// count them.
    fn len(&self) -> Option<u64>;

    /// Whether there is no question.
    fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Returns what people call question `number`, without making it.
    fn place(&self, number: u64) -> Place {
        self.identity().order.place(number)
    }

    /// Returns what a mutant was before its last step, with that step's number and place; `None` of
    /// what is no mutant.
    fn before(&self, _number: u64) -> Option<Question> {
        None
    }

    /// Returns what a mutant was before each of its steps, its seed first; nothing of what is no mutant.
    fn stations(&self, _number: u64) -> Vec<Station> {
        Vec::new()
    }

    /// Returns how a mutant was made; `None` of what is no mutant.
    fn lineage(&self, _number: u64) -> Option<Lineage> {
        None
    }

    /// Returns what a mutant is with some of its steps only, by their numbers from 0, and how that was
    /// made; `None` of what is no mutant, or where the other steps do nothing without those left out.
    fn with_steps(&self, _number: u64, _kept: &[u64]) -> Option<(Question, Lineage)> {
        None
    }

    /// Returns the index of question 0 in an enumeration; `None` if the questions are not those of
    /// consecutive indices.
    fn first(&self) -> Option<Index> {
        None
    }

    /// Returns the largest size of which all formulas are among the first `count` questions, and
    /// the number of formulas up to that size; `None` if no size is complete.
    fn complete_size(&self, _count: u64) -> Option<(u32, u64)> {
        None
    }
}

/// Questions with numbers that follow each other, and those of the numbers that have none. The
/// numbers `640..704` are one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// The numbers without a question, in order.
    pub gaps: Vec<(u64, Gap)>,
    /// The rules that lost an attempt to make the question of a number.
    pub lost: Vec<(u64, RuleName)>,
}

/// A mutant as it was before one of its steps. Before the first step of `Ints 9/weaken/1` it is the seed,
/// `Ints 9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Station {
    /// The script, which has one check.
    pub text: String,
    /// The answer that it should have.
    pub answer: Decision,
}

/// Reason why a number has no question. `etude hunt --mutate` counts them: `no mutant: 50 of seeds without an answer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// Its seed has no answer.
    NoSeed,
    /// No mutant could be made.
    NoMutant,
    /// All mutants of its seed have smaller numbers.
    NoMore,
    /// The mutant rests on a rule that turned out wrong.
    RuleOff,
}

impl Gap {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::NoSeed, Self::NoMutant, Self::NoMore, Self::RuleOff];

    /// Returns its name in databases.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSeed => "no-seed",
            Self::NoMutant => "no-mutant",
            Self::NoMore => "no-more",
            Self::RuleOff => "rule-off",
        }
    }
}

impl<S: Source + ?Sized> Source for Arc<S> {
    fn identity(&self) -> &Identity {
        (**self).identity()
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        (**self).questions(numbers)
    }

    fn batch(&self, numbers: Range<u64>) -> Batch {
        (**self).batch(numbers)
    }

    fn before(&self, number: u64) -> Option<Question> {
        (**self).before(number)
    }

    fn stations(&self, number: u64) -> Vec<Station> {
        (**self).stations(number)
    }

    fn lineage(&self, number: u64) -> Option<Lineage> {
        (**self).lineage(number)
    }

    fn with_steps(&self, number: u64, kept: &[u64]) -> Option<(Question, Lineage)> {
        (**self).with_steps(number, kept)
    }

    fn len(&self) -> Option<u64> {
        (**self).len()
    }

    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }

    fn place(&self, number: u64) -> Place {
        (**self).place(number)
    }

    fn first(&self) -> Option<Index> {
        (**self).first()
    }

    fn complete_size(&self, count: u64) -> Option<(u32, u64)> {
        (**self).complete_size(count)
    }
}

/// Finds the source of which a database knows the identity; `None` if nobody has it any more.
pub type FindSource<'a> = &'a dyn Fn(&Identity) -> Option<Arc<dyn Source>>;

/// Returns the formulas of a grammar, which is called `name`, in an order that a grammar has.
/// `origin` has the words by which the command line asks for the grammar, where its name does not.
pub fn source_of_grammar(
    name: impl Into<String>,
    space: Space,
    order: Order,
    origin: Option<String>,
) -> Arc<dyn Source> {
    let digest = digest::digest(&space);
    let identity = Identity { name: name.into(), digest, order, origin };
    match identity.order.clone() {
        Order::Exhaustive { base } => Arc::new(Enumerated::new(identity, space, base)),
        Order::Sampled { size, seed } => Arc::new(Sampled::new(identity, space, size, seed)),
        Order::Mutated { .. } => unreachable!("mutants are made of another source's questions"),
        Order::Corpus { .. } => unreachable!("a grammar has no files"),
    }
}

/// Returns the source that has this identity, if `space` is its grammar.
pub fn source_again(identity: &Identity, space: Space) -> Option<Arc<dyn Source>> {
    let Identity { name, order, origin, .. } = identity.clone();
    if let Order::Corpus { .. } | Order::Mutated { .. } = order {
        return None;
    }
    let source = source_of_grammar(name, space, order, origin);
    (source.identity().digest == identity.digest).then_some(source)
}

#[cfg(test)]
mod tests;
