//! `etude mutate`: mutants of one seed, as a hunt makes them, with how they were made.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use campaign::{
    Corpus, Decision, FormulaName, Lineage, Making, Mutants, NoMutant, Order, Place, SeedAnswers,
    Source, Unseeded, answer_seed,
};
use feat_runtime::Index;
use num_bigint::BigUint;
use serde_json::{Value, json};
use solvers::{Entry, Limits, parse_list};

use crate::asking::setting;
use crate::choice::BrokenSolvers;
use crate::cli::Mutate;
use crate::corpus::{self, corpus};
use crate::destination::Destination;
use crate::input::{is_stdin, read};
use crate::mutants::{drawn_steps, grammars, making};
use crate::output::{say, warn};
use crate::source::{NamedSpace, did_you_mean};

/// More than any script that is mutated has neighbours.
const MOST_NEIGHBOURS: u64 = 1 << 24;

/// The most bytes of a script.
const MOST_BYTES: u64 = 64 << 20;

pub(crate) fn run(arguments: &Mutate) -> Result<()> {
    let asked = Asked::new(arguments)?;
    let is_all = asked.making.is_all() && asked.count.is_none() && arguments.all;
    let count = if is_all { MOST_NEIGHBOURS } else { asked.count.unwrap_or(1) };
    let per_seed = asked.first.saturating_add(count).max(1);
    let seed = Seed::new(arguments, &asked)?;
    let first = seed.number.checked_mul(per_seed).filter(|it| it.checked_add(per_seed).is_some());
    let first = first.ok_or_else(|| anyhow!("the numbers of these mutants are too large"))?;
    let answers = answers(arguments, &seed)?;
    let mutants = Mutants::new(seed.source.clone(), &asked.making, per_seed, answers, &grammars());
    check_seed(arguments, &seed, &mutants)?;
    let mut draws = asked.first..per_seed;
    if let Some(there) = mutants.neighbours(seed.number).ok().flatten() {
        say(|| format!("{there} mutants are one step away"));
        draws.end = draws.end.min(there);
        if draws.is_empty() {
            bail!("{} has {there} mutants one step away, counted from 0", seed.name());
        }
    }
    let mut out = Out::new(arguments)?;
    let (mut written, mut lost) = (0_u64, None);
    for number in draws.clone().map(|draw| first + draw) {
        let Some(lineage) = mutants.lineage(number) else {
            let error = mutants.mutant(number).err();
            let name = seed.name_of(mutants.place(number));
            lost = lost.or(error.map(|error| unmade(&name, &error)));
            if count > 1 {
                say(|| format!("{name} could not be made"));
            }
            continue;
        };
        let question = mutants.questions(number..number + 1).pop();
        let question = question.expect("what has a lineage was made");
        let name = seed.name_of(question.place.clone());
        let is_proven = question.known.at(0).is_some_and(campaign::KnownAnswer::is_proven);
        out.put(&name, &Shown { text: &question.text, lineage: &lineage, is_proven })?;
        written += 1;
    }
    out.finish()?;
    match lost {
        Some(lost) if written == 0 => bail!(lost),
        _ => Ok(()),
    }
}

fn unmade(name: &FormulaName, error: &NoMutant) -> String {
    let NoMutant::Lost(rules) = error else { return format!("{name}: {error}") };
    let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
    let rules = match rules.len() {
        0 => String::new(),
        _ => format!("; lost: {}", rules.join(", ")),
    };
    format!("there is no mutant {name}: {error}{rules}; try other numbers: --count 10")
}

/// Which mutants are asked for.
struct Asked {
    making: Making,
    first: u64,
    count: Option<u64>,
    /// The words for the seed.
    words: Vec<PathBuf>,
}

impl Asked {
    /// A place such as `1041/weaken/3` says what the options say otherwise.
    fn new(arguments: &Mutate) -> Result<Self> {
        let mut words: Vec<PathBuf> =
            [&arguments.seed, &arguments.place].into_iter().flatten().map(PathBuf::from).collect();
        if let Some(last) = words.last()
            && let Some(text) = last.to_str()
            && let Some((seed, making, number)) = campaign::mutant_parts(text)
        {
            let by = !arguments.by.is_empty()
                || arguments.all
                || arguments.steps.is_some()
                || arguments.number != 0;
            if by {
                bail!("`{text}` says by what and which: leave out --by, --steps and --number");
            }
            let seed = PathBuf::from(seed);
            words.pop();
            words.push(seed);
            return Ok(Self { making, first: number, count: arguments.count, words });
        }
        let making = making(&arguments.by, drawn_steps(arguments.all, arguments.steps)?)?;
        Ok(Self { making, first: arguments.number, count: arguments.count, words })
    }
}

