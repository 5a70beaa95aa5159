//! After a program that runs solvers was killed, nothing of it is left.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod traces;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use solvers::{Limits, Solver};

/// Holds the command line that a program is to run; set only in the programs that are killed.
const COMMAND: &str = "ETUDE_TEST_COMMAND";

/// The command line of an animal.
fn animal(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo").join(name).display().to_string()
}

/// Starts this very program, so that it does nothing but [`ask_for_ever`].
fn start(command: &str, temp: &Path) -> Driver {
    let mut driver = Command::new(std::env::current_exe().unwrap());
    driver.args(["--exact", "ask_for_ever"]).env(COMMAND, command).env("TMPDIR", temp);
    Driver(driver.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// A program that was started, and does not outlive a test that fails.
struct Driver(Child);

impl Driver {
    fn kill(&mut self, signal: &str) {
        kill(signal, self.0.id());
        self.0.wait().unwrap();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program that is killed. Without a command to run it has nothing to do.
#[test]
fn ask_for_ever() {
    let Ok(command) = std::env::var(COMMAND) else { return };
    let solver = Solver::parse(&command).unwrap();
    let limits = Limits::of_time(Duration::from_secs(60));
    loop {
        solver.solve("(check-sat)\n", &limits).unwrap();
    }
}

/// Waits until `is_so`, for so long that only a fault takes longer.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what} did not happen");
        sleep(Duration::from_millis(10));
    }
}

/// The folders of runs in `temp`, by name.
fn runs(temp: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(temp).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("etude-run-")).collect()
}

/// Whatever was started with `temp` for its temporary files, and lives.
fn alive(temp: &Path) -> Vec<(u32, String)> {
    traces::started_with(&format!("TMPDIR={}", temp.display()))
}

fn kill(signal: &str, pid: u32) {
    assert!(Command::new("kill").arg(signal).arg(pid.to_string()).status().unwrap().success());
}

/// The signal of Ctrl-C; another that asks to end where whoever started the tests ignores it, as a
/// shell does for what it runs in the background.
fn interrupt() -> &'static str {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    if ignored & 0b10 == 0 { "-INT" } else { "-TERM" }
}

/// A program whose `command` runs as `processes` processes is gone with all of them, and with its
/// files, soon after `signal`.
fn check(command: &str, processes: usize, signal: &str) {
    let temp = tempfile::tempdir().unwrap();
    let mut driver = start(command, temp.path());
    let run = await_run(temp.path(), processes);
    driver.kill(signal);
    wait_until("the end of all", || {
        // Supervisors are copies of the driver, and wardens have its environment.
        traces::marked(&run).is_empty()
            && runs(temp.path()).is_empty()
            && alive(temp.path()).is_empty()
    });
}

/// Waits until a run in `temp` has this many processes, and returns the name of its folder.
fn await_run(temp: &Path, processes: usize) -> String {
    let folders = || runs(temp).into_iter().find(|name| !name.starts_with("etude-run-new-"));
    wait_until("a run", || folders().is_some());
    let run = folders().unwrap();
    wait_until("all processes", || traces::marked(&run).len() >= processes);
    run
}

#[test]
fn nothing_is_left_after_a_kill() {
    check(&animal("hangs"), 2, "-KILL");
    check(&animal("forks-and-hangs"), 4, "-KILL");
    check(&animal("forks-escapees-and-hangs"), 5, "-KILL");
    check(&animal("stops-itself"), 1, "-KILL");
}

#[test]
fn nothing_is_left_after_an_interrupt() {
    check(&animal("hangs"), 2, interrupt());
    check(&animal("forks-escapees-and-hangs"), 5, interrupt());
}

/// Neither the environment nor the parent says whose these are.
#[test]
fn nothing_is_left_of_those_who_hide() {
    check(&format!("env -i {}", animal("hangs")), 2, "-KILL");
    check(&format!("env -i sh -c '{} \"$0\"; :'", animal("hangs")), 3, "-KILL");
    check(&animal("forks-strangers-and-hangs"), 5, "-KILL");
    check(&animal("forks-strangers-and-hangs"), 5, interrupt());
}

/// If the one who cleans up is killed too, the next who comes cleans up.
#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let temp = tempfile::tempdir().unwrap();
    let command = animal("hangs");
    let mut first = start(&command, temp.path());
    let run = await_run(temp.path(), 2);
    let wardens = alive(temp.path()).into_iter().filter(|(_, line)| traces::is_warden(line));
    for (warden, _) in wardens.collect::<Vec<_>>() {
        kill("-KILL", warden);
    }
    first.kill("-KILL");
    wait_until("the end of its solver", || traces::marked(&run).is_empty());
    assert!(runs(temp.path()).contains(&run), "its folder is left");

    let mut second = start(&command, temp.path());
    wait_until("the sweep", || !runs(temp.path()).contains(&run));
    let mut third = start(&command, temp.path());
    wait_until("two runs", || runs(temp.path()).len() == 2);
    for driver in [&mut second, &mut third] {
        driver.kill("-KILL");
    }
    wait_until("the end of all", || alive(temp.path()).is_empty() && runs(temp.path()).is_empty());
}
