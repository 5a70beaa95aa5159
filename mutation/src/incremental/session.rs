//! A session: commands one after the other, with what holds and who makes it true.

use smtlib::{Command, Fun, Interpretation, Model, Op, Sort, Term, Value};

use crate::draw::Draw;
use crate::known::Decision;
use crate::recombine::{Bounds, Formula, Pool};
use crate::specimen::Specimen;

/// A script in the making.
pub(super) struct Session<'a> {
    pub(super) specimen: &'a mut Specimen,
    /// The beginning of the names of its constants, with which no other name begins.
    stem: String,
    pool: Pool,
    /// The witnesses, by the bits of formulas' values.
    pub(super) models: Vec<Model>,
    pub(super) commands: Vec<Command>,
    pub(super) checks: Vec<Checked>,
    /// The assertions, with the witnesses under which they are true.
    active: Vec<(Term, u64)>,
    /// Constants that the session declared and that are known.
    named: Vec<Named>,
    /// Number of both at each push.
    levels: Vec<(usize, usize)>,
    /// Whether names outlive the level of their declaration.
    is_global: bool,
    /// Number of checks in the end.
    wanted: usize,
    /// The names that were given, if they outlive everything.
    taken: usize,
    /// The most assertions that hold at once.
    most: usize,
}

/// A constant of the session.
#[derive(Clone, Copy)]
struct Named {
    fun: Fun,
    term: Term,
    /// The witnesses under which it is true; `None` if it is no Bool.
    values: Option<u64>,
}

/// A check with all that holds at it.
pub(super) struct Checked {
    pub(super) assertions: Vec<Term>,
    /// The constants that are known.
    pub(super) functions: Vec<Fun>,
    pub(super) why: Why,
}

/// Reason why a check has its answer.
#[derive(Clone, Copy)]
pub(super) enum Why {
    /// `sat` under this witness.
    Witness(usize),
    /// `unsat` by the seed's assertions.
    Core,
    /// `unsat` by an assertion and its negation.
    Contradiction,
}

/// Commands per check at which a script gives up.
const PATIENCE: usize = 40;

impl<'a> Session<'a> {
    pub(super) fn new(
        specimen: &'a mut Specimen,
        pool: Pool,
        models: Vec<Model>,
        bounds: &Bounds,
    ) -> Self {
        let mut stem = "p!".to_owned();
        while specimen.terms.functions().any(|(_, known)| known.name.starts_with(&stem)) {
            stem.push('!');
        }
        Self {
            specimen,
            stem,
            pool,
            models,
            commands: Vec::new(),
            checks: Vec::new(),
            active: Vec::new(),
            named: Vec::new(),
            levels: Vec::new(),
            is_global: false,
            wanted: 0,
            taken: 0,
            most: bounds.assertions.max(1),
        }
    }

    /// Appends commands until there are as many checks as are wanted.
    pub(super) fn run(&mut self, checks: usize, draw: &mut Draw) {
        self.wanted = checks;
        self.is_global = draw.chance(1, 3);
        if self.is_global {
            self.commands.push(Command::Other("(set-option :global-declarations true)".into()));
        }
        self.commands.extend(self.specimen.logic().map(|logic| Command::SetLogic(logic.into())));
        self.declare_all();
        for _ in 0..checks * PATIENCE {
            if self.checks.len() >= checks {
                return;
            }
            match draw.below(20) {
                0..6 => self.assert_one(draw),
                6..9 => self.push(draw),
                9..11 => self.pop(draw),
                11..13 => self.name_one(draw),
                13..16 if !self.active.is_empty() => self.check(&[], draw),
                16 | 17 => self.check_assuming(draw),
                18 => self.refute(draw),
                // Elsewhere solvers do not agree whether the names are forgotten too.
                19 if self.is_global && !self.checks.is_empty() => self.reset(),
                _ => {}
            }
        }
        while self.checks.len() < checks {
            self.check(&[], draw);
        }
    }

    fn declare_all(&mut self) {
        self.commands.extend(self.specimen.declarations().iter().cloned());
    }

    /// The witnesses under which all that is asserted is true: never none.
    fn standing(&self) -> u64 {
        let all = u64::MAX >> (64 - self.models.len());
        self.active.iter().fold(all, |mask, (_, values)| mask & values)
    }

