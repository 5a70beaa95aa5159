//! The conditions under which the trees of a grammar can be counted, and where they fail.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;

use crate::grammar::draft::{Draft, DraftProduction, NonterminalId, Symbol};
use crate::grammar::graph::Graph;

/// A production of a draft: the nonterminal, and the place among its productions. The second
/// alternative of the first rule is nonterminal 0, place `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProductionPlace {
    /// The nonterminal.
    pub nonterminal: NonterminalId,
    /// The place of the production in it.
    pub production: usize,
}

/// A reason for which a draft is no [`Rtg`](crate::Rtg). A rule `a : '(' a ')'` without another
/// alternative derives no finite tree, for one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The nonterminal derives no finite tree.
    #[error("nonterminal {} derives no finite tree", .0.index())]
    Unproductive(NonterminalId),
    /// No tree of the start symbol holds the nonterminal.
    #[error("nonterminal {} is not reachable from the start", .0.index())]
    Unreachable(NonterminalId),
    /// The production holds a set of no characters.
    #[error("production {} of nonterminal {} holds an empty set", .0.production, .0.nonterminal.index())]
    EmptySet(ProductionPlace),
    /// The productions lead back to where they began at no cost: a part is infinite.
    #[error("a cycle of productions at no cost makes a part infinite")]
    FreeCycle(Vec<ProductionPlace>),
}

impl Draft {
    /// The production at `place`.
    pub fn at(&self, place: ProductionPlace) -> &DraftProduction {
        &self.nonterminals[place.nonterminal.index()].productions[place.production]
    }

    /// All productions with their places, in order.
    pub fn places(&self) -> impl Iterator<Item = (ProductionPlace, &DraftProduction)> {
        self.nonterminals.iter().enumerate().flat_map(|(index, nonterminal)| {
            let nonterminal_id = NonterminalId::new(index);
            nonterminal.productions.iter().enumerate().map(move |(production, draft)| {
                (ProductionPlace { nonterminal: nonterminal_id, production }, draft)
            })
        })
    }
}

impl DraftProduction {
    fn children(&self) -> impl Iterator<Item = usize> + '_ {
        self.symbols.iter().filter_map(|symbol| match symbol {
            Symbol::Nonterminal(id) => Some(id.index()),
            Symbol::Literal(_) | Symbol::Set(_) => None,
        })
    }

    fn has_empty_set(&self) -> bool {
        self.symbols.iter().any(|symbol| matches!(symbol, Symbol::Set(set) if set.is_empty()))
    }
}

/// For each nonterminal the size of its smallest tree, or `None` where it has no tree.
///
/// Knuth's generalisation of Dijkstra's algorithm: nonterminals are settled in ascending
/// order of their least size, so each production is looked at once for each symbol.
pub fn least_sizes(draft: &Draft) -> Vec<Option<u32>> {
    let mut least: Vec<Option<u32>> = vec![None; draft.nonterminals.len()];
    // For each nonterminal the productions that wait for it, once for each occurrence.
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); draft.nonterminals.len()];
    // For each production how many symbols it waits for, and what it costs so far.
    let mut open = Vec::new();
    let mut queue = BinaryHeap::new();
    for (number, (place, production)) in draft.places().enumerate() {
        let children = production.children().count();
        let blocked = usize::from(production.has_empty_set());
        open.push((place.nonterminal.index(), children + blocked, production.cost.0));
        production.children().for_each(|child| waiting[child].push(number));
        if children + blocked == 0 {
            queue.push(Reverse((production.cost.0, place.nonterminal.index())));
        }
    }
    while let Some(Reverse((size, nonterminal))) = queue.pop() {
        if least[nonterminal].is_some() {
            continue;
        }
        least[nonterminal] = Some(size);
        for &number in &waiting[nonterminal] {
            let (owner, missing, so_far) = &mut open[number];
            *missing -= 1;
            *so_far = so_far.saturating_add(size);
            if *missing == 0 {
                queue.push(Reverse((*so_far, *owner)));
            }
        }
    }
    least
}

/// For each nonterminal the size of its largest tree, or `None` where there is no largest.
///
/// Every nonterminal of `draft` must be productive.
pub(crate) fn largest_sizes(draft: &Draft) -> Vec<Option<u32>> {
    let walk = reference_graph(draft).depth_first(0..draft.nonterminals.len());
    let mut cyclic = vec![false; draft.nonterminals.len()];
    for edge in walk.cycles.iter().flatten() {
        cyclic[edge.from] = true;
    }
    let mut largest = vec![None; draft.nonterminals.len()];
    for node in walk.postorder {
        let of_production = |production: &DraftProduction| {
            production.children().try_fold(production.cost.0, |sum, child| {
                largest[child].and_then(|size: u32| sum.checked_add(size))
            })
        };
        let mut sizes = draft.nonterminals[node].productions.iter().map(of_production);
        let most = sizes.try_fold(0, |most: u32, size| size.map(|size| most.max(size)));
        largest[node] = most.filter(|_| !cyclic[node]);
    }
    largest
}

