//! Every animal of `tests/zoo/` gets the verdict that its header says, in a
//! fresh process and in a session, within its time and half a second; and
//! nothing of it is left.
//!
//! What a busy machine does to any process it does to these: they get as much
//! longer as a process that does nothing was seen to take.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod traces;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use solvers::{Answer, Family, Input, Limits, Session, Solver, Verdict, parse_memory};

const SCRIPT: &str = "(declare-const a Bool)\n(assert a)\n(check-sat)\n";

/// Time that a run may take beyond its limit.
const GRACE: Duration = Duration::from_millis(500);
/// Time that a process of a session may take to start, beyond that.
const START: Duration = Duration::from_secs(2);

struct Animal {
    path: PathBuf,
    verdict: String,
    /// Most time on an idle machine.
    time: Duration,
    /// The same, if that is what ends it. If not, time is no matter to it, and it gets enough,
    /// so that it has its verdict on a busy machine too.
    limits: Limits,
}

impl Animal {
    fn name(&self) -> String {
        self.path.file_name().unwrap().to_string_lossy().into_owned()
    }

    /// The animal as a z3, so that it has sessions.
    fn solver(&self) -> Solver {
        Solver::new(vec![OsString::from(&self.path)]).with_family(Family::Z3)
    }
}

fn animals() -> Vec<Animal> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let animals: Vec<Animal> = paths
        .into_iter()
        .filter(|path| path.file_name().unwrap() != "keeper")
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let header = |name: &str| {
                let prefix = format!("# {name}: ");
                text.lines().find_map(|line| line.strip_prefix(&prefix)).map(str::to_owned)
            };
            let verdict = header("verdict");
            let verdict = verdict.unwrap_or_else(|| panic!("{} has no verdict", path.display()));
            let seconds = header("seconds").map_or(1, |seconds| seconds.parse().unwrap());
            let time = Duration::from_secs(seconds);
            let limits = Limits {
                wall: if verdict == "timeout" { time } else { time * 10 },
                memory: header("memory").map(|memory| parse_memory(&memory).unwrap()),
                output: 1 << 20,
            };
            Animal { path, verdict, time, limits }
        })
        .collect();
    assert!(animals.len() > 40, "the zoo is almost empty");
    animals
}

/// Measure of how busy the machine is: the longest that a process that does nothing took so far.
#[derive(Default)]
struct Canary {
    longest: Mutex<Duration>,
    is_over: AtomicBool,
}

impl Canary {
    /// Starts one process after another until it is over.
    fn sing(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let start = Instant::now();
            assert!(Command::new("sh").args(["-c", ":"]).status().unwrap().success());
            let mut longest = self.longest.lock().unwrap();
            *longest = longest.max(start.elapsed());
            drop(longest);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the time that the machine may add to a run, which starts a process, waits for what
    /// it does, ends it, and looks for what is left of it.
    fn delay(&self) -> Duration {
        *self.longest.lock().unwrap() * 4
    }
}

/// Returns what is wrong with the answer, if anything.
fn check(
    animal: &Animal,
    way: &str,
    allowed: Duration,
    canary: &Canary,
    ask: impl FnOnce() -> Answer,
) -> Vec<String> {
    let start = Instant::now();
    let answer = ask();
    let took = start.elapsed();
    let mut wrong = Vec::new();
    if answer.verdict.to_string() != animal.verdict {
        wrong.push(format!("expected {}, found {answer:.300?}", animal.verdict));
    }
    let allowed = allowed + GRACE + canary.delay();
    if took > allowed {
        wrong.push(format!("took {took:?}, more than {allowed:?}"));
    }
    if answer.stdout.len() + answer.stderr.len() > (1 << 20) + (1 << 17) {
        wrong.push("more output was kept than may be".to_owned());
    }
    wrong.into_iter().map(|wrong| format!("{}, {way}: {wrong}", animal.name())).collect()
}

/// Returns what `test` finds wrong with all animals, a few at a time: most of them sleep.
fn for_all(test: impl Fn(&Animal, &Canary) -> Vec<String> + Sync) -> Vec<String> {
    let animals = animals();
    let next = AtomicUsize::new(0);
    let canary = Canary::default();
    let work = || {
        let mut wrong = Vec::new();
        while let Some(animal) = animals.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(test(animal, &canary));
        }
        wrong
    };
    thread::scope(|scope| {
        scope.spawn(|| canary.sing());
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        let found: Vec<_> = workers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        canary.is_over.store(true, Ordering::Relaxed);
        found.into_iter().flat_map(Result::unwrap).collect()
    })
}

