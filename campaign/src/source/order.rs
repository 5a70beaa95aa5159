//! In which order the questions of a source come, and what each of them is called.

use std::fmt;

use feat_runtime::Index;
use outlet::short_index;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::source::file_name::{FileName, FileNames};
use crate::source::making::Making;

/// In which order the questions of a source come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "order")]
pub enum Order {
    /// One after the other: question n is the formula with index `base` + n.
    Exhaustive {
        /// The first index, written in decimal. Zero unless indices go beyond 2^63.
        #[serde(with = "decimal")]
        base: Index,
    },
    /// Drawn at random, each formula of this size with equal chance; question n by seed and n alone.
    Sampled {
        /// The size of all of them.
        size: u32,
        /// The seed.
        seed: u64,
    },
    /// Mutants: question n is mutant n mod `per_seed` of seed n div `per_seed`.
    Mutated {
        /// The order of the seeds.
        seeds: Box<Order>,
        /// The making of mutants.
        making: Making,
        /// Count of numbers that each seed has.
        per_seed: u64,
    },
    /// Scripts of files: question n is the script in file n.
    Corpus {
        /// The files, by their paths inside the corpus, in the order of their bytes.
        files: FileNames,
    },
}

/// Reason why the text of an order in a database is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderError {
    /// A kind of order that a later version of etude has.
    #[error("`{kind}`")]
    Later {
        /// The kind, such as `mutated`.
        kind: String,
    },
    /// No text that etude writes.
    #[error("{0}")]
    Damaged(String),
}

/// A text in a database or a file that is no index. `12a` is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no index in decimal")]
pub struct NoDecimal(String);

/// The kinds of orders by their names in databases.
const KINDS: [&str; 4] = ["exhaustive", "sampled", "mutated", "corpus"];

impl Order {
    /// From index 0 on.
    pub fn exhaustive() -> Self {
        Self::Exhaustive { base: Index::default() }
    }

    /// Returns what a person calls question `number`, which there must be: its index, its number
    /// among those that were drawn, or its file.
    pub fn place(&self, number: u64) -> Place {
        match self {
            Self::Exhaustive { base } => Place::Index(Index::from(base.number() + number)),
            Self::Sampled { size, seed } => Place::Drawn { size: *size, seed: *seed, number },
            Self::Mutated { seeds, making, per_seed } => {
                let per_seed = (*per_seed).max(1);
                Place::Mutant {
                    seed: Box::new(seeds.place(number / per_seed)),
                    making: making.clone(),
                    number: number % per_seed,
                }
            }
            Self::Corpus { files } => {
                let file = usize::try_from(number).ok().and_then(|it| files.as_slice().get(it));
                Place::File(file.expect("nobody asks for more files than there are").clone())
            }
        }
    }

    /// Whether its numbers are the indices themselves.
    pub fn is_from_zero(&self) -> bool {
        *self == Self::exhaustive()
    }

    /// Returns the order as databases write it: `{"order":"exhaustive","base":"0"}`.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an order is numbers and digits")
    }

    /// Reads the text of an order. One order has one text, so that equal sources have equal texts.
    pub fn parse(text: &str) -> Result<Self, OrderError> {
        let damaged = |error: serde_json::Error| OrderError::Damaged(error.to_string());
        let value: serde_json::Value = serde_json::from_str(text).map_err(damaged)?;
        if let Some(kind) = value.get("order").and_then(serde_json::Value::as_str)
            && !KINDS.contains(&kind)
        {
            return Err(OrderError::Later { kind: kind.to_owned() });
        }
        let order: Self = serde_json::from_str(text).map_err(damaged)?;
        if order.to_json() != text {
            let reason = format!("`{text}` is not how etude writes `{}`", order.to_json());
            return Err(OrderError::Damaged(reason));
        }
        Ok(order)
    }
}

/// The name that people use for a question: `1041`, `size9-seed3-12`, or `sat/issue164.smt2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The formula's index in its enumeration.
    Index(Index),
    /// The formula's number among those that were drawn, where nobody looked for its index.
    Drawn {
        /// The size of all of them.
        size: u32,
        /// The seed.
        seed: u64,
        /// The number, from 0.
        number: u64,
    },
    /// A mutant: `1041/weaken/3`.
    Mutant {
        /// The place of the seed that it begins with.
        seed: Box<Place>,
        /// The making of the mutant.
        making: Making,
        /// Its number among the mutants of that seed that are made so, from 0.
        number: u64,
    },
    /// The script's file, by its path inside its corpus.
    File(FileName),
}

impl Place {
    /// Returns the file that holds the formula, where one does.
    pub fn file(&self) -> Option<&FileName> {
        match self {
            Self::File(file) => Some(file),
            Self::Index(_) | Self::Drawn { .. } | Self::Mutant { .. } => None,
        }
    }

    /// Returns a mutant's place; `None` if the text is none. Digits alone name a formula by its index,
    /// all else but what was drawn a file.
    pub fn mutant(text: &str) -> Option<Self> {
        let (seed, making, number) = mutant_parts(text)?;
        let seed = Self::drawn(seed)
            .or_else(|| Some(Self::Index(decimal::parse(seed).ok()?)))
            .unwrap_or_else(|| Self::File(FileName::from(seed)));
        Some(Self::Mutant { seed: Box::new(seed), making, number })
    }

