//! `--shard`: which part of the work is done here.

use std::env;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use campaign::{JobError, Shard, ShardError};

/// The part of the work that is done here, as a person asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardArgument {
    /// `auto`: the place of this job among its siblings.
    Auto,
    /// `3/16`.
    Part(Shard),
}

impl FromStr for ShardArgument {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Part) }
    }
}

impl ShardArgument {
    /// Returns the part, which for `auto` the variables of the job say.
    pub fn part(self) -> Result<Shard, JobError> {
        match self {
            Self::Auto => Shard::of_job(|name| env::var(name).ok()),
            Self::Part(shard) => Ok(shard),
        }
    }

    /// Returns the folder of a campaign. The jobs of one array share a command line and a disk, so
    /// that with `auto` each has a folder of its own: `etude-hunt-3-of-16`.
    pub fn folder(self, campaign: &Path) -> Result<PathBuf, JobError> {
        let Self::Auto = self else { return Ok(campaign.to_owned()) };
        let Shard { number, of } = self.part()?;
        let mut name = campaign.as_os_str().to_owned();
        name.push(format!("-{number}-of-{of}"));
        Ok(PathBuf::from(name))
    }
}
