//! Rules: tables of what is weaker than what, as text, into patterns that are held against terms.
//!
//! A table is a file of `rules/`, one for each theory; a rule is a line of it, with its columns
//! between bars:
//!
//! ```text
//! lt-to-distinct | xs...: Num | (< xs ...) => (distinct xs ...) | from OPREP_NUM_LE_DIST
//! ```
//!
//! 1. The name.
//! 2. The variables and what they stand for: a term of a sort (`x y: Int`), any number of arguments
//!    (`xs...: Num`), a literal (`c: literal Int`, `l: letter`), an index (`n: 1..99`, `n: count
//!    xs`), one of several operators (`o: {< <=}`), any operator (`f: operator`), a bound variable
//!    (`x: bound Any`), a subterm of what another variable stands for (`t: Any part of p`). `Num`,
//!    `BitVec`, `Float` and `Any` stand for sorts, the same one wherever they occur in the rule.
//! 3. What is turned into what. Of `=>` the right side is weaker: a Boolean that is implied, a
//!    regular expression with more words. Of `<=>` both sides are the same under every model, so
//!    that terms of all sorts may stand there. `E ...` is one argument for each term of the
//!    sequences in `E`; `(let ((x t)) p)` is `p` with `t` in the place of `x`; `(append r t)` is a
//!    regular expression for the words of `r` with `t` behind them.
//! 4. Further columns, in any order: `when F`, a formula that must be true under every model; `only
//!    weaken` or `only strengthen`, if the rule is applied in one direction; `from NAME …`, what
//!    others call it.
//!
//! A variable that only the new side has stands for a closed term of its sort out of the script, or
//! a random literal if there is none.

mod build;
mod check;
mod claim;
mod example;
mod fill;
mod line;
mod matching;
mod parse;
mod pattern;
mod reading;
mod samples;
mod sorts;
mod variables;

use std::sync::Arc;

pub use check::{Counterexample, RuleCheck, RuleQuestion};
pub use example::{Change, Example};
pub(crate) use fill::{CHOICES, Choice};
pub use line::RuleError;
pub(crate) use reading::{Needs, Reading, Target};

use line::{Line, Part};
use parse::{Arrow, PatternReader};
use pattern::{Kind, Pattern, Variable};
use sorts::SortPattern;
use variables::Variables;

/// A line of a table: what is weaker than what, or the same. `lt-to-le | xs...: Num | (< xs ...) => (<= xs ...)`
/// is one.
#[derive(Clone, Debug)]
pub struct Rule {
    name: Arc<str>,
    theory: Arc<str>,
    text: Arc<str>,
    line: usize,
    origin: Vec<String>,
    pub(crate) variables: Arc<Variables>,
    pub(crate) arrow: Arrow,
    pub(crate) weakens: bool,
    pub(crate) strengthens: bool,
    /// The sides, for each operator that a variable for operators stands for.
    pub(crate) sides: Vec<Sides>,
    pub(crate) when: Option<Pattern>,
}

/// The two sides of a rule, for one operator of a schema.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    pub(crate) left: Pattern,
    pub(crate) right: Pattern,
}

impl Rule {
    /// Returns its name: `lt-to-distinct`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the name of its table: `ints`.
    pub fn theory(&self) -> &Arc<str> {
        &self.theory
    }

    /// Returns its line, as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns what is turned into what, as it was written: `(< xs ...) => (<= xs ...)`.
    pub fn sides_text(&self) -> &str {
        self.text.split('|').nth(2).expect("a rule's third column is its sides").trim()
    }

    /// Returns the number of its line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns what others call it: `OPREP_NUM_LE_DIST`.
    pub fn origin(&self) -> &[String] {
        &self.origin
    }

    /// Whether both sides are the same under every model.
    pub fn is_equivalence(&self) -> bool {
        self.arrow == Arrow::Equals
    }

