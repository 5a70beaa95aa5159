//! A campaign's database into all that a report says, before it is written in any form.

mod accounts;
mod bugs;
mod news;
mod slowest;

use std::collections::BTreeMap;

use campaign::{
    FindSource, KnownBugs, Manner, Occasion, Order, Place, Severity, Spans, Standings, Store,
    StoreError, StoredRun, StoredSolver, StoredTrack, Summary, commands_for_people, open_word,
    spans, summarize_stored,
};
use outlet::quoted;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use crate::figure::Figure;

pub use accounts::Account;
pub use bugs::{Age, BugEntry, CauseEntry};
pub use news::{Gone, News};
pub use slowest::{Rival, Slow};

/// All that a report says. `etude report etude-hunt --format json` writes it with all fields.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the campaign's folder.
    pub campaign: String,
    /// The version of etude that made the report.
    pub etude: String,
    /// The guarantees, one for each theory.
    pub guarantees: Vec<Guarantee>,
    /// The bugs, the worst first.
    pub bugs: Vec<BugEntry>,
    /// The probable causes of the bugs, the worst first.
    pub causes: Vec<CauseEntry>,
    /// The news, where there is something to hold it against.
    pub news: Option<News>,
    /// The folders of bugs, by their names, as links for the page; whoever makes a report adds
    /// them.
    #[serde(skip)]
    pub folders: BTreeMap<String, String>,
    /// Pictures; whoever makes a report adds them.
    #[serde(skip)]
    pub figures: Vec<Figure>,
    /// Each solver's answers to each theory, in numbers.
    pub accounts: Vec<Account>,
    /// The slowest answers of each solver to each theory, the slowest first.
    pub slowest: Vec<Slow>,
    /// The formulas that were left open, counted by theory, solver and outcome.
    pub left_open: Vec<LeftOpen>,
    /// The solvers, as they were asked.
    pub solvers: Vec<Participant>,
    /// The sources of the formulas.
    pub sources: Vec<Source>,
    /// The runs that made the campaign.
    pub runs: Vec<Run>,
}

/// The guarantee for the formulas of a theory.
#[derive(Clone, Debug, Serialize)]
pub struct Guarantee {
    /// The theory.
    pub theory: String,
    /// The gaps to know of first: the solvers that gave no answer to more than a tenth, and why.
    pub gaps: Vec<String>,
    /// One sentence: what is known of which formulas.
    pub sentence: String,
    /// The first part of it: which formulas.
    pub subject: String,
    /// The second part: what is known.
    pub statement: String,
    /// Number of formulas that all of the solvers were asked.
    pub formulas: u64,
    /// The largest size up to which all formulas were asked, where it is known.
    pub complete_size: Option<u32>,
    /// Number of them for each standing.
    pub standings: Standings,
    /// Number of them that have an answer which is proven wrong.
    pub wrong: u64,
    /// Whether each is proven or agreed, nothing was left without an answer, and nothing is wrong.
    pub is_clean: bool,
    /// The solvers.
    pub solvers: Vec<String>,
    /// The formulas that each solver left open, such as `cvc5: 12 refused`.
    pub left_open: Vec<String>,
    /// Number of scripts of a corpus that etude cannot read, and why, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

/// Formulas that were left open. People read `cvc5: 12 refused`.
#[derive(Clone, Debug, Serialize)]
pub struct LeftOpen {
    /// The theory.
    pub theory: String,
    /// The solver.
    pub solver: String,
    /// The manner in which it was asked.
    pub manner: String,
    /// Its verdict.
    pub verdict: String,
    /// The meaning of that.
    pub meaning: String,
    /// To how many formulas.
    pub count: u64,
    /// The command that lists them.
    pub command: String,
}

/// A solver as it was asked. Its name is such as `z3-4.8.7`.
#[derive(Clone, Debug, Serialize)]
pub struct Participant {
    /// Its name in the campaign.
    pub name: String,
    /// Its version, where it is known.
    pub version: Option<String>,
    /// Its family.
    pub family: String,
    /// The day on which it was built, where its file tells.
    pub built: Option<String>,
    /// A digest of its program, where its version does not say what it is.
    pub fingerprint: Option<String>,
    /// The manner in which it was asked.
    pub manner: String,
    /// The time that it had for a formula, in milliseconds, where that was written down.
    pub limit_ms: Option<u64>,
    /// The command line by which a person runs it.
    pub command_line: String,
    /// The words that started it, on the machine where it ran.
    pub command: Vec<String>,
    /// Further words.
    pub options: Vec<String>,
    /// The key that tells it from others in the database: program, options, limits, manner.
    pub key: String,
    #[serde(skip)]
    pub(crate) is_timed: bool,
}

/// The source of formulas. Its theory is such as `Strings`, its order `exhaustive`.
#[derive(Clone, Debug, Serialize)]
pub struct Source {
    /// The theory's name, or the grammar's.
    pub theory: String,
    /// A digest of the grammar.
    pub grammar: String,
    /// The order of the formulas, written as JSON.
    #[serde(serialize_with = "as_json")]
    pub order: Order,
    /// Number of different formulas that were put to a solver.
    pub formulas: u64,
    /// Whether this etude has that grammar, so that it can tell sizes and write formulas. The scripts
    /// of a corpus it has not.
    pub is_known: bool,
}

/// A run of the campaign. Its command is such as `etude hunt --time 10m`.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The command line, where it was written down.
    pub command: Option<String>,
    /// The version of etude.
    pub etude: String,
    /// The time and place of the run, where that was kept.
    pub occasion: Option<Occasion>,
}