#[test]
fn every_animal_is_known_by_its_deeds() {
    let mut wrong = for_all(|animal, canary| {
        let fresh = |input| {
            check(animal, &format!("fresh by {input:?}"), animal.time, canary, || {
                animal.solver().with_input(input).solve(SCRIPT, &animal.limits).unwrap()
            })
        };
        [fresh(Input::File), fresh(Input::Stdin)].concat()
    });
    wrong.extend(for_all(|animal, canary| {
        let mut session = Session::new(animal.solver(), animal.limits);
        let mut ask = |turn: &str| {
            // A script whose process ended before its time is asked again.
            let is_over = animal.verdict == "timeout" && !animal.name().starts_with("closes");
            let allowed = START + animal.time * if is_over { 1 } else { 2 };
            check(animal, &format!("{turn} of a session"), allowed, canary, || {
                session.solve(SCRIPT).unwrap()
            })
        };
        [ask("first script"), ask("second script")].concat()
    }));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    nothing_is_left();
}

/// Set only in the program that [`escapees_are_found_in_a_container`] starts.
const IN_CONTAINER: &str = "ETUDE_TEST_IN_CONTAINER";

/// Elsewhere it has nothing to do: [`every_animal_is_known_by_its_deeds`] sees the same animals.
#[test]
fn in_a_container() {
    if std::env::var_os(IN_CONTAINER).is_none() {
        return;
    }
    for animal in animals().iter().filter(|animal| animal.name().starts_with("forks-")) {
        let answer = animal.solver().solve(SCRIPT, &animal.limits).unwrap();
        assert_eq!(answer.verdict.to_string(), animal.verdict, "{}", animal.name());
        let answer = Session::new(animal.solver(), animal.limits).solve(SCRIPT).unwrap();
        assert_eq!(answer.verdict.to_string(), animal.verdict, "{}", animal.name());
    }
    nothing_is_left();
}

/// Among processes numbered anew, the leader of our session lives outside and has no number,
/// and neither has the one who would wait for orphans.
#[test]
fn escapees_are_found_in_a_container() {
    let contained = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]);
        command.arg(program).args(arguments).env(IN_CONTAINER, "1").output()
    };
    if !contained(Path::new("true"), &[]).is_ok_and(|output| output.status.success()) {
        // Past the capture of the test harness: a person should see it.
        writeln!(io::stderr(), "not tried: no container can be made here").unwrap();
        return;
    }
    let this = std::env::current_exe().unwrap();
    let output = contained(&this, &["--exact", "in_a_container"]).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn nothing_is_left() {
    // Other tests of this program have processes too, but not for long.
    let start = Instant::now();
    let mut left = traces::descendants_of(std::process::id());
    while !left.is_empty() && start.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(100));
        left = traces::descendants_of(std::process::id());
    }
    assert!(left.is_empty(), "left behind: {left:?}");
    let dead = traces::dead_children_of(std::process::id());
    assert!(dead.is_empty(), "never waited for: {dead:?}");
    let folders = traces::scratch_folders_of(std::process::id());
    assert_eq!(folders.len(), 1, "{folders:?}");
    for folder in folders {
        let files: Vec<PathBuf> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(files.is_empty(), "{} holds {files:?}", folder.display());
        let mark = folder.file_name().unwrap().to_string_lossy().into_owned();
        let left = traces::marked(&mark);
        assert!(left.is_empty(), "left behind: {left:?}");
    }
    // The animal `leaves-files` leaves this one.
    assert!(!Path::new("leaves-files.trace").exists(), "solvers write beside our files");
}

#[test]
fn a_program_that_is_not_there_is_an_error_and_no_verdict() {
    let solver = Solver::parse("./no/such/solver").unwrap();
    let error = solver.solve(SCRIPT, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("./no/such/solver"), "{error}");
    let error = Session::new(solver.with_family(Family::Z3), Limits::default()).solve(SCRIPT);
    assert!(error.is_err());
}

#[test]
fn a_session_serves_many_and_says_when_it_was_replaced() {
    let animals = animals();
    let well = animals.iter().find(|animal| animal.name() == "well").unwrap();
    let mut session = Session::new(well.solver(), Limits::default());
    for _ in 0..20 {
        let answer = session.solve(SCRIPT).unwrap();
        assert_eq!((answer.verdict, answer.status, answer.in_session), (Verdict::Sat, None, None));
    }
    let dies = animals.iter().find(|animal| animal.name() == "dies-by-segv").unwrap();
    let answer = Session::new(dies.solver(), Limits::default()).solve(SCRIPT).unwrap();
    assert_eq!(answer.in_session.as_ref(), Some(&answer.verdict));
}
