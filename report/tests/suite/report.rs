//! Every form of a report, made from one campaign that has a bit of everything.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use campaign::{Kind, KnownBugs, Outcome, Standing};
use report::{Figure, Report};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

fn report() -> Report {
    let mut report = support::campaign().report();
    report.figures = vec![Figure {
        id: "triggers",
        title: "Triggers & <more>".to_owned(),
        caption: "How many.".to_owned(),
        svg: "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>".to_owned(),
        is_telling: true,
        csv: "a,b\n\"1 < 2\",3%\n".to_owned(),
    }];
    report
}

fn xml(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn named<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|it| it.has_tag_name(name)).collect()
}

/// All text in a node.
fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|it| it.text()).collect()
}

#[test]
fn the_guarantee_says_a_size_only_where_the_grammar_is_known() {
    let report = report();
    let [known, unknown, alone] = &report.guarantees[..] else { panic!("{:?}", report.guarantees) };
    assert_eq!((known.formulas, known.standings.total(), known.wrong), (300, 300, 2));
    assert!(known.complete_size.is_some());
    assert!(known.sentence.contains("up to size"), "{}", known.sentence);
    assert_eq!(known.solvers.len(), 6, "where times are measured nothing is judged");
    assert_eq!(unknown.complete_size, None);
    // What several were asked, and what one of them was asked beyond that.
    let sentence = "10 formulas of Mine: 10 only claimed (asked: z3-4.8.7 and z3-4.8.8)";
    assert_eq!(unknown.sentence, sentence);
    assert_eq!(alone.sentence, "11 formulas of Mine: 11 only claimed (asked: z3-4.8.7)");
    let asked: Vec<u64> = report.sources.iter().map(|source| source.formulas).collect();
    assert_eq!(asked, [300, 11]);
}

/// No form says of formulas that they are fine which nobody answered.
#[test]
fn every_form_says_who_did_not_answer_and_none_is_green() {
    let report = support::refusals().report();
    let [guarantee] = &report.guarantees[..] else { panic!("{:?}", report.guarantees) };
    assert_eq!(guarantee.standings.count(Standing::Open), 10);
    assert!(!guarantee.is_clean);
    let gap = "cvc5-1.2.0 gave no answer to 10 of 10 formulas of Ints (10 refused); most often (9 \
               times, first at index 1): no `div` at line N";
    assert!(guarantee.gaps.contains(&gap.to_owned()), "{:?}", guarantee.gaps);
    let page = report::html::render(&report);
    let document = xml(&page);
    let shown = text(document.root_element());
    assert!(shown.find(gap).unwrap() < shown.find("10 open").unwrap(), "the first thing said");
    let classes: BTreeSet<&str> = named(document.root_element(), "li")
        .into_iter()
        .filter_map(|it| it.attribute("class"))
        .collect();
    assert_eq!(classes, BTreeSet::from(["gap", "unsettled"]));
    let markdown = report::markdown::render(&report);
    assert!(markdown.find(gap).unwrap() < markdown.find("10 open").unwrap(), "{markdown}");
    let junit = report::junit::render(&report);
    let junit = xml(&junit);
    let skipped = named(junit.root_element(), "skipped");
    assert_eq!(skipped.len(), 3, "the guarantee, and both solvers");
    assert!(text(junit.root_element()).contains(gap));
    let object: Value = serde_json::from_str(&report::json::render(&report)).unwrap();
    assert_eq!(object["guarantees"][0]["standings"]["open"], 10);
    assert!(object["guarantees"][0]["gaps"].as_array().unwrap().contains(&gap.into()));
    let log: Value = serde_json::from_str(&report::sarif::render(&report)).unwrap();
    let told = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let told: Vec<(&str, &str)> = told
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["level"].as_str().unwrap(), it["message"]["text"].as_str().unwrap()))
        .collect();
    assert!(told.contains(&("warning", gap)), "{told:?}");
    assert_eq!(told.last().unwrap(), &("note", guarantee.sentence.as_str()));
    let csv = report::csv::render(&report);
    assert!(csv.lines().next().unwrap().contains("standing:open"));
    for said in [markdown, page, csv, report::sarif::render(&report)] {
        let (said, _) = said.split_once("solvers of two families").unwrap_or((&said, ""));
        assert!(!said.contains("agree but") && !said.contains(" agree,"), "{said}");
    }
}

