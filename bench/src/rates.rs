//! Rates: how many bytes, formulas or texts a second.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use feat_runtime::{Index, Layout, Limit, Space};

use xtask::theories;

/// Long enough for a steady rate, short enough for the whole table in two minutes.
const WHILE: Duration = Duration::from_millis(100);
/// Counts of which the best is taken: other work on the machine can only make it slower.
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

/// The block size with which `dd` moves most into `cat`, in bytes, and the gigabytes per second.
pub(crate) fn best_dd() -> Result<(u32, f64)> {
    let mut best = (0, 0.0);
    for block in [4, 8, 16, 32, 64, 128].map(|kilobytes: u32| kilobytes << 10) {
        let mut rate = 0.0_f64;
        for _ in 0..TIMES {
            rate = rate.max(dd(block)?);
        }
        if rate > best.1 {
            best = (block, rate);
        }
    }
    Ok(best)
}

/// Gigabytes per second that `dd` moves into `cat` with this block size.
pub(crate) fn dd(block: u32) -> Result<f64> {
    const BYTES: u32 = 1 << 29;
    let mut dd = Command::new("dd");
    dd.args(["if=/dev/zero", "status=none"]);
    dd.args([format!("bs={block}"), format!("count={}", BYTES / block)]);
    Ok(f64::from(BYTES) / into_cat(&mut dd)? / 1e9)
}

/// The seconds that a program takes to write all it has into `cat`.
pub(crate) fn into_cat(program: &mut Command) -> Result<f64> {
    let mut cat = cat()?;
    let pipe = cat.stdin.take().context("cat reads a pipe")?;
    let begin = Instant::now();
    let status = program.stdout(pipe).status();
    // The command holds the writing end of the pipe until then.
    program.stdout(Stdio::null());
    let status = status.with_context(|| format!("cannot run {program:?}"))?;
    cat.wait()?;
    if !status.success() {
        bail!("{program:?} failed");
    }
    Ok(begin.elapsed().as_secs_f64())
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

/// Returns the factor by which two threads write formulas of all theories faster than one does: the
/// best of some runs in turn.
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

/// Formulas of a theory in a layout, as `etude enumerate` writes them.
pub(crate) struct Written {
    arguments: Vec<String>,
    bytes: f64,
}

impl Written {
    /// About half a gigabyte of formulas of a theory.
    pub(crate) fn new(program: &Path, theory: &str, layout: &str) -> Result<Self> {
        const SAMPLE: f64 = 200_000.0;
        let arguments = |count: f64| -> Vec<String> {
            let count = format!("{count:.0}");
            ["enumerate", theory, "--layout", layout, "--count", &count].map(str::to_owned).into()
        };
        let sample = bytes_of(program, &arguments(SAMPLE))?;
        let arguments = arguments((5e8 / sample * SAMPLE).min(2e7));
        Ok(Self { bytes: bytes_of(program, &arguments)?, arguments })
    }

    /// Gigabytes per second of `etude enumerate` into `cat`, and of `dd` with its best block size. They
    /// run in turn, since what a pipe carries on one machine differs by the moment, by a factor of four.
    pub(crate) fn rates_into_cat(
        &self,
        program: &Path,
        threads: usize,
        block: u32,
    ) -> Result<(f64, f64)> {
        let (mut ours, mut theirs) = (0.0_f64, 0.0_f64);
        for _ in 0..TIMES {
            let mut command = Command::new(program);
            command.args(&self.arguments).args(["--jobs", &threads.to_string()]);
            ours = ours.max(self.bytes / into_cat(&mut command)? / 1e9);
            theirs = theirs.max(dd(block)?);
        }
        Ok((ours, theirs))
    }
}

/// Returns the number of bytes that a command writes.
fn bytes_of(program: &Path, arguments: &[String]) -> Result<f64> {
    let mut etude = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
    let pipe = etude.stdout.take().context("etude writes into a pipe")?;
    let counted = Command::new("wc").arg("-c").stdin(pipe).output().context("cannot run wc")?;
    if !etude.wait()?.success() {
        bail!("etude enumerate failed");
    }
    Ok(String::from_utf8_lossy(&counted.stdout).trim().parse()?)
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
