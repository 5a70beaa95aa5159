//! A mutant as people and programs see it: its script, how it was made, or a JSON object.

use std::fmt::Write as _;

use campaign::{FormulaName, Lineage, NoMutant};
use serde_json::{Value, json};

/// A mutant as it is shown.
pub(crate) struct ShownMutant<'a> {
    /// Its name.
    pub name: &'a FormulaName,
    /// The script.
    pub text: &'a str,
    /// The steps by which it was made.
    pub lineage: &'a Lineage,
    /// Whether its answer is proven.
    pub is_proven: bool,
}

impl ShownMutant<'_> {
    /// Returns the JSON object of the mutant.
    pub fn json(&self) -> Value {
        let name = self.name;
        let Lineage { seeds, steps, known, witness, checks, functions, .. } = self.lineage;
        let mut object = json!({
            "theory": name.theory,
            (name.place.key()): name.place,
            "known": known,
            "is_proven": self.is_proven,
            "formula": self.text,
            "witness": witness,
            "steps": steps,
            "seeds": seeds,
        });
        if !checks.is_empty() {
            object["checks"] = json!(checks);
        }
        if let Some(functions) = functions {
            object["functions"] = json!(functions);
        }
        object
    }

    /// Returns the script, and before it how it was made, in comments, so that solvers read it all
    /// the same.
    pub fn explained(&self) -> String {
        let name = self.name;
        let Lineage { seeds, known, witness, .. } = self.lineage;
        let mut lines = format!("{name}: {known}\n");
        lines.push_str(&self.lineage.steps_text());
        if let Some(witness) = witness {
            let _ = writeln!(lines, "witness\n{}", indented(witness));
        }
        if let Some(checks) = self.lineage.checks_text() {
            let _ = writeln!(lines, "checks\n{}", indented(&checks));
        }
        for seed in seeds {
            let _ = writeln!(lines, "seed {}\n{}", seed.name, indented(&seed.text));
        }
        let comment = |line: &str| format!("; {line}\n").replace("; \n", ";\n");
        let explanation: String = lines.lines().map(comment).collect();
        explanation + self.text
    }
}

/// Returns why there is no such mutant, and what to do.
pub(crate) fn unmade(name: &FormulaName, error: &NoMutant) -> String {
    let NoMutant::Lost(rules) = error else { return format!("{name}: {error}") };
    let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
    let rules = match rules.len() {
        0 => String::new(),
        _ => format!("; lost: {}", rules.join(", ")),
    };
    format!("there is no mutant {name}: {error}{rules}; try other numbers: --count 10")
}

/// Returns the lines of a text, each a bit to the right.
fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n")
}
