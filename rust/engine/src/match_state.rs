//! Rounds in a row: who deals next, who rests, what the totals are, and when it ends.

use thiserror::Error;

use crate::rules::{Payment, Ruleset};
use crate::seat::{MAX_SEATS, PerSeat, Seat};
use crate::settle::{Settlement, next_deal, resting_points};

/// Where a match stands between two rounds.
///
/// The seats of a match are those at its table. There may be one more than play: then the seat opposite the dealer rests,
/// and with each deal another one may. The seats of a round are the playing seats of the match in their order, numbered
/// from 0. Rule: R3, 2.10, A44.
///
/// ```
/// use paohuzi_engine::{MatchState, MatchTerms, Ruleset, Seat, Settlement};
/// let rules = Ruleset::default();
/// let four = MatchState::new(&rules, MatchTerms { seats: 4, ..MatchTerms::of(&rules) }, Seat::ZERO)?;
/// assert_eq!(four.resting().map(Seat::index), Some(2));
/// let next = four.after(&rules, &Settlement::drawn(&rules, four.round_dealer()))?;
/// assert_eq!((next.dealer(), next.drawn_before()), (Seat::ZERO, 1));
/// # Ok::<(), paohuzi_engine::MatchError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchState {
    terms: MatchTerms,
    /// Seats that play a round.
    table: u8,
    dealer: Seat,
    drawn_before: u16,
    played: u32,
    totals: PerSeat<i64>,
}

/// What the players of a match agree on beside the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchTerms {
    /// Seats at the table: those of the ruleset, or four where three play.
    pub seats: u8,
    /// Rounds after which it ends; 0 for no limit.
    pub rounds: u32,
    /// The total that ends it; 0 for none.
    pub target: u32,
}

impl MatchTerms {
    /// As the ruleset says: all seats play, until a total reaches its target if it has one.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Self {
        Self {
            seats: rules.seats(),
            rounds: 0,
            target: rules.target().into(),
        }
    }
}

/// A match that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// So many cannot sit at a table of this ruleset.
    #[error("a match of {found} seats, expected {}", expected_seats(*.table))]
    Seats {
        /// How many are to sit there.
        found: u8,
        /// How many play a round.
        table: u8,
    },
    /// The dealer has no seat.
    #[error("there is no dealer {found}, expected 0 to {last}")]
    Dealer {
        /// Who is to deal.
        found: usize,
        /// The last seat.
        last: u8,
    },
    /// The settlement is that of another table.
    #[error("a settlement of {found} seats, expected {table}")]
    Settlement {
        /// Seats that it settles.
        found: usize,
        /// How many play a round.
        table: u8,
    },
    /// The match is over.
    #[error("the match is over after {played} rounds, expected no more")]
    Over {
        /// Rounds played.
        played: u32,
    },
}

impl MatchError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Seats { .. } => "match_seats",
            Self::Dealer { .. } => "match_dealer",
            Self::Settlement { .. } => "match_settlement",
            Self::Over { .. } => "match_over",
        }
    }
}

fn expected_seats(table: u8) -> String {
    match most_seats(table) {
        most if most > table => format!("{table} or {most}"),
        _ => table.to_string(),
    }
}

/// One more than play, where there is a seat opposite the dealer for it.
fn most_seats(table: u8) -> u8 {
    if usize::from(table) + 1 == MAX_SEATS {
        table + 1
    } else {
        table
    }
}

impl MatchState {
    /// The beginning of a match.
    ///
    /// # Errors
    /// More or fewer seats than the ruleset has room for, or a dealer who has none.
    pub fn new(rules: &Ruleset, terms: MatchTerms, dealer: Seat) -> Result<Self, MatchError> {
        let table = rules.seats();
        let MatchTerms { seats, .. } = terms;
        if !(table..=most_seats(table)).contains(&seats) {
            return Err(MatchError::Seats {
                found: seats,
                table,
            });
        }
        if dealer.index() >= usize::from(seats) {
            return Err(MatchError::Dealer {
                found: dealer.index(),
                last: seats - 1,
            });
        }
        Ok(Self {
            terms,
            table,
            dealer,
            drawn_before: 0,
            played: 0,
            totals: PerSeat::default(),
        })
    }

