//! Rules into what they claim: formulas that no assignment makes true.
//!
//! A rule over `Num` claims something of integers and something of reals; one over `xs...` something
//! of two arguments and of three. Each such instance has constants for its variables, also for those
//! that the mutator draws, since they may stand for anything. What stands under a binder, or has a
//! part that another variable is, is a function of it: `p` of `(forall (x) p)` is `(p x)`.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smtlib::float::Format;
use smtlib::{Command, Fun, Model, Op, Sort, SortKind, Term, Terms};

use super::build::Builder;
use super::matching::{Bindings, Function, Slot};
use super::pattern::{Argument, Kind, Pattern, Place, Variable};
use super::samples::{SAMPLES, example_literal, sample};
use super::sorts::Class;
use super::{Rule, Sides};

/// One instance of a rule, with constants for its variables.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) terms: Terms,
    /// The constants and functions.
    pub(crate) inputs: Vec<Fun>,
    /// The condition, if there is one.
    pub(crate) when: Option<Term>,
    /// Of regular expressions: that a word is one of theirs.
    pub(crate) left: Term,
    pub(crate) right: Term,
    /// Whether the sides must be the same, where otherwise the left one implies the right one.
    pub(crate) is_equivalence: bool,
    /// Whether neither side lacks an operator for want of arguments.
    pub(crate) is_plain: bool,
}

/// Number of terms that each sequence stands for.
type Lengths = SmallVec<[usize; 4]>;

impl Rule {
    /// Returns the instances of the rule.
    pub(crate) fn claims(&self) -> Vec<Claim> {
        self.claims_with(Literals::AreConstants)
    }

    /// Returns the instances of the rule, with literals where it wants them, or not.
    pub(crate) fn claims_with(&self, literals: Literals) -> Vec<Claim> {
        let mut claims = Vec::new();
        for sides in &self.sides {
            let scopes = scopes(self, sides);
            for sorts in sort_choices(self, &scopes) {
                for lengths in lengths(&self.variables.all) {
                    for number in 0..2 {
                        let (scopes, lengths) = (&*scopes, &lengths);
                        let instance = Instance { rule: self, scopes, lengths, literals };
                        claims.extend(instance.claim(sides, &sorts, number));
                        if !self.has_numbers() {
                            break;
                        }
                    }
                }
            }
        }
        claims
    }

    fn has_numbers(&self) -> bool {
        self.variables.all.iter().any(|variable| matches!(variable.kind, Kind::Number(_)))
    }
}

/// Of each variable: the bound variables and parts that it is a function of.
fn scopes(rule: &Rule, sides: &Sides) -> Vec<Vec<Place>> {
    let variables = &rule.variables.all;
    let mut found: Vec<Option<Vec<Place>>> = vec![None; variables.len()];
    let mut stack: Vec<(&Pattern, Vec<Place>)> =
        vec![(&sides.left, Vec::new()), (&sides.right, Vec::new())];
    let mut see = |place: Place, scope: Vec<Place>| match &mut found[place] {
        Some(known) => known.retain(|it| scope.contains(it)),
        unknown => *unknown = Some(scope),
    };
    while let Some((pattern, scope)) = stack.pop() {
        match pattern {
            Pattern::Variable(place) => see(*place, scope),
            Pattern::Literal(_) => {}
            Pattern::Apply(_, arguments) => {
                let patterns = arguments.iter().map(Argument::pattern);
                stack.extend(patterns.map(|pattern| (pattern, scope.clone())));
            }
            Pattern::Bind(_, places, body) => {
                let inner = [scope, places.to_vec()].concat();
                stack.push((body, inner));
            }
            Pattern::Let(key, with, body) => {
                see(*body, [scope.clone(), vec![*key]].concat());
                stack.push((with, scope));
            }
            Pattern::Append(regex, text) => {
                stack.push((regex, scope.clone()));
                stack.push((text, scope));
            }
        }
    }
    // What stands on neither side, such as a bound variable, is a function of nothing.
    let known = |scope: Option<Vec<Place>>| scope.into_iter().flatten().collect();
    let mut scopes: Vec<Vec<Place>> = found.into_iter().map(known).collect();
    for (place, variable) in variables.iter().enumerate() {
        if let Kind::Part(of, _) = variable.kind {
            // It stands outside of what is built around it.
            scopes[place].clear();
            scopes[of].push(place);
        }
    }
    for scope in &mut scopes {
        scope.sort_unstable();
        scope.dedup();
    }
    scopes
}

