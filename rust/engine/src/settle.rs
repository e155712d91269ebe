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
    ti: PerSeat<[u8; 2]>,
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
            ti: PerSeat::default(),
        }
    }

    /// The settlement of a won round: every loser pays the score, or the discarder pays as the ruleset says; where totals
    /// run on, the winner alone scores, unless a discarder pays.
    #[must_use]
    pub fn won(rules: &Ruleset, win: SeatWin) -> Self {
        let score = i64::from(win.win.score);
        let shares = match rules.pay_discard() {
            PayDiscard::Each => None,
            PayDiscard::X2 => Some(2),
            PayDiscard::X3Alone => Some(3),
            PayDiscard::Alone => Some(1),
        };
        let seats = rules.seats();
        let mut payments = PerSeat::default();
        match (win.from.zip(shares), rules.payment()) {
            (Some((discarder, shares)), Payment::EachRound | Payment::RunningTotal) => {
                payments[discarder] = -shares * score;
                payments[win.seat] = shares * score;
            }
            (None, Payment::RunningTotal) => payments[win.seat] = score,
            (None, Payment::EachRound) => {
                for seat in Seat::all(seats).filter(|seat| *seat != win.seat) {
                    payments[seat] = -score;
                    payments[win.seat] += score;
                }
            }
        }
        Self {
            seats,
            win: Some(win),
            payments,
            ti: PerSeat::default(),
        }
    }

    /// The same with what the ti of each seat, of small cards and of big ones, earn it from each other seat.
    /// Rule: 3.7.
    #[must_use]
    pub fn with_ti(mut self, rules: &Ruleset, ti: PerSeat<[u8; 2]>) -> Self {
        let pay = rules.ti_pays();
        let others = i64::from(self.seats) - 1;
        for seat in Seat::all(self.seats) {
            let [small, big] = ti[seat].map(i64::from);
            let points = small * i64::from(pay.small) + big * i64::from(pay.big);
            for other in Seat::all(self.seats) {
                self.payments[other] += if other == seat {
                    others * points
                } else {
                    -points
                };
            }
        }
        self.ti = ti;
        self
    }

    /// The ti of each seat that were paid for: of small cards, of big ones.
    #[must_use]
    pub fn ti(&self) -> &[[u8; 2]] {
        self.ti.of(self.seats)
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

/// What the seat that rests at a table of one more earns in the round. Rule: 2.10, A44.
#[must_use]
pub fn resting_points(rules: &Ruleset, settlement: &Settlement) -> i64 {
    let share = i64::from(rules.rest_share());
    match &settlement.win {
        Some(win) => settlement.payments[win.seat] * share / 100,
        None if share > 0 => rules.draw_penalty().into(),
        None => 0,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(keys: &str) -> Ruleset {
        Ruleset::default().replaced(keys).expect("valid keys")
    }

    fn seat(number: usize) -> Seat {
        Seat::new(number).expect("a seat")
    }

    /// Seat 1 wins 7 points, on a discard of this seat.
    fn won(rules: &Ruleset, from: Option<usize>) -> Settlement {
        let win = Win {
            score: 7,
            ..Win::default()
        };
        let win = SeatWin {
            seat: seat(1),
            kind: from.map_or(WinKind::OtherDraw, |_| WinKind::Discard),
            card: Some(Card::S1),
            from: from.map(seat),
            win,
        };
        Settlement::won(rules, win)
    }

    /// Rule: 2.10, A28, ruling 20.
    #[test]
    fn a_discard_is_paid_as_the_ruleset_says() {
        for (pay, on_discard) in [
            ("each", [-7, 14, -7]),
            ("x2", [0, 14, -14]),
            ("x3_alone", [0, 21, -21]),
            ("alone", [0, 7, -7]),
        ] {
            let rules = rules(&format!(
                r#"{{"discard_wins": true, "pay_discard": "{pay}"}}"#
            ));
            assert_eq!(won(&rules, Some(2)).payments(), on_discard, "{pay}");
            assert_eq!(won(&rules, None).payments(), [-7, 14, -7], "{pay}");
        }
    }

    /// Rule: 3.7.
    #[test]
    fn running_totals_take_from_the_discarder_alone() {
        let total = |pay: &str| {
            let keys = format!(
                r#"{{"discard_wins": true, "payment": "running_total", "pay_discard": "{pay}"}}"#
            );
            won(&rules(&keys), Some(2)).payments().to_vec()
        };
        assert_eq!(total("each"), [0, 7, 0]);
        assert_eq!(total("alone"), [0, 7, -7]);
        let plain = rules(r#"{"payment": "running_total"}"#);
        assert_eq!(won(&plain, None).payments(), [0, 7, 0]);
    }

    /// Rule: 3.7.
    #[test]
    fn ti_are_paid_whoever_wins() {
        let rules = rules(r#"{"ti_pays": {"small": 1, "big": 2}}"#);
        let ti = PerSeat::from_fn(|seat| [[1, 0], [0, 2], [0, 0], [0, 0]][seat.index()]);
        // Seat 0 takes 1 from each other, seat 1 twice 2.
        assert_eq!(
            won(&rules, None).with_ti(&rules, ti).payments(),
            [-7 + 2 - 4, 14 - 1 + 8, -7 - 1 - 4]
        );
        let drawn = Settlement::drawn(&rules, seat(0)).with_ti(&rules, ti);
        assert_eq!(drawn.payments(), [-2, 7, -5]);
        assert_eq!(drawn.ti(), [[1, 0], [0, 2], [0, 0]]);
    }

    /// Rule: 2.10, A44.
    #[test]
    fn the_resting_seat_has_its_share() {
        let share = rules(r#"{"payment": "running_total", "draw_penalty": 10, "rest_share": 50}"#);
        assert_eq!(resting_points(&share, &won(&share, None)), 3);
        assert_eq!(
            resting_points(&share, &Settlement::drawn(&share, seat(0))),
            10
        );
        let none = rules(r#"{"draw_penalty": 10}"#);
        assert_eq!(resting_points(&none, &won(&none, None)), 0);
        assert_eq!(resting_points(&none, &Settlement::drawn(&none, seat(0))), 0);
    }
}
