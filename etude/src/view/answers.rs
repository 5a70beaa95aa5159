//! The answers of solvers to one script, judged, for people and programs.

use std::io::Write;

use anyhow::Result;
use campaign::{
    Evaluation, Evaluations, Judge, Judgement, Kind, Outcome, PerSeat, Reply, SeatId, Setting,
    Suspicion,
};
use serde_json::{Value, json};
use solvers::{Answer, Verdict};

/// One solver and its answer.
pub(crate) struct AnswerRow {
    /// Its name.
    pub name: String,
    /// The solver, and what it said, if it could be found and started.
    pub outcome: Result<(Setting, Answer)>,
}

impl AnswerRow {
    fn has_model(&self) -> bool {
        let has_model = |answer: &Answer| answer.checks.iter().any(|it| it.model.is_some());
        self.outcome.as_ref().is_ok_and(|(_, answer)| has_model(answer))
    }

    /// Returns why the solver counts as missing or broken, if it does.
    pub fn trouble(&self) -> Option<String> {
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
                let model = match judged.model {
                    Some(_) if !self.has_model() => "none",
                    model => model.unwrap_or(""),
                };
                let model = model.to_owned();
                // What a solver prints may have lines, and a row has one.
                let detail = answer.verdict.detail().replace('\n', " ");
                [name, answer.verdict.kind().to_owned(), time, model, detail]
            }
            Err(_) => [name, "missing".to_owned(), "-".to_owned(), String::new(), String::new()],
        }
    }

    /// The JSON object.
    pub fn json(&self, judged: &JudgedRow) -> Value {
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

    /// Writes what the solver was told in other words than the script's.
    pub fn write_adapted(&self, out: &mut impl Write) -> Result<()> {
        let adapted = self.outcome.iter().flat_map(|(_, answer)| &answer.adapted);
        for adaptation in adapted {
            writeln!(out, "note: {}: {adaptation}", self.name)?;
        }
        Ok(())
    }

    /// Writes the models, each with what was asked beyond it.
    pub fn write_model(&self, out: &mut impl Write) -> Result<()> {
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

/// The judge's word on all answers.
pub(crate) struct Judged {
    /// The judgement, by the place of an answer among those that were judged.
    pub judgement: Judgement,
    /// The row of each answer that was judged.
    rows: PerSeat<usize>,
}

/// The judge's word on one answer.
#[derive(Default)]
pub(crate) struct JudgedRow {
    /// The truth of the script under the model, in a word or two.
    model: Option<&'static str>,
    evaluation: Option<Evaluations>,
    kinds: Vec<Kind>,
}

impl Judged {
    /// Judges the answers of the rows that have one.
    pub fn new(script: &str, rows: &[AnswerRow]) -> Self {
        let answered = rows.iter().enumerate();
        let answered: Vec<(usize, &(Setting, Answer))> =
            answered.filter_map(|(place, row)| Some((place, row.outcome.as_ref().ok()?))).collect();
        let settings = answered.iter().map(|(_, (it, _))| it.clone()).collect();
        let reply = |(setting, answer): &(Setting, Answer)| {
            Some(Reply::alone(answer.clone(), setting.limits.wall))
        };
        let said = answered.iter().map(|(_, row)| reply(row)).collect();
        let judgement = Judge::default().judge(script, &settings, &said);
        Self { judgement, rows: answered.iter().map(|(place, _)| *place).collect() }
    }

    /// The suspicions that count as findings here: late and missing answers do not.
    pub fn findings(&self) -> impl Iterator<Item = &Suspicion> {
        let counts =
            |kind: Kind| kind.is_wrong_answer() || matches!(kind, Kind::Disagreement | Kind::Crash);
        self.judgement.suspicions.iter().filter(move |suspicion| counts(suspicion.kind))
    }

    /// The word on one row; nothing where there is no answer.
    pub fn of_row(&self, row: usize) -> JudgedRow {
        let Some((seat, _)) = self.rows.pairs().find(|(_, known)| **known == row) else {
            return JudgedRow::default();
        };
        let evaluation = self.judgement.evaluations[seat].clone();
        let model = match &evaluation {
            Some(Evaluations::Several(_)) => self.worst_of_several(seat),
            _ => self.judgement.outcomes[seat],
        };
        let model = model.and_then(word);
        let against = self.findings().filter(|it| it.accused.contains(&seat));
        JudgedRow { model, evaluation, kinds: against.map(|it| it.kind).collect() }
    }

    /// Returns the worst outcome of the models of a script with several checks.
    fn worst_of_several(&self, seat: SeatId) -> Option<Outcome> {
        let Some(Evaluations::Several(all)) = &self.judgement.evaluations[seat] else {
            return None;
        };
        let is_standard = self.judgement.outside_standard.is_empty();
        let outcome = |(_, evaluation): &(usize, Evaluation)| match evaluation {
            Evaluation::False(_) => Outcome::SatFalse,
            Evaluation::Unread(_) => Outcome::SatUnread,
            Evaluation::TooLarge(_) => Outcome::SatTooLarge,
            Evaluation::Open(_) => Outcome::SatOpen,
            Evaluation::True if is_standard => Outcome::SatTrue,
            Evaluation::True | Evaluation::Chosen(_) => Outcome::SatChosen,
        };
        let weight = |outcome: &Outcome| MODELS.iter().position(|(it, _)| it == outcome);
        all.iter().map(outcome).min_by_key(weight)
    }

    /// Writes the table: columns as wide as their widest cell; the last as wide as it likes.
    pub fn write_table(&self, out: &mut impl Write, rows: &[AnswerRow]) -> Result<()> {
        let header = ["solver", "verdict", "time", "model", ""].map(str::to_owned);
        let cells = rows.iter().enumerate().map(|(place, row)| row.cells(&self.of_row(place)));
        let mut table: Vec<[String; 5]> = [header].into_iter().chain(cells).collect();
        if table[1..].iter().all(|row| row[3].is_empty()) {
            table[0][3].clear();
        }
        let width = |column: usize| {
            let widths = table.iter().map(|row| row[column].chars().count());
            widths.max().expect("there is a header")
        };
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

    /// Returns each finding in a line, and why a model is open.
    pub fn lines(&self, rows: &[AnswerRow]) -> Vec<String> {
        let name = |seat: SeatId| rows[self.rows[seat]].name.as_str();
        let mut lines = Vec::new();
        for Suspicion { kind, accused, fault, check } in self.findings() {
            let names: Vec<&str> = accused.iter().map(|&seat| name(seat)).collect();
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
        for (seat, evaluation) in self.judgement.evaluations.pairs() {
            let has_model = rows[self.rows[seat]].has_model();
            let outcome = match evaluation {
                Some(Evaluations::Several(_)) => self.worst_of_several(seat),
                _ => self.judgement.outcomes[seat],
            };
            let is_open = matches!(
                outcome,
                Some(Outcome::SatOpen | Outcome::SatUnread | Outcome::SatTooLarge)
            );
            let is_open = is_open && has_model;
            if let Some(evaluation) = evaluation.as_ref().filter(|_| is_open) {
                lines.push(format!("{}: {evaluation}", name(seat)));
            }
        }
        if !lines.is_empty() {
            lines.insert(0, String::new());
        }
        lines
    }
}

/// The outcomes of models, the worst first, in a word or two.
const MODELS: [(Outcome, &str); 6] = [
    (Outcome::SatFalse, "false"),
    (Outcome::SatUnread, "unread"),
    (Outcome::SatTooLarge, "too large"),
    (Outcome::SatOpen, "open"),
    (Outcome::SatChosen, "true by its own choice"),
    (Outcome::SatTrue, "true"),
];

fn word(outcome: Outcome) -> Option<&'static str> {
    MODELS.iter().find(|(it, _)| *it == outcome).map(|(_, word)| *word)
}
