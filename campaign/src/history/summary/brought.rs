//! The yield of mutants, in sentences.

use mutation::RuleName;
use outlet::{counted, grouped};

use crate::store::{Yield, Yields};

/// Rules that brought most, that are told.
const MOST_RULES: usize = 4;

/// Returns a line for each technique, and one for the best rules:
/// `weaken: 1,234 mutants, 340 new operator combinations, 2 findings`,
/// `most new per mutant: weaken and-drop (52 of 60), graft own (30 of 41)`.
pub(super) fn lines(yields: &Yields) -> Vec<String> {
    let mut lines: Vec<String> = yields
        .techniques()
        .iter()
        .map(|(technique, it)| format!("{technique}: {}", words(*it)))
        .collect();
    let best: Vec<String> = yields.best(MOST_RULES).into_iter().map(rule).collect();
    if !best.is_empty() {
        lines.push(format!("most new per mutant: {}", best.join(", ")));
    }
    lines
}

/// `1,234 mutants, 340 new operator combinations, 2 findings`.
fn words(it: Yield) -> String {
    let Yield { mutants, lost, combinations, findings } = it;
    let new = counted(combinations, "new operator combination");
    let mut words = vec![counted(mutants, "mutant"), new];
    words.extend((findings > 0).then(|| counted(findings, "finding")));
    words.extend((lost > 0).then(|| format!("{} lost", counted(lost, "attempt"))));
    words.join(", ")
}

/// `weaken and-drop (52 of 60, 2 findings)`.
fn rule((rule, it): (&RuleName, Yield)) -> String {
    let found = match it.findings {
        0 => String::new(),
        findings => format!(", {}", counted(findings, "finding")),
    };
    format!("{rule} ({} of {}{found})", grouped(it.combinations), grouped(it.mutants))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutation::Technique;

    #[test]
    fn what_mutants_brought_is_told_by_technique_and_rule() {
        assert!(lines(&Yields::default()).is_empty());
        let rule = |technique, rule: &str| RuleName { technique, rule: rule.into() };
        let (drop, own) = (rule(Technique::Weaken, "and-drop"), rule(Technique::Graft, "own"));
        let mut yields = Yields::default();
        for number in 0..1200 {
            yields.add(&[&own], number % 2 == 0, u64::from(number == 7));
            yields.add(&[&drop, &own], number == 0, 0);
        }
        yields.add_lost(&drop, 3);
        assert_eq!(
            lines(&yields),
            [
                "weaken: 1,200 mutants, 1 new operator combination, 3 attempts lost",
                "graft: 2,400 mutants, 601 new operator combinations, 1 finding",
                "most new per mutant: graft own (601 of 2,400, 1 finding), weaken and-drop (1 of 1,200)",
            ]
        );
    }
}
