//! Scripts and terms into text.
//!
//! Nothing recurses: what is still to be written waits on a stack. A term that repeats so often
//! that the text would grow out of hand is written once, in a `let`.

mod term;

use std::fmt::{self, Write as _};

use crate::function::{Fun, FunctionKind};
use crate::script::{Command, Script};
use crate::symbol::Quoted;
use crate::term::{Local, Term, Terms};
use term::Printer;

/// One line a command; reading the text gives the same commands.
impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.terms.text_of_commands(self.commands()))
    }
}

impl Script {
    /// A command as SMT-LIB writes it.
    pub fn command_text(&self, command: &Command) -> String {
        let mut text = String::new();
        self.terms.write_command(command, &mut text);
        text
    }
}

impl Terms {
    /// Returns the text of commands over these terms, one line each.
    pub fn text_of_commands(&self, commands: &[Command]) -> String {
        let mut text = String::new();
        self.write_commands(commands, &mut text);
        text
    }

    /// Writes the text of commands over these terms behind what is written already, one line each.
    pub fn write_commands(&self, commands: &[Command], text: &mut String) {
        if !self.sorts.have_long() {
            for command in commands {
                self.write_command(command, text);
                text.push('\n');
            }
            return;
        }
        // A long sort is written by a name that is known there.
        let mut before = Script::default();
        before.terms = self.clone();
        before.terms.sorts.retain_names(|_, _| false);
        for command in commands {
            before.terms.write_command(command, text);
            text.push('\n');
            before.push(command.clone());
        }
    }

    /// Returns whether the text of each command is the same wherever it stands: no sort is so long
    /// that a name is written in its place.
    pub fn have_plain_text(&self) -> bool {
        !self.sorts.have_long()
    }

    /// Writes a command.
    fn write_command(&self, command: &Command, text: &mut String) {
        let terms = self;
        let name = |fun: &Fun| Quoted(&terms.function(*fun).name);
        match command {
            Command::Assert(term) => {
                text.push_str("(assert ");
                terms.write_term(*term, text);
                text.push(')');
            }
            Command::CheckSat => text.push_str("(check-sat)"),
            Command::CheckSatAssuming(list) => {
                let _ = write!(text, "(check-sat-assuming {})", terms.list(list));
            }
            Command::DeclareConst(fun) => {
                text.push_str("(declare-const ");
                name(fun).write(text);
                text.push(' ');
                terms.sorts.write(terms.function(*fun).result, text);
                text.push(')');
            }
            Command::DeclareFun(fun) => {
                let function = terms.function(*fun);
                let parameters = function.parameters.iter().map(|&sort| terms.sorts.text(sort));
                let parameters = parameters.collect::<Vec<_>>().join(" ");
                let sort = terms.sorts.text(function.result);
                let _ = write!(text, "(declare-fun {} ({parameters}) {sort})", name(fun));
            }
            Command::DeclareSort(number) => {
                let declaration = &terms.declarations[*number as usize];
                let (name, arity) = (Quoted(&declaration.name), declaration.arity);
                let _ = write!(text, "(declare-sort {name} {arity})");
            }
            Command::DeclareDatatypes(numbers) => terms.write_datatypes(numbers, text),
            Command::DefineConst(fun) => {
                let sort = terms.sorts.text(terms.function(*fun).result);
                let _ =
                    write!(text, "(define-const {} {sort} {})", name(fun), terms.body_text(*fun));
            }
            Command::DefineFun(fun) => {
                let _ = write!(
                    text,
                    "(define-fun {} {})",
                    terms.signature(*fun),
                    terms.body_text(*fun)
                );
            }
            Command::DefineFunsRec(funs) => match funs.as_slice() {
                [fun] => {
                    let (signature, body) = (terms.signature(*fun), terms.body_text(*fun));
                    let _ = write!(text, "(define-fun-rec {signature} {body})");
                }
                funs => {
                    let signatures: Vec<_> =
                        funs.iter().map(|&fun| format!("({})", terms.signature(fun))).collect();
                    let bodies: Vec<_> = funs.iter().map(|&fun| terms.body_text(fun)).collect();
                    let (signatures, bodies) = (signatures.join(" "), bodies.join(" "));
                    let _ = write!(text, "(define-funs-rec ({signatures}) ({bodies}))");
                }
            },
            Command::DefineSort(name, parameters, sort) => {
                let parameters: Vec<_> =
                    parameters.iter().map(|parameter| Quoted(parameter).to_string()).collect();
                let (name, parameters) = (Quoted(name), parameters.join(" "));
                let _ =
                    write!(text, "(define-sort {name} ({parameters}) {})", terms.sorts.text(*sort));
            }
            Command::GetValue(list) => {
                let _ = write!(text, "(get-value {})", terms.list(list));
            }
            Command::Push(levels) => {
                let _ = write!(text, "(push {levels})");
            }
            Command::Pop(levels) => {
                let _ = write!(text, "(pop {levels})");
            }
            Command::Reset => text.push_str("(reset)"),
            Command::ResetAssertions => text.push_str("(reset-assertions)"),
            Command::SetLogic(logic) => {
                let _ = write!(text, "(set-logic {})", Quoted(logic));
            }
            Command::Other(other) => text.push_str(other),
        }
    }

