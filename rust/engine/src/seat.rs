//! Seats and values kept one a seat.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Most seats of any ruleset.
pub const MAX_SEATS: usize = MOST as usize;
const MOST: u8 = 4;

/// A place at the table, numbered from 0. The next seat (下家) of s is s + 1, after the last comes 0.
///
/// ```
/// use paohuzi_engine::Seat;
/// let last = Seat::new(2).expect("three seats");
/// assert_eq!(last.next(3), Seat::ZERO);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const ZERO: Self = Self(0);
    const ALL: [Self; MAX_SEATS] = [Self(0), Self(1), Self(2), Self(3)];

    /// The seat with this number, if it is below [`MAX_SEATS`].
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        if number < MAX_SEATS {
            Some(Self::ALL[number])
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// The next player in turn order (下家) at a table of so many seats.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        if self.0 + 1 < seats && self.index() + 1 < MAX_SEATS {
            Self(self.0 + 1)
        } else {
            Self(0)
        }
    }

    /// All seats of a table, from 0 on.
    #[must_use]
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> {
        (0..seats.min(MOST)).map(Self)
    }

    /// All seats of a table, from this one on in turn order.
    pub fn around(self, seats: u8) -> impl Iterator<Item = Self> {
        let mut seat = self;
        Self::all(seats).map(move |_| {
            let this = seat;
            seat = seat.next(seats);
            this
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat that a table can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PerSeat<T>([T; MAX_SEATS]);

impl<T> PerSeat<T> {
    /// The value made for each seat.
    pub fn from_fn(make: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(make))
    }

    /// The values of the first `seats` seats.
    pub fn of(&self, seats: u8) -> &[T] {
        &self.0[..usize::from(seats).min(MAX_SEATS)]
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_at_tables_of_any_size() {
        let numbers = |first: usize, seats| {
            let first = Seat::new(first).expect("below four");
            first.around(seats).map(Seat::index).collect::<Vec<_>>()
        };
        assert_eq!(numbers(2, 3), [2, 0, 1]);
        assert_eq!(numbers(3, 4), [3, 0, 1, 2]);
        assert!(numbers(0, 0).is_empty());
        // There are four seats at most.
        assert_eq!(numbers(3, 9), [3, 0, 1, 2]);
        assert_eq!(PerSeat::from_fn(Seat::index).of(9), [0, 1, 2, 3]);
    }
}
