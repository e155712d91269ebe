//! Building the half-hand tables.
//!
//! A half is walked rank by rank from its outer end. Between two ranks only the open runs matter, whether a pair was set
//! aside, and how many 1-2-3 were begun, which only the left half has a use for. A *class* is what can be reached in
//! this way at the end of the half, and two halves with the same class are the same half for every question. The walk is
//! a finite automaton: the sets met after each rank are numbered, and the class of a half is five steps in it. All halves
//! take a step together: those of r + 1 ranks are those of r ranks with each choice of two further cards.

use super::layout::SLOTS;
use super::register::{Register, number};
use super::seam::{Ends, Level, Seam, Way};

/// Halves with at most two of each card.
pub(super) const PLAIN: usize = 59_049;
/// The same without one slot.
pub(super) const NINE: usize = 19_683;
/// Ranks of a half.
const RANKS: usize = SLOTS / 2;
/// No set yet.
const UNKNOWN: u16 = u16::MAX;

/// The tables as they are built.
#[derive(Debug, Default)]
pub(super) struct Built {
    /// Class of each half by its base-three number.
    pub(super) plain: Vec<u16>,
    /// Class of each half with three of one slot, by slot and the number of the rest.
    pub(super) third: Vec<u16>,
    /// Where the levels of each class begin, and where the last ends.
    pub(super) starts: Vec<u16>,
    pub(super) levels: Vec<Level>,
    /// The different seams, those of classes first, then what halves have in reach.
    pub(super) seams: Vec<Seam>,
    /// The seam of each class.
    pub(super) seam_of_class: Vec<u16>,
    /// The seam of each half with at most two of a kind.
    pub(super) seam_of_half: Vec<u16>,
    /// All that one card more, or a pair less, gives each of these halves.
    pub(super) reach_of_half: Vec<u16>,
}

/// What may be set aside of a rank besides runs: small cards, big cards, whether a pair is among them.
const TAKEN: [([u8; 2], bool); 7] = [
    ([0, 0], false),
    ([2, 1], false),
    ([1, 2], false),
    ([2, 0], true),
    ([0, 2], true),
    ([2, 3], true),
    ([3, 2], true),
];

/// The automaton, built as far as it is walked.
#[derive(Default)]
struct Walk {
    /// The sets met so far: ways in order, none that another one beats with more 1-2-3.
    sets: Register<Box<[Way]>>,
    /// The next set by set, by the copies of the small and of the big card.
    next: Vec<[u16; 16]>,
    /// The set that is being made.
    making: Vec<Way>,
}

impl Walk {
    /// The set after a rank with so many cards; at the first rank, runs are 1-2-3.
    #[inline]
    fn step(&mut self, set: u16, copies: [u8; 2], is_first: bool) -> u16 {
        let symbol = usize::from(copies[0] + 4 * copies[1]) & 15;
        let known = self.next[usize::from(set)][symbol];
        // The first rank is met once for each symbol, and its runs are not those of a later one.
        if known != UNKNOWN && !is_first {
            return known;
        }
        let next = self.make(set, copies, is_first);
        if !is_first {
            self.next[usize::from(set)][symbol] = next;
        }
        next
    }

    fn make(&mut self, set: u16, copies: [u8; 2], is_first: bool) -> u16 {
        let mut making = std::mem::take(&mut self.making);
        making.clear();
        for way in &self.sets.all[usize::from(set)] {
            for (taken, pair) in TAKEN {
                let after = |size: usize| {
                    let cards = copies[size].checked_sub(taken[size])?;
                    way.open[size].after(cards)
                };
                if let (false, Some(small), Some(big)) = (pair && way.pair, after(0), after(1)) {
                    making.push(Way {
                        open: [small.0, big.0],
                        pair: pair || way.pair,
                        first: if is_first {
                            [small.1, big.1]
                        } else {
                            way.first
                        },
                    });
                }
            }
        }
        keep_best(&mut making);
        let number = self.number(&making);
        self.making = making;
        number
    }

    fn number(&mut self, ways: &[Way]) -> u16 {
        let (number, is_new) = self.sets.number(ways);
        if is_new {
            self.next.push([UNKNOWN; 16]);
        }
        number
    }

    /// The halves with one rank more, each with every choice of at most two small and two big cards.
    fn longer(&mut self, halves: &[u16], is_first: bool) -> Vec<u16> {
        let mut longer = Vec::with_capacity(9 * halves.len());
        for big in 0..=2 {
            for small in 0..=2 {
                longer.extend(
                    halves
                        .iter()
                        .map(|set| self.step(*set, [small, big], is_first)),
                );
            }
        }
        longer
    }

    /// The halves with one rank more, which has three small cards, or three big ones, beside every number of the others.
    fn with_third(&mut self, halves: &[u16], is_big: bool, is_first: bool) -> Vec<u16> {
        let mut longer = Vec::with_capacity(3 * halves.len());
        for other in 0..=2 {
            let copies = if is_big { [other, 3] } else { [3, other] };
            longer.extend(halves.iter().map(|set| self.step(*set, copies, is_first)));
        }
        longer
    }
}

