//! Which cards bring a hand nearer to ready.

use super::problem::Problem;
use super::search::fewest;
use super::takes::{Source, any_take};
use super::within;
use crate::card::Card;
use crate::cardset::CardSet;
use crate::outlook::Outlook;
use crate::position::{Draw, DrawBy, Position};
use crate::rules::Ruleset;

/// The cards that bring a hand nearer, by where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Useful {
    /// When the seat draws them itself.
    pub own: CardSet,
    /// When another seat draws them; for a chi the seat before it.
    pub drawn: CardSet,
    /// When another seat discards them; for a chi the seat before it.
    pub discarded: CardSet,
}

impl Useful {
    /// The cards that help from one source at least.
    #[must_use]
    pub const fn any(self) -> CardSet {
        self.own.union(self.drawn).union(self.discarded)
    }

    fn union(self, other: Self) -> Self {
        Self {
            own: self.own.union(other.own),
            drawn: self.drawn.union(other.drawn),
            discarded: self.discarded.union(other.discarded),
        }
    }

    fn from(&mut self, source: Source) -> &mut CardSet {
        match source {
            Source::OwnDraw => &mut self.own,
            Source::OtherDraw => &mut self.drawn,
            Source::OtherDiscard => &mut self.discarded,
        }
    }
}

/// The cards that bring the hand nearer: those with a take after which the distance is one less, or, where the hand is
/// ready, those that win. A hand with a discard due makes a best one first; the cards are those of all its best discards.
///
/// A wait is among the cards that others discard only where the ruleset lets discards be won on. Rule: R28, 2.3, 2.5.
///
/// ```
/// use paohuzi_engine::{Outlook, Position, Ruleset, useful_cards};
/// let rules = Ruleset::default();
/// let table = ["peng:s4", "wei:b3", "chi:s1-s2-s3", "chi:s8-s9-s10", "chi:b8-b9-b10"];
/// let melds = table.map(|meld| meld.parse().expect("a meld"));
/// let position = Position::new("s5 s6 b1 b2 b9".parse()?, &melds, &rules)?;
/// let useful = useful_cards(&position, &Outlook::open(&position), &rules);
/// // s5 s6 take s7; s4, which a drawn card would make a pao, only from a discard.
/// assert_eq!(useful.own.to_string(), "s7");
/// assert_eq!(useful.discarded.to_string(), "s4 s7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn useful_cards(position: &Position, outlook: &Outlook, rules: &Ruleset) -> Useful {
    let Some(problem) = Problem::new(position, outlook, rules) else {
        return Useful::default();
    };
    let Some(fewest) = fewest(&problem, 1, u8::MAX) else {
        return Useful::default();
    };
    let distance = fewest - 1;
    if problem.slack >= 0 {
        return useful_at_rest(position, outlook, distance, rules);
    }
    let mut all = Useful::default();
    for (card, _) in problem.loose.kinds() {
        let rest = position.without(card);
        if within(&rest, outlook, distance, rules).is_some() {
            all = all.union(useful_at_rest(&rest, outlook, distance, rules));
        }
    }
    all
}

/// The useful cards of a hand without a discard due, whose distance is known.
fn useful_at_rest(position: &Position, outlook: &Outlook, distance: u8, rules: &Ruleset) -> Useful {
    let unseen = || {
        let cards = Card::ALL.into_iter();
        cards.filter(|card| outlook.unseen.get(*card) > 0)
    };
    let Some(nearer) = distance.checked_sub(1) else {
        let wins_on = |by| {
            unseen()
                .filter(|card| {
                    let draw = Draw::new(*card, by);
                    draw.is_open(rules, false) && outlook.can_win(position, draw, rules)
                })
                .collect()
        };
        return Useful {
            own: wins_on(DrawBy::Own),
            drawn: wins_on(DrawBy::Other),
            discarded: wins_on(DrawBy::Discard),
        };
    };
    let mut useful = Useful::default();
    for card in unseen() {
        for source in Source::ALL {
            let taken = any_take(
                position,
                outlook,
                (card, source),
                rules,
                |position, outlook| within(position, outlook, nearer, rules).is_some(),
            );
            if taken {
                useful.from(source).insert(card);
            }
        }
    }
    useful
}
