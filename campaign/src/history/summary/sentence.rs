//! A summary in sentences: the guarantee, what was left open, and what spoils it.

use std::cmp::Reverse;

use outlet::{counted, grouped};

use super::alike::join;
use super::{Excuse, Summary, TheorySummary};
use crate::finding::commands_for_people::DOCTOR;
use crate::judge::outcome::Outcome;

/// A sentence names no more solvers than this.
const MOST_NAMES: usize = 6;

/// Reasons per theory, why models cannot be read, that are told.
const MOST_UNREAD: usize = 3;

/// Reasons per corpus, why scripts cannot be read, that are told.
const MOST_REFUSALS: usize = 10;

impl TheorySummary {
    pub(super) fn count(&self, place: usize, wanted: impl Fn(Outcome) -> bool) -> u64 {
        let tally = self.tallies[place].iter();
        tally.filter(|(outcome, _)| wanted(**outcome)).map(|(_, count)| count).sum()
    }

    /// Returns which formulas the guarantee is about: `all 80 formulas of Ints up to size 2`,
    /// `all 289 scripts of regressions`.
    pub fn subject(&self) -> String {
        if let Some(scripts) = self.scripts.filter(|_| self.formulas > 0) {
            let all = counted(scripts, "script");
            return if self.formulas == scripts {
                format!("all {all} of {}", self.name)
            } else {
                format!("{} of {all} of {}", grouped(self.formulas), self.name)
            };
        }
        match (self.complete, self.sampled) {
            _ if self.formulas == 0 => self.name.clone(),
            (_, Some(size)) => {
                let formulas = counted(self.formulas, "random formula");
                format!("{formulas} of {} of size {size}", self.name)
            }
            (Some((size, count)), None) => {
                let further = match self.formulas - count {
                    0 => String::new(),
                    1 => ", and 1 larger one".to_owned(),
                    further => format!(", and {} larger ones", grouped(further)),
                };
                let formulas = match count {
                    1 => "the 1 formula".to_owned(),
                    _ => format!("all {} formulas", grouped(count)),
                };
                format!("{formulas} of {} up to size {size}{further}", self.name)
            }
            (None, None) => format!("{} of {}", counted(self.formulas, self.noun()), self.name),
        }
    }

