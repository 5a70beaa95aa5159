//! The figures: what a campaign says of releases over time, each drawn and as numbers.

mod class;
mod csv;
mod frame;
mod handles;
mod larger;
mod lineage;
mod overview;
mod runtime;
mod solved;
mod table;
mod throughput;
mod timing;
mod triggers;
mod view;

use crate::figure::Figure;
use crate::history::History;
use view::View;

/// The figures that have something to show, in a fixed order.
///
/// Costs a few walks over all answers.
pub fn figures(history: &History) -> Vec<Figure> {
    let view = View::new(history);
    let all = [
        overview::figure,
        triggers::figure,
        table::figure,
        solved::figure,
        larger::figure,
        runtime::figure,
        throughput::figure,
    ];
    all.into_iter().filter_map(|figure| figure(&view)).collect()
}
