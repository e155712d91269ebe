//! Building the half-hand tables.
//!
//! A half is walked rank by rank from its outer end. Between two ranks only the open runs matter: of each size, how many
//! need one more card and how many need two, at most three together; whether a pair was set aside; and how many 1-2-3
//! were begun, which only the left half has a use for. A *class* is what can be reached in this way at the end of the
//! half, and two halves with the same class are the same half for every question. The walk is a finite automaton: the
//! sets met after each rank are numbered, and the class of a half is five steps in it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::layout::{POWERS, SLOTS};

/// Halves with at most two of each card.
pub(super) const PLAIN: usize = 59_049;
/// The same without one slot.
pub(super) const NINE: usize = 19_683;
/// Ways to have open runs of one size: (need one more, need two more), at most three together.
const OPEN: usize = 10;
/// Ranks of a half.
const RANKS: usize = SLOTS / 2;

/// One way through a half: open runs small and big, pair, 1-2-3 small and big.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    open: [u8; 2],
    pair: bool,
    /// Runs begun at rank 1, small and big.
    first: [u8; 2],
}

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

fn open_number(one: u8, two: u8) -> Option<u8> {
    let place = OPEN_RUNS.iter().position(|open| *open == (one, two))?;
    u8::try_from(place).ok()
}

impl Hash for Way {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [small, big] = self.open;
        let [first, other] = self.first;
        let bytes = [small, big, u8::from(self.pair), first, other, 0, 0, 0];
        state.write_u64(u64::from_le_bytes(bytes));
    }
}

/// What can be reached at some rank: ways in order, none that another one beats with more 1-2-3.
type Ways = Vec<Way>;

/// One end of a half as the other half sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Seam {
    /// As a left half: the ends it can have, in the numbers of its own remainder.
    pub(super) left: u64,
    /// As a right half: the left ends that it completes without and with a pair.
    pub(super) right: [u64; 2],
}

impl Seam {
    fn add(&mut self, other: Self) {
        self.left |= other.left;
        self.right[0] |= other.right[0];
        self.right[1] |= other.right[1];
    }
}

/// Left ends with so many 1-2-3.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Level {
    pub(super) ends: u64,
    pub(super) small: u8,
    pub(super) big: u8,
}

/// The tables as they are built.
#[derive(Debug, Default)]
pub(super) struct Built {
    /// Class of each half by its base-three number.
    pub(super) plain: Vec<u16>,
    /// Class of each half with three of one slot, by slot and the number of the rest.
    pub(super) third: Vec<u16>,
    /// The levels of each class.
    pub(super) levels: Vec<Vec<Level>>,
    /// The different seams, those of classes first, then what halves have in reach.
    pub(super) seams: Vec<Seam>,
    /// The seam of each class.
    pub(super) seam_of_class: Vec<u16>,
    /// The seam of each half with at most two of a kind.
    pub(super) seam_of_half: Vec<u16>,
    /// All that one card more, or a pair less, gives each of these halves.
    pub(super) reach_of_half: Vec<u16>,
}

/// A hash that is quick on the few small keys of the walk; nobody from outside chooses them.
#[derive(Debug, Clone, Copy, Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let word = part
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

type Numbers<T> = HashMap<T, u16, BuildHasherDefault<QuickHasher>>;

/// The seams met so far and their numbers.
#[derive(Default)]
struct Seams {
    all: Vec<Seam>,
    numbers: Numbers<Seam>,
}

impl Seams {
    fn number(&mut self, seam: Seam) -> u16 {
        *self.numbers.entry(seam).or_insert_with(|| {
            self.all.push(seam);
            number(self.all.len() - 1)
        })
    }
}

/// A place in a table as its entries name it.
pub(super) fn number(place: usize) -> u16 {
    u16::try_from(place).expect("every table has fewer than 65,536 entries")
}

/// Numbers the ends of a left half: open runs and pair, among those with the same remainder of cards by three.
struct Ends {
    bits: [[[u64; 2]; OPEN]; OPEN],
}

