//! The yield of mutants: a table of the techniques, and one of the rules that brought most.

use std::fmt::Write as _;

use outlet::{counted, escaped, grouped};

use super::{end_table, table};
use crate::report::{Brought, Report, Share};

/// Rules of a source that are shown.
const MOST_RULES: usize = 20;

/// Whether there are mutants.
pub(super) fn is_there(report: &Report) -> bool {
    !report.brought.is_empty()
}

pub(super) fn render(page: &mut String, report: &Report) {
    page.push_str(
        "<p>A mutant counts for each technique and each rule that has a step in it. Its operators are \
         new if no mutant with a smaller number has the same together and some solver understands it; a finding is new if no such one \
         with these operators shows it. Rules whose mutants brought most are asked first.</p>\n",
    );
    for Brought { theory, techniques, rules } in &report.brought {
        let _ = writeln!(page, "<h3>{}</h3>", escaped(theory));
        shares(page, "technique", techniques);
        let telling: Vec<Share> =
            rules.iter().filter(|rule| rule.has_news()).take(MOST_RULES).cloned().collect();
        if telling.is_empty() {
            continue;
        }
        let _ = writeln!(
            page,
            "<details><summary>The rules that brought most per mutant <span class=\"where\">{}</span></summary>",
            counted(rules.len() as u64, "rule")
        );
        shares(page, "rule", &telling);
        page.push_str("</details>\n");
    }
}

fn shares(page: &mut String, what: &str, shares: &[Share]) {
    table(page, &[what, "#mutants", "#attempts lost", "#new operator combinations", "#findings"]);
    for Share { name, mutants, lost, combinations, findings } in shares {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", escaped(name));
        for count in [mutants, lost, combinations, findings] {
            let class = if *count == 0 { "number none" } else { "number" };
            let _ = write!(page, "<td class=\"{class}\">{}</td>", grouped(*count));
        }
        page.push_str("</tr>\n");
    }
    end_table(page);
}
