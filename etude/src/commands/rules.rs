//! `etude rules`: what rules and fusion functions there are, what they do, and whether they are sound.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use mutation::{Change, Rule};
use serde_json::{Value, json};
use solvers::{Limits, Session};

use crate::choice::{BrokenSolvers, chosen, resolve};
use crate::cli::{RulesCheck, RulesList, RulesShow, SolverArguments};
use crate::config::rules::{Named, Tables};
use crate::exit::Exit;
use crate::output::{say, stdout};
use crate::view::fusion::{self, CheckedFunction};
use crate::view::rules::{Checked, CheckedRule, SolverCount};
use crate::view::table::write_table;

pub(crate) fn list(arguments: &RulesList) -> Result<()> {
    let Tables { rules, functions } = Tables::read(&arguments.rules)?;
    let mut out = stdout(arguments.rules.json);
    if arguments.rules.json {
        let rules = rules.rules().iter().map(entry);
        writeln!(out, "{}", rules.chain(functions.iter().map(fusion::entry)).collect::<Value>())?;
        return Ok(());
    }
    let mut rows: Vec<[String; 3]> = Vec::new();
    for rule in rules.rules() {
        let theory = rule.theory().to_string();
        rows.push([theory, rule.name().to_string(), rule.sides_text().to_owned()]);
    }
    for function in functions.iter() {
        let theory = function.theory().to_string();
        rows.push([theory, function.name().to_string(), function.equations().to_owned()]);
    }
    write_table(&mut out, &rows)
}

pub(crate) fn show(arguments: &RulesShow) -> Result<()> {
    let tables = Tables::read(&arguments.rules)?;
    let mut out = stdout(arguments.rules.json);
    let rule = match tables.named(&arguments.name)? {
        Named::Rule(rule) => rule,
        Named::Function(function) if arguments.rules.json => {
            writeln!(out, "{}", fusion::entry(function))?;
            return Ok(());
        }
        Named::Function(function) => return fusion::write(function, &mut out),
    };
    let examples = rule.examples();
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
    let tables = Tables::read_all(&arguments.rules)?;
    let chosen: Vec<Named<'_>> = match &arguments.name {
        Some(name) => vec![tables.named(name)?],
        None => tables.all().collect(),
    };
    let mut sessions = sessions(&arguments.solvers, arguments.timeout)?;
    let mut out = stdout(arguments.rules.json);
    let (mut objects, mut all) = (Vec::new(), Vec::new());
    for (place, named) in chosen.iter().enumerate() {
        let name = named.name().to_string();
        say(|| format!("{} of {}: {name}", place + 1, chosen.len()));
        let solvers = asked(|| named.scripts(), &mut sessions)?;
        let checked = match named {
            Named::Rule(rule) => Checked::Rule(CheckedRule {
                name,
                check: rule.check(arguments.assignments),
                solvers,
            }),
            Named::Function(function) => {
                let check = mutation::fusion::check(function);
                Checked::Function(CheckedFunction { name, check, solvers })
            }
        };
        if arguments.rules.json {
            objects.push(checked.json());
        } else {
            checked.write(&mut out)?;
        }
        all.push(checked);
    }
    if arguments.rules.json {
        writeln!(out, "{}", objects.into_iter().collect::<Value>())?;
    } else {
        Checked::write_sum(&all, &mut out)?;
    }
    // What is refuted outweighs what was not tried.
    let found: Vec<Exit> = all.iter().map(Checked::exit).collect();
    Ok(if found.contains(&Exit::Found) {
        Exit::Found
    } else if found.contains(&Exit::Open) {
        Exit::Open
    } else {
        Exit::Fine
    }
    .into())
}

fn entry(rule: &Rule) -> Value {
    json!({
        "technique": "weaken",
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

/// Puts scripts that must be `unsat` to each solver.
fn asked(
    scripts: impl Fn() -> Vec<String>,
    sessions: &mut [(String, Session)],
) -> Result<Vec<SolverCount>> {
    if sessions.is_empty() {
        return Ok(Vec::new());
    }
    let scripts = scripts();
    let mut counts = Vec::new();
    for (name, session) in sessions {
        let mut count = SolverCount::new(name.clone());
        for script in &scripts {
            count.add(script, &session.solve(script)?.verdict);
        }
        counts.push(count);
    }
    Ok(counts)
}
