//! A hand and its table in the form the win check reads, kept up to date card by card.
//!
//! # What a win needs
//!
//! Three numbers say at once whether the size of a hand allows a win. Let B be the blocks of a complete hand, S those
//! that stand (table melds, kan, dealt ti), F the free cards and k = 1 if there is a quad, which asks for a pair. The
//! B − S blocks that are missing have three cards each, the pair two. With the *gap* 3·(B − S) − F,
//!
//! - the cards as they are can be complete if gap = k;
//! - with one card more, however it is taken but as a fourth one, if gap = 1 + k;
//! - with a card that makes a quad, after which the pair is due, if gap = 1. So beside a quad (k = 1) none completes a
//!   hand of the right size.
//!
//! A kan that is made of a pair takes two cards and stands for one block, so the same gap holds for it. Rule: 2.2.
//!
//! # What a card does to the free cards
//!
//! It joins them (+1), also beside an own kan or peng; or it takes a hand pair away to form wei or peng (−2); or it
//! leaves them as they are (a quad). Only another seat's card that joins a hand pair makes a third free copy, or an own
//! one where it need not be laid first. So all twenty cards, own and others', are twenty times +1, a few times −2 and
//! once the cards as they are.

mod check;
mod free;
mod waits;

use crate::card::{Card, KINDS};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::half::layout::Halves;
use crate::meld::{Meld, MeldKind};
use crate::position::Position;
use crate::rules::Ruleset;

pub use self::waits::PackedWaits;

/// A hand and the melds before it, packed for [`Packed::best_huxi`] and [`Packed::waits`].
///
/// It belongs to the ruleset it was made with: asked with another one, its answers mean nothing. It knows the plain
/// minimum of huxi; where a ruleset lets patterns lower it, [`crate::best_win`] and [`crate::waits`] are to be asked.
///
/// ```
/// use paohuzi_engine::{Card, CardSet, Draw, DrawBy, Packed, Position, Ruleset};
/// let rules = Ruleset::default();
/// let hand = "b7x3 s1x3 b5x3 s2 s7 s10 s4 s5 s6 b9x2".parse()?;
/// let packed = Packed::new(hand, &["chi:b1-b2-b3".parse()?], &rules);
/// let draw = Draw { card: Card::B9, by: DrawBy::Own };
/// assert_eq!(packed.best_huxi(draw, &rules), Some(30));
/// let waits = packed.waits(&rules);
/// let cards = [Card::S1, Card::S9, Card::B5, Card::B7, Card::B9];
/// assert_eq!(waits.own_cards(), CardSet::from_cards(&cards));
/// assert_eq!(waits.others(Card::B9), Some(27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed {
    /// The free cards; see the half-hand tables.
    free: Halves,
    /// All cards of the seat.
    owned: Counts,
    kans: CardSet,
    dealt_ti: CardSet,
    pengs: CardSet,
    /// Wei and chou wei.
    weis: CardSet,
    /// Huxi of what stands: table melds, kan, dealt ti.
    huxi: i16,
    /// Cards that the missing blocks of three have, less the free cards.
    gap: i8,
    quads: u8,
}

impl Packed {
    /// The packed form of a hand and melds that are known to be possible; see [`Position::new`].
    #[must_use]
    pub fn new(hand: Counts, melds: &[Meld], rules: &Ruleset) -> Self {
        let worths = rules.worths();
        let loose = hand.loose();
        let mut packed = Self {
            free: Halves::of(loose),
            owned: hand,
            kans: hand.exactly(3),
            dealt_ti: hand.exactly(4),
            pengs: CardSet::EMPTY,
            weis: CardSet::EMPTY,
            huxi: 0,
            gap: 3 * rules.blocks().cast_signed() - loose.len().cast_signed(),
            quads: 0,
        };
        for card in packed.kans.iter() {
            packed.huxi += i16::from(worths.of_same(MeldKind::Kan, card));
            packed.gap -= 3;
        }
        for card in packed.dealt_ti.iter() {
            packed.huxi += i16::from(worths.of_same(MeldKind::DealtTi, card));
            packed.gap -= 3;
            packed.quads += 1;
        }
        for &meld in melds {
            packed.owned = packed.owned.checked_add(meld.counts()).unwrap_or_default();
            packed.huxi += i16::from(worths.of(meld));
            packed.gap -= 3;
            packed.note(meld);
        }
        packed
    }

    /// The packed form of a position.
    #[must_use]
    pub fn of(position: &Position, rules: &Ruleset) -> Self {
        Self::new(position.hand(), position.melds(), rules)
    }

    /// Remembers what later cards may do to a table meld.
    fn note(&mut self, meld: Meld) {
        let Some(card) = meld.card() else {
            return;
        };
        match meld.kind() {
            MeldKind::Peng => self.pengs.insert(card),
            MeldKind::Wei | MeldKind::ChouWei => self.weis.insert(card),
            MeldKind::Pao | MeldKind::Ti | MeldKind::DealtTi => self.quads += 1,
            MeldKind::Chi | MeldKind::Kan | MeldKind::Pair => {}
        }
    }