#[test]
fn a_theory_is_green_only_if_every_formula_is_proven_or_agreed_and_nobody_was_late() {
    use Outcome::{SatTrue, Timeout, Unsat, UnsatProven};
    for (z3, cvc5, expected) in [
        ([SatTrue, Unsat, UnsatProven], [SatTrue, Unsat, Unsat], "settled"),
        ([SatTrue, Unsat, UnsatProven], [SatTrue, Unsat, Timeout], "unsettled"),
        ([SatTrue, Unsat, UnsatProven], [SatTrue, Timeout, Unsat], "unsettled"),
        ([SatTrue, Unsat, UnsatProven], [SatTrue, Outcome::SatChosen, Unsat], "disputed"),
    ] {
        let page = report::html::render(&support::answers(&z3, &cvc5).report());
        let document = xml(&page);
        let items = named(document.root_element(), "li").into_iter();
        let classes: Vec<&str> =
            items.filter_map(|it| it.attribute("class")).filter(|it| *it != "gap").collect();
        assert_eq!(classes, [expected], "{z3:?} {cvc5:?}");
    }
}

#[test]
fn the_first_bad_version_is_the_oldest_of_an_unbroken_run() {
    let report = report();
    let age = |kind: Kind, solver: &str| {
        let mut bugs = report.bugs.iter();
        &bugs
            .find(|bug| bug.finding.kind == kind && bug.finding.accused.to_string() == solver)
            .unwrap()
            .age
    };
    // 4.8.4 is bad, 4.8.5 good, 4.8.6 says `unknown`, 4.8.7 and 4.8.8 are bad.
    let newest = age(Kind::InvalidModel, "z3-4.8.8");
    assert_eq!(newest.first_bad.as_deref(), Some("z3 4.8.7"));
    assert_eq!(newest.last_good.as_deref(), Some("z3 4.8.5"));
    assert_eq!((newest.asked, &newest.unclear[..]), (5, &["z3 4.8.6".to_owned()][..]));
    let oldest = age(Kind::InvalidModel, "z3-4.8.4");
    assert_eq!((oldest.first_bad.as_deref(), &oldest.last_good), (Some("z3 4.8.4"), &None));
    assert!(oldest.sentence().contains("z3 4.8.4 or an older one"), "{}", oldest.sentence());
    let alone = age(Kind::Crash, "cvc5-1.2.0");
    assert_eq!((alone.asked, &alone.last_good), (1, &None));
    assert!(alone.sentence().contains("etude bisect nightly/findings/"), "{}", alone.sentence());
    let split = age(Kind::Disagreement, "z3-4.8.8 and cvc5-1.2.0");
    assert!(split.sentence().contains("nobody is blamed alone"));
}

#[test]
fn a_bug_of_several_releases_is_told_once() {
    let report = report();
    let of = |solver: &str| {
        let mut bugs = report.bugs.iter();
        bugs.find(|bug| {
            bug.finding.kind == Kind::InvalidModel && bug.finding.accused.is_only(solver)
        })
        .unwrap()
    };
    let newest = of("z3-4.8.8");
    assert_eq!(
        (&newest.told_by, &newest.also_in[..]),
        (&None, &["z3-4.8.4", "z3-4.8.7"].map(str::to_owned)[..])
    );
    for older in [of("z3-4.8.4"), of("z3-4.8.7")] {
        assert_eq!((&older.told_by, &older.also_in[..]), (&Some(newest.id.clone()), &[][..]));
    }
    // Of another solver, or of no release at all, is another bug.
    let alone = report.told().filter(|bug| bug.also_in.is_empty()).count();
    assert_eq!(alone + 3, report.bugs.len());
    let page = report::html::render(&report);
    assert_eq!(page.matches("With this formula it shows in z3-4.8.4, z3-4.8.7 too.").count(), 1);
    assert_eq!(page.matches("<details class=\"finding").count(), alone + 1);
}

