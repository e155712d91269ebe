//! Which cards complete a hand. Rule: 2.3, E40 to E54.

use crate::card::{Card, KINDS};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::meld::Meld;
use crate::outlook::Outlook;
use crate::packed::{Packed, PackedWaits};
use crate::position::{Draw, DrawBy, Position};
use crate::rules::Ruleset;
use crate::win::{best_huxi_by_patterns, huxi_alone_decide};

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
    let waits = waits_of(position.hand(), position.melds(), rules);
    Card::ALL.map(|card| Wait {
        own: waits.own(card),
        others: waits.others(card),
    })
}

/// As [`waits`], on a hand and melds that are known to be possible (see [`Position::new`]), packed.
///
/// ```
/// use paohuzi_engine::{Card, Ruleset, waits_of};
/// let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let waits = waits_of(hand, &[], &Ruleset::default());
/// assert_eq!(waits.own_cards().to_string(), "s7 s10");
/// assert_eq!(waits.others(Card::S7), Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn waits_of(hand: Counts, melds: &[Meld], rules: &Ruleset) -> PackedWaits {
    if huxi_alone_decide(rules) {
        Packed::new(hand, melds, rules).waits(rules)
    } else {
        by_patterns(hand, melds, rules)
    }
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
    let waits = waits_of(position.hand(), position.melds(), rules);
    (waits.own_cards(), waits.others_cards())
}

/// As [`waits`], of the cards that can still come and that the seat may win on: none of a dead seat, none that the seat
/// declined and may not take now, no peng of a declined pair where that is barred. Rule: 2.6, 2.8, A18, A49.
///
/// ```
/// use paohuzi_engine::{Card, CardSet, Outlook, Position, Ruleset, waits_in};
/// let rules = Ruleset::default();
/// let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let position = Position::new(hand, &[], &rules)?;
/// let locked_wins = CardSet::from_cards(&[Card::S10]);
/// let outlook = Outlook { locked_wins, ..Outlook::open(&position) };
/// let waits = waits_in(&position, &outlook, &rules);
/// assert_eq!(waits[Card::S7.index()].own, Some(15));
/// assert_eq!(waits[Card::S10.index()].own, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn waits_in(position: &Position, outlook: &Outlook, rules: &Ruleset) -> [Wait; KINDS] {
    let no_peng = rules.no_peng_wins(outlook.stale_peng);
    let special = outlook.locked_wins.union(no_peng);
    let all = waits(position, rules);
    Card::ALL.map(|card| {
        let wait = all[card.index()];
        if wait == Wait::default() && !special.contains(card) {
            return wait;
        }
        let best = |by, plain| {
            let (asked, draw) = outlook.win_question(position, Draw::new(card, by), rules)?;
            if special.contains(card) {
                let peng_ok = outlook.peng_wins(draw, rules);
                best_huxi_of(&asked, draw, peng_ok, rules)
            } else {
                plain
            }
        };
        Wait {
            own: best(DrawBy::Own, wait.own),
            others: best(DrawBy::Other, wait.others),
        }
    })
}

/// The most huxi of a win on the card.
fn best_huxi_of(position: &Position, draw: Draw, peng_ok: bool, rules: &Ruleset) -> Option<u8> {
    if huxi_alone_decide(rules) {
        Packed::of(position, rules).best_with(Some(draw), peng_ok, rules)
    } else {
        best_huxi_by_patterns(position, draw, peng_ok, rules)
    }
}

/// What each card would do where patterns lower the minimum.
fn by_patterns(hand: Counts, melds: &[Meld], rules: &Ruleset) -> PackedWaits {
    let position = Position::known(hand, melds.iter().copied().collect());
    let mut waits = PackedWaits::default();
    for card in Card::ALL
        .into_iter()
        .filter(|card| position.can_draw(*card))
    {
        let best = |by| best_huxi_by_patterns(&position, Draw::new(card, by), true, rules);
        waits.note_best(card, best(DrawBy::Own), best(DrawBy::Other));
    }
    waits
}
