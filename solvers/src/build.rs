//! The build of a program beside its version: the commit, and the day.

use crate::day::Day;
use crate::invocation::Invocation;
use crate::path::question_of;
use crate::program::ask;
use crate::solver::Solver;

/// Build of a program, as far as the program tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The commit of its sources, such as `51fcb10b2ff0`.
    pub commit: Option<String>,
    /// The day on which it was built.
    pub day: Option<Day>,
}

impl Build {
    /// Asks a solver of a known family; of one that does not answer nothing is known. Libraries that
    /// etude hosts have no program that could be asked.
    pub fn said_by(solver: &Solver) -> Self {
        let question =
            question_of(solver).filter(|_| matches!(solver.command, Invocation::Program(_)));
        let said = question.and_then(|question| ask(&solver.command.words(), question).ok());
        said.map_or_else(Self::default, |said| Self::read(&said.out))
    }

    /// Reads what a program prints when it is asked for its version.
    fn read(text: &str) -> Self {
        let words: Vec<&str> =
            text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty()).collect();
        let commit = words.iter().find(|word| is_commit(word)).map(|&word| word.to_owned());
        let day = words.windows(3).find_map(|words| day([words[0], words[1], words[2]]));
        Self { commit, day }
    }
}

/// Whether a word is the beginning of a digest: `51fcb10b2ff0`. One of digits alone may be a date.
fn is_commit(word: &str) -> bool {
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (7..=40).contains(&word.len())
        && word.bytes().all(is_hex)
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Reads a day as compilers write it, `Apr 5 2024`, or as calendars do, `2024 04 05`.
fn day([one, two, three]: [&str; 3]) -> Option<Day> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let number = |word: &str| word.parse::<u8>().ok();
    let built = |year: &str, month: u8, date: &str| {
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        Day::new(year, month, number(date)?).filter(|_| year >= 2000)
    };
    match MONTHS.into_iter().position(|month| month == one) {
        Some(month) => built(three, u8::try_from(month + 1).ok()?, two),
        None => built(one, number(two)?, three),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_tell_their_builds() {
        for (text, commit, day) in [
            ("Z3 version 5.4.0 - 64 bit\n", None, None),
            (
                "Z3 version 4.8.8 - 64 bit - build hashcode ad55a1f1c617\n",
                Some("ad55a1f1c617"),
                None,
            ),
            (
                "This is cvc5 version 1.1.2-dev.12.5a51f1d [git 5a51f1d20b on branch main]\n\
                 compiled with GCC version 11.4.0\non Apr  5 2024 12:00:11\n",
                Some("5a51f1d"),
                Some("2024-04-05"),
            ),
            (
                "This is cvc5 version 1.2.0 [git tag 1.2.0 branch HEAD]\ncompiled with GCC version \
                 12.2.1 20221121\non Aug  8 2024 03:04:05\n",
                None,
                Some("2024-08-08"),
            ),
            (
                "Yices 2.6.5\nLinked with GMP 6.3.0\nBuild date: 2024-09-30\nPlatform: x86_64\n\
                 Revision: 9ac3ffb4ad8e1a3e\n",
                Some("9ac3ffb4ad8e1a3e"),
                Some("2024-09-30"),
            ),
            ("0.5.0-dev-main@8bdaf2a\n", Some("8bdaf2a"), None),
            (
                "MathSAT5 version 5.6.10 (d2ee8b8b0d5a) (Mar  9 2023 10:11:12, gmp 6.2.1)\n",
                Some("d2ee8b8b0d5a"),
                Some("2023-03-09"),
            ),
        ] {
            let build = Build::read(text);
            assert_eq!(build.commit.as_deref(), commit, "{text}");
            assert_eq!(build.day.map(|day| day.to_string()).as_deref(), day, "{text}");
        }
    }
}
