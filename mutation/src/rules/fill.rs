//! Variables that only the new side has: drawn, or chosen by number.

use smallvec::SmallVec;
use smtlib::text::Text;
use smtlib::{BitVec, Int, Node, Op, Rational, Sort, SortKind, Term, Terms, Value};

use super::matching::{Bindings, Slot};
use super::pattern::{Kind, Place};
use super::variables::Variables;
use crate::draw::Draw;
use crate::places::Sites;

/// The way of choosing what only the new side has.
#[derive(Debug)]
pub(crate) enum Choice<'a> {
    /// Each with equal chance.
    Draw(&'a mut Draw),
    /// The same for all variables: the first that there is (0), the last (1), literals (2, 3).
    Number(u64),
}

/// Count of numbers for [`Choice::Number`].
pub(crate) const CHOICES: u64 = 4;

impl Choice<'_> {
    /// Returns a number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        match self {
            Self::Draw(draw) => draw.below(end),
            Self::Number(0) => 0,
            Self::Number(1) => end - 1,
            Self::Number(2) => end / 2,
            Self::Number(_) => 1 % end,
        }
    }

    /// Returns whether a number is negative, a truth value false.
    fn is_negative(&mut self) -> bool {
        match self {
            Self::Draw(draw) => draw.below(2) == 1,
            Self::Number(number) => *number == 2,
        }
    }

    fn of(&mut self, list: &[Term]) -> Option<Term> {
        let end = list.len() as u64;
        let at = if end == 0 { return None } else { self.below(end) };
        list.get(usize::try_from(at).ok()?).copied()
    }
}

/// Gives each drawn variable what it stands for; `None` if there is nothing.
pub(crate) fn fill(
    variables: &Variables,
    drawn: &[Place],
    mut bindings: Bindings,
    terms: &mut Terms,
    pool: &Sites,
    mut choice: Choice<'_>,
) -> Option<Bindings> {
    // The sort of a bound variable may be that of a part.
    let is_late = |place: &&Place| matches!(variables.all[**place].kind, Kind::Bound(_));
    let early = drawn.iter().filter(|place| !is_late(place));
    for &place in early.chain(drawn.iter().filter(is_late)) {
        let slot = match &variables.all[place].kind {
            Kind::Term(sort) => {
                let sort = sort.sort(&mut terms.sorts, &bindings.sorts)?;
                let is_literal = matches!(choice, Choice::Number(2..));
                let closed = if is_literal { &[] } else { pool.closed(terms, sort) };
                let term = match choice.of(closed) {
                    Some(term) => term,
                    None => literal(terms, sort, &mut choice)
                        .or_else(|| choice.of(pool.closed(terms, sort)))?,
                };
                Slot::Term(term)
            }
            Kind::Literal(sort) => {
                let sort = sort.sort(&mut terms.sorts, &bindings.sorts)?;
                Slot::Term(literal(terms, sort, &mut choice)?)
            }
            Kind::Letter => Slot::Term(terms.constant_of(&word(1, &mut choice))?),
            Kind::Number(range) => {
                let count = u64::from(range.end() - range.start()) + 1;
                let above = u32::try_from(choice.below(count)).ok()?;
                Slot::Number(range.start() + above)
            }
            Kind::Part(of, sort) => {
                let Slot::Term(whole) = bindings.slots[*of] else { return None };
                let parts = parts(terms, whole);
                let sorts = bindings.sorts.clone();
                let fits = |&term: &Term| {
                    let mut trial = sorts.clone();
                    let found = terms.sort(term);
                    sort.matches(found, &terms.sorts, &variables.sorts, &mut trial)
                };
                let fitting: Vec<Term> = parts.into_iter().filter(fits).collect();
                let part = choice.of(&fitting)?;
                let found = terms.sort(part);
                sort.matches(found, &terms.sorts, &variables.sorts, &mut bindings.sorts);
                Slot::Term(part)
            }
            Kind::Bound(sort) => {
                let sort = sort.sort(&mut terms.sorts, &bindings.sorts)?;
                let name = terms.fresh_name(&variables.all[place].name);
                Slot::Local(terms.get_local(&name, sort))
            }
            Kind::Count(_) | Kind::Operator => return None,
        };
        bindings.slots[place] = slot;
    }
    Some(bindings)
}

