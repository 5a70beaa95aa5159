//! The tables that come with the program: each rule is sound, and is what it says.

use std::fs;
use std::path::Path;

use mutation::{Change, Example, Neighbours, RuleSet, Seed, Weaken};
use smtlib::Script;

#[test]
fn no_assignment_refutes_a_rule() {
    let mut problems = Vec::new();
    for rule in RuleSet::shipped().rules() {
        let check = rule.check(10_000);
        if let Some(counterexample) = &check.counterexample {
            problems.push(format!("{}: {counterexample:?}", rule.name()));
        } else if check.applied == 0 {
            problems.push(format!("{}: nothing was tried: {check:?}", rule.name()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A line with its sides and its directions exchanged.
fn turned(line: &str) -> String {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let (left, right) = columns[2].split_once(" => ").unwrap();
    let sides = format!("{right} => {left}");
    let rest = columns[3..].iter().map(|column| match *column {
        "only weaken" => "only strengthen",
        "only strengthen" => "only weaken",
        other => other,
    });
    [columns[0], columns[1], &sides].into_iter().chain(rest).collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_rule_that_is_no_equivalence_is_caught_when_it_is_turned_round() {
    let mut problems = Vec::new();
    for rule in RuleSet::shipped().rules().iter().filter(|rule| !rule.is_equivalence()) {
        let line = turned(rule.text());
        let turned = RuleSet::parse("turned", "turned.rules", &line).unwrap();
        let check = turned.rules()[0].check(10_000);
        if check.counterexample.is_none() {
            problems.push(format!("{line}: {check:?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_known_to_be_wrong_is_refuted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unsound");
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        for rule in RuleSet::parse("unsound", &name, &text).unwrap().rules() {
            let check = rule.check(10_000);
            assert!(check.counterexample.is_some(), "{}: {check:?}", rule.text());
        }
    }
}

/// Returns what one rule makes of an assertion that is `unsat`, as somebody says.
fn applied(rule: &str, declarations: &str, assertion: &str) -> Vec<String> {
    let all = RuleSet::shipped();
    let others: Vec<&str> =
        all.rules().iter().map(|it| &**it.name()).filter(|name| *name != rule).collect();
    let weaken = Weaken::new(all.clone().without(&others));
    let text = format!("{declarations}(assert {assertion})(check-sat)");
    let script = Script::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why} in {text}"));
    let seed = Seed::declared_unsat("a test", &script, 0, "a test").unwrap();
    let neighbours = Neighbours::of(&seed, &weaken);
    (0..neighbours.len()).map(|number| neighbours.get(number).unwrap().text()).collect()
}

#[test]
fn each_rule_applies_where_it_should_and_not_elsewhere() {
    for rule in RuleSet::shipped().rules() {
        let name = &**rule.name();
        let examples = rule.examples();
        assert!(!examples.is_empty(), "{name}");
        for Example { change, before, after, declarations } in &examples {
            let is_formula = Script::parse(&format!("{declarations}(assert {before})")).is_ok();
            let whole = if is_formula { before.clone() } else { format!("(= {before} {before})") };
            // An unsat formula may become stronger at its root, and weaker below a `not`.
            let (right, wrong) = match change {
                Change::Weaker => (format!("(not {whole})"), Some(whole)),
                Change::Stronger => (whole.clone(), Some(format!("(not {whole})"))),
                Change::Same => (whole, None),
            };
            let made = applied(name, declarations, &right);
            assert!(!made.is_empty(), "{name} makes nothing of {right}");
            if let Some(wrong) = wrong {
                let found = wrong.replace(&**before, after);
                let made = applied(name, declarations, &wrong);
                let is_found = made.iter().any(|text| text.contains(&format!("(assert {found})")));
                assert!(!is_found, "{name} makes {found} of {wrong}");
            }
        }
    }
}

#[test]
fn a_rule_of_terms_does_not_apply_to_what_has_none() {
    for rule in RuleSet::shipped().rules() {
        let made = applied(rule.name(), "(declare-const z Bool)", "z");
        let left = rule.sides_text().split(" => ").next().unwrap().split(" <=> ").next().unwrap();
        let right = rule.sides_text().split("> ").last().unwrap();
        // Only a side that is a formula by itself fits a lone constant.
        let is_formula = |side: &str| side == "p";
        assert!(
            made.is_empty()
                || is_formula(left)
                || is_formula(right)
                || rule.sides_text().starts_with("x <=>"),
            "{}: {made:?}",
            rule.text()
        );
    }
}

#[test]
fn what_is_wrong_with_a_line_is_told_at_its_place() {
    let cases = [
        ("lt", "1:1: a rule is `name | variables | pattern => pattern`"),
        ("a b | | true => true", "1:1: a rule's name is one word: `lt-to-le`"),
        ("a | x Int | x <=> x", "1:5: variables and what they are stand here"),
        ("a | x: Integer | x <=> x", "1:8: a sort is wanted here"),
        ("a | x x: Int | x <=> x", "1:5: there are two variables `x`: rename one"),
        ("a | n: 9..1, x: Int | x <=> x", "1:8: a range of indices"),
        ("a | x: Int | x => y", "1:19: `y` is neither a variable nor an operator"),
        ("a | x: Int | (less x x) => x", "1:15: `less` is neither a variable nor an operator"),
        ("a | x: Int | x = x", "1:16: `=>` or `<=>` is wanted here"),
        ("a | x: Int | (< x x", "1:14: "),
        ("a | xs...: Int | (< xs) => true", "1:21: `xs` is a sequence: write `xs ...`"),
        ("a | x: Int | (< x ...) => true", "1:17: there is no sequence before the `...`"),
        ("a | p q...: Bool | p => (or q ...)", "1:20: `q` stands on one side only"),
        (
            "a | p: Bool, x: bound Any, t: Any part of p | p => (exists (x) (let ((t x)) p))",
            "1:47: `let` and `append`",
        ),
        (
            "a | i j: Int, a: (Array Int Any) | (= i j) => (= (select a i) (select a j))",
            "1:36: the side that is matched does not tell the sort of `a`",
        ),
        ("a | p: Bool | p => p | sometimes", "1:24: `when F`"),
        (
            "; a comment\n\na | | true => true\na | | true => true",
            "4:1: line 3 has a rule `a` too: rename one",
        ),
    ];
    for (text, expected) in cases {
        let error = RuleSet::parse("test", "my.rules", text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("my.rules:{expected}")), "{text}\n{error}");
    }
}
