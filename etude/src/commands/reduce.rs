//! `etude reduce`: a script that shows something wrong into a small one.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use campaign::{
    CommandTest, Finding, Kind, NoPatient, Patient, REDUCED, ReduceError, Reduced, Setting,
    Symptom, Watch, reduce, reduce_by_command, reduced_formula,
};

use crate::choice::BrokenSolvers;
use crate::cli::Reduce;
use crate::config::reduce::{USUAL_TIMEOUT, accused, asked, finding_in};
use crate::cores::cores;
use crate::exit::Exit;
use crate::input::read;
use crate::interrupt::Interrupt;
use crate::output::{Unwritten, say, stdout};
use crate::view::reduction::{ReductionProgress, object, summary};

pub(crate) fn run(arguments: &Reduce) -> Result<ExitCode> {
    match &arguments.check {
        Some(command) => by_command(arguments, command),
        None => by_solver(arguments),
    }
}

/// Reduces what a command is content with.
fn by_command(arguments: &Reduce, command: &str) -> Result<ExitCode> {
    let (name, text) = match finding_in(&arguments.what)? {
        Some(finding) => (arguments.what.display().to_string(), finding.evidence.formula),
        None => read(&arguments.what)?,
    };
    let wall = arguments.timeout.unwrap_or(USUAL_TIMEOUT);
    let judge = CommandTest::parse(command, wall).context("--check")?;
    if !judge.is_content(&text)? {
        bail!(
            "`{command}` does not end with exit code 0 when it is given {name}: there is nothing to \
             keep"
        );
    }
    let interrupt = Interrupt::watch();
    let (reduced, time) = watched(arguments, |watch| {
        reduce_by_command(&text, &judge, arguments.jobs.unwrap_or_else(cores), watch)
    })?;
    let to = arguments.out.clone();
    let outcome = Outcome { text: &text, symptom: "the command is content", reduced, time };
    outcome.write(arguments, to, None)?;
    Ok(ended(interrupt, Exit::Fine))
}

/// Reduces what solvers answer wrong, or not at all.
fn by_solver(arguments: &Reduce) -> Result<ExitCode> {
    let finding = finding_in(&arguments.what)?;
    let examined = if let Some(finding) = &finding {
        Patient::of_finding(finding, &accused(arguments, finding)?)?
    } else {
        let (_, text) = read(&arguments.what)?;
        let model = arguments.model.as_deref().map(read).transpose()?;
        let model = model.as_ref().map(|(_, model)| model.as_str());
        Patient::examine(&text, &asked(arguments)?, model)?
    };
    let patient = match examined {
        Ok(patient) => patient,
        Err(NoPatient::Nothing(said)) => {
            writeln!(stdout(false), "nothing to reduce: {said}, and nothing is wrong with that")?;
            return Ok(Exit::Fine.into());
        }
        Err(NoPatient::Open(said)) => {
            writeln!(
                stdout(false),
                "nothing to reduce: {said}, and that does not tell what to keep"
            )?;
            return Ok(Exit::Open.into());
        }
    };
    if let (None, Symptom::Same(Kind::Flawed, fault)) = (&finding, &patient.symptom) {
        // A solver that says nothing sensible says so of anything.
        let names = patient.accused.iter().map(|it| format!("{}: {fault}", it.name()));
        return Err(BrokenSolvers(names.collect()).into());
    }
    let names: Vec<&str> = patient.accused.iter().map(Setting::name).collect();
    let symptom = patient.symptom.to_string();
    say(|| format!("{}: {symptom}", names.join(" and ")));
    let interrupt = Interrupt::watch();
    let (reduced, time) =
        watched(arguments, |watch| reduce(&patient, arguments.jobs.unwrap_or_else(cores), watch))?;
    let folder = finding.is_some().then(|| arguments.what.join(REDUCED));
    let to = arguments.out.clone().or(folder);
    let outcome = Outcome { text: &patient.text, symptom: &symptom, reduced, time };
    outcome.write(arguments, to, finding.as_ref())?;
    Ok(ended(interrupt, Exit::Found))
}

/// Reduces with a line for those who wait, until it is told to end.
fn watched(
    arguments: &Reduce,
    work: impl FnOnce(&mut Watch<'_>) -> Result<Reduced, ReduceError>,
) -> Result<(Reduced, Duration)> {
    let interrupt = Interrupt::watch();
    let mut progress = ReductionProgress::new(arguments.time);
    let clock = ReductionProgress::new(arguments.time);
    let reduced = work(&mut Watch {
        halt: &|| interrupt.has_come() || clock.is_over(),
        tell: &mut |now| progress.show(&now),
    });
    progress.close();
    match reduced {
        Ok(reduced) => Ok((reduced, progress.elapsed())),
        Err(ReduceError::Start(error)) => Err(error.into()),
        Err(error) => Err(error.into()),
    }
}

fn ended(interrupt: &Interrupt, exit: Exit) -> ExitCode {
    if interrupt.has_come() {
        interrupt.obey();
        return Exit::Interrupted.into();
    }
    exit.into()
}

/// Outcome of a reduction.
struct Outcome<'a> {
    text: &'a str,
    symptom: &'a str,
    reduced: Reduced,
    time: Duration,
}

impl Outcome<'_> {
    /// Writes the script where it belongs, and what came of it where that is not in the way.
    fn write(
        &self,
        arguments: &Reduce,
        to: Option<PathBuf>,
        finding: Option<&Finding>,
    ) -> Result<()> {
        let Self { text, symptom, reduced, time } = self;
        let to = to.filter(|path| !outlet::is_standard_output(path));
        if let Some(path) = &to {
            let script = match finding {
                Some(finding) if arguments.out.is_none() => reduced_formula(finding, reduced),
                _ => reduced.text.clone(),
            };
            // Also after Ctrl-C, when other commands leave no file behind.
            let name = path.display().to_string();
            outlet::write(path, script.as_bytes()).map_err(|error| Unwritten::io(&name, error))?;
        }
        let mut out = BufWriter::new(stdout(arguments.json));
        let line = summary(text.len(), reduced, *time);
        match &to {
            _ if arguments.json => {
                let mut object = object(text, symptom, reduced, *time);
                object["file"] = to.as_deref().map(|it| it.display().to_string()).into();
                writeln!(out, "{object}")?;
            }
            Some(path) => writeln!(out, "{}: {symptom}; {line}", path.display())?,
            None => {
                write!(out, "{}", reduced.text)?;
                say(|| line);
            }
        }
        out.flush()?;
        Ok(())
    }
}
