//! The place of a job among its siblings, from the variables that engines for many machines set.

use thiserror::Error;

use crate::ask::shard::Shard;

/// The variables by which an engine tells a job its place.
struct Engine {
    /// Name that people use: `Slurm`.
    name: &'static str,
    /// The variable with the place of this job.
    place: &'static str,
    /// The first place.
    first: Number,
    /// The number of places.
    count: Count,
    /// The distance of two places.
    step: Option<&'static str>,
}

enum Number {
    Fixed(u64),
    Variable(&'static str),
}

enum Count {
    /// A variable with the number of jobs.
    Jobs(&'static str),
    /// A variable with the last place.
    Last(&'static str),
}

/// The variable with the number of jobs, for engines that tell a job only its place.
const TOTAL: &str = "ETUDE_JOB_TOTAL";

/// The engines, in the order in which they are looked for: what a person set comes first.
const ENGINES: [Engine; 6] = [
    Engine {
        name: "your own variables",
        place: "ETUDE_JOB_INDEX",
        first: Number::Fixed(0),
        count: Count::Jobs(TOTAL),
        step: None,
    },
    Engine {
        name: "Slurm",
        place: "SLURM_ARRAY_TASK_ID",
        first: Number::Variable("SLURM_ARRAY_TASK_MIN"),
        count: Count::Jobs("SLURM_ARRAY_TASK_COUNT"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
    },
    Engine {
        name: "Grid Engine",
        place: "SGE_TASK_ID",
        first: Number::Variable("SGE_TASK_FIRST"),
        count: Count::Last("SGE_TASK_LAST"),
        step: Some("SGE_TASK_STEPSIZE"),
    },
    Engine {
        name: "GitLab",
        place: "CI_NODE_INDEX",
        first: Number::Fixed(1),
        count: Count::Jobs("CI_NODE_TOTAL"),
        step: None,
    },
    Engine {
        name: "Buildkite",
        place: "BUILDKITE_PARALLEL_JOB",
        first: Number::Fixed(0),
        count: Count::Jobs("BUILDKITE_PARALLEL_JOB_COUNT"),
        step: None,
    },
    Engine {
        name: "Kubernetes",
        place: "JOB_COMPLETION_INDEX",
        first: Number::Fixed(0),
        count: Count::Jobs(TOTAL),
        step: None,
    },
];

/// Reason why the place of a job cannot be told. That no variable such as `SLURM_ARRAY_TASK_ID` is
/// set is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// No engine that is known set its variables.
    #[error(
        "nothing says which of how many jobs this is: no array of Slurm or Grid Engine, no indexed \
         job of Kubernetes, no parallel job of GitLab or Buildkite. Elsewhere set ETUDE_JOB_INDEX \
         (from 0) and ETUDE_JOB_TOTAL, or write `--shard 3/16`"
    )]
    NoJob,
    /// An engine says which job this is, but not of how many.
    #[error("{engine} sets {place} but not {missing}; set {missing}, or write `--shard 3/16`")]
    Missing {
        /// The engine.
        engine: &'static str,
        /// The variable that is set.
        place: &'static str,
        /// The variable that is not.
        missing: &'static str,
    },
    /// A variable holds no number.
    #[error("{variable} is `{text}`, which is no number")]
    NoNumber {
        /// The variable.
        variable: &'static str,
        /// The text that it holds.
        text: String,
    },
    /// The places do not follow each other evenly.
    #[error(
        "{engine} gives this job the place {place}, which is not one of {count} even places; use an \
         array such as 1-16, or write `--shard 3/16`"
    )]
    Uneven {
        /// The engine.
        engine: &'static str,
        /// The place of this job.
        place: u64,
        /// The number of jobs.
        count: u64,
    },
}

