//! An operator into random terms that have it at their head, by the sorts it takes.

use smtlib::float::Format;
use smtlib::{Op, PLAIN, Shape};

use super::sorts::{Chance, Sort};

/// One operator for each name with indices; which indices is decided anew for each term.
const INDEXED: &[Op] = &[
    Op::Divisible(0),
    Op::IntAnd(0),
    Op::Extract(0, 0),
    Op::Repeat(0),
    Op::ZeroExtend(0),
    Op::SignExtend(0),
    Op::RotateLeft(0),
    Op::RotateRight(0),
    Op::IntToBv(0),
    Op::FpToUbv(0),
    Op::FpToSbv(0),
    Op::RePower(0),
    Op::ReLoop(0, 0),
];

/// All operators but those that give irrational numbers, for which SMT-LIB has no literals.
pub fn operators() -> Vec<Op> {
    let format = Format::new(2, 2).expect("a format");
    let mut operators = PLAIN.to_vec();
    operators.retain(|op| {
        let gives_real = matches!(op.shape(), Shape::Fixed([.., smtlib::Sort::REAL]));
        !(op.is_extension() && gives_real)
    });
    operators.extend_from_slice(INDEXED);
    operators.extend([Op::ToFp(format), Op::ToFpUnsigned(format)]);
    operators.push(Op::ConstArray(smtlib::Sort::BOOL));
    operators.push(Op::SeqEmpty(smtlib::Sort::BOOL));
    operators
}

/// An operator with its indices, what it takes, and what it gives.
struct Application {
    head: String,
    takes: Vec<Sort>,
    gives: Sort,
}

/// A term with the operator at its head; the arguments are values, and sometimes terms.
///
/// A regular expression is looked for in a string, since solvers compare strings only.
pub fn term(chance: &mut Chance, op: Op) -> String {
    if op == Op::Power {
        // Solvers multiply as often as the exponent says, however large it is.
        let sort = if chance.percent(50) { Sort::Int } else { Sort::Real };
        return format!("(^ {} {})", chance.value(&sort), chance.below(9));
    }
    let application = application(chance, op, None);
    let depth = match chance.below(10) {
        0 => 2,
        1..=2 => 1,
        _ => 0,
    };
    // Regular expressions are dull without parts.
    let depth = depth + u32::from(application.takes.contains(&Sort::RegLan));
    let text = written(chance, &application, depth);
    match application.gives {
        Sort::RegLan => format!("(str.in_re {} {text})", chance.value(&Sort::String)),
        _ => text,
    }
}

fn written(chance: &mut Chance, application: &Application, depth: u32) -> String {
    let mut text = application.head.clone();
    for sort in &application.takes {
        text.push(' ');
        text += &argument(chance, sort, depth);
    }
    if application.takes.is_empty() { text } else { format!("({text})") }
}

/// A value of the sort, or a term of it that nests so deep.
fn argument(chance: &mut Chance, sort: &Sort, depth: u32) -> String {
    if depth == 0 || chance.percent(if *sort == Sort::RegLan { 10 } else { 40 }) {
        return match sort {
            Sort::RegLan => regex(chance),
            _ => chance.value(sort),
        };
    }
    let makers: Vec<Op> = operators().into_iter().filter(|&op| makes(op, sort)).collect();
    if makers.is_empty() {
        return chance.value(sort);
    }
    let op = *chance.pick(&makers);
    let inner = application(chance, op, Some(sort));
    written(chance, &inner, depth - 1)
}

fn regex(chance: &mut Chance) -> String {
    match chance.below(3) {
        0 => chance.value(&Sort::RegLan),
        1 => format!("(str.to_re {})", chance.value(&Sort::String)),
        _ => {
            let (low, high) = (chance.pick(&["a", "b", ""]), chance.pick(&["a", "b", "1"]));
            format!("(re.range \"{low}\" \"{high}\")")
        }
    }
}

/// Can the operator give a term of that sort that solvers and standard agree on?
fn makes(op: Op, sort: &Sort) -> bool {
    // What few solvers can compute is asked of alone.
    let hard = matches!(op, Op::StrReplaceRe | Op::StrReplaceReAll | Op::StrReplaceAll);
    if op.is_extension() || hard {
        return false;
    }
    match (op.shape(), sort) {
        (Shape::Number { .. }, Sort::Int | Sort::Real)
        | (Shape::BitVec { .. }, Sort::Bits(_))
        | (Shape::Float { .. }, Sort::Float(..)) => op != Op::Abs || *sort == Sort::Int,
        (Shape::Fold(given), sort) => plain(given) == *sort,
        (Shape::Fixed(signature), sort) => {
            signature.len() > 1
                && signature.last().map(|&given| plain(given)).as_ref() == Some(sort)
        }
        (Shape::Own, Sort::Array(..)) => op == Op::Store,
        (Shape::Own, Sort::Sequence(_)) => {
            matches!(op, Op::SeqConcat | Op::SeqAt | Op::SeqExtract | Op::SeqReplace)
        }
        (Shape::Own, _) => op == Op::Ite,
        _ => false,
    }
}

