//! A script into smaller scripts, one of which may still show what the script shows.
//!
//! | module | turns | into |
//! |---|---|---|
//! | `shape` | a text | a script with its witness, as candidates are made of it |
//! | `pass` | a script, a pass and a place in it | what may be changed there |
//! | `edit` | a change of a script | what says it, whichever pass it comes from |
//! | `opening` | a script | the same question in our own words |
//! | `cut` | a number of things | ranges of them to leave out, large ones first |
//! | `terms` | a script's terms | each replaced by something smaller |
//! | `smaller` | a term | the terms of its sort that may stand for it |
//! | `cells` | S-expressions, typed or not | each left out, or replaced by a part of it |
//! | `widths` | bit-vectors and floating-point numbers | narrower ones |
//! | `words` | names | shorter ones |
//!
//! Nobody is asked here. [`Reduction::next_candidate`] gives candidates in a fixed order, and
//! [`Reduction::accept`] says that one of them will do: it is the script from then on. Every
//! candidate is smaller than the script that it is made of, first in bytes, then in the order of
//! texts, so that a reduction ends whatever is accepted. Only the opening may make it longer, once.
//!
//! ```
//! use mutation::Reduction;
//!
//! let text = "(declare-const a Int)(assert (and (> (+ a 1) 7) (= a 9)))(assert (= a 1))(check-sat)";
//! let mut reduction = Reduction::new(text, None)?;
//! while let Some(candidate) = reduction.next_candidate() {
//!     if candidate.text.contains('>') {
//!         reduction.accept(&candidate, None);
//!     }
//! }
//! assert_eq!(reduction.text(), "(assert (> 0 0))\n");
//! # Ok::<(), smtlib::Error>(())
//! ```

mod cells;
mod cut;
mod edit;
mod opening;
mod pass;
mod shape;
mod smaller;
mod terms;
mod widths;
mod words;

use smtlib::Error;

use edit::Edit;
use pass::Pass;
use shape::Shape;

/// A script that becomes smaller. `(assert (or (= x 1) (= y 2)))` may become `(assert (= x 1))`.
#[derive(Debug)]
pub struct Reduction {
    shape: Shape,
    /// The next candidate is made here.
    cursor: Cursor,
    /// The changes that may be made at the cursor's place.
    edits: Option<Vec<Edit>>,
    /// Whether anything was accepted in this round.
    has_progressed: bool,
}

/// A smaller script that may do. Its text is such as `(assert (= x 1))(check-sat)`.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The script.
    pub text: String,
    /// A model under which it may be true, as solvers print them: that of the script before,
    /// changed as the script was. Nobody has evaluated it.
    pub witness: Option<String>,
    /// Whether it is in our words.
    is_ours: bool,
    /// The place where candidates are made next, if this one is accepted.
    resume: Cursor,
}

/// A place in the order of candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cursor {
    /// Number of times that all passes were begun before.
    round: u32,
    /// The pass, by its number.
    pass: usize,
    /// The place in the script, by its number in the pass.
    place: usize,
    /// The change at the place, by its number.
    edit: usize,
}

/// Progress of a reduction: its pass, such as `terms`, and its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The number of the round, from 1.
    pub round: u32,
    /// Name of the pass: `assertions`, `terms`, `names`.
    pub pass: &'static str,
    /// The place in the pass, from 1, and the number of places.
    pub place: usize,
    /// The number of places in the pass.
    pub places: usize,
}

impl Reduction {
    /// Begins with a script, and a model of it if there is one.
    ///
    /// The error says that it is not even made of S-expressions.
    pub fn new(text: &str, witness: Option<&str>) -> Result<Self, Error> {
        let shape = Shape::new(text, witness, false)?;
        Ok(Self { shape, cursor: Cursor::default(), edits: None, has_progressed: false })
    }

    /// Returns the script as it is now.
    pub fn text(&self) -> &str {
        self.shape.text()
    }

    /// Returns how far it is.
    pub fn stage(&self) -> Stage {
        let pass = Pass::ALL[self.cursor.pass.min(Pass::ALL.len() - 1)];
        let places = pass.places(&self.shape);
        let place = (self.cursor.place + 1).min(places);
        Stage { round: self.cursor.round + 1, pass: pass.name(), place, places }
    }

    /// Returns the next candidate; `None` if nothing smaller is left to try.
    pub fn next_candidate(&mut self) -> Option<Candidate> {
        loop {
            let Some(&pass) = Pass::ALL.get(self.cursor.pass) else {
                if !self.has_progressed {
                    return None;
                }
                self.has_progressed = false;
                self.cursor = Cursor { round: self.cursor.round + 1, ..Cursor::default() };
                continue;
            };
            if self.cursor.place >= pass.places(&self.shape) {
                self.cursor =
                    Cursor { pass: self.cursor.pass + 1, place: 0, edit: 0, ..self.cursor };
                self.edits = None;
                continue;
            }
            let place = self.cursor.place;
            let edits = self.edits.get_or_insert_with(|| pass.edits(&mut self.shape, place));
            let Some(edit) = edits.get(self.cursor.edit) else {
                self.cursor = Cursor { place: place + 1, edit: 0, ..self.cursor };
                self.edits = None;
                continue;
            };
            let here = self.cursor;
            self.cursor.edit += 1;
            let Some((text, witness)) = self.shape.with(edit) else { continue };
            let is_opening = pass == Pass::Opening;
            let Some(text) = self.shape.next(text, is_opening && here.round == 0) else { continue };
            let edit = if pass.goes_on_with_edits() { here.edit } else { 0 };
            let is_ours = is_opening || self.shape.typed.is_some();
            return Some(Candidate { text, witness, is_ours, resume: Cursor { edit, ..here } });
        }
    }

    /// Goes on from a candidate, with a model of it if one is known, and forgets those that were
    /// given after it.
    ///
    /// Precondition: the candidate was given since the last one was accepted.
    pub fn accept(&mut self, candidate: &Candidate, witness: Option<&str>) {
        self.shape = Shape::new(&candidate.text, witness, candidate.is_ours)
            .expect("candidates are made of S-expressions");
        self.cursor = candidate.resume;
        self.edits = None;
        self.has_progressed = true;
    }
}
