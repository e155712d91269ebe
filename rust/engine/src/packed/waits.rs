//! What all twenty cards would do for a hand, in one pass.

use super::Packed;
use crate::card::Card;
use crate::cardset::CardSet;
use crate::position::{Draw, DrawBy};
use crate::rules::Ruleset;

/// The waits of a packed hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PackedWaits {
    own: u32,
    others: u32,
    /// Huxi by card, where the card is in the mask.
    own_huxi: [u8; 32],
    others_huxi: [u8; 32],
}

impl PackedWaits {
    /// The cards that win when the seat draws them.
    #[must_use]
    pub fn own_cards(&self) -> CardSet {
        CardSet::from_bits(self.own).unwrap_or_default()
    }

    /// The cards that win when another seat draws them.
    #[must_use]
    pub fn others_cards(&self) -> CardSet {
        CardSet::from_bits(self.others).unwrap_or_default()
    }

    /// The most huxi of a win on the card when the seat draws it.
    #[must_use]
    pub fn own(&self, card: Card) -> Option<u8> {
        (self.own >> card.index() & 1 == 1).then(|| self.own_huxi[card.index()])
    }

    /// The most huxi of a win on the card when another seat draws it.
    #[must_use]
    pub fn others(&self, card: Card) -> Option<u8> {
        (self.others >> card.index() & 1 == 1).then(|| self.others_huxi[card.index()])
    }
}

impl Packed {
    /// What each card would do for the hand.
    #[must_use]
    pub fn waits(&self, rules: &Ruleset) -> PackedWaits {
        self.waits_one_by_one(rules)
    }

    fn waits_one_by_one(&self, rules: &Ruleset) -> PackedWaits {
        let mut waits = PackedWaits::default();
        for card in Card::ALL {
            let best = |by| self.best_huxi(Draw { card, by }, rules);
            if let Some(huxi) = best(DrawBy::Own) {
                waits.own |= 1 << card.index();
                waits.own_huxi[card.index()] = huxi;
            }
            if let Some(huxi) = best(DrawBy::Other) {
                waits.others |= 1 << card.index();
                waits.others_huxi[card.index()] = huxi;
            }
        }
        waits
    }
}