    fn parse(line: Line<'_>, theory: &Arc<str>) -> Result<Self, RuleError> {
        let columns = line.columns();
        let &[name, variables_column, sides_column, ref rest @ ..] = columns.as_slice() else {
            let whole = columns[0];
            return Err(whole.error("a rule is `name | variables | pattern => pattern`"));
        };
        if name.text.is_empty() || name.text.contains(char::is_whitespace) {
            return Err(name.error("a rule's name is one word: `lt-to-le`"));
        }
        let variables = Variables::parse(variables_column)?;
        let (mut when, mut origin, mut only) = (None, Vec::new(), None);
        for &column in rest {
            if let Some(condition) = column.after("when") {
                when = Some(PatternReader::new(condition, &variables, None)?.only()?);
            } else if let Some(names) = column.after("from") {
                origin.extend(names.text.split_whitespace().map(str::to_owned));
            } else {
                only = match column.text {
                    "only weaken" => Some(true),
                    "only strengthen" => Some(false),
                    _ => {
                        return Err(column.error(
                            "`when F`, `only weaken`, `only strengthen` or `from NAME` is wanted here",
                        ));
                    }
                };
            }
        }
        let mut sides = Vec::new();
        let mut arrow = Arrow::Equals;
        let operators: Vec<Option<(&str, &str)>> = match &variables.schema {
            None => vec![None],
            Some((name, list)) => {
                list.iter().map(|operator| Some((&**name, &**operator))).collect()
            }
        };
        for operator in operators {
            let (left, found, right) =
                PatternReader::new(sides_column, &variables, operator)?.sides()?;
            arrow = found;
            sides.push(Sides { left, right });
        }
        let rule = Self {
            name: name.text.into(),
            theory: theory.clone(),
            text: line.text.trim().into(),
            line: line.number,
            origin,
            arrow,
            weakens: only != Some(false),
            strengthens: only != Some(true),
            sides,
            when,
            variables: Arc::new(variables),
        };
        rule.validate(sides_column)?;
        Ok(rule)
    }

    /// Refuses what could not be applied, or would not say what it means.
    fn validate(&self, column: Part<'_>) -> Result<(), RuleError> {
        for Sides { left, right } in &self.sides {
            let ways = [
                (left, right, self.weakens, "strengthen"),
                (right, left, self.strengthens, "weaken"),
            ];
            for (old, new, _, other) in ways.into_iter().filter(|(_, _, is_used, _)| *is_used) {
                if !old.is_matchable() {
                    return Err(column.error(format!(
                        "`let` and `append` are built, not matched: say `| only {other}`, or write \
                         the side otherwise"
                    )));
                }
                let known = old.variables();
                let variables = &self.variables.all;
                let told = |place: &usize| variables[*place].sort().map(SortPattern::variables);
                let is_part = |place: &usize| matches!(variables[*place].kind, Kind::Part(..));
                let new_places = new.variables();
                let telling = known.iter().chain(new_places.iter().filter(|it| is_part(it)));
                let sorts: Vec<usize> = telling.filter_map(told).flatten().collect();
                for place in new_places.iter().filter(|place| !known.contains(place)) {
                    let Variable { name, kind, is_sequence } = &variables[*place];
                    if *is_sequence || matches!(kind, Kind::Operator) {
                        return Err(column.error(format!(
                            "`{name}` stands on one side only and cannot be drawn: say `| only \
                             {other}`"
                        )));
                    }
                    if told(place).into_iter().flatten().any(|sort| !sorts.contains(&sort)) {
                        return Err(column.error(format!(
                            "the side that is matched does not tell the sort of `{name}`: say `| \
                             only {other}`"
                        )));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The rules of a run. `RuleSet::shipped()` has all that come with the program.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    rules: Vec<Rule>,
}

/// The tables that come with the program: name and text.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped_rules.rs"));

impl RuleSet {
    /// Returns the rules that come with the program.
    pub fn shipped() -> Self {
        let mut all = Self::default();
        for (theory, text) in SHIPPED {
            let read = Self::parse(theory, &format!("{theory}.rules"), text);
            all.rules.extend(read.expect("the tables are tested").rules);
        }
        all
    }

    /// Reads a table. The error is the first there is, at its line.
    pub fn parse(theory: &str, file: &str, text: &str) -> Result<Self, RuleError> {
        let (theory, file): (Arc<str>, Arc<str>) = (theory.into(), file.into());
        let mut rules: Vec<Rule> = Vec::new();
        for line in Line::all(&file, text) {
            let rule = Rule::parse(line, &theory)?;
            if let Some(before) = rules.iter().find(|known| known.name == rule.name) {
                let (name, before) = (&rule.name, before.line);
                let message = format!("line {before} has a rule `{name}` too: rename one");
                return Err(line.columns()[0].error(message));
            }
            rules.push(rule);
        }
        Ok(Self { rules })
    }

    /// Returns all rules, table by table, in the order of their lines.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the rule with a name.
    pub fn get(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| *rule.name == *name)
    }

    /// Returns the rules but for these: what is switched off for a run.
    #[must_use]
    pub fn without(mut self, names: &[&str]) -> Self {
        self.rules.retain(|rule| !names.contains(&&*rule.name));
        self
    }
}
