//! Times as people read them: how finely depends on where they stand.
//!
//! | function | for | example |
//! |---|---|---|
//! | [`milliseconds`] | one answer beside another | `0.4 ms`, `1500.0 ms` |
//! | [`brief`] | an answer in an issue | `40 ms`, `1.2 s` |
//! | [`fine`] | tables of a report | `3.2 ms`, `1.25 s`, `4 min 10 s`, `2 h 05 min` |
//! | [`rough`] | what is left of a run | `99 s`, `10 min`, `2.5 h` |
//! | [`foreseen`] | what work will take | `40 ms`, `90 s`, `12 min`, `3 h`, `2 days` |

use std::time::Duration;

/// Returns a time in milliseconds, with one digit after the point: `0.4 ms`.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Returns a number of seconds in one of two units: `40 ms`, `1.2 s`.
pub fn brief(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1000.0) } else { format!("{seconds:.1} s") }
}

/// Returns a number of seconds in the units that suit it: `3.2 ms`, `1.25 s`, `4 min 10 s`,
/// `2 h 05 min`.
pub fn fine(seconds: f64) -> String {
    if seconds < 0.0095 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 0.9995 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 120.0 {
        format!("{seconds:.2} s")
    } else if seconds < 7200.0 {
        format!("{:.0} min {:02.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor())
    } else {
        let minutes = (seconds / 60.0).floor();
        format!("{:.0} h {:02.0} min", (minutes / 60.0).floor(), minutes % 60.0)
    }
}

/// Returns a number of seconds in one unit: `99 s`, `10 min`, `2.5 h`.
pub fn rough(seconds: f64) -> String {
    if seconds < 100.0 {
        format!("{seconds:.0} s")
    } else if seconds < 6000.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3600.0)
    }
}

/// Returns a time in one unit, rounded down: `40 ms`, `90 s`, `12 min`, `3 h`, `2 days`.
pub fn foreseen(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        seconds @ 1..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds @ 7200..172_800 => format!("{} h", seconds / 3600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        for (given, expected) in [
            (0.00123, "1.2 ms"),
            (0.0421, "42 ms"),
            (0.9999, "1.00 s"),
            (61.5, "61.50 s"),
            (125.0, "2 min 05 s"),
            (7500.0, "2 h 05 min"),
        ] {
            assert_eq!(fine(given), expected);
        }
        assert_eq!([0.04, 1.23].map(brief), ["40 ms", "1.2 s"]);
        assert_eq!([99.0, 600.0, 9000.0].map(rough), ["99 s", "10 min", "2.5 h"]);
        let times = [40, 90_000, 720_000, 10_800_000, 172_800_000].map(Duration::from_millis);
        assert_eq!(times.map(foreseen), ["40 ms", "90 s", "12 min", "3 h", "2 days"]);
        assert_eq!(milliseconds(times[0]), "40.0 ms");
    }
}
