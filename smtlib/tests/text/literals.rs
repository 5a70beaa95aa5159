//! Literals into texts and back.

use proptest::prelude::*;
use smtlib::text::{MAX_CHARACTER, Text};

fn codes(body: &str) -> Vec<u32> {
    Text::parse_literal(body).expect("in the alphabet").characters().to_vec()
}

fn plain(characters: &str) -> Vec<u32> {
    characters.chars().map(u32::from).collect()
}

#[test]
fn escapes_of_the_standard_and_nothing_else() {
    for (body, expected) in [
        (r"\u003A", vec![0x3A]),
        (r"\u{3A}", vec![0x3A]),
        (r"\u{3a}", vec![0x3A]),
        (r"\u{0}", vec![0]),
        (r"\u{2FFFF}", vec![0x2FFFF]),
        (r"\u{0002C}x", vec![0x2C, 0x78]),
        (r"a\u02C1", vec![0x61, 0x2C1]),
        (r"\u02C1a", vec![0x2C1, 0x61]),
        (r"\u{2C}1a", vec![0x2C, 0x31, 0x61]),
        (r"\u00411", vec![0x41, 0x31]),
        (r"\\u0041", vec![0x5C, 0x41]),
        (r"\u\u0041", vec![0x5C, 0x75, 0x41]),
        (r#"a""b"#, vec![0x61, 0x22, 0x62]),
        (r#""""""#, vec![0x22, 0x22]),
        ("é", vec![0xE9]),
        ("a\nb", vec![0x61, 0x0A, 0x62]),
    ] {
        assert_eq!(codes(body), expected, "{body}");
    }
    for body in [
        r"\u2CA",
        r"\u2CXA",
        r"\u{ACG}A",
        r"\x41",
        r"\n",
        r"\\",
        r"\u{}",
        r"\u12",
        r"\u{30000}",
        r"\u{FFFFF}",
        r"\u{000041}",
        r"\u{+41}",
        r"\u+041",
        r"\u",
        r"\u{",
        r"\u{41",
        r"\",
        r"\U0041",
        r"\u{ 41}",
        r"\u12é",
        r"\u{1é}",
    ] {
        assert_eq!(codes(body), plain(body), "{body}");
    }
}

#[test]
fn characters_above_the_alphabet_are_refused() {
    let error = Text::parse_literal("ab\u{30000}").unwrap_err();
    assert_eq!((error.character, error.at), (0x30000, 2));
    assert!(error.to_string().contains("U+30000"));
    assert!(Text::from_characters(&[0, MAX_CHARACTER + 1]).is_err());
    assert_eq!(codes("\u{2FFFF}"), [0x2FFFF]);
}

#[test]
fn literals_of_old_z3() {
    for (body, expected) in [
        (r"\x0A\x1f", vec![0x0A, 0x1F]),
        (r"\a\b\f\n\r\t\v", vec![7, 8, 12, 10, 13, 9, 11]),
        (r"\\", vec![0x5C]),
        (r"\\x41", vec![0x5C, 0x78, 0x34, 0x31]),
        (r"\101\7\0123", vec![0x41, 7, 0o12, 0x33]),
        (r"\777", vec![0xFF]),
        (r"\xff", vec![0xFF]),
        (r"\xg", plain("xg")),
        (r"\u{100}", vec![0x100]),
        (r"\q", plain("q")),
        (r"\", plain("\\")),
        (r#"\""x"#, plain("\"x")),
        (r#"""\\"""#, plain("\"\\\"")),
    ] {
        let text = Text::parse_literal_old(body).unwrap();
        assert_eq!(text.characters(), expected, "{body}");
    }
}

#[test]
fn printed_literals() {
    for (characters, literal) in [
        (plain("a\"b"), r#""a""b""#),
        (plain("a\nb"), r#""a\u{a}b""#),
        (plain(r"\u0041"), r#""\u{5c}u0041""#),
        (plain(r"\n\"), r#""\n\""#),
        (vec![0x7F, 0x20, 0x7E], "\"\\u{7f} ~\""),
        (vec![0xD800, 0x2FFFF], r#""\u{d800}\u{2ffff}""#),
        (vec![], r#""""#),
    ] {
        assert_eq!(Text::from_characters(&characters).unwrap().to_string(), literal);
    }
}

proptest! {
    #[test]
    fn a_printed_text_reads_back(
        characters in prop::collection::vec(
            prop_oneof![
                0..=MAX_CHARACTER,
                0_u32..0x100,
                prop::sample::select(r#"\u{}0aF""#.chars().map(u32::from).collect::<Vec<_>>()),
            ],
            0..20,
        ),
    ) {
        let text = Text::from_characters(&characters).unwrap();
        let literal = text.to_string();
        prop_assert!(literal.bytes().all(|byte| (0x20..0x7F).contains(&byte)));
        prop_assert_eq!(Text::parse_literal(&literal[1..literal.len() - 1]).unwrap(), text);
    }
}