#[test]
fn slow_answers_have_their_formula_and_a_rival() {
    let report = report();
    let slow: Vec<_> = report.slowest.iter().filter(|it| it.solver == "cvc5-1.2.0").collect();
    assert_eq!((slow[0].place.to_string().as_str(), slow[0].verdict.as_str()), ("299", "unsat"));
    assert!((slow[0].seconds - 0.300).abs() < 0.001, "a timeout of 2 s is no answer");
    let formula = slow[0].formula.as_ref().unwrap();
    assert!(formula.ends_with("(check-sat)\n"), "{formula}");
    assert!(slow[0].rival.as_ref().unwrap().solver.starts_with("z3-"));
    assert!(report.slowest.iter().all(|it| (it.theory == "Ints") == it.formula.is_some()));
    let timed = report.slowest.iter().find(|it| it.manner == "timed x3").unwrap();
    assert!(timed.rival.is_none(), "times of another manner cannot be compared");
}

#[test]
fn what_was_left_open_has_the_command_that_lists_it() {
    let report = report();
    let open: Vec<(&str, u64, &str)> = report
        .left_open
        .iter()
        .filter(|it| it.solver == "cvc5-1.2.0" || it.manner.starts_with("timed"))
        .map(|it| (it.verdict.as_str(), it.count, it.command.as_str()))
        .collect();
    let command = "etude verdicts nightly --theory Ints --solver cvc5-1.2.0 --verdict timeout";
    assert_eq!(open, [("timeout", 1, command)], "a timed solver owes nobody a model");
    let z3 = report.left_open.iter().find(|it| it.solver == "z3-4.8.8").unwrap();
    assert!(z3.command.contains(" --manner session "), "two manners, one name: {}", z3.command);
}

#[test]
fn the_page_is_whole_and_needs_nothing_else() {
    let report = report();
    let page = report::html::render(&report);
    let document = xml(&page);
    let root = document.root_element();
    let headings: Vec<String> = named(root, "h2").into_iter().map(text).collect();
    let expected = [
        "Findings",
        "Guarantee",
        "Solvers and theories",
        "Figures",
        "Answers",
        "Slowest formulas",
        "Left open",
        "How to reproduce",
    ];
    assert_eq!(headings, expected);
    let ids: Vec<&str> = root.descendants().filter_map(|it| it.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "each anchor once");
    for node in root.descendants().filter(Node::is_element) {
        for attribute in node.attributes().filter(|it| ["href", "src"].contains(&it.name())) {
            let value = attribute.value();
            match value.strip_prefix('#') {
                Some(anchor) => assert!(ids.contains(&anchor), "{value} leads nowhere"),
                None => assert!(value.starts_with("data:text/csv"), "{value}"),
            }
        }
        assert!(!["link", "img", "iframe", "object"].contains(&node.tag_name().name()));
    }
    // The only script is inside the page, and what it shows is there without it.
    assert_eq!(named(root, "script").len(), 1);
    let causes = root.descendants().find(|it| it.attribute("id") == Some("causes")).unwrap();
    assert_eq!(named(causes, "tr").len(), 1 + report.causes.len());
    assert!(named(causes, "tr").iter().all(|row| row.attribute("hidden").is_none()));
    let verdict = root.descendants().find(|it| it.attribute("class") == Some("verdict wrong"));
    assert_eq!(text(verdict.unwrap()), "2 bugs in cvc5-1.2.0 and z3-4.8.8");
    assert!(!page.contains("url(") && !page.contains("@import"));
    let shown = text(root);
    for bug in report.told() {
        let (formula, title) = (&bug.finding.evidence.formula, bug.finding.title());
        assert!(shown.contains(formula.trim_end()), "{formula}");
        assert!(shown.contains(&title), "{title}");
    }
    assert!(shown.contains("(str.<= \"<b>&amp;\" \"</pre>\")"), "as it was written");
    assert!(shown.contains("false  (> a 2)"), "each subterm with its value");
    assert!(shown.contains("etude hunt --count 300 --campaign 'a b'"));
    let mut links = named(root, "a").into_iter();
    let link = links.find(|it| it.attribute("download") == Some("triggers.csv")).unwrap();
    let link = link.attribute("href").unwrap();
    assert!(link.ends_with("a,b%0A%221%20%3C%202%22,3%25%0A"), "{link}");
}

