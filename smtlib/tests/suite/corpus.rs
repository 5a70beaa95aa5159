//! Terms with the values that the standard gives them: one case a line in `corpus/*.txt`.
//!
//! A case is `term => value`; `term => open` where the standard leaves the value open, and
//! `term => refused` where it is no term. A line that is a declaration or definition holds for the
//! rest of its file; after a `;` at the beginning of a line stands a comment. Every operator has a
//! case: an operator without one fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use smtlib::{Command, Evaluator, Model, Node, Op, Outcome, PLAIN, Script, Term, Value};

/// The names of the operators with indices.
const INDEXED: &[&str] = &[
    "divisible",
    "iand",
    "extract",
    "repeat",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "int_to_bv",
    "to_fp",
    "to_fp_unsigned",
    "fp.to_ubv",
    "fp.to_sbv",
    "re.^",
    "re.loop",
    "const",
    "seq.empty",
];

/// Content of a file, and its mistakes.
#[derive(Default)]
struct Findings {
    cases: usize,
    operators: BTreeSet<&'static str>,
    complaints: Vec<String>,
}

impl Findings {
    fn read(&mut self, file: &str, text: &str) {
        let mut declarations = String::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            let Some((term, expected)) = line.rsplit_once(" => ") else {
                declarations += line;
                declarations.push('\n');
                continue;
            };
            self.cases += 1;
            if let Err(complaint) = self.case(&declarations, term.trim(), expected.trim()) {
                self.complaints.push(format!("{file}:{}: {line}\n    {complaint}", number + 1));
            }
        }
    }

    fn case(&mut self, declarations: &str, term: &str, expected: &str) -> Result<(), String> {
        let words = ["open", "refused"].contains(&expected);
        let wanted = if words { "true" } else { expected };
        let text = format!("{declarations}(get-value ({term}\n{wanted}))");
        let script = match (Script::parse(&text), expected) {
            (Err(_), "refused") => return Ok(()),
            (Ok(_), "refused") => return Err("it is accepted".to_owned()),
            (Err(error), _) => return Err(error.to_string()),
            (Ok(script), _) => script,
        };
        let Some(Command::GetValue(terms)) = script.commands().last() else {
            return Err("the last command is another one".to_owned());
        };
        let &[term, wanted] = terms.as_slice() else {
            return Err("a line has one term and one value".to_owned());
        };
        self.note_operators(&script, term);
        let mut evaluator = Evaluator::new(&script.terms);
        let found = evaluator.eval(&Model::default(), term);
        match (found, expected) {
            (Err(open), "open") if open.0.is_unspecified() => Ok(()),
            (Ok(found), wanted_text) if wanted_text != "open" => {
                let wanted = evaluator.eval(&Model::default(), wanted);
                let same_sort = script.terms.sort(term) == script.terms.sort(terms[1]);
                match &wanted {
                    Ok(wanted) if same_sort && agree(&found, wanted) => Ok(()),
                    _ => Err(format!("it is {}", shown(&script, &Ok(found)))),
                }
            }
            (found, _) => Err(format!("it is {}", shown(&script, &found))),
        }
    }

    fn note_operators(&mut self, script: &Script, term: Term) {
        let mut waiting = vec![term];
        let mut seen = BTreeSet::new();
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Op(op, _) = script.terms.node(term) {
                self.operators.insert(op.name());
            }
            waiting.extend(script.terms.children(term));
        }
    }
}

/// Values that are written in one way only must be the very same one.
fn agree(found: &Value, wanted: &Value) -> bool {
    found.equals(wanted) == Some(true) && (!wanted.is_unique() || found == wanted)
}

fn shown(script: &Script, outcome: &Outcome) -> String {
    match outcome {
        Ok(value) => value.display(&script.terms).to_string(),
        Err(open) => format!("open: {}", open.0.display(&script.terms)),
    }
}

#[test]
fn every_term_has_the_value_that_the_standard_gives_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of the corpus")
        .map(|entry| entry.expect("a file of the corpus").path())
        .collect();
    files.sort();
    let mut findings = Findings::default();
    for file in files {
        let text = fs::read_to_string(&file).expect("a file of the corpus can be read");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        findings.read(&name, &text);
    }
    let names = PLAIN.iter().map(|op: &Op| op.name()).chain(INDEXED.iter().copied());
    for name in names.filter(|name| !findings.operators.contains(name)) {
        findings.complaints.push(format!("no case has the operator `{name}`"));
    }
    let complaints = &findings.complaints;
    assert!(
        complaints.is_empty(),
        "{} complaints of {} cases:\n{}",
        complaints.len(),
        findings.cases,
        complaints.join("\n")
    );
}

/// The test above can fail: each kind of wrong line is found.
#[test]
fn a_wrong_line_is_found() {
    let complaint = |line: &str| {
        let mut findings = Findings::default();
        findings.read("here", line);
        assert_eq!(findings.cases, 1);
        findings.complaints.pop().unwrap_or_default()
    };
    let check = |line: &str, expected: &str| {
        let found = complaint(line);
        assert!(found.contains(expected), "{line}: {found}");
    };
    check("(+ 1 1) => 3", "it is 2");
    check("(+ 1 1) => 2.0", "it is 2");
    check("(+ 1 1) => open", "it is 2");
    check("(+ 1 1) => refused", "it is accepted");
    check("(div 1 0) => 0", "it is open: the standard leaves open what `div` is for the divisor 0");
    check("(+ 1 true) => 2", "argument 2 of `+`");
    check("(declare-const a Int)\na => open", "it is open: the model gives `a` no value");
    assert_eq!(complaint("(declare-const a Int)\n(= a a) => true"), "");
}
