//! Identity of the formula that a finding is about, in words that people and etude know.

use outlet::quoted;

use crate::finding::commands_for_people;
use crate::source::formula_name::FormulaName;
use crate::source::order::Place;
use crate::source::widen::Widening;

/// One formula of one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaId {
    /// The name of the theory, the grammar, or the corpus.
    pub theory: String,
    /// A digest of the grammar, or of the corpus, in 16 hexadecimal digits.
    pub grammar: String,
    /// The words by which the command line asks for the source; `None` where its name does.
    pub origin: Option<String>,
    /// The name of the formula in its source: its index, or its file.
    pub place: Place,
    /// The formula's size.
    pub size: u32,
}

impl FormulaId {
    /// Returns the source and the place alone.
    pub fn name(&self) -> FormulaName {
        FormulaName { theory: self.theory.clone(), place: self.place.clone() }
    }

    /// Returns the command that prints the formula, `etude show Ints 1234`; `None` of what only a
    /// file holds.
    pub fn show(&self) -> Option<String> {
        if let Place::Mutant { seed, making, number } = &self.place {
            let (theory, widening) = Widening::of_name(&self.theory);
            let origin = self.origin.clone().unwrap_or_else(|| quoted(theory));
            let seed = match (&**seed, &self.origin) {
                (Place::Index(index), _) => (origin.as_str(), index.to_string(), widening),
                (Place::File(file), Some(origin)) => {
                    // Any number of words may stand behind --seeds.
                    let file = quoted(file.as_str());
                    let seed = (file.as_str(), origin.clone(), Widening::default());
                    return Some(commands_for_people::mutate(seed, making, *number));
                }
                _ => return None,
            };
            return Some(commands_for_people::mutate(seed, making, *number));
        }
        let index = self.place.index()?;
        let (theory, widening) = Widening::of_name(&self.theory);
        let origin = self.origin.clone().unwrap_or_else(|| quoted(theory));
        Some(commands_for_people::show(&origin, &index.to_string(), widening))
    }
}
