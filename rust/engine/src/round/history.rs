//! What became of each card that came up: the part of a round that everybody remembers.
//!
//! Rows and melds show where the cards went, not in which order. Who reasons about hidden cards needs the order: a card
//! that lay open before a peng says nothing about the pair that was held then only if it came later. So a round writes
//! down every card from the stock and every discard, and what was done with it. All of it is public; the card of a
//! face-down wei is not in it. How a round came to be makes no difference where rounds are compared.

use std::fmt;
use std::hash::{Hash, Hasher};

use tinyvec::ArrayVec;

use crate::card::Card;
use crate::chi::ChiId;
use crate::seat::Seat;

/// Most cards that come up in a round: the stock, and a discard for the dealer and for each meld but quads after the
/// first. Three seats with seven blocks have 19 and 25 of them, with five blocks 37 and 19.
pub(crate) const HISTORY_CAPACITY: usize = 64;

/// What became of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Nobody took it; it lies in the row of the seat that brought it.
    Row,
    /// A seat ate it.
    Chi(ChiId),
    /// A seat took it to its pair.
    Peng,
    /// It made a wei of its drawer.
    Wei,
    /// It made a chou wei of its drawer.
    ChouWei,
    /// It made a ti of its drawer: of a kan, or of a meld on the table.
    Ti {
        /// Whether of a meld on the table.
        grown: bool,
    },
    /// It made a pao: of a kan, or of a meld on the table.
    Pao {
        /// Whether of a meld on the table.
        grown: bool,
    },
}

/// Numbers of fates; those of a chi follow from `CHI` on.
const FATES: [Fate; 8] = [
    Fate::Row,
    Fate::Peng,
    Fate::Wei,
    Fate::ChouWei,
    Fate::Ti { grown: false },
    Fate::Ti { grown: true },
    Fate::Pao { grown: false },
    Fate::Pao { grown: true },
];
const CHI: u16 = 32;

/// One card that came up and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Turn(u16);

const HIDDEN: u16 = 31;
const DRAWN: u16 = 1 << 5;
const SEAT: u32 = 6;
const FATE: u32 = 8;

impl Turn {
    pub(crate) fn new(card: Option<Card>, is_drawn: bool, seat: Seat, fate: Fate) -> Self {
        let card = card.map_or(HIDDEN, |card| card as u16);
        let drawn = if is_drawn { DRAWN } else { 0 };
        let number = match fate {
            Fate::Row => 0,
            Fate::Peng => 1,
            Fate::Wei => 2,
            Fate::ChouWei => 3,
            Fate::Ti { grown } => 4 + u16::from(grown),
            Fate::Pao { grown } => 6 + u16::from(grown),
            Fate::Chi(id) => CHI + u16::from(id.number()),
        };
        Self(card | drawn | u16::from(seat.number()) << SEAT | number << FATE)
    }

    /// The card; none where it lies face down.
    #[must_use]
    pub fn card(self) -> Option<Card> {
        Card::from_index(usize::from(self.0 & 31))
    }

    /// Whether it came from the stock; else from a hand.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        self.0 & DRAWN != 0
    }

    /// The seat that has it now: who took it, or else who brought it.
    #[must_use]
    pub fn seat(self) -> Seat {
        Seat::new(usize::from(self.0 >> SEAT & 3)).unwrap_or_default()
    }

    /// What became of it.
    #[must_use]
    pub fn fate(self) -> Fate {
        let number = self.0 >> FATE;
        match number.checked_sub(CHI) {
            Some(id) => u8::try_from(id)
                .ok()
                .and_then(ChiId::new)
                .map_or(Fate::Row, Fate::Chi),
            None => FATES.get(usize::from(number)).copied().unwrap_or(Fate::Row),
        }
    }

    pub(crate) const fn to_word(self) -> u16 {
        self.0
    }

    /// The turn of a stored word, if it is one.
    pub(crate) fn from_word(word: u16) -> Option<Self> {
        let turn = Self(word);
        let fate = turn.fate();
        let is_hidden = turn.card().is_none();
        let again = Self::new(turn.card(), turn.is_drawn(), turn.seat(), fate);
        (again == turn && (!is_hidden || fate == Fate::Wei)).then_some(turn)
    }
}

/// Text: `+s5` for a card from the stock, `-s5` from a hand, `+?` face down; then what became of it unless it lies in
/// the row, with the seat: `+s5 peng 2`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_drawn() { "+" } else { "-" })?;
        match self.card() {
            Some(card) => write!(f, "{card}")?,
            None => f.write_str("?")?,
        }
        let seat = self.seat();
        match self.fate() {
            Fate::Row => write!(f, " row {seat}"),
            Fate::Chi(id) => match self.card().and_then(|card| id.blocks(card)) {
                Some(blocks) => {
                    write!(f, " chi {seat} ")?;
                    crate::text::join(f, blocks, "+")
                }
                None => write!(f, " chi {seat}"),
            },
            Fate::Peng => write!(f, " peng {seat}"),
            Fate::Wei => write!(f, " wei {seat}"),
            Fate::ChouWei => write!(f, " chou_wei {seat}"),
            Fate::Ti { .. } => write!(f, " ti {seat}"),
            Fate::Pao { .. } => write!(f, " pao {seat}"),
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({self})")
    }
}

/// What became of every card that came up, oldest first.
///
/// It is whole in a round that was dealt, and unknown in one that began as a described position.
#[derive(Clone, Copy, Default)]
pub struct History {
    turns: ArrayVec<[Turn; HISTORY_CAPACITY]>,
    is_whole: bool,
}

impl History {
    /// That of a round in which nothing has come up.
    pub(crate) fn begun() -> Self {
        Self {
            is_whole: true,
            ..Self::default()
        }
    }

    /// That of stored turns.
    pub(crate) fn of(turns: impl IntoIterator<Item = Turn>) -> Self {
        let mut history = Self::begun();
        for turn in turns {
            history.push(turn);
        }
        history
    }

    /// Whether it goes back to the deal.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The cards that came up since the deal; none where that is not known.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Adds what became of a card.
    pub(crate) fn push(&mut self, turn: Turn) {
        if self.is_whole && self.turns.try_push(turn).is_some() {
            *self = Self::default();
        }
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole {
            f.debug_list().entries(self.turns()).finish()
        } else {
            f.write_str("unknown")
        }
    }
}

/// How a round came to be makes no difference.
impl PartialEq for History {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for History {}

impl Hash for History {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
