//! Bugs into probable root causes: what one mistake in a solver makes wrong in several ways.
//!
//! [`group`](crate::group) tells bugs apart by all operators of their smallest triggers. One wrong
//! rewriting of `str.<` then shows as several bugs, each with another operator beside it. Here bugs
//! of one solver that fail alike, and whose smallest triggers share an operator of a theory, are
//! taken for one. That is a guess, and is said to be one: no trigger is thrown away.

use std::collections::{BTreeMap, BTreeSet};

use outlet::counted;

use crate::finding::Finding;
use crate::finding::accused::Accused;
use crate::finding::fault::Fault;
use crate::finding::older::told_by;
use crate::judge::kind::Kind;
use crate::judge::severity::Severity;

/// Operators that hold any formula together, so that sharing one says nothing. `fp` writes a literal.
const GLUE: [&str; 17] = [
    "and", "or", "not", "xor", "=>", "=", "distinct", "ite", "let", "true", "false", "forall",
    "exists", "match", "!", "to_real", "fp",
];

/// The comparison of numbers, by the one name of all four: of terms with another operator it is what
/// makes a formula of them.
const COMPARISON: &str = "<";

/// Bugs that probably have one root cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The places of the bugs, at least one: the worst and smallest first, which stands for all.
    pub bugs: Vec<usize>,
    /// The operators that all of them have, where there are several bugs: `str.<`, which stands for
    /// `str.<=` too, or `div mod`.
    pub shared: Option<String>,
    /// The places of the same bugs in older releases of the solver, if those were asked too.
    pub older: Vec<usize>,
}

impl Cause {
    /// Returns the place of the bug that stands for all.
    pub fn first(&self) -> usize {
        self.bugs[0]
    }

    /// Returns the places of the other bugs.
    pub fn others(&self) -> &[usize] {
        &self.bugs[1..]
    }

    /// Returns the places of all bugs, those of older releases last.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        self.bugs.iter().chain(&self.older).copied()
    }

    /// Returns how many bugs probably are one, and why: `probably one bug, 4 triggers, all with
    /// str.<`; `None` if there is one only.
    pub fn words(&self, severity: Severity) -> Option<String> {
        let shared = self.shared.as_ref()?;
        let noun = if severity == Severity::Wrong { "bug" } else { "cause" };
        let triggers = counted(self.bugs.len() as u64, "trigger");
        Some(format!("probably one {noun}, {triggers}, all with {shared}"))
    }
}

/// The way in which a solver fails, coarser than [`Kind`]: one mistake makes an `unsat` wrong here
/// and a model there, and an answer slow here and late there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    WrongAnswer,
    /// In a place, or by a signal.
    Crash(Fault),
    TooSlow,
    Other(Kind, Fault),
}

impl Manner {
    fn of(finding: &Finding) -> Self {
        match finding.kind {
            kind if kind.is_wrong_answer() => Self::WrongAnswer,
            Kind::Crash => Self::Crash(finding.fault.without_line()),
            Kind::Performance => Self::TooSlow,
            kind => Self::Other(kind, finding.fault.clone()),
        }
    }
}

/// Returns the probable causes of some findings, each of which stands for a bug, in the order of
/// their first ones. What several releases of a solver have stands once, for the newest. `fixed` says where the bug at a place was fixed, if that is known: bugs that were
/// fixed in different releases have different causes.
///
/// The operator that most of the rest share makes the next cause; of equally many, the first in
/// alphabetical order. Costs the square of the number of findings that fail alike, at most.
pub fn causes(findings: &[&Finding], fixed: impl Fn(usize) -> Option<String>) -> Vec<Cause> {
    type Alike<'a> = (Severity, &'a Accused, Manner);
    let told_by = told_by(findings);
    let mut alike: BTreeMap<Alike<'_>, Vec<usize>> = BTreeMap::new();
    for (place, finding) in findings.iter().enumerate() {
        if told_by[place].is_some() {
            continue;
        }
        let key = (finding.severity(), &finding.accused, Manner::of(finding));
        alike.entry(key).or_default().push(place);
    }
    let mut causes: Vec<Cause> = alike
        .into_values()
        .flat_map(|places| split(findings, places))
        .flat_map(|cause| by_fix(cause, &fixed))
        .collect();
    causes.sort_by_key(Cause::first);
    for cause in &mut causes {
        let is_told = |place: &usize| told_by[*place].is_some_and(|by| cause.bugs.contains(&by));
        cause.older = (0..findings.len()).filter(is_told).collect();
    }
    causes
}

