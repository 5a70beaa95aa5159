//! `etude solve`: one script, some solvers, a verdict of each, and what is wrong with it.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::Result;
use campaign::{
    Evaluations, Heard, Judge, Judgement, Kind, Manner, Outcome, ParsedFormula, Setting, Suspicion,
};
use serde_json::{Value, json};
use solvers::{Answer, Entry, Limits, Solver, Verdict};

use crate::choice::{BrokenSolvers, chosen, installed, resolve};
use crate::cli::Solve;
use crate::exit::Exit;
use crate::input::read;
use crate::output::{say, stdout};

pub(crate) fn run(arguments: &Solve) -> Result<ExitCode> {
    let (_, script) = read(&arguments.file)?;
    let entries = match chosen(&arguments.solvers)? {
        Some(entries) => entries,
        None => installed()?,
    };
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let mut parsed = ParsedFormula::new(&script).ok();
    let rows: Vec<Row> =
        entries.iter().map(|entry| Row::new(entry, &script, parsed.as_mut(), &limits)).collect();
    let judged = Judged::new(&script, &rows);

    let mut out = BufWriter::new(stdout(arguments.json));
    if arguments.json {
        let rows = rows.iter().enumerate().map(|(place, row)| row.json(&judged.of_row(place)));
        writeln!(out, "{}", rows.collect::<Value>())?;
    } else {
        judged.write_table(&mut out, &rows)?;
        for line in judged.lines(&rows) {
            writeln!(out, "{line}")?;
        }
        for row in &rows {
            row.write_adapted(&mut out)?;
        }
        for row in rows.iter().filter(|_| arguments.model) {
            row.write_model(&mut out)?;
        }
    }
    out.flush()?;
    for remark in &judged.judgement.remarks {
        say(|| format!("note: {remark}"));
    }
    let broken: Vec<String> = rows.iter().filter_map(Row::trouble).collect();
    if !broken.is_empty() {
        return Err(BrokenSolvers(broken).into());
    }
    let is_found = judged.findings().next().is_some();
    Ok(if is_found { Exit::Found } else { Exit::Fine }.into())
}

/// One solver and its answer.
struct Row {
    name: String,
    /// The solver, and what it said, if it could be found and started.
    outcome: Result<(Setting, Answer)>,
}

impl Row {
    fn new(
        entry: &Entry,
        script: &str,
        parsed: Option<&mut ParsedFormula>,
        limits: &Limits,
    ) -> Self {
        let solver = match resolve(&entry.request) {
            Ok(solver) => entry.describe(solver),
            Err(error) => return Self { name: entry.label(), outcome: Err(error) },
        };
        let name = solver.name.clone();
        let outcome = ask(solver, script, parsed, entry.limit(limits));
        Self { name, outcome }
    }

    fn has_model(&self) -> bool {
        self.outcome.as_ref().is_ok_and(|(_, answer)| answer.model().is_some())
    }

    /// Why the solver counts as missing or broken, if it does.
    fn trouble(&self) -> Option<String> {
        match &self.outcome {
            Err(error) => Some(format!("{}: {error:#}", self.name)),
            Ok((_, Answer { verdict: Verdict::Flawed(reason), .. })) => {
                Some(format!("{}: {reason}", self.name))
            }
            Ok(_) => None,
        }
    }

    fn cells(&self, judged: &JudgedRow) -> [String; 5] {
        let name = self.name.clone();
        match &self.outcome {
            Ok((_, answer)) => {
                let time = format!("{:.3}s", answer.time.as_secs_f64());
                let model = match (answer.model(), judged.model) {
                    (None, Some(_)) => "none",
                    (_, model) => model.unwrap_or_default(),
                };
                let model = model.to_owned();
                // What a solver prints may have lines, and a row has one.
                let detail = answer.verdict.detail().replace('\n', " ");
                [name, answer.verdict.kind().to_owned(), time, model, detail]
            }
            Err(_) => [name, "missing".to_owned(), "-".to_owned(), String::new(), String::new()],
        }
    }

