//! Whether the cards of a layout can be taken in some legal order.
//!
//! Pengs, wei and quads can always be made first: a pair of the layout is all the hand has of its card, and a kan or a
//! table triple stays what it is. A chi of X is different. It is impossible beside a kan or a wei of X, and every other
//! X in the hand has to be laid with it as bi. Whole blocks of the layout are what can be laid so; an X that an open
//! block or a triple still holds, or that is left over, must have been taken care of before, and the pair and what waits
//! for the winning card stay in the hand to the end. The winning card itself needs no bi, and may come from another's
//! draw beside a kan or a wei (破跑). The card after a peng of X can be eaten from a discard, after a wei it cannot.

use super::fill::Choice;
use super::open::{OPENS, Open};
use super::problem::{Goal, Problem, class};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::meld::MeldKind;

/// The card that comes last and wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// The one of this open block, by place.
    Open(usize),
    Triple(Card),
    /// The only quad.
    Quad(Card),
    Pair,
}

/// Whether some order of takes and some winning card make the layout a legal win.
pub(super) fn is_possible(problem: &Problem<'_>, choice: &Choice) -> bool {
    let can = |last| {
        Order {
            problem,
            choice,
            last,
        }
        .is_possible()
    };
    if choice.single {
        return can(Last::Pair);
    }
    let mut quads = choice.quads.iter().chain(choice.upgrades.iter());
    let first_quad = if problem.quads > 0 {
        None
    } else {
        quads.next()
    };
    let only_quad = first_quad.filter(|_| quads.next().is_none());
    (0..choice.opens.len()).any(|place| can(Last::Open(place)))
        || choice.triples.iter().any(|card| can(Last::Triple(card)))
        || only_quad.is_some_and(|card| can(Last::Quad(card)))
}

/// A layout and its last card.
pub(super) struct Order<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) choice: &'a Choice,
    pub(super) last: Last,
}

