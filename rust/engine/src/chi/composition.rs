//! The compositions of a chi: which places the eaten card takes in the blocks that are laid.

use crate::block::ChiBlock;
use crate::card::{Card, KINDS, Rank};

/// The places that the eaten card can take in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Place {
    /// Last of a run: X−2, X−1, X.
    RunLast = 0,
    /// Middle of a run: X−1, X, X+1.
    RunMiddle = 1,
    /// First of a run: X, X+1, X+2.
    RunFirst = 2,
    /// In 2-7-10.
    TwoSevenTen = 3,
    /// The single card of a jiao: X and two of the other size.
    JiaoOne = 4,
    /// In 1-5-10.
    OneFiveTen = 5,
    /// The two equal cards of a jiao: two X and one of the other size.
    JiaoTwo = 6,
}

impl Place {
    pub(super) const ALL: [Self; 7] = [
        Self::RunLast,
        Self::RunMiddle,
        Self::RunFirst,
        Self::TwoSevenTen,
        Self::JiaoOne,
        Self::OneFiveTen,
        Self::JiaoTwo,
    ];

    /// The block in which the card has this place, if there is one.
    pub(super) const fn block(self, card: Card) -> Option<ChiBlock> {
        BLOCKS[card.index()][self as usize]
    }

    /// As [`Place::block`], found among all blocks.
    const fn find_block(self, card: Card) -> Option<ChiBlock> {
        match self {
            Self::RunLast => run(card.offset(-2)),
            Self::RunMiddle => run(card.offset(-1)),
            Self::RunFirst => run(Some(card)),
            Self::TwoSevenTen => long(card, 2, 7),
            Self::OneFiveTen => long(card, 1, 5),
            Self::JiaoOne => ChiBlock::from_cards([card, card.twin(), card.twin()]),
            Self::JiaoTwo => ChiBlock::from_cards([card, card, card.twin()]),
        }
    }

    /// Copies of the card in that block.
    pub(super) const fn copies(self) -> u8 {
        match self {
            Self::RunLast
            | Self::RunMiddle
            | Self::RunFirst
            | Self::TwoSevenTen
            | Self::JiaoOne
            | Self::OneFiveTen => 1,
            Self::JiaoTwo => 2,
        }
    }
}

/// The block of each card and place.
const BLOCKS: [[Option<ChiBlock>; Place::ALL.len()]; KINDS] = {
    let mut all = [[None; Place::ALL.len()]; KINDS];
    let mut i = 0;
    while i < KINDS {
        let mut place = 0;
        while place < Place::ALL.len() {
            all[i][place] = Place::ALL[place].find_block(Card::ALL[i]);
            place += 1;
        }
        i += 1;
    }
    all
};

/// The run that begins with the card.
const fn run(first: Option<Card>) -> Option<ChiBlock> {
    let Some(first) = first else { return None };
    match (first.offset(1), first.offset(2)) {
        (Some(second), Some(third)) => ChiBlock::from_cards([first, second, third]),
        (Some(_) | None, _) => None,
    }
}

/// The block of these two ranks and 10 in the size of the card, if the card is in it.
const fn long(card: Card, low: u8, middle: u8) -> Option<ChiBlock> {
    let number = card.rank().number();
    if number != low && number != middle && number != 10 {
        return None;
    }
    match (Rank::new(low), Rank::new(middle), Rank::new(10)) {
        (Some(a), Some(b), Some(c)) => {
            let size = card.size();
            ChiBlock::from_cards([Card::new(size, a), Card::new(size, b), Card::new(size, c)])
        }
        (Some(_) | None, _, _) => None,
    }
}

/// The places of the eaten card in the blocks of one chi, ascending.
#[derive(Debug, Clone, Copy)]
pub(super) struct Composition {
    pub(super) places: [Place; 3],
    pub(super) len: usize,
}

/// How many there are, and how many without 1-5-10.
pub(super) const COUNT: usize = 90;
pub(super) const BASIC: usize = 61;

/// The compositions by id. See [`ChiId`] for the order.
pub(super) const COMPOSITIONS: [Composition; COUNT] = {
    const LONG: usize = Place::OneFiveTen as usize;
    const TWO: usize = Place::JiaoTwo as usize;
    let mut list = List {
        all: [Composition {
            places: [Place::RunLast; 3],
            len: 0,
        }; COUNT],
        len: 0,
    };
    // Multisets of the first five places: of one, of two, of three.
    let mut len = 1;
    while len <= 3 {
        list = list.multisets(len, LONG);
        len += 1;
    }
    list = list.with([TWO, 0, 0], 1);
    let mut a = 0;
    while a < LONG {
        list = list.with([a, TWO, 0], 2);
        a += 1;
    }
    assert!(list.len == BASIC);
    // The same with 1-5-10: a multiset of up to two of the first six places, and 1-5-10 once more.
    list = list.with([LONG, 0, 0], 1);
    let mut a = 0;
    while a <= LONG {
        list = list.with([a, LONG, 0], 2);
        a += 1;
    }
    let mut a = 0;
    while a <= LONG {
        let mut b = a;
        while b <= LONG {
            list = list.with([a, b, LONG], 3);
            b += 1;
        }
        a += 1;
    }
    list = list.with([LONG, TWO, 0], 2);
    assert!(list.len == COUNT);
    list.all
};

struct List {
    all: [Composition; COUNT],
    len: usize,
}

impl List {
    const fn with(mut self, [a, b, c]: [usize; 3], len: usize) -> Self {
        self.all[self.len] = Composition {
            places: [Place::ALL[a], Place::ALL[b], Place::ALL[c]],
            len,
        };
        self.len += 1;
        self
    }

    /// Every multiset of so many of the places below `places`, in lexicographic order.
    const fn multisets(mut self, len: usize, places: usize) -> Self {
        let mut a = 0;
        while a < places {
            let mut b = if len > 1 { a } else { places - 1 };
            while b < places {
                let mut c = if len > 2 { b } else { places - 1 };
                while c < places {
                    self = self.with([a, b, c], len);
                    c += 1;
                }
                b += 1;
            }
            a += 1;
        }
        self
    }
}
