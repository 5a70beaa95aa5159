//! Numbers as people read them.

use std::fmt::Display;

/// Returns a whole number with its digits in threes: `1,234,567`.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a number of things: `1 formula`, `2,000 formulas`.
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count))
}

/// Returns how much room something takes, rounded up: `0 kB`, `12 kB`, `1,029 MB`.
pub fn bytes_text(bytes: u64) -> String {
    let (unit, name) = if bytes < 1_000_000 { (1_000, "kB") } else { (1_000_000, "MB") };
    format!("{} {name}", grouped(bytes.div_ceil(unit)))
}

/// Returns an index that fits a line: of more than 24 digits the first nine, and how many there
/// are, as in `123456789…(1700 digits)`.
pub fn short_index(index: impl Display) -> String {
    const MOST: usize = 24;
    let index = index.to_string();
    if index.len() <= MOST || !index.is_ascii() {
        return index;
    }
    cut(&index)
}

/// Returns a whole number with its digits in threes; of more than 30 digits the first nine, and
/// how many there are.
pub fn short_number(number: impl Display) -> String {
    const MOST: usize = 30;
    let digits = number.to_string();
    if digits.len() > MOST { cut(&digits) } else { grouped(digits) }
}

fn cut(digits: &str) -> String {
    format!("{}…({} digits)", &digits[..9], digits.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), expected);
        }
        assert_eq!(counted(1, "formula"), "1 formula");
        assert_eq!(counted(2000, "formula"), "2,000 formulas");
    }

    #[test]
    fn room_is_told_in_two_units() {
        for (bytes, expected) in
            [(0, "0 kB"), (1, "1 kB"), (999_999, "1,000 kB"), (28_400_000, "29 MB")]
        {
            assert_eq!(bytes_text(bytes), expected);
        }
    }

    #[test]
    fn long_numbers_say_how_long_they_are() {
        let digits = "1".repeat(31);
        assert_eq!(short_number(&digits), "111111111…(31 digits)");
        assert_eq!(short_number(&digits[..4]), "1,111");
        assert_eq!(short_index(&digits[..25]), "111111111…(25 digits)");
        assert_eq!(short_index(&digits[..24]), &digits[..24]);
    }
}
