//! Looking ahead: rounds played on from where they stand, and what each answer is worth on resampled ones.

use std::ops::Range;
use std::sync::Arc;

use paohuzi_engine::{
    Action, IllegalAction, PerSeat, ResampleError, Resampler, Round, Ruleset, Seat, Settlement,
    View, below,
};
use thiserror::Error;

use crate::agent::Agent;
use crate::bot::Bot;
use crate::error::SimError;

/// Answers that cannot be valued.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The view cannot be resampled.
    #[error(transparent)]
    Resample(#[from] ResampleError),
    /// The rounds cannot be played.
    #[error(transparent)]
    Sim(#[from] SimError),
}

/// What an answer brought on resampled rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionValue {
    /// The answer.
    pub action: Action,
    /// Rounds played with it.
    pub rounds: u64,
    /// Points of the seat, all rounds together.
    pub points: i64,
    /// Their squares, all rounds together.
    pub squares: i64,
}

impl SearchError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Resample(error) => error.code(),
            Self::Sim(error) => error.code(),
        }
    }
}

impl ActionValue {
    /// The two together; they are of one answer.
    #[must_use]
    pub const fn plus(&self, other: &Self) -> Self {
        Self {
            action: self.action,
            rounds: self.rounds + other.rounds,
            points: self.points + other.points,
            squares: self.squares.saturating_add(other.squares),
        }
    }

    /// Mean points of the seat; 0 without a round.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "far fewer points than 2⁵²")]
    pub fn mean(&self) -> f64 {
        self.points as f64 / self.rounds.max(1) as f64
    }

    /// Standard error of the mean; 0 with less than two rounds.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "far fewer points than 2⁵²")]
    pub fn standard_error(&self) -> f64 {
        if self.rounds < 2 {
            return 0.0;
        }
        let rounds = self.rounds as f64;
        let spread = self.squares as f64 - self.mean() * self.points as f64;
        (spread.max(0.0) / (rounds - 1.0) / rounds).sqrt()
    }
}

/// Plays a round to its end from where it stands, one agent a seat, and gives the points of each seat.
///
/// Time `index` of the seed: it decides what the agents leave to chance, not the cards, which are those of the round.
///
/// # Errors
/// Not one agent a seat.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Round, Ruleset, Seat};
/// use paohuzi_sim::{Agent, rollout};
/// let rules = Arc::new(Ruleset::default());
/// let round = Round::from_deck(Arc::clone(&rules), &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
/// let points = rollout(&round, &[Agent::Greedy; 3], 1, 0)?;
/// assert_eq!(points.of(3).iter().sum::<i64>(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rollout(
    round: &Round,
    agents: &[Agent],
    seed: u64,
    index: u64,
) -> Result<PerSeat<i64>, SimError> {
    let rules = round.rules();
    if agents.len() != usize::from(rules.seats()) {
        return Err(SimError::Agents {
            found: agents.len(),
            expected: rules.seats(),
        });
    }
    let mut bots: Vec<_> = round
        .seats()
        .zip(agents)
        .map(|(seat, agent)| agent.bot(rules, seed, index, seat))
        .collect();
    let mut round = round.clone();
    while let Some(seat) = round.asked() {
        let action = bots[seat.index()].act(&round.view(seat));
        let illegal = |source: IllegalAction| SimError::Illegal {
            round: index,
            seat,
            source,
        };
        round.apply(seat, action, &mut ()).map_err(illegal)?;
    }
    let mut points = PerSeat::default();
    // A round in which nobody is asked is over.
    let settlement = round.settlement();
    let payments = settlement.iter().flat_map(Settlement::payments);
    for (seat, paid) in round.seats().zip(payments) {
        points[seat] = *paid;
    }
    Ok(points)
}

/// What each answer of the seat is worth: the rounds of these numbers of the seed are drawn that it cannot tell from its own, and each answer is
/// played out on every one of them by the agents, with the same chance for all answers.
///
/// The order is that of the legal answers. The same seed gives the same values.
///
/// # Errors
/// A view that cannot be resampled, or not one agent a seat.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Round, Ruleset, Seat};
/// use paohuzi_sim::{Agent, action_values};
/// let rules = Arc::new(Ruleset::default());
/// let round = Round::from_deck(Arc::clone(&rules), &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
/// let view = round.view(Seat::ZERO);
/// let values = action_values(&view, &rules, &[Agent::Greedy; 3], 1, 0..4)?;
/// assert_eq!(values.len(), view.legal.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn action_values(
    view: &View,
    rules: &Arc<Ruleset>,
    agents: &[Agent],
    seed: u64,
    rounds: Range<u64>,
) -> Result<Vec<ActionValue>, SearchError> {
    let mut values: Vec<_> = view
        .legal
        .iter()
        .map(|action| ActionValue {
            action,
            rounds: 0,
            points: 0,
            squares: 0,
        })
        .collect();
    if values.is_empty() {
        return Ok(values);
    }
    let resampler = Resampler::new(view, rules)?;
    for index in rounds {
        let world = resampler.draw(seed, index)?;
        for value in &mut values {
            let mut round = world.clone();
            let illegal = |source: IllegalAction| SimError::Illegal {
                round: index,
                seat: view.seat,
                source,
            };
            round
                .apply(view.seat, value.action, &mut ())
                .map_err(illegal)?;
            let points = rollout(&round, agents, seed, index)?[view.seat];
            value.rounds += 1;
            value.points += points;
            value.squares = value.squares.saturating_add(points.saturating_mul(points));
        }
    }
    Ok(values)
}

/// A bot that plays each answer out on resampled rounds and takes what brought most; of equals the first.
///
/// It is as strong as the players it imagines and as slow as the rounds it plays: for a yardstick, not for millions of
/// rounds.
pub struct Search {
    rules: Arc<Ruleset>,
    imagined: Vec<Agent>,
    rounds: u64,
    chance: rand_chacha::ChaCha8Rng,
    /// Answers where it cannot look ahead.
    otherwise: Box<dyn Bot>,
}

impl Search {
    /// With so many rounds for each answer, all seats imagined as this agent; its chance is that of
    /// `(seed, round, seat + 1)`.
    #[must_use]
    pub fn new(
        rules: &Arc<Ruleset>,
        imagined: Agent,
        rounds: u64,
        (seed, round, seat): (u64, u64, Seat),
    ) -> Self {
        Self {
            rules: Arc::clone(rules),
            imagined: vec![imagined; usize::from(rules.seats())],
            rounds,
            chance: paohuzi_engine::generator(seed, round, seat.index() as u64 + 1),
            otherwise: imagined.bot(rules, seed, round, seat),
        }
    }
}

impl Bot for Search {
    fn act(&mut self, view: &View) -> Action {
        let seed = u64::from(below(&mut self.chance, u32::MAX));
        let worth = (view.legal.len() > 1)
            .then(|| action_values(view, &self.rules, &self.imagined, seed, 0..self.rounds))
            .and_then(Result::ok);
        let mut best: Option<ActionValue> = None;
        for value in worth.into_iter().flatten() {
            if best.is_none_or(|best| value.points > best.points) {
                best = Some(value);
            }
        }
        match best {
            Some(value) => value.action,
            None => self.otherwise.act(view),
        }
    }
}
