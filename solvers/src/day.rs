//! Days of the calendar: when a solver was built, which orders its releases.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;

use crate::invocation::Invocation;
use crate::solver::Solver;

const SECONDS: u64 = 24 * 60 * 60;

/// A day of the calendar (UTC), written `2024-02-24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    date: u8,
}

impl Day {
    /// The day with these numbers, if there is one since 1970.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        (year >= 1970 && (1..=days).contains(&day)).then_some(Self { year, month, date: day })
    }

    /// The day on which a time lies.
    pub fn of(time: SystemTime) -> Option<Self> {
        let days = i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_secs() / SECONDS).ok()?;
        // Years are counted from March, so that the leap day is a year's last.
        let days = days + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        Self::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
    }

    /// Its first moment.
    pub fn start(self) -> SystemTime {
        let (year, month) = (u64::from(self.year), u64::from(self.month));
        let year = if month <= 2 { year - 1 } else { year };
        let from_march = if month > 2 { month - 3 } else { month + 9 };
        let of_year = (153 * from_march + 2) / 5 + u64::from(self.date) - 1;
        let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
        UNIX_EPOCH + Duration::from_secs(days * SECONDS)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.date)
    }
}

/// A text that is no day. `2026-13-01` is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a day: write it as in 2024-02-24")]
pub struct DayError {
    text: String,
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        let wrong = || DayError { text: text.to_owned() };
        let mut parts = text.splitn(3, '-');
        let mut next = || parts.next().and_then(|part| part.parse::<u16>().ok()).ok_or_else(wrong);
        let (year, month, day) = (next()?, next()?, next()?);
        let narrow = |number: u16| u8::try_from(number).map_err(|_| wrong());
        Self::new(year, narrow(month)?, narrow(day)?).ok_or_else(wrong)
    }
}

impl Solver {
    /// The day on which it was built, as far as its file tells: what a wheel or a package of the
    /// system says of its files, or when somebody compiled it.
    pub fn built(&self) -> Option<Day> {
        let path = match &self.command {
            Invocation::Hosted { folder, .. } => folder,
            Invocation::Program(words) => Path::new(words.first()?),
        };
        // Archives that keep no times say 1980.
        changed(path).and_then(Day::of).filter(|day| day.year >= 2000)
    }
}

/// Returns the time at which a file was last written; of a folder, that of the newest library in it: a
/// receipt beside them says when they were installed.
fn changed(path: &Path) -> Option<SystemTime> {
    let data = fs::metadata(path).ok()?;
    if !data.is_dir() {
        return data.modified().ok();
    }
    let files = fs::read_dir(path).ok()?.filter_map(|file| Some(file.ok()?.path()));
    let is_other = |file: &Path| {
        file.extension().is_some_and(|ending| ["py", "toml"].map(OsStr::new).contains(&ending))
    };
    files.filter(|file| !is_other(file)).filter_map(|it| changed(&it)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_as_old_as_its_libraries_and_not_as_its_receipt() {
        let folder = tempfile::tempdir().unwrap();
        let old = Day::new(2024, 2, 24).unwrap();
        fs::create_dir(folder.path().join("libs")).unwrap();
        fs::File::create(folder.path().join("libs/libsolver.so.1"))
            .and_then(|file| file.set_modified(old.start()))
            .unwrap();
        for other in ["receipt.toml", "__init__.py"] {
            fs::write(folder.path().join(other), "today").unwrap();
        }
        assert_eq!(changed(folder.path()).and_then(Day::of), Some(old));
    }

    #[test]
    fn days_are_counted_as_calendars_do() {
        for (seconds, text) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_708_732_800, "2024-02-24"),
            (1_709_164_800, "2024-02-29"),
            (1_735_603_200, "2024-12-31"),
        ] {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            let day = Day::of(time + Duration::from_secs(SECONDS - 1)).unwrap();
            assert_eq!(day.to_string(), text);
            assert_eq!(day.start(), time);
            assert_eq!(text.parse(), Ok(day));
        }
        for text in ["", "2024", "2024-13-01", "2023-02-29", "2024-02-30", "24-02-xx", "1969-01-01"]
        {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_folder_is_as_new_as_its_newest_library() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, day: &str| {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(day.parse::<Day>().unwrap().start()).unwrap();
        };
        put("libone.so", "2021-05-06");
        put("libtwo.so", "2022-07-08");
        put("__init__.py", "2026-01-01");
        assert_eq!(changed(folder.path()).and_then(Day::of), "2022-07-08".parse().ok());
    }
}