/// Leaves the ways in order, without those that another one beats.
fn keep_best(ways: &mut Vec<Way>) {
    ways.sort_unstable();
    ways.dedup();
    let key = |way: &Way| (way.open, way.pair);
    if ways.windows(2).all(|ways| key(&ways[0]) != key(&ways[1])) {
        return;
    }
    let beats = |other: &Way, way: &Way| {
        key(other) == key(way)
            && other.first != way.first
            && other.first[0] >= way.first[0]
            && other.first[1] >= way.first[1]
    };
    let all = ways.clone();
    ways.retain(|way| !all.iter().any(|other| beats(other, way)));
}

pub(super) fn build() -> Built {
    let mut walk = Walk::default();
    let start = walk.number(&[Way::default()]);
    // The sets of all halves by the number of ranks they have.
    let mut plain = vec![start];
    let mut thirds: [Vec<u16>; SLOTS] = std::array::from_fn(|_| Vec::new());
    for rank in 0..RANKS {
        for (slot, third) in thirds.iter_mut().enumerate() {
            if slot / 2 == rank {
                *third = walk.with_third(&plain, slot % 2 == 1, rank == 0);
            } else if slot / 2 < rank {
                *third = walk.longer(third, false);
            }
        }
        plain = walk.longer(&plain, rank == 0);
    }
    let mut classes = Classes::new(&walk);
    let mut built = Built {
        plain: classes.of(&plain),
        third: classes.of(&thirds.concat()),
        ..Built::default()
    };
    classes.finish(&mut built);
    built
}

/// The classes of the sets at the end of a half, and the seams.
struct Classes<'a> {
    walk: &'a Walk,
    /// Class of each set.
    of_set: Vec<u16>,
    ends: Ends,
    seams: Register<Seam>,
    seam_of_class: Vec<u16>,
    starts: Vec<u16>,
    levels: Vec<Level>,
}

impl<'a> Classes<'a> {
    fn new(walk: &'a Walk) -> Self {
        Self {
            walk,
            of_set: vec![UNKNOWN; walk.sets.all.len()],
            ends: Ends::new(),
            seams: Register::default(),
            seam_of_class: Vec::new(),
            starts: Vec::new(),
            levels: Vec::new(),
        }
    }

    fn of(&mut self, sets: &[u16]) -> Vec<u16> {
        sets.iter().map(|set| self.class(*set)).collect()
    }

    #[inline]
    fn class(&mut self, set: u16) -> u16 {
        let known = self.of_set[usize::from(set)];
        if known != UNKNOWN {
            return known;
        }
        let ways = &self.walk.sets.all[usize::from(set)];
        let class = number(self.seam_of_class.len());
        let (seam, _) = self.seams.number(&self.ends.seam(ways));
        self.seam_of_class.push(seam);
        self.starts.push(number(self.levels.len()));
        self.ends.levels(ways, &mut self.levels);
        self.of_set[usize::from(set)] = class;
        class
    }

    /// Fills in levels and seams, and what halves have in reach.
    fn finish(mut self, built: &mut Built) {
        self.starts.push(number(self.levels.len()));
        let seam_of = |class: &u16| self.seam_of_class[usize::from(*class)];
        built.seam_of_half = built.plain.iter().map(seam_of).collect();
        let seam = |class: u16| self.seams.all[usize::from(seam_of(&class))];
        let mut reaches = vec![Seam::default(); PLAIN];
        let mut power = 1;
        for slot in 0..SLOTS {
            for rest in 0..NINE {
                // The halves with none, one and two of the slot; those with three are apart.
                let none = rest / power * (3 * power) + rest % power;
                let halves = [none, none + power, none + 2 * power];
                let [none, one, two] = halves.map(|half| seam(built.plain[half]));
                let three = seam(built.third[NINE * slot + rest]);
                for (half, reach) in halves.into_iter().zip([one, two, none.or(three)]) {
                    reaches[half] = reaches[half].or(reach);
                }
            }
            power *= 3;
        }
        let reaches = reaches.iter().map(|reach| self.seams.number(reach).0);
        built.reach_of_half = reaches.collect();
        built.starts = self.starts;
        built.levels = self.levels;
        built.seam_of_class = self.seam_of_class;
        built.seams = self.seams.all;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_as_large_as_the_module_says() {
        let built = build();
        assert_eq!(
            (built.plain.len(), built.third.len()),
            (PLAIN, SLOTS * NINE)
        );
        assert_eq!((built.starts.len(), built.levels.len()), (5880 + 1, 9172));
        assert_eq!(built.seam_of_class.iter().max(), Some(&2024));
        assert_eq!(built.seams.len(), 4250);
    }
}
