//! Findings in the database, and the bugs that they show.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, params};
use thiserror::Error;

use super::{RunId, Store, StoreError, TrackId};
use crate::finding::Finding;
use crate::finding::signature::{Group, Trigger, group};
use crate::judge::kind::Kind;

/// A bug, as the findings of a campaign show it.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The smallest finding, which stands for all.
    pub finding: Finding,
    /// How many formulas show it.
    pub count: usize,
    /// The theories and indices of some of the others, the smallest first.
    pub others: Vec<(String, String)>,
    /// The run in which it was first found.
    pub run: RunId,
    /// The track of the formula that stands for it.
    pub track: TrackId,
    /// That formula's number in the track.
    pub number: u64,
}

impl Store {
    /// How many findings there are.
    pub fn finding_count(&self) -> Result<u64, StoreError> {
        self.attempt(|connection| {
            connection.query_row("SELECT count(*) FROM finding", [], |row| row.get(0))
        })
    }

    /// What is wrong with which formula of a track: its number, who is to blame, and how, in the
    /// order of numbers.
    pub fn found(&self, track: TrackId) -> Result<Vec<(u64, String, Kind)>, StoreError> {
        self.attempt(|connection| {
            let mut statement = connection.prepare(
                "SELECT number, solver, kind FROM finding WHERE track = ?
                 ORDER BY number, solver, kind",
            )?;
            let rows = statement
                .query_map([track.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })
    }

    /// The bugs that the findings of some solvers show (of all, if `solvers` is `None`), the worst
    /// first.
    pub fn bugs(&self, solvers: Option<&[String]>) -> Result<Vec<Bug>, StoreError> {
        let mut rows = self.triggers()?;
        if let Some(wanted) = solvers {
            let is_wanted = |solver: &str| {
                solver.split(" and ").all(|part| wanted.iter().any(|name| name == part))
            };
            rows.retain(|row| is_wanted(&row.trigger.solver));
        }
        let triggers: Vec<Trigger> = rows.iter().map(|row| row.trigger.clone()).collect();
        group(&triggers).into_iter().map(|group| self.bug(&rows, &group)).collect()
    }

    fn bug(&self, rows: &[TriggerRow], group: &Group) -> Result<Bug, StoreError> {
        let first = &rows[group.first];
        let others = group.members.iter().filter(|&&place| place != group.first);
        let mut others: Vec<&TriggerRow> = others.map(|&place| &rows[place]).collect();
        others.sort_by_key(|row| (row.trigger.size, row.id));
        let others: Result<_, _> = others.iter().take(20).map(|row| self.place(row.id)).collect();
        let runs = group.members.iter().map(|&place| rows[place].run);
        let run = runs.min().expect("the first is a member");
        Ok(Bug {
            finding: self.finding(first.id)?,
            count: group.members.len(),
            others: others?,
            run: RunId(run),
            track: TrackId(first.track),
            number: first.number,
        })
    }

    /// What decides which bug each finding shows, in the order of tracks and numbers.
    fn triggers(&self) -> Result<Vec<TriggerRow>, StoreError> {
        self.attempt(|connection| {
            let mut statement = connection.prepare(
                "SELECT id, solver, kind, detail, size, operators, run, track, number FROM finding
                 ORDER BY track, number, solver, kind",
            )?;
            let rows = statement.query_map([], |row| {
                let operators: String = row.get(5)?;
                Ok(TriggerRow {
                    id: row.get(0)?,
                    run: row.get(6)?,
                    track: row.get(7)?,
                    number: row.get(8)?,
                    trigger: Trigger {
                        solver: row.get(1)?,
                        kind: row.get(2)?,
                        detail: row.get(3)?,
                        operators: operators.split_whitespace().map(str::to_owned).collect(),
                        size: row.get(4)?,
                    },
                })
            })?;
            rows.collect()
        })
    }

    fn finding(&self, id: i64) -> Result<Finding, StoreError> {
        let text: String = self.attempt(|connection| {
            let find = "SELECT finding FROM finding WHERE id = ?";
            connection.query_row(find, [id], |row| row.get(0))
        })?;
        serde_json::from_str(&text).map_err(|error| self.damaged(format!("finding {id}: {error}")))
    }

    fn place(&self, id: i64) -> Result<(String, String), StoreError> {
        let finding = self.finding(id)?;
        Ok((finding.theory, finding.index))
    }
}

/// A kind that this etude does not know.
#[derive(Debug, Error)]
#[error("this etude knows no finding of kind `{0}`, which a newer one may have written")]
struct UnknownKind(String);

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        Kind::named(name).ok_or_else(|| FromSqlError::other(UnknownKind(name.to_owned())))
    }
}

struct TriggerRow {
    id: i64,
    run: i64,
    track: i64,
    number: u64,
    trigger: Trigger,
}

/// Writes a finding down, in place of one of its kind.
pub(super) fn put(
    connection: &Connection,
    track: TrackId,
    number: u64,
    finding: &Finding,
    run: RunId,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR REPLACE INTO finding
         (track, number, solver, kind, detail, size, operators, finding, run)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    statement.execute(params![
        track.0,
        number,
        finding.solver,
        finding.kind.name(),
        finding.detail,
        finding.size,
        finding.operators.join(" "),
        serde_json::to_string(finding)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?,
        run.0,
    ])?;
    Ok(())
}
