//! A script into the same question in our own words.

use rustc_hash::FxHashSet;
use smtlib::{Command, Fun, Script};

/// Returns the texts of a script: its last check alone, without levels, options, annotations and
/// definitions; then the script as it is, printed by us, which leaves out comments and every `let`.
pub(super) fn normal_forms(script: &Script) -> Vec<String> {
    flat(script).into_iter().chain([script.to_string()]).collect()
}

/// The last check with what is asserted there, definitions put in the place of their calls.
fn flat(script: &Script) -> Option<String> {
    let query = script.queries().pop()?;
    let mut terms = script.terms.clone();
    let mut commands = Vec::new();
    let mut seen: FxHashSet<Fun> = FxHashSet::default();
    for command in script.commands() {
        let is_kept = match command {
            Command::DeclareConst(fun) | Command::DeclareFun(fun) => {
                query.functions.contains(fun) && seen.insert(*fun)
            }
            Command::DeclareSort(_)
            | Command::DeclareDatatypes(_)
            | Command::DefineSort(..)
            | Command::DefineFunsRec(_)
            | Command::SetLogic(_) => true,
            _ => false,
        };
        if is_kept {
            commands.push(command.clone());
        }
    }
    for &assertion in &query.assertions {
        commands.push(Command::Assert(terms.inline(assertion).ok()?));
    }
    commands.push(Command::CheckSat);
    Some(terms.text_of_commands(&commands))
}
