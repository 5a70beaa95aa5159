//! A formula as the judge looks at it: parsed, evaluated under models, searched for small ones.

use std::collections::BTreeSet;

use smtlib::{Budget, Dialect, Found, Limits, Node, Op, Query, Script, Term, Terms, Truth, search};

/// A formula that the evaluator can read, and what is in it.
#[derive(Clone, Debug)]
pub struct Exhibit {
    script: Script,
    query: Query,
    /// The operators in it, sorted.
    pub operators: Vec<String>,
    /// Those of them that the standard does not have.
    pub outside_standard: Vec<String>,
}

/// What a formula is under a solver's model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// True.
    True,
    /// True, as the model chose what the standard leaves open.
    Chosen(String),
    /// False.
    False,
    /// Neither the standard nor the model decides.
    Open(String),
    /// The model cannot be read.
    Unread(String),
}

impl Evaluation {
    /// `true`, `false`, or why it is neither.
    pub fn text(&self) -> String {
        match self {
            Self::True => "true".to_owned(),
            Self::Chosen(choice) => format!("true by the model's own choice: {choice}"),
            Self::False => "false".to_owned(),
            Self::Open(reason) => format!("open: {reason}"),
            Self::Unread(reason) => format!("the model cannot be read: {reason}"),
        }
    }
}

/// What the small search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// A model, as solvers print them.
    Witness(String),
    /// Every assignment was refuted, by so many evaluations.
    Refuted(u64),
    /// Neither.
    Nothing,
}

impl Exhibit {
    /// The last question that a script asks; the reason if it cannot be read.
    pub fn new(formula: &str) -> Result<Self, String> {
        let script = Script::parse(formula).map_err(|error| error.to_string())?;
        let query = script.queries().pop().ok_or("the script asks nothing")?;
        let (operators, outside_standard) = operators(&script.terms, &query);
        Ok(Self { script, query, operators, outside_standard })
    }

    /// What the formula is under a model that a solver printed.
    pub fn evaluate(&mut self, model: &str, dialect: Dialect) -> Evaluation {
        let judgement = match self.script.judge(model, dialect, Limits::default()) {
            Ok(judgement) => judgement,
            Err(error) => return Evaluation::Unread(error.to_string()),
        };
        let terms = &self.script.terms;
        match judgement.truth {
            Truth::True => match judgement.basis.choice {
                None => Evaluation::True,
                Some(choice) => Evaluation::Chosen(choice.display(terms).to_string()),
            },
            Truth::False(_) => Evaluation::False,
            Truth::Open(_, open) => Evaluation::Open(open.0.display(terms).to_string()),
        }
    }

    /// Searches for a model among small values.
    pub fn search(&self, budget: &Budget) -> Searched {
        match search(&self.script.terms, &self.query, budget) {
            Found::Sat(model) => {
                Searched::Witness(model.text(&self.script.terms, &self.query.functions))
            }
            Found::Unsat { assignments } => Searched::Refuted(assignments),
            Found::Unknown { .. } => Searched::Nothing,
        }
    }
}

/// The operators of a question, and those that the standard lacks.
fn operators(terms: &Terms, query: &Query) -> (Vec<String>, Vec<String>) {
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let (mut all, mut outside) = (BTreeSet::new(), BTreeSet::new());
    let mut stack: Vec<Term> = query.assertions.clone();
    while let Some(term) = stack.pop() {
        if !seen.insert(term.number()) {
            continue;
        }
        match terms.node(term) {
            Node::Op(op, _) => {
                all.insert(name(*op));
                if op.is_extension() {
                    outside.insert(name(*op));
                }
            }
            Node::Bind(binder, ..) => {
                all.insert(binder.name().to_owned());
            }
            Node::Match(..) => {
                all.insert("match".to_owned());
            }
            _ => {}
        }
        stack.extend(terms.children(term));
    }
    (all.into_iter().collect(), outside.into_iter().collect())
}

/// An operator's name; `- ` is the sign, which is written as the difference is.
fn name(op: Op) -> String {
    op.name().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_judged_and_forgotten() {
        let text = "(declare-const a Int)\n(assert (= (div a 0) (+ a 2)))\n(check-sat)";
        let mut exhibit = Exhibit::new(text).unwrap();
        assert_eq!(exhibit.operators, ["+", "=", "div"]);
        let mut evaluate = |model: &str| exhibit.evaluate(model, Dialect::Standard);
        let choice = "(define-fun div0 ((x Int)) Int 4)";
        let found = evaluate(&format!("((define-fun a () Int 2) {choice})"));
        assert!(matches!(found, Evaluation::Chosen(_)), "{found:?}");
        assert_eq!(evaluate(&format!("((define-fun a () Int 3) {choice})")), Evaluation::False);
        assert!(matches!(evaluate("((define-fun a () Int 2))"), Evaluation::Open(_)));
        assert!(matches!(evaluate("((define-fun a () Int"), Evaluation::Unread(_)));
    }

    #[test]
    fn operators_outside_the_standard_are_told() {
        let text = "(declare-const a Real)\n(assert (exists ((b Real)) (> 0.0 (- (tan a)) b)))";
        let exhibit = Exhibit::new(text).unwrap();
        assert_eq!(exhibit.operators, ["-", ">", "exists", "tan"]);
        assert_eq!(exhibit.outside_standard, ["tan"]);
        assert!(Exhibit::new("(assert (tan").is_err());
    }

    #[test]
    fn small_models_are_found() {
        let search = |text: &str| Exhibit::new(text).unwrap().search(&Budget::default());
        let found = search("(declare-const a Bool)(assert (and a (not a)))(check-sat)");
        assert!(matches!(found, Searched::Refuted(_)), "{found:?}");
        let found = search("(declare-const a Int)(assert (> a 2))(check-sat)");
        let Searched::Witness(model) = found else { panic!("{found:?}") };
        assert!(model.contains("(define-fun a () Int 3)"), "{model}");
    }
}
