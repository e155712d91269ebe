//! Which cards complete a hand. Rule: 2.3, E40 to E54.

use crate::card::{Card, KINDS};
use crate::cardset::CardSet;
use crate::packed::Packed;
use crate::position::Position;
use crate::rules::Ruleset;

/// The most huxi of a win on one card; `None` where it does not win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wait {
    /// When the seat draws the card itself.
    pub own: Option<u8>,
    /// When another seat draws it.
    pub others: Option<u8>,
}

/// What each card would do for the hand, by card index.
///
/// ```
/// use paohuzi_engine::{Card, Position, Ruleset, waits};
/// let rules = Ruleset::default();
/// let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let waits = waits(&Position::new(hand, &[], &rules)?, &rules);
/// assert_eq!(waits[Card::S10.index()].own, Some(15));
/// assert_eq!(waits[Card::S1.index()].others, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn waits(position: &Position, rules: &Ruleset) -> [Wait; KINDS] {
    let waits = Packed::of(position, rules).waits(rules);
    Card::ALL.map(|card| Wait {
        own: waits.own(card),
        others: waits.others(card),
    })
}

/// The cards that complete the hand: when the seat draws them, and when another seat does.
///
/// ```
/// use paohuzi_engine::{Card, CardSet, Position, Ruleset, waits_mask};
/// let rules = Ruleset::default();
/// let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let (own, others) = waits_mask(&Position::new(hand, &[], &rules)?, &rules);
/// assert_eq!(own, CardSet::from_cards(&[Card::S7, Card::S10]));
/// assert_eq!(others.bits(), 1 << 6 | 1 << 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn waits_mask(position: &Position, rules: &Ruleset) -> (CardSet, CardSet) {
    let waits = Packed::of(position, rules).waits(rules);
    (waits.own_cards(), waits.others_cards())
}