    fn json(&self, judged: &JudgedRow) -> Value {
        match &self.outcome {
            Ok((setting, answer)) => json!({
                "solver": self.name,
                "version": setting.solver.version.map(|version| version.to_string()),
                "command": setting.solver.command_line(),
                "verdict": answer.verdict.kind(),
                "detail": answer.verdict.detail(),
                "answers": answer.checks.iter().map(|it| it.check.to_string()).collect::<Vec<_>>(),
                "seconds": answer.time.as_secs_f64(),
                "cpu_seconds": answer.cpu.map(|cpu| cpu.as_secs_f64()),
                "memory": answer.memory,
                "model": answer.model(),
                "evaluation": judged.evaluation,
                "findings": judged.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
                "adapted": answer.adapted.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "stderr": answer.stderr,
            }),
            Err(error) => json!({
                "solver": self.name,
                "verdict": "missing",
                "detail": format!("{error:#}"),
            }),
        }
    }

    /// What the solver was told in other words than the script's.
    fn write_adapted(&self, out: &mut impl Write) -> Result<()> {
        let adapted = self.outcome.iter().flat_map(|(_, answer)| &answer.adapted);
        for adaptation in adapted {
            writeln!(out, "note: {}: {adaptation}", self.name)?;
        }
        Ok(())
    }

    fn write_model(&self, out: &mut impl Write) -> Result<()> {
        let Ok((_, answer)) = &self.outcome else { return Ok(()) };
        for (number, checked) in answer.checks.iter().enumerate() {
            let Some(model) = &checked.model else { continue };
            let check = match answer.checks.len() {
                1 => String::new(),
                _ => format!(" for check {}", number + 1),
            };
            writeln!(out, "\nmodel of {}{check}:\n{model}", self.name)?;
            for exchange in &checked.values {
                writeln!(out, "{}\n{}", exchange.question, exchange.reply.trim())?;
            }
        }
        Ok(())
    }
}

/// Asks one solver for its answer, its models, and what their evaluation hangs on.
fn ask(
    solver: Solver,
    script: &str,
    mut parsed: Option<&mut ParsedFormula>,
    limits: Limits,
) -> Result<(Setting, Answer)> {
    let setting = Setting::new(solver, limits, Manner::Fresh)?;
    let mut questions = |answer: &Answer| {
        let parsed = parsed.as_mut();
        parsed.map_or_else(Vec::new, |it| it.questions(answer, setting.dialect()))
    };
    let answer = setting.solver.solve_asking(script, &setting.limits, &mut questions)?;
    Ok((setting, answer))
}

/// The judge's word on all answers.
struct Judged {
    judgement: Judgement,
    /// The row of each answer that was judged.
    rows: Vec<usize>,
}

/// The judge's word on one answer.
#[derive(Default)]
struct JudgedRow {
    /// The truth of the script under the model, in a word or two.
    model: Option<&'static str>,
    evaluation: Option<Evaluations>,
    kinds: Vec<Kind>,
}

impl Judged {
    fn new(script: &str, rows: &[Row]) -> Self {
        let answered = rows.iter().enumerate();
        let answered: Vec<(usize, &(Setting, Answer))> =
            answered.filter_map(|(place, row)| Some((place, row.outcome.as_ref().ok()?))).collect();
        let settings: Vec<Setting> = answered.iter().map(|(_, (it, _))| it.clone()).collect();
        let heard: Vec<Option<Heard>> =
            answered.iter().map(|(_, (_, answer))| Some(Heard::Now(answer))).collect();
        let judgement = Judge::default().judge(script, &settings, &heard);
        Self { judgement, rows: answered.iter().map(|(place, _)| *place).collect() }
    }

