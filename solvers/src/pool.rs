//! Many scripts to one solver at once, answers in the scripts' order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::fresh::StartError;
use crate::session::Session;
use crate::verdict::Answer;

/// Sessions side by side, each with its own process. `etude hunt --jobs 2` keeps two for each
/// solver.
#[derive(Debug)]
pub struct SessionPool {
    jobs: Option<Sender<Job>>,
    /// Whether nobody will read further answers.
    is_closed: Arc<AtomicBool>,
    workers: Vec<JoinHandle<()>>,
}

/// A script, and where its answer goes.
struct Job {
    script: String,
    reply: Sender<Result<Answer, StartError>>,
}

/// Channel on which the answer to a script arrives.
type Reply = Receiver<Result<Answer, StartError>>;

/// Number of scripts that are under way for each session: enough that none waits for one that takes
/// long, few enough that memory is no matter.
const AHEAD: usize = 16;

impl SessionPool {
    /// A pool of `sessions` sessions, each made by `make`.
    pub fn new(sessions: NonZeroUsize, mut make: impl FnMut() -> Session) -> Self {
        let (jobs, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let is_closed = Arc::new(AtomicBool::new(false));
        let workers = (0..sessions.get())
            .map(|_| {
                let session = make();
                let (receiver, is_closed) = (Arc::clone(&receiver), Arc::clone(&is_closed));
                thread::spawn(move || work(session, &receiver, &is_closed))
            })
            .collect();
        Self { jobs: Some(jobs), is_closed, workers }
    }

    /// The scripts with their answers, in the order of the scripts.
    ///
    /// Scripts are taken from the iterator as answers are taken from the
    /// result, and some way ahead; so it may be endless.
    pub fn solve_all<S>(&self, scripts: S) -> PoolAnswers<'_, S::IntoIter>
    where
        S: IntoIterator,
        S::Item: AsRef<str>,
    {
        PoolAnswers { pool: self, scripts: scripts.into_iter().fuse(), under_way: VecDeque::new() }
    }

    fn send(&self, script: &str) -> Reply {
        let (reply, answer) = channel();
        if let Some(jobs) = &self.jobs {
            // Workers end only after the pool, so there is always one to take it.
            let _ = jobs.send(Job { script: script.to_owned(), reply });
        }
        answer
    }
}

impl Drop for SessionPool {
    fn drop(&mut self) {
        // Scripts that were sent ahead need no answer any more.
        self.is_closed.store(true, Ordering::Relaxed);
        self.jobs = None;
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

fn work(mut session: Session, jobs: &Mutex<Receiver<Job>>, is_closed: &AtomicBool) {
    while !is_closed.load(Ordering::Relaxed) {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { script, reply }) = job else { return };
        // Whoever asked may not want to know any more.
        let _ = reply.send(session.solve(&script));
    }
}

/// Answers in the order of their scripts; see [`SessionPool::solve_all`]. Two scripts may
/// give `sat` and `timeout`.
pub struct PoolAnswers<'p, S: Iterator> {
    pool: &'p SessionPool,
    scripts: std::iter::Fuse<S>,
    under_way: VecDeque<(S::Item, Reply)>,
}

impl<S: Iterator> Iterator for PoolAnswers<'_, S>
where
    S::Item: AsRef<str>,
{
    type Item = (S::Item, Result<Answer, StartError>);

    fn next(&mut self) -> Option<Self::Item> {
        let most = self.pool.workers.len() * AHEAD;
        while self.under_way.len() < most
            && let Some(script) = self.scripts.next()
        {
            let answer = self.pool.send(script.as_ref());
            self.under_way.push_back((script, answer));
        }
        let (script, answer) = self.under_way.pop_front()?;
        let gone = || StartError {
            command: "a session of the pool".to_owned(),
            reason: std::io::Error::other("its thread is gone"),
        };
        Some((script, answer.recv().unwrap_or_else(|_| Err(gone()))))
    }
}
