//! The first formulas of every theory and some of each production, put to real solvers; each model is
//! evaluated.
//!
//! Under a model of a right solver every formula is true, and each production has a formula that a
//! solver decides. What is anything else is in
//! `tests/models/exceptions.txt`, a line each: the solver, the theory, how the outcome begins, in
//! braces what the formula contains, and after a `#` why. A line that nothing needs fails the test.
//! An `unsat` is put to the small search, which must find no model.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use etude_tests::etude;
use feat_runtime::{Choice, Index, Layout, ProductionId, Sampler, Size, Tree};
use generated::{THEORIES, Theory};
use smtlib::{Budget, Dialect, Found, Script, search};
use solvers::{
    InstallError, Installer, Limits, PINNED_CVC5, PINNED_Z3, Program, Session, SessionPool, Solver,
    Verdict, Want, cache_dir,
};

/// Number of first formulas of each theory; `ETUDE_TEST_SOLVERS=all` takes the time for `MANY`.
const FIRST: usize = 150;
const MANY: usize = 2000;

/// Number of the drawn formulas that use each production, if there are as many among those that are
/// drawn.
const USES: usize = 4;
/// Number of formulas that are drawn of each theory.
const DRAWN: usize = 1000;
/// Most by which a drawn formula is larger than the smallest ones.
const LARGER: u32 = 4;

/// Longest time that a solver may think about one.
const PATIENCE: Duration = Duration::from_millis(200);

/// Beginning of a complaint about an exception.
const NEEDLESS: &str = "nothing needs";

fn takes_time() -> bool {
    env::var("ETUDE_TEST_SOLVERS").is_ok_and(|which| which == "all")
}

/// Evaluates a formula under a model: `true`, `false`, `open: …`, `error: …`.
fn judge(formula: &str, model: &str) -> String {
    let mut script = match Script::parse(formula) {
        Ok(script) => script,
        Err(error) => return format!("script: {error}"),
    };
    match script.judge(model, Dialect::Standard, smtlib::Limits::default()) {
        Ok(judgement) => judgement.truth.display(&script.terms).to_string(),
        Err(error) => format!("error: {error}"),
    }
}

/// Searches for a model of a formula that is said to have none: of the last check of a script.
fn refute(formula: &str) -> Option<String> {
    let script = Script::parse(formula).ok()?;
    let query = script.queries().pop().expect("a formula has a check");
    match search(&script.terms, &query, &Budget { evaluations: 2_000, ..Budget::default() }) {
        Found::Sat(model) => Some(model.text(&script.terms, &query.functions)),
        _ => None,
    }
}

/// A formula with the productions that it uses.
struct Asked {
    text: String,
    productions: BTreeSet<ProductionId>,
}

/// The first formulas of a theory, and for each production some that use it: the smallest, and
/// random ones that are a little larger than the smallest of all.
fn formulas(theory: &Theory) -> Vec<Asked> {
    let space = theory.space();
    let first = space.iter_from(&Index::from(0_u64)).take(if takes_time() { MANY } else { FIRST });
    let mut trees: Vec<Tree> = first.collect();
    let least = space.rtg().productions().map(|id| space.rtg().least_with(id));
    trees.extend(least);
    let asked = |tree: Tree| Asked {
        text: space.rtg().render(&tree, Layout::Smtlib),
        productions: productions(&tree).collect(),
    };
    let mut formulas: Vec<Asked> = trees.into_iter().map(asked).collect();
    let mut uses: BTreeMap<ProductionId, usize> = BTreeMap::new();
    let smallest = space.sizes().next().expect("a theory has formulas");
    let mut sampler = Sampler::new(0);
    for larger in (1..=LARGER).cycle().take(DRAWN) {
        let Some(tree) = sampler.of_size(space, Size(smallest.0 + larger)) else { continue };
        if productions(&tree).any(|id| uses.get(&id).copied().unwrap_or(0) < USES) {
            productions(&tree).for_each(|id| *uses.entry(id).or_default() += 1);
            formulas.push(asked(tree));
        }
    }
    formulas
}

