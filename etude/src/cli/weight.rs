//! The arguments that say which findings are looked for, and which of them make a command fail.

use campaign::{Kinds, Severity};
use clap::Args;

/// The findings that matter.
#[derive(Args)]
pub(crate) struct WeightArguments {
    /// End with exit code 10 if there are new findings of this weight or worse: `wrong` (unsound, an
    /// invalid model, a crash), `suspicious` (a disagreement, only in a session), `note` (slow,
    /// unknown) [default: suspicious]
    #[arg(long, value_name = "WEIGHT")]
    fail_on: Option<Severity>,
    /// Look for these kinds of findings only, each by its name (`crash`, `invalid-model`, …) or all of a
    /// weight (`wrong`); formulas that were asked before are not judged again [default: all]
    #[arg(long, value_name = "KIND,…")]
    kinds: Option<Kinds>,
}

impl WeightArguments {
    /// The least weight of a finding that makes the command fail.
    pub fn fail_on(&self) -> Severity {
        self.fail_on.unwrap_or(Severity::Suspicious)
    }

    /// The kinds that are looked for.
    pub fn kinds(&self) -> Kinds {
        self.kinds.unwrap_or(Kinds::ALL)
    }

    /// The same, with what was not given taken from an earlier command line.
    pub fn or(self, before: &Self) -> Self {
        Self { fail_on: self.fail_on.or(before.fail_on), kinds: self.kinds.or(before.kinds) }
    }
}
