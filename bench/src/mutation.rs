//! The speed of mutants made by weakening, and the evenness with which rules are used.
//!
//! Seeds are the first formulas of each theory whose answer the small search proves. A rate counts
//! mutants that were made, checked under their witness and printed, a second of processor time.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use feat_runtime::{Index, Layout, Space};
use mutation::{Alone, Mutant, Mutator as _, Recipe, RuleSet, Seed, Weaken};
use rustix::time::{ClockId, clock_gettime};
use smtlib::{Budget, Dialect, Model, Script};

use crate::page::Form;
use crate::spaces::spaces;
use crate::table::{Figure, Goal, Table};

/// Formulas of each theory, from the first on, among which seeds are looked for.
pub(crate) const FORMULAS: usize = 1250;
/// Mutants of a seed, of one step each.
pub(crate) const MUTANTS: u64 = 30;
/// Walks of a seed, and how long they are.
const WALKS: u64 = 10;
pub(crate) const LONGEST: u32 = 20;
/// Seeds with which walks begin.
const WALKERS: usize = 100;
/// The length of a large seed, in bytes.
const LARGE: usize = 100_000;

/// Counts over the mutants of some seeds.
#[derive(Default)]
struct Tally {
    made: u64,
    lost: u64,
    seconds: f64,
    /// Hashes of the texts.
    distinct: HashSet<u64>,
    steps: BTreeMap<Arc<str>, u64>,
    /// Steps after which the mutant was not true under the witness.
    lost_by: BTreeMap<Arc<str>, u64>,
}

impl Tally {
    fn rate(&self) -> f64 {
        float(self.made) / self.seconds
    }

    fn add(&mut self, other: &Self) {
        self.made += other.made;
        self.lost += other.lost;
        self.seconds += other.seconds;
        for (all, some) in [(&mut self.steps, &other.steps), (&mut self.lost_by, &other.lost_by)] {
            for (rule, count) in some {
                *all.entry(rule.clone()).or_default() += count;
            }
        }
    }

    fn most_used(&self) -> (Arc<str>, u64) {
        let most = self.steps.iter().max_by_key(|(_, count)| **count);
        most.map_or_else(|| ("".into(), 0), |(rule, count)| (rule.clone(), *count))
    }
}

/// Subject of the table.
const ABOUT: &str =
    "Mutants by weakening, per second and core: made, checked under their witness and printed.";

/// Runs the whole table; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let mut table = Table::new(form, "mutation", ABOUT);
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    let (mut steps, mut walks) = (Tally::default(), Tally::default());
    let mut distinct = (0, 0);
    for (theory, space) in spaces()? {
        let seeds = seeds(&theory, &space, FORMULAS)?;
        let one = tally(&weaken, &seeds, 1, MUTANTS);
        table.add(Figure {
            what: format!("{theory}: mutants of {} seeds, one step", seeds.len()),
            measured: one.rate(),
            unit: "/s",
            yardstick: None,
            goal: Goal::AtLeast(50_000.0),
        });
        let walked = tally(&weaken, &seeds[..WALKERS.min(seeds.len())], LONGEST, WALKS);
        table.figure(&format!("{theory}: of up to {LONGEST} steps"), walked.rate(), "/s");
        for (shape, seed) in
            [("assertions", large(&seeds, false)?), ("conjuncts", large(&seeds, true)?)]
        {
            let bytes = seed.text().len();
            let large = tally(&weaken, std::slice::from_ref(&seed), 1, 1000);
            table.add(Figure {
                what: format!("{theory}: a seed of {bytes} bytes, {shape}"),
                measured: large.rate(),
                unit: "/s",
                yardstick: None,
                goal: Goal::AtLeast(200.0),
            });
        }
        distinct = (distinct.0 + walked.distinct.len() as u64, distinct.1 + walked.made);
        steps.add(&one);
        walks.add(&walked);
    }
    let rules = weaken.rules().rules().len() as u64;
    let all: u64 = walks.steps.values().sum();
    let (most, count) = walks.most_used();
    let share = |part: u64, whole: u64| 100.0 * float(part) / float(whole.max(1));
    let goals = [
        (
            format!("distinct among {} walks", distinct.1),
            share(distinct.0, distinct.1),
            Goal::AtLeast(99.0),
        ),
        (format!("steps by the most used rule, {most}"), share(count, all), Goal::AtMost(10.0)),
        (
            format!("of {rules} rules used in one step"),
            share(steps.steps.len() as u64, rules),
            Goal::None,
        ),
        (
            format!("of {rules} rules used in walks"),
            share(walks.steps.len() as u64, rules),
            Goal::AtLeast(80.0),
        ),
        (
            format!("lost of {} mutants of one step", steps.made + steps.lost),
            share(steps.lost, steps.made + steps.lost),
            Goal::None,
        ),
    ];
    for (what, measured, goal) in goals {
        table.add(Figure { what, measured, unit: "%", yardstick: None, goal });
    }
    for (rule, count) in &steps.lost_by {
        table.figure(&format!("lost by {rule}"), float(*count), "");
    }
    table.finish()
}

