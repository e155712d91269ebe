//! Whole rounds that a seat cannot tell from the one it sees, each equally likely.
//!
//! # What is drawn
//!
//! Of all orders of the 80 cards those that can have led to what the seat has seen, each with the same chance. An order
//! can have led there if the other seats had answers with which the round from that deck shows the seat the same, step
//! by step. So what they were forced to do, and what they would have been forced to do and was not done, counts: who laid
//! no ti at the deal was dealt no four of a kind; a card that a seat drew and showed made it no wei; where no pao came,
//! nobody had a kan, wei or peng of the card. What they were free to do says nothing: a declined chi, peng or hu is as
//! good as none. Where a ruleset takes the freedom away (`must_hu`, `must_peng`), it counts again.
//!
//! Cards count by kind, as the seat sees them. So that a seat discards one of two equal cards is one thing to see, and
//! that it might have been either makes the pair no likelier.
//!
//! # How
//!
//! Most of it speaks of one kind of card at a time, so all ways of sharing the kinds out are counted and one is drawn
//! among them ([`table`]). What speaks of several kinds at once is rare: that a seat with a chi of a stale card had none
//! before, that a taken card left one to discard, that nobody had to win. The round is therefore played again from the
//! deck that was drawn, and if it does not show the seat what it has seen, another deck is drawn. Since every order that
//! is possible was equally likely to be drawn, every one is to be kept.
//!
//! Others may be undecided where the view cannot know; then nobody has answered unless that would show.

mod story;
mod table;
mod ways;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;
use thiserror::Error;

use self::story::{HiddenSet, Source, Story};
use self::table::Table;
use self::ways::{Kind, MOST_OTHERS, Others, Way};
use crate::action::{Action, ActionSet};
use crate::card::{COPIES, Card, KINDS, PACK};
use crate::deck::{Deck, below, generator};
use crate::round::{Fate, Phase, Round, Turn};
use crate::rules::{Faults, Ruleset};
use crate::seat::{PerSeat, Seat};
use crate::view::{SeenMeld, Stage, View};

/// Purpose of the generator, apart from those of decks and bots.
const PURPOSE: u64 = 0x5E;

/// Decks that are drawn before it is given up. What is kept is a third and more nearly everywhere.
const MOST_DECKS: u32 = 20_000;

/// A view that cannot be resampled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResampleError {
    /// Everything is open.
    #[error("the round is over, expected one that goes on")]
    Over,
    /// What seats were forced to do tells hands only where they could not leave it.
    #[error("the ruleset allows faults, expected one that prevents them")]
    Faults,
    /// Which cards lie face down is not counted for dealt ti. Rule: C4.
    #[error("a dealt ti lies face down, expected a ruleset that shows which card it is")]
    ConcealedTi,
    /// The view does not say what happened since the deal.
    #[error("the view has no history, expected that of a round that was dealt")]
    NoHistory,
    /// The view is of nobody at the table.
    #[error("there is no seat {found}, expected 0 to {last}")]
    NoSeat {
        /// The seat.
        found: Seat,
        /// The last seat.
        last: u8,
    },
    /// No order of the cards leads to the view.
    #[error("no order of the cards leads to this view by the rules given")]
    Impossible,
    /// Orders that lead to the view are too rare among those that nearly do, or those are too many to be counted.
    #[error("none of {tried} decks led to this view, expected one that does")]
    Rare {
        /// How many were tried.
        tried: u32,
    },
}

impl ResampleError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over => "resample_over",
            Self::Faults => "resample_faults",
            Self::ConcealedTi => "resample_concealed_ti",
            Self::NoHistory => "resample_no_history",
            Self::NoSeat { .. } => "resample_no_seat",
            Self::Impossible => "resample_impossible",
            Self::Rare { .. } => "resample_rare",
        }
    }
}

