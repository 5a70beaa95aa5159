//! `YinYang`'s file of fusion functions, as it is, into fusion functions that were checked.
//!
//! An entry stands between `#begin` and `#end`: declarations of x, y, z and constants, then three
//! assertions, which say what z, x and y are. Each becomes a line of a table.

use std::fmt;

use smtlib::sexpr::{Sexpr, Sexprs};

use super::check::{Counterexample, Verdict, check};
use super::{FusionFunction, line};

/// What a file of fusion functions came to, entry by entry, in order.
#[derive(Clone, Debug, Default)]
pub struct FusionFile {
    /// What is used.
    pub taken: Vec<Taken>,
    /// What is not.
    pub refused: Vec<Refused>,
}

/// A fusion function that can be taken back.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The line of its `#begin`, from 1.
    pub line: usize,
    /// The fusion function.
    pub function: FusionFunction,
    /// Why it was given a guard that the file does not have, if it was.
    pub guarded: Option<Counterexample>,
}

/// An entry that is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line of its `#begin`, from 1.
    pub line: usize,
    /// Why.
    pub why: Refusal,
}

/// Why an entry is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read.
    Unreadable(String),
    /// An equation of three sides: `(= z (+ x c) y)` says that z is y. Almost surely a typo.
    Typo {
        /// As it stands.
        found: String,
        /// What was probably meant: `(= z (+ x c y))`.
        meant: Option<String>,
    },
    /// It cannot be taken back.
    Fails(Counterexample),
    /// Its terms do not have the sorts that are declared, or no sort fits.
    Unfit,
}

/// `line 82: (= z (+ x c) y) says … ; was … meant?`
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.why {
            Refusal::Unreadable(message) => f.write_str(message),
            Refusal::Typo { found, meant } => {
                write!(f, "`{found}` says that all of its sides are equal")?;
                meant.iter().try_for_each(|meant| write!(f, "; is `{meant}` meant?"))
            }
            Refusal::Fails(counterexample) => {
                write!(f, "it cannot be taken back for {counterexample}")
            }
            Refusal::Unfit => f.write_str("its terms do not have the sorts that are declared"),
        }
    }
}

/// Reads the entries of a file, and checks each: what cannot be taken back is refused, or taken where
/// no divisor is 0 if that is all there is to it.
pub fn read_fusion_functions(text: &str) -> FusionFile {
    let mut file = FusionFile::default();
    let mut begun: Option<(usize, String)> = None;
    for (content, number) in text.lines().zip(1..) {
        let content = content.trim();
        match (content, &mut begun) {
            (_, None) if content == "#begin" => begun = Some((number, String::new())),
            ("#end", Some(_)) => {
                let (line, block) = begun.take().expect("it was matched");
                match entry(&block, file.taken.len() + file.refused.len() + 1) {
                    Ok((function, guarded)) => file.taken.push(Taken { line, function, guarded }),
                    Err(why) => file.refused.push(Refused { line, why }),
                }
            }
            (_, Some((_, block))) if !content.starts_with(';') => {
                block.push_str(content);
                block.push('\n');
            }
            _ if content.is_empty() || content.starts_with(';') => {}
            (_, None) => {
                let message = format!("`{content}` stands outside of `#begin` and `#end`");
                file.refused.push(Refused { line: number, why: Refusal::Unreadable(message) });
            }
            (_, Some(_)) => {}
        }
    }
    if let Some((line, _)) = begun {
        let why = Refusal::Unreadable("`#end` is missing".to_owned());
        file.refused.push(Refused { line, why });
    }
    file
}

/// An entry into a function that was checked.
fn entry(block: &str, number: usize) -> Result<(FusionFunction, Option<Counterexample>), Refusal> {
    let entry = Entry::read(block)?;
    let function = entry.function(number, &[])?;
    match check(&function).verdict {
        Verdict::Inverts | Verdict::InvertsWhen(_) => Ok((function, None)),
        Verdict::Unfit => Err(Refusal::Unfit),
        Verdict::Fails(counterexample) => {
            if entry.divisors.is_empty() {
                return Err(Refusal::Fails(counterexample));
            }
            let guarded = entry.function(number, &entry.divisors)?;
            match check(&guarded).verdict {
                Verdict::InvertsWhen(_) => Ok((guarded, Some(counterexample))),
                _ => Err(Refusal::Fails(counterexample)),
            }
        }
    }
}

/// The parts of an entry, as texts.
struct Entry {
    /// `x: Int, y: Int, z: Int, c: any`.
    declarations: Vec<String>,
    /// What z, x and y are.
    sides: [String; 3],
    /// What is divided by.
    divisors: Vec<String>,
}

impl Entry {
    fn read(block: &str) -> Result<Self, Refusal> {
        let unreadable = |message: &str| Refusal::Unreadable(message.to_owned());
        let sexprs = Sexprs::read(block).map_err(|error| unreadable(&error.message))?;
        if block.contains('|') {
            return Err(unreadable("names between bars are not read here"));
        }
        let (mut declarations, mut constants) = (Vec::new(), Vec::new());
        let (mut sides, mut divisors) = (Vec::new(), Vec::new());
        for command in sexprs.top() {
            let items: Vec<Sexpr> = sexprs.items(command).collect();
            match (sexprs.head(command), items.as_slice()) {
                (Some("declare-const"), &[_, name, sort])
                | (Some("declare-fun"), &[_, name, _, sort]) => {
                    let (name, sort) = (sexprs.text(name), sexprs.spaced(sort));
                    match name {
                        "x" | "y" | "z" => declarations.push(format!("{name}: {sort}")),
                        _ => constants.push((name, sort)),
                    }
                }
                (Some("assert"), &[_, equation]) => {
                    sides.push(side(&sexprs, equation, ["z", "x", "y"].get(sides.len()))?);
                    divisors.extend(divisors_of(&sexprs, equation));
                }
                _ => {
                    let command = sexprs.spaced(command);
                    return Err(unreadable(&format!("`{command}` has no meaning here")));
                }
            }
        }
        for (name, sort) in constants {
            if !declarations.iter().any(|x| *x == format!("x: {sort}")) {
                return Err(unreadable(&format!("the constant `{name}` must be of x's sort")));
            }
            declarations.push(format!("{name}: any"));
        }
        let sides = sides.try_into();
        let sides = sides.map_err(|_| unreadable("three assertions are wanted: z, x and y"))?;
        divisors.sort();
        divisors.dedup();
        Ok(Self { declarations, sides, divisors })
    }

    /// The fusion function, where these are not 0.
    fn function(&self, number: usize, divisors: &[String]) -> Result<FusionFunction, Refusal> {
        let [z, x, y] = &self.sides;
        let declarations = self.declarations.join(", ");
        let mut text = format!("yinyang-{number} | {declarations} | z = {z} | x = {x} | y = {y}");
        if !divisors.is_empty() {
            let guards: Vec<String> =
                divisors.iter().map(|divisor| format!("(distinct {divisor} 0)")).collect();
            text.push_str(" | when ");
            text.push_str(&guards.join(" "));
        }
        line::function(&text, 1).map_err(|error| Refusal::Unreadable(error.message))
    }
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

/// What is divided by in a term, but for numbers.
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