    /// Returns what one of those that were asked is called: `formula`, `script`.
    fn noun(&self) -> &'static str {
        match (self.scripts, &self.missing) {
            (Some(_), _) => "script",
            (None, Some(_)) => "mutant",
            (None, None) => "formula",
        }
    }

    /// Returns what is known of them: how many have which standing, by which solvers' answers, and
    /// to how many somebody's answer is proven wrong.
    pub fn statement(&self, solvers: &[String]) -> String {
        if self.formulas == 0 {
            return "nothing was asked yet".to_owned();
        }
        let asked = (0..solvers.len()).filter(|place| self.arbiter != Some(*place));
        let names: Vec<&str> = asked.map(|place| &*solvers[place]).collect();
        let wrong = match self.wrong {
            0 => String::new(),
            1 => "; 1 of them has an answer that is proven wrong".to_owned(),
            count => format!("; {} of them have an answer that is proven wrong", grouped(count)),
        };
        let rest = self.arbiter.map_or_else(String::new, |arbiter| {
            let name = &solvers[arbiter];
            match self.count(arbiter, |_| true) {
                0 => format!("; {name} was not needed"),
                1 => format!("; {name} was asked the one that this does not settle"),
                asked => {
                    format!("; {name} was asked the {} that this does not settle", grouped(asked))
                }
            }
        });
        let climbing = match self.climbing {
            0 => String::new(),
            1 => "; 1 was so far asked within a shorter time limit only".to_owned(),
            count => {
                format!("; {} were so far asked within a shorter time limit only", grouped(count))
            }
        };
        format!("{} (asked: {}{rest}{climbing}){wrong}", self.standings.words(), list(&names))
    }

    /// Returns one sentence: what is known of which formulas.
    pub fn guarantee(&self, solvers: &[String]) -> String {
        format!("{}: {}", self.subject(), self.statement(solvers))
    }

    /// Whether each formula is proven or agreed, every solver answered whatever it was asked, and
    /// no answer is wrong.
    pub fn is_clean(&self) -> bool {
        let is_open = |outcome: &Outcome| open_word(*outcome).is_some();
        let has_gaps = self.tallies.iter().any(|tally| tally.keys().any(is_open));
        self.standings.is_settled() && !has_gaps && self.wrong == 0
    }

    /// Returns what each solver left open, if it did: how many were late, unknown, refused, …, and
    /// why it
    /// refused them, unless [`Self::gaps`] tells that.
    pub fn left_open(&self, solvers: &[String]) -> Vec<String> {
        let line = |place: usize| {
            let words = self.open_words(place, |_| true);
            let told = self.excuse(place).filter(|_| self.has_gap(place));
            (!words.is_empty()).then(|| (place, format!("{words}{}", self.refusals(place, told))))
        };
        let lines = (0..solvers.len()).filter_map(line).collect();
        join(solvers, lines).into_iter().map(|(who, words)| format!("{who}: {words}")).collect()
    }

    /// Returns why models could not be read, the three most frequent reasons of all solvers: whose
    /// model it was, and what is strange about it.
    pub fn unread(&self) -> Vec<(usize, &Excuse)> {
        let of = |place: usize| self.reasons[place].iter().map(move |excuse| (place, excuse));
        let mut unread: Vec<(usize, &Excuse)> = (0..self.reasons.len())
            .flat_map(of)
            .filter(|(_, excuse)| excuse.reason.outcome == Outcome::SatUnread)
            .collect();
        unread.sort_by_key(|(_, excuse)| Reverse(excuse.reason.count));
        unread.truncate(MOST_UNREAD);
        unread
    }

    /// Returns how many scripts etude cannot read, and why, the most frequent reasons first; `None`
    /// if it can read all: `etude cannot read 3 scripts: 2 × there is no `sep` here, 1 × …`.
    pub fn unreadable_words(&self) -> Option<String> {
        let all: u64 = self.unreadable.iter().map(|(_, count)| count).sum();
        let (told, rest) = self.unreadable.split_at(MOST_REFUSALS.min(self.unreadable.len()));
        let mut reasons: Vec<String> =
            told.iter().map(|(reason, count)| format!("{count} × {reason}")).collect();
        if !rest.is_empty() {
            let rest: u64 = rest.iter().map(|(_, count)| count).sum();
            reasons.push(format!("{rest} for other reasons"));
        }
        let scripts = counted(all, "script");
        let reasons = reasons.join("; ");
        (all > 0).then(|| {
            format!("etude cannot read {scripts}, so no model of them is evaluated: {reasons}")
        })
    }

    fn open_words(&self, place: usize, wanted: impl Fn(Outcome) -> bool) -> String {
        let tally = self.tallies[place].iter().filter(|(outcome, _)| wanted(**outcome));
        let words = tally
            .filter_map(|(outcome, count)| Some((counted_word(*outcome, *count)?, count)))
            .map(|(word, count)| format!("{} {word}", grouped(*count)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns a line for each solver that gave no answer to more than a tenth of the formulas,
    /// the worst first: why, and what it said most often. A guarantee without these says too much.
    pub fn gaps(&self, solvers: &[String]) -> Vec<String> {
        let silent = |place: &usize| self.count(*place, Outcome::is_silent);
        let mut told: Vec<usize> =
            (0..solvers.len()).filter(|place| self.has_gap(*place)).collect();
        told.sort_by_key(|place| Reverse(silent(place)));
        let line = |place: usize| {
            let (here, name) = (grouped(silent(&place)), &self.name);
            let asked = counted(self.count(place, |_| true), self.noun());
            let why = self.open_words(place, Outcome::is_silent);
            let words = self.excuse(place).map_or_else(String::new, |excuse| {
                let Excuse { reason, first } = excuse;
                let times = counted(reason.count, "time");
                let message = &reason.message;
                format!("; most often ({times}, first {}): {message}", first.at())
            });
            (place, format!("gave no answer to {here} of {asked} of {name} ({why}){words}"))
        };
        let told = join(solvers, told.into_iter().map(line).collect());
        let more = told.len().saturating_sub(MOST_NAMES);
        let told = told.into_iter().take(MOST_NAMES);
        let mut lines: Vec<String> = told.map(|(who, words)| format!("{who} {words}")).collect();
        if more > 0 {
            let (noun, name) = (self.noun(), &self.name);
            let others = counted(more as u64, "other solver");
            lines.push(format!(
                "{others} gave no answer to more than a tenth of the {noun}s of {name}"
            ));
        }
        lines
    }

    /// Returns what a solver said most often where it gave no answer.
    fn excuse(&self, place: usize) -> Option<&Excuse> {
        let mut said = self.reasons[place].iter();
        said.find(|it| it.reason.outcome.is_silent() && !it.reason.message.is_empty())
    }
}

impl Summary {
    /// The solvers that gave no answer to more than a tenth of a theory's formulas, and those that
    /// gave hardly any at all: a hunt with one of these tests nothing.
    pub fn failures(&self) -> (Vec<String>, Vec<String>) {
        let of_theories = self.theories.iter().flat_map(|theory| theory.gaps(&self.solvers));
        let mut of_all = Vec::new();
        for (place, solver) in self.solvers.iter().enumerate() {
            let count = |wanted: fn(Outcome) -> bool| -> u64 {
                self.theories.iter().map(|theory| theory.count(place, wanted)).sum()
            };
            let (useless, all) = (count(is_useless), count(|_| true));
            // Nearly all: what a solver with few theories, or an old one, can answer is worth asking.
            if all > 0 && useless * 20 >= all * 19 {
                let (useless, all) = (grouped(useless), counted(all, "formula"));
                of_all.push(format!(
                    "{solver} refused or failed on {useless} of {all}: this hunt tests nothing of it; \
                     `{DOCTOR}` says what it supports"
                ));
            }
        }
        (of_theories.collect(), of_all)
    }
}

fn is_useless(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Rejected | Outcome::Flawed | Outcome::Crash | Outcome::OutOfMemory)
}

/// Returns the word for an outcome that leaves a formula open; `None` if it does not.
pub fn open_word(outcome: Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::SatOpen => "models left open by the standard",
        Outcome::SatUnread => "models that cannot be read",
        Outcome::SatTooLarge => "models that are too large to be judged",
        Outcome::Unknown => "unknown",
        Outcome::Timeout => "timeouts",
        Outcome::OutOfMemory => "out of memory",
        Outcome::Crash => "crashes",
        Outcome::InvalidModel => "answers taken back",
        Outcome::Rejected => "refused",
        Outcome::Flawed => "without an answer",
        Outcome::SatTrue
        | Outcome::SatFalse
        | Outcome::SatChosen
        | Outcome::Unsat
        | Outcome::UnsatProven => return None,
    })
}

