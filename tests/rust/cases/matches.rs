//! Rounds in a row.

use paohuzi_engine::{
    Card, MatchState, MatchTerms, Ruleset, Seat, SeatWin, Settlement, Win, WinKind,
};
use serde::Deserialize;

use super::{Case, Check, Differences, compare, ruleset};

/// A match as it went, and what it came to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Match {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    seats: Option<u8>,
    rounds: Option<u32>,
    target: Option<u32>,
    dealer: usize,
    resting: Option<usize>,
    results: Vec<Played>,
    balance: Option<Vec<i64>>,
}

/// How a round ended, and how the match stands after it. What is absent is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    winner: Option<usize>,
    score: Option<u32>,
    discarder: Option<usize>,
    points: Option<Vec<i64>>,
    totals: Option<Vec<i64>>,
    dealer: Option<usize>,
    resting: Option<usize>,
    drawn_before: Option<u16>,
    over: Option<bool>,
}

fn seat(number: usize) -> Result<Seat, String> {
    Seat::new(number).ok_or_else(|| format!("there is no seat {number}"))
}

impl Case for Match {
    fn differences(&self) -> Result<Differences, String> {
        let rules = ruleset(&self.rules, &self.options)?;
        let usual = MatchTerms::of(&rules);
        let terms = MatchTerms {
            seats: self.seats.unwrap_or(usual.seats),
            rounds: self.rounds.unwrap_or(usual.rounds),
            target: self.target.unwrap_or(usual.target),
        };
        let mut state = MatchState::new(&rules, terms, seat(self.dealer)?)
            .map_err(|error| error.to_string())?;
        let mut differences = Vec::new();
        let resting = |state: &MatchState| state.resting().map(Seat::index);
        compare(
            &mut differences,
            "resting at first",
            &resting(&state),
            &self.resting,
        );
        for (number, played) in self.results.iter().enumerate() {
            let settlement = played.settlement(&rules, &state)?;
            let points = state.points(&rules, &settlement);
            state = state
                .after(&rules, &settlement)
                .map_err(|error| error.to_string())?;
            let mut of_round = Vec::new();
            let mut check = Check(&mut of_round);
            let points = points.of(terms.seats).to_vec();
            check.opt("points", Some(points), played.points.as_ref());
            let totals = state.totals().to_vec();
            check.opt("totals", Some(totals), played.totals.as_ref());
            let dealer = state.dealer().index();
            check.opt("dealer", Some(dealer), played.dealer.as_ref());
            check.opt("resting", resting(&state), played.resting.as_ref());
            let drawn = state.drawn_before();
            check.opt("drawn_before", Some(drawn), played.drawn_before.as_ref());
            check.opt("over", Some(state.is_over()), played.over.as_ref());
            let lines = of_round.iter();
            differences.extend(lines.map(|line| format!("result {number}: {line}")));
        }
        if let Some(balance) = &self.balance {
            let found = state.balance(&rules).of(terms.seats).to_vec();
            compare(&mut differences, "balance", &found, balance);
        }
        Ok(differences)
    }
}

impl Played {
    fn settlement(&self, rules: &Ruleset, state: &MatchState) -> Result<Settlement, String> {
        let in_round = |number: usize| {
            state
                .in_round(seat(number)?)
                .ok_or_else(|| format!("seat {number} rests"))
        };
        let Some(winner) = self.winner else {
            return Ok(Settlement::drawn(rules, state.round_dealer()));
        };
        let from = self.discarder.map(in_round).transpose()?;
        let win = Win {
            score: self.score.ok_or("a win without a score")?,
            ..Win::default()
        };
        let win = SeatWin {
            seat: in_round(winner)?,
            kind: from.map_or(WinKind::OtherDraw, |_| WinKind::Discard),
            card: Some(Card::S1),
            from,
            win,
        };
        Ok(Settlement::won(rules, win))
    }
}
