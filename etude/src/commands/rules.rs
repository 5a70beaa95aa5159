//! `etude rules`: what rules there are, what they do, and whether they are sound.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use grammar_compiler::nearest;
use mutation::{Change, Rule, RuleSet};
use serde_json::{Value, json};
use solvers::{Limits, Session};

use crate::choice::{BrokenSolvers, chosen, resolve};
use crate::cli::{RuleArguments, RulesCheck, RulesList, RulesShow, SolverArguments};
use crate::exit::Exit;
use crate::output::{say, stdout};
use crate::view::rules::{CheckedRule, SolverCount};
use crate::view::table::write_table;

pub(crate) fn list(arguments: &RulesList) -> Result<()> {
    let rules = rules(&arguments.rules)?;
    let mut out = stdout(arguments.rules.json);
    if arguments.rules.json {
        writeln!(out, "{}", rules.rules().iter().map(entry).collect::<Value>())?;
        return Ok(());
    }
    let mut rows: Vec<[String; 3]> = Vec::new();
    for rule in rules.rules() {
        let theory = rule.theory().to_string();
        rows.push([theory, rule.name().to_string(), rule.sides_text().to_owned()]);
    }
    write_table(&mut out, &rows)
}

pub(crate) fn show(arguments: &RulesShow) -> Result<()> {
    let rules = rules(&arguments.rules)?;
    let rule = named(&rules, &arguments.name)?;
    let examples = rule.examples();
    let mut out = stdout(arguments.rules.json);
    if arguments.rules.json {
        let shown = examples.iter().map(|example| {
            json!({
                "change": example.change.name(),
                "before": example.before,
                "after": example.after,
            })
        });
        let mut object = entry(rule);
        object["examples"] = shown.collect();
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{}", rule.text())?;
    for example in &examples {
        let change = match example.change {
            Change::Weaker => "where a formula may become weaker",
            Change::Stronger => "where a formula may become stronger",
            Change::Same => "anywhere",
        };
        writeln!(out, "\n{change}:\n  {}\n  becomes\n  {}", example.before, example.after)?;
    }
    Ok(())
}

pub(crate) fn check(arguments: &RulesCheck) -> Result<ExitCode> {
    let rules = rules(&arguments.rules)?;
    let chosen: Vec<&Rule> = match &arguments.name {
        Some(name) => vec![named(&rules, name)?],
        None => rules.rules().iter().collect(),
    };
    let mut sessions = sessions(&arguments.solvers, arguments.timeout)?;
    let mut out = stdout(arguments.rules.json);
    let (mut objects, mut checked_rules) = (Vec::new(), Vec::new());
    for (place, rule) in chosen.iter().enumerate() {
        say(|| format!("{} of {}: {}", place + 1, chosen.len(), rule.name()));
        let checked = CheckedRule {
            name: rule.name().to_string(),
            check: rule.check(arguments.assignments),
            solvers: asked(rule, &mut sessions)?,
        };
        if arguments.rules.json {
            objects.push(checked.json());
        } else {
            checked.write(&mut out)?;
        }
        checked_rules.push(checked);
    }
    if arguments.rules.json {
        writeln!(out, "{}", objects.into_iter().collect::<Value>())?;
    } else {
        CheckedRule::write_sum(&checked_rules, &mut out)?;
    }
    let exit = checked_rules.iter().map(CheckedRule::exit);
    // What is refuted outweighs what was not tried.
    let found: Vec<Exit> = exit.collect();
    Ok(if found.contains(&Exit::Found) {
        Exit::Found
    } else if found.contains(&Exit::Open) {
        Exit::Open
    } else {
        Exit::Fine
    }
    .into())
}

/// The rules of a file, or those that come with the program.
fn rules(arguments: &RuleArguments) -> Result<RuleSet> {
    let Some(file) = &arguments.rules else { return Ok(RuleSet::shipped()) };
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let stem = file.file_stem().expect("only folders have no name, and a file was read");
    let theory = stem.to_string_lossy();
    let rules = RuleSet::parse(&theory, &name, &text)?;
    if rules.rules().is_empty() {
        bail!("{name} has no rules: a line is `name | variables | pattern => pattern`");
    }
    Ok(rules)
}

fn named<'r>(rules: &'r RuleSet, name: &str) -> Result<&'r Rule> {
    rules.get(name).ok_or_else(|| {
        let names = rules.rules().iter().map(|rule| &**rule.name());
        let hint = nearest(name, names).map_or_else(
            || "`etude rules list` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        anyhow!("there is no rule `{name}`; {hint}")
    })
}

fn entry(rule: &Rule) -> Value {
    json!({
        "name": &**rule.name(),
        "theory": &**rule.theory(),
        "line": rule.line(),
        "text": rule.text(),
        "equivalence": rule.is_equivalence(),
        "origin": rule.origin(),
    })
}

/// A session with each solver that was asked for.
fn sessions(
    arguments: &SolverArguments,
    timeout: std::time::Duration,
) -> Result<Vec<(String, Session)>> {
    let Some(entries) = chosen(arguments)? else { return Ok(Vec::new()) };
    let limits = Limits { wall: timeout, ..Limits::default() };
    let (mut sessions, mut broken) = (Vec::new(), Vec::new());
    for entry in entries {
        match resolve(&entry.request) {
            Ok(solver) => {
                let solver = entry.describe(solver);
                sessions.push((solver.name.clone(), Session::new(solver, entry.limit(&limits))));
            }
            Err(error) => broken.push(format!("{}: {error:#}", entry.label())),
        }
    }
    if broken.is_empty() { Ok(sessions) } else { Err(BrokenSolvers(broken).into()) }
}

/// Asks each solver for an assignment that refutes the rule.
fn asked(rule: &Rule, sessions: &mut [(String, Session)]) -> Result<Vec<SolverCount>> {
    if sessions.is_empty() {
        return Ok(Vec::new());
    }
    let questions = rule.questions();
    let mut counts = Vec::new();
    for (name, session) in sessions {
        let mut count = SolverCount::new(name.clone());
        for question in &questions {
            let answer = session.solve(&question.script)?;
            count.add(question, &answer.verdict);
        }
        counts.push(count);
    }
    Ok(counts)
}