/// A seed: a question of a source.
struct Seed {
    source: Arc<dyn Source>,
    number: u64,
}

impl Seed {
    fn new(arguments: &Mutate, asked: &Asked) -> Result<Self> {
        if let Some(corpus) = corpus(&arguments.seeds)? {
            return Self::of_corpus(&corpus, arguments, &asked.words);
        }
        if let [file] = &asked.words[..]
            && arguments.source.grammar.is_none()
            && is_script(file)
        {
            return Self::of_script(file);
        }
        let mut words = asked.words.iter().map(|word| word.as_os_str());
        let words: [Option<&OsStr>; 2] = [words.next(), words.next()];
        let (space, index) = NamedSpace::open_before(words, "the index", &arguments.source)?;
        let index: Index = index.to_string_lossy().parse()?;
        space.reach(&index)?;
        // Beyond what databases count to, a hunt counts from its first formula on.
        let is_far = *index.number() >= BigUint::from(1_u64 << 62);
        let (order, number) = if is_far {
            (Order::Exhaustive { base: index.clone() }, 0)
        } else {
            let number = u64::try_from(index.number()).expect("it is below 2^62");
            (Order::exhaustive(), number)
        };
        Ok(Self { source: space.in_order(order), number })
    }

    /// A file of a corpus, by its name there.
    fn of_corpus(corpus: &Corpus, arguments: &Mutate, words: &[PathBuf]) -> Result<Self> {
        let [file] = words else {
            bail!("name one file of {}, as a campaign names it: sat/a.smt2", corpus.name());
        };
        let file = file.to_string_lossy();
        let number = corpus.scripts().iter().position(|script| script.name.as_str() == file);
        let Some(number) = number else {
            let names = corpus.scripts().iter().map(|script| script.name.as_str());
            bail!("{} has no file `{file}`{}", corpus.name(), did_you_mean(&file, names));
        };
        let stretch = corpus::stretch(corpus, &arguments.seeds, u64::MAX);
        Ok(Self { source: stretch.source, number: number as u64 })
    }

    fn of_script(file: &Path) -> Result<Self> {
        let corpus = if is_stdin(file) {
            let (_, text) = read(file)?;
            Corpus::of_text("stdin", "script.smt2", text)
                .map_err(|error| anyhow!("standard input {error}"))?
        } else {
            let (corpus, left_out) = Corpus::read(&[file.to_owned()], MOST_BYTES)?;
            if let Some(left_out) = left_out.first() {
                bail!("{left_out}");
            }
            if corpus.scripts().len() != 1 {
                bail!("{} is a folder: name one script in it", file.display());
            }
            corpus
        };
        Ok(Self { source: corpus.source(None), number: 0 })
    }

    fn name_of(&self, place: Place) -> FormulaName {
        FormulaName { theory: self.source.identity().name.clone(), place }
    }

    fn name(&self) -> FormulaName {
        self.name_of(self.source.place(self.number))
    }

    fn question(&self) -> Option<campaign::Question> {
        self.source.questions(self.number..self.number + 1).pop()
    }
}

fn is_script(word: &Path) -> bool {
    is_stdin(word) || word.is_file() || word.extension().is_some_and(|it| it == "smt2")
}

/// The answer that solvers or people give to a seed that the search cannot answer.
fn answers(arguments: &Mutate, seed: &Seed) -> Result<SeedAnswers> {
    let mut answers = SeedAnswers::default();
    if arguments.solver.is_empty() && arguments.answer.is_none() {
        return Ok(answers);
    }
    let Some(question) = seed.question() else { return Ok(answers) };
    let limits = Limits::of_time(arguments.timeout);
    let mut settings = Vec::new();
    for words in &arguments.solver {
        for request in parse_list(words)? {
            let setting = setting(&Entry::new(request), &limits, campaign::Manner::Fresh)
                .map_err(|error| BrokenSolvers(vec![format!("{words}: {error:#}")]))?;
            settings.push(setting);
        }
    }
    let said = answer_seed(&question, &settings)
        .map_err(|error| BrokenSolvers(vec![error.to_string()]))?;
    let said = said.or_else(|| campaign::SeedAnswer::by_hand(arguments.answer?));
    answers.0.extend(said.map(|said| (seed.number, said)));
    Ok(answers)
}

