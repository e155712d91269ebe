//! Which cards from the stock complete a seat's hand, kept from one question to the next.
//!
//! A seat is asked whether it wins on every open card, and its cards change about every third time. What the state keeps
//! here follows from the hand and the melds and is no part of what the round is: it says which cards it was reckoned for,
//! is never trusted for others, and counts for nothing where rounds are compared.

use std::hash::{Hash, Hasher};

use crate::card::Card;
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::packed::Packed;
use crate::position::MeldList;
use crate::rules::Ruleset;
use crate::win::huxi_alone_decide;

/// What open cards mean to some hand and melds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ready {
    hand: Counts,
    melds: MeldList,
    /// What completes them when anybody draws it from the stock is among these.
    wins: CardSet,
    /// What makes a pao of a kan.
    kans: CardSet,
    /// What makes a pao of a wei.
    weis: CardSet,
    /// What makes a pao of a peng, from the stock.
    pengs: CardSet,
}

impl Ready {
    fn of(hand: Counts, melds: &MeldList, rules: &Ruleset) -> Self {
        let packed = Packed::new(hand, melds, rules);
        let wins = if huxi_alone_decide(rules) {
            let waits = packed.waits(rules);
            waits.own_cards().union(waits.others_cards())
        } else {
            const { CardSet::from_cards(&Card::ALL) }
        };
        Self {
            hand,
            melds: *melds,
            wins,
            kans: packed.kans(),
            weis: packed.weis(),
            pengs: packed.pengs(),
        }
    }

    /// Reckons again if the cards have changed.
    #[inline]
    pub(crate) fn renew(&mut self, hand: Counts, melds: &MeldList, rules: &Ruleset) {
        if !self.is_of(hand, melds) {
            *self = Self::of(hand, melds, rules);
        }
    }

    /// Whether the card from the stock can complete them; where not even this is so, it does not.
    #[inline]
    pub(crate) fn may_win_on(&self, card: Card) -> bool {
        self.wins.contains(card)
    }

    /// Whether the card makes a pao of a kan.
    #[inline]
    pub(crate) fn runs_on_kan(&self, card: Card) -> bool {
        self.kans.contains(card)
    }

    /// Whether the card makes a pao of what is laid. Rule: R13.
    #[inline]
    pub(crate) fn runs_on_laid(&self, card: Card, is_drawn: bool) -> bool {
        self.weis.contains(card) | (is_drawn & self.pengs.contains(card))
    }

    /// Whether it was reckoned for these.
    #[inline]
    pub(crate) fn is_of(&self, hand: Counts, melds: &MeldList) -> bool {
        self.hand == hand && self.melds == *melds
    }
}

/// What follows from the rest makes no difference.
impl PartialEq for Ready {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Ready {}

impl Hash for Ready {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