/// Splits bugs that fail alike by the operators that they share.
fn split(findings: &[&Finding], mut rest: Vec<usize>) -> Vec<Cause> {
    let operators: BTreeMap<usize, BTreeSet<&str>> =
        rest.iter().map(|&place| (place, telling(findings[place]))).collect();
    let mut causes = Vec::new();
    while !rest.is_empty() {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for operator in rest.iter().flat_map(|place| &operators[place]) {
            *counts.entry(operator).or_default() += 1;
        }
        // Of equally many the last of a reversed walk is the first of the alphabet.
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        let Some((operator, 2..)) = most else {
            let alone = |place| Cause { bugs: vec![place], shared: None, older: Vec::new() };
            causes.extend(rest.drain(..).map(alone));
            break;
        };
        let (bugs, others) =
            rest.into_iter().partition::<Vec<_>, _>(|place| operators[place].contains(operator));
        let shared = Some(common(&bugs, &operators));
        causes.push(Cause { shared, bugs, older: Vec::new() });
        rest = others;
    }
    causes
}

/// Returns the operators that all of some bugs have: which of them the mistake is in nobody knows.
fn common(bugs: &[usize], operators: &BTreeMap<usize, BTreeSet<&str>>) -> String {
    let [first, others @ ..] = bugs else { return String::new() };
    let in_all = |it: &&&str| others.iter().all(|other| operators[other].contains(*it));
    operators[first].iter().filter(in_all).copied().collect::<Vec<_>>().join(" ")
}

/// Splits a cause by the releases that fixed its bugs. Of a bug whose fix is not known nothing
/// speaks against the guess.
fn by_fix(cause: Cause, fixed: &impl Fn(usize) -> Option<String>) -> Vec<Cause> {
    let mut parts: Vec<(Option<String>, Vec<usize>)> = Vec::new();
    for place in cause.bugs {
        let fix = fixed(place);
        let fits = |known: &Option<String>| fix.is_none() || known.is_none() || *known == fix;
        match parts.iter_mut().find(|(known, _)| fits(known)) {
            Some((known, bugs)) => {
                bugs.push(place);
                *known = known.take().or(fix);
            }
            None => parts.push((fix, vec![place])),
        }
    }
    let shared = |bugs: &[usize]| cause.shared.clone().filter(|_| bugs.len() > 1);
    let part = |bugs: Vec<usize>| Cause { shared: shared(&bugs), bugs, older: Vec::new() };
    parts.into_iter().map(|(_, bugs)| part(bugs)).collect()
}

/// Returns the operators that tell what a formula is about, comparisons by one name. That of numbers
/// holds most formulas with numbers together: it tells something where there is nothing else.
fn telling(finding: &Finding) -> BTreeSet<&str> {
    let operators = finding.operators.iter().map(String::as_str);
    let mut telling: BTreeSet<&str> =
        operators.filter(|operator| !GLUE.contains(operator)).map(of_comparison).collect();
    if telling.len() > 1 {
        telling.remove(COMPARISON);
    }
    telling
}

