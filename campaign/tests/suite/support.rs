//! Solvers of a few lines of shell, and the findings that they are good for.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part, and is a test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use campaign::{
    Accused, Evidence, Finding, FormulaId, Judge, Manner, PerSeat, Proof, RecordedReply, Reply,
    SeatId, Setting, Suspicion, VerdictKind,
};
use solvers::{Limits, Solver, Want};

/// Long enough for a shell on a busy machine.
pub const TIME: Duration = Duration::from_secs(20);

pub const ABOVE_TWO: &str = "(declare-const a Int)\n(assert (> a 2))\n(check-sat)\n";

pub const SAYS_UNSAT: &str = "echo unsat";
pub const SAYS_THREE: &str = "echo sat; echo '((define-fun a () Int 3))'";
pub const SAYS_ZERO: &str = "echo sat; echo '((define-fun a () Int 0))'";
pub const CRASHES: &str = "kill -SEGV $$";
pub const REJECTS: &str = "echo '(error \"line 1 column 1: unknown constant a\")'";

/// A solver that runs `body`, with the script's path as `$1`.
pub fn fake(folder: &Path, name: &str, body: &str) -> Solver {
    let path = folder.join(name);
    // A file that is still open for writing cannot be run, also if another thread has it open.
    let staged = folder.join(format!("{name}.new"));
    fs::write(&staged, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&staged, fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(&staged, &path).unwrap();
    Solver::new(vec![path.into_os_string()])
}

/// Returns what the judge finds first in what the solvers say of a formula.
pub fn finding(formula: &str, solvers: &[Solver]) -> Finding {
    let limits = Limits::of_time(TIME);
    let settings: PerSeat<Setting> = solvers
        .iter()
        .map(|solver| Setting::new(solver.clone(), limits, Manner::Fresh).unwrap())
        .collect();
    let answers: PerSeat<_> = solvers
        .iter()
        .map(|solver| solver.solve_for(formula, &limits, Want::Model).unwrap())
        .collect();
    let said = answers.map(|answer| Some(Reply::alone(answer.clone(), limits.wall)));
    let judgement = Judge::default().judge(formula, &settings, &said);
    let Suspicion { kind, accused, fault, .. } = judgement.suspicions.first().unwrap().clone();
    let names = accused.iter().map(|&seat| settings[seat].name());
    let reply = |seat: SeatId| RecordedReply {
        solver: settings[seat].description(),
        verdict: VerdictKind::of(&answers[seat].verdict),
        detail: answers[seat].verdict.detail(),
        time: answers[seat].time,
        limit: limits.wall,
        limit_memory: limits.memory,
        is_fresh: true,
        model: answers[seat].model().map(str::to_owned),
        cut: None,
        values: Vec::new(),
        evaluation: judgement.evaluations[seat].clone(),
    };
    Finding {
        kind,
        accused: Accused::of(names).unwrap(),
        fault,
        formula: FormulaId {
            theory: "Ints".to_owned(),
            grammar: "0123456789abcdef".to_owned(),
            origin: None,
            place: campaign::Place::Index(1234.into()),
            size: 3,
        },
        operators: judgement.operators.clone(),
        evidence: Evidence {
            formula: formula.to_owned(),
            check: None,
            answers: answers.seats().map(reply).collect(),
            proof: judgement.searched_last().and_then(Proof::of),
            outside_standard: judgement.outside_standard.clone(),
            remarks: judgement.remarks.clone(),
            lineage: None,
        },
    }
}
