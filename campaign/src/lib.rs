//! Campaigns: formulas and verdicts in, findings out, kept in a database.
//!
//! ```
//! use std::sync::Arc;
//!
//! use campaign::{Making, Mutants, Order, SeedAnswers, Source, Store, source_of_grammar};
//! use generated::Theory;
//! use mutation::Tools;
//!
//! // A source has questions with numbers: the formulas of a theory, and mutants of them.
//! let core = Theory::find("Core").expect("it is compiled in");
//! let formulas =
//!     source_of_grammar(core.name().to_owned(), core.space().clone(), Order::exhaustive(), None);
//! let question = formulas.questions(41..42).pop().expect("there are infinitely many");
//! assert_eq!(question.place.to_string(), "41");
//! let making: Making = "weaken".parse()?;
//! let answers = SeedAnswers::default();
//! let mutants = Mutants::new(Arc::clone(&formulas), &making, 10, answers, &Tools::default());
//! assert_eq!(mutants.place(413).to_string(), "41/weaken/3");
//!
//! // What solvers say of them is kept in a database.
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(folder.path())?;
//! assert!(store.bugs(None)?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//!
//! | module | turns | into |
//! |---|---|---|
//! | `source` | a grammar | questions, each with a number |
//! | `seat` | a solver with its limits | what a campaign asks, and describes in its files |
//! | `judge` | a formula and the answers to it | outcomes, suspicions, one standing |
//! | `finding` | a suspicion that held | a finding with its evidence, a folder for people |
//! | `store` | all of it | one database file, and back |
//! | `ask` | a plan | tasks, answers, findings in the store |
//! | `history` | a store | summaries, comparisons, replays, bisections |
//! | `regression` | a build, a reference, a baseline | regressions, each looked at again |

mod ask;
mod finding;
mod hex;
mod history;
mod judge;
mod regression;
mod seat;
mod source;
mod store;

pub use ask::evolution::{Evolution, Half};
pub use ask::hunt::{Ending, Event, HuntError, hunt};
pub use ask::job::JobError;
pub use ask::ladder::{Ladder, LadderError, Rung};
pub use ask::lineup::{LineUp, rival};
pub use ask::plan::{Plan, Stretch, Turns};
pub use ask::rota::{ALL_TRIGGERS, MOST_TRIGGERS, rota};
pub use ask::seed_answers::{answer_seed, answer_seeds};
pub use ask::shard::{Shard, ShardError};
pub use ask::watcher::{Part, Watcher};
pub use finding::accused::{Accused, NobodyAccused, SolverName};
pub use finding::cause::{Cause, causes};
pub use finding::commands_for_people;
pub use finding::explanation::NoValues;
pub use finding::fault::{CrashSignature, Fault};
pub use finding::folder::{
    Dossier, EVIDENCE, FORMULA, FolderError, ORIGINAL, REPORT, Sibling, folder_name,
};
pub use finding::folders::{EarlyFolders, findings_folder, write_folders};
pub use finding::formula_id::FormulaId;
pub use finding::issue::argument::Argument;
pub use finding::known_bugs::{KnownBugs, KnownBugsError, ListError};
pub use finding::lifetime::{AskedRelease, Lifetime};
pub use finding::old_trigger::OldTrigger;
pub use finding::older::told_by;
pub use finding::recorded_reply::{AskedValue, CutModel, RecordedReply};
pub use finding::reduced::{Ended, Original, ReducedFinding};
pub use finding::repeated::Repeated;
pub use finding::sequel::Sequel;
pub use finding::signature::{Group, Trigger, TriggerForm, group};
pub use finding::triage::{NoTriageState, TRIAGE, Triage, TriageState, triage_entry, triage_file};
pub use finding::{Evidence, Finding, Proof};
pub use history::baseline::{
    BaselineError, Change, Difference, Machine, NewBug, Speed, TheoryDifference, Tolerance,
    compare, counterpart,
};
pub use history::bisect::{Bisection, Boundaries, Breadth, Edge, Tested, boundaries};
pub use history::follow_up::{follow_up, shorten};
pub use history::labels::{WrongLabel, wrong_labels};
pub use history::reduction::command::CommandTest;
pub use history::reduction::crew::{Progress, Watch};
pub use history::reduction::of_finding::reduce_finding;
pub use history::reduction::patient::{NoPatient, Patient};
pub use history::reduction::symptom::Symptom;
pub use history::reduction::walks::Numbered;
pub use history::reduction::{
    REDUCED, ReduceError, Reduced, reduce, reduce_by_command, reduced_formula,
};
pub use history::reference::{recall, remember};
pub use history::replay::{Comparison, ReplayError, Replayed, Replaying, Unasked, replay};
pub use history::retrial::{Recurrence, Retrial};
pub use history::statistics::median;
pub use history::summary::{
    Crowded, Excuse, Missing, Summary, TheorySummary, open_word, summarize, summarize_stored,
};
pub use judge::evaluation::{Evaluation, Evaluations, NoEvaluation};
pub use judge::flaw::{Flaw, OwnFault, Refutation};
pub use judge::health::Health;
pub use judge::kind::Kind;
pub use judge::kinds::{Kinds, NoKinds};
pub use judge::normal::{normal_crash, normal_reason, normal_unread};
pub use judge::opponents::{Attention, Opponents};
pub use judge::outcome::{Outcome, pack_time, unpack_time};
pub use judge::parsed_formula::{ParsedFormula, Searched, Unreadable};
pub use judge::reply::{Reply, Way};
pub use judge::severity::{NoSeverity, Severity};
pub use judge::standing::{Standing, Standings, Voice, Weighed};
pub use judge::verdict_kind::VerdictKind;
pub use judge::{Judge, Judgement, Replies, Subject, Suspicion};
pub use regression::course::Course;
pub use regression::review::{Review, Reviewed};
pub use regression::second_look::{LiveLook, Second, SecondLook};
pub use regression::wording::Reproduction;
pub use regression::{AskedAgain, Aspect, Complaint, Note, Regression, Worse};
pub use seat::handle::{PerSeat, SeatId};
pub use seat::setting::{Description, Manner, Purpose, Recorded, Setting, tell_apart};
pub use source::corpus::{Contradiction, Corpus, CorpusError, CorpusScript, LeftOut, Unfit};
pub use source::file_name::{FileName, FileNames};
pub use source::formula_name::{FormulaName, FormulaNameError};
pub use source::identity::Identity;
pub use source::known::{Decision, Ground, KnownAnswer, KnownAnswers};
pub use source::lineage::{CheckText, Lineage, Parent, SeedText, StepText};
pub use source::making::{Making, MakingError, MakingOptions, StepRange};
pub use source::mutated::bank::{AskedSeeds, SeedAnswer, SeedAnswers, Unseeded};
pub use source::mutated::{Mutants, NoMutant};
pub use source::order::{NoDecimal, Order, Place, mutant_parts};
pub use source::question::Question;
pub use source::widen::{WidenError, Widening, widen};
pub use source::{Batch, FindSource, Gap, Source, Station, source_again, source_of_grammar};
pub use store::{
    Accusation, Bug, Chunk, Entry, Lesson, MadeMutant, Merged, Occasion, OperatorSet, Reason,
    RunId, SettingId, Spans, Store, StoreError, StoredRun, StoredSetting, StoredSolver,
    StoredTrack, TrackId, Unread, Yield, Yields, causes_of, spans,
};
