//! Findings in the database, and the bugs that they show.

use std::collections::BTreeSet;

use mutation::RuleName;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, params};
use thiserror::Error;

use super::occasions::Sighting;
use super::of_findings::key;
use super::reductions::Reductions;
use super::{RunId, Store, StoreError, TrackId};
use crate::finding::Finding;
use crate::finding::accused::{Accused, NobodyAccused, SolverName};
use crate::finding::cause::{Cause, causes};
use crate::finding::fault::{Fault, TAKES_BACK};
use crate::finding::lifetime::Lifetime;
use crate::finding::reduced::Ended;
use crate::finding::sequel::Sequel;
use crate::finding::signature::{Group, Trigger, TriggerForm, group};
use crate::judge::kind::Kind;
use crate::judge::severity::Severity;
use crate::source::formula_name::FormulaName;
use crate::source::lineage::Lineage;

/// A bug, as the findings of a campaign show it. `Strings 2471`, with `count` 3, is one of z3
/// 4.8.7.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The smallest finding, which stands for all; reduced, where it was.
    pub finding: Finding,
    /// Number of formulas that show it.
    pub count: usize,
    /// Some of the others, the smallest first.
    pub others: Vec<FormulaName>,
    /// The run in which it was first found.
    pub run: RunId,
    /// The track of the formula that stands for it.
    pub track: TrackId,
    /// That formula's number in the track.
    pub number: u64,
    /// Whether the finding that stands for it was reduced as far as it goes; `None` if nobody tried.
    pub reduced: Option<Ended>,
    /// All that became known of it after it was found, if anything.
    pub sequel: Option<Sequel>,
    /// The time when one of its formulas was first seen to show it, in seconds since 1970 (UTC),
    /// where that
    /// was kept.
    pub seen: Option<u64>,
    /// The operating system on which it was first found, where that was kept.
    pub system: Option<String>,
}

/// An accusation: who is accused of what on which formula of a track. That `z3-4.8.7` gives an
/// `invalid-model` of formula 1019 is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accusation {
    /// The formula's number in the track.
    pub number: u64,
    /// The accused.
    pub accused: Accused,
    /// The kind of fault.
    pub kind: Kind,
    /// Its weight, by the kind and the evidence.
    pub severity: Severity,
}

impl Accusation {
    /// Whether it says that an answer is proven wrong. A model that its solver takes back, and that
    /// nobody could evaluate, proves nothing.
    pub fn is_wrong_answer(&self) -> bool {
        self.kind.is_wrong_answer() && self.severity == Severity::Wrong
    }
}

/// Returns the probable causes of some bugs, the worst first.
pub fn causes_of(bugs: &[Bug]) -> Vec<Cause> {
    let findings: Vec<&Finding> = bugs.iter().map(|bug| &bug.finding).collect();
    causes(&findings, |place| bugs[place].lifetime()?.fixed_in().map(str::to_owned))
}

impl Bug {
    /// Whether the formula that stands for it may be reduced: it is none of an enumeration, and not
    /// all was tried.
    pub fn is_reducible(&self) -> bool {
        self.reduced != Some(Ended::Through)
            && Trigger::of(&self.finding).form != TriggerForm::Enumerated
    }

    /// Returns which releases have it, as far as they were asked.
    pub fn lifetime(&self) -> Option<&Lifetime> {
        self.sequel.as_ref()?.lifetime_of(self.finding.kind)
    }
}

impl Store {
    /// Returns the number of findings.
    pub fn finding_count(&self) -> Result<u64, StoreError> {
        self.attempt(|connection| {
            connection.query_row("SELECT count(*) FROM finding", [], |row| row.get(0))
        })
    }

