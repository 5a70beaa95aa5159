//! Regressions: in what a build of a solver is worse than an earlier one, in little time.
//!
//! A [`Course`] asks formulas within a budget, [`compare`](crate::compare) holds the answers
//! against a baseline, and a [`Review`] looks again at what seems worse, since one look may have
//! been bad luck: what remains is a [`Regression`], what does not is a [`Note`].

pub(crate) mod course;
pub(crate) mod review;
pub(crate) mod second_look;
mod stopwatch;
pub(crate) mod wording;

use crate::history::baseline::{Change, Speed};
use crate::store::Bug;

/// The respect in which a theory is worse. Written `answers`, `completeness` or `speed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// An answer is wrong, or the solver fails.
    Answers,
    /// A formula is no longer decided.
    Completeness,
    /// An answer takes longer.
    Speed,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Answers, Self::Completeness, Self::Speed];

    /// Its name in files: `answers`, `completeness`, `speed`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answers => "answers",
            Self::Completeness => "completeness",
            Self::Speed => "speed",
        }
    }
}

/// Something that is worse than it was, or wrong where nobody knows how it was. A median formula of
/// Core that takes `1.9 times` as long is one.
#[derive(Clone, Debug)]
pub struct Regression {
    /// The theory's name.
    pub theory: String,
    /// The regression.
    pub worse: Worse,
}

/// A regression: a theory, a formula or a bug that is worse than it was.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Worse {
    /// A bug that the earlier build did not show.
    Bug {
        /// The bug.
        bug: Box<Bug>,
        /// Whether the earlier build was not asked this formula, so that the bug may be an old one.
        may_be_old: bool,
    },
    /// Formulas that are worse one by one, also when they were asked again.
    Formulas {
        /// The complaint about each.
        complaint: Complaint,
        /// The formulas.
        asked_again: AskedAgain,
    },
    /// The median formula takes longer.
    Slower {
        /// The speed by the answers of the run.
        speed: Speed,
        /// Factor by which formulas took longer when they were measured again; `None` if there was
        /// no time for it.
        again: Option<f64>,
    },
}

/// A complaint about one formula. `Lagging { times: 12 }` is one that takes twelve times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// It is no longer decided.
    Undecided,
    /// It takes at least this many times as long.
    Lagging {
        /// The factor.
        times: u32,
    },
}

impl Complaint {
    /// The aspect that it is about.
    pub fn aspect(self) -> Aspect {
        match self {
            Self::Undecided => Aspect::Completeness,
            Self::Lagging { .. } => Aspect::Speed,
        }
    }
}

/// Formulas of which some were asked again; those speak for the others. Of 400 `suspected` ones 50
/// were `asked`, and 48 are `standing`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedAgain {
    /// The number of formulas that looked worse at first.
    pub suspected: usize,
    /// The number of those that were asked again.
    pub asked: usize,
    /// Those that were as bad again.
    pub standing: Vec<Change>,
}

impl AskedAgain {
    /// The number of formulas that were not asked again.
    pub fn unasked(&self) -> usize {
        self.suspected - self.asked
    }
}

/// Something to be known that is no regression.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Note {
    /// A bug that is no news.
    Known {
        /// The bug.
        bug: Box<Bug>,
        /// The reason why it is no news: `reported as #1234`.
        reason: String,
    },
    /// A bug that decides nothing: a matter of time, or of taste.
    Minor(Box<Bug>),
    /// Number of bugs that are in the baseline, too.
    InBaseline(usize),
    /// A bug of the earlier build that is gone.
    Gone(Box<Bug>),
    /// A theory looked slower, and was not when it was measured again.
    NotSlower {
        /// The theory's name.
        theory: String,
        /// Factor by which it took longer by the answers of the run.
        ratio: f64,
        /// Factor by which it took longer when it was measured again.
        again: f64,
    },
    /// Formulas looked worse, and none was when some were asked again.
    NoneAgain {
        /// The theory's name.
        theory: String,
        /// The complaint about each.
        complaint: Complaint,
        /// The number of formulas that looked worse.
        suspected: usize,
        /// The number of those that were asked again.
        asked: usize,
    },
}

impl Regression {
    /// The respect in which the theory is worse.
    pub fn aspect(&self) -> Aspect {
        match &self.worse {
            Worse::Bug { .. } => Aspect::Answers,
            Worse::Formulas { complaint, .. } => complaint.aspect(),
            Worse::Slower { .. } => Aspect::Speed,
        }
    }

    /// The index of the formula that shows it best, if one does.
    pub fn index(&self) -> Option<String> {
        match &self.worse {
            Worse::Bug { bug, .. } => Some(bug.finding.formula.place.to_string()),
            Worse::Formulas { asked_again, .. } => {
                asked_again.standing.first().map(|change| change.number.to_string())
            }
            Worse::Slower { .. } => None,
        }
    }
}
