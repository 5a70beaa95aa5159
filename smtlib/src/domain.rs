//! The number of values of a sort, and the values.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::float::{Float, Format, RoundingMode};
use crate::function::Fun;
use crate::sort::{Sort, SortKind};
use crate::term::Terms;
use crate::value::{Array, BitVec, Data, MAX_VALUE_DEPTH, Value};

/// Returns the number of values of a sort; `None` if there are infinitely many, or more than 2^64,
/// or if the script does not say.
pub fn cardinality(terms: &Terms, sort: Sort) -> Option<u64> {
    count(terms, sort, &mut Counted::default())
}

/// The datatypes that are being counted, and those that were.
#[derive(Default)]
struct Counted {
    open: Vec<Sort>,
    done: FxHashMap<Sort, Option<u64>>,
}

fn count(terms: &Terms, sort: Sort, counted: &mut Counted) -> Option<u64> {
    match terms.sorts.kind(sort) {
        SortKind::Bool => Some(2),
        SortKind::RoundingMode => Some(5),
        SortKind::BitVec(width) => 1_u64.checked_shl(*width),
        SortKind::Float(format) => {
            // Two infinities less, and all patterns that are not a number are one value.
            let all = 1_u64.checked_shl(format.width())?;
            let nans = 1_u64.checked_shl(format.sb())? - 2;
            Some(all - nans + 1)
        }
        SortKind::Array(index, element) => {
            let elements = count(terms, *element, counted)?;
            if elements == 1 {
                return Some(1);
            }
            let indices = count(terms, *index, counted)?;
            elements.checked_pow(u32::try_from(indices).ok()?)
        }
        SortKind::Named { .. } => {
            if let Some(&done) = counted.done.get(&sort) {
                return done;
            }
            // A datatype inside of itself has infinitely many values; one that nests deeper than
            // values do has none that matter.
            if counted.open.contains(&sort) || counted.open.len() >= MAX_VALUE_DEPTH {
                return None;
            }
            counted.open.push(sort);
            let sum = count_data(terms, sort, counted);
            counted.open.pop();
            counted.done.insert(sort, sum);
            sum
        }
        SortKind::Int
        | SortKind::Real
        | SortKind::String
        | SortKind::RegLan
        | SortKind::Sequence(_)
        | SortKind::Parameter(_) => None,
    }
}

fn count_data(terms: &Terms, sort: Sort, counted: &mut Counted) -> Option<u64> {
    let mut sum = 0_u64;
    for &constructor in terms.constructors(sort)? {
        let mut product = 1_u64;
        for field in known_field_sorts(terms, constructor, sort)? {
            product = product.checked_mul(count(terms, field, counted)?)?;
        }
        sum = sum.checked_add(product)?;
    }
    Some(sum)
}

/// Returns the greatest weight of all values of a sort together, in words; `None` if they cannot be
/// listed.
pub(crate) fn weight_of_all(terms: &Terms, sort: Sort) -> Option<u64> {
    cardinality(terms, sort)?.checked_mul(greatest_weight(terms, sort)?)
}

/// Returns the greatest weight of a value of a sort of finitely many values.
fn greatest_weight(terms: &Terms, sort: Sort) -> Option<u64> {
    match terms.sorts.kind(sort) {
        SortKind::Array(index, element) => {
            let entry =
                greatest_weight(terms, *index)?.checked_add(greatest_weight(terms, *element)?)?;
            cardinality(terms, *index)?.checked_mul(entry)?.checked_add(1)
        }
        SortKind::Named { .. } => {
            let weights = terms.constructors(sort)?.iter().map(|&constructor| {
                let fields = known_field_sorts(terms, constructor, sort)?;
                fields
                    .into_iter()
                    .try_fold(1_u64, |sum, field| sum.checked_add(greatest_weight(terms, field)?))
            });
            weights.collect::<Option<Vec<u64>>>()?.into_iter().max()
        }
        _ => Some(2),
    }
}

