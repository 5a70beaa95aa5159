use generated::THEORIES;
use mutation::{Alone, Decision, Graft, Mutator, Recipe, Seed};
use smtlib::{Budget, Script};
use std::sync::Arc;
use std::time::Duration;
fn cpu() -> Duration {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(s.split(' ').next().unwrap().parse().unwrap())
}

#[test]
fn speed() {
    for theory in THEORIES {
        let space = theory.space();
        let mut stream = space.stream(&100_000.into(), generated::Layout::Smtlib);
        let mut seeds = Vec::new();
        while seeds.len() < 100 {
            let script = Script::parse(stream.next_text().unwrap()).unwrap();
            let seed = Seed::by_search(theory.name(), &script, 0, &Budget::default());
            seeds.extend(seed.ok().filter(|seed| seed.answer() == Decision::Sat));
        }
        for steps in [1, 3] {
            let graft: Arc<dyn Mutator> =
                Arc::new(Graft::new(THEORIES.iter().map(generated::Theory::space)));
            let recipe = Recipe { mutators: vec![graft], steps: 1..=steps, seed: 0 };
            let (mut made, mut bytes) = (0, 0);
            let start = cpu();
            for seed in &seeds {
                for n in 0..30 {
                    if let Some(mutant) = recipe.mutant(seed, &Alone, n) {
                        made += 1;
                        bytes += mutant.text().len();
                    }
                }
            }
            let whole = (cpu() - start);
            let start = cpu();
            for _ in 0..30 {
                for seed in &seeds {
                    std::hint::black_box(seed.specimen().clone());
                }
            }
            let clones = (cpu() - start);
            println!(
                "{} steps {steps}: {made} in {whole:?}: {:.0}/s, {} bytes each, clone {:?}",
                theory.name(),
                f64::from(made) / whole.as_secs_f64(),
                bytes / made as usize,
                clones / 3000
            );
        }
    }
}
