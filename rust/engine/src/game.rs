//! A round with its history: one seat asked at a time, answers taken back.

use std::sync::Arc;

use crate::action::{Action, ActionError, ActionSet};
use crate::deck::Deck;
use crate::event::EventSink;
use crate::round::state::State;
use crate::round::{IllegalAction, Round, Setup, SetupError};
use crate::rules::Ruleset;
use crate::seat::Seat;

/// Answers for which room is made at the first.
const USUAL_ANSWERS: usize = 32;

/// Where a game began.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A deal.
    Deal {
        /// The deck.
        deck: Deck,
        /// The dealer.
        dealer: Seat,
        /// Drawn rounds in a row before it.
        drawn_before: u16,
    },
    /// A described position.
    Setup(Box<Setup>),
}

/// One round with its history.
///
/// Several seats may have to answer at once; a game asks them one after the other, by their highest possible claim, each
/// at most once for a card, and asks nobody whose answer no longer matters.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Game, Ruleset, Seat};
/// let mut game = Game::deal(Arc::new(Ruleset::default()), Deck::shuffled(7, 0), Seat::ZERO, 0)?;
/// let before = game.clone();
/// let action = game.legal().iter().next().expect("who is asked can answer");
/// game.push(action)?;
/// assert_eq!(game.pop(), Some(action));
/// assert_eq!(game, before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    origin: Origin,
    round: Round,
    answers: Vec<(Seat, Action)>,
    /// The state before each answer.
    before: Vec<State>,
}

impl Game {
    /// Deals a round.
    ///
    /// # Errors
    /// A dealer whom the table does not have.
    pub fn deal(
        rules: Arc<Ruleset>,
        deck: Deck,
        dealer: Seat,
        drawn_before: u16,
    ) -> Result<Self, IllegalAction> {
        let round = Round::from_deck(rules, &deck, dealer, drawn_before, &mut ())?;
        Ok(Self::starting(
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            },
            round,
        ))
    }

    /// Sets up a described position.
    ///
    /// # Errors
    /// A description that is no position.
    pub fn from_setup(rules: Arc<Ruleset>, setup: Setup) -> Result<Self, SetupError> {
        let round = Round::from_setup(rules, &setup, &mut ())?;
        Ok(Self::starting(Origin::Setup(Box::new(setup)), round))
    }

    fn starting(origin: Origin, round: Round) -> Self {
        Self {
            origin,
            round,
            answers: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Where it began.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The round as it stands.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The answers so far, oldest first.
    #[must_use]
    pub fn answers(&self) -> &[(Seat, Action)] {
        &self.answers
    }

    /// The seat to answer next; none once the round is over.
    #[must_use]
    pub fn current_seat(&self) -> Option<Seat> {
        self.round.asked()
    }

    /// What the current seat may answer; nothing once the round is over.
    #[must_use]
    pub fn legal(&self) -> ActionSet {
        self.current_seat()
            .map(|seat| self.round.legal(seat))
            .unwrap_or_default()
    }

    /// The action of the current seat with this number.
    ///
    /// # Errors
    /// A number that no action has, or a chi where no card is contested.
    pub fn action(&self, id: u8) -> Result<Action, ActionError> {
        Action::from_id(id, self.round.phase().contested())
    }

    /// Takes the current seat's answer.
    ///
    /// # Errors
    /// An action that is not offered, or a round that is over; the game is then unchanged.
    pub fn push(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.push_to(action, &mut ())
    }

    /// As [`Game::push`], telling what happens.
    ///
    /// # Errors
    /// As [`Game::push`].
    pub fn push_to(
        &mut self,
        action: Action,
        sink: &mut impl EventSink,
    ) -> Result<(), IllegalAction> {
        let seat = self.current_seat().ok_or(IllegalAction::Over { action })?;
        let before = *self.round.state();
        self.round.apply(seat, action, sink)?;
        if self.before.is_empty() {
            // Most rounds take no more; states are large to move.
            self.before.reserve(USUAL_ANSWERS);
            self.answers.reserve(USUAL_ANSWERS);
        }
        self.before.push(before);
        self.answers.push((seat, action));
        Ok(())
    }

    /// Takes the last answer back and returns it; none where there is none.
    pub fn pop(&mut self) -> Option<Action> {
        let state = self.before.pop()?;
        self.round.restore(&state);
        self.answers.pop().map(|(_, action)| action)
    }
}
