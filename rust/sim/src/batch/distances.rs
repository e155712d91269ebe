//! The distances of many hands.

use paohuzi_engine::{
    Counts, KINDS, Meld, Outlook, Position, Ruleset, discard_distances, distance,
};

use super::Hands;
use crate::error::HandsError;

/// What stands for the distance of a hand that can never win.
pub const NEVER: i8 = -1;

/// What stands for the distance after a discard that cannot be made.
pub const NO_DISCARD: i8 = -2;

/// The distance of each hand, with all that it does not own still to come; [`NEVER`] where it can never win.
///
/// # Errors
/// Not as many answers as hands.
///
/// ```
/// use std::num::NonZeroUsize;
/// use paohuzi_engine::{Counts, Ruleset};
/// use paohuzi_sim::{Hands, distance_batch};
/// let rules = Ruleset::default();
/// let hand: Counts = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let mut answers = [0; 2];
/// let hands = Hands::new(&[hand.to_array(), [0; 20]], None, &rules, NonZeroUsize::MIN)?;
/// distance_batch(&hands, &mut answers)?;
/// assert_eq!(answers, [0, -1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance_batch(hands: &Hands<'_>, answers: &mut [i8]) -> Result<(), HandsError> {
    hands.answer(answers, |hand, melds, rules| {
        let (position, outlook) = asked(hand, melds, rules);
        number(distance(&position, &outlook, rules))
    })
}

/// The distance of each hand after each discard, by card index: [`NEVER`] where it can then never win, [`NO_DISCARD`]
/// where the card cannot be discarded or no discard is due.
///
/// # Errors
/// Not as many answers as hands.
pub fn discard_distances_batch(
    hands: &Hands<'_>,
    answers: &mut [[i8; KINDS]],
) -> Result<(), HandsError> {
    hands.answer(answers, |hand, melds, rules| {
        let (position, outlook) = asked(hand, melds, rules);
        let mut answer = [NO_DISCARD; KINDS];
        for after in discard_distances(&position, &outlook, rules) {
            answer[after.card.index()] = number(after.distance);
        }
        answer
    })
}

fn asked(hand: Counts, melds: &[Meld], rules: &Ruleset) -> (Position, Outlook) {
    let position = Position::new(hand, melds, rules).expect("the hands were looked at");
    (position, Outlook::open(&position))
}

fn number(distance: Option<u8>) -> i8 {
    // No hand takes more cards than its blocks have.
    distance.map_or(NEVER, |takes| i8::try_from(takes).unwrap_or(i8::MAX))
}