    /// The same after so many rounds, for who keeps a match by other means.
    #[must_use]
    pub const fn resumed(mut self, played: u32, drawn_before: u16, totals: PerSeat<i64>) -> Self {
        self.played = played;
        self.drawn_before = drawn_before;
        self.totals = totals;
        self
    }

    /// What was agreed on.
    #[must_use]
    pub const fn terms(&self) -> MatchTerms {
        self.terms
    }

    /// The seat that deals the next round.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The dealer's seat in the round.
    #[must_use]
    pub fn round_dealer(&self) -> Seat {
        self.in_round(self.dealer).unwrap_or_default()
    }

    /// Drawn rounds in a row before the next one (黄番).
    #[must_use]
    pub const fn drawn_before(&self) -> u16 {
        self.drawn_before
    }

    /// Rounds played.
    #[must_use]
    pub const fn played(&self) -> u32 {
        self.played
    }

    /// The seat that rests in the next round: the one opposite the dealer, where one more sits there than plays.
    #[must_use]
    pub fn resting(&self) -> Option<Seat> {
        let seats = self.terms.seats;
        (seats > self.table).then(|| self.dealer.next(seats).next(seats))
    }

    /// The seats that play the next round, in the order of the round's own seats.
    pub fn playing(&self) -> impl Iterator<Item = Seat> + use<> {
        let resting = self.resting();
        Seat::all(self.terms.seats).filter(move |seat| Some(*seat) != resting)
    }

    /// The number that a seat has in the round; none where it rests.
    #[must_use]
    pub fn in_round(&self, seat: Seat) -> Option<Seat> {
        self.playing()
            .position(|playing| playing == seat)
            .and_then(Seat::new)
    }

    /// What each seat has earned so far: the points of all rounds added up.
    #[must_use]
    pub fn totals(&self) -> &[i64] {
        self.totals.of(self.terms.seats)
    }

    /// What each seat of the match earns in a round: what the settlement says, and the share of who rests.
    #[must_use]
    pub fn points(&self, rules: &Ruleset, settlement: &Settlement) -> PerSeat<i64> {
        let mut points = PerSeat::default();
        for (seat, payment) in self.playing().zip(settlement.payments()) {
            points[seat] = *payment;
        }
        if let Some(seat) = self.resting() {
            points[seat] = resting_points(rules, settlement);
        }
        points
    }

    /// Where the match stands after its next round ended so. Rule: 2.10, A27.
    ///
    /// # Errors
    /// A match that is over, or the settlement of a table with other seats.
    pub fn after(&self, rules: &Ruleset, settlement: &Settlement) -> Result<Self, MatchError> {
        if self.is_over() {
            return Err(MatchError::Over {
                played: self.played,
            });
        }
        let found = settlement.payments().len();
        if found != usize::from(self.table) {
            return Err(MatchError::Settlement {
                found,
                table: self.table,
            });
        }
        let points = self.points(rules, settlement);
        let next = next_deal(rules, self.round_dealer(), self.drawn_before, settlement);
        let dealer = self.playing().nth(next.dealer.index());
        Ok(Self {
            dealer: dealer.unwrap_or(self.dealer),
            drawn_before: next.drawn_before,
            played: self.played.saturating_add(1),
            totals: PerSeat::from_fn(|seat| self.totals[seat].saturating_add(points[seat])),
            ..*self
        })
    }

