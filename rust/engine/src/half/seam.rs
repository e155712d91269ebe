//! What a half can be at its end: open runs and a pair, and the numbers of these ends.

/// Ways to have open runs of one size, at most three together.
const OPEN: usize = 10;

/// Numbers of open runs that need one and two more cards, by number.
const OPEN_RUNS: [(u8, u8); OPEN] = [
    (0, 0),
    (1, 0),
    (0, 1),
    (2, 0),
    (1, 1),
    (0, 2),
    (3, 0),
    (2, 1),
    (1, 2),
    (0, 3),
];

/// The number of each pair of open runs; 0 where there are too many.
const OPEN_NUMBERS: [[u8; 4]; 4] = {
    let mut numbers = [[0; 4]; 4];
    let mut number = 0;
    while number < OPEN {
        let (one, two) = OPEN_RUNS[number];
        #[expect(clippy::cast_possible_truncation, reason = "below ten")]
        {
            numbers[one as usize][two as usize] = number as u8;
        }
        number += 1;
    }
    numbers
};

/// The open runs of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct OpenRuns(u8);

impl OpenRuns {
    /// The runs after so many further cards, each of which goes to an open run or begins one; and how many began.
    #[inline]
    pub(super) fn after(self, cards: u8) -> Option<(Self, u8)> {
        let (one, two) = OPEN_RUNS[usize::from(self.0)];
        let begun = cards.checked_sub(one + two)?;
        // What needed two more cards needs one.
        (begun + two <= 3).then(|| {
            (
                Self(OPEN_NUMBERS[usize::from(two) & 3][usize::from(begun) & 3]),
                begun,
            )
        })
    }

    /// The same runs from the other side of the seam: what needs one more card here needs two there.
    fn across(self) -> Self {
        let (one, two) = OPEN_RUNS[usize::from(self.0)];
        Self(OPEN_NUMBERS[usize::from(two) & 3][usize::from(one) & 3])
    }
}

/// One way through a half.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Way {
    /// Open runs, small and big.
    pub(super) open: [OpenRuns; 2],
    /// Whether a pair was set aside.
    pub(super) pair: bool,
    /// Runs begun at rank 1, small and big.
    pub(super) first: [u8; 2],
}

impl std::hash::Hash for Way {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let ([small, big], [first, other]) = (self.open, self.first);
        let bytes = [small.0, big.0, u8::from(self.pair), first, other, 0, 0, 0];
        state.write_u64(u64::from_le_bytes(bytes));
    }
}

/// A half as the other half sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Seam {
    /// As a left half: the ends it can have, in the numbers of its own remainder.
    pub(super) left: u64,
    /// As a right half: the left ends that it completes without and with a pair.
    pub(super) right: [u64; 2],
}

impl From<&Seam> for Seam {
    fn from(seam: &Seam) -> Self {
        *seam
    }
}

impl Seam {
    /// What either can be.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            left: self.left | other.left,
            right: [
                self.right[0] | other.right[0],
                self.right[1] | other.right[1],
            ],
        }
    }
}

/// Left ends with so many 1-2-3.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Level {
    pub(super) ends: u64,
    pub(super) small: u8,
    pub(super) big: u8,
}

/// The bits of the ends of a left half: open runs and pair, numbered among those with the same remainder of cards by
/// three.
pub(super) struct Ends {
    bits: [[[u64; 2]; OPEN]; OPEN],
}

impl Ends {
    pub(super) fn new() -> Self {
        let mut bits = [[[0; 2]; OPEN]; OPEN];
        let mut numbers = [0_u32; 3];
        for (bits, (one, two)) in bits.iter_mut().zip(OPEN_RUNS) {
            for (bits, (more, most)) in bits.iter_mut().zip(OPEN_RUNS) {
                // Only one kind of card is ever there three times.
                if one + two == 3 && more + most == 3 {
                    continue;
                }
                for (bit, pair) in bits.iter_mut().zip([0, 1]) {
                    let cards = 2 * (one + more) + two + most + 2 * pair;
                    let number = &mut numbers[usize::from(cards % 3)];
                    *bit = 1 << *number;
                    *number += 1;
                }
            }
        }
        Self { bits }
    }

    fn bit(&self, [small, big]: [OpenRuns; 2], pair: bool) -> u64 {
        self.bits[usize::from(small.0)][usize::from(big.0)][usize::from(pair)]
    }

    pub(super) fn seam(&self, ways: &[Way]) -> Seam {
        let mut seam = Seam::default();
        for way in ways {
            seam.left |= self.bit(way.open, way.pair);
            let across = way.open.map(OpenRuns::across);
            if way.pair {
                seam.right[1] |= self.bit(across, false);
            } else {
                seam.right[0] |= self.bit(across, false);
                seam.right[1] |= self.bit(across, true);
            }
        }
        seam
    }

    /// The ends by their numbers of 1-2-3.
    pub(super) fn levels(&self, ways: &[Way], levels: &mut Vec<Level>) {
        let from = levels.len();
        for way in ways {
            let [small, big] = way.first;
            let ends = self.bit(way.open, way.pair);
            let mut of_class = levels.iter_mut().skip(from);
            match of_class.find(|level| (level.small, level.big) == (small, big)) {
                Some(level) => level.ends |= ends,
                None => levels.push(Level { ends, small, big }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_remainder_has_as_many_ends() {
        let ends = Ends::new();
        let bits = ends.bits.as_flattened().as_flattened();
        for number in 0..56 {
            assert_eq!(bits.iter().filter(|bit| **bit == 1 << number).count(), 3);
        }
        assert!(bits.iter().all(|bit| *bit < 1 << 56));
    }

    #[test]
    fn cards_go_to_open_runs_first() {
        let none = OpenRuns::default();
        let (two, begun) = none.after(2).expect("two runs");
        assert_eq!((begun, two.after(1)), (2, None));
        let (later, begun) = two.after(3).expect("a third run");
        assert_eq!(begun, 1);
        assert_eq!(later.across().across(), later);
        assert_eq!(two.after(4), None);
    }
}
