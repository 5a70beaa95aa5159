//! Widths of bit-vectors and formats of floating-point numbers into smaller ones, throughout a script
//! and its witness.

use std::collections::BTreeSet;

use smtlib::sexpr::{Kind, Sexpr, Sexprs};

use super::edit::Edit;
use super::words::{all, rewritten};

/// Formats that are tried: the smallest there is, one of eight bits, half precision.
const FORMATS: [Format; 3] = [(2, 2), (3, 5), (5, 11)];

/// The bits of the exponent, and those of the significand with the hidden one.
type Format = (u32, u32);

/// Returns scripts whose bit-vectors of one width are narrower, or whose floating-point numbers of one
/// format are: each of them, the narrowest first.
pub(super) fn narrower(text: &str, witness: Option<&str>) -> Vec<Edit> {
    let Ok(sexprs) = Sexprs::read(text) else { return Vec::new() };
    let widths: BTreeSet<u32> = all(&sexprs).filter_map(|it| width(&sexprs, it)).collect();
    let mut edits = Vec::new();
    for &wide in &widths {
        let targets = [1, 2, 3, 4, 5, 8, wide / 2, wide - 1];
        for narrow in targets.into_iter().filter(|&narrow| (1..wide).contains(&narrow)) {
            let narrowed = |text| rewritten(text, |sexprs, it| narrowed(sexprs, it, wide, narrow));
            edits.push(Edit::Text { text: narrowed(text), witness: witness.map(narrowed) });
        }
    }
    let formats: BTreeSet<Format> = all(&sexprs).filter_map(|it| format(&sexprs, it)).collect();
    for &wide in &formats {
        for narrow in FORMATS.into_iter().filter(|it| it.0 < wide.0 && it.1 < wide.1) {
            let narrowed = |text| rewritten(text, |sexprs, it| reformed(sexprs, it, wide, narrow));
            edits.push(Edit::Text { text: narrowed(text), witness: witness.map(narrowed) });
        }
    }
    edits
}

/// The width that `(_ BitVec 8)` says.
fn width(sexprs: &Sexprs<'_>, cell: Sexpr) -> Option<u32> {
    let items: Vec<Sexpr> = sexprs.items(cell).take(4).collect();
    let [mark, name, width] = items.as_slice() else { return None };
    (sexprs.is(*mark, "_") && sexprs.is(*name, "BitVec")).then_some(())?;
    sexprs.text(*width).parse().ok()
}

/// A sort or a value of one width at another; `None` for all else.
fn narrowed(sexprs: &Sexprs<'_>, cell: Sexpr, wide: u32, narrow: u32) -> Option<String> {
    let text = sexprs.text(cell);
    match sexprs.kind(cell) {
        Kind::List if width(sexprs, cell) == Some(wide) => Some(format!("(_ BitVec {narrow})")),
        Kind::List => {
            let items: Vec<Sexpr> = sexprs.items(cell).take(4).collect();
            let [mark, value, width] = items.as_slice() else { return None };
            let value = sexprs.text(*value).strip_prefix("bv").filter(|_| sexprs.is(*mark, "_"))?;
            let is_wide = sexprs.text(*width).parse() == Ok(wide);
            let value: u128 = value.parse().ok().filter(|_| is_wide)?;
            let kept = if narrow < 128 { value & ((1 << narrow) - 1) } else { value };
            Some(format!("(_ bv{kept} {narrow})"))
        }
        Kind::Binary | Kind::Hexadecimal => {
            let bits = binary(text).filter(|bits| bits.len() == wide as usize)?;
            Some(format!("#b{}", &bits[bits.len() - narrow as usize..]))
        }
        _ => None,
    }
}

/// The format that `(_ FloatingPoint 11 53)` says.
fn format(sexprs: &Sexprs<'_>, cell: Sexpr) -> Option<Format> {
    let (name, format) = indexed(sexprs, cell)?;
    (name == "FloatingPoint").then_some(format)
}

/// A word with two indices: `(_ +zero 11 53)`.
fn indexed<'a>(sexprs: &Sexprs<'a>, cell: Sexpr) -> Option<(&'a str, Format)> {
    let items: Vec<Sexpr> = sexprs.items(cell).take(5).collect();
    let [mark, name, exponent, significand] = items.as_slice() else { return None };
    let number = |it: Sexpr| sexprs.text(it).parse().ok();
    let format = (number(*exponent)?, number(*significand)?);
    sexprs.is(*mark, "_").then(|| (sexprs.text(*name), format))
}

/// A sort, a value or a conversion of one format in another; `None` for all else.
fn reformed(sexprs: &Sexprs<'_>, cell: Sexpr, wide: Format, narrow: Format) -> Option<String> {
    if let Some((name, format)) = indexed(sexprs, cell) {
        let is_format = format == wide && !matches!(name, "extract" | "re.loop");
        return is_format.then(|| format!("(_ {name} {} {})", narrow.0, narrow.1));
    }
    let items: Vec<Sexpr> = sexprs.items(cell).take(5).collect();
    let [head, sign, exponent, significand] = items.as_slice() else { return None };
    let bits = |it: Sexpr| binary(sexprs.text(it));
    let (exponent, significand) = (bits(*exponent)?, bits(*significand)?);
    let is_wide = exponent.len() == wide.0 as usize && significand.len() + 1 == wide.1 as usize;
    (sexprs.is(*head, "fp") && is_wide).then(|| {
        // The last bits of the exponent keep what is large, small or special; of the significand the
        // first ones count.
        let exponent = &exponent[exponent.len() - narrow.0 as usize..];
        let significand = &significand[..narrow.1 as usize - 1];
        format!("(fp {} #b{exponent} #b{significand})", sexprs.text(*sign))
    })
}

/// The bits of a literal: `#b0101`, `#x5`.
fn binary(text: &str) -> Option<String> {
    match (text.strip_prefix("#b"), text.strip_prefix("#x")) {
        (Some(bits), _) => Some(bits.to_owned()),
        (None, Some(digits)) => {
            let digits = digits.chars().filter_map(|digit| digit.to_digit(16));
            Some(digits.fold(String::new(), |bits, digit| format!("{bits}{digit:04b}")))
        }
        (None, None) => None,
    }
}
