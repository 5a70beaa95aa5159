//! The arguments of `etude ci`, checked.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use campaign::{
    Course, KnownBugs, Manner, OldTrigger, Setting, Severity, Store, Stretch, Tolerance,
    counterpart, rival, tell_apart,
};
use solvers::{Entry, Limits, Request, parse_list};

use super::{jobs, ladder};
use crate::asking::{setting, whole_sources};
use crate::choice::BrokenSolvers;
use crate::cli::{Annotations, Ci};
use crate::corpus;
use crate::mutants::{Answers, mutants_of};
use crate::preferences::cache_dir;

/// A test of a build that can begin.
pub(crate) struct CiConfig {
    /// The campaign's path.
    pub campaign: PathBuf,
    /// The course of the run: who is asked what, and until when.
    pub course: Course,
    /// Solvers' answers to seeds, to be kept in the campaign.
    pub answers: Answers,
    /// The campaign of an earlier build.
    pub baseline: Option<Baseline>,
    /// The bugs that are no news.
    pub known: KnownBugs,
    /// From when on a difference counts.
    pub tolerance: Tolerance,
    /// The least weight of a finding that is a regression.
    pub fail_on: Severity,
    /// The words that name the solver under test: `./build/z3`.
    pub words: String,
    /// The time that a solver has for one formula.
    pub timeout: Duration,
    /// The `JUnit` file to write.
    pub junit: Option<PathBuf>,
    /// The SARIF file to write.
    pub sarif: Option<PathBuf>,
    /// The file of GitHub Actions that takes a summary in Markdown.
    pub step_summary: Option<PathBuf>,
    /// Whether regressions are marked for GitHub Actions.
    pub is_annotated: bool,
    /// Whether JSON is written.
    pub is_json: bool,
}

/// The campaign of an earlier build.
pub(crate) struct Baseline {
    /// Its path, as it was given.
    pub path: PathBuf,
    /// Its database.
    pub store: Store,
}

impl CiConfig {
    /// Checks what a person typed; the budget is counted from `begin` on.
    pub fn new(arguments: &Ci, begin: Instant) -> Result<Self> {
        let known = KnownBugs::of_campaign(&arguments.campaign, &arguments.known)?;
        let stretches = stretches(arguments)?;
        let (tested, reference, plain_name) = contest(arguments)?;
        let baseline = baseline(arguments, &tested, &reference)?;
        // Only what the baseline believed of its seeds makes the mutants that it was asked.
        let campaigns: Vec<&Path> =
            arguments.baseline.iter().chain([&arguments.campaign]).map(PathBuf::as_path).collect();
        let both = [tested.clone(), reference.clone()];
        let asked = (&both[..], jobs(arguments.jobs));
        let (stretches, answers) = mutants_of(stretches, &arguments.mutation, asked, &campaigns)?;
        let sources = stretches.into_iter().map(|it| it.source).collect();
        let mut old_triggers = OldTrigger::known();
        old_triggers.extend_from_slice(known.old_triggers());
        if let Some(baseline) = &baseline {
            let bugs = baseline.store.bugs(None)?;
            old_triggers.extend(bugs.iter().filter_map(|bug| OldTrigger::of(&bug.finding)));
        }
        let course = Course {
            old_triggers,
            tested,
            plain_name,
            reference,
            sources,
            budget: arguments.budget,
            begin,
            count: arguments.count,
            ladder: ladder(arguments.ladder.as_ref(), arguments.timeout),
            jobs: jobs(arguments.jobs),
            kinds: arguments.weight.kinds(),
            cache: match &arguments.reference_cache {
                Some(path) => Ok(path.clone()),
                None => cache_dir().map(|folder| folder.join("references.db")),
            },
        };
        Ok(Self {
            campaign: arguments.campaign.clone(),
            course,
            answers,
            baseline,
            known,
            tolerance: tolerance(arguments),
            fail_on: arguments.weight.fail_on(),
            words: arguments.solver.clone(),
            timeout: arguments.timeout,
            junit: arguments.junit.clone(),
            sarif: arguments.sarif.clone(),
            step_summary: is_annotated(arguments.annotate)
                .then(|| std::env::var_os("GITHUB_STEP_SUMMARY"))
                .flatten()
                .map(PathBuf::from),
            is_annotated: is_annotated(arguments.annotate),
            is_json: arguments.json,
        })
    }
}

/// Returns all scripts of a corpus, if there is one, and all formulas of the theories that are named; of
/// all theories if there is neither.
fn stretches(arguments: &Ci) -> Result<Vec<Stretch>> {
    let mut stretches = Vec::new();
    if let Some(corpus) = corpus::corpus(&arguments.seeds)? {
        stretches.push(corpus::stretch(&corpus, &arguments.seeds, u64::MAX));
        if arguments.theory.is_empty() {
            return Ok(stretches);
        }
    }
    let theories = whole_sources(&arguments.theory)?.into_iter();
    stretches.extend(theories.map(|source| Stretch::new(source, 0..u64::MAX)));
    Ok(stretches)
}

fn tolerance(arguments: &Ci) -> Tolerance {
    let usual = Tolerance::default();
    Tolerance {
        ratio: 1.0 + arguments.slower,
        // What takes longer than the limit is not decided at all.
        slow: usual.slow.min(arguments.timeout / 2),
        ..usual
    }
}

/// For the platform that is named, else where GitHub Actions says that it runs this.
fn is_annotated(platform: Option<Annotations>) -> bool {
    match platform {
        Some(platform) => platform == Annotations::Github,
        None => std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
    }
}

/// The solver under test, its reference, and the name of the first in any build.
fn contest(arguments: &Ci) -> Result<(Setting, Setting, String)> {
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let one = |text: &str, option: &str| -> Result<Setting> {
        let requests = parse_list(text)?;
        let [request] = <[Request; 1]>::try_from(requests)
            .map_err(|all| anyhow!("{option} names {} solvers: name one", all.len()))?;
        setting(&Entry::new(request), &limits, Manner::Session)
            .map_err(|error| BrokenSolvers(vec![format!("{text}: {error:#}")]).into())
    };
    let mut tested = one(&arguments.solver, "--solver")?;
    let newest = format!("{}@newest", rival(tested.solver.family));
    let reference = one(arguments.reference.as_deref().unwrap_or(&newest), "--reference")?;
    if tested.key() == reference.key() {
        bail!("{} is held against itself: --reference names another solver", tested.name());
    }
    let plain_name = tested.name().to_owned();
    // Builds of one version lie in one campaign without being taken for each other.
    if let Some(fingerprint) = tested.description().fingerprint {
        tested.solver.name = format!("{}+{}", tested.solver.name, &fingerprint[..8]);
    }
    let mut both = [tested, reference];
    tell_apart(&mut both);
    let [tested, reference] = both;
    Ok((tested, reference, plain_name))
}

/// The baseline, if it is one: that nothing can be compared is said before anything is asked.
fn baseline(arguments: &Ci, tested: &Setting, reference: &Setting) -> Result<Option<Baseline>> {
    let Some(path) = &arguments.baseline else { return Ok(None) };
    let store = Store::open_to_read(path)?;
    if fs::canonicalize(store.path()).ok() == fs::canonicalize(&arguments.campaign).ok() {
        bail!("{} cannot be its own baseline", path.display());
    }
    counterpart(&store, tested, reference)?;
    Ok(Some(Baseline { path: path.clone(), store }))
}
