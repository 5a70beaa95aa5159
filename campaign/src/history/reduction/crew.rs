//! Candidates to all cores at once, in such a way that nobody sees that there are several.
//!
//! The first candidate in order that will do is taken, whichever was looked at first; what was
//! begun beyond it is looked at in vain, but its answer is remembered. So the result depends on the
//! answers alone, not on the number of cores.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mutation::{Candidate, Reduction, Stage};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use solvers::StartError;

/// The longest time between two looks at whether to stop.
const PAUSE: Duration = Duration::from_millis(50);

/// Whether a script will do, as one thread finds out.
pub(super) trait Test: Send {
    /// Looks at a script. `Some` if it will do, with a model of it if one is known.
    fn test(&mut self, text: &str, witness: Option<&str>) -> Result<Option<Shown>, StartError>;
}

/// A script that will do.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// A model under which it is true, where that matters.
    pub witness: Option<String>,
}

/// Progress of a reduction. People read it as `100 → 38 bytes, 82 scripts tried`.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The bytes of the script at first.
    pub bytes_before: usize,
    /// The bytes of the script now.
    pub bytes: usize,
    /// Number of scripts that were tried.
    pub calls: u64,
    /// Number of them that were taken.
    pub steps: u64,
    /// The stage that is under way.
    pub stage: Stage,
}

/// Someone who watches a reduction, and may stop it. Ctrl-C makes its `halt` true.
pub struct Watch<'a> {
    /// Whether to stop with what there is.
    pub halt: &'a dyn Fn() -> bool,
    /// Told after every answer.
    pub tell: &'a mut dyn FnMut(Progress),
}

/// A script that was taken.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub text: String,
    pub witness: Option<String>,
}

/// Result of some time with a reduction.
#[derive(Debug, Default)]
pub(super) struct Course {
    /// The scripts that were taken, the last one last.
    pub taken: Vec<Taken>,
    /// Number of scripts that were tried.
    pub calls: u64,
    /// Whether it was stopped.
    pub is_stopped: bool,
}

/// Digests of scripts, so that what is remembered is short.
type Key = [u8; 32];

struct Job {
    epoch: u64,
    key: Key,
    candidate: Candidate,
}

struct Reply {
    key: Key,
    /// `None` if it was not looked at any more.
    answer: Option<Result<Option<Shown>, StartError>>,
}

/// A candidate whose turn has not come yet, with its answer once it is there.
struct Waiting {
    key: Key,
    candidate: Candidate,
}

/// Reduces as far as it goes, or until it is told to stop: one thread for each of the tests.
pub(super) fn run<T: Test>(
    reduction: &mut Reduction,
    tests: &mut [T],
    before: &Course,
    bytes_before: usize,
    watch: &mut Watch<'_>,
) -> Result<Course, StartError> {
    let epoch = AtomicU64::new(0);
    let (jobs, taken_jobs) = channel::<Job>();
    let taken_jobs = Mutex::new(taken_jobs);
    let (replies, all_replies) = channel::<Reply>();
    let threads = tests.len();
    thread::scope(|scope| {
        for test in tests {
            let (epoch, jobs, replies) = (&epoch, &taken_jobs, replies.clone());
            scope.spawn(move || work(test, epoch, jobs, &replies));
        }
        let mut course = Course::default();
        let desk = Desk { epoch: &epoch, jobs, replies: all_replies, threads };
        let mut progress = |course: &Course, reduction: &Reduction| {
            let steps = (before.taken.len() + course.taken.len()) as u64;
            let (bytes, stage) = (reduction.text().len(), reduction.stage());
            let calls = before.calls + course.calls;
            (watch.tell)(Progress { bytes_before, bytes, calls, steps, stage });
            (watch.halt)()
        };
        let ended = desk.lead(reduction, &mut course, &mut progress);
        // Whoever is still at work ends soon: nobody waits for jobs that are of an earlier time.
        epoch.fetch_add(1, Ordering::Relaxed);
        drop(desk);
        ended.map(|()| course)
    })
}

fn work<T: Test>(
    test: &mut T,
    epoch: &AtomicU64,
    jobs: &Mutex<Receiver<Job>>,
    replies: &Sender<Reply>,
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { epoch: of, key, candidate }) = job else { return };
        let is_wanted = of == epoch.load(Ordering::Relaxed);
        let answer = is_wanted.then(|| test.test(&candidate.text, candidate.witness.as_deref()));
        if replies.send(Reply { key, answer }).is_err() {
            return;
        }
    }
}

/// The place where candidates are handed out, and answers come in.
struct Desk<'a> {
    epoch: &'a AtomicU64,
    jobs: Sender<Job>,
    replies: Receiver<Reply>,
    threads: usize,
}

impl Desk<'_> {
    fn lead(
        &self,
        reduction: &mut Reduction,
        course: &mut Course,
        progress: &mut dyn FnMut(&Course, &Reduction) -> bool,
    ) -> Result<(), StartError> {
        let mut known: FxHashMap<Key, Option<Shown>> = FxHashMap::default();
        let mut waiting: VecDeque<Waiting> = VecDeque::new();
        let (mut at_work, mut is_through) = (0, false);
        loop {
            if progress(course, reduction) {
                course.is_stopped = true;
                return Ok(());
            }
            while at_work < self.threads && !is_through {
                let Some(candidate) = reduction.next_candidate() else {
                    is_through = true;
                    break;
                };
                let key: Key = Sha256::digest(candidate.text.as_bytes()).into();
                match known.get(&key) {
                    Some(None) => continue,
                    Some(Some(_)) => {}
                    // The same text is at work or waits: its answer is that of the first.
                    None if waiting.iter().any(|it| it.key == key) => continue,
                    None => {
                        let epoch = self.epoch.load(Ordering::Relaxed);
                        let job = Job { epoch, key, candidate: candidate.clone() };
                        self.jobs.send(job).expect("the workers wait for jobs");
                        at_work += 1;
                    }
                }
                waiting.push_back(Waiting { key, candidate });
            }
            while let Some(front) = waiting.front() {
                let Some(answer) = known.get(&front.key) else { break };
                let candidate = waiting.pop_front().expect("it was there").candidate;
                let Some(Shown { witness }) = answer.clone() else { continue };
                reduction.accept(&candidate, witness.as_deref());
                course.taken.push(Taken { text: candidate.text, witness });
                self.epoch.fetch_add(1, Ordering::Relaxed);
                waiting.clear();
                is_through = false;
            }
            if waiting.is_empty() && is_through {
                return Ok(());
            }
            if waiting.is_empty() && at_work < self.threads {
                continue;
            }
            match self.replies.recv_timeout(PAUSE) {
                Ok(Reply { key, answer }) => {
                    at_work -= 1;
                    if let Some(answer) = answer {
                        course.calls += 1;
                        known.insert(key, answer?);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("a sender is held by `run`"),
            }
        }
    }
}