fn productions(tree: &Tree) -> impl Iterator<Item = ProductionId> {
    tree.choices().iter().filter_map(|choice| match choice {
        Choice::Production(id) => Some(*id),
        Choice::Char(_) => None,
    })
}

/// A formula, and the outcome that is not `true`.
struct Finding {
    solver: &'static str,
    theory: &'static str,
    index: usize,
    outcome: String,
    evidence: String,
}

/// An outcome that need not be `true`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Exception {
    solver: String,
    theory: String,
    outcome: String,
    contains: String,
}

impl Exception {
    fn covers(&self, finding: &Finding) -> bool {
        self.solver == finding.solver
            && self.theory == finding.theory
            && finding.outcome.starts_with(&self.outcome)
            && finding.evidence.contains(&self.contains)
    }
}

fn exceptions(text: &str) -> Vec<Exception> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (line, _) = line.split_once(" # ").unwrap_or_else(|| panic!("no reason: {line}"));
            let mut words = line.trim().splitn(3, ' ').map(str::to_owned);
            let mut next = || words.next().unwrap_or_else(|| panic!("three parts: {line}"));
            let (solver, theory, rest) = (next(), next(), next());
            let (outcome, contains) = rest.split_once(" {").unwrap_or((&rest, "}"));
            let contains = contains.strip_suffix('}').unwrap_or_else(|| panic!("no brace: {line}"));
            let (outcome, contains) = (outcome.to_owned(), contains.to_owned());
            Exception { solver, theory, outcome, contains }
        })
        .collect()
}

/// Returns what is wrong: findings that are no exceptions, and exceptions that nothing needs.
fn complaints(findings: &[Finding], exceptions: &[Exception]) -> Vec<String> {
    let excused = |finding: &&Finding| exceptions.iter().any(|exception| exception.covers(finding));
    let mut complaints: Vec<String> = findings
        .iter()
        .filter(|finding| !excused(finding))
        .map(|finding| {
            let Finding { solver, theory, index, outcome, evidence } = finding;
            format!("{solver}, {theory} {index}: {outcome}\n{evidence}")
        })
        .collect();
    let needless = exceptions
        .iter()
        .filter(|exception| !findings.iter().any(|finding| exception.covers(finding)));
    complaints.extend(needless.map(|exception| format!("{NEEDLESS} {exception:?}")));
    complaints
}

