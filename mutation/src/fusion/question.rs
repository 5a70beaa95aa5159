//! Fusion functions into scripts that no assignment satisfies, if they can be taken back.

use smtlib::{Command, Fun, Op, Sort, Term, Terms};

use super::FusionFunction;
use super::check::{Sorting, sortings};
use super::instance::Instance;
use crate::draw::Draw;

/// A script that has a model if a fusion function cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusionQuestion {
    /// The sorts of x and y, and whether it is about all constants: `Int, Int, any constants`.
    pub of: String,
    /// The script.
    pub script: String,
}

/// Draws of constants for each sort, beside the question about all.
const DRAWS: u64 = 2;

impl FusionFunction {
    /// Returns scripts that ask for x, y and constants for which it cannot be taken back, for every
    /// sort that fits: about all constants, and, since products of unknowns are hard for solvers,
    /// about a few that are drawn. Each must be `unsat`.
    pub fn questions(&self) -> Vec<FusionQuestion> {
        let mut questions: Vec<FusionQuestion> = Vec::new();
        for sorting in sortings() {
            let draws = if self.constants.is_empty() { 0 } else { DRAWS };
            let asked = (0..=draws).filter_map(|number| self.question(sorting, number));
            questions.extend(asked);
        }
        questions
    }

    /// The question about all constants, which is number 0, or about some.
    fn question(&self, sorting: Sorting, number: u64) -> Option<FusionQuestion> {
        let mut terms = Terms::default();
        let sorts = sorting.sorts(&mut terms, self)?;
        let mut declared: Vec<Fun> = Vec::new();
        let [x, y] = [("x", sorts[0]), ("y", sorts[1])].map(|(name, sort)| {
            let fun = terms.declare(name, &[], sort);
            declared.push(fun);
            terms.call(fun, &[][..], None).expect("it has no parameters")
        });
        let mut draw = Draw::new(self.name(), "question", number);
        let (instance, conditions) = if number == 0 {
            let (instance, general) = self.general(&mut terms, (x, y), &mut draw)?;
            declared.extend(general.constants);
            (instance, general.conditions)
        } else {
            (self.instance(&mut terms, (x, y), &[], &mut draw)?, Vec::new())
        };
        let asserted = refuted(&mut terms, &instance, (x, y), &mut declared)?;
        let assertions = conditions.into_iter().chain(instance.guard).chain(asserted);
        let commands: Vec<Command> = (declared.into_iter().map(Command::DeclareConst))
            .chain(assertions.map(Command::Assert))
            .chain([Command::CheckSat])
            .collect();
        let [of_x, of_y] = sorts.map(|sort: Sort| terms.sorts.text(sort));
        let constants = match number {
            _ if self.constants.is_empty() => "",
            0 => ", any constants",
            _ => ", drawn constants",
        };
        let script = terms.text_of_commands(&commands);
        Some(FusionQuestion { of: format!("{of_x}, {of_y}{constants}"), script })
    }
}

/// z is f(x, y), and one of both is not what is taken back.
fn refuted(
    terms: &mut Terms,
    instance: &Instance<'_>,
    (x, y): (Term, Term),
    declared: &mut Vec<Fun>,
) -> Option<[Term; 2]> {
    let z = terms.declare("z", &[], instance.sort);
    declared.push(z);
    let z = terms.call(z, &[][..], None).expect("it has no parameters");
    let (for_x, for_y) = instance.inverted(terms, z)?;
    let fused = terms.op(Op::Eq, &[z, instance.fused][..]).ok()?;
    let differ_x = terms.op(Op::Distinct, &[x, for_x][..]).ok()?;
    let differ_y = terms.op(Op::Distinct, &[y, for_y][..]).ok()?;
    Some([fused, terms.op(Op::Or, &[differ_x, differ_y][..]).ok()?])
}