/// The sorts that the variables for sorts are tried with.
fn sort_choices(rule: &Rule, scopes: &[Vec<Place>]) -> Vec<Vec<SortKind>> {
    // What functions take must be finite, so that tables and quantifiers are.
    let is_finite = scopes.iter().any(|scope| !scope.is_empty());
    let mut choices: Vec<Vec<SortKind>> = vec![Vec::new()];
    for variable in &rule.variables.sorts {
        let kinds = match variable.class {
            Class::Num => vec![SortKind::Int, SortKind::Real],
            Class::BitVec => [1, 3, 8].map(SortKind::BitVec).into(),
            Class::Float => [(2, 3), (3, 5)]
                .map(|(eb, sb)| SortKind::Float(Format::new(eb, sb).expect("it is wide enough")))
                .into(),
            Class::Any if is_finite => vec![SortKind::Bool, SortKind::BitVec(2)],
            Class::Any => vec![SortKind::Bool, SortKind::BitVec(2), SortKind::Int],
        };
        choices = choices
            .into_iter()
            .flat_map(|before| {
                kinds.iter().map(move |kind| [before.clone(), vec![kind.clone()]].concat())
            })
            .collect();
    }
    choices
}

/// Returns the lengths that sequences may have: up to four terms in all.
fn lengths(variables: &[Variable]) -> Vec<Lengths> {
    let count = variables.iter().filter(|variable| variable.is_sequence).count();
    let most = if count > 2 { 3 } else { 4 };
    let mut all: Vec<Lengths> = vec![Lengths::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|before| {
                let left = most - before.iter().sum::<usize>();
                (0..=left).map(move |length| {
                    let mut lengths = before.clone();
                    lengths.push(length);
                    lengths
                })
            })
            .collect();
    }
    all
}

/// The term for a variable that literals must stand for, or that has a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literals {
    /// A constant: a claim is of all values.
    AreConstants,
    /// A literal: an example is one where the rule applies.
    AreThemselves,
}

struct Instance<'a> {
    rule: &'a Rule,
    scopes: &'a [Vec<Place>],
    lengths: &'a Lengths,
    literals: Literals,
}

