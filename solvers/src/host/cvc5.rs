//! A script into cvc5's answers, as cvc5's program prints them.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::mem;
use std::path::Path;
use std::process;
use std::thread;
use std::time::Duration;

use super::HostError;
use super::library::{Complaint, Engine, Library};
use super::options::{Errand, OnError, Options, parse};
use super::script::{CommandReader, Located};

/// Runs what the words ask for, and gives the exit code: 0, or 1 after an error.
pub(super) fn run(library: &Library, words: &[OsString]) -> Result<u8, HostError> {
    let engine = library.engine();
    let is_switch = |name: &str| Ok(matches!(engine.option(name)?.as_str(), "true" | "false"));
    let options = match parse(words, is_switch) {
        Ok(Errand::Version) => {
            let about = format!("This is cvc5 version {}\n", engine.version());
            return print(about.as_bytes()).map(|()| 0);
        }
        Ok(Errand::Run(options)) => options,
        Err(message) => return Ok(refuse(&message.to_string())),
    };
    drop(engine);
    if let Some(limit) = options.limit {
        thread::spawn(move || abort_after(limit));
    }
    match &options.file {
        None => answer(library, &options, Path::new("<stdin>"), io::stdin().lock()),
        Some(path) => match File::open(path) {
            Ok(file) => answer(library, &options, path, file),
            Err(reason) => Err(HostError::Unreadable { path: path.clone(), reason }),
        },
    }
}

/// Answers every command of a script.
fn answer(
    library: &Library,
    options: &Options,
    path: &Path,
    input: impl Read,
) -> Result<u8, HostError> {
    let mut engine = match prepare(library.engine(), options) {
        Ok(engine) => engine,
        Err(message) => return Ok(refuse(&message.to_string())),
    };
    let mut script = CommandReader::new(input);
    let mut code = 0;
    loop {
        let command = script.next();
        let command =
            command.map_err(|reason| HostError::Unreadable { path: path.to_owned(), reason })?;
        let outcome = command.map_or(Outcome::Exit, |command| execute(&mut engine, &command, path));
        library.flush();
        match outcome {
            Outcome::Answer(text) => print(&text)?,
            Outcome::Error(text) => {
                print(&text)?;
                code = 1;
                if options.on_error == OnError::Stop {
                    break;
                }
            }
            Outcome::Reset => {
                // cvc5's own reset leaves the parser dead, and keeps more memory than this.
                drop(engine);
                engine = match prepare(library.engine(), options) {
                    Ok(engine) => engine,
                    Err(message) => return Ok(refuse(&message.to_string())),
                };
                if engine.option("print-success").is_ok_and(|value| value == "true") {
                    print(b"success\n")?;
                }
            }
            Outcome::Exit => break,
        }
    }
    // The process ends, and the system frees its memory faster.
    mem::forget(engine);
    Ok(code)
}

/// Result of a command.
enum Outcome {
    /// It was answered so, perhaps with nothing.
    Answer(Vec<u8>),
    /// It was an error, after which cvc5's program ends.
    Error(Vec<u8>),
    /// All is to be forgotten.
    Reset,
    /// It was the last.
    Exit,
}

fn execute(engine: &mut Engine, command: &Located, path: &Path) -> Outcome {
    let parsed = match engine.parse(command.text) {
        Ok(Some(parsed)) => parsed,
        Ok(None) => return Outcome::Answer(Vec::new()),
        Err(message) => {
            let Located { line, column, .. } = command;
            let place = format!("{}:{line}.{column}", path.display());
            return Outcome::Error(error(&format!("Parse Error: {place}: {message}")));
        }
    };
    let name = parsed.name();
    match name.as_str() {
        "reset" => return Outcome::Reset,
        "exit" => return Outcome::Exit,
        _ => {}
    }
    match parsed.invoke() {
        // A question that cannot be answered now may be answered later; any other error is the
        // end.
        Ok(text) if text.starts_with(b"(error ") && !is_question(&name) => Outcome::Error(text),
        Ok(text) => Outcome::Answer(text),
        Err(message) => Outcome::Error(error(&message.to_string())),
    }
}

fn is_question(name: &str) -> bool {
    name.starts_with("get-") || name.starts_with("block-model")
}

/// The engine with the options that cvc5's program sets, and then those of the user.
fn prepare<'a>(mut engine: Engine<'a>, options: &Options) -> Result<Engine<'a>, Complaint> {
    // Without the language it prints `unknown (INCOMPLETE)`.
    engine.set_option("output-language", "smt2")?;
    engine.set_option("incremental", "false")?;
    for (name, value) in &options.settings {
        engine.set_option(name, value)?;
    }
    Ok(engine)
}

/// An error as SMT-LIB writes it: quotes inside are doubled.
fn error(message: &str) -> Vec<u8> {
    format!("(error \"{}\")\n", message.replace('"', "\"\"")).into_bytes()
}

/// Says on standard error that the words cannot be followed, and gives the exit code.
fn refuse(message: &str) -> u8 {
    let _ = io::stderr().write_all(&error(message));
    1
}

fn print(text: &[u8]) -> Result<(), HostError> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(HostError::Unwritable)
}

/// Ends the process as cvc5's program ends when its time is over.
fn abort_after(limit: Duration) {
    thread::sleep(limit);
    let _ = writeln!(io::stderr(), "cvc5 interrupted by timeout.");
    process::abort();
}
