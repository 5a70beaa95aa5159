//! `cargo xtask bench`: how fast enumeration is, against what the machine itself can do.
//!
//! One line a figure: what, measured, the yardstick measured in the same run, their ratio, the
//! goal, and whether it is met. Everything is measured in release mode and on this machine, so
//! goals in seconds hold for a machine like the one they were set on.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use feat_runtime::{Index, Layout, Limit, Space};

use crate::theories;

/// Long enough for a steady rate, short enough for the whole table in two minutes.
const WHILE: Duration = Duration::from_millis(400);

/// What is to be reached.
#[derive(Clone, Copy)]
enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

struct Figure {
    what: String,
    measured: f64,
    unit: &'static str,
    /// What the same machine does at best, in the same unit.
    yardstick: Option<f64>,
    goal: Goal,
}

/// Runs the whole table; it must run in release mode.
pub fn run() -> Result<()> {
    let mut table = Table::default();
    let copy = memory_copy();
    let pipe = pipe()?;
    table.yardstick("memory copy", copy);
    table.yardstick("pipe into cat", pipe);
    let spaces = spaces()?;
    for (name, space) in &spaces {
        for layout in [Layout::Spaced, Layout::Smtlib] {
            table.add(Figure {
                what: format!("stream {name} {layout:?} to memory, 1 core"),
                measured: stream(space, layout),
                unit: "GB/s",
                yardstick: Some(copy),
                goal: Goal::AtLeast(if name == "Core" && layout == Layout::Spaced {
                    2.0
                } else {
                    1.0
                }),
            });
        }
    }
    let (one, two) = (write(&spaces, 1)?, write(&spaces, 2)?);
    table.add(Figure {
        what: "two cores against one, all theories to a sink".into(),
        measured: one / two,
        unit: "times",
        yardstick: None,
        goal: Goal::AtLeast(1.7),
    });
    table.add(Figure {
        what: "etude enumerate Core --layout spaced --jobs 1 | cat".into(),
        measured: enumerate_into_cat()?,
        unit: "GB/s",
        yardstick: Some(pipe),
        goal: Goal::AtLeast((pipe / 2.0).min(2.0)),
    });
    for (name, _) in &spaces {
        index_figures(&mut table, name)?;
    }
    for name in ["Core", "Strings"] {
        let measured = measure(name, "10^10000", None)?;
        table.at_most(
            format!("tables for 10^10000 of {name}, all cores"),
            measured.tables,
            "s",
            20.0,
        );
        table.at_most(format!("memory for 10^10000 of {name}"), measured.memory, "GiB", 2.0);
    }
    if let Some((_, core)) = spaces.iter().find(|(name, _)| name == "Core") {
        table.at_most(
            "Core index below 2^64, with text".into(),
            small_index(core, Layout::Spaced),
            "us",
            1.0,
        );
    }
    table.finish()
}

fn index_figures(table: &mut Table, name: &str) -> Result<()> {
    let is_core = name == "Core";
    let measured = measure(name, "10^1700", Some(1))?;
    let tables = if is_core { 0.5 } else { 2.0 };
    table.at_most(format!("tables for 10^1700 of {name}, 1 core"), measured.tables, "s", tables);
    let get = if is_core { 2.0 } else { 10.0 };
    table.at_most(format!("index 10^1700 of {name}"), measured.get * 1e3, "ms", get);
    table.at_most(format!("rank at 10^1700 of {name}"), measured.rank * 1e3, "ms", get);
    Ok(())
}

#[derive(Default)]
struct Table {
    missed: usize,
}

impl Table {
    fn yardstick(&self, what: &str, measured: f64) {
        self.print(what, &format!("{measured:.2} GB/s"), "", "", "", "");
    }

    fn at_most(&mut self, what: String, measured: f64, unit: &'static str, most: f64) {
        self.add(Figure { what, measured, unit, yardstick: None, goal: Goal::AtMost(most) });
    }

    fn add(&mut self, figure: Figure) {
        let Figure { what, measured, unit, yardstick, goal } = figure;
        let (goal, is_met) = match goal {
            Goal::AtLeast(goal) => (format!(">= {goal:.2}"), measured >= goal),
            Goal::AtMost(goal) => (format!("<= {goal:.2}"), measured <= goal),
        };
        self.missed += usize::from(!is_met);
        let ratio = yardstick.map(|yardstick| format!("{:.2}", measured / yardstick));
        self.print(
            &what,
            &format!("{measured:.3} {unit}"),
            &yardstick.map(|yardstick| format!("{yardstick:.2}")).unwrap_or_default(),
            &ratio.unwrap_or_default(),
            &goal,
            if is_met { "met" } else { "MISSED" },
        );
    }

