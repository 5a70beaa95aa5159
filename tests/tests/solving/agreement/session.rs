//! A solver that stays: scripts go in, what it says of each comes out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Answer of a solver to an assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    /// It does not know, or gave up.
    Unknown,
    /// It does not read the script, or ended.
    Error(String),
}

/// Solver that is put a script, ending in one `check-sat`.
pub trait Ask {
    fn ask(&mut self, script: &str) -> Answer;
}

/// A program that reads scripts from its standard input. One that ends, or finds an error, is
/// started again.
pub struct Session {
    command: Vec<String>,
    prelude: &'static str,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// A session of a command, which is given the prelude first.
    pub fn new(command: Vec<String>, prelude: &'static str) -> Session {
        Session { command, prelude, running: None }
    }

    fn start(&self) -> Running {
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.command[0]));
        let mut input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        // One that cannot be written to has ended, which shows when it is read from.
        let _ = writeln!(input, "{}", self.prelude);
        Running { child, input, output }
    }
}

impl Ask for Session {
    fn ask(&mut self, script: &str) -> Answer {
        const MARK: &str = "the end of the script";
        let mut running = self.running.take().unwrap_or_else(|| self.start());
        let _ = writeln!(running.input, "(push 1)\n{script}\n(pop 1)\n(echo \"{MARK}\")");
        let _ = running.input.flush();
        let mut said = Vec::new();
        loop {
            let mut line = String::new();
            if running.output.read_line(&mut line).unwrap_or(0) == 0 {
                running.end();
                return Answer::Error(format!("{} (it ended)", said.join(" ")));
            }
            let line = line.trim();
            if line.trim_matches('"') == MARK {
                break;
            }
            said.push(line.to_owned());
        }
        let answer = match said.join(" ").as_str() {
            "sat" => Answer::Sat,
            "unsat" => Answer::Unsat,
            "unknown" | "timeout" => Answer::Unknown,
            other => Answer::Error(other.to_owned()),
        };
        // After an error within a `check-sat`, cvc5 says `sat` to the same question.
        match answer {
            Answer::Error(_) => running.end(),
            _ => self.running = Some(running),
        }
        answer
    }
}

impl Running {
    fn end(mut self) {
        drop(self.input);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}