impl Report {
    /// Reads the campaign that is called `name`, without pictures. `find` finds the source of a
    /// track, where it is known, and `known` says what was decided about bugs.
    ///
    /// Costs a walk over all that was said; memory grows with the findings alone.
    pub fn read(
        store: &Store,
        name: &str,
        known: &KnownBugs,
        find: FindSource<'_>,
    ) -> Result<Self, StoreError> {
        let (tracks, mut settings) = (store.tracks()?, store.solvers()?);
        settings.retain(|setting| !setting.is_yardstick());
        let runs = store.runs()?;
        let campaign = Campaign { store, name, known, settings: &settings, runs: &runs, find };
        let summaries = summarize_stored(store, find)?;
        let mut accounts = Vec::new();
        let mut slow = Vec::new();
        for track in &tracks {
            let found = store.found(track.id)?;
            let mut tallies = Vec::new();
            for setting in &settings {
                let tally = accounts::Tally::read(store, track.id, setting)?;
                if tally.answers() > 0 {
                    let asked = store.done_by(track.id, setting)?;
                    let mut account = Account::of(&campaign, track, setting, &tally, &found);
                    account.standings = standings(&summaries, track, setting, &asked);
                    accounts.push(account);
                    tallies.push((setting, tally));
                }
            }
            slow.extend(slowest::slowest(&campaign, track, &tallies)?);
        }
        let left_open = accounts.iter().flat_map(left_open).collect();
        let bugs = store.bugs(None)?;
        let mut bugs: Vec<BugEntry> =
            bugs.iter().map(|bug| bugs::entry(&campaign, bug)).collect::<Result<_, _>>()?;
        bugs::gather(&campaign, &mut bugs);
        let told: Vec<&BugEntry> = bugs.iter().filter(|bug| bug.told_by.is_none()).collect();
        let causes = bugs::gather_causes(&told);
        let told_of_runs: Vec<(String, usize)> =
            told.iter().map(|bug| (bug.id.clone(), bug.run)).collect();
        Ok(Self {
            campaign: name.to_owned(),
            etude: env!("CARGO_PKG_VERSION").to_owned(),
            guarantees: guarantees(&summaries, &tracks),
            bugs,
            news: News::of_last_run(&told_of_runs, runs.len()),
            causes,
            folders: BTreeMap::new(),
            figures: Vec::new(),
            accounts,
            slowest: slow,
            left_open,
            solvers: settings.iter().map(participant).collect(),
            sources: tracks
                .iter()
                .map(|track| source(&campaign, track))
                .collect::<Result<_, _>>()?,
            runs: runs.iter().map(|run| described(store, run)).collect::<Result<_, _>>()?,
        })
    }