/// The number of trees of a nonterminal; `None` if there are infinitely many.
///
/// Every nonterminal that its trees can hold must be productive: then a cycle makes infinitely
/// many trees. Costs one multiplication per symbol; no size is counted.
pub(crate) fn cardinality(draft: &Draft, nonterminal: NonterminalId) -> Option<BigUint> {
    number_of_trees(draft, nonterminal, |left, right| left * right, |left, right| left + right)
}

/// Like [`Space::cardinality`](crate::Space::cardinality), but numbers beyond `u64::MAX` are
/// `u64::MAX`: a grammar of a few lines can have finitely many trees whose number no memory holds.
pub fn bounded_cardinality(draft: &Draft, nonterminal: NonterminalId) -> Option<u64> {
    number_of_trees(
        draft,
        nonterminal,
        |left, &right| left.saturating_mul(right),
        u64::saturating_add,
    )
}

fn number_of_trees<T: Clone + From<u32>>(
    draft: &Draft,
    nonterminal: NonterminalId,
    times: impl Fn(T, &T) -> T,
    plus: impl Fn(T, T) -> T,
) -> Option<T> {
    let walk = reference_graph(draft).depth_first([nonterminal.index()]);
    if !walk.cycles.is_empty() {
        return None;
    }
    let mut numbers = vec![T::from(0); draft.nonterminals.len()];
    for node in walk.postorder {
        let trees = |production: &DraftProduction| {
            let symbols = production.symbols.iter();
            symbols.fold(T::from(1), |product, symbol| match symbol {
                Symbol::Literal(_) => product,
                Symbol::Set(set) => times(product, &T::from(set.len())),
                Symbol::Nonterminal(id) => times(product, &numbers[id.index()]),
            })
        };
        let productions = draft.nonterminals[node].productions.iter();
        numbers[node] = productions.map(trees).fold(T::from(0), &plus);
    }
    Some(numbers.swap_remove(nonterminal.index()))
}

/// The graph of references from nonterminal to nonterminal.
fn reference_graph(draft: &Draft) -> Graph<()> {
    Graph::of_references(draft.nonterminals.iter().map(|nonterminal| {
        nonterminal.productions.iter().map(|production| &production.symbols[..])
    }))
}

/// For each nonterminal whether it is one of `roots` or a tree of theirs can hold it.
pub fn reachable(draft: &Draft, roots: impl IntoIterator<Item = NonterminalId>) -> Vec<bool> {
    let mut reachable = vec![false; draft.nonterminals.len()];
    let roots = roots.into_iter().map(NonterminalId::index);
    for node in reference_graph(draft).depth_first(roots).postorder {
        reachable[node] = true;
    }
    reachable
}

/// The cycles that can be walked at no cost, the production that closes each last: found by
/// a depth-first walk from the start, in the order the productions are written.
///
/// A production leads on for free where it costs nothing and all its other symbols have
/// trees of size 0. Once every closing production pays, no free cycle is left.
pub fn free_cycles(draft: &Draft, least: &[Option<u32>]) -> Vec<Vec<ProductionPlace>> {
    let mut edges: Vec<Vec<(usize, ProductionPlace)>> = vec![Vec::new(); draft.nonterminals.len()];
    for (place, production) in draft.places() {
        if production.cost.0 > 0 || production.has_empty_set() {
            continue;
        }
        let children: Vec<usize> = production.children().collect();
        for (position, &child) in children.iter().enumerate() {
            let others = children.iter().enumerate().filter(|&(other, _)| other != position);
            if others.into_iter().all(|(_, &other)| least[other] == Some(0)) {
                edges[place.nonterminal.index()].push((child, place));
            }
        }
    }
    let roots = std::iter::once(draft.start.index()).chain(0..draft.nonterminals.len());
    let walk = Graph { edges }.depth_first(roots);
    walk.cycles.into_iter().map(|cycle| cycle.into_iter().map(|edge| edge.tag).collect()).collect()
}

/// Everything that keeps `draft` from being an [`Rtg`](crate::Rtg).
pub(crate) fn flaws(draft: &Draft, least: &[Option<u32>]) -> Vec<Flaw> {
    let unproductive = (0..least.len())
        .filter(|&n| least[n].is_none())
        .map(|n| Flaw::Unproductive(NonterminalId::new(n)));
    let reachable = reachable(draft, [draft.start]);
    let unreachable = (0..least.len())
        .filter(|&n| !reachable[n])
        .map(|n| Flaw::Unreachable(NonterminalId::new(n)));
    let empty = draft.places().filter(|(_, production)| production.has_empty_set());
    let empty = empty.map(|(place, _)| Flaw::EmptySet(place));
    let cycles = free_cycles(draft, least).into_iter().map(Flaw::FreeCycle);
    unproductive.chain(unreachable).chain(empty).chain(cycles).collect()
}
