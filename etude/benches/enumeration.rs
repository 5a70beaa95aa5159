//! `cargo bench`: counting, indexing, ranking, rendering, streaming and sampling, small and huge.

use divan::Bencher;
use divan::counter::BytesCount;
use feat_runtime::{Index, Layout, Limit, Sampler, Size, Space, Tree};
use generated::Theory;

fn main() {
    divan::main();
}

/// The theories that are measured: the smallest and the largest grammar.
const THEORIES: [&str; 2] = ["Core", "Strings"];

/// A small and a huge size, and indices that fall about there.
const SIZES: [u32; 2] = [8, 700];
const INDICES: [&str; 3] = ["10^12", "10^30", "10^1700"];

fn theory(name: &str) -> &'static Space {
    Theory::find(name).expect("a theory of that name").space()
}

fn arguments<T: Copy>(values: &[T]) -> Vec<(&'static str, T)> {
    THEORIES.iter().flat_map(|&name| values.iter().map(move |&value| (name, value))).collect()
}

/// The tables from nothing up to a size.
#[divan::bench(args = arguments(&SIZES), sample_count = 10)]
fn count(bencher: Bencher, (name, size): (&str, u32)) {
    bencher
        .with_inputs(|| Space::new(theory(name).rtg().clone()))
        .bench_values(|space| space.count(Size(size)));
}

#[divan::bench(args = arguments(&INDICES))]
fn index(bencher: Bencher, (name, index): (&str, &str)) {
    let index: Index = index.parse().expect("an index");
    theory(name).get(&index);
    bencher.bench(|| theory(name).get(&index));
}

#[divan::bench(args = arguments(&INDICES))]
fn rank(bencher: Bencher, (name, index): (&str, &str)) {
    let tree = tree(name, index);
    bencher.bench(|| theory(name).rank(&tree));
}

/// From a tree to its text.
#[divan::bench(args = arguments(&INDICES))]
fn render(bencher: Bencher, (name, index): (&str, &str)) {
    let tree = tree(name, index);
    bencher.bench(|| theory(name).rtg().render(&tree, Layout::Smtlib));
}

/// From an index to its text; the first time pays for the small subtrees.
#[divan::bench(args = arguments(&INDICES))]
fn text(bencher: Bencher, (name, index): (&str, &str)) {
    let index: Index = index.parse().expect("an index");
    theory(name).text(&index, Layout::Smtlib);
    bencher.bench(|| theory(name).text(&index, Layout::Smtlib));
}

fn tree(name: &str, index: &str) -> Tree {
    theory(name).get(&index.parse().expect("an index")).expect("a formula of every index")
}

/// A quarter of a mebibyte of formulas.
#[divan::bench(args = arguments(&["0", "10^30", "10^1700"]))]
fn stream(bencher: Bencher, (name, from): (&str, &str)) {
    const BYTES: usize = 256 << 10;
    let mut stream = theory(name).stream(&from.parse().expect("an index"), Layout::Spaced);
    let mut out = Vec::with_capacity(2 * BYTES);
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| {
        out.clear();
        stream.fill(&mut out, "\n", Limit { formulas: u64::MAX, bytes: BYTES })
    });
}

#[divan::bench(args = arguments(&SIZES))]
fn sample(bencher: Bencher, (name, size): (&str, u32)) {
    let mut sampler = Sampler::new(1);
    // The tables are not what is measured.
    sampler.of_size(theory(name), Size(size));
    bencher.bench_local(|| sampler.of_size(theory(name), Size(size)));
}
