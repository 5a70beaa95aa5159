//! The rules and fusion functions that `etude rules` is about.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use grammar_compiler::nearest;
use mutation::fusion::FusionFunction;
use mutation::{Rule, RuleSet};

use crate::cli::RuleArguments;
use crate::fusion_functions::{fusion_table, unchecked_functions};

/// Rules and fusion functions, of files or those that come with the program.
pub(crate) struct Tables {
    pub rules: RuleSet,
    pub functions: Arc<[FusionFunction]>,
}

/// One of them.
#[derive(Clone, Copy)]
pub(crate) enum Named<'a> {
    Rule(&'a Rule),
    Function(&'a FusionFunction),
}

impl Tables {
    /// Reads the files that are named, and nothing else; without one, what comes with the program.
    /// Fusion functions that cannot be taken back are left out, which is told.
    pub fn read(arguments: &RuleArguments) -> Result<Self> {
        Self::with(arguments, |file| Ok(fusion_table(file)?.functions().clone()))
    }

    /// The same with fusion functions that cannot be taken back.
    pub fn read_all(arguments: &RuleArguments) -> Result<Self> {
        Self::with(arguments, unchecked_functions)
    }
}

impl Tables {
    fn with(
        arguments: &RuleArguments,
        read: impl Fn(&Path) -> Result<Arc<[FusionFunction]>>,
    ) -> Result<Self> {
        let (rules, functions) = (&arguments.rules, &arguments.fusion_functions);
        let is_named = rules.is_some() || functions.is_some();
        let rules = match rules {
            Some(file) => rules_of(file)?,
            None if is_named => RuleSet::default(),
            None => RuleSet::shipped(),
        };
        let functions = match functions {
            Some(file) => read(file)?,
            None if is_named => Arc::default(),
            None => FusionFunction::shipped(),
        };
        Ok(Self { rules, functions })
    }

    /// Returns all of them, the rules first.
    pub fn all(&self) -> impl Iterator<Item = Named<'_>> {
        let functions = self.functions.iter().map(Named::Function);
        self.rules.rules().iter().map(Named::Rule).chain(functions)
    }

    /// Returns the one with a name.
    pub fn named(&self, name: &str) -> Result<Named<'_>> {
        self.all().find(|it| it.name() == name).ok_or_else(|| {
            let hint = nearest(name, self.all().map(Named::name)).map_or_else(
                || "`etude rules list` lists them".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            anyhow!("there is no rule `{name}`; {hint}")
        })
    }
}

impl<'a> Named<'a> {
    pub fn name(self) -> &'a str {
        match self {
            Self::Rule(rule) => rule.name(),
            Self::Function(function) => function.name(),
        }
    }

    /// Returns scripts that must be `unsat` if it is sound.
    pub fn scripts(self) -> Vec<String> {
        match self {
            Self::Rule(rule) => rule.questions().into_iter().map(|it| it.script).collect(),
            Self::Function(function) => {
                function.questions().into_iter().map(|it| it.script).collect()
            }
        }
    }
}

/// The rules of a file.
fn rules_of(file: &Path) -> Result<RuleSet> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let stem = file.file_stem().expect("only folders have no name, and a file was read");
    let theory = stem.to_string_lossy();
    let rules = RuleSet::parse(&theory, &name, &text)?;
    if rules.rules().is_empty() {
        bail!("{name} has no rules: a line is `name | variables | pattern => pattern`");
    }
    Ok(rules)
}