    /// Reads `size9-seed3-12`.
    fn drawn(text: &str) -> Option<Self> {
        let (size, rest) = text.strip_prefix("size")?.split_once("-seed")?;
        let (seed, number) = rest.split_once('-')?;
        Some(Self::Drawn {
            size: size.parse().ok()?,
            seed: seed.parse().ok()?,
            number: number.parse().ok()?,
        })
    }

    /// Whether a file holds it, or the seed of it.
    pub(crate) fn is_in_file(&self) -> bool {
        match self {
            Self::File(_) => true,
            Self::Mutant { seed, .. } => seed.is_in_file(),
            Self::Index(_) | Self::Drawn { .. } => false,
        }
    }

    /// Returns what the name is one of, as programs read it: `index`, or `file`.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Index(_) | Self::Drawn { .. } => "index",
            Self::Mutant { .. } => "mutant",
            Self::File(_) => "file",
        }
    }

    /// Returns where it is, in a sentence: `at index 17`, `in sat/a.smt2`.
    pub fn at(&self) -> String {
        match self {
            Self::Index(_) | Self::Drawn { .. } => format!("at index {self}"),
            Self::Mutant { .. } => format!("at {self}"),
            Self::File(file) => format!("in {file}"),
        }
    }

    /// Returns it so that it fits a line: long indices say only how long they are.
    pub fn short(&self) -> String {
        match self {
            Self::Index(index) => short_index(index),
            Self::Drawn { .. } | Self::Mutant { .. } | Self::File(_) => self.to_string(),
        }
    }

    /// Returns the formula's index in its enumeration, where it is known.
    pub fn index(&self) -> Option<&Index> {
        match self {
            Self::Index(index) => Some(index),
            Self::Drawn { .. } | Self::Mutant { .. } | Self::File(_) => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "{index}"),
            Self::Drawn { size, seed, number } => write!(f, "size{size}-seed{seed}-{number}"),
            Self::Mutant { seed, making, number } => write!(f, "{seed}/{making}/{number}"),
            Self::File(file) => file.fmt(f),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Splits the text of a mutant's place into the seed's, how it was made, and its number.
pub fn mutant_parts(text: &str) -> Option<(&str, Making, u64)> {
    let (rest, number) = text.rsplit_once('/')?;
    let (seed, making) = rest.rsplit_once('/')?;
    let number = number.parse().ok().filter(|it: &u64| it.to_string() == number)?;
    Some((seed, making.parse().ok()?, number))
}

/// An index in a database: its digits, and nothing else that stands for a number, so that one
/// order has one text.
pub(crate) mod decimal {
    use feat_runtime::Index;
    use num_bigint::BigUint;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::NoDecimal;

    pub(crate) fn serialize<S: Serializer>(index: &Index, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(index)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Index, D::Error> {
        parse(&String::deserialize(from)?).map_err(D::Error::custom)
    }

    /// An index that need not be there.
    pub(crate) mod optional {
        use feat_runtime::Index;
        use serde::{Deserializer, Serializer};

        #[expect(clippy::ref_option, reason = "serde gives what a field is")]
        pub(crate) fn serialize<S: Serializer>(
            index: &Option<Index>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            match index {
                Some(index) => super::serialize(index, to),
                None => to.serialize_none(),
            }
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<Index>, D::Error> {
            super::deserialize(from).map(Some)
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Index, NoDecimal> {
        let number: Option<BigUint> = text.parse().ok();
        let number = number.filter(|number| number.to_string() == text);
        number.map(Index::from).ok_or_else(|| NoDecimal(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_read_as_it_was_written_or_not_at_all() {
        let far = format!(r#"{{"order":"exhaustive","base":"1{}"}}"#, "0".repeat(40));
        for text in [
            r#"{"order":"exhaustive","base":"0"}"#,
            &far,
            r#"{"order":"sampled","size":7,"seed":3}"#,
            r#"{"order":"mutated","seeds":{"order":"exhaustive","base":"0"},"making":"weaken:1..20","per_seed":30}"#,
            r#"{"order":"corpus","files":["sat/a b.smt2","z.smt2"]}"#,
        ] {
            assert_eq!(Order::parse(text).unwrap().to_json(), text);
        }
        for base in ["", "x", "-1", "007", "1e6", "2^64", "1_000", " 1"] {
            let text = format!(r#"{{"order":"exhaustive","base":"{base}"}}"#);
            assert!(matches!(Order::parse(&text), Err(OrderError::Damaged(_))), "{base}");
        }
        for text in ["", "{}", r#"{"order":7}"#, r#"{"seed":3,"order":"sampled","size":7}"#] {
            assert!(matches!(Order::parse(text), Err(OrderError::Damaged(_))), "{text}");
        }
        let later = r#"{"order":"dreamt","of":"sheep"}"#;
        assert_eq!(Order::parse(later), Err(OrderError::Later { kind: "dreamt".to_owned() }));
    }

    #[test]
    fn every_kind_is_known_by_its_name() {
        let mutated = Order::Mutated {
            seeds: Box::new(Order::exhaustive()),
            making: "weaken".parse().unwrap(),
            per_seed: 10,
        };
        let corpus = Order::Corpus { files: FileNames::from(Vec::new()) };
        let sampled = Order::Sampled { size: 7, seed: 3 };
        for (order, kind) in [Order::exhaustive(), sampled, mutated, corpus].iter().zip(KINDS) {
            assert!(order.to_json().contains(&format!(r#""order":"{kind}""#)));
        }
    }
}
