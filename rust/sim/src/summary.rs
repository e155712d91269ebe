//! What many rounds add up to.

use std::collections::BTreeMap;

use paohuzi_engine::{ItemLine, Seat};

use crate::error::SimError;
use crate::results::{HUANGFAN_BIT, Results};

/// The mean of some whole numbers, kept exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mean {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        let number = i128::from(number);
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds the numbers of another mean.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 of no numbers.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a mean is shown to a few digits"
    )]
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        self.sum as f64 / self.count as f64
    }

    /// The standard error of the mean: how far off it is likely to be; 0 of fewer than two numbers.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "an error is shown to a few digits"
    )]
    pub fn std_error(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = i128::from(self.count);
        // n Σx² − (Σx)² is exact in integers, where a difference of floats would not be.
        let spread = count * self.squares - self.sum * self.sum;
        (spread as f64 / (self.count - 1) as f64).sqrt() / self.count as f64
    }
}

/// What the rounds were like for one seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSummary {
    /// Who sat there.
    pub agent: String,
    /// Rounds it won.
    pub wins: u64,
    /// Rounds it dealt.
    pub dealt: u64,
    /// Rounds it dealt and won.
    pub wins_as_dealer: u64,
    /// Its points a round.
    pub points: Mean,
}

/// What many rounds add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Rounds in all.
    pub rounds: u64,
    /// Rounds that nobody won.
    pub drawn: u64,
    /// The seats in turn.
    pub seats: Vec<SeatSummary>,
    /// Rounds by how they ended: the names of [`Results::kind_names`], `drawn` first.
    pub kinds: Vec<(&'static str, u64)>,
    /// Wins by plain huxi.
    pub huxi: BTreeMap<u8, u64>,
    /// Wins by units.
    pub units: BTreeMap<u16, u64>,
    /// Wins by fan.
    pub fan: BTreeMap<u16, u64>,
    /// Wins by fan item, in the order of the ruleset, 黄番 last; a win with several counts for each.
    pub items: Vec<(String, u64)>,
    /// Questions a round.
    pub decisions: Mean,
    /// Cards drawn a round.
    pub draws: Mean,
}

impl Summary {
    pub(crate) fn of(results: &Results) -> Self {
        let mut summary = Self::empty(results);
        let mut items = [0_u64; u64::BITS as usize];
        for round in results.iter() {
            summary.rounds += 1;
            summary.decisions.add(round.decisions.into());
            summary.draws.add(round.draws.into());
            for (seat, place) in Seat::all(results.rules().seats()).zip(&mut summary.seats) {
                let won = round.winner == Some(seat);
                let dealt = round.dealer == seat;
                place.wins += u64::from(won);
                place.dealt += u64::from(dealt);
                place.wins_as_dealer += u64::from(won && dealt);
                place.points.add(round.payments[seat]);
            }
            if round.winner.is_none() {
                summary.drawn += 1;
                continue;
            }
            *summary.huxi.entry(round.huxi).or_default() += 1;
            *summary.units.entry(round.units).or_default() += 1;
            *summary.fan.entry(round.fan).or_default() += 1;
            for (bit, count) in items.iter_mut().enumerate() {
                *count += round.items >> bit & 1;
            }
        }
        for kind in &results.columns().kind {
            if let Some((_, count)) = summary.kinds.get_mut(usize::from(*kind)) {
                *count += 1;
            }
        }
        let bits = (0..summary.items.len() - 1).chain([HUANGFAN_BIT as usize]);
        for ((_, count), bit) in summary.items.iter_mut().zip(bits) {
            *count = items[bit];
        }
        summary
    }

    /// Adds what other rounds add up to.
    ///
    /// # Errors
    /// A summary with other agents, or of a ruleset with other fan items.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::Arc;
    /// use paohuzi_engine::Ruleset;
    /// use paohuzi_sim::{Agent, Batch, simulate};
    /// let summary = |rounds| {
    ///     let batch = Batch::new(Arc::new(Ruleset::default()), vec![Agent::Random; 3], 7, rounds);
    ///     simulate(&batch, |_| ControlFlow::Continue(())).map(|results| results.summary())
    /// };
    /// let mut parts = summary(0..30)?;
    /// parts.merge(&summary(30..100)?)?;
    /// assert_eq!(parts, summary(0..100)?);
    /// # Ok::<(), paohuzi_sim::SimError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), SimError> {
        let agents = self.seats.iter().map(|seat| &seat.agent);
        let items = self.items.iter().map(|(name, _)| name);
        if !agents.eq(other.seats.iter().map(|seat| &seat.agent)) {
            return Err(SimError::Merge {
                what: "table of agents",
            });
        }
        if !items.eq(other.items.iter().map(|(name, _)| name)) {
            return Err(SimError::Merge { what: "ruleset" });
        }
        self.rounds += other.rounds;
        self.drawn += other.drawn;
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.wins += other.wins;
            seat.dealt += other.dealt;
            seat.wins_as_dealer += other.wins_as_dealer;
            seat.points.merge(&other.points);
        }
        for ((_, count), (_, other)) in self.kinds.iter_mut().zip(&other.kinds) {
            *count += other;
        }
        for ((_, count), (_, other)) in self.items.iter_mut().zip(&other.items) {
            *count += other;
        }
        add(&mut self.huxi, &other.huxi);
        add(&mut self.units, &other.units);
        add(&mut self.fan, &other.fan);
        self.decisions.merge(&other.decisions);
        self.draws.merge(&other.draws);
        Ok(())
    }

    fn empty(results: &Results) -> Self {
        let rules = results.rules();
        let huangfan = ItemLine {
            item: ItemLine::HUANGFAN,
            value: 0,
        };
        let items = rules.fan_items().iter().map(|item| item.name.as_str());
        let items = items.chain([huangfan.name(rules)]);
        Self {
            rounds: 0,
            drawn: 0,
            seats: (results.agents().iter())
                .map(|agent| SeatSummary {
                    agent: agent.clone(),
                    wins: 0,
                    dealt: 0,
                    wins_as_dealer: 0,
                    points: Mean::default(),
                })
                .collect(),
            kinds: Results::kind_names().map(|name| (name, 0)).to_vec(),
            huxi: BTreeMap::new(),
            units: BTreeMap::new(),
            fan: BTreeMap::new(),
            items: items.map(|name| (name.to_owned(), 0)).collect(),
            decisions: Mean::default(),
            draws: Mean::default(),
        }
    }
}

/// Adds counts to counts.
fn add<K: Ord + Copy>(counts: &mut BTreeMap<K, u64>, others: &BTreeMap<K, u64>) {
    for (key, other) in others {
        *counts.entry(*key).or_default() += other;
    }
}
