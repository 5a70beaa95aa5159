//! Specimens: one check of a script, in the shape that techniques work on.
//!
//! A specimen is a conjunction: declarations, then assertions. Levels, options, annotations and
//! definitions that do not call themselves are gone, so that every occurrence of a subformula has
//! a polarity.

mod join;
mod origin;

use std::sync::Arc;

pub(crate) use join::Joined;
use rustc_hash::FxHashSet;
use smtlib::{
    Command, Evaluator, Fun, FunctionKind, Interpretation, Limits, Model, Node, Outcome, Script,
    Sort, Term, Terms, TypeError, Value,
};

use crate::known::{Decision, Ground};
use crate::places::Sites;
use crate::step::{Generation, Step};
use crate::traces::Traces;
use origin::Origin;

/// The answer of a specimen with what it rests on.
#[derive(Clone, Debug)]
pub enum Answer {
    /// `sat`: every assertion is true under this model.
    Sat(Model),
    /// `unsat`, and why. Never [`Ground::Witness`].
    Unsat(Ground),
}

/// A conjunction of assertions with their answer, while steps change it.
///
/// Steps keep the answer true. That is proven for `sat` when the steps are over
/// ([`Specimen::prove`]); for `unsat` it rests on the technique.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// The terms. Handles stay valid: terms are only added.
    pub terms: Terms,
    /// The assertions.
    pub assertions: Vec<Term>,
    /// Sorts, datatypes, functions and recursive definitions, in order.
    declarations: Arc<Vec<Command>>,
    /// The constants and functions that have no definition, in order.
    declared: Arc<Vec<Fun>>,
    /// The logic that the script names.
    logic: Option<Arc<str>>,
    answer: Arc<Answer>,
    /// All that is known of the seed.
    origin: Arc<Origin>,
    /// All that recombining remembers of the seed. It speaks of the assertions before the first
    /// step.
    pub(crate) traces: Arc<Traces>,
    /// The names of the seeds it is made from, the first one first.
    pub seeds: Vec<Arc<str>>,
    /// The steps so far.
    pub steps: Vec<Step>,
    /// The mutants that were seeds on the way, the first one first.
    pub(crate) generations: Vec<Generation>,
    /// The seed as it was before all steps; `None` of a seed itself.
    root: Option<Arc<Specimen>>,
}

/// Reason why the assertions of a specimen are not all true under its witness, by the standard
/// alone. `(= (div x 0) 7)` is `Open` under `x = 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproven {
    /// An assertion is false.
    False(Term),
    /// An assertion is open, or true only by a choice that the standard leaves to the solver.
    Open(Term),
}

impl Specimen {
    /// Takes check number `check` of a script, from 0, with its answer, which is not proven yet;
    /// `None` if there is no such check.
    ///
    /// The error says that a definition could not be put in the place of its calls.
    pub(crate) fn of_check(
        script: &Script,
        check: usize,
        answer: Answer,
        seed: Arc<str>,
    ) -> Result<Option<Self>, TypeError> {
        let queries = script.queries();
        let Some(query) = queries.get(check) else { return Ok(None) };
        let mut terms = script.terms.clone();
        let assertions: Vec<Term> = query
            .assertions
            .iter()
            .map(|&assertion| terms.inline(assertion))
            .collect::<Result<_, _>>()?;
        let (mut declarations, logic) = known_at(script, check);
        let called = called(&terms, &assertions);
        declarations.retain(|command| match command {
            Command::DefineFun(fun) | Command::DefineConst(fun) => called.contains(fun),
            Command::DefineFunsRec(funs) => funs.iter().any(|fun| called.contains(fun)),
            _ => true,
        });
        let declared = declarations.iter().filter_map(|command| match command {
            Command::DeclareConst(fun) | Command::DeclareFun(fun) => Some(*fun),
            _ => None,
        });
        let declared = Arc::new(declared.collect());
        Ok(Some(Self {
            terms,
            assertions,
            declarations: Arc::new(declarations),
            declared,
            logic,
            answer: Arc::new(answer),
            origin: Arc::default(),
            traces: Arc::default(),
            seeds: vec![seed],
            steps: Vec::new(),
            generations: Vec::new(),
            root: None,
        }))
    }

    /// Remembers itself as what all steps begin with.
    pub(crate) fn rooted(self) -> Self {
        let seed = Self { root: None, traces: Arc::default(), ..self };
        Self { root: Some(Arc::new(seed.clone())), ..seed }
    }

    /// Returns how many of the steps made its seed, where that is a mutant.
    pub(crate) fn begun(&self) -> usize {
        self.generations.last().map_or(0, |generation| generation.steps)
    }