/// Puts the formulas to a solver; the findings, and how often there was which outcome.
fn findings(
    (name, solver): &(&'static str, Solver),
    theory: &Theory,
) -> (Vec<Finding>, BTreeMap<&'static str, usize>) {
    let limits = Limits::of_time(PATIENCE);
    let session = || Session::new(solver.clone(), limits).with_want(Want::Model);
    let pool = SessionPool::new(NonZeroUsize::MIN.saturating_add(1), session);
    let mut findings = Vec::new();
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let asked = formulas(theory);
    let texts = asked.iter().map(|asked| asked.text.clone());
    let mut decided = BTreeSet::new();
    for (index, (formula, answer)) in pool.solve_all(texts).enumerate() {
        let answer = answer.unwrap_or_else(|error| panic!("{error}"));
        let said = answer.model().unwrap_or_default().to_owned();
        let (kind, outcome, said) = match answer.verdict {
            Verdict::Sat => {
                let outcome = judge(&formula, &said);
                let kinds = ["true", "false", "open", "error", "script"];
                let kind = kinds.into_iter().find(|kind| outcome.starts_with(kind));
                (kind.unwrap_or("strange"), outcome, said)
            }
            Verdict::Unsat => match refute(&formula) {
                None => ("unsat", String::new(), said),
                Some(model) => ("refuted", "refuted".to_owned(), model),
            },
            Verdict::Unknown(_) | Verdict::Timeout => ("none", String::new(), said),
            verdict => ("strange", format!("strange: {verdict}"), said),
        };
        *counts.entry(kind).or_default() += 1;
        if matches!(kind, "true" | "unsat") {
            decided.extend(&asked[index].productions);
        }
        if !matches!(kind, "true" | "unsat" | "none") {
            let evidence = format!("{formula}\n{said}");
            let (solver, theory) = (*name, theory.name());
            findings.push(Finding { solver, theory, index, outcome, evidence });
        }
    }
    findings.extend(undecided(name, theory, &decided));
    (findings, counts)
}

/// The productions of which no formula was decided, and the evaluator or the search agreed.
fn undecided(
    solver: &'static str,
    theory: &Theory,
    decided: &BTreeSet<ProductionId>,
) -> Vec<Finding> {
    let rtg = theory.space().rtg();
    let all = rtg.productions().filter(|id| !decided.contains(id));
    all.map(|id| {
        let production = rtg.production(id);
        let rule = rtg.nonterminal(production.nonterminal()).name();
        let formula = rtg.render(&rtg.least_with(id), Layout::Smtlib);
        let evidence = format!("{rule} {}\n{formula}", production.constructor());
        let outcome = "nothing decided".to_owned();
        Finding { solver, theory: theory.name(), index: id.index(), outcome, evidence }
    })
    .collect()
}

/// The solvers that can be had; without network and cache, none.
fn installed() -> Vec<(&'static str, Solver)> {
    let cache = cache_dir().unwrap_or_else(|error| panic!("{error}"));
    let installer = Installer::new(cache).with_host(etude());
    let solver = |name, program: Result<Program, InstallError>| match program {
        Ok(program) => Some((name, Solver::of_program(&program))),
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            writeln!(io::stderr(), "{name} was not asked: {error}").expect("stderr can be written");
            None
        }
        Err(error) => panic!("{error}"),
    };
    let z3 = solver("z3", installer.z3(&PINNED_Z3));
    let cvc5 = solver("cvc5", installer.cvc5(&PINNED_CVC5));
    z3.into_iter().chain(cvc5).collect()
}

#[test]
fn models_of_the_first_formulas_are_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/exceptions.txt");
    let exceptions = exceptions(&fs::read_to_string(file).expect("the exceptions are there"));
    let mut all = Vec::new();
    let mut summary = String::new();
    let solvers = installed();
    for solver in &solvers {
        for theory in THEORIES {
            let (findings, counts) = findings(solver, theory);
            let line = format!("{} {}: {counts:?}", solver.0, theory.name());
            println!("{line}");
            writeln!(summary, "{line}").expect("a string");
            all.extend(findings);
            assert!(counts.contains_key("true"), "no model was true\n{summary}");
        }
    }
    let asked = |exception: &Exception| solvers.iter().any(|(name, _)| *name == exception.solver);
    let exceptions: Vec<Exception> = exceptions.into_iter().filter(asked).collect();
    let mut complaints = complaints(&all, &exceptions);
    if !takes_time() {
        // What is needed for more formulas may not be needed for these.
        complaints.retain(|complaint| !complaint.starts_with(NEEDLESS));
    }
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// The test above can fail: wrong models are noticed, and exceptions are needed.
#[test]
fn a_wrong_model_is_found() {
    let formula = "(declare-const a Int)\n(assert (= a 2))\n(check-sat)";
    assert_eq!(judge(formula, "((define-fun a () Int 2))"), "true");
    assert_eq!(judge(formula, "((define-fun a () Int 3))"), "false");
    assert_eq!(refute(formula).as_deref(), Some("(\n  (define-fun a () Int 2)\n)"));
    assert_eq!(refute("(declare-const a Int)\n(assert (< a a))\n(check-sat)"), None);
    let finding = |outcome: &str| {
        let (outcome, evidence) = (outcome.to_owned(), String::new());
        [Finding { solver: "z3", theory: "Ints", index: 7, outcome, evidence }]
    };
    let open = exceptions("# a comment\nz3 Ints open: the standard # division by zero\n");
    assert_eq!(complaints(&finding("open: the standard leaves"), &open), [""; 0]);
    assert_eq!(complaints(&finding("false"), &[]), ["z3, Ints 7: false\n"]);
    assert_eq!(complaints(&finding("false"), &open).len(), 2);
}
