//! Where formulas come from: a theory that is compiled in, or a grammar read now.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use feat_runtime::Space;
use generated::{THEORIES, Theory};
use grammar_compiler::diagnostic::{Style, render};
use grammar_compiler::{Compiled, Options, Outcome, compile, nearest, parse_set};

use crate::cli::{ReadingArguments, SourceArguments};

/// Formulas, and what to call them.
pub(crate) struct Source {
    pub name: String,
    pub space: Space,
}

impl Source {
    /// The theory or the grammar that was asked for, exactly one of them.
    pub fn open(theory: Option<&str>, arguments: &SourceArguments) -> Result<Self> {
        match (theory, &arguments.grammar) {
            (Some(theory), None) => Self::of_theory(theory, &arguments.reading),
            (None, Some(file)) => {
                let compiled = compile_file(file, &arguments.reading)?;
                Ok(Self { name: compiled.name, space: Space::new(compiled.rtg) })
            }
            (Some(theory), Some(_)) => {
                bail!("`{theory}` and --grammar: name a theory or a grammar, not both")
            }
            (None, None) => {
                bail!("name a theory ({}) or a grammar (--grammar FILE.g4)", theory_names())
            }
        }
    }

    /// Splits `words` into the theory, which stands first unless a grammar is given, and what
    /// comes after it.
    pub fn open_with<'a>(
        words: &'a [String],
        what: &str,
        arguments: &SourceArguments,
    ) -> Result<(Self, &'a str)> {
        match (words, &arguments.grammar) {
            ([theory, word], None) => Ok((Self::open(Some(theory), arguments)?, word)),
            ([word], Some(_)) => Ok((Self::open(None, arguments)?, word)),
            ([theory, _], Some(_)) => Err(Self::open(Some(theory), arguments)
                .err()
                .unwrap_or_else(|| anyhow!("name a theory or a grammar, not both"))),
            ([theory], None) if find(theory).is_ok() => bail!("{what} is missing after `{theory}`"),
            _ => bail!(
                "name a theory ({}) or a grammar (--grammar FILE.g4) before {what}",
                theory_names()
            ),
        }
    }

    fn of_theory(name: &str, reading: &ReadingArguments) -> Result<Self> {
        let space = find(name)?.space();
        if reading.alphabet.is_some() {
            bail!("--alphabet goes with --grammar: theory {name} is compiled already");
        }
        let Some(rule) = &reading.start else {
            return Ok(Self { name: name.to_owned(), space: space.clone() });
        };
        let rtg = space.rtg();
        let rules = || rtg.nonterminals().map(|id| rtg.nonterminal(id).name());
        match rtg.find(rule) {
            Some(nonterminal) => Ok(Self { name: name.to_owned(), space: space.of(nonterminal) }),
            None => bail!("theory {name} has no rule `{rule}`{}", did_you_mean(rule, rules())),
        }
    }
}

fn find(name: &str) -> Result<&'static Theory> {
    Theory::find(name).ok_or_else(|| {
        let hint = did_you_mean(name, THEORIES.iter().map(Theory::name));
        anyhow!("there is no theory `{name}`{hint} (theories: {})", theory_names())
    })
}

fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(name, known).map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default()
}

fn theory_names() -> String {
    THEORIES.iter().map(Theory::name).collect::<Vec<_>>().join(", ")
}

/// The grammar in a file; its warnings and errors go to stderr, and errors end it.
pub(crate) fn compile_file(file: &Path, reading: &ReadingArguments) -> Result<Compiled> {
    let (text, outcome) = compile_text(file, reading)?;
    let style = if io::stderr().is_terminal() { Style::Coloured } else { Style::Plain };
    let shown = render(&outcome.diagnostics, &file.display().to_string(), &text, style);
    if !shown.is_empty() {
        let _ = writeln!(io::stderr(), "{shown}");
    }
    outcome.compiled.ok_or_else(|| anyhow!("{} does not compile", file.display()))
}

/// The text of a grammar's file, and what compiling it gave.
pub(crate) fn compile_text(file: &Path, reading: &ReadingArguments) -> Result<(String, Outcome)> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut options = Options { start: reading.start.clone(), ..Options::default() };
    if let Some(alphabet) = &reading.alphabet {
        options.alphabet =
            parse_set(alphabet).map_err(|problem| anyhow!("--alphabet {alphabet}: {problem}"))?;
    }
    let outcome = compile(&text, &options);
    Ok((text, outcome))
}