impl Ends {
    fn new() -> Self {
        let mut bits = [[[0; 2]; OPEN]; OPEN];
        let mut numbers = [0_u32; 3];
        for (small, (one, two)) in (0..).zip(OPEN_RUNS) {
            for (big, (more, most)) in (0..).zip(OPEN_RUNS) {
                // Only one kind of card is ever there three times.
                if one + two == 3 && more + most == 3 {
                    continue;
                }
                for pair in [0, 1] {
                    let cards = 2 * (one + more) + two + most + 2 * pair;
                    let number = &mut numbers[usize::from(cards % 3)];
                    let small: usize = small;
                    let big: usize = big;
                    bits[small][big][usize::from(pair)] = 1 << *number;
                    *number += 1;
                }
            }
        }
        Self { bits }
    }

    fn bit(&self, [small, big]: [u8; 2], pair: bool) -> u64 {
        self.bits[usize::from(small)][usize::from(big)][usize::from(pair)]
    }

    fn seam(&self, ways: &[Way]) -> Seam {
        let mut seam = Seam::default();
        for way in ways {
            seam.left |= self.bit(way.open, way.pair);
            // What needs one more card here needs two on the other side of the seam.
            let across = way.open.map(|open| {
                let (one, two) = OPEN_RUNS[usize::from(open)];
                open_number(two, one).unwrap_or(0)
            });
            if way.pair {
                seam.right[1] |= self.bit(across, false);
            } else {
                seam.right[0] |= self.bit(across, false);
                seam.right[1] |= self.bit(across, true);
            }
        }
        seam
    }

    fn levels(&self, ways: &[Way]) -> Vec<Level> {
        let mut levels: Vec<Level> = Vec::new();
        for way in ways {
            let [small, big] = way.first;
            let ends = self.bit(way.open, way.pair);
            match levels
                .iter_mut()
                .find(|level| (level.small, level.big) == (small, big))
            {
                Some(level) => level.ends |= ends,
                None => levels.push(Level { ends, small, big }),
            }
        }
        levels
    }
}

/// The automaton, built as far as it is walked.
struct Walk {
    /// The sets met so far, and their numbers.
    sets: Vec<Ways>,
    numbers: Numbers<Ways>,
    /// The next set by set, by the copies of the small and of the big card.
    next: Vec<[Option<u16>; 16]>,
    /// Class of each set at the end of a half.
    classes: Vec<Option<u16>>,
    ends: Ends,
    seams: Seams,
    built: Built,
}

impl Walk {
    fn number(&mut self, ways: Ways) -> u16 {
        if let Some(number) = self.numbers.get(&ways) {
            return *number;
        }
        let number = number(self.sets.len());
        self.sets.push(ways.clone());
        self.numbers.insert(ways, number);
        self.next.push([None; 16]);
        self.classes.push(None);
        number
    }

    fn step(&mut self, set: u16, rank: usize, copies: [u8; 2]) -> u16 {
        let symbol = usize::from(copies[0] + 4 * copies[1]);
        // The first rank is met once for each symbol, and its runs are not those of a later one.
        let known = self.next[usize::from(set)][symbol].filter(|_| rank > 0);
        if let Some(next) = known {
            return next;
        }
        let mut ways = Ways::new();
        for way in &self.sets[usize::from(set)] {
            for [small, big, pair] in TAKEN {
                if pair > 0 && way.pair {
                    continue;
                }
                let (Some(small), Some(big)) =
                    (copies[0].checked_sub(small), copies[1].checked_sub(big))
                else {
                    continue;
                };
                ways.extend(way.onward([small, big], rank == 0, pair > 0));
            }
        }
        let next = self.number(best(ways));
        if rank > 0 {
            self.next[usize::from(set)][symbol] = Some(next);
        }
        next
    }

    fn class(&mut self, set: u16) -> u16 {
        if let Some(class) = self.classes[usize::from(set)] {
            return class;
        }
        let ways = &self.sets[usize::from(set)];
        let class = number(self.built.levels.len());
        let seam = self.seams.number(self.ends.seam(ways));
        self.built.seam_of_class.push(seam);
        self.built.levels.push(self.ends.levels(ways));
        self.classes[usize::from(set)] = Some(class);
        class
    }