    /// Copies of a card in the hand.
    #[must_use]
    pub fn held(&self, card: Card) -> u8 {
        if self.kans.contains(card) {
            3
        } else if self.dealt_ti.contains(card) {
            4
        } else {
            self.free.copies(card)
        }
    }

    /// All cards of the seat, hand and table.
    #[must_use]
    pub const fn owned(&self) -> Counts {
        self.owned
    }

    /// Kan in the hand.
    pub(crate) const fn kans(&self) -> CardSet {
        self.kans
    }

    /// Peng on the table.
    pub(crate) const fn pengs(&self) -> CardSet {
        self.pengs
    }

    /// Wei and chou wei on the table.
    pub(crate) const fn weis(&self) -> CardSet {
        self.weis
    }

    /// Huxi of what stands: table melds, kan, dealt ti.
    #[must_use]
    pub const fn standing_huxi(&self) -> i16 {
        self.huxi
    }

    /// Blocks of four cards, dealt ti in the hand included.
    #[must_use]
    pub const fn quads(&self) -> u8 {
        self.quads
    }

    /// The packed form with one more card in the hand, as the deal and the shown card bring it; `None` for a fifth copy.
    #[must_use]
    pub fn with_card(mut self, card: Card, rules: &Ruleset) -> Option<Self> {
        self.owned = self.owned.checked_add(Counts::of(card, 1))?;
        let of = |kind| i16::from(rules.worths().of_same(kind, card));
        match self.held(card) {
            0 | 1 => {
                self.add_free(card);
            }
            2 => {
                self.take_free(card, 2);
                self.kans.insert(card);
                self.huxi += of(MeldKind::Kan);
                self.gap -= 3;
            }
            _ => {
                self.kans.remove(card);
                self.dealt_ti.insert(card);
                self.huxi = self.huxi - of(MeldKind::Kan) + of(MeldKind::DealtTi);
                self.quads += 1;
            }
        }
        Some(self)
    }

    /// The packed form without one loose card of the hand, as a discard leaves it; `None` where there is none.
    #[must_use]
    pub fn without(mut self, card: Card) -> Option<Self> {
        if self.free.copies(card) == 0 {
            return None;
        }
        self.owned = self.owned.minus(card, 1);
        self.take_free(card, 1);
        Some(self)
    }

    /// The packed form after a meld was laid for which the hand gave these cards.
    ///
    /// The rest of the meld is the taken card. With no cards of the hand, a pao or ti grows from the peng or wei of its
    /// card on the table. `None` where the hand or the table does not have what it takes.
    #[must_use]
    pub fn laid(mut self, meld: Meld, given: Counts, rules: &Ruleset) -> Option<Self> {
        let worths = rules.worths();
        if given.is_empty() {
            let card = meld.card().filter(|_| meld.kind().is_quad())?;
            let before = if self.pengs.contains(card) {
                self.pengs.remove(card);
                MeldKind::Peng
            } else if self.weis.contains(card) {
                self.weis.remove(card);
                MeldKind::Wei
            } else {
                return None;
            };
            self.owned = self.owned.checked_add(Counts::of(card, 1))?;
            self.huxi -= i16::from(worths.of_same(before, card));
        } else {
            let taken = meld.counts().checked_sub(given)?;
            self.owned = self.owned.checked_add(taken)?;
            for (card, copies) in given.kinds() {
                self.give(card, copies, rules)?;
            }
            self.gap -= 3;
        }
        self.huxi += i16::from(worths.of(meld));
        self.note(meld);
        Some(self)
    }

    /// Takes cards out of the hand: loose ones, a whole kan or a whole dealt ti.
    fn give(&mut self, card: Card, copies: u8, rules: &Ruleset) -> Option<()> {
        let of = |kind| i16::from(rules.worths().of_same(kind, card));
        match self.held(card) {
            3 if copies == 3 => {
                self.kans.remove(card);
                self.huxi -= of(MeldKind::Kan);
                self.gap += 3;
            }
            4 if copies == 4 => {
                self.dealt_ti.remove(card);
                self.huxi -= of(MeldKind::DealtTi);
                self.gap += 3;
                self.quads -= 1;
            }
            held @ (1 | 2) if copies <= held => self.take_free(card, copies),
            _ => return None,
        }
        Some(())
    }

    fn add_free(&mut self, card: Card) {
        self.free = self.free.plus(Halves::single(card));
        self.gap -= 1;
    }

    fn take_free(&mut self, card: Card, copies: u8) {
        for _ in 0..copies {
            self.free = self.free.minus(Halves::single(card));
            self.gap += 1;
        }
    }
}

const _: () = assert!(KINDS == 20 && size_of::<Packed>() <= 48);
