//! The tables and what they answer.

use std::sync::OnceLock;

use super::build::{Built, NINE, PLAIN, build};
use super::layout::{BITS, Halves, ONES, POWERS, SLOTS, index_of, index_without};
use super::seam::{Level, Seam};
use crate::card::Card;
use crate::rules::LongRuns;

/// Lengths of the tables, powers of two so that a masked index needs no check.
const HALVES: usize = 1 << 16;
const THIRDS: usize = 1 << 18;
const SEAMS: usize = 1 << 13;
const CLASSES: usize = 1 << 13;
const LEVELS: usize = 1 << 14;

/// What is known of a half with at most two of a kind.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Half {
    /// The number of its seam.
    seam: u16,
    /// The number of what one card more, or a pair less, can make of it.
    reach: u16,
}

/// The half-hand tables. See the module for what they are.
pub(crate) struct HalfTables {
    halves: Box<[Half; HALVES]>,
    classes: Box<[u16; HALVES]>,
    thirds: Box<[u16; THIRDS]>,
    class_seams: Box<[u16; CLASSES]>,
    /// Ends as a left half, by seam.
    left: Box<[u64; SEAMS]>,
    /// Left ends that a right half completes, without and with a pair in the hand, by seam.
    right: [Box<[u64; SEAMS]>; 2],
    /// Where the levels of each class begin.
    starts: Box<[u16; CLASSES]>,
    levels: Box<[Level; LEVELS]>,
}

/// The tables, built at first use.
#[inline]
pub(crate) fn tables() -> &'static HalfTables {
    static TABLES: OnceLock<HalfTables> = OnceLock::new();
    TABLES.get_or_init(|| HalfTables::new(build()))
}

/// A vector as a table of the given length.
#[expect(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn table<T: Copy + Default, const N: usize>(mut entries: Vec<T>) -> Box<[T; N]> {
    assert!(
        entries.len() <= N,
        "{} entries in {N} places",
        entries.len()
    );
    entries.resize(N, T::default());
    let boxed: Result<Box<[T; N]>, _> = entries.into_boxed_slice().try_into();
    boxed.unwrap_or_else(|_| unreachable!("the length is right"))
}

impl HalfTables {
    fn new(built: Built) -> Self {
        let halves = built.seam_of_half.iter().zip(&built.reach_of_half);
        let halves = halves.map(|(&seam, &reach)| Half { seam, reach });
        let part = |part: fn(&Seam) -> u64| built.seams.iter().map(part).collect();
        Self {
            halves: table(halves.collect()),
            left: table(part(|seam| seam.left)),
            right: [
                table(part(|seam| seam.right[0])),
                table(part(|seam| seam.right[1])),
            ],
            classes: table(built.plain),
            thirds: table(built.third),
            class_seams: table(built.seam_of_class),
            starts: table(built.starts),
            levels: table(built.levels),
        }
    }

    /// What is known of the half with this base-three number.
    #[inline]
    pub(crate) fn half(&self, index: u16) -> Half {
        self.halves[usize::from(index)]
    }

    /// The class of the half with this base-three number.
    #[inline]
    pub(crate) fn class(&self, index: u16) -> u16 {
        self.classes[usize::from(index)]
    }

    /// The class of a half with three of one slot. The bits of that slot do not matter.
    #[inline]
    pub(crate) fn class_of_third(&self, bits: u32, slot: usize) -> u16 {
        let number = NINE * slot + usize::from(index_without(bits, slot));
        self.thirds[number & (THIRDS - 1)]
    }

    /// The class of a half with at most one slot of three, and no other above two.
    pub(crate) fn class_of(&self, bits: u32) -> u16 {
        let threes = bits & bits >> 1 & ONES;
        if threes == 0 {
            self.class(index_of(bits))
        } else {
            self.class_of_third(bits, (threes.trailing_zeros() / BITS) as usize)
        }
    }

    /// The ends of a left half.
    #[inline]
    pub(crate) fn ends(&self, half: Half) -> u64 {
        self.left[usize::from(half.seam) & (SEAMS - 1)]
    }

    /// The ends that one card more, or a pair less, gives a left half.
    #[inline]
    pub(crate) fn ends_in_reach(&self, half: Half) -> u64 {
        self.left[usize::from(half.reach) & (SEAMS - 1)]
    }

    /// The left ends that a right half completes.
    #[inline]
    pub(crate) fn completes(&self, half: Half, pair: bool) -> u64 {
        self.right[usize::from(pair)][usize::from(half.seam) & (SEAMS - 1)]
    }