/// Draws rounds for one view; what they have in common is worked out once.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Resampler, Round, Ruleset, Seat};
/// let rules = Arc::new(Ruleset::default());
/// let round = Round::from_deck(Arc::clone(&rules), &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
/// let view = round.view(Seat::ZERO);
/// let resampler = Resampler::new(&view, &rules)?;
/// let other = resampler.draw(1, 0)?;
/// assert_ne!(other, round);
/// assert_eq!(other.view(Seat::ZERO), view);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Resampler {
    view: View,
    rules: Arc<Ruleset>,
    story: Story,
    others: Others,
    table: Table,
}

impl View {
    /// A round that the seat cannot tell from the one it sees: all orders of the cards that are consistent with what it
    /// knows are equally likely. See [`Resampler`], which draws many.
    ///
    /// # Errors
    /// A round that is over, a ruleset that allows faults, a view without history, of nobody at the table or that cannot
    /// be.
    pub fn resample(&self, rules: &Arc<Ruleset>, seed: u64) -> Result<Round, ResampleError> {
        Resampler::new(self, rules)?.draw(seed, 0)
    }
}

impl Resampler {
    /// For a view of a round with this ruleset.
    ///
    /// # Errors
    /// As [`View::resample`].
    pub fn new(view: &View, rules: &Arc<Ruleset>) -> Result<Self, ResampleError> {
        if view.stage.is_over() {
            return Err(ResampleError::Over);
        }
        if rules.faults() == Faults::Allow {
            return Err(ResampleError::Faults);
        }
        let is_concealed_ti = |meld: &SeenMeld| *meld == SeenMeld::FaceDownTi;
        if Seat::all(view.seats).any(|seat| view.melds[seat].iter().any(is_concealed_ti)) {
            return Err(ResampleError::ConcealedTi);
        }
        if view.seats != rules.seats() {
            return Err(ResampleError::Impossible);
        }
        if view.seat.index() >= usize::from(view.seats) {
            return Err(ResampleError::NoSeat {
                found: view.seat,
                last: view.seats - 1,
            });
        }
        if !view.history.is_whole() || view.shown.is_none() {
            return Err(ResampleError::NoHistory);
        }
        let story = Story::of(view, rules).ok_or(ResampleError::Impossible)?;
        let others: Others = Seat::all(view.seats)
            .filter(|seat| *seat != view.seat)
            .collect();
        let kind = Kind {
            view,
            rules,
            story: &story,
            others,
        };
        let mut ways = Vec::with_capacity(KINDS);
        for (card, hidden) in Card::ALL.into_iter().zip(hidden(view, &story)) {
            let hidden = hidden.ok_or(ResampleError::Impossible)?;
            ways.push(kind.ways(card, hidden));
        }
        let mut sizes = [0; MOST_OTHERS];
        for (size, seat) in sizes.iter_mut().zip(others) {
            *size = view.hand_sizes[seat];
        }
        let table = Table::new(ways, sizes, story.hidden.len())
            .map_err(|_| ResampleError::Rare { tried: 0 })?;
        if table.total() == 0 {
            return Err(ResampleError::Impossible);
        }
        Ok(Self {
            view: *view,
            rules: Arc::clone(rules),
            story,
            others,
            table,
        })
    }

    /// The round of this number among those of the seed, independent of the others.
    ///
    /// # Errors
    /// [`ResampleError::Rare`] where hardly any order leads to the view.
    pub fn draw(&self, seed: u64, number: u64) -> Result<Round, ResampleError> {
        self.draw_counted(seed, number).map(|(round, _)| round)
    }

    /// As [`Resampler::draw`], with the number of decks that it took.
    ///
    /// # Errors
    /// As [`Resampler::draw`].
    pub fn draw_counted(&self, seed: u64, number: u64) -> Result<(Round, u32), ResampleError> {
        let chance = &mut generator(seed, number, PURPOSE);
        for tried in 1..=MOST_DECKS {
            let deck = self.deck(chance).ok_or(ResampleError::Impossible)?;
            if let Some(round) = self.replayed(&deck) {
                return Ok((round, tried));
            }
        }
        Err(ResampleError::Rare { tried: MOST_DECKS })
    }

