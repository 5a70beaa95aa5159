//! A formula as the judge looks at it: parsed, evaluated under models, searched for small ones.

use std::collections::BTreeSet;

use smtlib::sexpr::Sexprs;
use smtlib::{
    Budget, Dialect, Found, Limits, Node, Op, Query, Reason, Script, Statement, Term, Terms, Truth,
    search,
};
use solvers::{Answer, Check, Checked, ModelQuestion, deciding_option};

use crate::judge::evaluation::Evaluation;

/// A formula that the evaluator can read, and what is in it.
#[derive(Clone, Debug)]
pub struct ParsedFormula {
    script: Script,
    /// The question of each `check-sat`, in order.
    queries: Vec<Query>,
    /// The operators in it, sorted.
    pub operators: Vec<String>,
    /// Those of them that the standard does not have.
    pub outside_standard: Vec<String>,
    /// Statements that were looked at: one is judged several times, and evaluated once.
    evaluated: Vec<Evaluated>,
}

/// A statement that was looked at.
#[derive(Clone, Debug)]
struct Evaluated {
    check: usize,
    said: Checked,
    dialect: Dialect,
    evaluation: Evaluation,
    /// The command that asks for what would tell more.
    question: Option<String>,
}

/// A script that etude cannot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The reason why not: ``12:5: there is no `sep` here``.
    pub reason: String,
    /// The words that assertions apply to something and that the script does not declare, sorted:
    /// they tell what shows a bug from what does not.
    pub operators: Vec<String>,
}

/// The words whose second part gives names.
const BINDERS: [&str; 4] = ["exists", "forall", "lambda", "let"];

impl Unreadable {
    fn new(formula: &str, reason: String) -> Self {
        let (sexprs, _) = Sexprs::read_some(formula);
        let (mut applied, mut own) = (BTreeSet::new(), BTreeSet::new());
        for command in sexprs.top() {
            let Some(head) = sexprs.head(command) else { continue };
            let mut open: Vec<_> = sexprs.items(command).skip(1).collect();
            if head.starts_with("declare-") || head.starts_with("define-") {
                while let Some(sexpr) = open.pop() {
                    own.extend(sexprs.symbol(sexpr));
                    open.extend(sexprs.items(sexpr));
                }
            } else if head == "assert" {
                while let Some(sexpr) = open.pop() {
                    let head = sexprs.head(sexpr);
                    applied.extend(head);
                    let mut items = sexprs.items(sexpr);
                    if head.is_some_and(|head| BINDERS.contains(&head)) {
                        let bound = items.by_ref().take(2).last();
                        for pair in bound.into_iter().flat_map(|bound| sexprs.items(bound)) {
                            // The value of `let`; where a sort stands, it applies nothing.
                            let mut pair = sexprs.items(pair);
                            own.extend(pair.next().and_then(|name| sexprs.symbol(name)));
                            open.extend(pair.filter(|_| head == Some("let")));
                        }
                    }
                    open.extend(items);
                }
            }
        }
        let operators = applied.difference(&own).map(|word| (*word).to_owned()).collect();
        Self { reason, operators }
    }
}

/// The result of the small search. Of `(assert false)` it is `Refuted`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// A model, as solvers print them.
    Witness(String),
    /// Every assignment was refuted, by this many evaluations.
    Refuted(u64),
    /// Neither.
    Nothing,
}

impl ParsedFormula {
    /// Reads a script.
    pub fn new(formula: &str) -> Result<Self, Unreadable> {
        if let Some(option) = deciding_option(formula) {
            return Err(Unreadable::new(formula, format!("`{option}` changes what it means")));
        }
        let unreadable = |error: smtlib::Error| Unreadable::new(formula, error.to_string());
        let script = Script::parse(formula).map_err(unreadable)?;
        let queries = script.queries();
        let (operators, outside_standard) = operators(&script.terms, &queries);
        Ok(Self { script, queries, operators, outside_standard, evaluated: Vec::new() })
    }

    /// Returns the number of questions, at least one: a script that asks nothing asks at its end.
    pub fn checks(&self) -> usize {
        self.queries.len()
    }

    /// Evaluates the question of a check under what a solver said to support its `sat`.
    pub fn evaluate(&mut self, check: usize, said: &Checked, dialect: Dialect) -> Evaluation {
        self.look(check, said, dialect).evaluation.clone()
    }

