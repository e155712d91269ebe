//! One round, played by bots.

use std::sync::Arc;

use paohuzi_engine::{
    Action, Deck, IllegalAction, ItemLine, PACK, PerSeat, Round, Ruleset, Seat, View, WinKind,
};

use crate::bot::Bot;
use crate::error::SimError;
use crate::results::HUANGFAN_BIT;

/// What became of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoundResult {
    /// Its index; with the seed of the simulation it gives the deck.
    pub index: u64,
    /// The dealer.
    pub dealer: Seat,
    /// Who won; nobody where the stock ran out.
    pub winner: Option<Seat>,
    /// How it was won.
    pub kind: Option<WinKind>,
    /// Plain huxi of the win, 0 without one.
    pub huxi: u8,
    /// Units of the win with those of a self-draw, 0 without one.
    pub units: u16,
    /// Fan of the win, 1 when plain, 0 without one.
    pub fan: u16,
    /// Fan items of the win: bit i for item i of the ruleset, bit [`HUANGFAN_BIT`] for 黄番.
    pub items: u64,
    /// What one loser pays.
    pub score: u32,
    /// Points of each seat; 0 for seats that the table does not have.
    pub payments: PerSeat<i64>,
    /// Questions that were asked.
    pub decisions: u16,
    /// Cards drawn from the stock.
    pub draws: u8,
}

/// Plays round `index` of the seed, one bot a seat.
///
/// # Errors
/// A number of bots other than that of the seats, or a bot that answers what it may not.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Ruleset, Seat};
/// use paohuzi_sim::{Agent, play_round};
/// let rules = Arc::new(Ruleset::default());
/// let mut bots: Vec<_> = Seat::all(rules.seats()).map(|seat| Agent::Greedy.bot(&rules, 7, 4, seat)).collect();
/// let played = play_round(&rules, &mut bots, 7, 4)?;
/// assert_eq!(Some(played.dealer), Seat::new(4 % 3));
/// assert_eq!(played.payments.of(rules.seats()).iter().sum::<i64>(), 0);
/// # Ok::<(), paohuzi_sim::SimError>(())
/// ```
pub fn play_round(
    rules: &Arc<Ruleset>,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    index: u64,
) -> Result<RoundResult, SimError> {
    if bots.len() != usize::from(rules.seats()) {
        return Err(SimError::Agents {
            found: bots.len(),
            expected: rules.seats(),
        });
    }
    play_with(rules, seed, index, |view| {
        Ok(bots[view.seat.index()].act(view))
    })
}

/// As [`play_round`], with every question put to one function; `view.seat` says whose it is.
///
/// For players that are no [`Bot`], such as those that can fail.
///
/// # Errors
/// What `ask` gives, or an answer that is not legal.
pub fn play_with<E: From<SimError>>(
    rules: &Arc<Ruleset>,
    seed: u64,
    index: u64,
    mut ask: impl FnMut(&View) -> Result<Action, E>,
) -> Result<RoundResult, E> {
    let deck = Deck::shuffled(seed, index);
    let dealer = dealer_of(index, rules.seats());
    let illegal = |seat: Seat| {
        move |source: IllegalAction| SimError::Illegal {
            round: index,
            seat,
            source,
        }
    };
    let mut round =
        Round::from_deck(Arc::clone(rules), &deck, dealer, 0, &mut ()).map_err(illegal(dealer))?;
    let mut decisions = 0_u16;
    while let Some(seat) = round.asked() {
        let action = ask(&round.view(seat))?;
        round.apply(seat, action, &mut ()).map_err(illegal(seat))?;
        decisions = decisions.saturating_add(1);
    }
    // The first card may be drawn before the first question: a dealer with two dealt ti discards nothing.
    let dealt = rules.hand_size() * rules.seats() + 1;
    let drawn = PACK - usize::from(dealt) - round.stock().len();
    Ok(result_of(&round, index, decisions, drawn))
}

/// The dealer of a round: the seats take turns.
pub(crate) fn dealer_of(index: u64, seats: u8) -> Seat {
    Seat::all(seats)
        .find(|seat| seat.index() as u64 == index % u64::from(seats))
        .expect("the rest of a division by the seats is a seat")
}

fn result_of(round: &Round, index: u64, decisions: u16, drawn: usize) -> RoundResult {
    let settlement = round
        .settlement()
        .expect("a round in which nobody is asked is over");
    let mut payments = PerSeat::default();
    for (seat, points) in round.seats().zip(settlement.payments()) {
        payments[seat] = *points;
    }
    let plain = RoundResult {
        index,
        dealer: round.dealer(),
        winner: None,
        kind: None,
        huxi: 0,
        units: 0,
        fan: 0,
        items: 0,
        score: 0,
        payments,
        decisions,
        draws: u8::try_from(drawn).unwrap_or(u8::MAX),
    };
    let Some(won) = settlement.win() else {
        return plain;
    };
    let items = won.win.items.iter().fold(0, |bits, line| {
        bits | 1_u64
            << if line.item == ItemLine::HUANGFAN {
                HUANGFAN_BIT
            } else {
                u32::from(line.item)
            }
    });
    RoundResult {
        winner: Some(won.seat),
        kind: Some(won.kind),
        huxi: won.win.huxi,
        units: won.win.units,
        fan: won.win.fan,
        items,
        score: won.win.score,
        ..plain
    }
}
