//! The results of many rounds, in columns.

use std::sync::Arc;

use paohuzi_engine::{PerSeat, Ruleset, Seat, WinKind};

use crate::error::SimError;
use crate::play::RoundResult;
use crate::summary::Summary;

/// The bit of 黄番 in the column of items; bit i below it is item i of the ruleset.
pub const HUANGFAN_BIT: u32 = 63;

/// Winner of a round that nobody won, in the column of winners.
const NOBODY: i8 = -1;
/// Kind of a round that nobody won, in the column of kinds.
const DRAWN: u8 = 0;

/// One entry a round in every column; the columns are as long as each other, except `payments`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Columns {
    /// Index of the round.
    pub index: Vec<u64>,
    /// Number of the dealer's seat.
    pub dealer: Vec<u8>,
    /// Number of the winner's seat; −1 where nobody won.
    pub winner: Vec<i8>,
    /// How it ended, as a place in [`Results::kind_names`]: 0 drawn, then the kinds of win.
    pub kind: Vec<u8>,
    /// Plain huxi of the win, 0 without one.
    pub huxi: Vec<u8>,
    /// Units of the win with those of a self-draw, 0 without one.
    pub units: Vec<u16>,
    /// Fan of the win, 1 when plain, 0 without one.
    pub fan: Vec<u16>,
    /// Fan items: bit i for item i of the ruleset, bit [`HUANGFAN_BIT`] for 黄番.
    pub items: Vec<u64>,
    /// What one loser pays.
    pub score: Vec<u32>,
    /// Points, `seats` entries a round: those of seat 0 first, then the next seat.
    pub payments: Vec<i64>,
    /// Questions that were asked.
    pub decisions: Vec<u16>,
    /// Cards drawn from the stock.
    pub draws: Vec<u8>,
}

/// The results of the rounds of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    rules: Arc<Ruleset>,
    agents: Vec<String>,
    seed: u64,
    columns: Columns,
}

impl Results {
    /// No rounds yet of agents with these names, which need not be bots of this crate.
    ///
    /// # Errors
    /// Not one agent a seat.
    pub fn new(rules: Arc<Ruleset>, agents: Vec<String>, seed: u64) -> Result<Self, SimError> {
        if agents.len() != usize::from(rules.seats()) {
            return Err(SimError::Agents {
                found: agents.len(),
                expected: rules.seats(),
            });
        }
        Ok(Self {
            rules,
            agents,
            seed,
            columns: Columns::default(),
        })
    }

    /// The results that have these columns, for reading back stored ones.
    ///
    /// # Errors
    /// As [`Results::new`], and columns of different lengths or with values that mean nothing.
    pub fn from_columns(
        rules: Arc<Ruleset>,
        agents: Vec<String>,
        seed: u64,
        columns: Columns,
    ) -> Result<Self, SimError> {
        columns.check(rules.seats())?;
        Ok(Self {
            columns,
            ..Self::new(rules, agents, seed)?
        })
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The names of the agents, by seat.
    #[must_use]
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The seed of all rounds.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The columns.
    #[must_use]
    pub const fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The columns, to keep.
    #[must_use]
    pub fn into_columns(self) -> Columns {
        self.columns
    }

    /// How many rounds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.index.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.index.is_empty()
    }

    /// The names of the numbers in the column of kinds.
    #[must_use]
    pub fn kind_names() -> [&'static str; WinKind::ALL.len() + 1] {
        let mut names = ["drawn"; WinKind::ALL.len() + 1];
        for (name, kind) in names[1..].iter_mut().zip(WinKind::ALL) {
            *name = kind.name();
        }
        names
    }

