//! The values of children of operators on bit-vectors.

use num_bigint::BigUint;
use num_traits::One;
use smtlib::{BitVec, Op, Value};

use super::allowed::Allowed;
use super::parts::Parts;
use super::ring::{Ring, least_signed};

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let own = bits(parts, at)?;
    let other = || if parts.values.len() == 2 { bits(parts, 1 - at) } else { None };
    match op {
        Op::BvAdd => {
            let sum =
                others(parts, at)?.into_iter().fold(BitVec::new(own.width(), 0), |a, b| a.add(b));
            Some(ring(parts.set.as_ring()?.before_adding(&sum)))
        }
        Op::BvSub if at == 0 => Some(ring(parts.set.as_ring()?.before_adding(&other()?.neg()))),
        Op::BvSub => Some(ring(parts.set.as_ring()?.before_subtracting_from(other()?))),
        Op::BvNeg => {
            Some(ring(parts.set.as_ring()?.before_subtracting_from(&BitVec::new(own.width(), 0))))
        }
        Op::BvNot => not(parts.set),
        Op::BvXor => {
            let mask =
                others(parts, at)?.into_iter().fold(BitVec::new(own.width(), 0), |a, b| a.xor(b));
            xor(parts.set, &mask)
        }
        Op::BvXnor if parts.values.len() == 2 => xor(parts.set, &other()?.not()),
        Op::BvAnd => {
            let ones = BitVec::new(own.width(), 0).not();
            let mask = others(parts, at)?.into_iter().fold(ones, |a, b| a.and(b));
            let result = single(parts)?;
            Some(pattern(mask, result.clone()))
        }
        Op::BvOr => {
            let set =
                others(parts, at)?.into_iter().fold(BitVec::new(own.width(), 0), |a, b| a.or(b));
            let mask = set.not();
            let result = single(parts)?.and(&mask);
            Some(pattern(mask, result))
        }
        Op::BvNand => Some(pattern(other()?.clone(), single(parts)?.not())),
        Op::BvNor => Some(pattern(other()?.not(), single(parts)?.not().and(&other()?.not()))),
        Op::BvMul => product(parts, at, own.width()),
        Op::BvShl if at == 0 => {
            let by = distance(other()?, own.width());
            shifted(parts, own.width(), by)
        }
        Op::BvLshr if at == 0 => {
            let by = distance(other()?, own.width());
            divided(parts, own, &(BigUint::one() << by))
        }
        Op::BvUdiv if at == 0 && !other()?.is_zero() => divided(parts, own, &other()?.to_big()),
        Op::Concat => concat(parts, at, own),
        Op::Extract(high, low) => extract(parts, own, high, low),
        Op::ZeroExtend(by) => {
            extension(parts, own, &BitVec::new(own.width() + by, 0), &own.zero_extend(by))
        }
        Op::SignExtend(by) => {
            let first = least_signed(own.width()).sign_extend(by);
            extension(parts, own, &first, &own.sign_extend(by))
        }
        Op::RotateLeft(by) => {
            single(parts).map(|value| Allowed::one(Value::BitVec(value.rotate_right(by))))
        }
        Op::RotateRight(by) => {
            single(parts).map(|value| Allowed::one(Value::BitVec(value.rotate_left(by))))
        }
        _ => None,
    }
}

fn bits<'a>(parts: &Parts<'a>, at: usize) -> Option<&'a BitVec> {
    match parts.value(at)? {
        Value::BitVec(bits) => Some(bits),
        _ => None,
    }
}

fn others<'a>(parts: &Parts<'a>, at: usize) -> Option<Vec<&'a BitVec>> {
    let places = (0..parts.values.len()).filter(|&place| place != at);
    places.map(|place| bits(parts, place)).collect()
}

/// Returns the only value that the node may have.
fn single<'a>(parts: &Parts<'a>) -> Option<&'a BitVec> {
    match parts.set.only()? {
        Value::BitVec(bits) => Some(bits),
        _ => None,
    }
}

fn ring(ring: Ring) -> Allowed {
    if ring.low() == ring.high() {
        Allowed::one(Value::BitVec(ring.low().clone()))
    } else {
        Allowed::Ring(ring)
    }
}

/// Returns the bit-vectors with these bits where the mask is set.
fn pattern(mask: BitVec, bits: BitVec) -> Allowed {
    if mask.is_zero() {
        Allowed::All
    } else if mask.not().is_zero() {
        Allowed::one(Value::BitVec(bits))
    } else {
        Allowed::Pattern(mask, bits)
    }
}

/// The order of bit-vectors is turned round: `~x` is `-1 - x`.
fn not(set: &Allowed) -> Option<Allowed> {
    match set {
        Allowed::Pattern(mask, bits) => Some(pattern(mask.clone(), bits.xor(mask))),
        set => {
            let set = set.as_ring()?;
            let ones = BitVec::new(set.low().width(), 0).not();
            Some(ring(set.before_subtracting_from(&ones)))
        }
    }
}

