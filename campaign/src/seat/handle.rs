//! A solver's place in a campaign as a handle, and what is known for each place.

use std::ops::{Index, IndexMut};

/// The place of one solver among those of a plan or of a judgement. In `--solver z3 --solver cvc5`
/// cvc5 has the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatId(usize);

impl SeatId {
    /// The seat of the solver that is at `place`, from 0, in the order in which solvers are named.
    pub fn new(place: usize) -> Self {
        Self(place)
    }

    /// Returns the number of the seat, from 0.
    pub fn place(self) -> usize {
        self.0
    }
}

/// One value per seat. Only a [`SeatId`] finds a value in it.
///
/// ```
/// use campaign::PerSeat;
///
/// let names = PerSeat::from(vec!["z3", "cvc5"]);
/// let last = names.seats().last().expect("there are two");
/// assert_eq!(names[last], "cvc5");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerSeat<T>(Vec<T>);

impl<T> PerSeat<T> {
    /// The same value for each of `count` seats.
    pub fn filled(count: usize, value: T) -> Self
    where
        T: Clone,
    {
        Self(vec![value; count])
    }

    /// Returns the number of seats.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no seat.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = SeatId> + use<T> {
        (0..self.0.len()).map(SeatId)
    }

    /// Returns the values, in the order of the seats.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Returns the values to be changed, in the order of the seats.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Returns each seat with its value, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (SeatId, &T)> {
        self.seats().zip(&self.0)
    }

    /// Returns what is made of each value, for the same seats.
    pub fn map<U>(&self, make: impl FnMut(&T) -> U) -> PerSeat<U> {
        PerSeat(self.0.iter().map(make).collect())
    }
}

impl<T> Index<SeatId> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: SeatId) -> &T {
        &self.0[seat.0]
    }
}

impl<T> IndexMut<SeatId> for PerSeat<T> {
    fn index_mut(&mut self, seat: SeatId) -> &mut T {
        &mut self.0[seat.0]
    }
}

impl<T> From<Vec<T>> for PerSeat<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values)
    }
}

impl<T> FromIterator<T> for PerSeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T> IntoIterator for PerSeat<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a PerSeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut PerSeat<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
