//! One index measured in a process of its own, so that its tables and memory are its own.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use feat_runtime::Index;

use crate::spaces::space;

/// Numbers that [`measure_index`] printed.
pub(crate) struct Measured {
    pub tables: f64,
    pub get: f64,
    pub rank: f64,
    pub memory: f64,
}

/// Measures an index in another process, with a number of threads.
pub(crate) fn measure(theory: &str, index: &str, threads: Option<usize>) -> Result<Measured> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["measure-index", theory, index]);
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads.to_string());
    }
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [tables, get, rank, memory] => Ok(Measured { tables, get, rank, memory }),
        _ => bail!(
            "measuring {index} of {theory} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        ),
    }
}

/// Prints the seconds for the tables, for an index, for a rank, and the peak memory in GiB.
#[expect(clippy::print_stdout, reason = "the numbers are the output")]
pub(crate) fn measure_index(theory: &str, index: &str) -> Result<()> {
    let space = space(theory)?;
    let index: Index = index.parse()?;
    let begin = Instant::now();
    space.locate(&index).context("there is a formula of every index")?;
    let tables = begin.elapsed().as_secs_f64();
    let get = repeated(|| drop(std::hint::black_box(space.get(&index))));
    let tree = space.get(&index).context("there is a formula of every index")?;
    let rank = repeated(|| drop(std::hint::black_box(space.rank(&tree))));
    println!("{tables} {get} {rank} {}", peak_memory());
    Ok(())
}

/// The seconds that some work takes: the median of some times.
pub(crate) fn repeated(mut work: impl FnMut()) -> f64 {
    const TIMES: u32 = 15;
    let mut times: Vec<f64> = (0..TIMES)
        .map(|_| {
            let begin = Instant::now();
            work();
            begin.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The most memory this process had, in GiB; 0 where the system does not say.
pub(crate) fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) / f64::from(1 << 20)
}
