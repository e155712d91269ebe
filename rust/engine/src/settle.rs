//! What a finished round is worth to each seat, and which round comes next.

use crate::card::Card;
use crate::event::WinKind;
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
    /// The hand and its worth.
    pub win: Win,
}

impl Settlement {
    /// The settlement of a round that nobody won.
    #[must_use]
    pub fn drawn(seats: u8) -> Self {
        Self {
            seats,
            win: None,
            payments: PerSeat::default(),
        }
    }

    /// The settlement of a won round: every loser pays the score.
    #[must_use]
    pub fn won(seats: u8, win: SeatWin) -> Self {
        let score = i64::from(win.win.score);
        let losers = i64::from(seats) - 1;
        let payments = PerSeat::from_fn(|seat| {
            if seat.index() >= usize::from(seats) {
                0
            } else if seat == win.seat {
                score * losers
            } else {
                -score
            }
        });
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

    /// Points of each seat; their sum is zero.
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

/// The round after this one: the winner deals, after a drawn round the same dealer again.
///
/// Rule: 2.10, A27.
#[must_use]
pub fn next_deal(dealer: Seat, drawn_before: u16, settlement: &Settlement) -> NextDeal {
    match settlement.winner() {
        Some(winner) => NextDeal {
            dealer: winner,
            drawn_before: 0,
        },
        None => NextDeal {
            dealer,
            drawn_before: drawn_before.saturating_add(1),
        },
    }
}