    /// Returns the first seed as it was before all steps: the same for all that is made of it.
    pub fn root(&self) -> Option<&Arc<Specimen>> {
        self.root.as_ref()
    }

    /// Returns the constants and functions that have no definition, in the order of their
    /// declarations.
    pub fn declared(&self) -> &[Fun] {
        &self.declared
    }

    /// Returns the constants of a sort.
    pub fn constants(&self, sort: Sort) -> Vec<Fun> {
        let is_constant = |fun: &&Fun| {
            let function = self.terms.function(**fun);
            function.parameters.is_empty() && function.result == sort
        };
        self.declared.iter().filter(is_constant).copied().collect()
    }

    /// Returns the commands that declare things, in order.
    pub fn declarations(&self) -> &[Command] {
        &self.declarations
    }

    /// Appends the declaration of something that is not declared yet.
    pub fn declare(&mut self, command: Command) {
        if let Command::DeclareConst(fun) | Command::DeclareFun(fun) = &command {
            Arc::make_mut(&mut self.declared).push(*fun);
        }
        Arc::make_mut(&mut self.declarations).push(command);
    }

    /// Declares a new constant with a name that nothing else has, which begins with `stem`. Where
    /// there is a witness, it gets a value: precondition, there is one if there is a witness.
    pub fn declare_fresh(&mut self, stem: &str, sort: Sort, value: Option<Value>) -> Fun {
        let name = self.terms.fresh_name(stem);
        let fun = self.terms.declare(&name, &[], sort);
        self.declare(Command::DeclareConst(fun));
        if let (Answer::Sat(_), Some(value)) = (&*self.answer, value)
            && let Answer::Sat(model) = Arc::make_mut(&mut self.answer)
        {
            model.set_value(fun, value);
        }
        fun
    }

    /// Returns the answer.
    pub fn decision(&self) -> Decision {
        match *self.answer {
            Answer::Sat(_) => Decision::Sat,
            Answer::Unsat(_) => Decision::Unsat,
        }
    }

    /// Returns the answer with what it rests on.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Gives it another answer, since a step made other assertions of it.
    pub fn set_answer(&mut self, answer: Answer) {
        self.answer = Arc::new(answer);
        self.origin = Arc::default();
    }

