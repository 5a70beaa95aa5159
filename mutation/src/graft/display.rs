//! Sets of values as people read them.

use std::fmt;

use smtlib::{Terms, Value};

use super::allowed::Allowed;

/// As `any`, `all`, `true`, `[0, 3)`, `not 7`. Functions of a script are written by their numbers.
impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::All => f.write_str("all"),
            Self::In(values) => list(f, "", values),
            Self::But(values) => list(f, "not ", values),
            Self::Span(span) => write!(f, "{span}"),
            Self::Ring(ring) => write!(f, "{ring}"),
            Self::Pattern(mask, bits) => write!(f, "{bits} where {mask}"),
            Self::Keys(keys) => write!(f, "{keys}"),
            Self::Stretch(stretch) => write!(f, "{stretch}"),
            Self::Word(word, true) => write!(f, "{word}"),
            Self::Word(word, false) => write!(f, "not: {word}"),
            Self::Matching(text, true) => write!(f, "matches {text}"),
            Self::Matching(text, false) => write!(f, "does not match {text}"),
            Self::Image(op, among) => write!(f, "{op} is {among}"),
            Self::At(index, among) => write!(f, "at {} {among}", shown(index)),
            Self::Outside(array, indices, is_equal) => {
                let word = if *is_equal { "" } else { "not " };
                write!(f, "{word}{}", shown(&Value::Array(array.clone())))?;
                list(f, " but at ", indices)
            }
            Self::Built(fun, true) => write!(f, "built by {}", fun.number()),
            Self::Built(fun, false) => write!(f, "not built by {}", fun.number()),
            Self::Field(fun, field, among) => {
                write!(f, "built by {}, field {field} {among}", fun.number())
            }
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, prefix: &str, values: &[Value]) -> fmt::Result {
    f.write_str(prefix)?;
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        f.write_str(&shown(value))?;
    }
    Ok(())
}

/// Values with names of a script in them are written as the compiler sees them.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Data(_) | Value::Abstract(..) => format!("{value:?}"),
        value => value.display(&Terms::default()).to_string(),
    }
}
