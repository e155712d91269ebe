//! How far a hand is from ready: the fewest cards it must still take.
//!
//! # Definition
//!
//! A [`Position`] is a hand and its table melds, an [`Outlook`] says which copies of each card can still come and which
//! cards are stale. The seat owns the cards of both; W(k) is the rulebook's waiting size (2.2), where k counts melds of
//! four cards and four equal cards in the hand; B is the number of blocks of a complete hand.
//!
//! 1. **Discard.** A position that owns W(k) + 1 cards discards a loose card before anything else, any one it likes. One
//!    that owns at most W(k) is *at rest*. One that owns more, or has a discard due and no loose card, leads nowhere.
//! 2. **Ready.** A position at rest is ready when some card with a copy still to come wins, on an own draw or on another
//!    seat's, with the minimum huxi: when it has one of [`waits_in`](crate::waits_in). So where a stale pair may not win
//!    by a peng (A49), that is no wait; nor is a card that the seat declined to win on (A18), until the huxi of its table
//!    have changed or, with `never`, for good. Where a pattern lowers the minimum (3.7), one that the cards alone show
//!    counts.
//! 3. **Take.** A position at rest takes a card X of which a copy can still come. From then on one copy less can come.
//!    What it takes X as depends on where X comes from; the first line that fits holds, and only what it names is
//!    possible:
//!
//!    | the seat has | own draw | another's draw | another's discard |
//!    |---|---|---|---|
//!    | three X in the hand | ti | pao | pao |
//!    | a wei or chou wei of X | ti | pao | pao |
//!    | a peng of X | pao (A25: ti) | pao | as if it were not there |
//!    | two X in the hand | wei, chou wei where X is stale for peng | peng, chi | peng, chi |
//!    | anything else | chi | chi | chi |
//!
//!    A chi is any of [`chi_options`](crate::chi_options), bi included, unless X is stale for chi; a peng is possible
//!    unless X is stale for peng; where pengs are compulsory (A20) a possible peng leaves no chi. A seat that is barred
//!    (A26) has neither. No take may make more melds than B. After the take, step 1 applies.
//! 4. **Distance.** The least number of takes that lead from a position to a ready one; 0 when it is ready, or becomes
//!    so by its due discard; `None` when no takes do, and for a dead seat.
//!
//! So every card comes from where it suits best: another's card may be one of the seat before, which alone can be eaten,
//! or of any other, and the order is free. Nothing else of the round is looked at: how long the stock lasts, what the
//! others hold, want or decline, wins on discards. The stale sets stay as they were given, own later discards do not add
//! to them. A copy that was discarded does not come back. The dealt four of a kind may
//! still be in the hand or lie as dealt ti. 三提五坎 is not looked at.
//!
//! # How it is found
//!
//! [`search`] counts the cards that complete a hand by its blocks, with no takes at all, [`fill`] lays out what the
//! blocks of hand cards leave, and [`order`] asks whether the takes of a layout can come in some legal order; where more
//! than the huxi decides, [`end`] asks whether the hand at its end wins. A breadth-first search that does what is written
//! above, and nothing else, proves them in `tests/rust/distance_oracle.rs`.
//!
//! Rule: 2.2, 2.3, 2.4, 2.5, 2.8.

mod end;
mod fill;
mod open;
mod order;
mod packing;
mod problem;
mod search;
mod takes;
mod useful;

use tinyvec::ArrayVec;

use self::problem::Problem;
use self::search::{fewest, fewest_after_discards};
use crate::card::{Card, KINDS};
use crate::outlook::Outlook;
use crate::position::Position;
use crate::rules::Ruleset;

pub(crate) use self::packing::build_tables;
pub use self::useful::{Useful, useful_cards};

/// The fewest cards to take before the hand is ready, by the definition in this module; `None` where it can never win.
///
/// ```
/// use paohuzi_engine::{Outlook, Position, Ruleset, distance};
/// let rules = Ruleset::default();
/// let table = ["chi:b1-b2-b3", "chi:b2-b7-b10", "chi:s8-s9-s10", "chi:b8-b9-b10", "chi:b4-b5-b6"];
/// let melds = table.map(|meld| meld.parse().expect("a meld"));
/// // Eating s5 with s3 and s4 makes it ready: s1 s2 wait for s3. Eating s2 or s3 would leave another s2 or s3 in the
/// // hand, which has to be laid too and cannot.
/// let position = Position::new("s1 s2 s3 s4 b9".parse()?, &melds, &rules)?;
/// assert_eq!(distance(&position, &Outlook::open(&position), &rules), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Rule: 2.2, 2.3, 2.4, 2.5, 2.8.
#[must_use]
pub fn distance(position: &Position, outlook: &Outlook, rules: &Ruleset) -> Option<u8> {
    within(position, outlook, u8::MAX, rules)
}

/// The distance, if it is at most `most`.
fn within(position: &Position, outlook: &Outlook, most: u8, rules: &Ruleset) -> Option<u8> {
    let problem = Problem::new(position, outlook, rules)?;
    fewest(&problem, 1, most.saturating_add(1)).map(|cards| cards - 1)
}

/// A discard and the distance after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DiscardDistance {
    /// The card discarded.
    pub card: Card,
    /// The distance after it; `None` where the hand can then never win.
    pub distance: Option<u8>,
}

/// The distance after every possible discard, by card; nothing where no discard is due.
///
/// ```
/// use paohuzi_engine::{Outlook, Position, Ruleset, discard_distances};
/// let rules = Ruleset::default();
/// let table = ["chi:b1-b2-b3", "chi:b2-b7-b10", "chi:s8-s9-s10", "chi:b8-b9-b10", "chi:b4-b5-b6"];
/// let melds = table.map(|meld| meld.parse().expect("a meld"));
/// let position = Position::new("s1 s2 s3 s4x2 b9".parse()?, &melds, &rules)?;
/// let after = discard_distances(&position, &Outlook::open(&position), &rules);
/// let ready: Vec<_> = after.iter().filter(|after| after.distance == Some(0)).collect();
/// assert_eq!(ready.len(), 1);
/// assert_eq!(ready[0].card.text(), "b9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Rule: 2.2, 2.3.
#[must_use]
pub fn discard_distances(
    position: &Position,
    outlook: &Outlook,
    rules: &Ruleset,
) -> ArrayVec<[DiscardDistance; KINDS]> {
    let due = Problem::new(position, outlook, rules).filter(|problem| problem.slack < 0);
    let Some(problem) = due else {
        return ArrayVec::new();
    };
    let fewest = fewest_after_discards(&problem);
    let loose = problem.loose.kinds();
    loose
        .map(|(card, _)| DiscardDistance {
            card,
            distance: fewest[card.index()].map(|cards| cards - 1),
        })
        .collect()
}
