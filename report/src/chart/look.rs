//! Looks of series: a colour that most eyes tell from the others, and a mark and a dash for those
//! that
//! do not, and for paper.

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Circle,
    Square,
    Triangle,
    Down,
    Diamond,
    Bar,
    Post,
    Plus,
}

/// The look of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Its colour, as a class of `style.css`.
    pub(crate) class: &'static str,
    /// Its mark.
    pub(crate) marker: Marker,
    /// Dashes of its line; nothing for a plain line.
    pub(crate) dash: &'static str,
    /// Whether its marks are outlines.
    pub(crate) is_hollow: bool,
}

const fn look(class: &'static str, marker: Marker, dash: &'static str) -> Look {
    Look { class, marker, dash, is_hollow: false }
}

impl Look {
    /// The same with marks that are outlines, and a dotted line.
    pub(crate) fn hollow(self) -> Self {
        Self { is_hollow: true, dash: "1 3", ..self }
    }
}

/// The look of what has no colour of its own.
pub(crate) const INK: Look = look("look-ink", Marker::Circle, "");

/// Wrong answers.
pub(crate) const UNSOUND: Look = look("look-unsound", Marker::Square, "");
/// Models that are none.
pub(crate) const INVALID_MODEL: Look = look("look-invalid-model", Marker::Triangle, "6 3");
/// Deaths.
pub(crate) const CRASH: Look = look("look-crash", Marker::Circle, "2 2");
/// Answers of which one is wrong.
pub(crate) const DISAGREEMENT: Look = look("look-disagreement", Marker::Diamond, "8 2 2 2");

/// The eight theories in their order.
pub(crate) const THEORY_LOOKS: [Look; 8] = [
    look("look-core", Marker::Circle, ""),
    look("look-ints", Marker::Square, "6 2"),
    look("look-reals", Marker::Triangle, "2 2"),
    look("look-realints", Marker::Diamond, "8 2 2 2"),
    look("look-bitvectors", Marker::Down, ""),
    look("look-arrays", Marker::Plus, "6 2"),
    look("look-fp", Marker::Bar, "2 2"),
    look("look-strings", Marker::Post, "8 2 2 2"),
];

/// Other grammars, one after the other.
pub(crate) const OTHERS: [Look; 4] = [
    look("look-other-1", Marker::Square, "10 3"),
    look("look-other-2", Marker::Down, "4 4"),
    look("look-other-3", Marker::Circle, "10 3 2 3"),
    look("look-other-4", Marker::Diamond, "4 4"),
];

/// Five times, the shortest first.
pub(crate) const TIME_LOOKS: [Look; 5] = [
    look("look-time-1", Marker::Down, "2 2"),
    look("look-time-2", Marker::Diamond, "4 2"),
    look("look-time-3", Marker::Square, "8 2"),
    look("look-time-4", Marker::Triangle, "8 2 2 2"),
    look("look-time-5", Marker::Circle, ""),
];
