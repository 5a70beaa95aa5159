//! Strings and regular expressions against the definitions of the standard.

mod corners;
mod deep;
mod functions;
mod languages;
mod literals;
mod questions;
mod replacing;
mod sample;

use smtlib::text::Text;

/// The text of a string of characters as they are, without escapes.
fn text(characters: &str) -> Text {
    let codes: Vec<u32> = characters.chars().map(u32::from).collect();
    Text::from_characters(&codes).expect("no test has characters above the alphabet")
}

/// A length as the theory's integer.
fn int(length: usize) -> i64 {
    i64::try_from(length).expect("no test has such a length")
}

/// All strings over an alphabet up to a length, shorter ones first.
fn strings(alphabet: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            for character in alphabet.chars() {
                let mut next = all[at].clone();
                next.push(character);
                all.push(next);
            }
        }
        from = to;
    }
    all
}
