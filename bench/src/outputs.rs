//! `cargo xtask bench outputs`: what is written into files, compressed files and pipes, against what
//! the machine carries there.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ::solvers::{Installer, Limits, PINNED_Z3, Package, Solver, cache_dir};
use anyhow::{Context, Result, bail};
use campaign::{
    Judge, Ladder, Manner, Opponents, Order, Plan, Setting, Shard, Store, Stretch, hunt,
    source_of_grammar,
};
use feat_runtime::{Index, Layout, Limit};
use flate2::write::GzEncoder;

use crate::page::Form;
use crate::rates::{self, build_etude, into_cat};
use crate::spaces::space;
use crate::table::{Figure, Goal, Table};

/// The theory whose formulas are written.
const THEORY: &str = "Core";
/// Part of the yardstick that is to be reached.
const PART: f64 = 0.8;
/// Runs of which the best is taken: other work on the machine can only make one slower.
const TIMES: u32 = 3;
/// A block size with which `dd` is fast into a pipe.
const DD_BLOCK: u32 = 8 << 10;
/// Formulas whose verdicts are written.
const ASKED: u64 = 3_000;

/// Subject of the table.
const ABOUT: &str = "What is written: into a file, beside `dd`; compressed, beside the same encoder in memory; lines of `show`, `sample` and `verdicts` into a pipe, beside the same into /dev/null or `dd` into that pipe, whichever is slower.";

/// Runs the whole table; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let etude = build_etude()?;
    let folder = tempfile::tempdir()?;
    let mut table = Table::new(form, "outputs", ABOUT);
    files(&mut table, &etude, folder.path())?;
    compressed(&mut table, &etude, folder.path())?;
    lines(&mut table, &etude, folder.path())?;
    table.finish()
}

fn best(mut rate: impl FnMut() -> Result<f64>) -> Result<f64> {
    (0..TIMES).try_fold(0.0, |best: f64, _| Ok(best.max(rate()?)))
}

/// Adds a line that is to reach a part of its yardstick.
fn add(table: &mut Table, what: String, measured: f64, unit: &'static str, yardstick: f64) {
    let goal = Goal::AtLeast(PART * yardstick);
    table.add(Figure { what, measured, unit, yardstick: Some(yardstick), goal });
}

/// Returns the seconds that a command takes whose output goes nowhere.
fn seconds(command: &mut Command) -> Result<f64> {
    let begin = Instant::now();
    let status = command.stdout(Stdio::null()).status();
    if !status.with_context(|| format!("cannot run {command:?}"))?.success() {
        bail!("{command:?} failed");
    }
    Ok(begin.elapsed().as_secs_f64())
}

fn etude_with(program: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words);
    command
}

/// About a gigabyte into a file.
fn files(table: &mut Table, etude: &Path, folder: &Path) -> Result<()> {
    const COUNT: &str = "12000000";
    let (to, zeros) = (folder.join("formulas"), folder.join("zeros"));
    let out = to.to_str().context("a temporary folder's name is a text")?;
    let (mut written, mut plain) = (0.0_f64, 0.0_f64);
    // In turn, since the disk is not the same all the time.
    for _ in 0..TIMES {
        let words = ["enumerate", THEORY, "--count", COUNT, "--one-file", "--out", out];
        let time = seconds(&mut etude_with(etude, &words))?;
        let bytes = to.metadata()?.len();
        written = written.max(gigabytes(bytes) / time);
        std::fs::remove_file(&to)?;
        for block in [64_u64 << 10, 1 << 20] {
            let mut dd = Command::new("dd");
            dd.args(["if=/dev/zero", "status=none", &format!("of={}", zeros.display())]);
            dd.args([format!("bs={block}"), format!("count={}", bytes / block)]);
            let time = seconds(&mut dd)?;
            plain = plain.max(gigabytes(zeros.metadata()?.len()) / time);
            std::fs::remove_file(&zeros)?;
        }
    }
    add(table, format!("enumerate {THEORY} --one-file --out FILE"), written, "GB/s", plain);
    Ok(())
}