impl Shard {
    /// Returns the part of the work that this job is to do, by the variables of the engine that
    /// started it: Slurm's and Grid Engine's arrays, parallel jobs of GitLab and Buildkite, indexed
    /// jobs of Kubernetes, or `ETUDE_JOB_INDEX` and `ETUDE_JOB_TOTAL`. `variable` looks one up.
    pub fn of_job(variable: impl Fn(&str) -> Option<String>) -> Result<Self, JobError> {
        // Grid Engine says so where a job is no array.
        let set = |name: &'static str| {
            variable(name).filter(|text| !text.is_empty() && text != "undefined")
        };
        let number = |name: &'static str| -> Result<Option<u64>, JobError> {
            let Some(text) = set(name) else { return Ok(None) };
            let wrong = |_| JobError::NoNumber { variable: name, text: text.clone() };
            text.trim().parse().map(Some).map_err(wrong)
        };
        for engine in &ENGINES {
            if let Some(place) = number(engine.place)? {
                return engine.shard(place, number);
            }
        }
        Err(JobError::NoJob)
    }
}

impl Engine {
    fn shard(
        &self,
        place: u64,
        number: impl Fn(&'static str) -> Result<Option<u64>, JobError>,
    ) -> Result<Shard, JobError> {
        let wanted = |missing: &'static str| {
            let error = JobError::Missing { engine: self.name, place: self.place, missing };
            number(missing)?.ok_or(error)
        };
        let first = match self.first {
            Number::Fixed(first) => first,
            Number::Variable(name) => wanted(name)?,
        };
        let step = self.step.map_or(Ok(None), &number)?.unwrap_or(1).max(1);
        let of = match self.count {
            Count::Jobs(name) => wanted(name)?,
            Count::Last(name) => wanted(name)?.saturating_sub(first) / step + 1,
        };
        let offset = place.checked_sub(first).filter(|it| it.is_multiple_of(step));
        let shard = offset.map(|offset| Shard { number: offset / step + 1, of });
        let uneven = JobError::Uneven { engine: self.name, place, count: of };
        shard.filter(|shard| shard.number <= shard.of).ok_or(uneven)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(variables: &str) -> Result<(u64, u64), JobError> {
        let pairs: Vec<(&str, &str)> =
            variables.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        let find = |name: &str| pairs.iter().find(|(it, _)| *it == name).map(|it| it.1.to_owned());
        Shard::of_job(find).map(|shard| (shard.number, shard.of))
    }

    #[test]
    fn each_engine_tells_the_place() {
        for (variables, expected) in [
            ("ETUDE_JOB_INDEX=0 ETUDE_JOB_TOTAL=4", (1, 4)),
            ("SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=8", (8, 8)),
            (
                "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=4 \
              SLURM_ARRAY_TASK_STEP=2",
                (4, 4),
            ),
            ("SGE_TASK_ID=5 SGE_TASK_FIRST=1 SGE_TASK_LAST=9 SGE_TASK_STEPSIZE=2", (3, 5)),
            ("SGE_TASK_ID=undefined CI_NODE_INDEX=2 CI_NODE_TOTAL=3", (2, 3)),
            ("BUILDKITE_PARALLEL_JOB=0 BUILDKITE_PARALLEL_JOB_COUNT=7", (1, 7)),
            ("JOB_COMPLETION_INDEX=15 ETUDE_JOB_TOTAL=16", (16, 16)),
        ] {
            assert_eq!(part(variables), Ok(expected), "{variables}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_refused() {
        assert_eq!(part(""), Err(JobError::NoJob));
        assert_eq!(part("SGE_TASK_ID=undefined"), Err(JobError::NoJob));
        assert!(matches!(
            part("JOB_COMPLETION_INDEX=3"),
            Err(JobError::Missing { missing: TOTAL, .. })
        ));
        assert!(matches!(
            part("CI_NODE_INDEX=x CI_NODE_TOTAL=3"),
            Err(JobError::NoNumber { variable: "CI_NODE_INDEX", .. })
        ));
        // An array such as 1,3,7.
        for (place, first) in [(7, 1), (0, 1)] {
            let variables = format!(
                "SLURM_ARRAY_TASK_ID={place} SLURM_ARRAY_TASK_MIN={first} SLURM_ARRAY_TASK_COUNT=3"
            );
            assert!(matches!(part(&variables), Err(JobError::Uneven { .. })), "{variables}");
        }
    }
}