    /// Returns what is still to be asked of a solver after its answer: the values on which the
    /// evaluation of its models hangs.
    pub fn questions(&mut self, answer: &Answer, dialect: Dialect) -> Vec<ModelQuestion> {
        if answer.checks.len() > self.checks() || !self.outside_standard.is_empty() {
            return Vec::new();
        }
        let mut questions = Vec::new();
        for (check, said) in answer.checks.iter().enumerate() {
            if said.check == Check::Sat && said.model.is_some() {
                let command = self.look(check, said, dialect).question.clone();
                questions.extend(command.map(|command| ModelQuestion { check, command }));
            }
        }
        questions
    }

    fn look(&mut self, check: usize, said: &Checked, dialect: Dialect) -> &Evaluated {
        let is_it = |known: &Evaluated| {
            known.check == check && known.dialect == dialect && known.said == *said
        };
        let place = self.evaluated.iter().position(is_it).unwrap_or_else(|| {
            let (evaluation, question) = self.examine(check, said, dialect);
            let said = said.clone();
            self.evaluated.push(Evaluated { check, said, dialect, evaluation, question });
            self.evaluated.len() - 1
        });
        &self.evaluated[place]
    }

    fn examine(
        &mut self,
        check: usize,
        said: &Checked,
        dialect: Dialect,
    ) -> (Evaluation, Option<String>) {
        let Some(model) = &said.model else {
            return (Evaluation::Unread("there is none".to_owned()), None);
        };
        let limits = Limits::default();
        if model.len() > limits.model_bytes {
            let reason = format!("the model has {} bytes", model.len());
            return (Evaluation::TooLarge(reason), None);
        }
        let values: Vec<(&str, &str)> =
            said.values.iter().map(|it| (it.question.as_str(), it.reply.as_str())).collect();
        let statement = Statement { model, values: &values, dialect };
        let judgement = match self.script.judge_query(&self.queries[check], statement, limits) {
            Ok(judgement) => judgement,
            Err(error) => return (Evaluation::Unread(error.to_string()), None),
        };
        let terms = &self.script.terms;
        let evaluation = match &judgement.truth {
            Truth::True => match (&judgement.basis.choice, judgement.basis.recursion) {
                (Some(choice), _) => Evaluation::Chosen(choice.display(terms).to_string()),
                // A definition that calls itself may have no function that fits it.
                (None, Some(fun)) => {
                    let name = &terms.function(fun).name;
                    Evaluation::Chosen(format!(
                        "the recursive definition of `{name}` is taken as it is"
                    ))
                }
                (None, None) => Evaluation::True,
            },
            Truth::False(_) => Evaluation::False(String::new()),
            Truth::Contradicted(term) => {
                Evaluation::False(format!("the solver gives two values to `{}`", terms.text(*term)))
            }
            Truth::Open(_, open) if matches!(*open.0, Reason::TooMuch | Reason::TooLarge(_)) => {
                Evaluation::TooLarge(open.0.display(terms).to_string())
            }
            truth @ Truth::Open(..) => {
                let text = truth.display(terms).to_string();
                Evaluation::Open(text.strip_prefix("open: ").unwrap_or(&text).to_owned())
            }
        };
        (evaluation, judgement.question(terms))
    }

    /// Searches for a model of a check's question among small values.
    pub fn search(&self, check: usize, budget: &Budget) -> Searched {
        let query = &self.queries[check];
        match search(&self.script.terms, query, budget) {
            Found::Sat(model) => {
                Searched::Witness(model.text(&self.script.terms, &query.functions))
            }
            Found::Unsat { assignments } => Searched::Refuted(assignments),
            Found::Unknown { .. } => Searched::Nothing,
        }
    }
}

