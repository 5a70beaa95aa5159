//! Rates: how many bytes, formulas or texts a second.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use feat_runtime::{Index, Layout, Limit, Space};

use xtask::theories;

/// Long enough for a steady rate, short enough for the whole table in two minutes.
const WHILE: Duration = Duration::from_millis(100);
/// The best of so many counts: other work on the machine can only make it slower.
const TIMES: u32 = 4;

/// Work as often as it fits the time, in units of work a second.
fn rate(mut work: impl FnMut() -> usize) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..TIMES {
        let begin = Instant::now();
        let mut done = 0;
        while begin.elapsed() < WHILE {
            done += work();
        }
        best = best.max(count(done) / begin.elapsed().as_secs_f64());
    }
    best
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
fn count(number: usize) -> f64 {
    number as f64
}

/// The buffers of all measurements: they stay in the cache.
const BUFFER: usize = 256 << 10;

pub(crate) fn memory_copy() -> f64 {
    let (from, mut to) = (vec![1_u8; BUFFER], vec![0_u8; BUFFER]);
    rate(|| {
        to.copy_from_slice(std::hint::black_box(&from));
        std::hint::black_box(&mut to).len()
    }) / 1e9
}

pub(crate) fn pipe() -> Result<f64> {
    let mut cat = cat()?;
    let mut pipe = cat.stdin.take().context("cat reads a pipe")?;
    let buffer = vec![b'x'; BUFFER];
    let rate = rate(|| pipe.write(&buffer).unwrap_or(0)) / 1e9;
    drop(pipe);
    cat.wait()?;
    Ok(rate)
}

fn cat() -> Result<std::process::Child> {
    let cat = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    cat.context("cannot run cat")
}

pub(crate) fn stream(space: &Space, layout: Layout) -> f64 {
    let mut stream = space.stream(&Index::default(), layout);
    let mut out = Vec::with_capacity(2 * BUFFER);
    rate(|| {
        out.clear();
        stream.fill(&mut out, "\n", Limit { formulas: u64::MAX, bytes: BUFFER });
        std::hint::black_box(&out).len()
    }) / 1e9
}

/// How many times faster two threads write formulas of all theories than one does: the best
/// of some runs in turn.
pub(crate) fn two_against_one(spaces: &[(String, Space)]) -> Result<f64> {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..TIMES {
        for (threads, best) in (1..).zip(&mut best) {
            *best = best.min(write(spaces, threads)?);
        }
    }
    Ok(best[0] / best[1])
}

/// The seconds that eighty million formulas of all theories together take.
fn write(spaces: &[(String, Space)], threads: usize) -> Result<f64> {
    let count = 80_000_000 / spaces.len().max(1) as u64;
    let begin = Instant::now();
    for (_, space) in spaces {
        let stream = space.stream(&Index::default(), Layout::Spaced);
        stream.write(Some(count), "\n", threads, &mut std::io::sink())?;
    }
    Ok(begin.elapsed().as_secs_f64())
}

/// The program `etude`, built in release mode as this one is.
pub(crate) fn build_etude() -> Result<PathBuf> {
    let build = Command::new(env!("CARGO"))
        .current_dir(theories::project())
        .args(["build", "--quiet", "--release", "--package", "etude"])
        .status()?;
    if !build.success() {
        bail!("etude does not build");
    }
    Ok(std::env::current_exe()?.with_file_name("etude"))
}

/// Gigabytes a second of `etude enumerate` into a pipe.
pub(crate) fn enumerate_into_cat(program: &Path) -> Result<f64> {
    const FORMULAS: u64 = 10_000_000;
    let mut cat = cat()?;
    let pipe = cat.stdin.take().context("cat reads a pipe")?;
    let begin = Instant::now();
    let status = Command::new(program)
        .args(["enumerate", "Core", "--layout", "spaced", "--jobs", "1", "--count"])
        .arg(FORMULAS.to_string())
        .stdout(pipe)
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    cat.wait()?;
    let seconds = begin.elapsed().as_secs_f64();
    if !status.success() {
        bail!("etude enumerate failed");
    }
    Ok(bytes_of(program, FORMULAS)? / seconds / 1e9)
}

/// How many bytes so many formulas of Core have.
fn bytes_of(program: &Path, formulas: u64) -> Result<f64> {
    let sample = 200_000;
    let from = (formulas - sample).to_string();
    let output = Command::new(program)
        .args(["enumerate", "Core", "--layout", "spaced", "--count", &sample.to_string(), "--from"])
        .arg(from)
        .output()?;
    // Nearly all of them are as long as the last ones: of the same size.
    Ok(count(output.stdout.len()) / count(usize::try_from(sample)?)
        * count(usize::try_from(formulas)?))
}

/// Microseconds for a formula with its text, spread over all indices below 2^64.
pub(crate) fn small_index(space: &Space, layout: Layout) -> f64 {
    let mut index = 0_u64;
    let formulas = rate(|| {
        for _ in 0..1_000 {
            index = index.wrapping_add(0x9E37_79B9_7F4A_7C15);
            std::hint::black_box(space.text(&Index::from(index), layout));
        }
        1_000
    });
    1e6 / formulas
}
