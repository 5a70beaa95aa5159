//! Techniques and seeds of the command line into mutants as a campaign takes them.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use campaign::{
    Identity, Making, MakingOptions, Mutants, Order, SeedAnswers, Setting, Source, StepRange,
    Store, Stretch, Turns, answer_seeds, source_of_grammar,
};
use feat_runtime::Space;
use generated::{THEORIES, Theory};
use mutation::fusion::FusionTable;
use mutation::{Technique, Tools};

use crate::choice::BrokenSolvers;
use crate::cli::{MakingArguments, MutationArguments, TechniqueWord};
use crate::fusion_functions::fusion_table;
use crate::interrupt::Interrupt;
use crate::output::say;

/// Seeds of each theory, times the mutants of each, come to about as many formulas as a hunt asks.
const USUAL_MUTANTS: u64 = 2000;

/// Seeds of each theory, at least, however many mutants each has.
const LEAST_SEEDS: u64 = 20;

/// Returns how mutants are made; `None` for the steps if all are made that are one step away.
pub(crate) fn making(
    words: &[TechniqueWord],
    steps: Option<StepRange>,
    options: MakingOptions,
) -> Result<Making> {
    let mut techniques = Vec::new();
    for word in words {
        match word {
            TechniqueWord::One(technique) => techniques.push(*technique),
            TechniqueWord::All => techniques.extend(Technique::ALL),
        }
    }
    if techniques.is_empty() {
        bail!("say by which technique: --by weaken");
    }
    let making = match steps {
        Some(steps) => Making::new(techniques, steps)?,
        None => Making::all(techniques)?,
    };
    Ok(making.with_options(options)?)
}

/// Returns what is unusual of how mutants are made, with the fusion functions of the tools.
pub(crate) fn options(arguments: &MakingArguments, tools: &Tools<'_>) -> MakingOptions {
    MakingOptions {
        is_incremental: arguments.incremental,
        witnesses: arguments.witnesses.and_then(NonZeroU64::new),
        functions: tools.functions.as_ref().map(FusionTable::digest),
        generations: arguments.generations.filter(|it| *it > 1).and_then(NonZeroU32::new),
    }
}

/// Returns how many steps are drawn; `None` if all mutants that are one step away are made.
pub(crate) fn drawn_steps(is_all: bool, steps: Option<StepRange>) -> Result<Option<StepRange>> {
    match steps {
        Some(steps) if is_all && steps != StepRange::default() && steps.range() != (1..=1) => {
            bail!("--all makes the mutants that are one step away: write --steps 1")
        }
        _ if is_all => Ok(None),
        Some(steps) => Ok(Some(steps)),
        None => Ok(Some(StepRange::default())),
    }
}

/// Returns what techniques work with: the grammars of the theories that were compiled in, and fusion
/// functions, if there is a file of them.
pub(crate) fn tools(arguments: &MakingArguments) -> Result<Tools<'static>> {
    let file = arguments.fusion_functions.as_deref();
    Ok(Tools { functions: file.map(fusion_table).transpose()?, ..tools_without_files() })
}

fn tools_without_files() -> Tools<'static> {
    let grammars = THEORIES.iter().map(Theory::space).collect();
    Tools { grammars, functions: None, witnesses: None }
}

