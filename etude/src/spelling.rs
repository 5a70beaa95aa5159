//! A name that nobody knows into the one that was probably meant.

use grammar_compiler::nearest;

/// Returns `; did you mean `Core`?`, if a known name is near.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = nearest(name, known);
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}
