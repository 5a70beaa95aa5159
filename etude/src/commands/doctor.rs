//! `etude solvers doctor`: which theories each solver can read and answer.
//!
//! For every production of a theory the smallest formula that uses it is put to the solver, so
//! that no operator is missed, and a formula that is refused shows the operator at fault.

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};

use anyhow::Result;
use feat_runtime::Layout;
use generated::{THEORIES, Theory};
use serde_json::Value;
use solvers::{
    Care, Entry, Exercise, Family, OnPath, Solver, Variant, diagnose, parse_list, variants,
};

use crate::choice::{BrokenSolvers, installer, programs_on_path, resolve};
use crate::cli::SolversDoctor;
use crate::output::{say, stdout};
use crate::view::diagnosis::{Examination, Patient, write_diagnoses};

pub(crate) fn run(arguments: &SolversDoctor) -> Result<()> {
    let solvers = solvers_by_name(&arguments.solvers)?;
    if solvers.is_empty() {
        let advice = "to fetch one: etude solvers install z3";
        return Err(BrokenSolvers(vec![format!("no solver is installed: {advice}")]).into());
    }
    let exercises: Vec<Exercise> = THEORIES.iter().map(exercise).collect();
    let patients: Vec<Patient> = solvers
        .into_iter()
        .map(|(name, solver)| {
            say(|| format!("examining {name} …"));
            let outcome = solver.and_then(|solver| {
                let diagnoses = diagnose(&solver, &exercises)?;
                let variants = known_variants(&solver)?;
                Ok(Examination { solver, diagnoses, variants })
            });
            Patient { name, outcome }
        })
        .collect();
    let mut out = BufWriter::new(stdout(arguments.json));
    if arguments.json {
        writeln!(out, "{}", patients.iter().map(Patient::json).collect::<Value>())?;
    } else {
        write_diagnoses(&mut out, &patients)?;
    }
    out.flush()?;
    let broken: Vec<String> = patients.iter().filter_map(Patient::trouble).collect();
    if broken.is_empty() { Ok(()) } else { Err(BrokenSolvers(broken).into()) }
}

/// The solvers that are examined, by name: those that were asked for, else every release in the
/// cache and every program on the PATH.
fn solvers_by_name(asked: &[String]) -> Result<Vec<(String, Result<Solver>)>> {
    let mut patients = Vec::new();
    for text in asked {
        for entry in parse_list(text)?.into_iter().map(Entry::new) {
            let solver = resolve(&entry.request).map(|solver| entry.describe(solver));
            let name = solver.as_ref().map_or_else(|_| entry.label(), |it| it.name.clone());
            patients.push((name, solver));
        }
    }
    if !asked.is_empty() {
        return Ok(patients);
    }
    let installer = installer()?.with_care(Care::Digests);
    for program in installer.installed() {
        let solver = Solver::of_program(&program);
        patients.push((solver.name.clone(), Ok(solver)));
    }
    for (name, release, problem) in installer.damaged() {
        patients.push((format!("{name}-{release}"), Err(problem.into())));
    }
    for OnPath { name, path, program } in programs_on_path() {
        let solver = program.map_or_else(
            // It does not say its version, and may answer all the same.
            |_| {
                let family = name.parse().unwrap_or(Family::Other);
                Solver::new(vec![path.clone().into()]).with_family(family)
            },
            |program| Solver::of_program(&program),
        );
        patients.push((path.display().to_string(), Ok(solver)));
    }
    Ok(patients)
}

/// The variants of a solver, each with whether this release knows its options.
fn known_variants(solver: &Solver) -> Result<Vec<(&'static str, bool)>> {
    let known = |variant: &'static Variant| {
        Ok((variant.name.as_str(), solver.variant(variant).knows_its_options()?))
    };
    variants(solver.family).iter().map(known).collect()
}

/// The smallest formula for each production of a theory, each formula once.
fn exercise(theory: &Theory) -> Exercise {
    let rtg = theory.space().rtg();
    let least = |id| rtg.render(&rtg.least_with(id), Layout::Smtlib);
    let scripts: BTreeSet<String> = rtg.productions().map(least).collect();
    Exercise { theory: theory.name().to_owned(), scripts: scripts.into_iter().collect() }
}