fn plain(sort: smtlib::Sort) -> Sort {
    match sort {
        smtlib::Sort::BOOL => Sort::Bool,
        smtlib::Sort::INT => Sort::Int,
        smtlib::Sort::REAL => Sort::Real,
        smtlib::Sort::STRING => Sort::String,
        smtlib::Sort::REGLAN => Sort::RegLan,
        _ => Sort::Mode,
    }
}

/// The operator with random indices and sorts; where a sort is wanted, it gives that.
fn application(chance: &mut Chance, op: Op, wanted: Option<&Sort>) -> Application {
    let several = |chance: &mut Chance| if chance.percent(75) { 2 } else { chance.between(3, 5) };
    let numbers = |chance: &mut Chance| if chance.percent(50) { Sort::Int } else { Sort::Real };
    let bits = |chance: &mut Chance| match wanted {
        Some(sort @ Sort::Bits(_)) => sort.clone(),
        _ => Sort::Bits(chance.width()),
    };
    let floats = |chance: &mut Chance| {
        if let Some(sort @ Sort::Float(..)) = wanted {
            return sort.clone();
        }
        let (eb, sb) = chance.format();
        Sort::Float(eb, sb)
    };
    let arity = |chance: &mut Chance, least: usize, most: usize| {
        (several(chance) as usize).clamp(least, most.max(least))
    };
    let (takes, gives) = match op.shape() {
        Shape::Fixed(signature) => {
            let mut takes: Vec<Sort> = signature.iter().map(|&sort| plain(sort)).collect();
            let gives = takes.pop().expect("a signature has a result");
            (takes, gives)
        }
        Shape::Fold(sort) => (vec![plain(sort); several(chance) as usize], plain(sort)),
        Shape::Chain(sort) => (vec![plain(sort); several(chance) as usize], Sort::Bool),
        Shape::Number { least, most } => {
            let sort = match wanted {
                _ if op == Op::Abs => Sort::Int,
                Some(sort) => sort.clone(),
                None => numbers(chance),
            };
            (vec![sort.clone(); arity(chance, least, most)], sort)
        }
        Shape::NumberChain => (vec![numbers(chance); several(chance) as usize], Sort::Bool),
        Shape::BitVec { least, most } => {
            let sort = bits(chance);
            (vec![sort.clone(); arity(chance, least, most)], sort)
        }
        Shape::BitVecTest(count) => (vec![bits(chance); count], Sort::Bool),
        Shape::Float { rounded, count } => {
            let sort = floats(chance);
            let mut takes = vec![Sort::Mode; usize::from(rounded)];
            takes.extend(vec![sort.clone(); count]);
            (takes, sort)
        }
        Shape::FloatChain => (vec![floats(chance); several(chance) as usize], Sort::Bool),
        Shape::FloatTest => (vec![floats(chance)], Sort::Bool),
        Shape::Own if op.name().starts_with("seq.") => return on_sequences(chance, op, wanted),
        Shape::Own => return own(chance, op, wanted),
    };
    Application { head: op.to_string(), takes, gives }
}