impl Instance<'_> {
    /// Builds the instance; `None` where the sorts or the lengths do not fit.
    fn claim(&self, sides: &Sides, sorts: &[SortKind], number: u32) -> Option<Claim> {
        let variables = &self.rule.variables;
        let mut terms = Terms::default();
        let mut bindings = Bindings::new(variables.all.len(), variables.sorts.len());
        for (slot, kind) in bindings.sorts.iter_mut().zip(sorts) {
            *slot = Some(terms.sorts.get(kind.clone())?);
        }
        let mut inputs = Vec::new();
        let mut conditions: Vec<Term> = Vec::new();
        // What others are functions of comes first.
        let is_scoped = |place: &Place| !self.scopes[*place].is_empty();
        let (scoped, free): (Vec<Place>, Vec<Place>) =
            (0..variables.all.len()).partition(is_scoped);
        for place in free.into_iter().chain(scoped) {
            let slot = self.slot(place, &mut terms, &bindings, &mut inputs, number)?;
            if let (Kind::Letter, Slot::Term(letter)) = (&variables.all[place].kind, &slot) {
                let length = terms.op(Op::StrLen, SmallVec::from_slice(&[*letter])).ok()?;
                let one = terms.constant_of(&smtlib::Value::Int(1.into()))?;
                conditions.push(terms.op(Op::Eq, SmallVec::from_slice(&[length, one])).ok()?);
            }
            bindings.slots[place] = slot;
        }
        let mut builder = Builder::new(&mut terms, &variables.all, &bindings);
        let mut left = builder.build(&sides.left)?;
        let is_left_plain = std::mem::replace(&mut builder.is_plain, true);
        let mut right = builder.build(&sides.right)?;
        // No term is held against a side that lacks an operator.
        let is_right_plain = builder.is_plain;
        if !(is_left_plain && self.rule.weakens || is_right_plain && self.rule.strengthens) {
            return None;
        }
        if let Some(when) = &self.rule.when {
            conditions.push(builder.build(when)?);
        }
        if terms.sort(left) != terms.sort(right) || left == right {
            return None;
        }
        if terms.sort(left) == Sort::REGLAN {
            let word = terms.declare("word", &[], Sort::STRING);
            inputs.push(word);
            let word = terms.call(word, SmallVec::new(), None).ok()?;
            left = terms.op(Op::StrInRe, SmallVec::from_slice(&[word, left])).ok()?;
            right = terms.op(Op::StrInRe, SmallVec::from_slice(&[word, right])).ok()?;
        }
        let when = match conditions.as_slice() {
            [] => None,
            [only] => Some(*only),
            _ => Some(terms.op(Op::And, SmallVec::from_vec(conditions)).ok()?),
        };
        let is_equivalence = self.rule.is_equivalence();
        let is_plain = is_left_plain && is_right_plain;
        Some(Claim { terms, inputs, when, left, right, is_equivalence, is_plain })
    }

    fn slot(
        &self,
        place: Place,
        terms: &mut Terms,
        bindings: &Bindings,
        inputs: &mut Vec<Fun>,
        number: u32,
    ) -> Option<Slot> {
        let variables = &self.rule.variables.all;
        let variable = &variables[place];
        let count = if variable.is_sequence {
            let before = variables[..place].iter().filter(|variable| variable.is_sequence);
            self.lengths[before.count()]
        } else {
            1
        };
        let name = |at: usize| {
            if variable.is_sequence {
                format!("{}{at}", variable.name)
            } else {
                variable.name.to_string()
            }
        };
        // Any sort will do where each term may have its own.
        let sort = match variable.sort() {
            Some(super::sorts::SortPattern::Each) => Some(terms.sorts.bit_vec(2)),
            Some(sort) => Some(sort.sort(&mut terms.sorts, &bindings.sorts)?),
            None => None,
        };
        match &variable.kind {
            Kind::Number(range) => {
                Some(Slot::Number((range.start() + 2 * number).min(*range.end())))
            }
            Kind::Count(_) => Some(Slot::Empty),
            Kind::Operator => {
                // As many arguments as the first sequence is long.
                let sort = terms.sorts.bit_vec(2);
                let fun = terms.declare(&name(0), &vec![sort; *self.lengths.first()?], sort);
                inputs.push(fun);
                Some(Slot::Function(Function::Fun(fun)))
            }
            Kind::Bound(_) => {
                let sort = sort?;
                let mut locals = (0..count).map(|at| terms.get_local(&name(at), sort));
                Some(if variable.is_sequence {
                    Slot::Locals(locals.collect())
                } else {
                    Slot::Local(locals.next()?)
                })
            }
            Kind::Term(_) | Kind::Literal(_) | Kind::Letter | Kind::Part(..) => {
                let sort = sort?;
                if self.literals == Literals::AreThemselves && self.wants_literal(place) {
                    return Some(Slot::Term(example_literal(terms, sort, place)?));
                }
                let arguments = self.arguments(place, terms, bindings);
                let sorts: Vec<Sort> = arguments.iter().map(|&term| terms.sort(term)).collect();
                let mut list = SmallVec::new();
                for at in 0..count {
                    let fun = terms.declare(&name(at), &sorts, sort);
                    inputs.push(fun);
                    list.push(terms.call(fun, arguments.clone(), None).ok()?);
                }
                Some(if variable.is_sequence { Slot::Terms(list) } else { Slot::Term(list[0]) })
            }
        }
    }

    /// Whether only a literal will do for a variable.
    fn wants_literal(&self, place: Place) -> bool {
        let is_conditional = || {
            let when = self.rule.when.iter().flat_map(Pattern::variables);
            when.into_iter().any(|it| it == place)
        };
        let kind = &self.rule.variables.all[place].kind;
        matches!(kind, Kind::Literal(_) | Kind::Letter) || is_conditional()
    }

    /// Returns the variables of which a variable is a function.
    fn arguments(
        &self,
        place: Place,
        terms: &mut Terms,
        bindings: &Bindings,
    ) -> SmallVec<[Term; 4]> {
        let mut arguments = SmallVec::new();
        for &of in &self.scopes[place] {
            match &bindings.slots[of] {
                Slot::Term(term) => arguments.push(*term),
                Slot::Local(local) => arguments.push(terms.variable(*local)),
                Slot::Locals(locals) => {
                    arguments.extend(locals.iter().map(|&local| terms.variable(local)));
                }
                _ => {}
            }
        }
        arguments
    }
}