#[test]
fn every_number_of_the_page_has_its_command() {
    let report = report();
    let page = report::html::render(&report);
    let document = xml(&page);
    let answers = document.descendants().find(|it| it.attribute("id") == Some("answers")).unwrap();
    let numbers = named(answers, "td").into_iter().filter(|it| it.attribute("title").is_some());
    let expected: usize = report
        .accounts
        .iter()
        .map(|account| 1 + account.outcomes.len() + account.findings.len())
        .sum();
    assert_eq!(numbers.count(), expected);
}

#[test]
fn junit_has_a_suite_for_each_theory_and_a_failure_for_each_cause() {
    let report = report();
    let text = report::junit::render(&report);
    let document = xml(&text);
    let root = document.root_element();
    assert!(root.has_tag_name("testsuites"));
    let suites: Vec<_> = root.children().filter(Node::is_element).collect();
    let names: Vec<_> = suites.iter().map(|it| it.attribute("name").unwrap()).collect();
    assert_eq!(names, ["Ints", "Mine"]);
    let count =
        |node: &Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<usize>().unwrap();
    for suite in &suites {
        let cases: Vec<_> = suite.children().filter(Node::is_element).collect();
        let failed = cases.iter().filter(|it| it.children().any(|it| it.has_tag_name("failure")));
        assert_eq!(count(suite, "tests"), cases.len());
        assert_eq!(count(suite, "failures"), failed.count());
        let skipped = cases.iter().filter(|it| it.children().any(|it| it.has_tag_name("skipped")));
        assert_eq!((count(suite, "errors"), count(suite, "skipped")), (0, skipped.count()));
        for case in cases {
            assert!(case.has_tag_name("testcase"));
            assert!(!case.attribute("name").unwrap().is_empty());
            assert!(case.attribute("classname").unwrap().starts_with("etude."));
            assert!(case.attribute("time").unwrap().parse::<f64>().unwrap() >= 0.0);
        }
    }
    let failures = named(root, "failure");
    let kinds: BTreeSet<&str> = failures.iter().filter_map(|it| it.attribute("type")).collect();
    assert!(kinds.contains("refutation-unsoundness") && kinds.contains("crash"), "{kinds:?}");
    assert!(failures.iter().all(|it| !it.attribute("message").unwrap().is_empty()));
    // Solvers with wrong answers fail as a whole too.
    let whole = failures.iter().filter(|it| it.attribute("type") == Some("wrong-answers")).count();
    assert_eq!((whole, failures.len() - whole), (3, report.causes.len()));
    // The others name the bug that fails for them.
    let words = named(root, "skipped").into_iter().filter_map(|it| it.attribute("message"));
    let same = words.filter(|it| it.starts_with("probably the same bug as z3-4.8.8-refutation"));
    assert_eq!(same.count(), report.bugs.len() - report.causes.len());
}

