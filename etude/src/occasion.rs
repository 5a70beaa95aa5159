//! This machine, the time and the load, as a campaign keeps them of a run.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use campaign::{Occasion, RunId, Store};

use crate::cores::cores;

/// A run that is under way.
pub(crate) struct CurrentRun {
    pub id: RunId,
    occasion: Occasion,
}

impl CurrentRun {
    /// Notes in a campaign that a run begins here and now, with what was asked for.
    pub fn begin(store: &mut Store, plan: &str) -> Result<Self> {
        let occasion = Occasion {
            began: now(),
            ended: None,
            processor: processor(),
            cores: cores().get(),
            system: system(),
            load_at_begin: load(),
            load_at_end: None,
        };
        Ok(Self { id: store.begin_run_on(plan, &occasion)?, occasion })
    }

    /// Notes that it ends here and now.
    pub fn end(&self, store: &Store) -> Result<()> {
        let occasion =
            Occasion { ended: Some(now()), load_at_end: load(), ..self.occasion.clone() };
        Ok(store.keep_occasion(self.id, &occasion)?)
    }
}

/// Returns the seconds since 1970 (UTC); a clock that stands before that has none.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Returns the operating system with its release, as far as it tells:
/// `Debian GNU/Linux 12 (bookworm), Linux 6.1.0, x86_64`.
fn system() -> String {
    let release = fs::read_to_string("/etc/os-release").ok().and_then(|text| pretty_name(&text));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let kernel = kernel.map(|version| format!("Linux {}", version.trim()));
    let known: Vec<String> = release.into_iter().chain(kernel).collect();
    let system = if known.is_empty() { OS.to_owned() } else { known.join(", ") };
    format!("{system}, {ARCH}")
}

/// Returns what an `os-release` calls the system for people.
fn pretty_name(text: &str) -> Option<String> {
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

/// Returns the name of the processor, where Linux tells.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns how many processes wanted a core in the last minute, on average, where Linux tells.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_called_as_it_calls_itself() {
        let text = "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n";
        assert_eq!(pretty_name(text).as_deref(), Some("Debian GNU/Linux 12 (bookworm)"));
        assert_eq!(pretty_name("PRETTY_NAME=Void\n").as_deref(), Some("Void"));
        assert_eq!(pretty_name("NAME=x\n"), None);
        assert!(system().ends_with(ARCH), "{}", system());
    }
}