    /// A term as SMT-LIB writes it.
    pub fn text(&self, term: Term) -> String {
        let mut text = String::new();
        self.write_term(term, &mut text);
        text
    }

    /// Writes a term behind what is written already.
    pub fn write_term(&self, term: Term, text: &mut String) {
        let mut printer = Printer::new(self, std::mem::take(text));
        printer.print(term);
        *text = printer.text;
    }

    fn list(&self, list: &[Term]) -> String {
        format!("({})", list.iter().map(|&term| self.text(term)).collect::<Vec<_>>().join(" "))
    }

    /// `name ((x Int)) Bool`.
    fn signature(&self, fun: Fun) -> String {
        let function = self.function(fun);
        let mut text = format!("{} (", Quoted(&function.name));
        if let FunctionKind::Defined(definition) = &function.kind {
            self.write_variables(&definition.locals, &mut text);
        }
        let _ = write!(text, ") {}", self.sorts.text(function.result));
        text
    }

    fn body_text(&self, fun: Fun) -> String {
        match &self.function(fun).kind {
            FunctionKind::Defined(definition) => {
                definition.body.map_or_else(String::new, |body| self.text(body))
            }
            _ => String::new(),
        }
    }

    fn write_variables(&self, locals: &[Local], to: &mut String) {
        for (place, &local) in locals.iter().enumerate() {
            let (name, sort) = self.local(local);
            let space = if place == 0 { "" } else { " " };
            let _ = write!(to, "{space}({} {})", Quoted(name), self.sorts.text(sort));
        }
    }

    fn write_datatypes(&self, numbers: &[u32], to: &mut String) {
        let declarations = || numbers.iter().map(|&number| &self.declarations[number as usize]);
        let names: Vec<_> = declarations()
            .map(|declaration| format!("({} {})", Quoted(&declaration.name), declaration.arity))
            .collect();
        let _ = write!(to, "(declare-datatypes ({}) (", names.join(" "));
        for (place, declaration) in declarations().enumerate() {
            to.push_str(if place == 0 { "" } else { " " });
            let constructors = declaration.constructors.iter().flatten();
            let texts: Vec<_> =
                constructors.map(|&constructor| self.constructor_text(constructor)).collect();
            let constructors = format!("({})", texts.join(" "));
            if declaration.parameters.is_empty() {
                to.push_str(&constructors);
            } else {
                let parameters: Vec<_> =
                    declaration.parameters.iter().map(|name| Quoted(name).to_string()).collect();
                let _ = write!(to, "(par ({}) {constructors})", parameters.join(" "));
            }
        }
        to.push_str("))");
    }

    fn constructor_text(&self, constructor: Fun) -> String {
        let function = self.function(constructor);
        let mut text = format!("({}", Quoted(&function.name));
        if let FunctionKind::Constructor { selectors, .. } = &function.kind {
            for &selector in selectors {
                let function = self.function(selector);
                let (name, sort) = (Quoted(&function.name), self.sorts.text(function.result));
                let _ = write!(text, " ({name} {sort})");
            }
        }
        text.push(')');
        text
    }
}