#[test]
fn sarif_has_what_the_standard_requires() {
    let report = report();
    let log: Value = serde_json::from_str(&report::sarif::render(&report)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "etude");
    let rules = driver["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), report.bugs.len());
    let mut prints = BTreeSet::new();
    for (result, bug) in results.iter().zip(&report.bugs) {
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        let uri = place["uri"].as_str().unwrap();
        assert!(uri.starts_with("findings/") && uri.ends_with("/formula.smt2"), "{uri}");
        assert!(uri.bytes().all(|it| it.is_ascii_alphanumeric() || b"-._~%/".contains(&it)));
        assert!(run["originalUriBaseIds"].get(place["uriBaseId"].as_str().unwrap()).is_some());
        let is_bad = bug.finding.kind.is_wrong_answer() || bug.finding.kind == Kind::Crash;
        assert_eq!(result["level"], if is_bad { "error" } else { "warning" });
        prints.insert(result["partialFingerprints"]["etudeBug/v1"].as_str().unwrap().to_owned());
    }
    assert_eq!(prints.len(), results.len(), "each bug has a fingerprint of its own");
    let again: BTreeSet<String> =
        self::report().bugs.into_iter().map(|bug| bug.fingerprint).collect();
    assert_eq!(prints, again, "the same in another campaign");
}

#[test]
fn json_has_everything_and_numbers_are_numbers() {
    let report = report();
    let object: Value = serde_json::from_str(&report::json::render(&report)).unwrap();
    assert_eq!(object["format"], 1);
    for part in [
        "guarantees",
        "bugs",
        "figures",
        "accounts",
        "slowest",
        "left_open",
        "solvers",
        "sources",
        "runs",
    ] {
        assert!(!object[part].as_array().unwrap().is_empty(), "{part}");
    }
    assert!(object["accounts"][0]["median_seconds"].is_f64());
    assert!(object["accounts"][0]["outcomes"]["sat"].is_u64());
    assert_eq!(object["bugs"][0]["kind"], "refutation-unsoundness");
    assert_eq!(object["figures"][0]["id"], "triggers");
}

#[test]
fn csv_has_a_line_for_each_theory_solver_and_manner() {
    let report = report();
    let text = report::csv::render(&report);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + report.accounts.len());
    let names: Vec<&str> = lines[0].split(',').collect();
    let place = |name: &str| names.iter().position(|it| *it == name).unwrap();
    for (line, account) in lines[1..].iter().zip(&report.accounts) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), names.len(), "{line}");
        assert_eq!(fields[place("solver")], account.solver);
        let outcomes = Outcome::ALL.iter().map(|it| fields[place(it.name())]);
        let outcomes: u64 = outcomes.map(|count| count.parse::<u64>().unwrap()).sum();
        assert_eq!(outcomes.to_string(), fields[place("answers")], "they add up");
        let standings = Standing::ALL.map(|it| fields[place(&format!("standing:{it}"))]);
        if account.manner.starts_with("timed") {
            assert_eq!(standings, [""; 6], "nothing was judged");
        } else {
            let standings: u64 = standings.iter().map(|count| count.parse::<u64>().unwrap()).sum();
            assert_eq!(standings.to_string(), fields[place("answers")], "each formula has one");
        }
    }
    let crashes =
        lines.iter().skip(1).filter_map(|line| line.split(',').nth(place("findings:crash")));
    assert_eq!(crashes.filter(|count| *count == "1").count(), 1);
}

#[test]
fn markdown_is_as_it_was_read_and_found_good() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report.md");
    let found = report::markdown::render(&report());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "To accept what was found: UPDATE=1 cargo test -p report");
}

#[test]
fn a_campaign_in_which_nothing_was_asked_has_a_report_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = campaign::Store::open(folder.path()).unwrap();
    let report = Report::read(&store, "empty", &KnownBugs::default(), &|_| None).unwrap();
    assert!(report.bugs.is_empty() && report.guarantees.is_empty());
    xml(&report::html::render(&report));
    xml(&report::junit::render(&report));
    assert!(report::markdown::render(&report).contains("Nothing was judged."));
}

