//! Threads that ask one space at the same time, while its tables grow.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::grammars::{project, read_grammar};
use feat_runtime::{Index, Layout, Size, Space};

/// A text makes small texts for later ones, which looks at the tables; meanwhile another thread
/// waits to make them longer. If the first held them, neither could go on.
#[test]
fn texts_and_growing_tables_do_not_wait_for_each_other() {
    let rtg = read_grammar(&project().join("grammars/Ints.g4"));
    let (done, all) = channel();
    // Detached, so that a deadlock fails the test instead of hanging it.
    thread::spawn(move || {
        for _ in 0..30 {
            let space = Space::new(rtg.clone());
            // Small indices are found in the tables as they are.
            let _ = space.count(Size(3));
            thread::scope(|scope| {
                scope.spawn(|| {
                    for number in 0..200_u64 {
                        let text = space.text(&Index::from(number * 7), Layout::Smtlib);
                        assert!(text.is_some());
                    }
                });
                scope.spawn(|| {
                    for size in 4..60 {
                        let _ = space.count(Size(size));
                    }
                });
            });
        }
        let _ = done.send(());
    });
    let finished = all.recv_timeout(Duration::from_secs(60));
    assert_eq!(finished, Ok(()), "threads wait for each other");
}