/// The operators of questions, and those that the standard lacks.
fn operators(terms: &Terms, queries: &[Query]) -> (Vec<String>, Vec<String>) {
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let (mut all, mut outside) = (BTreeSet::new(), BTreeSet::new());
    let mut stack: Vec<Term> =
        queries.iter().flat_map(|query| query.assertions.iter().copied()).collect();
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
    use solvers::Exchange;

    #[test]
    fn a_model_is_judged_and_forgotten() {
        let text = "(declare-const a Int)\n(assert (= (div a 0) (+ a 2)))\n(check-sat)";
        let mut parsed = ParsedFormula::new(text).unwrap();
        assert_eq!(parsed.operators, ["+", "=", "div"]);
        let mut evaluate = |model: &str| parsed.evaluate(0, &said(model, &[]), Dialect::Standard);
        let choice = "(define-fun div0 ((x Int)) Int 4)";
        let found = evaluate(&format!("((define-fun a () Int 2) {choice})"));
        assert!(matches!(found, Evaluation::Chosen(_)), "{found:?}");
        let found = evaluate(&format!("((define-fun a () Int 3) {choice})"));
        assert!(matches!(found, Evaluation::False(_)), "{found:?}");
        assert!(matches!(evaluate("((define-fun a () Int 2))"), Evaluation::Open(_)));
        assert!(matches!(evaluate("((define-fun a () Int"), Evaluation::Unread(_)));
    }

    /// A `sat` with its model, and what was asked beyond it.
    fn said(model: &str, values: &[(&str, &str)]) -> Checked {
        let values = values.iter().map(|(question, reply)| Exchange {
            question: (*question).to_owned(),
            reply: (*reply).to_owned(),
        });
        Checked { check: Check::Sat, model: Some(model.to_owned()), values: values.collect() }
    }

    #[test]
    fn what_is_open_is_asked_for_and_judged_again() {
        let text = "(declare-const a Int)\n(assert (= (div a 0) (+ a 2)))\n(check-sat)";
        let mut parsed = ParsedFormula::new(text).unwrap();
        let model = "((define-fun a () Int 2))";
        let question = "(get-value ((div 2 0) (div a 0)))";
        let silent = said(model, &[]);
        assert_eq!(parsed.look(0, &silent, Dialect::Standard).question.as_deref(), Some(question));
        let mut evaluate =
            |reply: &str| parsed.evaluate(0, &said(model, &[(question, reply)]), Dialect::Standard);
        let found = evaluate("(((div 2 0) 4) ((div a 0) 4))");
        assert!(matches!(found, Evaluation::Chosen(_)), "{found:?}");
        assert!(matches!(evaluate("(((div 2 0) 5) ((div a 0) 5))"), Evaluation::False(_)));
        let found = evaluate("(((div 2 0) 4) ((div a 0) 5))").to_string();
        assert_eq!(found, "false: the solver gives two values to `(div a 0)`");
        assert!(matches!(evaluate("(error \"what?\")"), Evaluation::Open(_)));
    }

    #[test]
    fn a_model_that_is_too_large_is_not_read() {
        let mut parsed =
            ParsedFormula::new("(declare-const a Int)(assert (= a 1))(check-sat)").unwrap();
        let large = format!("((define-fun a () Int 1){})", " ".repeat(5 << 20));
        let found = parsed.evaluate(0, &said(&large, &[]), Dialect::Standard);
        assert!(matches!(found, Evaluation::TooLarge(_)), "{found:?}");
    }

    #[test]
    fn operators_outside_the_standard_are_told() {
        let text = "(declare-const a Real)\n(assert (exists ((b Real)) (> 0.0 (- (tan a)) b)))";
        let parsed = ParsedFormula::new(text).unwrap();
        assert_eq!(parsed.operators, ["-", ">", "exists", "tan"]);
        assert_eq!(parsed.outside_standard, ["tan"]);
        assert!(ParsedFormula::new("(assert (tan").is_err());
    }

    #[test]
    fn what_a_script_that_cannot_be_read_applies_is_told() {
        let text = "(declare-fun f (Int) Int)\
             (assert (sep (pto (f 1) 2) (and a) (forall ((x (_ BitVec 2))) (x))))(check-sat)";
        let unreadable = ParsedFormula::new(text).unwrap_err();
        assert_eq!(unreadable.operators, ["and", "forall", "pto", "sep"]);
        assert!(unreadable.reason.contains("sep"), "{}", unreadable.reason);
        let negated = "(set-option :global-negate true)(assert true)(check-sat)";
        let reason = ParsedFormula::new(negated).unwrap_err().reason;
        assert_eq!(reason, "`(set-option :global-negate true)` changes what it means");
    }

    #[test]
    fn small_models_are_found() {
        let search = |text: &str| ParsedFormula::new(text).unwrap().search(0, &Budget::default());
        let found = search("(declare-const a Bool)(assert (and a (not a)))(check-sat)");
        assert!(matches!(found, Searched::Refuted(_)), "{found:?}");
        let found = search("(declare-const a Int)(assert (> a 2))(check-sat)");
        let Searched::Witness(model) = found else { panic!("{found:?}") };
        assert!(model.contains("(define-fun a () Int 3)"), "{model}");
    }
}
