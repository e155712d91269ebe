//! The waits of many hands.

use paohuzi_engine::{KINDS, waits_of};

use super::Hands;
use crate::error::HandsError;

/// What stands for a card that does not win.
pub const NO_WIN: i16 = -1;

/// The most huxi of a win on each card: of each hand the own draws by card index, then others' draws; [`NO_WIN`] where
/// the card does not win so.
///
/// # Errors
/// Not as many answers as hands.
///
/// ```
/// use std::num::NonZeroUsize;
/// use paohuzi_engine::{Counts, KINDS, Ruleset};
/// use paohuzi_sim::{Hands, waits_batch};
/// let rules = Ruleset::default();
/// let hand: Counts = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let rows = [hand.to_array(), [0; KINDS]];
/// let mut answers = vec![[0; 2 * KINDS]; 2];
/// waits_batch(&Hands::new(&rows, None, &rules, NonZeroUsize::MIN)?, &mut answers)?;
/// assert_eq!((answers[0][6], answers[0][20 + 9], answers[1][6]), (15, 15, -1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn waits_batch(hands: &Hands<'_>, answers: &mut [[i16; 2 * KINDS]]) -> Result<(), HandsError> {
    hands.answer(answers, |hand, melds, rules| {
        let waits = waits_of(hand, melds, rules);
        let mut answer = [NO_WIN; 2 * KINDS];
        for card in waits.own_cards().iter() {
            answer[card.index()] = waits.own(card).map_or(NO_WIN, i16::from);
        }
        for card in waits.others_cards().iter() {
            answer[KINDS + card.index()] = waits.others(card).map_or(NO_WIN, i16::from);
        }
        answer
    })
}