    #[expect(clippy::print_stdout, reason = "the table is the output")]
    #[expect(clippy::unused_self, reason = "lines belong to a table")]
    fn print(
        &self,
        what: &str,
        measured: &str,
        yardstick: &str,
        ratio: &str,
        goal: &str,
        met: &str,
    ) {
        println!("{what:<52} {measured:>14} {yardstick:>9} {ratio:>6} {goal:>9} {met}");
    }

    fn finish(self) -> Result<()> {
        if self.missed > 0 {
            bail!("{} goals are missed; is the machine busy?", self.missed);
        }
        Ok(())
    }
}

/// Every theory, read from its grammar.
fn spaces() -> Result<Vec<(String, Space)>> {
    let grammars = theories::grammars()?;
    let space = |(name, path): (&String, _)| {
        Ok((name.clone(), Space::new(theories::compile_file(path)?.rtg)))
    };
    grammars.iter().map(|(name, path)| space((name, path))).collect()
}

/// Work as often as it fits the time, in units of work a second.
fn rate(mut work: impl FnMut() -> usize) -> f64 {
    let begin = Instant::now();
    let mut done = 0;
    while begin.elapsed() < WHILE {
        done += work();
    }
    count(done) / begin.elapsed().as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
fn count(number: usize) -> f64 {
    number as f64
}

/// The buffers of all measurements: they stay in the cache.
const BUFFER: usize = 256 << 10;

fn memory_copy() -> f64 {
    let (from, mut to) = (vec![1_u8; BUFFER], vec![0_u8; BUFFER]);
    rate(|| {
        to.copy_from_slice(std::hint::black_box(&from));
        std::hint::black_box(&mut to).len()
    }) / 1e9
}

fn pipe() -> Result<f64> {
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

fn stream(space: &Space, layout: Layout) -> f64 {
    let mut stream = space.stream(&Index::default(), layout);
    let mut out = Vec::with_capacity(2 * BUFFER);
    rate(|| {
        out.clear();
        stream.fill(&mut out, "\n", Limit { formulas: u64::MAX, bytes: BUFFER });
        std::hint::black_box(&out).len()
    }) / 1e9
}

/// The seconds that a hundred million formulas of all theories together take.
fn write(spaces: &[(String, Space)], threads: usize) -> Result<f64> {
    let count = 100_000_000 / spaces.len().max(1) as u64;
    let begin = Instant::now();
    for (_, space) in spaces {
        let stream = space.stream(&Index::default(), Layout::Spaced);
        stream.write(Some(count), "\n", threads, &mut std::io::sink())?;
    }
    Ok(begin.elapsed().as_secs_f64())
}

fn enumerate_into_cat() -> Result<f64> {
    const FORMULAS: u64 = 40_000_000;
    let project = theories::project();
    let build = Command::new(env!("CARGO"))
        .current_dir(project)
        .args(["build", "--quiet", "--release", "--package", "etude"])
        .status()?;
    if !build.success() {
        bail!("etude does not build");
    }
    // Beside this program, which was built in release mode too.
    let program = std::env::current_exe()?.with_file_name("etude");
    let mut cat = cat()?;
    let pipe = cat.stdin.take().context("cat reads a pipe")?;
    let begin = Instant::now();
    let status = Command::new(&program)
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
    Ok(bytes_of(&program, FORMULAS)? / seconds / 1e9)
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
fn small_index(space: &Space, layout: Layout) -> f64 {
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

/// What [`measure_index`] printed.
struct Measured {
    tables: f64,
    get: f64,
    rank: f64,
    memory: f64,
}

/// Measures an index in a process of its own, so that its tables and memory are its own.
fn measure(theory: &str, index: &str, threads: Option<usize>) -> Result<Measured> {
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
pub fn measure_index(theory: &str, index: &str) -> Result<()> {
    let grammars = theories::grammars()?;
    let path = grammars.get(theory).with_context(|| format!("there is no theory {theory}"))?;
    let space = Space::new(theories::compile_file(path)?.rtg);
    let index: Index = index.parse()?;
    let begin = Instant::now();
    space.locate(&index).context("there is a formula of every index")?;
    let tables = begin.elapsed().as_secs_f64();
    let repeated = |work: &dyn Fn()| {
        const TIMES: u32 = 11;
        let mut times: Vec<f64> = (0..TIMES)
            .map(|_| {
                let begin = Instant::now();
                work();
                begin.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let get = repeated(&|| drop(std::hint::black_box(space.get(&index))));
    let tree = space.get(&index).context("there is a formula of every index")?;
    let rank = repeated(&|| drop(std::hint::black_box(space.rank(&tree))));
    println!("{tables} {get} {rank} {}", peak_memory());
    Ok(())
}

/// The most memory this process had, in GiB; 0 where the system does not say.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) / f64::from(1 << 20)
}
