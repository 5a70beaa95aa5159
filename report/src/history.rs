//! Answers of solvers and their times, release by release: a database into columns.

mod answers;
mod columns;
mod tracks;

use std::collections::BTreeMap;
use std::mem;

use campaign::{
    Accusation, Kind, Manner, Order, Recorded, Store, StoreError, StoredSolver, StoredTrack,
};

pub use answers::Answers;
pub(crate) use tracks::THEORIES;

/// A campaign as figures need it: theories by releases. Ten releases of z3 on `Core` and `Ints` are
/// ten columns and two theories.
#[derive(Clone, Debug)]
pub struct History {
    /// The solvers that were asked, in the order of the figures: families apart (CVC4 and cvc5 are
    /// one), in each by the day on which they were built, then by version.
    pub columns: Vec<Column>,
    /// The theories of which something was asked, in a fixed order.
    pub theories: Vec<Theory>,
}

/// One solver as it was asked: a solver that was asked in two manners has two columns.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name, such as `z3-4.8.7`.
    pub name: String,
    /// The family whose releases stand together: `z3`, or `cvc5` for CVC4 and cvc5.
    pub lineage: String,
    /// The solver, how it was asked and how long it had.
    pub recorded: Recorded,
}

/// All answers for one track.
#[derive(Clone, Debug)]
pub struct Theory {
    /// Its name here, other than all others: `Core`, `Core from 10^275`,
    /// `Core of size 9, sampled`.
    pub name: String,
    /// Its name in the campaign: `Core`.
    pub theory: String,
    /// The order of its formulas.
    pub order: Order,
    /// The answers, a record for each column.
    pub records: Vec<Record>,
}

/// One solver's answers to one theory's formulas. A trigger in it is `(2471, Kind::RefutationUnsoundness)`.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The formula's number in the track, what was said, and how long it took; by number.
    pub answers: Answers,
    /// The formulas that show something wrong, by number. Those that were only timed show nothing.
    pub triggers: Vec<(u64, Kind)>,
}

impl History {
    /// Reads a campaign.
    ///
    /// Costs five bytes for each answer, and time in proportion to their number.
    pub fn read(store: &Store) -> Result<Self, StoreError> {
        let mut settings = store.solvers()?;
        settings.retain(|setting| !setting.is_yardstick());
        let mut read = Vec::new();
        for (name, order, track) in tracks::in_order(store.tracks()?) {
            let mut answers = vec![Answers::default(); settings.len()];
            for (setting, answers) in settings.iter().zip(&mut answers) {
                store.best(track.id, setting, |chunk| answers.push(&chunk))?;
                answers.shrink();
            }
            if answers.iter().any(|answers| !answers.is_empty()) {
                read.push((name, order, track, answers));
            }
        }
        // A solver that was only planned must not decide in which order the others stand.
        let is_asked = |place: &usize| read.iter().any(|(.., all)| !all[*place].is_empty());
        let places = columns::in_order(&settings, (0..settings.len()).filter(is_asked).collect());
        let columns: Vec<Column> =
            places.iter().map(|&place| Column::of(&settings[place])).collect();
        let mut theories = Vec::new();
        for (name, order, track, mut answers) in read {
            let take = |&place: &usize| Record {
                answers: mem::take(&mut answers[place]),
                triggers: Vec::new(),
            };
            let mut records: Vec<Record> = places.iter().map(take).collect();
            blame(store, &track, &columns, &mut records)?;
            theories.push(Theory { name, theory: track.identity.name, order, records });
        }
        Ok(Self { columns, theories })
    }
}

/// Gives each solver the formulas that show something wrong with it. Both solvers of a disagreement
/// get it. Findings know a solver by its name, so of several settings of that name it is the first
/// that was asked the formula.
fn blame(
    store: &Store,
    track: &StoredTrack,
    columns: &[Column],
    records: &mut [Record],
) -> Result<(), StoreError> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, column) in columns.iter().enumerate().filter(|(_, column)| !column.is_timed()) {
        places.entry(&column.name).or_default().push(place);
    }
    for Accusation { number, accused, kind, .. } in store.found(track.id)? {
        for solver in accused.iter() {
            let Some(places) = places.get(solver.as_str()) else { continue };
            let asked = places.iter().find(|&&place| records[place].answers.get(number).is_some());
            if let Some(&place) = asked.or(places.first()) {
                records[place].triggers.push((number, kind));
            }
        }
    }
    Ok(())
}

impl Column {
    fn of(setting: &StoredSolver) -> Self {
        Self {
            name: setting.name().to_owned(),
            lineage: columns::lineage(&setting.recorded().description),
            recorded: setting.recorded().clone(),
        }
    }

    /// Whether nothing but its time was wanted: nobody judged what it said.
    pub fn is_timed(&self) -> bool {
        matches!(self.recorded.manner, Manner::Timed { .. })
    }

    /// Returns the day on which it was built, such as `2019-11-19`; empty where its file does not
    /// tell.
    pub fn built(&self) -> String {
        self.recorded.description.built.clone().unwrap_or_default()
    }

    /// Returns how it was asked: `session`, `fresh`, `timed x3`.
    pub fn manner(&self) -> String {
        match self.recorded.manner {
            Manner::Session => "session".to_owned(),
            Manner::Fresh => "fresh".to_owned(),
            Manner::Timed { repetitions } => format!("timed x{repetitions}"),
        }
    }
}

impl Theory {
    /// Whether its formulas begin far out, so that all of them are large.
    pub fn is_far(&self) -> bool {
        matches!(self.order, Order::Exhaustive { .. }) && !self.order.is_from_zero()
    }

    /// The index of a formula of the track in decimal, or its number among those that were drawn,
    /// as `etude verdicts` writes it.
    pub fn index(&self, number: u64) -> String {
        self.order.place(number).to_string()
    }
}
