//! `YinYang`'s file of fusion functions, as it is, into fusion functions that were checked.
//!
//! An entry stands between `#begin` and `#end`: declarations of x, y, z and constants, then three
//! assertions, which say what z, x and y are. Each becomes a line of a table.

use smtlib::sexpr::{Sexpr, Sexprs};

use super::check::{Counterexample, Verdict, check};
use super::file::{FusionFile, Refusal, Refused, Taken};
use super::{FusionFunction, line};

/// The line at which an entry begins.
pub(super) const BEGIN: &str = "#begin";

/// The line at which it ends.
const END: &str = "#end";

/// Something that is wrong, and where: a byte of the entry, or the entry as a whole.
struct Problem {
    at: Option<usize>,
    why: Refusal,
    function: Option<FusionFunction>,
}

impl Problem {
    fn at(at: Option<usize>, why: Refusal) -> Self {
        Self { at, why, function: None }
    }

    fn of(function: FusionFunction, why: Refusal) -> Self {
        Self { at: None, why, function: Some(function) }
    }
}

/// Reads the entries of a file, and checks each.
pub(super) fn read(theory: &str, text: &str) -> FusionFile {
    let mut file = FusionFile::default();
    let mut begun: Option<(usize, String)> = None;
    for (content, number) in text.lines().zip(1..) {
        let content = content.trim();
        match (content, &mut begun) {
            (BEGIN, None) => begun = Some((number, String::new())),
            (END, Some(_)) => {
                let (line, block) = begun.take().expect("it was matched");
                let place = file.taken.len() + file.refused.len() + 1;
                match entry(theory, &block, (place, line)) {
                    Ok((function, guarded)) => file.taken.push(Taken { line, function, guarded }),
                    Err(Problem { at, why, function }) => {
                        // The entry begins in the line behind `#begin`.
                        let below = at.map_or(0, |at| 1 + block[..at].matches('\n').count());
                        file.refused.push(Refused { line: line + below, why, function });
                    }
                }
            }
            (_, Some((_, block))) => {
                // What is left out keeps its line.
                if !content.starts_with(';') {
                    block.push_str(content);
                }
                block.push('\n');
            }
            (_, None) if content.is_empty() || content.starts_with(';') => {}
            (_, None) => {
                let message = format!("`{content}` stands outside of `{BEGIN}` and `{END}`");
                let why = Refusal::Unreadable(message);
                file.refused.push(Refused { line: number, why, function: None });
            }
        }
    }
    if let Some((line, _)) = begun {
        let why = Refusal::Unreadable(format!("`{END}` is missing"));
        file.refused.push(Refused { line, why, function: None });
    }
    file
}

/// An entry into a function that was checked.
fn entry(
    theory: &str,
    block: &str,
    place: (usize, usize),
) -> Result<(FusionFunction, Option<Counterexample>), Problem> {
    let entry = Entry::read(block)?;
    let function = entry.function(theory, place, &[])?;
    match check(&function).verdict {
        Verdict::Inverts | Verdict::InvertsWhen(_) => Ok((function, None)),
        Verdict::Unfit => Err(Problem::of(function, Refusal::Unfit)),
        Verdict::Fails(counterexample) => {
            if !entry.divisors.is_empty() {
                let guarded = entry.function(theory, place, &entry.divisors)?;
                if let Verdict::InvertsWhen(_) = check(&guarded).verdict {
                    return Ok((guarded, Some(counterexample)));
                }
            }
            Err(Problem::of(function, Refusal::Fails(counterexample)))
        }
    }
}

/// The parts of an entry, as texts.
struct Entry {
    /// `x: Int, y: Int, z: Int, c: any`.
    declarations: Vec<String>,
    /// The sides for z, x and y.
    sides: [String; 3],
    /// The divisors.
    divisors: Vec<String>,
}