/// Returns the one name of the four comparisons: `str.<` for `str.<=`, `<` for `>=`.
fn of_comparison(operator: &str) -> &str {
    match operator {
        "str.<=" => "str.<",
        "<=" | ">" | ">=" => "<",
        "fp.leq" | "fp.gt" | "fp.geq" => "fp.lt",
        "bvule" | "bvugt" | "bvuge" => "bvult",
        "bvsle" | "bvsgt" | "bvsge" => "bvslt",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Evidence;
    use crate::finding::formula_id::FormulaId;
    use crate::source::order::Place;

    fn finding(kind: Kind, fault: Fault, operators: &[&str]) -> Finding {
        Finding {
            kind,
            accused: "z3".parse().unwrap(),
            fault,
            formula: FormulaId {
                theory: "Strings".to_owned(),
                grammar: String::new(),
                origin: None,
                place: Place::Index(7.into()),
                size: 3,
            },
            operators: operators.iter().map(|&it| it.to_owned()).collect(),
            evidence: Evidence::default(),
        }
    }

    fn places(findings: &[Finding]) -> Vec<Vec<usize>> {
        let findings: Vec<&Finding> = findings.iter().collect();
        causes(&findings, |_| None).into_iter().map(|cause| cause.bugs).collect()
    }

    #[test]
    fn what_one_operator_makes_wrong_is_one_cause() {
        let unsat =
            |operators: &[&str]| finding(Kind::RefutationUnsoundness, Fault::Unsat, operators);
        let found = [
            unsat(&["str.++", "str.<="]),
            unsat(&["str.<=", "str.replace"]),
            unsat(&["str.++", "str.<"]),
            finding(Kind::InvalidModel, Fault::Sat, &["not", "str.<"]),
            unsat(&["=", "str.at"]),
            unsat(&["=", "not"]),
        ];
        assert_eq!(places(&found), [vec![0, 1, 2, 3], vec![4], vec![5]]);
        let found: Vec<&Finding> = found.iter().collect();
        let cause = &causes(&found, |_| None)[0];
        assert_eq!(
            cause.words(Severity::Wrong).as_deref(),
            Some("probably one bug, 4 triggers, all with str.<")
        );
        // What different releases fixed are different bugs.
        let fixed = |place: usize| ["4.8.8", "4.8.8", "4.9.0"].get(place).map(|&it| it.to_owned());
        let bugs: Vec<_> = causes(&found, fixed).into_iter().map(|cause| cause.bugs).collect();
        assert_eq!(bugs, [vec![0, 1, 3], vec![2], vec![4], vec![5]]);
    }

    #[test]
    fn a_slow_and_a_late_answer_are_one_and_kinds_of_failing_are_not() {
        let found = [
            finding(Kind::Crash, Fault::parse(Kind::Crash, "bad at a.cpp:7"), &["div"]),
            finding(Kind::Crash, Fault::parse(Kind::Crash, "bad at b.cpp:7"), &["div"]),
            finding(Kind::Performance, Fault::Late, &["div", "mod"]),
            finding(Kind::Performance, Fault::Slow, &["div", "not"]),
            finding(Kind::Incompleteness, Fault::Reason(String::new()), &["div"]),
        ];
        assert_eq!(places(&found), [vec![0], vec![1], vec![2, 3], vec![4]]);
        // A comparison of numbers holds them together; alone it is what there is.
        let model = |operators: &[&str]| finding(Kind::InvalidModel, Fault::Sat, operators);
        let compared = [&["<", "div"][..], &["<=", "mod"], &["div", "not"], &[">"], &["<"]];
        assert_eq!(places(&compared.map(model)), [vec![0, 2], vec![1], vec![3, 4]]);
        let both = [&["<", "div", "mod"][..], &["div", "mod"]]
            .map(|it| finding(Kind::Performance, Fault::Slow, it));
        let cause = causes(&both.each_ref(), |_| None).remove(0);
        assert_eq!(
            cause.words(Severity::Note).as_deref(),
            Some("probably one cause, 2 triggers, all with div mod")
        );
    }

    #[test]
    fn a_comparison_of_numbers_and_a_literal_are_no_cause() {
        let unknown = |operators: &[&str]| {
            finding(Kind::Incompleteness, Fault::Reason(String::new()), operators)
        };
        let found = [
            unknown(&["=", "sin"]),
            unknown(&[">", "sin"]),
            unknown(&["<", "cos"]),
            unknown(&["=", "fp", "fp.div"]),
            unknown(&["=", "fp", "fp.rem"]),
            unknown(&["<"]),
            unknown(&[">="]),
        ];
        assert_eq!(places(&found), [vec![0, 1], vec![2], vec![3], vec![4], vec![5, 6]]);
    }

    #[test]
    fn what_several_releases_have_stands_once() {
        let of = |version: &str, operators: &[&str]| {
            let mut finding = finding(Kind::RefutationUnsoundness, Fault::Unsat, operators);
            let name = format!("z3-{version}");
            finding.accused = name.parse().unwrap();
            finding.evidence.answers = vec![answer(&name, version)];
            finding
        };
        let mut found =
            [of("4.8.7", &["str.<"]), of("4.10.2", &["str.<"]), of("4.8.5", &["str.<"])];
        let all = |found: &[Finding]| {
            let findings: Vec<&Finding> = found.iter().collect();
            let pairs = causes(&findings, |_| None).into_iter().map(|it| (it.bugs, it.older));
            pairs.collect::<Vec<_>>()
        };
        assert_eq!(all(&found), [(vec![1], vec![0, 2])]);
        // Another formula may show something else.
        found[0].formula.place = Place::Index(8.into());
        assert_eq!(all(&found), [(vec![0], vec![]), (vec![1], vec![2])]);
    }

    fn answer(name: &str, version: &str) -> crate::finding::recorded_reply::RecordedReply {
        serde_json::from_value(serde_json::json!({
            "solver": {
                "name": name, "version": version, "family": "z3", "command": ["z3"], "options": [],
            },
            "verdict": "unsat", "seconds": 0.1, "limit_seconds": 1.0, "is_fresh": true,
        }))
        .unwrap()
    }

    #[test]
    fn what_lies_outside_the_standard_stands_by_itself() {
        let mut found =
            [&["tan"][..], &["<", "tan"]].map(|it| finding(Kind::InvalidModel, Fault::Sat, it));
        found[1].evidence.outside_standard = vec!["tan".to_owned()];
        assert_eq!(
            found.each_ref().map(Finding::severity),
            [Severity::Wrong, Severity::Suspicious]
        );
        assert_eq!(places(&found), [vec![0], vec![1]]);
        assert_eq!(found[1].standing_outside().unwrap(), "operator outside the standard: tan");
    }
}