    /// Whether the match is over: all rounds are played, or a total has reached the target.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let MatchTerms { rounds, target, .. } = self.terms;
        let reached = |total: &i64| *total >= i64::from(target);
        (rounds > 0 && self.played >= rounds) || (target > 0 && self.totals().iter().any(reached))
    }

    /// What each seat has won or lost if the match ends here, in points.
    ///
    /// Where every round is paid, these are the totals. Where totals run on, they are rounded, halves up, and every two
    /// seats settle the difference. Rule: 2.10, 4.2.
    #[must_use]
    pub fn balance(&self, rules: &Ruleset) -> PerSeat<i64> {
        match rules.payment() {
            Payment::EachRound => self.totals,
            Payment::RunningTotal => {
                let step = i64::from(rules.round_to()).max(1);
                let rounded = self.totals().iter().map(|total| {
                    let up = total.saturating_add(step / 2);
                    up.saturating_sub(up.rem_euclid(step))
                });
                let rounded: Vec<i64> = rounded.collect();
                PerSeat::from_fn(|seat| {
                    let Some(own) = rounded.get(seat.index()) else {
                        return 0;
                    };
                    rounded.iter().fold(0, |sum: i64, other| {
                        sum.saturating_add(own.saturating_sub(*other))
                    })
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number).expect("a seat")
    }

    fn numbers(seats: impl Iterator<Item = Seat>) -> Vec<usize> {
        seats.map(Seat::index).collect()
    }

    fn of_four(dealer: usize) -> MatchState {
        let rules = Ruleset::default();
        let terms = MatchTerms {
            seats: 4,
            ..MatchTerms::of(&rules)
        };
        MatchState::new(&rules, terms, seat(dealer)).expect("a table of four")
    }

    /// Rule: 2.10, A44: the seat opposite the dealer rests; the others play on in their order.
    #[test]
    fn the_seat_opposite_the_dealer_rests() {
        for (dealer, resting, playing, in_round) in [
            (0, 2, [0, 1, 3], 0),
            (1, 3, [0, 1, 2], 1),
            (2, 0, [1, 2, 3], 1),
            (3, 1, [0, 2, 3], 2),
        ] {
            let state = of_four(dealer);
            assert_eq!(state.resting(), Some(seat(resting)));
            assert_eq!(numbers(state.playing()), playing);
            assert_eq!(state.round_dealer(), seat(in_round));
            assert_eq!(state.in_round(seat(resting)), None);
        }
    }

    #[test]
    fn a_table_has_room_for_one_more_only_where_three_play() {
        let four = Ruleset::default()
            .replaced(r#"{"seats": 4, "blocks": 5}"#)
            .expect("a ruleset");
        let seats = |rules: &Ruleset, seats| {
            let terms = MatchTerms {
                seats,
                ..MatchTerms::of(rules)
            };
            MatchState::new(rules, terms, Seat::ZERO).map(|state| state.resting())
        };
        assert_eq!(seats(&four, 4), Ok(None));
        assert_eq!(seats(&Ruleset::default(), 3), Ok(None));
        for (rules, found) in [(&four, 5), (&four, 3), (&Ruleset::default(), 2)] {
            let table = rules.seats();
            assert_eq!(seats(rules, found), Err(MatchError::Seats { found, table }));
        }
        let error = MatchError::Seats { found: 5, table: 3 };
        assert_eq!(error.to_string(), "a match of 5 seats, expected 3 or 4");
    }

    /// No total can be so large in play; none makes a sum overflow.
    #[test]
    fn huge_totals_do_no_harm() {
        let rules = Ruleset::default()
            .replaced(r#"{"payment": "running_total", "round_to": 10}"#)
            .expect("a ruleset");
        let totals = PerSeat::from_fn(|seat| [i64::MAX, i64::MIN, 0, 0][seat.index()]);
        let state = MatchState::new(&rules, MatchTerms::of(&rules), Seat::ZERO)
            .expect("a table of three")
            .resumed(u32::MAX, u16::MAX, totals);
        assert!(state.balance(&rules)[seat(0)] > 0);
        let next = state
            .after(&rules, &Settlement::drawn(&rules, Seat::ZERO))
            .expect("an open match");
        assert_eq!((next.played(), next.drawn_before()), (u32::MAX, u16::MAX));
    }
}