/// The distinct subterms of a term outside of binders, without the term itself.
fn parts(terms: &Terms, whole: Term) -> Vec<Term> {
    let (mut found, mut stack) = (Vec::new(), vec![whole]);
    while let Some(term) = stack.pop() {
        if let Node::Op(_, children) | Node::Call(_, children) = terms.node(term)
            && found.len() <= MOST_PARTS
        {
            found.extend_from_slice(children);
            stack.extend(children.iter().copied());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Most parts of a term that are thought of.
const MOST_PARTS: usize = 1 << 12;

/// A random literal; `None` of a sort that has none.
fn literal(terms: &mut Terms, sort: Sort, choice: &mut Choice<'_>) -> Option<Term> {
    let value = match terms.sorts.kind(sort) {
        SortKind::Bool => Value::Bool(!choice.is_negative()),
        SortKind::Int => {
            let magnitude = i64::try_from(choice.below(10_000)).ok()?;
            let is_negative = choice.is_negative();
            Value::Int(Int::from(if is_negative { -magnitude } else { magnitude }))
        }
        SortKind::Real => {
            // 1.5 to 1.9, times a power of ten.
            let tenths = i64::try_from(15 + choice.below(5)).ok()?;
            let power = u32::try_from(choice.below(10)).ok()?;
            let numerator = tenths * 10_i64.pow(power);
            Value::Real(Rational::new(numerator.into(), 10.into()).into())
        }
        SortKind::String => word(usize::try_from(choice.below(10)).ok()?, choice),
        SortKind::RegLan => return union_of_words(terms, choice),
        SortKind::RoundingMode => {
            let modes = ["RNE", "RNA", "RTP", "RTN", "RTZ"];
            let at = usize::try_from(choice.below(modes.len() as u64)).ok()?;
            Value::Rounding(modes[at].parse().ok()?)
        }
        SortKind::BitVec(width) => Value::BitVec(bits(*width, choice)),
        SortKind::Float(format) => {
            let pattern = bits(format.width(), choice).to_big();
            Value::Float(smtlib::float::Float::from_bits(*format, &pattern))
        }
        SortKind::Array(_, element) => {
            let element = *element;
            let inner = literal(terms, element, choice)?;
            return terms.op(Op::ConstArray(sort), SmallVec::from_slice(&[inner])).ok();
        }
        SortKind::Sequence(element) => {
            let element = *element;
            let inner = literal(terms, element, choice)?;
            return terms.op(Op::SeqUnit, SmallVec::from_slice(&[inner])).ok();
        }
        SortKind::Named { .. } | SortKind::Parameter(_) => return None,
    };
    terms.constant_of(&value)
}

/// Returns a word of lower-case letters.
fn word(length: usize, choice: &mut Choice<'_>) -> Value {
    let letters: Vec<u32> = (0..length)
        .map(|_| u32::from(b'a') + u32::try_from(choice.below(26)).expect("below 26"))
        .collect();
    Value::String(Text::from_characters(&letters).expect("letters are characters"))
}

fn bits(width: u32, choice: &mut Choice<'_>) -> BitVec {
    let mut bits: Option<BitVec> = None;
    let mut left = width;
    while left > 0 {
        let count = left.min(32);
        let chunk = BitVec::new(count, choice.below(1 << count));
        bits = Some(bits.map_or(chunk.clone(), |high| high.concat(&chunk)));
        left -= count;
    }
    bits.expect("no bit-vector is empty")
}

fn union_of_words(terms: &mut Terms, choice: &mut Choice<'_>) -> Option<Term> {
    let mut words = SmallVec::new();
    for _ in 0..3 {
        let length = usize::try_from(choice.below(10)).ok()?;
        let word = terms.constant_of(&word(length, choice))?;
        words.push(terms.op(Op::StrToRe, SmallVec::from_slice(&[word])).ok()?);
    }
    terms.op(Op::ReUnion, words).ok()
}