/// Returns whether the script says which values the sort has. It does not where a declared sort
/// that is no datatype is a part of it: such a sort may have any number of elements.
pub fn is_interpreted(terms: &Terms, sort: Sort) -> bool {
    if !matches!(
        terms.sorts.kind(sort),
        SortKind::Array(..) | SortKind::Sequence(_) | SortKind::Named { .. }
    ) {
        return true;
    }
    let mut seen = FxHashSet::default();
    let mut stack = vec![sort];
    while let Some(sort) = stack.pop() {
        if !seen.insert(sort) {
            continue;
        }
        match terms.sorts.kind(sort) {
            SortKind::Array(index, element) => stack.extend([*index, *element]),
            SortKind::Sequence(element) => stack.push(*element),
            SortKind::Parameter(_) => return false,
            SortKind::Named { .. } => {
                let Some(constructors) = terms.constructors(sort) else { return false };
                for &constructor in constructors {
                    match known_field_sorts(terms, constructor, sort) {
                        Some(fields) => stack.extend(fields),
                        None => return false,
                    }
                }
            }
            _ => {}
        }
    }
    true
}

/// The sorts of a constructor's fields, if all of them are sorts of the script already.
pub(crate) fn known_field_sorts(terms: &Terms, constructor: Fun, sort: Sort) -> Option<Vec<Sort>> {
    let function = terms.function(constructor);
    let mut binding = Vec::new();
    terms.sorts.unify(function.result, sort, &mut binding);
    function.parameters.iter().map(|&field| terms.sorts.find_instance(field, &binding)).collect()
}

/// All values of a sort in a fixed order; `None` if there are more than `most`.
pub fn values(terms: &Terms, sort: Sort, most: usize) -> Option<Vec<Value>> {
    let count = usize::try_from(cardinality(terms, sort)?).ok().filter(|&count| count <= most)?;
    let values: Vec<Value> = match terms.sorts.kind(sort) {
        SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        SortKind::RoundingMode => RoundingMode::ALL.into_iter().map(Value::Rounding).collect(),
        SortKind::BitVec(width) => {
            (0..count as u64).map(|bits| Value::BitVec(BitVec::new(*width, bits))).collect()
        }
        SortKind::Float(format) => floats(*format),
        SortKind::Array(index, element) => arrays(terms, sort, *index, *element, most)?,
        SortKind::Named { .. } => data(terms, sort, most)?,
        _ => return None,
    };
    debug_assert_eq!(values.len(), count);
    Some(values)
}

fn floats(format: Format) -> Vec<Value> {
    let patterns = 0..1_u64 << (format.width());
    let numbers = patterns.map(|bits| Float::from_bits(format, &bits.into()));
    let numbers = numbers.filter(|float| !float.is_nan());
    numbers.chain([Float::nan(format)]).map(Value::Float).collect()
}

fn arrays(
    terms: &Terms,
    sort: Sort,
    index: Sort,
    element: Sort,
    most: usize,
) -> Option<Vec<Value>> {
    let elements = values(terms, element, most)?;
    if let [only] = elements.as_slice() {
        let array = Array::constant(terms, sort, only.clone())?;
        return Some(vec![Value::Array(Arc::new(array))]);
    }
    let indices = values(terms, index, most)?;
    let rows = rows(&vec![elements; indices.len()]);
    let arrays = rows.into_iter().map(|row| Array::of_all(terms, sort, &indices, row));
    arrays.map(|array| Some(Value::Array(Arc::new(array?)))).collect()
}

/// Every way to choose one value from each list, the first list's choice changing last.
fn rows<L: AsRef<[Value]>>(lists: &[L]) -> Vec<Vec<Value>> {
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for choices in lists {
        let longer = rows.iter().flat_map(|row| {
            let choices = choices.as_ref().iter();
            choices.map(|choice| [row.as_slice(), std::slice::from_ref(choice)].concat())
        });
        rows = longer.collect();
    }
    rows
}

fn data(terms: &Terms, sort: Sort, most: usize) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for &constructor in terms.constructors(sort)? {
        let mut choices = Vec::new();
        for field in known_field_sorts(terms, constructor, sort)? {
            choices.push(values(terms, field, most)?);
        }
        for row in rows(&choices) {
            all.push(Value::Data(Arc::new(Data::new(sort, constructor, row)?)));
        }
    }
    Some(all)
}