impl Entry {
    fn read(block: &str) -> Result<Self, Problem> {
        let sexprs = Sexprs::read(block).map_err(|error| {
            let lines = block.split_inclusive('\n').take(error.line - 1);
            unreadable(Some(lines.map(str::len).sum()), error.message)
        })?;
        if let Some(bar) = block.find('|') {
            return Err(unreadable(Some(bar), "names between bars are not read here"));
        }
        let (mut declarations, mut constants) = (Vec::new(), Vec::new());
        let (mut sides, mut divisors) = (Vec::new(), Vec::new());
        for command in sexprs.top() {
            let at = Some(sexprs.span(command).start);
            let items: Vec<Sexpr> = sexprs.items(command).collect();
            match (sexprs.head(command), items.as_slice()) {
                (Some("declare-const"), &[_, name, sort])
                | (Some("declare-fun"), &[_, name, _, sort]) => {
                    let (name, sort) = (sexprs.text(name), sexprs.spaced(sort));
                    match name {
                        "x" | "y" | "z" => declarations.push(format!("{name}: {sort}")),
                        _ => constants.push((name, sort, at)),
                    }
                }
                (Some("assert"), &[_, equation]) => {
                    let side = side(&sexprs, equation, ["z", "x", "y"].get(sides.len()));
                    sides.push(side.map_err(|why| Problem::at(at, why))?);
                    divisors.extend(divisors_of(&sexprs, equation));
                }
                _ => {
                    let command = sexprs.spaced(command);
                    return Err(unreadable(at, format!("`{command}` has no meaning here")));
                }
            }
        }
        for (name, sort, at) in constants {
            if !declarations.iter().any(|x| *x == format!("x: {sort}")) {
                let message = format!("the constant `{name}` must be of x's sort");
                return Err(unreadable(at, message));
            }
            declarations.push(format!("{name}: any"));
        }
        let sides = sides.try_into();
        let sides =
            sides.map_err(|_| unreadable(None, "three assertions are wanted: z, x and y"))?;
        divisors.sort();
        divisors.dedup();
        Ok(Self { declarations, sides, divisors })
    }

    /// The fusion function, where these are not 0, by its place among the entries and its line.
    fn function(
        &self,
        theory: &str,
        (place, line): (usize, usize),
        divisors: &[String],
    ) -> Result<FusionFunction, Problem> {
        let [z, x, y] = &self.sides;
        let declarations = self.declarations.join(", ");
        let mut text = format!("yinyang-{place} | {declarations} | z = {z} | x = {x} | y = {y}");
        if !divisors.is_empty() {
            let guards: Vec<String> =
                divisors.iter().map(|divisor| format!("(distinct {divisor} 0)")).collect();
            text.push_str(" | when ");
            text.push_str(&guards.join(" "));
        }
        line::function(theory, &text, line).map_err(|error| unreadable(None, error.message))
    }
}

fn unreadable(at: Option<usize>, message: impl Into<String>) -> Problem {
    Problem::at(at, Refusal::Unreadable(message.into()))
}

/// The right side of `(= z (+ x y))`.
fn side(
    sexprs: &Sexprs<'_>,
    equation: Sexpr,
    name: Option<&&'static str>,
) -> Result<String, Refusal> {
    let items: Vec<Sexpr> = sexprs.items(equation).collect();
    let found = sexprs.spaced(equation);
    let Some(&name) = name else {
        return Err(Refusal::Unreadable(format!("`{found}` is a fourth assertion")));
    };
    match items.as_slice() {
        &[equals, left, right] if sexprs.is(equals, "=") && sexprs.is(left, name) => {
            Ok(sexprs.spaced(right))
        }
        [equals, left, middle, rest @ ..]
            if sexprs.is(*equals, "=") && sexprs.is(*left, name) && !rest.is_empty() =>
        {
            let middle = sexprs.spaced(*middle);
            let rest: Vec<String> = rest.iter().map(|&item| sexprs.spaced(item)).collect();
            let open = middle.strip_suffix(')');
            let meant = open.map(|open| format!("(= {name} {open} {}))", rest.join(" ")));
            Err(Refusal::Typo { found, meant })
        }
        _ => Err(Refusal::Unreadable(format!("`(= {name} …)` is wanted instead of `{found}`"))),
    }
}

/// Returns the divisors in a term, but for numbers.
fn divisors_of(sexprs: &Sexprs<'_>, root: Sexpr) -> Vec<String> {
    let (mut divisors, mut stack) = (Vec::new(), vec![root]);
    while let Some(sexpr) = stack.pop() {
        let items: Vec<Sexpr> = sexprs.items(sexpr).collect();
        if let Some("div" | "mod" | "/") = sexprs.head(sexpr) {
            let divisors_here = items.iter().skip(2).map(|&item| sexprs.spaced(item));
            divisors.extend(divisors_here.filter(|text| text.parse::<f64>().is_err()));
        }
        stack.extend(items);
    }
    divisors
}