    /// The bugs, the worst first, without those that the bug of a newer release tells of.
    pub fn told(&self) -> impl Iterator<Item = &BugEntry> {
        self.bugs.iter().filter(|bug| bug.told_by.is_none())
    }

    /// The bug with a name.
    pub fn bug(&self, id: &str) -> &BugEntry {
        self.bugs.iter().find(|bug| bug.id == id).expect("a cause names bugs of its report")
    }

    /// Returns how many solvers were judged; one whose times alone were measured is none.
    pub fn judged_solvers(&self) -> u64 {
        let judged = self.solvers.iter().filter(|it| !it.is_timed);
        let mut names: Vec<&str> = judged.map(|it| it.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.len() as u64
    }

    /// Returns how many probable causes there are of one weight.
    pub fn count(&self, severity: Severity) -> u64 {
        self.causes.iter().filter(|cause| cause.severity == severity).count() as u64
    }

    /// Returns what was found, in words: `2 bugs, 1 suspicious finding, 3 notes`; `nothing` if it
    /// is so.
    pub fn found(&self) -> String {
        let of = |severity: Severity| match self.count(severity) {
            0 => None,
            count => Some(severity.counted(count)),
        };
        let found: Vec<String> = Severity::ALL.into_iter().filter_map(of).collect();
        if found.is_empty() { "nothing".to_owned() } else { found.join(", ") }
    }

    /// Returns how many answers were judged, of all solvers together.
    pub fn answers(&self) -> u64 {
        let judged = self.accounts.iter().filter(|account| !account.is_timed);
        judged.map(|account| account.answers).sum()
    }

    /// The theories, each once, in the order in which they were asked.
    pub fn theories(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for source in &self.sources {
            if !names.contains(&source.theory.as_str()) {
                names.push(&source.theory);
            }
        }
        names
    }
}

/// The parts of a campaign that a report is read from.
struct Campaign<'a> {
    store: &'a Store,
    name: &'a str,
    known: &'a KnownBugs,
    settings: &'a [StoredSolver],
    runs: &'a [StoredRun],
    find: FindSource<'a>,
}

impl Campaign<'_> {
    /// The command that lists answers of a solver to a theory's formulas.
    fn verdicts(&self, theory: &str, solver: &str, manner: Manner, rest: &str) -> String {
        let of_name = self.settings.iter().filter(|setting| setting.name() == solver);
        let is_alone = of_name.map(|it| it.recorded().manner).all(|other| other == manner);
        // Only where one name stands for several manners must the command say which.
        let manner = if is_alone { String::new() } else { format!(" --manner {}", manner.name()) };
        let chosen = commands_for_people::of_theory_and_solver(theory, solver);
        commands_for_people::verdicts(quoted(self.name), &format!("{chosen}{manner}{rest}"))
    }
}

/// Returns what is known of the formulas that a solver was asked, by it and all who were asked the
/// same.
fn standings(
    summaries: &[Summary],
    track: &StoredTrack,
    setting: &StoredSolver,
    asked: &Spans,
) -> Option<Standings> {
    let is_judged = !setting.recorded().manner.is_timed();
    let mut theories = summaries.iter().flat_map(|summary| &summary.theories);
    let theory = theories.find(|theory| theory.track == track.id && theory.asked == *asked);
    theory.filter(|_| is_judged).map(|theory| theory.standings)
}

