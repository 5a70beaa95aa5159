//! The reel: an odometer's last digits, turned at the speed of copying.
//!
//! The text of a formula is cut into three: a *head* that stays, one text out of a *list*,
//! and a *tail* that stays. The list is the pool of the last digit, or, where that is small,
//! all combinations of the last digits spelled out. Writing a stretch of formulas is then
//! copying, in turn, a text of the list and what lies between two of them: tail, terminator,
//! head. When the list is through, the digits before it turn, and what stands between digits
//! (their *gaps*) is copied along, for it does not depend on their values. When these are
//! through, the odometer steps a branch, and the reel is wound anew.

use std::ops::Range;

use super::context::Context;
use super::limit::Limit;
use super::odometer::{Odometer, OdometerWheel, WheelValue};
use crate::engine::text_pool::Texts;
use crate::grammar::draft::NonterminalId;
use crate::grammar::layout::Cursor;
use crate::grammar::tree::Tree;

/// Combinations are spelled out up to this number, and these bytes: they are to stay in the
/// fastest memory.
const MOST_TEXTS: usize = 2 << 10;
const MOST_BYTES: usize = 32 << 10;

/// The formulas of one part, from one on.
#[derive(Clone, Debug)]
pub(crate) struct Reel {
    odometer: Odometer,
    is_done: bool,
    /// Whether what follows holds for the wheels as they stand. If so, the digits are the
    /// truth about the last wheels, and the odometer's text is the head.
    is_wound: bool,
    /// The digits behind the last other wheel: first those that turn, then those listed.
    digits: Vec<Digit>,
    turning: usize,
    /// The list: a pool, or else the combinations.
    pool: Option<usize>,
    combinations: Texts,
    /// The place of the next formula in the list.
    next: usize,
    tail: Vec<u8>,
    /// The texts behind the digits, one after the other.
    gaps: Vec<u8>,
    /// Room for what lies between two texts, and for combining.
    between: Vec<u8>,
    spare: Texts,
}

#[derive(Clone, Debug)]
struct Digit {
    pool: usize,
    place: usize,
    /// The offset of its text in the head.
    start: usize,
    /// The range of `gaps` that stands behind it.
    gap: Range<usize>,
}

impl Reel {
    /// A reel whose texts follow this cursor; it has none before it is set.
    pub fn new(root: Cursor) -> Self {
        Self {
            odometer: Odometer::new(root),
            is_done: true,
            is_wound: false,
            digits: Vec::new(),
            turning: 0,
            pool: None,
            combinations: Texts::new(),
            next: 0,
            tail: Vec::new(),
            gaps: Vec::new(),
            between: Vec::new(),
            spare: Texts::new(),
        }
    }

    /// Begins with the first tree of a part that has one.
    pub fn set_to_first(&mut self, context: Context, id: NonterminalId, size: u32) {
        self.odometer.set_to_first(context, id, size);
        (self.is_done, self.is_wound) = (false, false);
    }

    /// Begins with this tree.
    pub fn set_to(&mut self, context: Context, id: NonterminalId, tree: &Tree) {
        self.odometer.set_to(context, id, tree);
        (self.is_done, self.is_wound) = (false, false);
    }

    /// Whether the part has no more formulas.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The cursor behind the next formula, which there must be.
    pub fn end(&self) -> Cursor {
        self.odometer.cursor
    }

    /// Appends formulas, each with the terminator, until a limit or the end of the part is
    /// reached; gives how many.
    pub fn fill(
        &mut self,
        context: Context,
        out: &mut Vec<u8>,
        terminator: &str,
        limit: Limit,
    ) -> u64 {
        let mut written = 0;
        while !self.is_done && written < limit.formulas && out.len() < limit.bytes {
            self.wind();
            let least = self.odometer.text.len() + self.tail.len() + terminator.len() + 1;
            // No list has more texts than memory has bytes.
            let wanted = usize::try_from(limit.formulas - written).unwrap_or(usize::MAX);
            let fitting = (limit.bytes - out.len()).div_ceil(least);
            let count = (self.list().len() - self.next).min(wanted).min(fitting);
            self.copy(out, terminator, count);
            written += count as u64;
            self.next += count;
            if self.next == self.list().len() && !self.turn() {
                self.step(context);
            }
        }
        written
    }

    /// Leaves out the next `count` formulas, or all to the end of the part if they are fewer;
    /// gives how many. Costs one step of the odometer for each run of digits passed.
    pub fn skip(&mut self, context: Context, count: u64) -> u64 {
        let mut rest = count;
        while !self.is_done && rest > 0 {
            let left = self.left_in_run();
            if rest < left {
                self.wind();
                self.turn_by(rest);
                return count;
            }
            rest -= left;
            self.step(context);
        }
        count - rest
    }

    /// To the first formula behind the digits.
    fn step(&mut self, context: Context) {
        self.is_done = !self.odometer.advance(context, self.run());
        self.is_wound = false;
    }

    /// The number of wheels before the digits at the end.
    fn run(&self) -> usize {
        let is_other = |wheel: &OdometerWheel| !matches!(wheel.value, WheelValue::Digit { .. });
        self.odometer.wheels.iter().rposition(is_other).map_or(0, |last| last + 1)
    }

    fn list(&self) -> &Texts {
        self.pool.map_or(&self.combinations, |pool| &self.odometer.pools[pool].texts)
    }

