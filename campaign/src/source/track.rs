//! Where a campaign's formulas come from: a grammar's formulas in an order that gives each a
//! number, so that what was asked can be written down as ranges of numbers.

use std::fmt::Write as _;
use std::ops::Range;

use feat_runtime::{Index, Layout, Sampler, Size, Space, Symbol};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::hex::hex;

/// The formulas of one grammar, in one order. Formula number n of a track is always the same.
#[derive(Clone, Debug)]
pub struct Track {
    /// The theory's name, or the grammar's.
    pub name: String,
    /// The formulas.
    pub space: Space,
    /// The order in which they come.
    pub order: Order,
    /// What the grammar is, in 16 hexadecimal digits: equal grammars have equal digests.
    pub digest: String,
    /// The words by which the command line asks for the grammar; `None` where its name does.
    pub origin: Option<String>,
}

/// In which order a track's formulas come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "order")]
pub enum Order {
    /// One after the other: formula n of the track is that with index `base` + n.
    Exhaustive {
        /// The first index, written in decimal. Zero unless indices go beyond 2^63.
        #[serde(with = "decimal")]
        base: Index,
    },
    /// Drawn at random, each of this size with equal chance, and formula n by seed and n alone.
    Sampled {
        /// The size of all of them.
        size: u32,
        /// The seed.
        seed: u64,
    },
}

impl Order {
    /// From index 0 on.
    pub fn exhaustive() -> Self {
        Self::Exhaustive { base: Index::default() }
    }

    /// What a person calls formula `number`: its index, or its number among those that were drawn.
    pub fn place(&self, number: u64) -> String {
        match self {
            Self::Exhaustive { base } => (base.number() + number).to_string(),
            Self::Sampled { size, seed } => format!("size{size}-seed{seed}-{number}"),
        }
    }

    /// Whether its numbers are the indices themselves.
    pub fn is_from_zero(&self) -> bool {
        *self == Self::exhaustive()
    }
}

/// A text in a database or a file that is no index.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no index in decimal")]
pub struct NoDecimal(String);

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

    pub(crate) fn parse(text: &str) -> Result<Index, NoDecimal> {
        let number: Option<BigUint> = text.parse().ok();
        let number = number.filter(|number| number.to_string() == text);
        number.map(Index::from).ok_or_else(|| NoDecimal(text.to_owned()))
    }
}

/// A formula of a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Its number in the track.
    pub number: u64,
    /// Its index in the enumeration.
    pub index: Index,
    /// Its text, as people write it: lines, each with its end.
    pub text: String,
}

impl Track {
    /// The formulas of `space`, which is called `name`, in an order.
    pub fn new(name: impl Into<String>, space: Space, order: Order) -> Self {
        let digest = digest(&space);
        Self { name: name.into(), space, order, digest, origin: None }
    }

    /// The same track, for which the command line asks by these words.
    #[must_use]
    pub fn with_origin(self, origin: Option<String>) -> Self {
        Self { origin, ..self }
    }

    /// The formulas with these numbers; fewer if there are no more.
    ///
    /// Costs one search by index, and next to nothing for each that follows; for samples, one
    /// search each.
    pub fn formulas(&self, numbers: Range<u64>) -> Vec<Formula> {
        match &self.order {
            Order::Exhaustive { base } => {
                let first = base.number() + numbers.start;
                let mut stream = self.space.stream(&Index::from(first.clone()), Layout::Smtlib);
                let mut formulas = Vec::new();
                for number in numbers.clone() {
                    let Some(text) = stream.next_text() else { break };
                    let index = Index::from(&first + (number - numbers.start));
                    formulas.push(Formula { number, index, text: format!("{text}\n") });
                }
                formulas
            }
            Order::Sampled { size, seed } => numbers
                .map_while(|number| {
                    let mut sampler = Sampler::new(mix(*seed, number));
                    let index = sampler.index_of_size(&self.space, Size(*size))?;
                    let text = self.space.text(&index, Layout::Smtlib)?;
                    Some(Formula { number, index, text: format!("{text}\n") })
                })
                .collect(),
        }
    }

