//! `etude mutate`: mutants of one seed, as a hunt makes them, with how they were made.

use anyhow::{Result, bail};
use campaign::{KnownAnswer, Source as _};

use crate::cli::Mutate;
use crate::config::mutate::MutateConfig;
use crate::destination::Destination;
use crate::output::say;
use crate::view::lineage::{ShownMutant, unmade};

pub(crate) fn run(arguments: &Mutate) -> Result<()> {
    let MutateConfig { seed, mutants, numbers, are_several } = MutateConfig::new(arguments)?;
    let mut out = Out::new(arguments)?;
    let (mut written, mut lost) = (0_u64, None);
    for number in numbers {
        let Some(lineage) = mutants.lineage(number) else {
            let error = mutants.no_mutant(number);
            let name = seed.name_of(mutants.place(number));
            lost = lost.or(error.map(|error| unmade(&name, &error)));
            if are_several {
                say(|| format!("{name} could not be made"));
            }
            continue;
        };
        let question = mutants.questions(number..number + 1).pop();
        let question = question.expect("what has a lineage was made");
        let name = seed.name_of(question.place.clone());
        let checks = lineage.checks.len().max(1);
        let is_proven =
            (0..checks).all(|check| question.known.at(check).is_some_and(KnownAnswer::is_proven));
        out.put(&ShownMutant { name: &name, text: &question.text, lineage: &lineage, is_proven })?;
        written += 1;
    }
    out.finish()?;
    match lost {
        Some(lost) if written == 0 => bail!(lost),
        _ => Ok(()),
    }
}

/// The destination of mutants.
struct Out<'a> {
    arguments: &'a Mutate,
    /// `None` where each mutant has a file of its own.
    one: Option<Destination>,
    /// Whether none was written yet.
    is_first: bool,
}

impl<'a> Out<'a> {
    fn new(arguments: &'a Mutate) -> Result<Self> {
        let one = match &arguments.out {
            None => Some(Destination::stdout(None)?),
            Some(path) if path.is_dir() => None,
            Some(path) => Some(Destination::file(path, None)?),
        };
        Ok(Self { arguments, one, is_first: true })
    }

    /// Writes a mutant in the form that is asked for.
    fn put(&mut self, shown: &ShownMutant<'_>) -> Result<()> {
        let text = if self.arguments.json {
            format!("{}\n", shown.json())
        } else if self.arguments.explain {
            shown.explained()
        } else {
            shown.text.to_owned()
        };
        let is_first = std::mem::take(&mut self.is_first);
        match (&mut self.one, &self.arguments.out) {
            (Some(out), _) => {
                let gap = if is_first || self.arguments.json { "" } else { "\n" };
                out.put(format!("{gap}{text}").as_bytes())
            }
            (None, Some(folder)) => {
                let ending = if self.arguments.json { "json" } else { "smt2" };
                let plain =
                    |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
                let name: String = shown.name.to_string().chars().map(plain).collect();
                let mut file = Destination::file(&folder.join(format!("{name}.{ending}")), None)?;
                file.put(text.as_bytes())?;
                file.finish()
            }
            (None, None) => unreachable!("only a folder takes several files"),
        }
    }

    fn finish(self) -> Result<()> {
        self.one.map_or(Ok(()), Destination::finish)
    }
}
