//! One slot of a vector environment: the round that is played there.

use std::sync::Arc;

use paohuzi_engine::{
    Action, ActionSet, Deck, IllegalAction, MAX_SEATS, PerSeat, Round, Ruleset, Seat,
};

use super::error::VectorError;
use crate::agent::Agent;
use crate::bot::Bot;
use crate::observation::Observation;
use crate::play::dealer_of;

/// A round and who plays it.
pub(super) struct Slot {
    seed: u64,
    episode: u64,
    /// None before the first reset.
    table: Option<Table>,
    /// What the seats saw at the end of the round before this one, and what they were paid.
    last: Option<Box<Ended>>,
    /// Whether `last` came about in the last step.
    just_ended: bool,
}

/// The end of a round as its seats saw it.
pub(super) struct Ended {
    pub(super) observations: PerSeat<Observation>,
    pub(super) payments: PerSeat<i64>,
}

struct Table {
    round: Round,
    bots: [Option<Box<dyn Bot>>; MAX_SEATS],
    /// Whom the caller plays now; none once the round is over.
    asked: Option<Seat>,
    legal: ActionSet,
    /// The seat that the caller answered for last, or is asked for first.
    seat: Seat,
    /// The caller's answers by their numbers.
    answers: Vec<u8>,
}

impl Slot {
    pub(super) const fn new(seed: u64) -> Self {
        Self {
            seed,
            episode: 0,
            table: None,
            last: None,
            just_ended: false,
        }
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) const fn episode(&self) -> u64 {
        self.episode
    }

    /// The seat that the caller is asked for.
    pub(super) fn asked(&self) -> Option<Seat> {
        self.table.as_ref().and_then(|table| table.asked)
    }

    pub(super) fn legal(&self) -> ActionSet {
        self.table
            .as_ref()
            .map(|table| table.legal)
            .unwrap_or_default()
    }

    pub(super) fn round(&self) -> Option<&Round> {
        self.table.as_ref().map(|table| &table.round)
    }

