//! Whether a command printed what a page shows.
//!
//! `…` on a line of its own stands for any lines, within a line for any text. Times, dates and how
//! wide columns are do not matter: they differ from run to run.

/// Fails with the first line that was not printed.
pub fn compare(shown: &str, printed: &str) -> Result<(), String> {
    let shown: Vec<String> = shown.lines().map(plain).collect();
    let printed: Vec<String> = printed.lines().map(plain).collect();
    fits(&shown, &printed)
}

/// Whether lines fit; `…` takes as few as will do.
fn fits(shown: &[String], printed: &[String]) -> Result<(), String> {
    let Some((first, rest)) = shown.split_first() else {
        return match printed.iter().find(|line| !line.is_empty()) {
            None => Ok(()),
            Some(line) => Err(format!("not shown: {line}")),
        };
    };
    if first == "…" {
        let fit = (0..=printed.len()).find(|from| fits(rest, &printed[*from..]).is_ok());
        let wanted = rest.first().map_or("", String::as_str);
        return fit
            .map(|_| ())
            .ok_or_else(|| format!("not printed behind `…`, or not so: {wanted}"));
    }
    match printed.split_first() {
        Some((line, printed)) if is_like(first, line) => fits(rest, printed),
        Some((line, _)) => Err(format!("shown:   {first}\nprinted: {line}")),
        None if first.is_empty() => fits(rest, printed),
        None => Err(format!("shown, but the output has ended: {first}")),
    }
}

/// Whether a line fits one in which `…` stands for any text.
fn is_like(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The line with times and dates replaced by one word each, and blanks by one blank.
fn plain(line: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let unit = bare.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let is_number = unit.len() < bare.len();
        let is_unit = ["ms", "s", "min", "h", "µs"].contains(&unit);
        let is_date = bare.len() == 10 && bare.chars().filter(|letter| *letter == '-').count() == 2;
        let is_clock =
            bare.contains(':') && bare.chars().all(|it| it.is_ascii_digit() || it == ':');
        if is_number && (is_unit || is_date || is_clock) {
            words.push(word.replace(bare, "TIME"));
        } else if !is_number && is_unit && words.last().is_some_and(|word| is_plain_number(word)) {
            words.pop();
            words.push(word.replace(bare, "TIME"));
        } else {
            words.push(word.to_owned());
        }
    }
    words.join(" ")
}

fn is_plain_number(word: &str) -> bool {
    word.chars().any(|it| it.is_ascii_digit())
        && word.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | ','))
}

#[test]
fn times_and_what_is_left_out_do_not_matter() {
    let check = |shown: &str, printed: &str, is_right: bool| {
        assert_eq!(compare(shown, printed).is_ok(), is_right, "{shown}\n{printed}");
    };
    check("z3  unsat  0.01s\n", "z3   unsat   1.20s\n", true);
    check("asked 20 formulas in 2.1 s, 5 bugs\n", "asked 20 formulas in 3 s, 5 bugs\n", true);
    check("asked 20 formulas\n", "asked 21 formulas\n", false);
    check("one\n…\nfour\n", "one\ntwo\nthree\nfour\n", true);
    check("one\n…\n", "one\n", true);
    check("one\n…\nfive\n", "one\ntwo\nfour\n", false);
    check("on …, 2026-11-19\n", "on Linux 6.1, 2027-01-02\n", true);
    check("one\n", "one\ntwo\n", false);
    check("one\ntwo\n", "one\n", false);
}
