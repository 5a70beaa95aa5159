//! Small subtrees ready to copy: most of a tree consists of them.
//!
//! The trees of every nonterminal of the smallest sizes, as far as there are few of them, are
//! made once and kept; finding a larger tree then ends where a part has them.

use crate::count::counts::Counts;
use crate::count::natural::Rank;
use crate::find::unrank::Finder;
use crate::grammar::draft::NonterminalId;
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::Choice;

/// Parts of more trees are not kept.
const MOST_TREES: u64 = 256;

/// Parts of larger sizes are not looked at.
const SIZES: u32 = 4;

/// Larger grammars were not written by a person: the forest of a text is used once.
const MOST_PRODUCTIONS: usize = 5_000;

/// The trees of the smallest parts, each as its choices.
#[derive(Debug)]
pub(crate) struct SmallTrees {
    /// By nonterminal and size.
    parts: Vec<Vec<KeptTrees>>,
}

/// All trees of one part, one behind the other; empty if there are too many.
#[derive(Debug, Default)]
struct KeptTrees {
    choices: Vec<Choice>,
    /// The place behind each tree's last choice.
    ends: Vec<usize>,
}

impl SmallTrees {
    pub fn new(rtg: &Rtg, counts: &Counts) -> Self {
        let tables = counts.up_to(SIZES - 1);
        let finder = Finder { rtg, counts, tables: &tables, small_trees: None };
        let part = |id: NonterminalId, size: u32| {
            let mut part = KeptTrees::default();
            let count: u64 = tables.count(counts.plan().spectrum(id), size);
            if count <= MOST_TREES {
                for index in 0..count {
                    finder.find(id, size, Rank::Word(index), &mut part.choices);
                    part.ends.push(part.choices.len());
                }
            }
            part
        };
        if rtg.productions().len() > MOST_PRODUCTIONS {
            return Self { parts: Vec::new() };
        }
        let parts = |id| (0..SIZES).map(|size| part(id, size)).collect();
        Self { parts: rtg.nonterminals().map(parts).collect() }
    }

    /// The choices of tree number `index` of a part, if they are kept.
    pub fn get(&self, id: NonterminalId, size: u32, index: u64) -> Option<&[Choice]> {
        let part = self.parts.get(id.index())?.get(size as usize)?;
        let index = usize::try_from(index).ok()?;
        let end = *part.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| part.ends[before]);
        Some(&part.choices[start..end])
    }
}