    /// Returns who is accused of what on which formulas of a track, in the order of numbers.
    pub fn found(&self, track: TrackId) -> Result<Vec<Accusation>, StoreError> {
        type Row = (u64, Accused, Kind, Option<String>);
        // Most findings are as bad as their kind. The others are few, and are read whole.
        let rows: Vec<Row> = self.attempt(|connection| {
            let mut statement = connection.prepare(
                "SELECT number, solver, kind,
                     CASE WHEN detail = ? OR json_type(finding, '$.evidence.outside_standard')
                     IS NOT NULL THEN finding END
                 FROM finding WHERE track = ? ORDER BY number, solver, kind",
            )?;
            let rows = statement.query_map(params![TAKES_BACK, track.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            rows.collect()
        })?;
        let accusation = |(number, accused, kind, whole): Row| {
            let severity = match whole {
                None => kind.severity(),
                Some(text) => serde_json::from_str::<Finding>(&text)
                    .map_err(|error| self.damaged(format!("finding of {number}: {error}")))?
                    .severity(),
            };
            Ok(Accusation { number, accused, kind, severity })
        };
        rows.into_iter().map(accusation).collect()
    }

    /// The bugs that the findings of some solvers show (of all, if `solvers` is `None`), the worst
    /// first.
    pub fn bugs(&self, solvers: Option<&[String]>) -> Result<Vec<Bug>, StoreError> {
        let mut rows = self.triggers()?;
        if let Some(solvers) = solvers {
            rows.retain(|row| row.is_against(solvers));
        }
        self.bugs_of(rows)
    }

    /// The bugs that the findings of some solvers in some tracks show, the worst first.
    pub fn bugs_in(&self, tracks: &[TrackId], solvers: &[String]) -> Result<Vec<Bug>, StoreError> {
        let mut rows = self.triggers()?;
        rows.retain(|row| tracks.contains(&TrackId(row.track)) && row.is_against(solvers));
        self.bugs_of(rows)
    }

    fn bugs_of(&self, mut rows: Vec<TriggerRow>) -> Result<Vec<Bug>, StoreError> {
        let reductions = self.reductions()?;
        for row in &mut rows {
            self.reduce_trigger(row, &reductions)?;
        }
        let triggers: Vec<Trigger> = rows.iter().map(|row| row.trigger.clone()).collect();
        let mut sequels = self.sequels()?;
        let sightings = self.sightings()?;
        let bug = |group: Group| {
            let mut bug = self.bug(&rows, &group)?;
            if let Some(reduction) = reductions.of(&bug.finding) {
                bug.reduced = Some(reduction.ended);
                if let Some(small) = &reduction.finding {
                    bug.finding.clone_from(small);
                }
            }
            bug.sequel = sequels.remove(&key(&bug.finding));
            let seen =
                group.members.iter().filter_map(|&place| sightings.get(&rows[place].sighting));
            bug.seen = seen.min().copied();
            bug.system = self.occasion(bug.run)?.map(|occasion| occasion.system);
            Ok(bug)
        };
        let bugs: Result<Vec<Bug>, _> = group(&triggers).into_iter().map(bug).collect();
        let mut bugs = bugs?;
        // The evidence may say that a kind is not as bad as it sounds.
        bugs.sort_by_key(|bug| bug.finding.severity());
        Ok(bugs)
    }

    /// Lets a finding that was reduced be told by what it was reduced to.
    fn reduce_trigger(
        &self,
        row: &mut TriggerRow,
        reductions: &Reductions,
    ) -> Result<(), StoreError> {
        let Trigger { accused, kind, operators, .. } = &row.trigger;
        let outline = (accused, *kind, &operators[..]);
        // Only those that may be meant are read whole.
        if reductions.outlines().any(|it| it == outline) {
            let reduced = reductions.of(&self.finding(row.id)?);
            if let Some(small) = reduced.and_then(|it| it.finding.as_ref()) {
                row.trigger = Trigger::of(small);
            }
        }
        Ok(())
    }

    fn bug(&self, rows: &[TriggerRow], group: &Group) -> Result<Bug, StoreError> {
        let first = &rows[group.first];
        let others = group.members.iter().filter(|&&place| place != group.first);
        let mut others: Vec<&TriggerRow> = others.map(|&place| &rows[place]).collect();
        others.sort_by_key(|row| (row.trigger.size, row.id));
        let others: Result<_, _> = others.iter().take(20).map(|row| self.name(row.id)).collect();
        let runs = group.members.iter().map(|&place| rows[place].run);
        let run = runs.min().expect("the first is a member");
        Ok(Bug {
            finding: self.finding(first.id)?,
            count: group.members.len(),
            others: others?,
            run: RunId(run),
            track: TrackId(first.track),
            number: first.number,
            reduced: None,
            sequel: None,
            seen: None,
            system: None,
        })
    }

    /// Removes the findings that rest on rules that turned out wrong; how many they are. What a model
    /// proves stays, whatever made the formula.
    pub(super) fn withdraw(&self, rules: &BTreeSet<RuleName>) -> Result<u64, StoreError> {
        if rules.is_empty() {
            return Ok(0);
        }
        let kind = Kind::SolutionUnsoundness.name();
        let rows: Vec<(i64, String)> = self.attempt(|connection| {
            let mut statement =
                connection.prepare("SELECT id, finding FROM finding WHERE kind = ? ORDER BY id")?;
            let rows = statement.query_map([kind], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })?;
        let mut withdrawn = 0;
        for (id, text) in rows {
            let finding: Finding = serde_json::from_str(&text)
                .map_err(|error| self.damaged(format!("finding {id}: {error}")))?;
            let rests = |lineage: &Lineage| lineage.uses(rules);
            let is_proven = finding.evidence.proof.is_some();
            if !is_proven && finding.evidence.lineage.as_ref().is_some_and(rests) {
                self.attempt(|connection| {
                    connection.execute("DELETE FROM finding WHERE id = ?", [id])
                })?;
                withdrawn += 1;
            }
        }
        Ok(withdrawn)
    }

    /// Returns what decides which bug each finding shows, in the order of tracks and numbers.
    fn triggers(&self) -> Result<Vec<TriggerRow>, StoreError> {
        self.attempt(|connection| {
            let mut statement = connection.prepare(
                "SELECT finding.id, solver, kind, detail, size, operators, run, track, number,
                     json_extract(sequence, '$.order') IN ('mutated', 'corpus')
                 FROM finding JOIN track ON track.id = track
                 ORDER BY track, number, solver, kind",
            )?;
            let rows = statement.query_map([], |row| {
                let (kind, fault, operators): (Kind, String, String) =
                    (row.get(2)?, row.get(3)?, row.get(5)?);
                let is_large: bool = row.get(9)?;
                let form = if is_large { TriggerForm::Unreduced } else { TriggerForm::Enumerated };
                let (accused, track, number): (Accused, _, _) =
                    (row.get(1)?, row.get(7)?, row.get(8)?);
                Ok(TriggerRow {
                    id: row.get(0)?,
                    run: row.get(6)?,
                    track,
                    number,
                    sighting: (track, number, accused.to_string(), kind.name().to_owned()),
                    trigger: Trigger {
                        accused,
                        kind,
                        fault: Fault::parse(kind, &fault),
                        operators: operators.split_whitespace().map(str::to_owned).collect(),
                        size: row.get(4)?,
                        form,
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

    fn name(&self, id: i64) -> Result<FormulaName, StoreError> {
        Ok(self.finding(id)?.formula.name())
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

impl FromSql for Accused {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|error: NobodyAccused| FromSqlError::other(error))
    }
}

struct TriggerRow {
    id: i64,
    run: i64,
    track: i64,
    number: u64,
    /// Its place among the sightings, which are those of findings as they were asked.
    sighting: Sighting,
    trigger: Trigger,
}

impl TriggerRow {
    /// Whether nobody but these solvers is accused.
    fn is_against(&self, solvers: &[String]) -> bool {
        let is_one = |solver: &SolverName| solvers.iter().any(|name| name == solver.as_str());
        self.trigger.accused.iter().all(is_one)
    }
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
        finding.accused.to_string(),
        finding.kind.name(),
        finding.fault.to_string(),
        finding.formula.size,
        finding.operators.join(" "),
        serde_json::to_string(finding)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?,
        run.0,
    ])?;
    Ok(())
}