/// The seeds among the first formulas of a theory.
pub(crate) fn seeds(theory: &str, space: &Space, count: usize) -> Result<Vec<Seed>> {
    let mut stream = space.stream(&Index::default(), Layout::Smtlib);
    let mut seeds = Vec::new();
    for index in 0..count {
        let Some(text) = stream.next_text() else { break };
        let script = Script::parse(text)?;
        let name = format!("{theory} {index}");
        seeds.extend(Seed::by_search(&name, &script, 0, &Budget::default()).ok());
    }
    Ok(seeds)
}

/// One seed of copies of others, each with constants of its own: as many assertions, or as many
/// conjuncts of one.
fn large(seeds: &[Seed], is_one: bool) -> Result<Seed> {
    let (mut declared, mut asserted, mut model) = (String::new(), String::new(), String::new());
    let satisfied = seeds.iter().filter(|seed| seed.specimen().witness().is_some());
    for (number, seed) in satisfied.cycle().enumerate() {
        let witness = seed.specimen().witness_text().context("it is sat")?;
        let names: Vec<&str> = witness
            .lines()
            .filter_map(|line| line.trim().strip_prefix("(define-fun ")?.split(' ').next())
            .collect();
        let own = |text: &str| renamed(text, &names, number);
        let defined = witness.lines().filter(|line| line.trim().starts_with("(define-fun "));
        for line in defined {
            model.push_str(&own(line));
            model.push('\n');
        }
        for line in seed.text().lines() {
            if let Some(term) = line.strip_prefix("(assert ") {
                let term = own(term.strip_suffix(')').unwrap_or(term));
                let (before, behind) = if is_one { (" ", "") } else { ("(assert ", ")\n") };
                asserted.extend([before, &term, behind]);
            } else if line.starts_with("(declare-sort") || line.starts_with("(declare-datatypes") {
                if !declared.contains(line) {
                    declared.push_str(line);
                    declared.push('\n');
                }
            } else if line.starts_with("(declare-") {
                declared.push_str(&own(line));
                declared.push('\n');
            }
        }
        if declared.len() + asserted.len() >= LARGE {
            break;
        }
    }
    let asserted = if is_one { format!("(assert (and{asserted}))\n") } else { asserted };
    let mut script = Script::parse(&format!("{declared}{asserted}(check-sat)\n"))?;
    let model = Model::parse(&mut script, &format!("({model})"), Dialect::Standard)?;
    Ok(Seed::with_model("copies", &script, 0, model)?)
}

/// The text with a number behind each of these names.
fn renamed(text: &str, names: &[&str], number: usize) -> String {
    let is_end = |letter: char| letter.is_whitespace() || letter == '(' || letter == ')';
    let mut to = String::new();
    for word in text.split_inclusive(is_end) {
        let name = word.trim_end_matches(is_end);
        to.push_str(name);
        if names.contains(&name) {
            to.extend(["_", &number.to_string()]);
        }
        to.push_str(&word[name.len()..]);
    }
    to
}

/// Makes, checks and prints mutants of seeds.
fn tally(weaken: &Arc<Weaken>, seeds: &[Seed], most: u32, each: u64) -> Tally {
    let recipe = Recipe { mutators: vec![weaken.clone()], steps: 1..=most, seed: 0 };
    let mut tally = Tally::default();
    let mut text = String::new();
    let mut mutants = Vec::new();
    let begin = processor_time();
    for seed in seeds {
        for number in 0..each {
            let Some(mutant) = recipe.mutant(seed, &Alone, number) else { continue };
            text.clear();
            mutant.specimen().write(&mut text);
            tally.made += 1;
            mutants.push((
                hash(&text),
                mutant.steps().iter().map(|step| step.rule.clone()).collect::<Vec<_>>(),
            ));
        }
    }
    tally.seconds = processor_time().saturating_sub(begin).as_secs_f64();
    for (hash, rules) in mutants {
        tally.distinct.insert(hash);
        for rule in rules {
            *tally.steps.entry(rule).or_default() += 1;
        }
    }
    if most == 1 {
        lose(weaken, seeds, &mut tally);
    }
    tally
}

/// Counts the steps that lose their mutant.
fn lose(weaken: &Weaken, seeds: &[Seed], tally: &mut Tally) {
    for seed in seeds.iter().take(WALKERS * 2) {
        for number in 0..MUTANTS {
            let mut specimen = seed.specimen().clone();
            let mut draw = mutation::Draw::new(seed.text(), "lost", number);
            if !weaken.step(&mut specimen, &Alone, &mut draw) {
                continue;
            }
            let rule = specimen.steps[0].rule.clone();
            if Mutant::of(specimen).is_err() {
                tally.lost += 1;
                *tally.lost_by.entry(rule).or_default() += 1;
            }
        }
    }
}

/// The time that this thread has had of a processor.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).expect("time does not run backwards");
    Duration::new(seconds, u32::try_from(time.tv_nsec).expect("below a billion"))
}

fn hash(text: &str) -> u64 {
    use std::hash::{DefaultHasher, Hasher as _};
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[expect(clippy::cast_precision_loss, reason = "a figure needs no more than three digits")]
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}