    /// Walks every half that begins with these ranks; `third` is the slot with three copies, if there was one.
    fn fill(&mut self, set: u16, rank: usize, number: usize, third: Option<usize>) {
        if rank == RANKS {
            let class = self.class(set);
            match third {
                None => self.built.plain[number] = class,
                Some(slot) => self.built.third[slot * NINE + number] = class,
            }
            return;
        }
        let weight = |slot: usize| {
            let place = slot - usize::from(third.is_some_and(|third| third < slot));
            usize::from(POWERS[place])
        };
        let slot = 2 * rank;
        for small in 0..=2 {
            for big in 0..=2 {
                let next = self.step(set, rank, [small, big]);
                let more = usize::from(small) * weight(slot) + usize::from(big) * weight(slot + 1);
                self.fill(next, rank + 1, number + more, third);
            }
        }
        if third.is_none() {
            for other in 0..=2 {
                let more = usize::from(other) * usize::from(POWERS[slot]);
                let next = self.step(set, rank, [3, other]);
                self.fill(next, rank + 1, number + more, Some(slot));
                let next = self.step(set, rank, [other, 3]);
                self.fill(next, rank + 1, number + more, Some(slot + 1));
            }
        }
    }
}

/// What may be set aside of a rank besides runs: small cards, big cards, whether a pair is among them.
const TAKEN: [[u8; 3]; 7] = [
    [0, 0, 0],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 3, 1],
    [3, 2, 1],
];

impl Way {
    /// The way after a rank with so many cards left for runs.
    fn onward(self, copies: [u8; 2], is_first: bool, pair: bool) -> Option<Self> {
        let mut open = [0; 2];
        let mut first = self.first;
        for size in 0..2 {
            let (one, two) = OPEN_RUNS[usize::from(self.open[size])];
            let begun = copies[size].checked_sub(one + two)?;
            open[size] = open_number(two, begun)?;
            if is_first {
                first[size] = begun;
            }
        }
        let pair = self.pair || pair;
        Some(Self { open, pair, first })
    }
}

/// The ways in order, without those that another one beats.
fn best(mut ways: Ways) -> Ways {
    ways.sort_unstable();
    ways.dedup();
    let key = |way: &Way| (way.open, way.pair);
    if ways.windows(2).all(|ways| key(&ways[0]) != key(&ways[1])) {
        return ways;
    }
    let beats = |other: &Way, way: &Way| {
        key(other) == key(way)
            && other.first != way.first
            && other.first[0] >= way.first[0]
            && other.first[1] >= way.first[1]
    };
    let kept = ways
        .iter()
        .filter(|way| !ways.iter().any(|other| beats(other, way)));
    kept.copied().collect()
}

pub(super) fn build() -> Built {
    let mut walk = Walk {
        sets: Vec::new(),
        numbers: Numbers::default(),
        next: Vec::new(),
        classes: Vec::new(),
        ends: Ends::new(),
        seams: Seams::default(),
        built: Built {
            plain: vec![0; PLAIN],
            third: vec![0; SLOTS * NINE],
            ..Built::default()
        },
    };
    let start = walk.number(vec![Way {
        open: [0; 2],
        pair: false,
        first: [0; 2],
    }]);
    walk.fill(start, 0, 0, None);
    let Walk {
        seams, mut built, ..
    } = walk;
    reaches(&mut built, seams);
    built
}

/// Fills in the seams of the halves, and what they have in reach.
fn reaches(built: &mut Built, mut seams: Seams) {
    let seam_of = |class: u16| built.seam_of_class[usize::from(class)];
    built.seam_of_half = built.plain.iter().map(|class| seam_of(*class)).collect();
    let mut digits = [0_u8; SLOTS];
    for half in 0..PLAIN {
        let mut reach = Seam::default();
        for (slot, digit) in digits.into_iter().enumerate() {
            let power = usize::from(POWERS[slot]);
            let mut add = |class: u16| reach.add(seams.all[usize::from(seam_of(class))]);
            if digit < 2 {
                add(built.plain[half + power]);
            } else {
                add(built.plain[half - 2 * power]);
                let rest = half / (3 * power) * power + half % power;
                add(built.third[NINE * slot + rest]);
            }
        }
        built.reach_of_half.push(seams.number(reach));
        for digit in &mut digits {
            *digit = (*digit + 1) % 3;
            if *digit > 0 {
                break;
            }
        }
    }
    built.seams = seams.all;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_as_large_as_the_module_says() {
        let started = std::time::Instant::now();
        let built = build();
        eprintln!("{:?}", started.elapsed());
        let levels: usize = built.levels.iter().map(Vec::len).sum();
        assert_eq!((built.levels.len(), levels), (5880, 9172));
        let of_classes = built.seam_of_class.iter().max();
        assert_eq!(of_classes, Some(&2024));
        assert_eq!(built.seams.len(), 4250);
    }
}
