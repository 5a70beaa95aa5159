//! Names in the spelling of Rust.

/// Returns the name of a type or constructor: `bool_term` becomes `BoolTerm`, `2x` becomes `N2x`.
pub fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    let mut begins_word = true;
    for c in name.chars() {
        if !continues_word(c) {
            begins_word = true;
        } else if begins_word {
            // `1.0` and `10` are two names.
            if c.is_numeric() && camel.ends_with(char::is_numeric) {
                camel.push('_');
            }
            camel.extend(c.to_uppercase());
            begins_word = false;
        } else {
            camel.push(c);
        }
    }
    if !camel.starts_with(starts_word) {
        camel.insert(0, 'N');
    }
    camel
}

/// Returns the name of a module: `RealInts` becomes `real_ints`. Words are parted where a capital
/// follows a small letter or precedes one.
pub fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (place, &c) in chars.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| chars[before]);
        let after = chars.get(place + 1);
        let after_small = before.is_some_and(|c| c.is_lowercase() || c.is_numeric());
        let before_small =
            before.is_some_and(char::is_uppercase) && after.is_some_and(|c| c.is_lowercase());
        if continues_word(c) {
            if c.is_uppercase() && (after_small || before_small) {
                snake.push('_');
            }
            snake.extend(c.to_lowercase());
        } else {
            snake.push('_');
        }
    }
    if !snake.starts_with(|c| c == '_' || starts_word(c)) {
        snake.insert(0, '_');
    }
    snake
}

/// Returns true if Rust takes `name` as an identifier that is no keyword.
pub fn is_identifier(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok()
}

/// Returns true if `c` can stand inside an identifier, underscores aside.
pub(super) fn continues_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || (!c.is_ascii() && is_identifier(&format!("a{c}")))
}

fn starts_word(c: char) -> bool {
    c.is_ascii_alphabetic() || (!c.is_ascii() && is_identifier(&c.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_rust_spells_them() {
        for (name, camel, snake) in [
            ("bool_term", "BoolTerm", "bool_term"),
            ("RealInts", "RealInts", "real_ints"),
            ("FP", "FP", "fp"),
            ("MyFPTheory2", "MyFPTheory2", "my_fp_theory2"),
            ("my-theory.v2", "MyTheoryV2", "my_theory_v2"),
            ("2x", "N2x", "_2x"),
            ("10.25", "N10_25", "_10_25"),
            ("_x", "X", "_x"),
            ("élan", "Élan", "élan"),
            ("x²", "X", "x_"),
        ] {
            assert_eq!((camel_case(name), snake_case(name)), (camel.into(), snake.into()));
        }
    }
}