    /// Returns the model under which the assertions are true; `None` of an `unsat`.
    pub fn witness(&self) -> Option<&Model> {
        match &*self.answer {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) => None,
        }
    }

    /// Says what a function is under the witness, if there is one.
    pub fn set_witness_of(&mut self, fun: Fun, interpretation: Interpretation) {
        if self.origin.declares(fun) {
            // What is known of the seed holds under its own witness.
            self.origin = Arc::default();
        }
        if let Answer::Sat(model) = Arc::make_mut(&mut self.answer) {
            model.set(fun, interpretation);
        }
    }

    /// Evaluates all assertions, and makes what is made from it cheap.
    pub(crate) fn proven(mut self) -> Result<Self, Unproven> {
        self.prove(&Limits::default())?;
        self.terms.share();
        let declared = (&self.declarations, &self.declared);
        let origin = Origin::new(&self.terms, &self.assertions, declared, self.logic.as_ref());
        self.origin = Arc::new(origin);
        Ok(self)
    }

    /// Returns the places of the assertions.
    pub(crate) fn sites(&self) -> Arc<Sites> {
        if self.assertions == self.origin.assertions {
            self.origin.sites(|| Sites::of(self))
        } else {
            Arc::new(Sites::of(self))
        }
    }

    /// Returns the constants without a definition that occur in the assertions.
    pub(crate) fn used_constants(&self) -> Arc<[Term]> {
        let find = || constants_of(&self.terms, &self.assertions).into();
        if self.assertions == self.origin.assertions { self.origin.constants(find) } else { find() }
    }

    /// Returns the name of the logic that the script sets, if it sets one.
    pub fn logic(&self) -> Option<&str> {
        self.logic.as_deref()
    }

    /// Sets the logic that the text names.
    pub fn set_logic(&mut self, logic: Option<Arc<str>>) {
        self.logic = logic;
    }

    /// Returns an evaluator that knows the values of the seed's subterms under the witness, which it
    /// is to be asked with; `None` if there is no witness.
    pub(crate) fn evaluator(&self, limits: Limits) -> Option<Evaluator<'_>> {
        let known = self.origin.values(&self.terms, self.witness()?);
        Some(Evaluator::with_limits(&self.terms, limits).knowing(known))
    }

    /// Evaluates every assertion under the witness that the seed did not have. `Ok` of an `unsat`,
    /// which no evaluation shows.
    pub fn prove(&self, limits: &Limits) -> Result<(), Unproven> {
        let Some(model) = self.witness() else { return Ok(()) };
        let mut evaluator = None;
        for (place, &assertion) in self.assertions.iter().enumerate() {
            if self.origin.assertions.get(place) == Some(&assertion) {
                continue;
            }
            let evaluator = evaluator.get_or_insert_with(|| {
                let known = self.origin.values(&self.terms, model);
                Evaluator::with_limits(&self.terms, *limits).knowing(known)
            });
            let outcome: Outcome = evaluator.eval(model, assertion);
            match outcome {
                Ok(Value::Bool(true)) if evaluator.take_basis().is_standard() => {}
                Ok(Value::Bool(false)) => return Err(Unproven::False(assertion)),
                _ => return Err(Unproven::Open(assertion)),
            }
        }
        Ok(())
    }

    /// Returns the steps, one more if it is given, and the seeds in a line:
    /// `weaken and-drop, recombine core of Strings 1041`.
    pub(crate) fn lineage(&self, last: Option<&str>) -> String {
        let steps = self.steps.iter().map(|step| format!("{} {}", step.technique, step.rule));
        let steps: Vec<String> = steps.chain(last.map(str::to_owned)).collect();
        format!("{} of {}", steps.join(", "), self.seeds.join(" and "))
    }

    /// Returns the script: declarations, assertions, one check.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Writes the script behind what is written already.
    ///
    /// Costs a copy of what is as in the seed, and a walk over each assertion that is not.
    pub fn write(&self, text: &mut String) {
        let logic = self.logic.as_ref();
        if !self.terms.have_plain_text() {
            let logic = logic.map(|logic| Command::SetLogic(logic.clone()));
            let asserted = self.assertions.iter().map(|&term| Command::Assert(term));
            let commands = logic.into_iter().chain(self.declarations.iter().cloned());
            let commands: Vec<Command> =
                commands.chain(asserted).chain([Command::CheckSat]).collect();
            return self.terms.write_commands(&commands, text);
        }
        self.origin.write_head(&self.terms, logic, &self.declarations, text);
        for (place, &assertion) in self.assertions.iter().enumerate() {
            self.origin.write_assertion(&self.terms, place, assertion, text);
        }
        text.push_str("(check-sat)\n");
    }

    /// Returns the witness as solvers print models; `None` if there is none.
    pub fn witness_text(&self) -> Option<String> {
        Some(self.witness()?.text(&self.terms, &self.declared))
    }
}

/// The constants without a definition that occur in terms.
pub(crate) fn constants_of(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut all = terms.subterms(roots);
    all.retain(|&term| match terms.node(term) {
        Node::Call(fun, arguments) => {
            arguments.is_empty() && matches!(terms.function(*fun).kind, FunctionKind::Declared)
        }
        _ => false,
    });
    all
}

/// The declarations that are known at a check, and the logic.
fn known_at(script: &Script, check: usize) -> (Vec<Command>, Option<Arc<str>>) {
    let (mut known, mut levels): (Vec<Command>, Vec<usize>) = (Vec::new(), Vec::new());
    let (mut checks, mut logic, mut is_global) = (0, None, false);
    for command in script.commands() {
        match command {
            Command::CheckSat | Command::CheckSatAssuming(_) => {
                if checks == check {
                    break;
                }
                checks += 1;
            }
            Command::Push(count) => levels.extend((0..*count).map(|_| known.len())),
            Command::Pop(count) => {
                for _ in 0..*count {
                    let length = levels.pop().unwrap_or(0);
                    if !is_global {
                        known.truncate(length);
                    }
                }
            }
            Command::Reset => {
                known.clear();
                levels.clear();
                (is_global, logic) = (false, None);
            }
            Command::ResetAssertions => {
                levels.clear();
                if !is_global {
                    known.clear();
                }
            }
            Command::SetLogic(name) => logic = Some(name.clone()),
            Command::Other(text) if **text == *"(set-option :global-declarations true)" => {
                is_global = true;
            }
            Command::Assert(_) | Command::GetValue(_) | Command::Other(_) => {}
            declaration => known.push(declaration.clone()),
        }
    }
    (known, logic)
}

/// The defined functions that terms call, and those that these call.
fn called(terms: &Terms, roots: &[Term]) -> FxHashSet<Fun> {
    let mut called = FxHashSet::default();
    let mut stack = roots.to_vec();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        stack.extend(terms.children(term));
        if let Node::Call(fun, _) = terms.node(term)
            && let FunctionKind::Defined(definition) = &terms.function(*fun).kind
            && called.insert(*fun)
        {
            stack.extend(definition.body);
        }
    }
    called
}
