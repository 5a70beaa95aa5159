//! Expressions into SMT-LIB terms.

use std::fmt::{self, Debug, Display, Formatter};

use super::{Kind, Regex};
use crate::text::word::{MAX_CHARACTER, Text};

/// The expression as a term; shared parts are written out each time.
impl Display for Regex {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        enum Piece<'a> {
            Expression(&'a Regex),
            Text(&'static str),
        }
        let mut pieces = vec![Piece::Expression(self)];
        while let Some(piece) = pieces.pop() {
            let expression = match piece {
                Piece::Text(text) => {
                    out.write_str(text)?;
                    continue;
                }
                Piece::Expression(expression) => expression,
            };
            match &expression.0.kind {
                Kind::None => out.write_str("re.none")?,
                Kind::All => out.write_str("re.all")?,
                Kind::Word(word) => write!(out, "(str.to_re {word})")?,
                Kind::Range(0, MAX_CHARACTER) => out.write_str("re.allchar")?,
                Kind::Range(low, high) if low == high => {
                    write!(out, "(str.to_re {})", Text::of_one(*low))?;
                }
                Kind::Range(low, high) => {
                    write!(out, "(re.range {} {})", Text::of_one(*low), Text::of_one(*high))?;
                }
                Kind::Concat(..) => out.write_str("(re.++")?,
                Kind::Union(..) => out.write_str("(re.union")?,
                Kind::Inter(..) => out.write_str("(re.inter")?,
                Kind::Comp(_) => out.write_str("(re.comp")?,
                Kind::Repeat { least: 0, most: None, .. } => out.write_str("(re.*")?,
                Kind::Repeat { least: 1, most: None, .. } => out.write_str("(re.+")?,
                Kind::Repeat { least: 0, most: Some(1), .. } => out.write_str("(re.opt")?,
                Kind::Repeat { least, most: Some(most), .. } if least == most => {
                    write!(out, "((_ re.^ {least})")?;
                }
                Kind::Repeat { least, most: Some(most), .. } => {
                    write!(out, "((_ re.loop {least} {most})")?;
                }
                Kind::Repeat { body, least, most: None } => {
                    // The standard has no word for this: `least` of them, then any number.
                    write!(out, "(re.++ ((_ re.^ {least}) ")?;
                    pieces.extend([
                        Piece::Text("))"),
                        Piece::Expression(body),
                        Piece::Text(") (re.* "),
                        Piece::Expression(body),
                    ]);
                    continue;
                }
            }
            let below = expression.0.kind.children();
            if below[0].is_some() {
                pieces.push(Piece::Text(")"));
            }
            for child in below.into_iter().rev().flatten() {
                pieces.extend([Piece::Expression(child), Piece::Text(" ")]);
            }
        }
        Ok(())
    }
}

impl Debug for Regex {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, out)
    }
}
