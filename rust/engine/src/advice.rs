//! What to discard: what each discard leaves, and an order of them.

use std::cmp::Reverse;

use tinyvec::ArrayVec;

use crate::card::{Card, KINDS};
use crate::distance::{Useful, discard_distances, useful_cards};
use crate::outlook::Outlook;
use crate::position::{Draw, DrawBy, Position};
use crate::rules::Ruleset;
use crate::score::WinContext;
use crate::win::Win;

/// One discard and what it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscardAdvice {
    /// The card discarded.
    pub card: Card,
    /// The distance after it; `None` where the hand can then never win.
    pub distance: Option<u8>,
    /// The cards that then bring the hand nearer; of a ready hand those that win.
    pub useful: Useful,
    /// How many copies of them can still come.
    pub copies: u8,
    /// What the hand then waits for, if it is ready.
    pub ready: Option<Ready>,
}

/// The wins of a ready hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// Each winning card of which a copy can still come, by card.
    pub waits: ArrayVec<[WinningCard; KINDS]>,
    /// The sum of the scores of the wins over all copies that can still come and all seats that may draw them.
    pub score_sum: u64,
    /// The number of those wins: [`Ready::score_sum`] by this is the mean score of a win.
    pub wins: u32,
}

/// A card that wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WinningCard {
    /// The card.
    pub card: Card,
    /// How many copies can still come.
    pub copies: u8,
    /// The best win when the seat draws it.
    pub own: Option<Win>,
    /// The best win when another seat draws it.
    pub others: Option<Win>,
}

impl Ready {
    /// What a hand at rest wins, whether it is ready or not.
    #[must_use]
    pub fn of(
        position: &Position,
        outlook: &Outlook,
        rules: &Ruleset,
        context: WinContext,
    ) -> Self {
        let mut waits: ArrayVec<[WinningCard; KINDS]> = ArrayVec::new();
        for (card, copies) in outlook.unseen.kinds() {
            let best = |by| outlook.best_win(position, Draw::new(card, by), rules, context);
            let (own, others) = (best(DrawBy::Own), best(DrawBy::Other));
            if own.is_some() || others.is_some() {
                waits.push(WinningCard {
                    card,
                    copies,
                    own,
                    others,
                });
            }
        }
        let mut ready = Self {
            waits,
            score_sum: 0,
            wins: 0,
        };
        // A copy is as likely to be drawn by each seat.
        let other_seats = rules.seats().saturating_sub(1);
        for wait in &ready.waits {
            for (win, seats) in [(wait.own, 1), (wait.others, other_seats)] {
                let Some(win) = win else { continue };
                let times = u32::from(wait.copies) * u32::from(seats);
                ready.wins += times;
                ready.score_sum += u64::from(times) * u64::from(win.score);
            }
        }
        ready
    }

    /// The best win: by score, then huxi, the lowest card first, the own draw before that of another.
    #[must_use]
    pub fn best(&self) -> Option<&Win> {
        let wins = self.waits.iter().flat_map(|wait| [&wait.own, &wait.others]);
        // Of equal ones the last is the greatest, hence from the end.
        let wins: Vec<_> = wins.flatten().collect();
        wins.into_iter()
            .rev()
            .max_by_key(|win| (win.score, win.huxi))
    }
}

/// What each legal discard leaves, the best first; nothing where no discard is due.
///
/// The context is that of a win after the discard; it decides what wins are worth. The order:
///
/// 1. the smaller distance; a hand that can never win comes last;
/// 2. of ready hands the greater sum of scores over all copies and seats ([`Ready::score_sum`]), then more such wins;
/// 3. more copies of useful cards;
/// 4. the lower card.
///
/// ```
/// use paohuzi_engine::{Outlook, Position, Ruleset, WinContext, discard_advice};
/// let rules = Ruleset::default();
/// let table = ["chi:b1-b2-b3", "chi:b2-b7-b10", "chi:s8-s9-s10", "chi:b8-b9-b10", "chi:b4-b5-b6"];
/// let melds = table.map(|meld| meld.parse().expect("a meld"));
/// let position = Position::new("s1 s2 s3 s4x2 b9".parse()?, &melds, &rules)?;
/// let advice = discard_advice(&position, &Outlook::open(&position), &rules, WinContext::default());
/// let best = &advice[0];
/// assert_eq!((best.card.text(), best.distance, best.copies), ("b9", Some(0), 5));
/// // Two s4 and three b4, each drawn by one of three seats.
/// assert_eq!(best.ready.as_ref().map(|ready| ready.wins), Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Rule: 2.2, 2.3.
#[must_use]
pub fn discard_advice(
    position: &Position,
    outlook: &Outlook,
    rules: &Ruleset,
    context: WinContext,
) -> Vec<DiscardAdvice> {
    let distances = discard_distances(position, outlook, rules);
    let mut advice: Vec<_> = distances
        .into_iter()
        .map(|after| {
            let rest = position.without(after.card);
            let useful = useful_cards(&rest, outlook, rules);
            let ready =
                (after.distance == Some(0)).then(|| Ready::of(&rest, outlook, rules, context));
            DiscardAdvice {
                card: after.card,
                distance: after.distance,
                useful,
                copies: outlook.unseen.count_in(useful.any()),
                ready,
            }
        })
        .collect();
    advice.sort_by_key(DiscardAdvice::rank);
    advice
}

