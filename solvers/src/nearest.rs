//! "Did you mean z3?": the known name that a mistyped one is most like.

/// Returns `; did you mean `z3`?`, if one of the names is a letter away, of a long name two.
pub(crate) fn did_you_mean<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let typed = text.to_ascii_lowercase();
    let distance = |name: &str| strsim::osa_distance(&typed, name);
    let is_near = |name: &&str| {
        let far = if name.len() < 5 { 1 } else { 2 };
        distance(name) <= far && distance(name) < name.len()
    };
    let nearest = names.into_iter().filter(is_near).min_by_key(|name| distance(name));
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_letter_away_is_meant() {
        let names = ["z3", "cvc5", "cvc4", "bitwuzla", "yices", "stp"];
        for (text, meant) in [
            ("z4", Some("z3")),
            ("Z3", Some("z3")),
            ("cvc", Some("cvc5")),
            ("cvc6", Some("cvc5")),
            ("bitwulza", Some("bitwuzla")),
            ("yces", Some("yices")),
            ("./build/z3", None),
            ("mine", None),
            ("", None),
        ] {
            let expected =
                meant.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            assert_eq!(did_you_mean(text, names), expected, "{text}");
        }
    }
}