/// The operators whose sorts follow a rule of their own.
fn own(chance: &mut Chance, op: Op, wanted: Option<&Sort>) -> Application {
    let width = chance.width();
    let (eb, sb) = chance.format();
    let float = Sort::Float(eb, sb);
    let format = Format::new(eb, sb).expect("a format");
    let apply =
        |op: Op, takes: Vec<Sort>, gives: Sort| Application { head: op.to_string(), takes, gives };
    let bits = Sort::Bits;
    match op {
        Op::Eq | Op::Distinct => {
            let sort = chance.sort(2);
            let count = if chance.percent(70) { 2 } else { 3 };
            apply(op, vec![sort; count], Sort::Bool)
        }
        Op::Ite => {
            let sort = wanted.cloned().unwrap_or_else(|| chance.sort(1));
            apply(op, vec![Sort::Bool, sort.clone(), sort.clone()], sort)
        }
        Op::Select => {
            let array = chance.array(1);
            let Sort::Array(index, element) = array.clone() else { unreachable!("an array") };
            apply(op, vec![array, *index], *element)
        }
        Op::Store => {
            let array = wanted.cloned().unwrap_or_else(|| chance.array(1));
            let Sort::Array(index, element) = array.clone() else { unreachable!("an array") };
            apply(op, vec![array.clone(), *index, *element], array)
        }
        Op::ConstArray(_) => {
            let array = chance.array(1);
            let Sort::Array(_, element) = array.clone() else { unreachable!("an array") };
            Application { head: format!("(as const {array})"), takes: vec![*element], gives: array }
        }
        Op::Divisible(_) => {
            let by = *chance.pick(&[1, 2, 3, 7, 8, 1 << 31]);
            apply(Op::Divisible(by), vec![Sort::Int], Sort::Bool)
        }
        Op::IntAnd(_) => apply(Op::IntAnd(width), vec![Sort::Int; 2], Sort::Int),
        Op::Concat => {
            let widths: Vec<u32> = (0..chance.between(2, 4)).map(|_| chance.width()).collect();
            let sum = widths.iter().sum();
            apply(op, widths.into_iter().map(bits).collect(), bits(sum))
        }
        Op::BvComp => apply(op, vec![bits(width); 2], bits(1)),
        Op::BvRedor | Op::BvRedand => apply(op, vec![bits(width)], bits(1)),
        Op::UbvToInt | Op::SbvToInt => apply(op, vec![bits(width)], Sort::Int),
        Op::IntToBv(_) => apply(Op::IntToBv(width), vec![Sort::Int], bits(width)),
        Op::Extract(..) => {
            let low = chance.below(width);
            let high = chance.between(low, width - 1);
            apply(Op::Extract(high, low), vec![bits(width)], bits(high - low + 1))
        }
        Op::Repeat(_) => {
            let times = chance.between(1, 4);
            apply(Op::Repeat(times), vec![bits(width)], bits(width * times))
        }
        Op::ZeroExtend(_) | Op::SignExtend(_) => {
            let by = *chance.pick(&[0, 1, 3, 32, 63, 64]);
            let op = if op == Op::ZeroExtend(0) { Op::ZeroExtend(by) } else { Op::SignExtend(by) };
            apply(op, vec![bits(width)], bits(width + by))
        }
        Op::RotateLeft(_) | Op::RotateRight(_) => {
            let by = chance.below(3 * width);
            let op = if op == Op::RotateLeft(0) { Op::RotateLeft(by) } else { Op::RotateRight(by) };
            apply(op, vec![bits(width)], bits(width))
        }
        Op::Fp => apply(op, vec![bits(1), bits(eb), bits(sb - 1)], float),
        Op::FpToReal => apply(op, vec![float], Sort::Real),
        Op::FpToIeeeBv => apply(op, vec![float], bits(eb + sb)),
        Op::FpToUbv(_) => apply(Op::FpToUbv(width), vec![Sort::Mode, float], bits(width)),
        Op::FpToSbv(_) => apply(Op::FpToSbv(width), vec![Sort::Mode, float], bits(width)),
        Op::ToFp(_) => {
            let takes = match chance.below(4) {
                0 => vec![bits(eb + sb)],
                1 => vec![Sort::Mode, Sort::Real],
                2 => vec![Sort::Mode, bits(width)],
                _ => {
                    let (eb, sb) = chance.format();
                    vec![Sort::Mode, Sort::Float(eb, sb)]
                }
            };
            apply(Op::ToFp(format), takes, float)
        }
        Op::ToFpUnsigned(_) => {
            apply(Op::ToFpUnsigned(format), vec![Sort::Mode, bits(width)], float)
        }
        Op::RePower(_) => apply(Op::RePower(chance.below(4)), vec![Sort::RegLan], Sort::RegLan),
        Op::ReLoop(..) => {
            let op = Op::ReLoop(chance.below(4), chance.below(4));
            apply(op, vec![Sort::RegLan], Sort::RegLan)
        }
        _ => unreachable!("`{op}` has a shape"),
    }
}

/// The operators on sequences of one sort, and positions in them.
fn on_sequences(chance: &mut Chance, op: Op, wanted: Option<&Sort>) -> Application {
    let whole = match wanted {
        Some(sort @ Sort::Sequence(_)) => sort.clone(),
        _ => chance.sequence(),
    };
    let Sort::Sequence(element) = whole.clone() else { unreachable!("a sort of sequences") };
    match op {
        Op::SeqEmpty(_) => {
            let head = format!("(as seq.empty {whole})");
            return Application { head, takes: vec![], gives: whole };
        }
        Op::SeqUnit => {
            return Application { head: op.to_string(), takes: vec![*element], gives: whole };
        }
        _ => {}
    }
    let (rest, gives) = match op {
        Op::SeqConcat => (vec![whole.clone(); chance.between(1, 3) as usize], whole.clone()),
        Op::SeqLen => (vec![], Sort::Int),
        Op::SeqRev => (vec![], whole.clone()),
        Op::SeqNth => (vec![Sort::Int], *element),
        Op::SeqAt => (vec![Sort::Int], whole.clone()),
        Op::SeqExtract => (vec![Sort::Int, Sort::Int], whole.clone()),
        Op::SeqPrefixof | Op::SeqSuffixof | Op::SeqContains => (vec![whole.clone()], Sort::Bool),
        Op::SeqIndexof => (vec![whole.clone(), Sort::Int], Sort::Int),
        Op::SeqLastIndexof => (vec![whole.clone()], Sort::Int),
        Op::SeqUpdate => (vec![Sort::Int, whole.clone()], whole.clone()),
        _ => (vec![whole.clone(); 2], whole.clone()),
    };
    let takes = [vec![whole], rest].concat();
    Application { head: op.to_string(), takes, gives }
}
