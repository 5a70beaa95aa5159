//! Variants: seats whose solver is that of another seat under more options, and called after it.

use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::Setting;

/// Returns the seat of the solver that one is a variant of: that of `z3-5.4.0` for `z3-5.4.0[simplex]`;
/// `None` if it is no variant, or its default is not asked.
pub(crate) fn default_of(settings: &PerSeat<Setting>, seat: SeatId) -> Option<SeatId> {
    let variant = &settings[seat].solver;
    let is_default = |(_, setting): &(SeatId, &Setting)| {
        let default = &setting.solver;
        let is_called_after =
            variant.name.strip_prefix(&default.name).is_some_and(|rest| rest.starts_with('['));
        is_called_after
            && default.command == variant.command
            && default.options.len() < variant.options.len()
            && variant.options.starts_with(&default.options)
    };
    settings.pairs().find(is_default).map(|(seat, _)| seat)
}