impl Claim {
    /// Returns the sorts and operators of the instance in a line: `(xs0 Int) (xs1 Int)`.
    pub(crate) fn inputs_text(&self) -> String {
        let shown = self.inputs.iter().map(|&fun| {
            let function = self.terms.function(fun);
            format!("({} {})", function.name, self.terms.sorts.text(function.result))
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    /// Returns scripts that must be unsat: the condition, the left side, and the right one negated.
    /// More than one where variables stand for regular expressions.
    pub(crate) fn scripts(&self) -> Vec<String> {
        let is_regex = |fun: &Fun| self.terms.function(*fun).result == Sort::REGLAN;
        let regexes: Vec<Fun> = self.inputs.iter().copied().filter(is_regex).collect();
        let times = if regexes.is_empty() { 1 } else { SAMPLES };
        (0..times).filter_map(|time| self.script(&regexes, time)).collect()
    }

    fn script(&self, regexes: &[Fun], time: usize) -> Option<String> {
        let mut terms = self.terms.clone();
        let refuted = if self.is_equivalence {
            terms.op(Op::Distinct, SmallVec::from_slice(&[self.left, self.right])).ok()?
        } else {
            let not = terms.op(Op::Not, SmallVec::from_slice(&[self.right])).ok()?;
            terms.op(Op::And, SmallVec::from_slice(&[self.left, not])).ok()?
        };
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        for (at, &fun) in regexes.iter().enumerate() {
            let sample = sample(&mut terms, (at + time) % SAMPLES)?;
            map.insert(terms.call(fun, SmallVec::new(), None).ok()?, sample);
        }
        let declared = self.inputs.iter().filter(|fun| !regexes.contains(fun));
        let mut commands: Vec<Command> = vec![Command::SetLogic("ALL".into())];
        commands.extend(declared.map(|&fun| Command::DeclareFun(fun)));
        for asserted in self.when.into_iter().chain([refuted]) {
            commands.push(Command::Assert(terms.substitute(asserted, &map).ok()?));
        }
        commands.push(Command::CheckSat);
        Some(terms.text_of_commands(&commands))
    }

    /// Returns an assignment as people read it: `x = 1, y = 2`.
    pub(crate) fn shown(&self, model: &Model) -> String {
        let text = model.text(&self.terms, &self.inputs);
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("(define-fun "));
        let shown = lines.map(|line| line.strip_suffix(')').unwrap_or(line).replacen(" ()", "", 1));
        shown.collect::<Vec<_>>().join(", ")
    }
}