fn xor(set: &Allowed, mask: &BitVec) -> Option<Allowed> {
    if mask.is_zero() {
        return Some(set.clone());
    }
    if mask.not().is_zero() {
        return not(set);
    }
    let turned = |value: &Value| match value {
        Value::BitVec(bits) => Some(Value::BitVec(bits.xor(mask))),
        _ => None,
    };
    match set {
        Allowed::In(values) => Some(Allowed::In(values.iter().filter_map(turned).collect())),
        Allowed::But(values) => Allowed::but_all(values.iter().filter_map(turned).collect()),
        Allowed::Pattern(fixed, bits) => Some(pattern(fixed.clone(), bits.xor(&mask.and(fixed)))),
        // To flip the highest bit is to add it.
        Allowed::Ring(set) if *mask == least_signed(mask.width()) => {
            Some(ring(set.before_adding(mask)))
        }
        _ => None,
    }
}

/// `x·odd·2^k` fixes the lowest bits of x: as many as are not shifted out.
fn product(parts: &Parts<'_>, at: usize, width: u32) -> Option<Allowed> {
    let factor = others(parts, at)?.into_iter().fold(BitVec::new(width, 1), |a, b| a.mul(b));
    if factor.is_zero() {
        return Some(Allowed::All);
    }
    let twos = (0..width).find(|&bit| factor.bit(bit))?;
    single(parts)?;
    // All that agree with it in these bits have its product.
    let kept = BitVec::from_big(width, &((BigUint::one() << (width - twos)) - 1_u32));
    let own = bits(parts, at)?;
    Some(pattern(kept.clone(), own.and(&kept)))
}

/// Returns the distance of a shift; the width or more leaves nothing.
fn distance(by: &BitVec, width: u32) -> u32 {
    by.to_u64().and_then(|by| u32::try_from(by).ok()).map_or(width, |by| by.min(width))
}

fn shifted(parts: &Parts<'_>, width: u32, by: u32) -> Option<Allowed> {
    if by >= width {
        return Some(Allowed::All);
    }
    single(parts)?;
    let kept = BitVec::from_big(width, &((BigUint::one() << (width - by)) - 1_u32));
    let own = bits(parts, 0)?;
    Some(pattern(kept.clone(), own.and(&kept)))
}

/// Returns the values that may be divided, or shifted to the right.
fn divided(parts: &Parts<'_>, own: &BitVec, by: &BigUint) -> Option<Allowed> {
    let quotient = BitVec::from_big(own.width(), &(own.to_big() / by));
    Some(all_or(parts.set.as_ring()?.before_dividing(by, &quotient)))
}

fn all_or(set: Option<Ring>) -> Allowed {
    set.map_or(Allowed::All, ring)
}

fn concat(parts: &Parts<'_>, at: usize, own: &BitVec) -> Option<Allowed> {
    let joined = |places: std::ops::Range<usize>| {
        let mut values = places.map(|place| bits(parts, place));
        let first = values.next()??.clone();
        values.try_fold(first, |all, next| Some(all.concat(next?)))
    };
    let above = if at == 0 { None } else { Some(joined(0..at)?) };
    let is_last = at + 1 == parts.values.len();
    let below = if is_last { None } else { Some(joined(at + 1..parts.values.len())?) };
    if let Allowed::Pattern(mask, fixed) = parts.set {
        let low = below.as_ref().map_or(0, BitVec::width);
        let cut = |bits: &BitVec| bits.extract(low + own.width() - 1, low);
        return Some(pattern(cut(mask), cut(fixed)));
    }
    let set = parts.set.as_ring()?;
    // First what stands above is taken off, then what stands below.
    let rest = below.as_ref().map_or(own.clone(), |below| own.concat(below));
    let set = match above {
        None => set,
        Some(above) => {
            let first = above.concat(&BitVec::new(rest.width(), 0));
            match set.before_extension(rest.width(), &first, &above.concat(&rest)) {
                None => return Some(Allowed::All),
                Some(set) => set,
            }
        }
    };
    match below {
        None => Some(ring(set)),
        Some(below) => {
            let rest = below.zero_extend(own.width());
            Some(all_or(set.before_joining_below(own.width(), below.width(), &rest)))
        }
    }
}

fn extract(parts: &Parts<'_>, own: &BitVec, high: u32, low: u32) -> Option<Allowed> {
    let width = own.width();
    let place = |value: &BigUint| BitVec::from_big(width, &(value << low));
    let part = (BigUint::one() << (high - low + 1)) - 1_u32;
    match parts.set {
        Allowed::In(_) => Some(pattern(place(&part), place(&single(parts)?.to_big()))),
        Allowed::Pattern(mask, bits) => Some(pattern(place(&mask.to_big()), place(&bits.to_big()))),
        set => {
            // The bits above stay as they are, those below may be any.
            let set = set.as_ring()?.before_extension(
                high - low + 1,
                &BitVec::new(high - low + 1, 0),
                &own.extract(high, low),
            )?;
            let above = own.to_big() >> (high + 1) << (high + 1);
            let (least, most) = (set.low().to_big(), set.high().to_big());
            if most < least {
                return None;
            }
            let free = (BigUint::one() << low) - 1_u32;
            let from = BitVec::from_big(width, &(&above + (least << low)));
            let to = BitVec::from_big(width, &(above + (most << low) + free));
            Some(all_or(Ring::new(from, to)))
        }
    }
}

fn extension(
    parts: &Parts<'_>,
    own: &BitVec,
    first: &BitVec,
    extended: &BitVec,
) -> Option<Allowed> {
    Some(all_or(parts.set.as_ring()?.before_extension(own.width(), first, extended)))
}