/// Returns the word for an outcome that leaves this many formulas open: `timeout` for one.
fn counted_word(outcome: Outcome, count: u64) -> Option<&'static str> {
    let many = open_word(outcome)?;
    Some(match outcome {
        _ if count != 1 => many,
        Outcome::SatOpen => "model left open by the standard",
        Outcome::SatUnread => "model that cannot be read",
        Outcome::SatTooLarge => "model that is too large to be judged",
        Outcome::Timeout => "timeout",
        Outcome::Crash => "crash",
        Outcome::InvalidModel => "answer taken back",
        _ => many,
    })
}

/// `a`, `a and b`, `a, b and c`; how many there are, where nobody would read their names.
fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        many if many.len() > MOST_NAMES => format!("{} solvers", many.len()),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::judge::standing::{Standing, Standings};
    use crate::source::order::Place;
    use crate::store::{Reason, TrackId};

    fn theory() -> TheorySummary {
        let mut standings = Standings::default();
        (0..900).for_each(|_| standings.add(Standing::Agreed));
        (0..1100).for_each(|_| standings.add(Standing::ProvenSat));
        TheorySummary {
            name: "Ints".to_owned(),
            track: TrackId::for_tests(),
            asked: std::iter::once(0..2000).collect(),
            formulas: 2000,
            from_start: 2000,
            complete: Some((3, 1234)),
            sampled: None,
            scripts: None,
            missing: None,
            unreadable: Vec::new(),
            arbiter: None,
            climbing: 0,
            standings,
            tallies: vec![
                BTreeMap::from([(Outcome::SatTrue, 1100), (Outcome::Unsat, 900)]),
                BTreeMap::from([(Outcome::Unsat, 900), (Outcome::Rejected, 1100)]),
            ],
            reasons: vec![Vec::new(), Vec::new()],
            findings: BTreeMap::new(),
            wrong: 0,
        }
    }

    #[test]
    fn the_guarantee_says_what_was_done() {
        let solvers = ["z3".to_owned(), "cvc5".to_owned()];
        let mut theory = theory();
        assert_eq!(
            theory.guarantee(&solvers),
            "all 1,234 formulas of Ints up to size 3, and 766 larger ones: 1,100 proven sat, 900 \
             agreed unsat (asked: z3 and cvc5)"
        );
        assert_eq!(theory.left_open(&solvers), ["cvc5: 1,100 refused"]);
        assert!(!theory.is_clean(), "not beside 1,100 refusals");
        theory.tallies[1].insert(Outcome::Timeout, 1);
        assert_eq!(theory.left_open(&solvers), ["cvc5: 1 timeout, 1,100 refused"]);
        theory.tallies[1].remove(&Outcome::Timeout);
        theory.tallies[1].remove(&Outcome::Rejected);
        assert!(theory.is_clean());
        theory.wrong = 2;
        theory.arbiter = Some(1);
        assert!(!theory.is_clean());
        assert_eq!(
            theory.statement(&solvers),
            "1,100 proven sat, 900 agreed unsat (asked: z3; cvc5 was asked the 900 that this does \
             not settle); 2 of them have an answer that is proven wrong"
        );
        theory.formulas = 0;
        assert_eq!(theory.guarantee(&solvers), "Ints: nothing was asked yet");
    }

    #[test]
    fn the_most_frequent_reasons_of_unread_models_are_told() {
        let mut theory = theory();
        let excuse = |outcome, message: &str, count| Excuse {
            reason: Reason { outcome, message: message.to_owned(), count, number: 17 },
            first: Place::Index(17.into()),
        };
        assert!(theory.unread().is_empty());
        theory.reasons[0] = vec![
            excuse(Outcome::Unknown, "incomplete", 90),
            excuse(Outcome::SatUnread, "there is no `…` here", 9),
            excuse(Outcome::SatUnread, "there is none", 2),
        ];
        theory.reasons[1] =
            vec![excuse(Outcome::SatUnread, "a", 30), excuse(Outcome::SatUnread, "b", 1)];
        let told: Vec<(usize, u64)> =
            theory.unread().iter().map(|(place, excuse)| (*place, excuse.reason.count)).collect();
        assert_eq!(told, [(1, 30), (0, 9), (0, 2)]);
    }

    #[test]
    fn a_solver_that_refuses_more_than_a_tenth_is_told_in_its_own_words() {
        let solvers = vec!["z3".to_owned(), "cvc5".to_owned()];
        let mut summary = Summary { solvers, theories: vec![theory()] };
        let (of_theories, of_all) = summary.failures();
        let plain = "cvc5 gave no answer to 1,100 of 2,000 formulas of Ints (1,100 refused)";
        assert_eq!((&of_theories[..], &of_all[..]), (&[plain.to_owned()][..], &[][..]));
        let excuse = |outcome, message: &str, count| Excuse {
            reason: Reason { outcome, message: message.to_owned(), count, number: 17 },
            first: Place::Index(17.into()),
        };
        summary.theories[0].reasons[1] = vec![
            excuse(Outcome::Unknown, "incomplete", 2000),
            excuse(Outcome::Rejected, "", 1050),
            excuse(Outcome::Rejected, "no `div` at line N", 1000),
        ];
        assert_eq!(summary.theories[0].left_open(&summary.solvers), ["cvc5: 1,100 refused"]);
        let words = "; most often (1,000 times, first at index 17): no `div` at line N";
        assert_eq!(summary.failures().0, [format!("{plain}{words}")]);
        // A tenth is not more than a tenth; late answers count as refused ones do.
        let mut said = |refused, late| {
            let rest = 2000 - refused - late;
            summary.theories[0].tallies[1] = BTreeMap::from([
                (Outcome::Unsat, rest),
                (Outcome::Timeout, late),
                (Outcome::Rejected, refused),
            ]);
            summary.failures()
        };
        assert_eq!(said(100, 100).0.len(), 0);
        assert_eq!(said(100, 101).0.len(), 1);
        assert_eq!(said(2000, 0).1.len(), 1);
        assert_eq!(said(0, 2000).1.len(), 0, "who is late may know it later");
        said(100, 100);
        let refused = "cvc5: 100 timeouts, 100 refused (1,000 × no `div` at line N)";
        assert_eq!(summary.theories[0].left_open(&summary.solvers), [refused]);
    }
}
