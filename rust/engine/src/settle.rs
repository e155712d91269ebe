//! What a finished round is worth to each seat, and which round comes next.

use crate::card::Card;
use crate::event::WinKind;
use crate::rules::{DrawDealer, NextDealer, PayDiscard, Payment, Ruleset};
use crate::score::ItemLine;
use crate::seat::{PerSeat, Seat};
use crate::win::Win;

/// How a round ended and who pays whom.
///
/// Rule: 2.10, ruling 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    seats: u8,
    win: Option<SeatWin>,
    payments: PerSeat<i64>,
}

/// A win and whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatWin {
    /// The winner.
    pub seat: Seat,
    /// How it was won.
    pub kind: WinKind,
    /// The winning card; none for 三提五坎.
    pub card: Option<Card>,
    /// The seat that discarded the card, where it came from a hand.
    pub from: Option<Seat>,
    /// The hand and its worth.
    pub win: Win,
}

impl Settlement {
    /// The settlement of a round that nobody won: nobody pays, but for the dealer where the ruleset says so.
    #[must_use]
    pub fn drawn(rules: &Ruleset, dealer: Seat) -> Self {
        let seats = rules.seats();
        let penalty = i64::from(rules.draw_penalty());
        let mut payments = PerSeat::default();
        payments[dealer] = -penalty;
        Self {
            seats,
            win: None,
            payments,
        }
    }

    /// The settlement of a won round: every loser pays the score, or the discarder pays as the ruleset says.
    #[must_use]
    pub fn won(rules: &Ruleset, win: SeatWin) -> Self {
        let score = i64::from(win.win.score);
        let owed = |seat: Seat| {
            let shares = match (win.from, rules.pay_discard()) {
                (None, _) | (_, PayDiscard::Each) => return score,
                (Some(_), PayDiscard::X2) => 2,
                (Some(_), PayDiscard::X3Alone) => 3,
                (Some(_), PayDiscard::Alone) => 1,
            };
            if win.from == Some(seat) {
                shares * score
            } else {
                0
            }
        };
        let seats = rules.seats();
        let mut payments = PerSeat::default();
        if rules.payment() == Payment::RunningTotal {
            payments[win.seat] = score;
            return Self {
                seats,
                win: Some(win),
                payments,
            };
        }
        for seat in Seat::all(seats).filter(|seat| *seat != win.seat) {
            payments[seat] = -owed(seat);
            payments[win.seat] += owed(seat);
        }
        Self {
            seats,
            win: Some(win),
            payments,
        }
    }

    /// The win; none where the stock ran out.
    #[must_use]
    pub const fn win(&self) -> Option<&SeatWin> {
        self.win.as_ref()
    }

    /// The winner.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.win.map(|win| win.seat)
    }

    /// How it ended: the name of the kind of win, or `drawn`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.win.map_or("drawn", |win| win.kind.name())
    }

    /// The fan items, in the ruleset's order.
    #[must_use]
    pub fn items(&self) -> &[ItemLine] {
        self.win
            .as_ref()
            .map_or(&[], |win| win.win.items.as_slice())
    }

    /// Points of each seat; their sum is zero where the ruleset pays each round and nobody is fined.
    #[must_use]
    pub fn payments(&self) -> &[i64] {
        self.payments.of(self.seats)
    }
}

/// Which round comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NextDeal {
    /// Its dealer.
    pub dealer: Seat,
    /// Drawn rounds in a row before it.
    pub drawn_before: u16,
}

/// The round after this one. Rule: 2.10, A27.
#[must_use]
pub fn next_deal(
    rules: &Ruleset,
    dealer: Seat,
    drawn_before: u16,
    settlement: &Settlement,
) -> NextDeal {
    let after = dealer.next(rules.seats());
    match settlement.winner() {
        Some(winner) => {
            let dealer = match rules.next_dealer() {
                NextDealer::Winner => winner,
                NextDealer::PassIfDealerLost if winner == dealer => dealer,
                NextDealer::PassIfDealerLost => after,
            };
            NextDeal {
                dealer,
                drawn_before: 0,
            }
        }
        None => {
            let dealer = match rules.draw_dealer() {
                DrawDealer::Keep => dealer,
                DrawDealer::Next => after,
            };
            NextDeal {
                dealer,
                drawn_before: drawn_before.saturating_add(1),
            }
        }
    }
}