/// A few megabytes into compressed files.
fn compressed(table: &mut Table, etude: &Path, folder: &Path) -> Result<()> {
    const COUNT: u64 = 3_000_000;
    let text = formulas(COUNT)?;
    for word in ["gzip", "zstd"] {
        let to = folder.join(word);
        let (count, out) = (COUNT.to_string(), to.to_string_lossy());
        let words = ["enumerate", THEORY, "--layout", "spaced", "--count", &count, "--one-file"];
        let bytes = gigabytes(text.len() as u64);
        let written = best(|| {
            let mut command = etude_with(etude, &words);
            command.args(["--compress", word, "--out", &out]);
            let rate = bytes / seconds(&mut command)?;
            std::fs::remove_file(&to)?;
            Ok(rate)
        })?;
        let memory = best(|| {
            let begin = Instant::now();
            std::hint::black_box(encoded(word, &text)?);
            Ok(bytes / begin.elapsed().as_secs_f64())
        })?;
        let what = format!("enumerate {THEORY} --compress {word}");
        add(table, what, 1e3 * written, "MB/s", 1e3 * memory);
    }
    Ok(())
}

/// The first formulas of the theory.
fn formulas(count: u64) -> Result<Vec<u8>> {
    let mut stream = space(THEORY)?.stream(&Index::default(), Layout::Spaced);
    let mut text = Vec::new();
    stream.fill(&mut text, "\n", Limit { formulas: count, bytes: usize::MAX });
    Ok(text)
}

/// A text compressed as `etude enumerate` does it.
fn encoded(word: &str, text: &[u8]) -> Result<Vec<u8>> {
    Ok(if word == "gzip" {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text)?;
        encoder.finish()?
    } else {
        zstd::encode_all(text, zstd::DEFAULT_COMPRESSION_LEVEL)?
    })
}

/// Commands that write line by line, into a pipe and into nothing.
fn lines(table: &mut Table, etude: &Path, folder: &Path) -> Result<()> {
    let campaign = folder.join("campaign");
    ask(&campaign, etude)?;
    let campaign = campaign.to_string_lossy();
    let commands: [&[&str]; 5] = [
        &["show", THEORY, "0", "--count", "10000000"],
        &["show", THEORY, "0", "--count", "200000", "--json"],
        &["sample", THEORY, "--count", "200000", "--size", "9"],
        &["verdicts", &campaign],
        &["verdicts", &campaign, "--json"],
    ];
    for words in commands {
        let bytes = bytes_of(etude, words, folder)?;
        let into = |pipe: bool| {
            best(|| {
                let mut command = etude_with(etude, words);
                let time = if pipe { into_cat(&mut command) } else { seconds(&mut command) };
                Ok(gigabytes(bytes) / time?)
            })
        };
        let possible = into(false)?.min(best(|| rates::dd(DD_BLOCK))?);
        let named = words.join(" ").replace(&*campaign, "CAMPAIGN");
        add(table, format!("{named} | cat"), 1e3 * into(true)?, "MB/s", 1e3 * possible);
    }
    Ok(())
}

/// Returns the number of bytes that a command writes.
fn bytes_of(etude: &Path, words: &[&str], folder: &Path) -> Result<u64> {
    let path = folder.join("bytes");
    let status = etude_with(etude, words).stdout(File::create(&path)?).status()?;
    if !status.success() {
        bail!("etude {} failed", words.join(" "));
    }
    Ok(path.metadata()?.len())
}

/// Makes a campaign with verdicts in it.
fn ask(campaign: &Path, etude: &Path) -> Result<()> {
    let installer = Installer::new(cache_dir()?).with_host(etude.to_owned());
    let solver = Solver::of_program(&installer.install(&Package::z3(PINNED_Z3))?);
    let limits = Limits::of_time(Duration::from_millis(100));
    let source = source_of_grammar(THEORY, space(THEORY)?, Order::exhaustive(), None);
    let plan = Plan {
        stretches: vec![Stretch::new(source, 0..ASKED)],
        settings: [Setting::new(solver, limits, Manner::Session)]
            .into_iter()
            .collect::<Result<_, _>>()?,
        ladder: Ladder::none(),
        shard: Shard::default(),
        jobs: 2,
        time: None,
        judge: Judge::default(),
        opponents: Opponents::All,
    };
    let mut store = Store::open(campaign)?;
    let run = store.begin_run("{}")?;
    hunt(&plan, &mut store, run, &|| false, &mut |_| {})?;
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}
