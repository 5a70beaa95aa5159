//! Names of literals: `str.replace_all` is `StrReplaceAll`, `<=` is `LessEqual`.

use super::words::continues_word;

/// Operators as their readers say them. Longer ones are spelled sign by sign.
const OPERATORS: &[(&str, &str)] = &[
    ("=", "Equal"),
    ("==", "EqualEqual"),
    ("===", "EqualEqualEqual"),
    ("!=", "NotEqual"),
    ("/=", "NotEqual"),
    ("<>", "NotEqual"),
    ("<", "Less"),
    ("<=", "LessEqual"),
    (">", "Greater"),
    (">=", "GreaterEqual"),
    ("+", "Plus"),
    ("-", "Minus"),
    ("*", "Times"),
    ("/", "Divide"),
    ("%", "Modulo"),
    ("**", "Power"),
    ("^", "Power"),
    ("!", "Not"),
    ("~", "Not"),
    ("&", "And"),
    ("&&", "And"),
    ("/\\", "And"),
    ("|", "Or"),
    ("||", "Or"),
    ("\\/", "Or"),
    ("=>", "Implies"),
    ("==>", "Implies"),
    ("->", "Arrow"),
    ("<-", "LeftArrow"),
    ("<=>", "Equivalent"),
    ("<->", "Equivalent"),
    ("<<", "ShiftLeft"),
    (">>", "ShiftRight"),
    (":=", "Assign"),
    ("\"\"", "EmptyString"),
];

/// Single signs, inside of words and where no operator is meant.
const SIGNS: &[(char, &str)] = &[
    ('!', "Bang"),
    ('"', "Quote"),
    ('#', "Hash"),
    ('$', "Dollar"),
    ('%', "Percent"),
    ('&', "Ampersand"),
    ('\'', "Apostrophe"),
    ('(', "Open"),
    (')', "Close"),
    ('*', "Star"),
    ('+', "Plus"),
    (',', "Comma"),
    ('-', "Minus"),
    ('.', "Dot"),
    ('/', "Slash"),
    (':', "Colon"),
    (';', "Semicolon"),
    ('<', "Less"),
    ('=', "Equal"),
    ('>', "Greater"),
    ('?', "Question"),
    ('@', "At"),
    ('[', "OpenBracket"),
    ('\\', "Backslash"),
    (']', "CloseBracket"),
    ('^', "Caret"),
    ('_', "Underscore"),
    ('`', "Backtick"),
    ('{', "OpenBrace"),
    ('|', "Bar"),
    ('}', "CloseBrace"),
    ('~', "Tilde"),
    ('¬', "Not"),
    ('∀', "ForAll"),
    ('∃', "Exists"),
    ('∧', "And"),
    ('∨', "Or"),
    ('→', "Arrow"),
    ('≠', "NotEqual"),
    ('≤', "LessEqual"),
    ('≥', "GreaterEqual"),
];

const DIGITS: [&str; 10] =
    ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/// Returns the name of a literal, short and with all its words; `None` for brackets, quotes and
/// blanks. What an opening parenthesis stands before is the name of all that follows: `(check-sat)`,
/// `(declare-const a Bool)`.
pub(super) fn names(text: &str) -> Option<(String, String)> {
    if let Some(name) = operator(text) {
        return Some((name.to_owned(), name.to_owned()));
    }
    let is_delimiter = |c: char| c.is_whitespace() || "()[]{}\"'`".contains(c);
    let words: Vec<&str> = text.split(is_delimiter).filter(|word| !word.is_empty()).collect();
    let first = *words.first()?;
    let long = words.iter().map(|word| word_name(word)).collect::<Vec<_>>().join(" ");
    // `(_ bv0 8)` says something only behind its underscore.
    let has_head = text.starts_with('(') && first != "_";
    Some((if has_head { word_name(first) } else { long.clone() }, long))
}

/// Returns the name of a text that has no words: `(` is `Open`.
pub(super) fn spelled(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(sign).collect::<Vec<_>>().join(" ")
}

fn operator(text: &str) -> Option<&'static str> {
    OPERATORS.iter().find(|(operator, _)| *operator == text).map(|(_, name)| *name)
}

fn sign(sign: char) -> String {
    let known = SIGNS.iter().find(|(known, _)| *known == sign);
    known.map_or_else(|| format!("U{:04X}", u32::from(sign)), |(_, name)| (*name).to_owned())
}

/// The name of a text without blanks and brackets, word by word: letters and digits are words, and
/// so are signs, unless they only part or introduce words.
fn word_name(word: &str) -> String {
    if let Some(name) = operator(word) {
        return name.to_owned();
    }
    let mut words = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let is_word = continues_word(first);
        let end = rest.find(|c| continues_word(c) != is_word).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        let before = &word[..word.len() - rest.len()];
        words.push(if is_word { plain(run) } else { signs(before, run, after) });
        rest = after;
    }
    words.join(" ")
}

/// A word of letters and digits. One digit is spelled, since no name starts with it.
fn plain(word: &str) -> String {
    match word.parse::<usize>() {
        Ok(digit) if word.len() == 1 => DIGITS[digit].to_owned(),
        _ => word.to_owned(),
    }
}

/// The signs between two words, or before or behind one.
fn signs(before: &str, run: &str, after: &str) -> String {
    let ends_number = before.ends_with(|c: char| c.is_ascii_digit());
    let starts_number = after.starts_with(|c: char| c.is_ascii_digit());
    match run {
        "." if ends_number && starts_number => return "Point".to_owned(),
        "-" | "." | "_" | ":" if !before.is_empty() && !after.is_empty() => return String::new(),
        "_" | ":" | "#" if before.is_empty() => return String::new(),
        _ => {}
    }
    // `str.<=`: the dot parts the word from the operator.
    let signs = match run.strip_prefix('.') {
        Some(signs) if !before.is_empty() && !signs.is_empty() => signs,
        _ => run,
    };
    match operator(signs) {
        // A single sign behind a word is rarely the operation: `re.*`.
        Some(name) if signs.chars().count() > 1 => name.to_owned(),
        _ => spelled(signs),
    }
}