    fn assert(&mut self, term: Term, values: u64) {
        self.active.push((term, values));
        self.commands.push(Command::Assert(term));
    }

    fn op(&mut self, op: Op, arguments: &[Term]) -> Term {
        self.specimen.terms.op(op, arguments).expect("the sorts fit each other")
    }

    /// The formula or its negation, so that a witness is left that makes it true.
    fn standing_side(&mut self, formula: Formula, draw: &mut Draw) -> (Term, u64) {
        let standing = self.standing();
        let negate = match (standing & formula.values != 0, standing & !formula.values != 0) {
            (true, true) => draw.chance(1, 2),
            (is_possible, _) => !is_possible,
        };
        if negate {
            (self.op(Op::Not, &[formula.term]), !formula.values)
        } else {
            (formula.term, formula.values)
        }
    }

    fn assert_one(&mut self, draw: &mut Draw) {
        if self.active.len() < self.most
            && let Some(formula) = self.pool.draw(draw)
        {
            let (term, values) = self.standing_side(formula, draw);
            self.assert(term, values);
        }
    }

    fn push(&mut self, draw: &mut Draw) {
        let count = 1 + draw.below(2);
        for _ in 0..count {
            self.levels.push((self.active.len(), self.named.len()));
        }
        self.commands.push(Command::Push(u32::try_from(count).expect("one or two")));
    }

    fn pop(&mut self, draw: &mut Draw) {
        if self.levels.is_empty() {
            return;
        }
        let count = 1 + draw.place(self.levels.len().min(3));
        self.pop_levels(count);
    }

    fn pop_levels(&mut self, count: usize) {
        let (active, named) = self.levels[self.levels.len() - count];
        self.levels.truncate(self.levels.len() - count);
        self.active.truncate(active);
        if !self.is_global {
            self.named.truncate(named);
        }
        self.commands.push(Command::Pop(u32::try_from(count).expect("few levels")));
    }

    /// Declares a constant with a name that is free here: what was popped gives its name back.
    fn declare(&mut self, sort: Sort, values: Vec<Value>) -> (Fun, Term) {
        let number = if self.is_global { self.taken } else { self.named.len() };
        self.taken += 1;
        let name = format!("{}{number}", self.stem);
        let fun = self.specimen.terms.declare(&name, &[], sort);
        let term = self.specimen.terms.call(fun, &[][..], None).expect("it has no parameters");
        for (model, value) in self.models.iter_mut().zip(values) {
            model.set_value(fun, value);
        }
        self.commands.push(Command::DeclareConst(fun));
        (fun, term)
    }

    /// Declares a constant, in whatever level, and asserts what it equals: a formula, or a constant
    /// of the seed.
    fn name_one(&mut self, draw: &mut Draw) {
        if self.active.len() >= self.most {
            return;
        }
        let constants = self.specimen.declared().iter().copied().filter(|&fun| {
            let is_valued =
                |model: &Model| matches!(model.get(fun), Some(Interpretation::Value(_)));
            self.models.iter().all(is_valued)
        });
        let constants: Vec<Fun> = constants.collect();
        let equal = if draw.chance(1, 3)
            && let Some(&fun) = draw.one_of(&constants)
        {
            let values = self.models.iter().filter_map(|model| match model.get(fun) {
                Some(Interpretation::Value(value)) => Some(value.clone()),
                _ => None,
            });
            let values = values.collect();
            let term = self.specimen.terms.call(fun, &[][..], None).expect("it has a value");
            let (fun, name) = self.declare(self.specimen.terms.sort(term), values);
            self.named.push(Named { fun, term: name, values: None });
            self.op(Op::Eq, &[name, term])
        } else {
            let Some(formula) = self.pool.draw(draw) else { return };
            let (fun, name) = self.declare_formula(formula);
            self.named.push(Named { fun, term: name, values: Some(formula.values) });
            self.op(Op::Eq, &[name, formula.term])
        };
        self.assert(equal, u64::MAX);
    }

    fn declare_formula(&mut self, formula: Formula) -> (Fun, Term) {
        let value = |witness: usize| Value::Bool(formula.values >> witness & 1 == 1);
        let values = (0..self.models.len()).map(value).collect();
        self.declare(Sort::BOOL, values)
    }

