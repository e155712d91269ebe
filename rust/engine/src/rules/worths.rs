//! What every block is worth under a ruleset, worked out once.

use std::fmt;

use super::HuxiTable;
use crate::block::{CHI_BLOCKS, ChiBlock, ChiShape};
use crate::card::{Card, KINDS};
use crate::meld::{Meld, MeldKind};

/// Places in the table: four bits of kind, six of block or card.
const PLACES: usize = 1 << 10;

/// The huxi of every block by its place, and what the searches ask of them. A ruleset makes its own.
#[derive(Clone)]
pub(crate) struct Worths {
    of: [u8; PLACES],
    long: LongRuns,
    /// Most huxi of the runs that can be worth something; see [`Worths::runs_at_most`].
    at_most: [u8; 256],
    most_gain: u8,
}

/// Huxi of the long runs and of 1-2-3, small and big.
#[derive(Debug, Clone)]
pub(crate) struct LongRuns {
    pub(crate) one_two_three: [u8; 2],
    pub(crate) two_seven_ten: [u8; 2],
    /// Only where it is played.
    pub(crate) one_five_ten: Option<[u8; 2]>,
}

impl Worths {
    pub(super) fn new(table: &HuxiTable, one_five_ten: bool) -> Self {
        let mut of = [0; PLACES];
        for kind in MeldKind::ALL {
            for card in Card::ALL {
                if let Some(meld) = Meld::of(kind, card) {
                    of[meld.place()] = set_huxi(table, kind, card);
                }
            }
        }
        for block in ChiBlock::all() {
            of[Meld::chi(block).place()] = block_huxi(table, block);
        }
        let both = |runs: super::RunHuxi| [runs.small, runs.big];
        let long = LongRuns {
            one_two_three: both(table.one_two_three),
            two_seven_ten: both(table.two_seven_ten),
            one_five_ten: one_five_ten.then(|| both(table.one_five_ten)),
        };
        let mut worths = Self {
            of,
            at_most: at_most(&long),
            long,
            most_gain: 0,
        };
        worths.most_gain = most_gain(&worths);
        worths
    }

    /// The huxi of a block.
    #[inline]
    pub(crate) fn of(&self, meld: Meld) -> u8 {
        self.of[meld.place() & (PLACES - 1)]
    }

    /// The huxi of a block of equal cards.
    #[inline]
    pub(crate) fn of_same(&self, kind: MeldKind, card: Card) -> u8 {
        self.of(Meld::same(kind, card))
    }

    /// The huxi of the runs that can be worth something.
    #[inline]
    pub(crate) fn long_runs(&self) -> &LongRuns {
        &self.long
    }

    /// No split has more huxi of 1-2-3 and 2-7-10 than this. The low four bits say of 1-2-3 whether the cards are there
    /// for one small, two small, one big, two big; the high four bits the same of 2-7-10.
    #[inline]
    pub(crate) fn runs_at_most(&self, present: usize) -> u8 {
        self.at_most[present & 255]
    }

    /// No card adds more huxi to a hand than this beside what its free cards may be worth: it makes a block of one
    /// kind, or makes one of three a block of four.
    pub(crate) fn most_gain(&self) -> u8 {
        self.most_gain
    }
}

impl fmt::Debug for Worths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worths").finish_non_exhaustive()
    }
}

fn set_huxi(table: &HuxiTable, kind: MeldKind, card: Card) -> u8 {
    match kind {
        MeldKind::Chi | MeldKind::Pair => 0,
        MeldKind::Peng => table.peng.of(card),
        MeldKind::Wei | MeldKind::ChouWei => table.wei.of(card),
        MeldKind::Kan => table.kan.of(card),
        MeldKind::Pao => table.pao.of(card),
        MeldKind::Ti | MeldKind::DealtTi => table.ti.of(card),
    }
}

fn block_huxi(table: &HuxiTable, block: ChiBlock) -> u8 {
    let [first, _, _] = block.cards();
    match block.shape() {
        ChiShape::Run if block.is_one_two_three() => table.one_two_three.of(first),
        ChiShape::TwoSevenTen => table.two_seven_ten.of(first),
        ChiShape::OneFiveTen => table.one_five_ten.of(first),
        ChiShape::Run | ChiShape::Jiao => 0,
    }
}

fn at_most(long: &LongRuns) -> [u8; 256] {
    let mut most = [0; 256];
    for (present, most) in most.iter_mut().enumerate() {
        for bit in 0..8 {
            if present >> bit & 1 == 1 {
                let runs = if bit < 4 {
                    long.one_two_three
                } else {
                    long.two_seven_ten
                };
                let [small, big] = runs;
                let huxi = if bit & 2 == 0 { small } else { big };
                *most = u8::saturating_add(*most, huxi);
            }
        }
    }
    most
}

/// What a card can make of one run, of a pair or of three equal cards.
fn most_gain(worths: &Worths) -> u8 {
    let LongRuns {
        one_two_three,
        two_seven_ten,
        one_five_ten,
    } = &worths.long;
    let runs = [
        *one_two_three,
        *two_seven_ten,
        one_five_ten.unwrap_or([0; 2]),
    ];
    let mut most = runs.into_iter().flatten().max().unwrap_or(0);
    for card in Card::ALL {
        let of = |kind| worths.of_same(kind, card);
        for triple in [MeldKind::Peng, MeldKind::Wei, MeldKind::Kan] {
            let quads = [of(MeldKind::Pao), of(MeldKind::Ti)];
            let grown = quads.map(|quad| quad.saturating_sub(of(triple)));
            most = most.max(of(triple)).max(grown[0]).max(grown[1]);
        }
    }
    most
}

const _: () = assert!(CHI_BLOCKS <= 64 && KINDS <= 64 && MeldKind::ALL.len() <= 16);
