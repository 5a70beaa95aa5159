//! `cargo xtask bench growth`: how time and memory grow, doubling one thing until it hurts.
//!
//! The table is Markdown, for `docs/design/counting.md`. Each line is measured in a process of its own,
//! on one core.

use std::fmt;
use std::io::Read;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use feat_runtime::{
    Cost, Draft, DraftNonterminal, DraftProduction, Join, NonterminalId, Sampler, Size, Space,
    Symbol,
};

use crate::index::{peak_memory, repeated};
use crate::page::{Form, heading};
use crate::spaces::space;

/// From here on it hurts.
const MOST_SECONDS: f64 = 20.0;
const MOST_MEMORY: f64 = 2.0;
/// Nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A language with something that can be doubled, written `Core:500`.
#[derive(Clone, Debug)]
pub(crate) enum Family {
    /// A theory, by size.
    Theory(String, u32),
    /// `n_i : 'x' | '(' n_i n_(i+1) ')'`, by the number of nonterminals.
    Nonterminals(u32),
    /// `t : 'x' | '(' t … t ')'`, by the length of the longest production.
    Symbols(u32),
}

/// The size of the synthetic languages.
const SIZE: u32 = 250;

impl Family {
    /// The same with twice as much.
    fn doubled(&self) -> Self {
        match self {
            Self::Theory(name, size) => Self::Theory(name.clone(), 2 * size),
            Self::Nonterminals(count) => Self::Nonterminals(2 * count),
            Self::Symbols(count) => Self::Symbols(2 * count),
        }
    }

    fn size(&self) -> Size {
        match self {
            Self::Theory(_, size) => Size(*size),
            Self::Nonterminals(_) | Self::Symbols(_) => Size(SIZE),
        }
    }

    fn space(&self) -> Result<Space> {
        let draft = match self {
            Self::Theory(name, _) => return space(name),
            Self::Nonterminals(count) => draft(*count, |number| vec![number, (number + 1) % count]),
            Self::Symbols(count) => draft(1, |_| vec![0; *count as usize]),
        };
        Ok(Space::new(draft.check().map_err(|flaws| anyhow::anyhow!("{flaws:?}"))?))
    }
}

/// Makes a number of nonterminals, each a letter or a pair of parentheses around others.
fn draft(count: u32, others: impl Fn(u32) -> Vec<u32>) -> Draft {
    let literal = |text: &str| Symbol::Literal(text.to_owned());
    let node = |number: u32| Symbol::Nonterminal(NonterminalId::new(number as usize));
    let production = |cost: u32, symbols: Vec<Symbol>| DraftProduction {
        constructor: String::new(),
        cost: Cost(cost),
        symbols,
    };
    let nonterminal = |number: u32| {
        let mut symbols: Vec<Symbol> = others(number).into_iter().map(node).collect();
        symbols.insert(0, literal("("));
        symbols.push(literal(")"));
        let productions = vec![production(0, vec![literal("x")]), production(1, symbols)];
        DraftNonterminal { name: format!("n{number}"), join: Join::Separated, productions }
    };
    Draft { start: NonterminalId::new(0), nonterminals: (0..count).map(nonterminal).collect() }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Theory(name, size) => write!(f, "{name}:{size}"),
            Self::Nonterminals(count) => write!(f, "nonterminals:{count}"),
            Self::Symbols(count) => write!(f, "symbols:{count}"),
        }
    }
}

impl FromStr for Family {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, number) = text.split_once(':').context("a family is written `Core:500`")?;
        let number = number.parse()?;
        Ok(match name {
            "nonterminals" => Self::Nonterminals(number),
            "symbols" => Self::Symbols(number),
            theory => Self::Theory(theory.to_owned(), number),
        })
    }
}

/// Subject of the table.
const ABOUT: &str = "How time and memory grow, one thing doubled until it takes more than 20 s or 2 GiB, on one core.";

/// Prints the table.
#[expect(clippy::print_stdout, reason = "the table is the output")]
pub(crate) fn run(form: Form) -> Result<()> {
    if form == Form::Markdown {
        print!("{}", heading("growth", ABOUT));
    }
    println!("| what | size | digits of its count | tables | memory | one index |");
    println!("|---|---|---|---|---|---|");
    let families = ["Core:125", "Strings:125", "nonterminals:16", "symbols:4"];
    for family in families {
        let mut family: Family = family.parse()?;
        loop {
            let what = match &family {
                Family::Theory(name, _) => name.clone(),
                Family::Nonterminals(count) => format!("{count} nonterminals"),
                Family::Symbols(count) => format!("a production of {count}"),
            };
            let size = family.size();
            let Some(Measured { tables, memory, index, digits }) = measure_apart(&family)? else {
                println!("| {what} | {size} | | over {} s | | |", PATIENCE.as_secs());
                break;
            };
            println!(
                "| {what} | {size} | {digits} | {tables:.2} s | {:.0} MiB | {:.2} ms |",
                memory * 1024.0,
                index * 1e3
            );
            if tables > MOST_SECONDS || memory > MOST_MEMORY {
                break;
            }
            family = family.doubled();
        }
    }
    Ok(())
}

/// Numbers that [`measure`] prints: seconds, GiB, seconds, digits.
struct Measured {
    tables: f64,
    memory: f64,
    index: f64,
    digits: u64,
}

/// Measures in another process; `None` if that takes too long.
fn measure_apart(family: &Family) -> Result<Option<Measured>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["measure-growth", &family.to_string()]).env("RAYON_NUM_THREADS", "1");
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    };
    ensure!(status.success(), "measuring {family} failed: {status}");
    let mut text = String::new();
    child.stdout.take().context("a pipe")?.read_to_string(&mut text)?;
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [tables, memory, index, digits] => Ok(Some(Measured {
            tables: tables.parse()?,
            memory: memory.parse()?,
            index: index.parse()?,
            digits: digits.parse()?,
        })),
        _ => bail!("measuring {family} printed {text:?}"),
    }
}

/// Prints the seconds for the tables up to the size, the peak memory in GiB, the seconds for
/// a formula of that size at random, and the number of digits of its count.
#[expect(clippy::print_stdout, reason = "the numbers are the output")]
pub(crate) fn measure(family: &Family) -> Result<()> {
    let (space, size) = (family.space()?, family.size());
    let begin = Instant::now();
    let count = space.count(size);
    let tables = begin.elapsed().as_secs_f64();
    let memory = peak_memory();
    let digits = count.to_string().len();
    // Trees of one size differ much in how long they take: some are all lopsided.
    let mut sampler = Sampler::new(1);
    let index = repeated(|| drop(std::hint::black_box(sampler.of_size(&space, size))));
    println!("{tables} {memory} {index} {digits}");
    Ok(())
}
