//! Solvers and their variants that left the same open: told once, not once for each.

use outlet::counted;

/// Joins lines that say the same of a solver and of variants of it: `z3-4.8.7` and
/// `z3-4.8.7[simplex]` become `z3-4.8.7 and 1 variant of it`. Each line is a solver's place and what is
/// said of it; lines stay in their order.
pub(super) fn join(solvers: &[String], lines: Vec<(usize, String)>) -> Vec<(String, String)> {
    let mut joined: Vec<(usize, u64, String)> = Vec::new();
    for (place, words) in lines {
        let is_default = |(default, _, said): &&mut (usize, u64, String)| {
            is_variant_of(&solvers[place], &solvers[*default]) && *said == words
        };
        match joined.iter_mut().find(is_default) {
            Some((_, variants, _)) => *variants += 1,
            None => joined.push((place, 0, words)),
        }
    }
    let named = |(place, variants, words): (usize, u64, String)| {
        let name = &solvers[place];
        let who = match variants {
            0 => name.clone(),
            _ => format!("{name} and {} of it", counted(variants, "variant")),
        };
        (who, words)
    };
    joined.into_iter().map(named).collect()
}

/// Whether a name is that of a variant: `z3-4.8.7[simplex]` of `z3-4.8.7`.
fn is_variant_of(name: &str, default: &str) -> bool {
    name.strip_prefix(default).is_some_and(|rest| rest.starts_with('[') && rest.ends_with(']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_that_do_what_their_default_does_are_counted_with_it() {
        let solvers = ["z3", "z3[a]", "z3[b]", "cvc5", "cvc5[a]", "z3x"].map(str::to_owned);
        let lines = [(0, "2 refused"), (1, "2 refused"), (2, "3 refused"), (4, "2 refused")];
        let lines = lines.into_iter().chain([(5, "2 refused")]);
        let joined =
            join(&solvers, lines.map(|(place, words)| (place, words.to_owned())).collect());
        let told: Vec<String> =
            joined.iter().map(|(who, words)| format!("{who}: {words}")).collect();
        assert_eq!(
            told,
            [
                "z3 and 1 variant of it: 2 refused",
                "z3[b]: 3 refused",
                "cvc5[a]: 2 refused",
                "z3x: 2 refused"
            ]
        );
    }
}
