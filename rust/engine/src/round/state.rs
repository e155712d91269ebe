//! Everything that a round is, as one plain copyable value.

use tinyvec::ArrayVec;

use super::history::History;
use super::phase::Phase;
use super::ready::Ready;
use super::row::Row;
use crate::action::{Action, ActionSet};
use crate::card::{Card, KINDS, PACK};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::fault::Fault;
use crate::meld::MeldKind;
use crate::position::MeldList;
use crate::rules::{DealerTwoTi, Ruleset};
use crate::seat::{PerSeat, Seat};

/// Most cards of a stock: three seats with five blocks each leave 37.
pub(crate) const STOCK_CAPACITY: usize = 40;

/// The state of a round beside its ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) seats: u8,
    pub(crate) dealer: Seat,
    /// Drawn rounds in a row before this one.
    pub(crate) drawn_before: u16,
    /// The dealer's last card (亮张), as everyone saw it.
    pub(crate) shown: Option<Card>,
    pub(crate) phase: Phase,
    /// The next card is the last.
    pub(crate) stock: ArrayVec<[Card; STOCK_CAPACITY]>,
    pub(crate) hands: PerSeat<Counts>,
    pub(crate) melds: PerSeat<MeldList>,
    pub(crate) rows: PerSeat<Row>,
    pub(crate) stale_chi: PerSeat<CardSet>,
    pub(crate) stale_peng: PerSeat<CardSet>,
    pub(crate) dead: PerSeat<bool>,
    /// The first fault that each seat committed; it can no longer win. Rule: 2.9.
    pub(crate) faults: PerSeat<Option<Fault>>,
    /// May not chi or peng any more. Rule: A26.
    pub(crate) barred: PerSeat<bool>,
    /// The huxi of the seat's table melds when it last declined to win on each card. Rule: A18.
    pub(crate) passed_hu: PerSeat<[Option<u8>; KINDS]>,
    /// The highest score of a win that the seat declined; 0 for none. Rule: 4.4.
    pub(crate) passed_score: PerSeat<u32>,
    /// The most bi blocks that the seat laid beside the eaten one in one chi, where the ruleset asks for it. Rule: 3.4.
    pub(crate) bi: PerSeat<u8>,
    /// What each seat may choose from in this phase, whether or not it has answered.
    pub(crate) offers: PerSeat<ActionSet>,
    pub(crate) answers: PerSeat<Option<Action>>,
    /// What became of the cards that came up.
    pub(crate) history: History,
    /// What open cards mean to each seat; up to date while a card is contested.
    pub(crate) ready: PerSeat<Ready>,
}

impl State {
    /// Cards of the seat: hand and melds.
    pub(crate) fn owned(&self, seat: Seat) -> u8 {
        self.hands[seat].len()
            + self.melds[seat]
                .iter()
                .map(|meld| meld.kind().size())
                .sum::<u8>()
    }

    /// Four-card blocks of the seat, those still in its hand included.
    pub(crate) fn quads(&self, seat: Seat) -> u8 {
        let held = self.hands[seat].exactly(4).iter().map(|_| 1);
        let laid = self.melds[seat]
            .iter()
            .map(|meld| u8::from(meld.kind().is_quad()));
        laid.chain(held).sum()
    }

    /// Whether the seat owns more than it may wait with and so must discard. Rule: 2.2.
    pub(crate) fn must_discard(&self, seat: Seat, rules: &Ruleset) -> bool {
        self.owned(seat) > rules.waiting_size(self.quads(seat))
    }

    /// Whether the seat can still win.
    pub(crate) fn is_live(&self, seat: Seat) -> bool {
        !self.dead[seat] && self.faults[seat].is_none()
    }

    /// Whether nobody has drawn, discarded or taken anything.
    pub(crate) fn is_untouched(&self, rules: &Ruleset) -> bool {
        self.stock.len() == rules.full_stock()
            && Seat::all(self.seats).all(|seat| {
                self.rows[seat].is_empty()
                    && self.melds[seat]
                        .iter()
                        .all(|meld| meld.kind() == MeldKind::DealtTi)
            })
    }

    /// Whether a discard of the seat, whose turn it is, is due: a dealer with two dealt ti may have to make one all the
    /// same. Rule: 2.2, A5.
    pub(crate) fn owes_discard(&self, seat: Seat, rules: &Ruleset) -> bool {
        self.must_discard(seat, rules)
            || (rules.dealer_two_ti() == DealerTwoTi::OpenThenFree
                && seat == self.dealer
                && self.is_untouched(rules))
    }

    /// Where the seat has this card laid as one of these kinds.
    pub(crate) fn laid(
        &self,
        seat: Seat,
        card: Card,
        is_kind: impl Fn(MeldKind) -> bool,
    ) -> Option<usize> {
        self.melds[seat]
            .iter()
            .position(|meld| meld.is_same(card) && is_kind(meld.kind()))
    }

    /// How often each card is anywhere, as plain numbers; four each in a sound state.
    pub(crate) fn tally(&self) -> [u16; 20] {
        let mut tally = [0; 20];
        let mut count = |card: Card, copies: u8| tally[card.index()] += u16::from(copies);
        for seat in Seat::all(self.seats) {
            self.hands[seat]
                .kinds()
                .for_each(|(card, copies)| count(card, copies));
            for meld in self.melds[seat] {
                meld.counts()
                    .kinds()
                    .for_each(|(card, copies)| count(card, copies));
            }
            self.rows[seat].iter().for_each(|row| count(row.card(), 1));
        }
        self.stock.iter().for_each(|card| count(*card, 1));
        self.phase
            .floating()
            .into_iter()
            .for_each(|card| count(card, 1));
        tally
    }
}

// The sum of all cards is the pack, so a tally of four each is exact.
const _: () = assert!(PACK == 80);