impl Order<'_> {
    fn is_possible(&self) -> bool {
        self.last_card_wins()
            && self.brings_enough()
            && self
                .opens()
                .all(|(_, open)| self.can_ever_chi(open.missing))
            && self.comes_about(Progress::start(self))
            && (self.huxi_decide() || self.wins_at_the_end())
    }

    /// Whether enough huxi are a win.
    fn huxi_decide(&self) -> bool {
        self.problem.goal == Goal::Huxi && self.problem.outlook.locked_wins.is_empty()
    }

    /// The open blocks that are taken before the winning card.
    pub(super) fn opens(&self) -> impl Iterator<Item = (usize, &'static Open)> {
        let opens = self.choice.opens.iter().enumerate();
        opens
            .filter(|(place, _)| self.last != Last::Open(*place))
            .map(|(place, number)| (place, &OPENS[usize::from(*number)]))
    }

    pub(super) fn last_open(&self) -> Option<&'static Open> {
        match self.last {
            Last::Open(place) => self
                .choice
                .opens
                .get(place)
                .map(|number| &OPENS[usize::from(*number)]),
            Last::Triple(_) | Last::Quad(_) | Last::Pair => None,
        }
    }

    /// Whether the winning card may be read as the layout has it. Rule: A3, A4.
    fn last_card_wins(&self) -> bool {
        self.last_open().is_none_or(|open| {
            let beside_a_new_triple = self.choice.triples.contains(open.missing);
            !self.problem.no_free_win.contains(open.missing)
                && (!beside_a_new_triple || self.problem.free_beside_wei)
        })
    }

    fn brings_enough(&self) -> bool {
        let worth = &self.problem.worth;
        let opens = self.choice.opens.iter();
        let chi = opens.map(|number| {
            let open = &OPENS[usize::from(*number)];
            self.problem.chi_huxi(open.block)
        });
        let mut need = self.choice.need - chi.sum::<i16>();
        for card in self.choice.triples.iter() {
            let i = class(card);
            if self.last == Last::Triple(card) {
                let from_other = if self.problem.no_peng_wins.contains(card) {
                    worth.wei[i]
                } else {
                    worth.pair_from_other[i]
                };
                need -= worth.wei[i].max(from_other);
                continue;
            }
            match self.triple(card) {
                MeldKind::Peng if self.problem.no_peng.contains(card) => return false,
                MeldKind::Peng => need -= worth.peng[i],
                MeldKind::Chi
                | MeldKind::Wei
                | MeldKind::ChouWei
                | MeldKind::Kan
                | MeldKind::Pao
                | MeldKind::Ti
                | MeldKind::DealtTi
                | MeldKind::Pair => need -= worth.wei[i],
            }
        }
        need <= 0
    }

    /// What a pair that takes a card before the last becomes: a peng where the fourth card is eaten, since only a peng
    /// leaves it to a chi, of a discard; else whichever is allowed and worth more.
    pub(super) fn triple(&self, card: Card) -> MeldKind {
        let worth = &self.problem.worth;
        let i = class(card);
        let wins_beside = self.last_open().is_some_and(|open| open.missing == card);
        let no_peng =
            self.problem.no_peng.contains(card) || (wins_beside && !self.problem.free_beside_peng);
        let eaten = self.opens().any(|(_, open)| open.missing == card);
        if eaten || (!no_peng && worth.peng[i] > worth.wei[i]) {
            MeldKind::Peng
        } else {
            MeldKind::Wei
        }
    }

    /// Whether a chi of the card can become possible: what is held to the end forbids it.
    fn can_ever_chi(&self, card: Card) -> bool {
        let held_to_the_end = self.choice.pair == Some(card)
            || self.last == Last::Triple(card)
            || self.last_open().is_some_and(|open| open.hold.get(card) > 0);
        !held_to_the_end && !self.problem.no_chi.contains(card)
    }

    /// Whether all takes can be made from here.
    fn comes_about(&self, mut progress: Progress) -> bool {
        while let Some(place) = self.next_chi(progress) {
            progress.done |= 1 << place;
            progress.discards += 1;
        }
        if self
            .opens()
            .all(|(place, _)| progress.done >> place & 1 == 1)
        {
            return true;
        }
        // Discard what stands in the way of a chi.
        self.choice.left.kinds().any(|(card, copies)| {
            !progress.discarded.contains(card) && progress.discards >= i16::from(copies) && {
                let mut next = progress;
                next.discarded.insert(card);
                next.discards -= i16::from(copies);
                self.comes_about(next)
            }
        })
    }

    /// A chi that is not made yet and is possible now. Rule: 2.4: every other copy of the card in the hand has to be
    /// laid, which those of whole blocks can, and those of open blocks, pairs and leftover cards cannot.
    fn next_chi(&self, progress: Progress) -> Option<usize> {
        let left = |place: usize| progress.done >> place & 1 == 0;
        self.opens()
            .filter(|(place, _)| left(*place))
            .find(|(place, open)| {
                let leftover = self.choice.left.get(open.missing) > 0
                    && !progress.discarded.contains(open.missing);
                let held = self.opens().any(|(other, held)| {
                    other != *place && left(other) && held.hold.get(open.missing) > 0
                });
                !leftover && !held && !self.must_peng(open, progress)
            })
            .map(|(place, _)| place)
    }

    /// Whether the hand holds two of the card of a chi that must then be a peng. Rule: A20.
    ///
    /// A whole block lies on the table once a card that it holds has been eaten.
    fn must_peng(&self, open: &Open, progress: Progress) -> bool {
        let card = open.missing;
        if !self.problem.peng_first.contains(card) {
            return false;
        }
        let in_hand = self.choice.whole.iter().filter(|block| {
            !self.opens().any(|(place, eaten)| {
                progress.done >> place & 1 == 1 && block.counts().get(eaten.missing) > 0
            })
        });
        let copies: u8 = in_hand.map(|block| block.counts().get(card)).sum();
        open.hold.get(card) + copies >= 2
    }
}

/// How far the takes have come.
#[derive(Debug, Clone, Copy)]
struct Progress {
    /// Bit i for the open block at place i.
    done: u8,
    /// Leftover kinds that have been discarded.
    discarded: CardSet,
    /// Discards that were due and are not yet used; below zero while intakes need none.
    discards: i16,
}

impl Progress {
    /// After everything that can always be done first: pengs, wei and quads.
    fn start(order: &Order<'_>) -> Self {
        let Order {
            problem,
            choice,
            last,
        } = *order;
        let count = |set: CardSet| i16::try_from(set.len()).unwrap_or(i16::MAX);
        let mut takes = count(choice.triples) + count(choice.quads);
        // Of the quads only a first one needs a discard.
        let quads = count(choice.quads) + count(choice.upgrades);
        takes += i16::from(problem.quads == 0 && quads > 0);
        takes -= i16::from(matches!(last, Last::Triple(_) | Last::Quad(_)));
        Self {
            done: 0,
            discarded: CardSet::EMPTY,
            discards: takes - i16::from(problem.slack),
        }
    }
}