/// Fails if the seed has no answer, or another one than somebody says.
fn check_seed(arguments: &Mutate, seed: &Seed, mutants: &Mutants) -> Result<()> {
    let name = seed.name();
    let made = mutants.seed(seed.number).map_err(|error| match error {
        Unseeded::NoSeed(mutation::NoSeed::NoAnswer { .. }) => {
            let sat = if arguments.answer == Some(Decision::Sat) {
                "; that it is sat takes a model"
            } else {
                ""
            };
            anyhow!(
                "{name} is no seed: {error}{sat}. Let a solver answer it (--solver z3@newest), or say \
                 that it is unsat (--answer unsat)"
            )
        }
        error => anyhow!("{name} is no seed: {error}"),
    })?;
    let is_proven = made.is_proven();
    let proven = made.answer();
    if let Some(said) = arguments.answer.filter(|said| is_proven && *said != proven) {
        bail!("{name} is not {said}: it is {proven}, which is proven; leave out --answer");
    }
    let declared = seed.question().and_then(|it| Some(it.known.at(0)?.clone()));
    if let Some(declared) = declared.filter(|it| is_proven && it.answer() != proven) {
        warn(&format!("{name} is {proven}, which is proven, and not {}", declared.label()));
    }
    Ok(())
}

/// A mutant as it is shown.
struct Shown<'a> {
    text: &'a str,
    lineage: &'a Lineage,
    is_proven: bool,
}

/// Where mutants go.
struct Out<'a> {
    arguments: &'a Mutate,
    /// `None` where each mutant has a file of its own.
    one: Option<Destination>,
    is_first: bool,
}

impl<'a> Out<'a> {
    fn new(arguments: &'a Mutate) -> Result<Self> {
        let one = match &arguments.out {
            None => Some(Destination::stdout(None)?),
            Some(path) if path.is_dir() => None,
            Some(path) => Some(Destination::file(path, None)?),
        };
        Ok(Self { arguments, one, is_first: true })
    }

    fn put(&mut self, name: &FormulaName, shown: &Shown<'_>) -> Result<()> {
        let text = if self.arguments.json {
            format!("{}\n", shown.json(name))
        } else if self.arguments.explain {
            format!("{}{}", shown.explanation(name), shown.text)
        } else {
            shown.text.to_owned()
        };
        let is_first = std::mem::take(&mut self.is_first);
        match (&mut self.one, &self.arguments.out) {
            (Some(out), _) => {
                let gap = if is_first || self.arguments.json { "" } else { "\n" };
                out.put(format!("{gap}{text}").as_bytes())
            }
            (None, Some(folder)) => {
                let ending = if self.arguments.json { "json" } else { "smt2" };
                let plain =
                    |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
                let name: String = name.to_string().chars().map(plain).collect();
                let mut file = Destination::file(&folder.join(format!("{name}.{ending}")), None)?;
                file.put(text.as_bytes())?;
                file.finish()
            }
            (None, None) => unreachable!("only a folder takes several files"),
        }
    }

    fn finish(self) -> Result<()> {
        self.one.map_or(Ok(()), Destination::finish)
    }
}

impl Shown<'_> {
    fn json(&self, name: &FormulaName) -> Value {
        let Lineage { seeds, steps, known, witness, .. } = self.lineage;
        json!({
            "theory": name.theory,
            (name.place.key()): name.place,
            "known": known,
            "is_proven": self.is_proven,
            "formula": self.text,
            "witness": witness,
            "steps": steps,
            "seeds": seeds,
        })
    }

    /// How it was made, in comments, so that solvers read it all the same.
    fn explanation(&self, name: &FormulaName) -> String {
        let Lineage { seeds, known, witness, .. } = self.lineage;
        let mut lines = format!("{name}: {known}\n");
        lines.push_str(&self.lineage.steps_text());
        if let Some(witness) = witness {
            let _ = writeln!(lines, "witness\n{}", indented(witness));
        }
        for seed in seeds {
            let _ = writeln!(lines, "seed {}\n{}", seed.name, indented(&seed.text));
        }
        let comment = |line: &str| format!("; {line}\n").replace("; \n", ";\n");
        lines.lines().map(comment).collect()
    }
}

fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n")
}
