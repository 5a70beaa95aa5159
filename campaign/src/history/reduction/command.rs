//! Any command as the judge of scripts: one that ends well with a script's path is content with it.

use std::time::Duration;

use solvers::{Addresses, Family, Input, Limits, RequestError, Solver, StartError, Status};

use super::crew::{Shown, Test};

/// A command that is given the path of a script: where the word `{}` stands, else last. It is
/// content if it ends with exit code 0 in time.
#[derive(Clone, Debug)]
pub struct CommandTest {
    command: Solver,
    limits: Limits,
}

impl CommandTest {
    /// Reads a command line, its words quoted as in a shell: `grep -q forall`.
    pub fn parse(line: &str, wall: Duration) -> Result<Self, RequestError> {
        let command = Solver::parse(line)?.with_family(Family::Other).with_input(Input::File);
        // What it holds is its own business, and one run tells.
        let command = Solver { addresses: Addresses::Free, ..command };
        let limits = Limits { memory: None, ..Limits::of_time(wall) };
        Ok(Self { command, limits })
    }

    /// Whether the command is content with a script.
    pub fn is_content(&self, text: &str) -> Result<bool, StartError> {
        let answer = self.command.solve(text, &self.limits)?;
        Ok(answer.status == Some(Status::Exit(0)))
    }
}

impl Test for CommandTest {
    fn test(&mut self, text: &str, _: Option<&str>) -> Result<Option<Shown>, StartError> {
        Ok(self.is_content(text)?.then(Shown::default))
    }
}