/// Fails if options say how mutants are made where none are.
pub(crate) fn check_unmutated(arguments: &MutationArguments) -> Result<()> {
    let MakingArguments { witnesses, fusion_functions, incremental, generations } =
        &arguments.making;
    let given = [
        ("--witnesses", witnesses.is_some()),
        ("--fusion-functions", fusion_functions.is_some()),
        ("--incremental", *incremental),
        ("--generations", generations.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!("{option} says how mutants are made: add --mutate TECHNIQUE"),
        None => Ok(()),
    }
}

/// Returns the number of seeds of each theory, if nobody says how many.
pub(crate) fn usual_seeds(arguments: &MutationArguments) -> u64 {
    (USUAL_MUTANTS / arguments.per_seed()).max(LEAST_SEEDS)
}

/// Solvers' answers to seeds, by the digests of these.
pub(crate) type Answers = Vec<(String, SeedAnswers)>;

/// Returns the mutants of what these stretches ask, and what solvers said of their seeds; if none are
/// asked for, the stretches as they are. The answers are looked for in these campaigns first.
pub(crate) fn mutants_of(
    stretches: Vec<Stretch>,
    arguments: &MutationArguments,
    (settings, jobs): (&[Setting], usize),
    campaigns: &[&Path],
) -> Result<(Vec<Stretch>, Answers)> {
    if arguments.mutate.is_empty() {
        check_unmutated(arguments)?;
        return Ok((stretches, Answers::new()));
    }
    // What is wrong with a file is told before any solver is asked.
    let tools = tools(&arguments.making)?;
    let answers = answers(&stretches, settings, jobs, campaigns)?;
    let seeds = stretches.into_iter();
    let mutated = seeds.map(|it| mutated(it, arguments, &tools, &answers));
    Ok((mutated.collect::<Result<_>>()?, answers))
}

/// Returns what is known of the answers to the seeds among files that the search cannot answer: what
/// the first of these campaigns keeps that keeps any, else what the solvers say now, each asked once.
fn answers(
    stretches: &[Stretch],
    settings: &[Setting],
    jobs: usize,
    campaigns: &[&Path],
) -> Result<Answers> {
    let there = campaigns.iter().filter(|it| Store::is_there(it));
    let stores: Vec<Store> = there.map(|it| Store::open_to_read(it)).collect::<Result<_, _>>()?;
    let mut all = Answers::new();
    for stretch in stretches.iter().filter(|stretch| stretch.is_corpus()) {
        let identity = stretch.source.identity();
        let kept = stores.iter().map(|store| store.seed_answers(&identity.digest));
        let kept: Vec<Option<SeedAnswers>> = kept.collect::<Result<_, _>>()?;
        let answers = if let Some(kept) = kept.into_iter().flatten().next() {
            kept
        } else {
            say(|| format!("looking for the answers to the seeds in {} …", identity.name));
            let asked = stores.last().map(|store| store.asked_seeds(&identity.digest));
            // In a campaign that begins nobody was asked yet.
            let asked = asked.transpose()?.unwrap_or_default();
            let interrupt = Interrupt::watch();
            let halt = || interrupt.has_come();
            let asked = answer_seeds(&*stretch.source, settings, jobs, asked, &halt)
                .map_err(|error| BrokenSolvers(vec![error.to_string()]))?;
            if halt() {
                let campaign = campaigns.last().expect("a plan has a campaign");
                Store::open(campaign)?.keep_asked_seeds(&identity.digest, &asked)?;
                say(|| "stopped; the same command goes on from here".to_owned());
                interrupt.obey();
                bail!("stopped before all seeds were asked");
            }
            asked.into_answers()
        };
        all.push((identity.digest.clone(), answers));
    }
    Ok(all)
}

/// Returns the mutants of seeds.
fn mutated(
    stretch: Stretch,
    arguments: &MutationArguments,
    tools: &Tools<'_>,
    answers: &Answers,
) -> Result<Stretch> {
    let steps = drawn_steps(arguments.all, Some(arguments.steps))?;
    let making = making(&arguments.mutate, steps, options(&arguments.making, tools))?;
    let per_seed = arguments.per_seed();
    let Stretch { source, numbers, .. } = stretch;
    // Solvers are asked about seeds in files only; the search answers formulas of theories.
    let said = answers.iter().find(|(of, _)| *of == source.identity().digest);
    let said = said.map_or_else(SeedAnswers::default, |(_, said)| said.clone());
    let mutants = Mutants::new(source, &making, per_seed, said, tools);
    let numbers = numbers.start.saturating_mul(per_seed)..numbers.end.saturating_mul(per_seed);
    // All mutants that are one step away are a list, which is gone through from its beginning.
    let turns =
        if arguments.in_order || making.is_all() { Turns::ByNumber } else { Turns::ByYield };
    Ok(Stretch::new(Arc::new(mutants), numbers).in_turns(turns))
}

/// Returns the mutants that a database knows by this identity, if their seeds are formulas of `space`;
/// `None` if they are made otherwise now, or by fusion functions of a file.
pub(crate) fn mutants_again(identity: &Identity, space: Space) -> Option<Arc<dyn Source>> {
    let Order::Mutated { seeds, making, per_seed } = &identity.order else { return None };
    let is_of_grammar = matches!(**seeds, Order::Exhaustive { .. } | Order::Sampled { .. });
    if !is_of_grammar || making.options().functions.is_some() {
        return None;
    }
    let (name, order) = (identity.name.clone(), (**seeds).clone());
    let seeds = source_of_grammar(name, space, order, identity.origin.clone());
    let mutants =
        Mutants::new(seeds, making, *per_seed, SeedAnswers::default(), &tools_without_files());
    let is_same = mutants.identity().digest == identity.digest;
    is_same.then(|| Arc::new(mutants) as Arc<dyn Source>)
}
