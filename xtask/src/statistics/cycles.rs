//! From the files of a crate to the cycles between them.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::Map;
use super::sources::Source;

/// Dependencies, by name.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Returns the cycles between siblings, and those between files; the longest first.
pub(super) fn cycles(sources: &[Source]) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let map = Map::of(sources);
    let (mut siblings, mut files) = (Graph::new(), Graph::new());
    for source in sources {
        for target in map.dependencies(source) {
            files.entry(named(&source.module)).or_default().insert(named(target));
            if let Some((from, to)) = below_common(&source.module, target) {
                siblings.entry(named(from)).or_default().insert(named(to));
            }
        }
    }
    (components(&siblings), components(&files))
}

/// Returns the modules of one folder that two modules are or stand below: `a/b` and `a/c` for
/// `a/b/x` and `a/c`; none if one of the two stands below the other.
fn below_common<'a>(from: &'a [String], to: &'a [String]) -> Option<(&'a [String], &'a [String])> {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    from.get(..=common).zip(to.get(..=common))
}

fn named(module: &[String]) -> String {
    if module.is_empty() { "crate".to_owned() } else { module.join("/") }
}

/// Returns the strongly connected components of more than one node: sets of nodes of which each
/// reaches each. The graphs are small, so what each node reaches is simply walked.
fn components(graph: &Graph) -> Vec<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reachable(graph, node))).collect();
    let mut components = BTreeSet::new();
    for (node, reached) in &reach {
        let is_mutual = |other: &&&str| reach.get(**other).is_some_and(|back| back.contains(node));
        let component: Vec<String> =
            reached.iter().filter(is_mutual).map(|other| (*other).to_owned()).collect();
        if component.len() > 1 {
            components.insert(component);
        }
    }
    let mut components: Vec<_> = components.into_iter().collect();
    components.sort_by_key(|component| std::cmp::Reverse(component.len()));
    components
}

/// Returns the nodes that a walk from `node` meets; `node` itself only if the walk comes back.
fn reachable<'a>(graph: &'a Graph, node: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = graph.get(node).into_iter().flatten().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(graph.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}
