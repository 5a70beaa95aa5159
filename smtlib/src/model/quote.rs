//! The names of sorts in a model, with the bars that z3 to 4.8 leaves out.

use crate::parse::scope::Scope;
use crate::symbol::Quoted;

/// The model with bars around the names of the script's sorts that need them: `|my sort|` for
/// `my sort`. `None` if it has no such name.
pub(super) fn quote_sorts(scope: &Scope, text: &str) -> Option<String> {
    let names: Vec<&str> = scope.sort_names().filter(|name| needs_bars(name)).collect();
    let mut quoted = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_changed = false;
    while let Some(first) = rest.chars().next() {
        let is_start = quoted.ends_with(|c: char| c.is_whitespace() || c == '(');
        let name = names.iter().filter(|_| is_start).find(|name| stands_first(name, rest));
        let length = match (name, first) {
            (Some(name), _) => {
                quoted.push_str(&Quoted(name).to_string());
                is_changed = true;
                rest = &rest[name.len()..];
                continue;
            }
            (None, '"' | '|') => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            (None, ';') => rest.find('\n').unwrap_or(rest.len()),
            (None, _) => first.len_utf8(),
        };
        quoted.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    is_changed.then_some(quoted)
}

fn needs_bars(name: &str) -> bool {
    !name.is_empty() && Quoted(name).to_string() != name
}

/// Returns whether the text begins with the name, and the name ends there.
fn stands_first(name: &str, text: &str) -> bool {
    text.strip_prefix(name)
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == ')'))
}