fn guarantees(summaries: &[Summary], tracks: &[StoredTrack]) -> Vec<Guarantee> {
    let mut guarantees: Vec<Guarantee> = Vec::new();
    for summary in summaries {
        guarantees.extend(summary.theories.iter().map(|theory| Guarantee {
            theory: theory.name.clone(),
            gaps: theory.gaps(&summary.solvers),
            sentence: theory.guarantee(&summary.solvers),
            subject: theory.subject(),
            statement: theory.statement(&summary.solvers),
            formulas: theory.formulas,
            complete_size: theory.complete.map(|(size, _)| size),
            standings: theory.standings,
            wrong: theory.wrong,
            is_clean: theory.is_clean(),
            solvers: summary.solvers.clone(),
            left_open: theory.left_open(&summary.solvers),
            unreadable: theory.unreadable_words(),
        }));
    }
    let place =
        |it: &Guarantee| tracks.iter().position(|track| track.identity.title() == it.theory);
    guarantees.sort_by_key(place);
    guarantees
}

fn left_open(account: &Account) -> Vec<LeftOpen> {
    let open = |outcome: &campaign::Outcome| {
        // Whose time is measured is not asked for a model.
        let is_unasked = account.is_timed && *outcome == campaign::Outcome::SatUnread;
        open_word(*outcome).filter(|_| !is_unasked)
    };
    let outcomes = account.tally.iter();
    outcomes
        .filter_map(|(outcome, count)| Some((outcome, open(outcome)?, *count)))
        .map(|(outcome, meaning, count)| LeftOpen {
            theory: account.theory.clone(),
            solver: account.solver.clone(),
            manner: account.manner.clone(),
            verdict: outcome.name().to_owned(),
            meaning: meaning.to_owned(),
            count,
            command: format!("{} --verdict {}", account.command, outcome.exact_name()),
        })
        .collect()
}

fn participant(setting: &StoredSolver) -> Participant {
    let solver = &setting.recorded().description;
    Participant {
        name: solver.name.clone(),
        version: solver.version.clone(),
        family: solver.family.clone(),
        built: solver.built.clone(),
        fingerprint: solver.fingerprint.clone(),
        manner: setting.recorded().manner.to_string(),
        limit_ms: Some(setting.recorded().limit_ms).filter(|&limit| limit > 0),
        command_line: solver.plain_command("FORMULA.smt2", solvers::Want::Verdict),
        command: solver.command.clone(),
        options: solver.options.clone(),
        key: setting.most_patient().key.clone(),
        is_timed: setting.recorded().manner.is_timed(),
    }
}

fn source(campaign: &Campaign<'_>, track: &StoredTrack) -> Result<Source, StoreError> {
    let mut asked = Vec::new();
    for setting in campaign.settings {
        asked.extend(campaign.store.done_by(track.id, setting)?);
    }
    Ok(Source {
        theory: track.name().to_owned(),
        grammar: track.identity.digest.clone(),
        order: track.identity.order.clone(),
        formulas: spans(asked).iter().map(|span| span.end - span.start).sum(),
        is_known: (campaign.find)(&track.identity).is_some(),
    })
}

/// Writes the name of a formula as a field of its own name: `"index": "17"`, `"file":
/// "sat/a.smt2"`.
fn by_its_key<S: Serializer>(place: &Place, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([(place.key(), place)])
}

/// An order as databases write it: a text that holds JSON. Of a corpus only the number of its files.
fn as_json<S: Serializer>(order: &Order, to: S) -> Result<S::Ok, S::Error> {
    if let Order::Corpus { files } = order {
        let text = format!(r#"{{"order":"corpus","files":{}}}"#, files.as_slice().len());
        return to.serialize_str(&text);
    }
    to.serialize_str(&serde_json::to_string(order).map_err(S::Error::custom)?)
}

fn described(store: &Store, run: &StoredRun) -> Result<Run, StoreError> {
    let command =
        |words: Vec<String>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    Ok(Run {
        command: run.words().map(command),
        etude: run.version.clone(),
        occasion: store.occasion(run.id)?,
    })
}