    /// One round, counted from 0.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<RoundResult> {
        let columns = &self.columns;
        let index = *columns.index.get(place)?;
        let seats = usize::from(self.rules.seats());
        let mut payments = PerSeat::default();
        let points = columns.payments.get(place * seats..(place + 1) * seats)?;
        for (seat, points) in Seat::all(self.rules.seats()).zip(points) {
            payments[seat] = *points;
        }
        Some(RoundResult {
            index,
            dealer: Seat::new(usize::from(columns.dealer[place]))?,
            winner: usize::try_from(columns.winner[place])
                .ok()
                .and_then(Seat::new),
            kind: win_kind(columns.kind[place]),
            huxi: columns.huxi[place],
            units: columns.units[place],
            fan: columns.fan[place],
            items: columns.items[place],
            score: columns.score[place],
            payments,
            decisions: columns.decisions[place],
            draws: columns.draws[place],
        })
    }

    /// Every round in turn.
    pub fn iter(&self) -> impl Iterator<Item = RoundResult> + '_ {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// Adds a round.
    pub fn push(&mut self, round: &RoundResult) {
        let columns = &mut self.columns;
        columns.index.push(round.index);
        columns.dealer.push(seat_number(round.dealer));
        columns
            .winner
            .push(round.winner.map_or(NOBODY, seat_number));
        columns.kind.push(round.kind.map_or(DRAWN, kind_number));
        columns.huxi.push(round.huxi);
        columns.units.push(round.units);
        columns.fan.push(round.fan);
        columns.items.push(round.items);
        columns.score.push(round.score);
        columns
            .payments
            .extend_from_slice(round.payments.of(self.rules.seats()));
        columns.decisions.push(round.decisions);
        columns.draws.push(round.draws);
    }

    /// Adds the rounds of other results behind these.
    ///
    /// # Errors
    /// Results of another ruleset, other agents or another seed.
    pub fn merge(&mut self, other: &Self) -> Result<(), SimError> {
        let differs = [
            ("ruleset", self.rules != other.rules),
            ("table of agents", self.agents != other.agents),
            ("seed", self.seed != other.seed),
        ];
        if let Some((what, _)) = differs.into_iter().find(|(_, differs)| *differs) {
            return Err(SimError::Merge { what });
        }
        self.columns.extend(&other.columns);
        Ok(())
    }

    /// What the rounds add up to.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }
}

/// The number of a seat, of whatever type a column has.
fn seat_number<N: TryFrom<usize>>(seat: Seat) -> N {
    let number = N::try_from(seat.index()).ok();
    number.expect("no table has more than four seats")
}

/// The number of a kind of win in the column of kinds.
fn kind_number(kind: WinKind) -> u8 {
    (1..)
        .zip(WinKind::ALL)
        .find(|(_, each)| *each == kind)
        .map_or(DRAWN, |(number, _)| number)
}

fn win_kind(number: u8) -> Option<WinKind> {
    WinKind::ALL
        .get(usize::from(number).checked_sub(1)?)
        .copied()
}

impl Columns {
    fn extend(&mut self, other: &Self) {
        self.index.extend_from_slice(&other.index);
        self.dealer.extend_from_slice(&other.dealer);
        self.winner.extend_from_slice(&other.winner);
        self.kind.extend_from_slice(&other.kind);
        self.huxi.extend_from_slice(&other.huxi);
        self.units.extend_from_slice(&other.units);
        self.fan.extend_from_slice(&other.fan);
        self.items.extend_from_slice(&other.items);
        self.score.extend_from_slice(&other.score);
        self.payments.extend_from_slice(&other.payments);
        self.decisions.extend_from_slice(&other.decisions);
        self.draws.extend_from_slice(&other.draws);
    }

    /// Refuses columns of different lengths and values that mean nothing.
    fn check(&self, seats: u8) -> Result<(), SimError> {
        let rounds = self.index.len();
        let lengths = [
            ("dealer", self.dealer.len()),
            ("winner", self.winner.len()),
            ("kind", self.kind.len()),
            ("huxi", self.huxi.len()),
            ("units", self.units.len()),
            ("fan", self.fan.len()),
            ("items", self.items.len()),
            ("score", self.score.len()),
            ("decisions", self.decisions.len()),
            ("draws", self.draws.len()),
        ];
        let payments = ("payments", self.payments.len(), rounds * usize::from(seats));
        let mut lengths = lengths
            .map(|(column, found)| (column, found, rounds))
            .into_iter()
            .chain([payments]);
        if let Some((column, found, expected)) =
            lengths.find(|(_, found, expected)| found != expected)
        {
            let message = format!("{found} entries, expected {expected}");
            return Err(SimError::Columns { column, message });
        }
        let bad = |column, found: i64, expected: &str| SimError::Columns {
            column,
            message: format!("found {found}, expected {expected}"),
        };
        let last = seats - 1;
        let is_seat = |winner: i8| u8::try_from(winner).is_ok_and(|seat| seat <= last);
        if let Some(&found) = self.dealer.iter().find(|dealer| **dealer > last) {
            return Err(bad(
                "dealer",
                found.into(),
                &format!("a seat from 0 to {last}"),
            ));
        }
        if let Some(&found) = self
            .winner
            .iter()
            .find(|winner| **winner != NOBODY && !is_seat(**winner))
        {
            return Err(bad(
                "winner",
                found.into(),
                &format!("a seat from 0 to {last}, or {NOBODY}"),
            ));
        }
        for (kind, winner) in self.kind.iter().zip(&self.winner) {
            if usize::from(*kind) > WinKind::ALL.len() || (*kind == DRAWN) != (*winner == NOBODY) {
                let expected = format!("0 without a winner, 1 to {} with one", WinKind::ALL.len());
                return Err(bad("kind", (*kind).into(), &expected));
            }
        }
        Ok(())
    }
}