    /// A deck that nearly fits.
    fn deck(&self, chance: &mut ChaCha8Rng) -> Option<Deck> {
        let (view, story) = (&self.view, &self.story);
        let ways: Vec<Way> = self.table.draw(chance);
        let mut sets = [None; story::MOST_HIDDEN];
        let mut dealt = PerSeat::from_fn(|seat| {
            let mut cards = Vec::with_capacity(usize::from(self.rules.hand_size()) + 1);
            for card in Card::ALL {
                add(&mut cards, card, story.shed[seat][card.index()]);
            }
            cards
        });
        dealt[view.seat].extend(view.hand.cards());
        let mut rest = Vec::with_capacity(usize::from(view.stock_left));
        for (card, way) in Card::ALL.into_iter().zip(&ways) {
            for (seat, held) in self.others.iter().zip(way.held) {
                add(&mut dealt[*seat], card, held);
            }
            for (number, (set, seat)) in story.hidden.iter().enumerate() {
                if way.sets >> number & 1 == 1 {
                    sets[number] = Some(card);
                    if *set == HiddenSet::Wei {
                        add(&mut dealt[*seat], card, 2);
                    }
                }
            }
            add(&mut rest, card, way.stock);
        }
        let shown = view.shown?;
        let place = dealt[view.dealer].iter().position(|card| *card == shown)?;
        dealt[view.dealer].swap_remove(place);
        let mut order = Vec::with_capacity(PACK);
        for seat in view.dealer.around(view.seats) {
            let cards = &mut dealt[seat];
            shuffle(cards, chance);
            order.append(cards);
        }
        order.push(shown);
        for source in &story.drawn {
            order.push(match source {
                Source::Known(card) => *card,
                Source::Hidden(number) => sets[*number]?,
            });
        }
        shuffle(&mut rest, chance);
        order.append(&mut rest);
        Deck::from_cards(&order).ok()
    }

    /// The round from the deck, if it shows the seat what it has seen.
    fn replayed(&self, deck: &Deck) -> Option<Round> {
        let view = &self.view;
        let rules = Arc::clone(&self.rules);
        let mut round =
            Round::from_deck(rules, deck, view.dealer, view.drawn_before, &mut ()).ok()?;
        let turns = view.history.turns();
        loop {
            let seat = round.asked()?;
            let so_far = round.history().turns();
            if turns.get(..so_far.len()) != Some(so_far) {
                return None;
            }
            let next = turns.get(so_far.len()).copied();
            if next.is_none()
                && let Some(here) = self.here(&round)
            {
                return Some(here);
            }
            let answer = answer(&round, seat, next, view.stage)?;
            round.apply(seat, answer, &mut ()).ok()?;
        }
    }

    /// The round, with what others may have answered by now, if this is where the view is.
    fn here(&self, round: &Round) -> Option<Round> {
        let view = &self.view;
        if Stage::of(round.phase()) != view.stage {
            return None;
        }
        let mut round = round.clone();
        if let Some(answer) = view.answer {
            round.apply(view.seat, answer, &mut ()).ok()?;
        }
        self.with_answers(&round, self.others.as_slice())
    }

    /// The round with answers of these seats that make it show what the view shows, none where that does.
    fn with_answers(&self, round: &Round, seats: &[Seat]) -> Option<Round> {
        if round.view(self.view.seat) == self.view {
            return Some(round.clone());
        }
        let (seat, rest) = seats.split_first()?;
        self.with_answers(round, rest).or_else(|| {
            claims(round.legal(*seat)).find_map(|action| {
                let mut round = round.clone();
                round.apply(*seat, action, &mut ()).ok()?;
                let is_here = Stage::of(round.phase()) == self.view.stage;
                is_here.then(|| self.with_answers(&round, rest)).flatten()
            })
        })
    }

