//! Formulas of a campaign: where they come from, each with a number.

pub(crate) mod track;
pub(crate) mod widen;