    /// A check of all that holds under what is assumed, with one of the witnesses that are left.
    fn check(&mut self, assumed: &[(Term, u64)], draw: &mut Draw) {
        let standing = assumed.iter().fold(self.standing(), |mask, (_, values)| mask & values);
        let left: Vec<usize> =
            (0..self.models.len()).filter(|witness| standing >> witness & 1 == 1).collect();
        let &witness = draw.one_of(&left).expect("what is asserted leaves a witness");
        let assumed: Vec<Term> = assumed.iter().map(|&(term, _)| term).collect();
        self.ask(assumed, Why::Witness(witness));
    }

    fn ask(&mut self, assumed: Vec<Term>, why: Why) {
        let asserted = self.active.iter().map(|&(term, _)| term);
        let assertions = asserted.chain(assumed.iter().copied()).collect();
        let named = self.named.iter().map(|named| named.fun);
        let functions = self.specimen.declared().iter().copied().chain(named).collect();
        self.checks.push(Checked { assertions, functions, why });
        self.commands.push(if assumed.is_empty() {
            Command::CheckSat
        } else {
            Command::CheckSatAssuming(assumed)
        });
    }

    /// Assumes one to three of the names of formulas, or their negations.
    fn check_assuming(&mut self, draw: &mut Draw) {
        let formulas: Vec<(Term, u64)> =
            self.named.iter().filter_map(|named| Some((named.term, named.values?))).collect();
        let mut assumed: Vec<(Term, u64)> = Vec::new();
        let mut standing = self.standing();
        for _ in 0..=draw.below(3) {
            let Some(&(term, values)) = draw.one_of(&formulas) else { return };
            let negated = self.op(Op::Not, &[term]);
            if assumed.iter().any(|&(other, _)| other == term || other == negated) {
                continue;
            }
            let (side, values) =
                if standing & values != 0 { (term, values) } else { (negated, !values) };
            standing &= values;
            assumed.push((side, values));
        }
        self.check(&assumed, draw);
    }

    /// Asks once or twice in a level of its own that is `unsat`, and leaves it.
    fn refute(&mut self, draw: &mut Draw) {
        let has_core = self.specimen.decision() == Decision::Unsat;
        let Some(&(standing, _)) = draw.one_of(&self.active) else {
            if has_core {
                self.refute_by_core(draw);
            }
            return;
        };
        if has_core && draw.chance(1, 2) {
            return self.refute_by_core(draw);
        }
        self.levels.push((self.active.len(), self.named.len()));
        self.commands.push(Command::Push(1));
        let mut assumed = Vec::new();
        match draw.below(3) {
            0 => {
                let negated = self.op(Op::Not, &[standing]);
                self.assert(negated, 0);
            }
            1 => {
                // A name that the formula implies is assumed to be false.
                let formula = vec![Value::Bool(true); self.models.len()];
                let (fun, name) = self.declare(Sort::BOOL, formula);
                self.named.push(Named { fun, term: name, values: None });
                let implied = self.op(Op::Implies, &[standing, name]);
                self.assert(implied, u64::MAX);
                assumed.push(self.op(Op::Not, &[name]));
            }
            _ => {
                // It implies the negation of another one that stands.
                let &(other, _) = draw.one_of(&self.active).expect("one stands");
                let negated = self.op(Op::Not, &[other]);
                let implied = self.op(Op::Implies, &[standing, negated]);
                self.assert(implied, 0);
            }
        }
        self.ask_unsat(assumed, Why::Contradiction, draw);
    }

    fn refute_by_core(&mut self, draw: &mut Draw) {
        self.levels.push((self.active.len(), self.named.len()));
        self.commands.push(Command::Push(1));
        for assertion in self.specimen.assertions.clone() {
            self.assert(assertion, 0);
        }
        self.ask_unsat(Vec::new(), Why::Core, draw);
    }

    fn ask_unsat(&mut self, assumed: Vec<Term>, why: Why, draw: &mut Draw) {
        // Asked twice, where the script may have two more checks.
        if draw.chance(1, 4) && self.checks.len() + 1 < self.wanted {
            self.ask(assumed.clone(), why);
        }
        self.ask(assumed, why);
        self.pop_levels(1);
    }

    /// Forgets all assertions and levels; the names are global, and stay.
    fn reset(&mut self) {
        self.active.clear();
        self.levels.clear();
        self.commands.push(Command::ResetAssertions);
    }
}
