use generated::THEORIES;
use mutation::{Alone, Decision, Graft, Mutator, Recipe, Seed};
use smtlib::{Budget, Script};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
fn cpu() -> Duration {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(s.split(' ').next().unwrap().parse().unwrap())
}

fn enumerated(theory: &generated::Theory, from: u64, count: usize) -> Vec<Seed> {
    let space = theory.space();
    let mut stream = space.stream(&from.into(), generated::Layout::Smtlib);
    let mut seeds = Vec::new();
    while seeds.len() < count {
        let script = Script::parse(stream.next_text().unwrap()).unwrap();
        let seed = Seed::by_search(theory.name(), &script, 0, &Budget::default());
        seeds.extend(seed.ok().filter(|seed| seed.answer() == Decision::Sat));
    }
    seeds
}

fn recipe(steps: u32) -> Recipe {
    let graft: Arc<dyn Mutator> =
        Arc::new(Graft::new(THEORIES.iter().map(generated::Theory::space)));
    Recipe { mutators: vec![graft], steps: 1..=steps, seed: 0 }
}

fn measure(name: &str, seeds: &[Seed], steps: u32, judge: bool) {
    let recipe = recipe(steps);
    let (mut made, mut bytes, mut lost) = (0, 0, 0);
    let mut rules: BTreeMap<String, u32> = BTreeMap::new();
    let mut distinct = std::collections::BTreeSet::new();
    let (mut first, mut rest) = (Duration::ZERO, Duration::ZERO);
    for seed in seeds {
        for n in 0..30 {
            let start = cpu();
            let mutant = recipe.mutant(seed, &Alone, n);
            let text = mutant.as_ref().map(|mutant| mutant.text());
            let time = cpu() - start;
            if n == 0 {
                first += time
            } else {
                rest += time
            }
            let (Some(mutant), Some(text)) = (mutant, text) else {
                lost += 1;
                continue;
            };
            made += 1;
            bytes += text.len();
            if judge {
                super::graft::judge(&text, &mutant.specimen().witness_text().unwrap());
            }
            for step in mutant.steps() {
                *rules.entry(step.rule.to_string()).or_default() += 1;
            }
            distinct.insert(text);
        }
    }
    let whole = first + rest;
    println!(
        "{name} steps {steps}: {made} in {whole:?}: {:.0}/s, first {:?}, others {:?}, {} bytes each, {lost} lost, {} distinct, {rules:?}",
        f64::from(made) / whole.as_secs_f64(),
        first / seeds.len() as u32,
        rest / (seeds.len() as u32 * 29),
        bytes / made.max(1) as usize,
        distinct.len()
    );
}

#[test]
fn speed() {
    for theory in THEORIES {
        let seeds = enumerated(theory, 100_000, 60);
        measure(theory.name(), &seeds, 1, false);
    }
}

#[test]
fn sample() {
    for theory in THEORIES {
        for from in [1_000, 100_000, 10_000_000, 1_000_000_000] {
            let seeds = enumerated(theory, from, 220);
            measure(theory.name(), &seeds, 4, true);
        }
    }
}

#[test]
fn corpus() {
    let mut paths = Vec::new();
    let mut stack = vec![std::path::PathBuf::from("/work/shared/corpus")];
    while let Some(dir) = stack.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                stack.push(path)
            } else if path.extension().is_some_and(|e| e == "smt2") {
                paths.push(path)
            }
        }
    }
    paths.sort();
    let mut small = Vec::new();
    let mut count = 0;
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(script) = Script::parse(&text) else { continue };
        let Ok(seed) = Seed::by_search("c", &script, 0, &Budget::default()) else { continue };
        if seed.answer() != Decision::Sat {
            continue;
        }
        count += 1;
        measure(
            &format!("{} {}", path.file_name().unwrap().to_string_lossy(), seed.text().len()),
            &[seed.clone()],
            3,
            true,
        );
        if seed.text().len() < 1000 {
            small.push(seed)
        }
    }
    println!("{count} corpus seeds, {} below 1 kB", small.len());
    measure("corpus below 1 kB", &small, 1, false);
}

#[test]
fn hot() {
    for theory in ["Arrays", "FP", "Reals"] {
        let seeds = enumerated(generated::Theory::find(theory).unwrap(), 100_000, 30);
        for _ in 0..40 {
            measure(theory, &seeds, 1, false);
        }
    }
}
