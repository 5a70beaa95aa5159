use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use generated::THEORIES;
use mutation::*;
use smtlib::{Budget, Script};

fn seeds(theory: &generated::Theory, count: usize) -> Vec<Seed> {
    let mut stream = theory.space().stream(&generated::Index::default(), generated::Layout::Spaced);
    let mut seeds = Vec::new();
    for index in 0..count {
        let Some(text) = stream.next_text() else { break };
        let script = Script::parse(text).unwrap();
        let name = format!("{} {index}", theory.name());
        seeds.extend(Seed::by_search(&name, &script, 0, &Budget::default()).ok());
    }
    seeds
}

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let most: u32 = args[1].parse().unwrap();
    let count: usize = args[2].parse().unwrap();
    let per: u64 = args[3].parse().unwrap();
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    let recipe = Recipe { mutators: vec![weaken.clone()], steps: 1..=most, seed: 0 };
    let mut rules: BTreeMap<Arc<str>, u64> = BTreeMap::new();
    let mut steps = 0;
    for theory in THEORIES {
        if args.len() > 4 && args[4] != theory.name() {
            continue;
        }
        let seeds = seeds(theory, count);
        let start = cpu();
        let mut made = 0;
        let mut bytes = 0;
        let mut lost = 0;
        let mut own: BTreeMap<Arc<str>, u64> = BTreeMap::new();
        let mut texts: Vec<u64> = Vec::new();
        let mut text = String::new();
        for seed in &seeds {
            for number in 0..per {
                if let Some(mutant) = recipe.mutant(seed, &Alone, number) {
                    text.clear();
                    mutant.specimen().write(&mut text);
                    use std::hash::{Hash, Hasher};
                    let mut h = std::collections::hash_map::DefaultHasher::new();
                    text.hash(&mut h);
                    texts.push(h.finish());
                    bytes += text.len();
                    made += 1;
                    for step in mutant.steps() {
                        *own.entry(step.rule.clone()).or_default() += 1;
                    }
                } else {
                    lost += 1;
                }
            }
        }
        let time = cpu() - start;
        let distinct: HashSet<u64> = texts.iter().copied().collect();
        let total: u64 = own.values().sum();
        let top = own.iter().max_by_key(|x| x.1);
        println!(
            "{:12} seeds {} made {made} lost {lost} {:.0}/s  steps {:.1} bytes {} distinct {:.3} rules {} top {top:?} of {total}",
            theory.name(),
            seeds.len(),
            made as f64 / time,
            total as f64 / made as f64,
            bytes / made,
            distinct.len() as f64 / made as f64,
            own.len()
        );
        for (rule, n) in own {
            *rules.entry(rule).or_default() += n;
            steps += n;
        }
    }
    let mut sorted: Vec<_> = rules.iter().collect();
    sorted.sort_by_key(|x| std::cmp::Reverse(x.1));
    println!(
        "rules used {} of {}; top {:?} of {steps}",
        rules.len(),
        weaken.rules().rules().len(),
        &sorted[..10]
    );
    let unused: Vec<_> = weaken
        .rules()
        .rules()
        .iter()
        .filter(|r| !rules.contains_key(r.name()))
        .map(|r| r.name().to_string())
        .collect();
    println!("unused: {}", unused.join(" "));
}