    /// How many questions the caller has answered in this round.
    pub(super) fn answered(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.answers.len())
    }

    pub(super) fn answers(&self) -> &[u8] {
        self.table.as_ref().map_or(&[], |table| &table.answers)
    }

    /// The end of the round that ended in the last step.
    pub(super) fn ended(&self) -> Option<&Ended> {
        self.last.as_deref().filter(|_| self.just_ended)
    }

    /// What the seat sees that is asked, or that answered last once the round is over.
    pub(super) fn observation(&self) -> Observation {
        self.table
            .as_ref()
            .map_or_else(Observation::default, |table| {
                Observation::of(&table.round.view(table.asked.unwrap_or(table.seat)))
            })
    }

    /// What the caller's action is here, if it is legal.
    pub(super) fn check(&self, slot: usize, id: i64) -> Result<(), VectorError> {
        let Some(table) = &self.table else {
            return Err(VectorError::NotReset { slot });
        };
        let Some(seat) = table.asked else {
            return Err(VectorError::Over { slot });
        };
        let number = u8::try_from(id).ok().filter(|number| *number < 128);
        let Some(number) = number else {
            return Err(VectorError::Number { slot, found: id });
        };
        if table.legal.mask() >> number & 1 == 1 {
            return Ok(());
        }
        let action = Action::from_id(number, table.round.phase().contested());
        Err(match action {
            Err(source) => VectorError::Action { slot, seat, source },
            Ok(action) => VectorError::Illegal {
                slot,
                source: IllegalAction::NotLegal {
                    seat,
                    action,
                    legal: table.legal,
                },
            },
        })
    }

    /// Begins with a seed, or goes on to the next round of the present one.
    pub(super) fn reset(
        &mut self,
        rules: &Arc<Ruleset>,
        agents: &[Option<Agent>],
        seed: Option<u64>,
    ) {
        self.just_ended = false;
        match seed {
            Some(seed) => {
                self.seed = seed;
                self.deal(rules, agents, 0);
            }
            None if self.table.is_none() => self.deal(rules, agents, self.episode),
            None => self.deal(rules, agents, self.episode.wrapping_add(1)),
        }
    }

    /// Deals the next round in the step in which one ended.
    pub(super) fn go_on(&mut self, rules: &Arc<Ruleset>, agents: &[Option<Agent>]) {
        self.deal(rules, agents, self.episode.wrapping_add(1));
    }

    /// Deals the rounds from this one on until the caller is asked in one.
    pub(super) fn deal(&mut self, rules: &Arc<Ruleset>, agents: &[Option<Agent>], episode: u64) {
        self.episode = episode;
        // The answers keep their room.
        let mut answers = self
            .table
            .take()
            .map(|table| table.answers)
            .unwrap_or_default();
        answers.clear();
        loop {
            let deck = Deck::shuffled(self.seed, self.episode);
            let dealer = dealer_of(self.episode, rules.seats());
            let round = Round::from_deck(Arc::clone(rules), &deck, dealer, 0, &mut ())
                .expect("the dealer is a seat of the table");
            let mut bots = [const { None }; MAX_SEATS];
            for (seat, agent) in Seat::all(rules.seats()).zip(agents) {
                bots[seat.index()] = agent
                    .as_ref()
                    .map(|agent| agent.bot(rules, self.seed, self.episode, seat));
            }
            let mut table = Table {
                round,
                bots,
                asked: None,
                legal: ActionSet::default(),
                seat: dealer,
                answers: Vec::new(),
            };
            table.play_bots();
            if let Some(seat) = table.asked {
                table.seat = seat;
                table.answers = answers;
                self.table = Some(table);
                return;
            }
            self.episode = self.episode.wrapping_add(1);
        }
    }

    /// Plays an action that was checked, and what the bots answer to it. Tells whether the round is over.
    pub(super) fn play(&mut self, number: u8) -> bool {
        self.just_ended = false;
        let Some(table) = &mut self.table else {
            return false;
        };
        table.answer(number);
        let over = table.asked.is_none();
        if over {
            let round = &table.round;
            let observation = |seat| Observation::of(&round.view(seat));
            let last = self.last.get_or_insert_with(|| {
                Box::new(Ended {
                    observations: PerSeat::default(),
                    payments: PerSeat::default(),
                })
            });
            for seat in round.seats() {
                last.observations[seat] = observation(seat);
            }
            let settlement = round.settlement();
            let payments = settlement.as_ref().map_or(&[][..], |all| all.payments());
            for (seat, points) in round.seats().zip(payments) {
                last.payments[seat] = *points;
            }
            self.just_ended = true;
        }
        over
    }

    /// Whether the round waits for a reset.
    pub(super) fn is_over(&self) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.asked.is_none())
    }

    /// Plays the caller's answers of a stored round.
    pub(super) fn replay(&mut self, slot: usize, answers: &[u8]) -> Result<(), VectorError> {
        for (place, answer) in answers.iter().enumerate() {
            self.check(slot, i64::from(*answer))
                .map_err(|_| VectorError::Replay { slot, place })?;
            self.play(*answer);
        }
        Ok(())
    }
}

impl Table {
    fn answer(&mut self, number: u8) {
        let Some(seat) = self.asked else {
            return;
        };
        let action = Action::from_id(number, self.legal.card());
        let action = action.expect("the number was checked");
        let taken = self.round.apply(seat, action, &mut ());
        taken.expect("the action was checked");
        self.seat = seat;
        self.answers.push(number);
        self.play_bots();
    }

    /// Lets the bots play until the caller is asked or the round is over.
    fn play_bots(&mut self) {
        self.asked = None;
        self.legal = ActionSet::default();
        while let Some(seat) = self.round.asked() {
            let Some(bot) = &mut self.bots[seat.index()] else {
                self.asked = Some(seat);
                self.legal = self.round.legal(seat);
                return;
            };
            let view = self.round.view(seat);
            let action = bot.act(&view);
            let taken = self.round.apply(seat, action, &mut ());
            taken.expect("the bots that have names answer what is legal");
        }
    }
}