    /// Returns how many formulas there are; `None` if more than a `u64` counts.
    pub fn len(&self) -> Option<u64> {
        match &self.order {
            Order::Exhaustive { base } => {
                let len = self.space.len()?;
                let left = if *base.number() < len { len - base.number() } else { BigUint::ZERO };
                u64::try_from(left).ok()
            }
            Order::Sampled { .. } => None,
        }
    }

    /// Whether there is no formula: its first index lies beyond the last formula of the grammar.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Returns the size of a formula of this track.
    ///
    /// # Panics
    ///
    /// If the index is none of this grammar's.
    pub fn size_of(&self, index: &Index) -> u32 {
        let position = self.space.locate(index);
        position.expect("a formula of the track has an index of its grammar").size.0
    }

    /// The order as it is written in the database.
    pub(crate) fn order_text(&self) -> String {
        serde_json::to_string(&self.order).expect("an order is numbers and digits")
    }
}

/// A seed of its own for each number (splitmix64), so that a sample needs none before it.
fn mix(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// What decides which formula has which index: the productions in order, their costs, the start.
fn digest(space: &Space) -> String {
    let rtg = space.rtg();
    let mut text = String::new();
    let start = rtg.nonterminal(space.nonterminal()).name();
    let _ = writeln!(text, "start {start}");
    for id in rtg.nonterminals() {
        let nonterminal = rtg.nonterminal(id);
        let _ = writeln!(text, "{} {:?}", nonterminal.name(), nonterminal.join());
        for production in nonterminal.productions().map(|id| rtg.production(id)) {
            let _ = write!(text, "  {}", production.cost().0);
            for symbol in production.symbols() {
                let _ = match symbol {
                    Symbol::Literal(literal) => write!(text, " {literal:?}"),
                    Symbol::Set(set) => write!(text, " {set:?}"),
                    Symbol::Nonterminal(id) => write!(text, " {}", rtg.nonterminal(*id).name()),
                };
            }
            text.push('\n');
        }
    }
    hex(&Sha256::digest(text.as_bytes())[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(order: Order) -> Track {
        let theory = generated::Theory::find("Ints").unwrap();
        Track::new("Ints", theory.space().clone(), order)
    }

    #[test]
    fn a_number_is_a_formula_however_it_is_asked_for() {
        for order in [
            Order::exhaustive(),
            Order::Exhaustive { base: "10".repeat(40).parse().unwrap() },
            Order::Sampled { size: 7, seed: 3 },
        ] {
            let track = track(order);
            let all = track.formulas(0..50);
            assert_eq!(all.len(), 50);
            assert_eq!(track.formulas(20..50), all[20..]);
            for formula in &all {
                let text = track.space.text(&formula.index, Layout::Smtlib);
                assert_eq!(text.as_deref(), formula.text.strip_suffix('\n'));
            }
        }
    }

    #[test]
    fn an_order_is_read_as_it_was_written_or_not_at_all() {
        let far = format!(r#"{{"order":"exhaustive","base":"1{}"}}"#, "0".repeat(40));
        for text in [
            r#"{"order":"exhaustive","base":"0"}"#,
            &far,
            r#"{"order":"sampled","size":7,"seed":3}"#,
        ] {
            let order: Order = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&order).unwrap(), text);
        }
        for base in ["", "x", "-1", "007", "1e6", "2^64", "1_000", " 1"] {
            let text = format!(r#"{{"order":"exhaustive","base":"{base}"}}"#);
            assert!(serde_json::from_str::<Order>(&text).is_err(), "{base}");
        }
    }

    #[test]
    fn samples_have_their_size_and_differ() {
        let track = track(Order::Sampled { size: 7, seed: 3 });
        let all = track.formulas(0..50);
        assert!(all.iter().all(|formula| track.size_of(&formula.index) == 7));
        let mut indices: Vec<_> = all.iter().map(|formula| formula.index.to_string()).collect();
        indices.sort();
        indices.dedup();
        assert!(indices.len() > 45);
    }

    #[test]
    fn digests_tell_grammars_apart() {
        let digest = |name: &str| {
            let space = generated::Theory::find(name).unwrap().space().clone();
            Track::new(name, space, Order::exhaustive()).digest
        };
        assert_eq!(digest("Ints"), digest("Ints"));
        assert_ne!(digest("Ints"), digest("Reals"));
        assert_eq!(digest("Core").len(), 16);
    }
}