#[test]
fn a_figure_that_tells_nothing_is_not_shown() {
    let mut report = report();
    report.figures[0].is_telling = false;
    let (page, markdown) = (report::html::render(&report), report::markdown::render(&report));
    assert!(!page.contains("Triggers") && !markdown.contains("## Figures"));
    let object: Value = serde_json::from_str(&report::json::render(&report)).unwrap();
    assert_eq!(object["figures"][0]["id"], "triggers", "programs get all of them");
}

#[test]
fn the_map_says_what_was_found_of_whom() {
    let report = report();
    let page = report::html::render(&report);
    let document = xml(&page);
    let map = document.descendants().find(|it| it.attribute("id") == Some("map")).unwrap();
    let rows: Vec<Vec<String>> = named(map, "tr")
        .into_iter()
        .map(|row| row.children().filter(Node::is_element).map(text).collect())
        .collect();
    assert_eq!(rows[0], ["solver", "Ints", "Mine"]);
    let of = |solver: &str| rows.iter().find(|row| row[0] == solver).unwrap().clone();
    // Timed runs are no solvers: z3 4.8.8 was asked 300 formulas to be judged, and 300 to be timed.
    assert_eq!(of("z3-4.8.8"), ["z3-4.8.8", "1 bug300 formulas", "nothing10 formulas"]);
    assert_eq!(of("z3-4.8.5"), ["z3-4.8.5", "nothing300 formulas", "not asked"]);
    assert_eq!(of("cvc5-1.2.0"), ["cvc5-1.2.0", "1 bug300 formulas", "not asked"]);
    assert_eq!(report.judged_solvers(), 6);
    assert_eq!(report.answers(), 6 * 300 + 10 + 11);
}

/// The longest bar belongs to what is most frequent, and the numbers add up.
#[test]
fn the_guarantee_is_a_line_of_numbers_and_a_bar() {
    let report = report();
    let page = report::html::render(&report);
    let document = xml(&page);
    let section =
        document.descendants().find(|it| it.attribute("id") == Some("guarantee")).unwrap();
    let bars: Vec<_> =
        section.descendants().filter(|it| it.attribute("class") == Some("shares")).collect();
    assert_eq!(bars.len(), report.guarantees.len());
    for (bar, guarantee) in bars.iter().zip(&report.guarantees) {
        let parts = bar.children().filter(Node::is_element).map(|part| {
            let count = part.attribute("style").unwrap().strip_prefix("flex-grow: ").unwrap();
            count.parse::<u64>().unwrap()
        });
        assert_eq!(parts.sum::<u64>(), guarantee.formulas);
    }
}

#[test]
fn what_is_new_is_told_against_the_runs_before_and_another_campaign() {
    let mut lab = support::campaign();
    assert_eq!(lab.report().news, None, "one run alone");
    let before = support::campaign();
    let crash = support::crash(77);
    lab.add(&[(77, crash)]);
    let report = lab.report();
    let news = report.news.as_ref().unwrap();
    assert_eq!(news.against, "the first run");
    let new: Vec<&str> = news.new.iter().map(String::as_str).collect();
    assert_eq!(new, ["cvc5-1.2.0-crash-Ints-77"]);

    let compared = |here: &support::Lab, there: &support::Lab| {
        let mut report = here.report();
        report.compare(&here.store, &there.store, "other").unwrap();
        let page = report::html::render(&report);
        xml(&page);
        assert!(page.contains("campaign other"), "{page}");
        report.news.unwrap()
    };
    let news = compared(&lab, &before);
    assert_eq!((news.new.len(), &news.gone[..]), (1, &[][..]));
    let news = compared(&before, &lab);
    assert_eq!((&news.new[..], news.gone.len()), (&[][..], 1));
    assert!(news.gone[0].was_asked && news.gone[0].title.contains("crashes"), "{:?}", news.gone);
    // Nobody was asked this one there: it may be there still.
    let few = support::answers(&[Outcome::Unsat; 5], &[Outcome::Unsat; 5]);
    let news = compared(&few, &lab);
    assert!(news.gone.iter().all(|gone| !gone.was_asked), "{:?}", news.gone);
}
