//! A table of what was measured: one line per figure.

use anyhow::{Result, bail};

use crate::page::{Form, heading};

/// Value that is to be reached.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// Nothing: printed beside its yardstick, to be read.
    None,
}

/// One line.
pub(crate) struct Figure {
    pub(crate) what: String,
    pub(crate) measured: f64,
    pub(crate) unit: &'static str,
    /// Best value of the same machine, in the same unit.
    pub(crate) yardstick: Option<f64>,
    pub(crate) goal: Goal,
}

/// Rows that were printed so far.
pub(crate) struct Table {
    form: Form,
    missed: usize,
}

impl Table {
    /// A table that is printed line by line. On a page the command that prints it stands above it, and a
    /// sentence on what it is about.
    #[expect(clippy::print_stdout, reason = "the table is the output")]
    pub(crate) fn new(form: Form, command: &str, about: &str) -> Self {
        if form == Form::Markdown {
            print!("{}", heading(command, about));
            println!("| what | measured | yardstick | ratio | goal | |\n|---|--:|--:|--:|--:|---|");
        }
        Self { form, missed: 0 }
    }

    pub(crate) fn yardstick(&self, what: &str, measured: f64) {
        self.print(what, &format!("{measured:.2} GB/s"), "", "", "", "");
    }

    /// A figure to compare others with, in a unit of its own.
    pub(crate) fn figure(&self, what: &str, measured: f64, unit: &str) {
        self.print(what, &format!("{measured:.3} {unit}"), "", "", "", "");
    }

    pub(crate) fn at_most(&mut self, what: String, measured: f64, unit: &'static str, most: f64) {
        self.add(Figure { what, measured, unit, yardstick: None, goal: Goal::AtMost(most) });
    }

    pub(crate) fn add(&mut self, figure: Figure) {
        let Figure { what, measured, unit, yardstick, goal } = figure;
        let (goal, is_met) = match goal {
            Goal::AtLeast(goal) => (format!(">= {goal:.2}"), Some(measured >= goal)),
            Goal::AtMost(goal) => (format!("<= {goal:.2}"), Some(measured <= goal)),
            Goal::None => (String::new(), None),
        };
        self.missed += usize::from(is_met == Some(false));
        let ratio =
            yardstick.map_or_else(String::new, |yardstick| format!("{:.2}", measured / yardstick));
        self.print(
            &what,
            &format!("{measured:.3} {unit}"),
            &yardstick.map_or_else(String::new, |yardstick| format!("{yardstick:.2}")),
            &ratio,
            &goal,
            is_met.map_or("", |is_met| if is_met { "met" } else { "MISSED" }),
        );
    }

    #[expect(clippy::print_stdout, reason = "the table is the output")]
    fn print(
        &self,
        what: &str,
        measured: &str,
        yardstick: &str,
        ratio: &str,
        goal: &str,
        met: &str,
    ) {
        match self.form {
            Form::Columns => {
                println!("{what:<52} {measured:>14} {yardstick:>9} {ratio:>6} {goal:>9} {met}");
            }
            Form::Markdown => {
                // A pipe in a command would end its cell.
                let what = what.replace('|', "\\|");
                println!("| {what} | {measured} | {yardstick} | {ratio} | {goal} | {met} |");
            }
        }
    }

    /// Fails if a goal was missed.
    pub(crate) fn finish(self) -> Result<()> {
        if self.missed > 0 {
            bail!("{} goals are missed; is the machine busy?", self.missed);
        }
        Ok(())
    }
}