    /// The suspicions that count as findings here: late and missing answers do not.
    fn findings(&self) -> impl Iterator<Item = &Suspicion> {
        let counts =
            |kind: Kind| kind.is_wrong_answer() || matches!(kind, Kind::Disagreement | Kind::Crash);
        self.judgement.suspicions.iter().filter(move |suspicion| counts(suspicion.kind))
    }

    fn of_row(&self, row: usize) -> JudgedRow {
        let Some(place) = self.rows.iter().position(|known| *known == row) else {
            return JudgedRow::default();
        };
        let model = self.judgement.outcomes[place].and_then(|outcome| match outcome {
            Outcome::SatTrue => Some("true"),
            Outcome::SatChosen => Some("true by its own choice"),
            Outcome::SatOpen => Some("open"),
            Outcome::SatFalse => Some("false"),
            Outcome::SatTooLarge => Some("too large"),
            Outcome::SatUnread => Some("unread"),
            _ => None,
        });
        let evaluation = self.judgement.evaluations[place].clone();
        let against = self.findings().filter(|it| it.accused.contains(&place));
        JudgedRow { model, evaluation, kinds: against.map(|it| it.kind).collect() }
    }

    /// Columns as wide as their widest cell; the last as wide as it likes.
    fn write_table(&self, out: &mut impl Write, rows: &[Row]) -> Result<()> {
        let header = ["solver", "verdict", "time", "model", ""].map(str::to_owned);
        let cells = rows.iter().enumerate().map(|(place, row)| row.cells(&self.of_row(place)));
        let mut table: Vec<[String; 5]> = [header].into_iter().chain(cells).collect();
        if table[1..].iter().all(|row| row[3].is_empty()) {
            table[0][3].clear();
        }
        let width =
            |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (first, second, third, fourth) = (width(0), width(1), width(2), width(3));
        for [name, verdict, time, model, detail] in &table {
            let mut line = format!("{name:<first$}  {verdict:<second$}  {time:>third$}");
            if fourth > 0 {
                line = format!("{line}  {model:<fourth$}");
            }
            writeln!(out, "{}", format!("{line}  {detail}").trim_end())?;
        }
        Ok(())
    }

    /// Each finding in a line, and why a model is open.
    fn lines(&self, rows: &[Row]) -> Vec<String> {
        let name = |place: usize| rows[self.rows[place]].name.as_str();
        let mut lines = Vec::new();
        for Suspicion { kind, accused, fault, check } in self.findings() {
            let names: Vec<&str> = accused.iter().map(|&place| name(place)).collect();
            let names = names.join(" and ");
            let evaluation =
                accused.first().and_then(|&it| self.judgement.evaluations[it].as_ref());
            let text = match kind {
                Kind::RefutationUnsoundness => {
                    "it says unsat, and there is a model that makes every assertion true".to_owned()
                }
                Kind::SolutionUnsoundness => {
                    "it says sat, and every assignment makes an assertion false".to_owned()
                }
                Kind::InvalidModel => match evaluation {
                    Some(evaluation) => format!("the script under its model is {evaluation}"),
                    None => fault.to_string(),
                },
                Kind::Disagreement => format!("{fault}; none of them is proven wrong"),
                _ => fault.to_string(),
            };
            let at = match self.judgement.searched.len() {
                0 | 1 => String::new(),
                _ => format!(" at check {}", check + 1),
            };
            lines.push(format!("{kind}{at}: {names}: {text}"));
        }
        for (place, evaluation) in self.judgement.evaluations.iter().enumerate() {
            let has_model = rows[self.rows[place]].has_model();
            let is_open = matches!(
                self.judgement.outcomes[place],
                Some(Outcome::SatOpen | Outcome::SatUnread | Outcome::SatTooLarge)
            );
            let is_open = is_open && has_model;
            if let Some(evaluation) = evaluation.as_ref().filter(|_| is_open) {
                lines.push(format!("{}: {evaluation}", name(place)));
            }
        }
        if !lines.is_empty() {
            lines.insert(0, String::new());
        }
        lines
    }
}