    /// The loop in which all time should go.
    fn copy(&mut self, out: &mut Vec<u8>, terminator: &str, count: usize) {
        let head = &self.odometer.text;
        let mut between = std::mem::take(&mut self.between);
        between.clear();
        between.extend_from_slice(&self.tail);
        between.extend_from_slice(terminator.as_bytes());
        between.extend_from_slice(head);
        out.extend_from_slice(head);
        for text in self.list().from(self.next).take(count) {
            out.extend_from_slice(text);
            out.extend_from_slice(&between);
        }
        // Behind the last formula stands no head.
        out.truncate(out.len() - head.len());
        self.between = between;
    }

    /// Turns the digits before the list by one; `false` if they are through.
    fn turn(&mut self) -> bool {
        self.next = 0;
        for number in (0..self.turning).rev() {
            let digit = &mut self.digits[number];
            digit.place += 1;
            if digit.place < self.odometer.pools[digit.pool].texts.len() {
                self.rewrite(number);
                return true;
            }
            digit.place = 0;
        }
        false
    }

    /// Turns the digits by `count` formulas, which the run must have left.
    fn turn_by(&mut self, count: u64) {
        let mut carry = u128::from(count);
        let mut turn = |place: usize, len: usize| {
            carry += place as u128;
            let place =
                usize::try_from(carry % len as u128).expect("a remainder is below its divisor");
            carry /= len as u128;
            place
        };
        self.next = turn(self.next, self.list().len());
        for digit in self.digits[..self.turning].iter_mut().rev() {
            digit.place = turn(digit.place, self.odometer.pools[digit.pool].texts.len());
        }
        self.rewrite(0);
    }

    /// Writes the head anew from a digit on.
    fn rewrite(&mut self, number: usize) {
        let head = &mut self.odometer.text;
        if let Some(digit) = self.digits[..self.turning].get(number) {
            head.truncate(digit.start);
        }
        for digit in &mut self.digits[..self.turning][number..] {
            digit.start = head.len();
            head.extend_from_slice(self.odometer.pools[digit.pool].texts.get(digit.place));
            head.extend_from_slice(&self.gaps[digit.gap.clone()]);
        }
    }

    /// The number of formulas that the digits still have, this one included.
    fn left_in_run(&self) -> u64 {
        let (mut weight, mut left) = (1, 1);
        let mut add = |len: usize, place: usize| {
            left = ((len - 1 - place) as u64).saturating_mul(weight).saturating_add(left);
            weight = weight.saturating_mul(len as u64);
        };
        if self.is_wound {
            add(self.list().len(), self.next);
            for digit in self.digits[..self.turning].iter().rev() {
                add(self.odometer.pools[digit.pool].texts.len(), digit.place);
            }
        } else {
            for wheel in self.odometer.wheels[self.run()..].iter().rev() {
                if let WheelValue::Digit { pool, place } = wheel.value {
                    add(self.odometer.pools[pool].texts.len(), place);
                }
            }
        }
        left
    }

    /// Cuts the text into head, list and tail, where that is not done.
    fn wind(&mut self) {
        if std::mem::replace(&mut self.is_wound, true) {
            return;
        }
        self.take_digits();
        self.turning = self.digits.len();
        let (mut count, mut bytes) = (1, 0);
        while let Some(digit) = self.digits[..self.turning].last() {
            let texts = &self.odometer.pools[digit.pool].texts;
            let all = count * texts.len();
            let all_bytes = bytes * texts.len() + count * texts.bytes() + all * digit.gap.len();
            // Combinations cost their making, so a digit is left to use them more than once.
            let is_enough = self.turning == 1 || all > MOST_TEXTS || all_bytes > MOST_BYTES;
            if is_enough && self.turning < self.digits.len() {
                break;
            }
            (count, bytes) = (all, all_bytes);
            self.turning -= 1;
        }
        self.tail.clear();
        if let Some(last) = self.digits.last() {
            self.tail.extend_from_slice(&self.gaps[last.gap.clone()]);
            self.odometer.text.truncate(self.digits[self.turning].start);
        }
        match &self.digits[self.turning..] {
            [digit] => (self.pool, self.next) = (Some(digit.pool), digit.place),
            _ => self.combine(),
        }
    }

    /// Reads the digits off the odometer's last wheels.
    fn take_digits(&mut self) {
        self.digits.clear();
        self.gaps.clear();
        let Odometer { text, wheels, pools, .. } = &self.odometer;
        let mut wheels = wheels[self.run()..].iter().peekable();
        while let Some(wheel) = wheels.next() {
            let WheelValue::Digit { pool, place } = wheel.value else { continue };
            let end = wheel.start + pools[pool].texts.get(place).len();
            let next = wheels.peek().map_or(text.len(), |next| next.start);
            let gap = self.gaps.len();
            self.gaps.extend_from_slice(&text[end..next]);
            let gap = gap..self.gaps.len();
            self.digits.push(Digit { pool, place, start: wheel.start, gap });
        }
    }

    /// Makes the list of all combinations of the listed digits; of no digits there is one.
    fn combine(&mut self) {
        self.pool = None;
        self.next = 0;
        self.combinations.clear();
        self.combinations.push(|_| {});
        let mut weight = 1;
        for (number, digit) in self.digits[self.turning..].iter().enumerate().rev() {
            let is_last = self.turning + number + 1 == self.digits.len();
            let gap = if is_last { &[] } else { &self.gaps[digit.gap.clone()] };
            let texts = &self.odometer.pools[digit.pool].texts;
            self.spare.clear();
            for text in texts.from(0) {
                for rest in self.combinations.from(0) {
                    self.spare.push(|bytes| {
                        bytes.extend_from_slice(text);
                        bytes.extend_from_slice(gap);
                        bytes.extend_from_slice(rest);
                    });
                }
            }
            std::mem::swap(&mut self.spare, &mut self.combinations);
            self.next += digit.place * weight;
            weight *= texts.len();
        }
    }
}