impl DiscardAdvice {
    /// Smaller is better.
    fn rank(&self) -> impl Ord + use<> {
        let (score_sum, wins) = match &self.ready {
            Some(ready) => (ready.score_sum, ready.wins),
            None => (0, 0),
        };
        (
            self.distance.unwrap_or(u8::MAX),
            Reverse(score_sum),
            Reverse(wins),
            Reverse(self.copies),
            self.card,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::Meld;

    fn advice(hand: &str, melds: &str, rules: &Ruleset) -> Vec<DiscardAdvice> {
        let meld = |text: &str| text.parse::<Meld>().expect("a meld");
        let melds: Vec<_> = melds.split_whitespace().map(meld).collect();
        let hand = hand.parse().expect("cards");
        let position = Position::new(hand, &melds, rules).expect("a possible hand");
        let outlook = Outlook::open(&position);
        discard_advice(&position, &outlook, rules, WinContext::default())
    }

    const D5: (&str, &str) = (
        "s1 s2 s3 s4x2 b9",
        "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6",
    );

    #[test]
    fn the_best_discard_comes_first_and_the_mean_counts_copies_and_seats() {
        let rules = Ruleset::default();
        let advice = advice(D5.0, D5.1, &rules);
        let cards: Vec<_> = advice.iter().map(|after| after.card.text()).collect();
        assert_eq!(cards.len(), 5);
        assert_eq!(cards[0], "b9");
        let ready = advice[0].ready.as_ref().expect("ready");
        let waits: Vec<_> = ready
            .waits
            .iter()
            .map(|wait| {
                let numbers = |win: Option<Win>| win.map(|win| (win.huxi, win.score));
                (
                    wait.card.text(),
                    wait.copies,
                    numbers(wait.own),
                    numbers(wait.others),
                )
            })
            .collect();
        // s4: 12 + 3 and a wei of 3 or a peng of 1; b4: a jiao. An own draw is one unit more.
        assert_eq!(
            waits,
            [
                ("s4", 2, Some((18, 3)), Some((16, 1))),
                ("b4", 3, Some((15, 2)), Some((15, 1))),
            ]
        );
        // Own 2 × 3 + 3 × 2, others (2 + 3) × 2 seats × 1.
        assert_eq!((ready.score_sum, ready.wins), (22, 15));
        assert_eq!(ready.best().map(|win| win.huxi), Some(18));
    }

    #[test]
    fn of_equal_distances_more_copies_come_first_and_dead_hands_last() {
        let rules = Ruleset::default();
        let all = advice(D5.0, D5.1, &rules);
        let rest: Vec<_> = all[1..]
            .iter()
            .map(|after| (after.distance, after.copies))
            .collect();
        assert!(rest.iter().all(|(distance, _)| *distance == Some(1)));
        assert!(
            rest.windows(2).all(|pair| pair[0].1 >= pair[1].1),
            "{rest:?}"
        );
        // Nine huxi on the table and three at most in the hand.
        let table = "chi:b1-b2-b3 chi:s1-s2-s3 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6";
        let all = advice("s1 s2 s3 s5 s6 b8", table, &rules);
        let distances: Vec<_> = all.iter().map(|after| after.distance).collect();
        assert!(distances.iter().all(Option::is_none), "{distances:?}");
    }

    #[test]
    fn a_hand_at_rest_has_no_discard() {
        let rules = Ruleset::default();
        assert_eq!(advice("s1 s2 s3 s4x2", D5.1, &rules), []);
    }
}
