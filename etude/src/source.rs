//! Sources of formulas: a theory that is compiled in, or a grammar read now.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use campaign::{Order, Widening, source_of_grammar, widen};
use feat_runtime::{Index, Layout, Position, Size, Space};
use generated::{THEORIES, Theory};
use grammar_compiler::diagnostic::{Style, render};
use grammar_compiler::{Compiled, Options, Outcome, Remedy, compile, parse_set};
use outlet::{harmless, quoted};

use crate::cli::{ReadingArguments, SourceArguments};
use crate::counting::USUAL_PATIENCE;
use crate::spelling::did_you_mean;
use crate::terminal::{self, is_coloured};

/// The formulas of a theory or grammar, with the name that people know them by.
#[derive(Clone)]
pub(crate) struct NamedSpace {
    pub name: String,
    pub space: Space,
    /// The words of the command line that lead here; `None` where the name does.
    pub origin: Option<String>,
    /// The longest that counting may take.
    pub patience: Duration,
}

impl NamedSpace {
    /// The theory or the grammar that was asked for, exactly one of them.
    pub fn open(theory: Option<&str>, arguments: &SourceArguments) -> Result<Self> {
        let source = match (theory, &arguments.grammar) {
            (Some(theory), None) => Self::of_theory(theory, &arguments.reading)?,
            (None, Some(file)) => Self::of_grammar(file, &arguments.reading)?,
            (Some(theory), Some(_)) => {
                bail!("`{theory}` and --grammar: name a theory or a grammar, not both")
            }
            (None, None) => {
                bail!("name a theory ({}) or a grammar (--grammar FILE.g4)", theory_names())
            }
        };
        let source = source.widened((&arguments.widening).into())?;
        Ok(Self { patience: arguments.patience.unwrap_or(USUAL_PATIENCE), ..source })
    }

    /// The same with more variables and assertions, which its name then says.
    pub fn widened(self, widening: Widening) -> Result<Self> {
        if widening == Widening::default() {
            return Ok(self);
        }
        let space = widen(&self.space, widening)
            .map_err(|error| anyhow!("{} cannot be widened: {error}", self.name))?;
        // What is the same has the same name, so that a campaign knows it.
        let is_same = space.rtg() == self.space.rtg();
        let name = if is_same { self.name.clone() } else { format!("{}{widening}", self.name) };
        Ok(Self { name, space, ..self })
    }

    /// The grammar in a file.
    pub fn of_grammar(file: &Path, reading: &ReadingArguments) -> Result<Self> {
        let compiled = compile_file(file, reading)?;
        let mut origin = format!("--grammar {}", quoted(&file.to_string_lossy()));
        let options = [("--start", &reading.start), ("--alphabet", &reading.alphabet)];
        for (name, value) in options {
            if let Some(value) = value {
                origin = format!("{origin} {name} {}", quoted(value));
            }
        }
        let space = Space::new(compiled.rtg);
        Ok(Self { name: compiled.name, space, origin: Some(origin), patience: USUAL_PATIENCE })
    }

    /// Returns its formulas in an order, as a campaign takes them.
    pub fn in_order(self, order: Order) -> Arc<dyn campaign::Source> {
        source_of_grammar(self.name, self.space, order, self.origin)
    }

    /// The first index from which on every formula has at least this many bytes.
    pub fn first_of_length(&self, bytes: u32, layout: Layout) -> Result<Index> {
        let size = self.space.least_size_of_length(bytes, layout).ok_or_else(|| {
            anyhow!("{} has no size from which on all formulas have {bytes} bytes", self.name)
        })?;
        self.reach_size(size)?;
        Ok(self.space.index_of(&Position { size, within: Index::default() }))
    }

