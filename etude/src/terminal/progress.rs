//! Progress of something, while it lasts.

use std::time::{Duration, Instant};

use super::{Audience, Frame, screen};

/// The shortest time between two drawings on a terminal.
const PAUSE: Duration = Duration::from_millis(200);

/// The time between two lines in a log.
const LOG_PAUSE: Duration = Duration::from_secs(30);

/// A frame on a terminal that is drawn anew, or a line every half minute in a log.
pub(crate) struct Progress {
    audience: Audience,
    begin: Instant,
    /// The time when the next frame is due.
    due: Instant,
}

impl Progress {
    /// Begins now, for whoever reads stderr.
    pub fn new() -> Self {
        Self::of(Audience::of_stderr())
    }

    /// Begins now, for a terminal only.
    pub fn on_terminal() -> Self {
        Self::of(match Audience::of_stderr() {
            Audience::Log => Audience::Nobody,
            audience => audience,
        })
    }

    /// Begins with nobody who reads it.
    pub fn unseen() -> Self {
        Self::of(Audience::Nobody)
    }

    fn of(audience: Audience) -> Self {
        let begin = Instant::now();
        Self { audience, begin, due: begin + pause(audience) }
    }

    /// Begins anew. A log still speaks when it would have spoken: short parts of the work follow
    /// each other, and it need not speak in each.
    pub fn again(&mut self) {
        self.begin = Instant::now();
    }

    /// Returns true if a person watches.
    pub fn is_watched(&self) -> bool {
        self.audience == Audience::Terminal
    }

    /// Shows a frame if it is time to; `frame` is given the time since it began.
    pub fn show(&mut self, frame: impl FnOnce(Duration) -> Frame) {
        let now = Instant::now();
        if !self.is_due(now) {
            return;
        }
        let frame = frame(now - self.begin);
        match self.audience {
            Audience::Terminal => screen::draw(&frame),
            Audience::Log => screen::line(&frame.total),
            Audience::Nobody => {}
        }
    }

    /// Returns true if it is time to show something; then it is not for a while.
    fn is_due(&mut self, now: Instant) -> bool {
        if self.audience == Audience::Nobody || now < self.due {
            return false;
        }
        self.due = now + pause(self.audience);
        true
    }

    /// Leaves the terminal as it was.
    pub fn close(&self) {
        if self.audience == Audience::Terminal {
            screen::clear();
        }
    }
}

fn pause(audience: Audience) -> Duration {
    match audience {
        Audience::Terminal => PAUSE,
        Audience::Log | Audience::Nobody => LOG_PAUSE,
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The milliseconds of two minutes at which something is shown.
    fn shown(audience: Audience) -> Vec<u64> {
        let mut progress = Progress::of(audience);
        let begin = progress.begin;
        let times = (0..120_000).step_by(100);
        times.filter(|time| progress.is_due(begin + Duration::from_millis(*time))).collect()
    }

    #[test]
    fn a_log_gets_a_line_every_half_minute() {
        assert_eq!(shown(Audience::Log), [30_000, 60_000, 90_000]);
        assert_eq!(shown(Audience::Terminal)[..3], [200, 400, 600]);
        assert!(shown(Audience::Nobody).is_empty());
    }

    #[test]
    fn a_log_speaks_in_one_of_many_short_parts() {
        let mut progress = Progress::of(Audience::Log);
        let begin = progress.begin;
        let mut lines = 0;
        for second in 0..60 {
            progress.again();
            lines += usize::from(progress.is_due(begin + Duration::from_secs(second)));
        }
        assert_eq!(lines, 1);
    }
}
