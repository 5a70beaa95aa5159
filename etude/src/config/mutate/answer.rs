//! The answer to a seed: what solvers and people say, and what is proven.

use anyhow::{Result, anyhow, bail};
use campaign::{Decision, Manner, Mutants, SeedAnswer, SeedAnswers, Unseeded, answer_seed};
use solvers::{Entry, Limits, parse_list};

use super::seed::Seed;
use crate::asking::setting;
use crate::choice::BrokenSolvers;
use crate::cli::Mutate;
use crate::output::warn;

/// The answer that solvers or people give to a seed that the search cannot answer.
pub(super) fn answers(arguments: &Mutate, seed: &Seed) -> Result<SeedAnswers> {
    let mut answers = SeedAnswers::default();
    if arguments.solver.is_empty() && arguments.answer.is_none() {
        return Ok(answers);
    }
    let Some(question) = seed.question() else { return Ok(answers) };
    let limits = Limits::of_time(arguments.timeout);
    let mut settings = Vec::new();
    for words in &arguments.solver {
        for request in parse_list(words)? {
            let setting = setting(&Entry::new(request), &limits, Manner::Fresh)
                .map_err(|error| BrokenSolvers(vec![format!("{words}: {error:#}")]))?;
            settings.push(setting);
        }
    }
    let said = answer_seed(&question, &settings)
        .map_err(|error| BrokenSolvers(vec![error.to_string()]))?;
    let said = said.or_else(|| SeedAnswer::by_hand(arguments.answer?));
    answers.0.extend(said.map(|said| (seed.number, said)));
    Ok(answers)
}

/// Fails if the seed has no answer, or another one than somebody says.
pub(super) fn check(arguments: &Mutate, seed: &Seed, mutants: &Mutants) -> Result<()> {
    let name = seed.name();
    let made = mutants.seed(seed.number).map_err(|error| match error {
        Unseeded::NoSeed(mutation::NoSeed::NoAnswer { .. }) => {
            let sat = if arguments.answer == Some(Decision::Sat) {
                "; that it is sat takes a model"
            } else {
                ""
            };
            anyhow!(
                "{name} is no seed: {error}{sat}. Let a solver answer it (--solver z3@newest), or say \
                 that it is unsat (--answer unsat)"
            )
        }
        error => anyhow!("{name} is no seed: {error}"),
    })?;
    let is_proven = made.is_proven();
    let proven = made.answer();
    if let Some(said) = arguments.answer.filter(|said| is_proven && *said != proven) {
        bail!("{name} is not {said}: it is {proven}, which is proven; leave out --answer");
    }
    let declared = seed.question().and_then(|it| Some(it.known.at(0)?.clone()));
    if let Some(declared) = declared.filter(|it| is_proven && it.answer() != proven) {
        warn(&format!("{name} is {proven}, which is proven, and not {}", declared.label()));
    }
    Ok(())
}