    /// A deck from which the round leads to the view, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn draw_deck(&self, seed: u64) -> Option<Deck> {
        let chance = &mut generator(seed, 0, PURPOSE);
        let decks = (0..MOST_DECKS).filter_map(|_| self.deck(chance));
        decks.into_iter().find(|deck| self.replayed(deck).is_some())
    }

    /// Whether a round that shows the view can be drawn, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn covers(&self, round: &Round) -> bool {
        let mut made = [None; story::MOST_HIDDEN];
        let mut weis = PerSeat::from_fn(|seat| {
            let seen = self.view.melds[seat].into_iter().zip(round.melds(seat));
            let hidden = seen.filter(|(seen, _)| seen.known().is_none());
            hidden
                .filter_map(|(_, meld)| meld.card())
                .collect::<Vec<_>>()
                .into_iter()
        });
        for (number, (set, seat)) in self.story.hidden.iter().enumerate() {
            made[number] = match (set, round.phase()) {
                (HiddenSet::Wei, _) => weis[*seat].next(),
                (HiddenSet::Drawn, Phase::OwnDraw { card, .. }) => Some(card),
                (HiddenSet::Drawn, _) => None,
            };
        }
        Card::ALL.into_iter().enumerate().all(|(kind, card)| {
            let mut way = Way::default();
            for (held, seat) in way.held.iter_mut().zip(self.others) {
                *held = round.hand(seat).get(card);
            }
            for (number, made) in made.iter().enumerate() {
                way.sets |= u16::from(*made == Some(card)) << number;
            }
            let stock = round.stock().filter(|left| *left == card).count();
            way.stock = u8::try_from(stock).unwrap_or(u8::MAX);
            self.table.has(kind, &way)
        })
    }
}

/// The copies of each card that are hidden; none where more are seen than there are.
fn hidden(view: &View, story: &Story) -> [Option<u8>; KINDS] {
    Card::ALL.map(|card| {
        let shed = Seat::all(view.seats).map(|seat| story.shed[seat][card.index()]);
        let drawn = story.drawn.iter();
        let drawn = drawn.filter(|source| matches!(source, Source::Known(known) if *known == card));
        let drawn = u8::try_from(drawn.count()).ok()?;
        let seen = shed.sum::<u8>() + view.hand.get(card) + drawn;
        COPIES.checked_sub(seen)
    })
}

/// What the seat answered, if it is what led on to the next turn, or without one to the stage.
fn answer(round: &Round, seat: Seat, next: Option<Turn>, stage: Stage) -> Option<Action> {
    let action = match round.phase() {
        Phase::SantiWukan
        | Phase::Tianhu
        | Phase::Dihu
        | Phase::LayTi(_)
        | Phase::OwnDraw { .. } => Action::Pass,
        Phase::Discard(_) => Action::Discard(match (next, stage) {
            (Some(next), _) if !next.is_drawn() => next.card()?,
            (None, Stage::Discarded { card, .. }) => card,
            (Some(_) | None, _) => return None,
        }),
        Phase::Drawn { card, .. } | Phase::Discarded { card, .. } => {
            let next = next.filter(|next| next.card() == Some(card))?;
            match next.fate() {
                Fate::Peng if next.seat() == seat => Action::Peng,
                Fate::Chi(id) if next.seat() == seat => Action::Chi(card, id),
                Fate::Row
                | Fate::Chi(_)
                | Fate::Peng
                | Fate::Wei
                | Fate::ChouWei
                | Fate::Ti { .. }
                | Fate::Pao { .. } => Action::Pass,
            }
        }
        Phase::Over(_) => return None,
    };
    round.legal(seat).contains(action).then_some(action)
}

/// One answer of each kind: which chi it is makes no difference to others before the card is given.
fn claims(legal: ActionSet) -> impl Iterator<Item = Action> {
    let chi = legal
        .iter()
        .find(|action| matches!(action, Action::Chi(..)));
    let plain = [Action::Pass, Action::Hu, Action::Peng];
    let plain = plain
        .into_iter()
        .filter(move |action| legal.contains(*action));
    plain.chain(chi)
}

fn add(cards: &mut Vec<Card>, card: Card, copies: u8) {
    cards.extend(std::iter::repeat_n(card, usize::from(copies)));
}

fn shuffle(cards: &mut [Card], chance: &mut impl Rng) {
    for last in (1..cards.len()).rev() {
        let bound = u32::try_from(last).unwrap_or(u32::MAX).saturating_add(1);
        cards.swap(last, below(chance, bound) as usize);
    }
}