    /// The same where a word stands behind the theory: `Core 42`, or `42` alone with a grammar.
    pub fn open_before<'a>(
        words: [Option<&'a OsStr>; 2],
        what: &str,
        arguments: &SourceArguments,
    ) -> Result<(Self, &'a OsStr)> {
        let (theory, word) = match words {
            [Some(theory), Some(word)] => (Some(theory), word),
            [Some(word), None] | [None, Some(word)] => (None, word),
            [None, None] => bail!("{what} is missing"),
        };
        if theory.is_none() && arguments.grammar.is_none() {
            let shown = word.to_string_lossy();
            if find(Widening::of_name(&shown).0).is_ok() {
                bail!("{what} is missing after `{shown}`");
            }
            bail!(
                "name a theory ({}) or a grammar (--grammar FILE.g4) with {what} `{shown}`",
                theory_names()
            );
        }
        // No theory's name is lossy.
        let theory = theory.map(OsStr::to_string_lossy);
        Ok((Self::open(theory.as_deref(), arguments)?, word))
    }

    /// Returns why there is no formula of a size.
    pub fn no_formula_of(&self, size: Size) -> anyhow::Error {
        let nonterminal = self.space.rtg().nonterminal(self.space.nonterminal());
        let least = nonterminal.least_size();
        let sizes = match nonterminal.largest_size() {
            Some(largest) if largest == least => format!("all have size {least}"),
            Some(largest) => format!("they have sizes from {least} to {largest}"),
            None => format!("the smallest have size {least}"),
        };
        anyhow!("{} has no formulas of size {size}: {sizes}", self.name)
    }

    /// A theory by its name, which may say how it is widened: `Core[vars=5]`.
    pub fn of_theory(name: &str, reading: &ReadingArguments) -> Result<Self> {
        let (name, widening) = Widening::of_name(name);
        let theory = find(name)?;
        let (name, space) = (theory.name(), theory.space());
        if reading.alphabet.is_some() {
            bail!("--alphabet goes with --grammar: theory {name} is compiled already");
        }
        let Some(rule) = &reading.start else {
            let space = space.clone();
            let (origin, patience) = (None, USUAL_PATIENCE);
            return Self { name: name.to_owned(), space, origin, patience }.widened(widening);
        };
        let rtg = space.rtg();
        let rules = || rtg.nonterminals().map(|id| rtg.nonterminal(id).name());
        match rtg.find(rule) {
            Some(nonterminal) => {
                let space = space.of(nonterminal);
                let origin = Some(format!("{name} --start {}", quoted(rule)));
                let patience = USUAL_PATIENCE;
                Self { name: name.to_owned(), space, origin, patience }.widened(widening)
            }
            None => bail!("theory {name} has no rule `{rule}`{}", did_you_mean(rule, rules())),
        }
    }
}

/// Returns the theory of a name, whose letters may be large or small.
fn find(name: &str) -> Result<&'static Theory> {
    let is_meant = |theory: &&Theory| theory.name().eq_ignore_ascii_case(name);
    Theory::find(name).or_else(|| THEORIES.iter().find(is_meant)).ok_or_else(|| {
        let hint = did_you_mean(name, THEORIES.iter().map(Theory::name));
        anyhow!("there is no theory `{name}`{hint} (theories: {})", theory_names())
    })
}

fn theory_names() -> String {
    THEORIES.iter().map(Theory::name).collect::<Vec<_>>().join(", ")
}

/// The grammar in a file; its warnings and errors go to stderr, and errors end it.
pub(crate) fn compile_file(file: &Path, reading: &ReadingArguments) -> Result<Compiled> {
    let (text, outcome) = compile_text(file, reading)?;
    let style = if is_coloured(&io::stderr()) { Style::Coloured } else { Style::Plain };
    let name = harmless(&file.to_string_lossy()).into_owned();
    let shown = render(&outcome.diagnostics, &name, &text, style);
    if !shown.is_empty() {
        terminal::line(&shown);
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
            parse_set(alphabet).map_err(|problem| anyhow!("--alphabet '{alphabet}': {problem}"))?;
    }
    let Outcome { compiled, diagnostics } = compile(&text, &options);
    let diagnostics = diagnostics.into_iter().map(|it| it.with_setting(flag)).collect();
    Ok((text, Outcome { compiled, diagnostics }))
}

/// The flag of the command line that sets what would solve a problem.
fn flag(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Start(rule) => format!("--start {}", quoted(rule)),
        Remedy::Alphabet => "--alphabet".to_owned(),
    }
}
