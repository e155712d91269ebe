//! Counts of the ways a round can go: any change to the rules changes them.

use crate::round::Round;

/// How many sequences of so many answers a [`crate::Game`] of this round can take.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Round, Ruleset, Seat, perft};
/// let rules = Arc::new(Ruleset::default());
/// let round = Round::from_deck(rules, &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
/// let seat = round.asked().expect("a round begins with a question");
/// assert_eq!(perft(&round, 1), round.legal(seat).len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn perft(round: &Round, depth: u32) -> u64 {
    let Some(seat) = round.asked() else {
        return u64::from(depth == 0);
    };
    let legal = round.legal(seat);
    match depth {
        0 => 1,
        1 => legal.len() as u64,
        _ => legal
            .iter()
            .map(|action| {
                let mut after = round.clone();
                match after.apply(seat, action, &mut ()) {
                    Ok(()) => perft(&after, depth - 1),
                    Err(_) => 0,
                }
            })
            .sum(),
    }
}