    /// The left ends that one card more, or a pair less, makes a right half complete.
    #[inline]
    pub(crate) fn completes_in_reach(&self, half: Half, pair: bool) -> u64 {
        self.right[usize::from(pair)][usize::from(half.reach) & (SEAMS - 1)]
    }

    /// As [`HalfTables::ends`], of a class.
    #[inline]
    pub(crate) fn class_ends(&self, class: u16) -> u64 {
        let seam = self.class_seams[usize::from(class) & (CLASSES - 1)];
        self.left[usize::from(seam) & (SEAMS - 1)]
    }

    /// As [`HalfTables::completes`], of a class.
    #[inline]
    pub(crate) fn class_completes(&self, class: u16, pair: bool) -> u64 {
        let seam = self.class_seams[usize::from(class) & (CLASSES - 1)];
        self.right[usize::from(pair)][usize::from(seam) & (SEAMS - 1)]
    }

    /// The most huxi of 1-2-3 with which a left half of this class has one of the ends, which it has.
    #[inline]
    pub(crate) fn huxi(&self, class: u16, ends: u64, runs: &LongRuns) -> u8 {
        let class = usize::from(class);
        let start = self.starts[class & (CLASSES - 1)];
        let end = self.starts[(class + 1) & (CLASSES - 1)];
        let [small, big] = runs.one_two_three;
        let mut most = 0;
        for number in start..end {
            let level = self.levels[usize::from(number) & (LEVELS - 1)];
            if level.ends & ends != 0 {
                most = most.max(level.small * small + level.big * big);
            }
        }
        most
    }

    /// The most huxi that free cards have as runs other than the long ones, jiao and, if `pair`, exactly one pair; `None`
    /// where they cannot be split. At most one kind is there three times, and the number of cards by three is right.
    pub(crate) fn fit(&self, free: Halves, pair: bool, runs: &LongRuns) -> Option<u8> {
        let [left, right] = [free.left(), free.right()].map(|bits| self.class_of(bits));
        let ends = self.class_ends(left) & self.class_completes(right, pair);
        (ends != 0).then(|| self.huxi(left, ends, runs))
    }

    /// As [`HalfTables::fit`], with the long runs.
    pub(crate) fn best(&self, free: Halves, pair: bool, runs: &LongRuns) -> Option<u8> {
        let mut best = None;
        each_long(free, runs, |rest, huxi| {
            if let Some(more) = self.fit(rest, pair, runs) {
                best = best.max(Some(huxi + more));
            }
        });
        best
    }
}

/// One 2-7-10, small and big.
pub(crate) const TWO_SEVEN_TEN: [Halves; 2] = [
    three([Card::S2, Card::S7, Card::S10]),
    three([Card::B2, Card::B7, Card::B10]),
];
/// One 1-5-10, small and big.
const ONE_FIVE_TEN: [Halves; 2] = [
    three([Card::S1, Card::S5, Card::S10]),
    three([Card::B1, Card::B5, Card::B10]),
];

const fn three([a, b, c]: [Card; 3]) -> Halves {
    Halves::single(a)
        .plus(Halves::single(b))
        .plus(Halves::single(c))
}

/// Shows what is left after every choice of 2-7-10 and 1-5-10, and their huxi.
fn each_long(free: Halves, runs: &LongRuns, mut visit: impl FnMut(Halves, u8)) {
    let [small, big] = TWO_SEVEN_TEN;
    let weights = runs.two_seven_ten;
    let mut kinds = [(small, weights[0]), (big, weights[1]), (small, 0), (big, 0)];
    let mut count = 2;
    if let Some(weights) = runs.one_five_ten {
        kinds[2] = (ONE_FIVE_TEN[0], weights[0]);
        kinds[3] = (ONE_FIVE_TEN[1], weights[1]);
        count = 4;
    }
    choose(free, &kinds[..count], 0, &mut visit);
}

/// Takes every number of the first block out, then of the others.
fn choose(
    mut free: Halves,
    blocks: &[(Halves, u8)],
    mut huxi: u8,
    visit: &mut impl FnMut(Halves, u8),
) {
    let Some(((block, weight), rest)) = blocks.split_first() else {
        visit(free, huxi);
        return;
    };
    loop {
        choose(free, rest, huxi, visit);
        if !free.has(*block) {
            return;
        }
        free = free.minus(*block);
        huxi += weight;
    }
}

const _: () = assert!(PLAIN <= HALVES && SLOTS * NINE <= THIRDS && POWERS[SLOTS - 1] == 19_683);
