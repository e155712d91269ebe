//! Scripted rounds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use paohuzi_engine::{Action, Card, Counts, Deck, Fault, Meld, Round, Ruleset, Seat, parse_cards};
use serde::Deserialize;

use super::hands::items_of;
use super::{Case, Check, Differences, ruleset, words};

/// A round from a full deal, what is answered and what holds on the way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scripted {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    dealer: usize,
    hands: Vec<String>,
    shown: String,
    stock: String,
    script: Vec<String>,
    #[serde(default)]
    expect: Expected,
}

/// Keys of the settlement. What is absent is not compared.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Expected {
    winner: Option<usize>,
    kind: Option<String>,
    self_draw: Option<bool>,
    huxi: Option<u8>,
    units: Option<u16>,
    fan: Option<u16>,
    score: Option<u32>,
    payments: Option<Vec<i64>>,
    items: Option<BTreeMap<String, u16>>,
    next_dealer: Option<usize>,
}

impl Case for Scripted {
    fn differences(&self) -> Result<Differences, String> {
        let rules = Arc::new(ruleset(&self.rules, &self.options)?);
        let dealer = Seat::new(self.dealer).ok_or("no such dealer")?;
        let deck = self.deck(&rules)?;
        let mut round = Round::from_deck(rules, &deck, dealer, 0, &mut ())
            .map_err(|error| error.to_string())?;
        let mut differences = Vec::new();
        for (number, line) in self.script.iter().enumerate() {
            let told = check_line(&mut round, line);
            differences.extend(
                told.err()
                    .map(|error| format!("script line {number}, {line}: {error}")),
            );
        }
        self.compare_end(&round, &mut differences);
        Ok(differences)
    }
}

impl Scripted {
    /// The deck that deals these cards.
    fn deck(&self, rules: &Ruleset) -> Result<Deck, String> {
        if self.hands.len() != usize::from(rules.seats()) {
            return Err(format!(
                "{} hands, expected {}",
                self.hands.len(),
                rules.seats()
            ));
        }
        let mut cards = Vec::new();
        let mut add = |what: &str, text: &str, size: usize| {
            let part = parse_cards(text).map_err(|error| format!("{what}: {error}"))?;
            if part.len() != size {
                return Err(format!("{what} has {} cards, expected {size}", part.len()));
            }
            cards.extend(part);
            Ok(())
        };
        for (i, hand) in self.hands.iter().enumerate() {
            add(&format!("hand {i}"), hand, rules.hand_size().into())?;
        }
        add("shown", &self.shown, 1)?;
        add("stock", &self.stock, rules.full_stock())?;
        Deck::from_cards(&cards).map_err(|error| error.to_string())
    }

    fn compare_end(&self, round: &Round, differences: &mut Differences) {
        let expected = &self.expect;
        let settlement = round.settlement();
        let win = settlement.as_ref().and_then(|settlement| settlement.win());
        let kind = settlement
            .as_ref()
            .map(|settlement| settlement.kind().to_owned());
        let mut check = Check(differences);
        check.opt("kind", kind, expected.kind.as_ref());
        check.opt(
            "winner",
            win.map(|win| win.seat.index()),
            expected.winner.as_ref(),
        );
        check.opt(
            "self_draw",
            win.map(|win| win.win.self_draw),
            expected.self_draw.as_ref(),
        );
        check.opt("huxi", win.map(|win| win.win.huxi), expected.huxi.as_ref());
        check.opt(
            "units",
            win.map(|win| win.win.units),
            expected.units.as_ref(),
        );
        check.opt("fan", win.map(|win| win.win.fan), expected.fan.as_ref());
        check.opt(
            "score",
            win.map(|win| win.win.score),
            expected.score.as_ref(),
        );
        let payments = settlement
            .as_ref()
            .map(|settlement| settlement.payments().to_vec());
        check.opt("payments", payments, expected.payments.as_ref());
        let items = win.map(|win| items_of(&win.win, round.rules()));
        check.opt("items", items, expected.items.as_ref());
        let next = round.next_deal().map(|next| next.dealer.index());
        check.opt("next_dealer", next, expected.next_dealer.as_ref());
    }
}

fn same<T: PartialEq + Debug>(found: &T, expected: &T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("found {found:?}, expected {expected:?}"))
}

/// Does what a line of the script says.
fn check_line(round: &mut Round, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "active" => {
            let found: Vec<usize> = round
                .active_seats()
                .iter()
                .map(|seat| seat.index())
                .collect();
            same(&found, &words(rest)?)
        }
        "over" => same(&round.is_over(), &true),
        "stock" => same(
            &round.stock().len(),
            &rest.parse().map_err(|_| "no number")?,
        ),
        "refuse" => {
            let (seat, text) = seat_and(rest)?;
            let action = action(text)?;
            let before = round.clone();
            let mut events = Vec::new();
            if round.apply(seat, action, &mut events).is_ok() {
                *round = before;
                return Err("it was accepted".into());
            }
            same(&(&*round, events), &(&before, Vec::new()))
        }
        "melds" => {
            let (seat, melds) = seat_and(rest)?;
            same(&round.melds(seat).to_vec(), &words::<Meld>(melds)?)
        }
        "stale_chi" => {
            let (seat, cards) = seat_and(rest)?;
            same(&round.stale_chi(seat), &words(cards)?.into_iter().collect())
        }
        "stale_peng" => {
            let (seat, cards) = seat_and(rest)?;
            same(
                &round.stale_peng(seat),
                &words(cards)?.into_iter().collect(),
            )
        }
        "row" => {
            let (seat, cards) = seat_and(rest)?;
            let found: Vec<Card> = round.row(seat).iter().map(|row| row.card()).collect();
            same(&found, &words(cards)?)
        }
        "hand" => {
            let (seat, cards) = seat_and(rest)?;
            let expected: Counts = cards.parse().map_err(|error| format!("{error}"))?;
            same(&round.hand(seat), &expected)
        }
        "fault" => {
            let (seat, expected) = seat_and(rest)?;
            same(&round.fault(seat).map_or("", Fault::name), &expected)
        }
        "is_fault" => {
            let (seat, rest) = seat_and(rest)?;
            let (action, expected) = rest.split_once(' ').unwrap_or((rest, ""));
            let action = self::action(action)?;
            if !round.legal(seat).contains(action) {
                return Err(format!("{action} is not legal"));
            }
            same(
                &round.fault_of(seat, action).map_or("", Fault::name),
                &expected,
            )
        }
        "dead" => same(&round.is_dead(seat_and(rest)?.0), &true),
        "alive" => same(&round.is_dead(seat_and(rest)?.0), &false),
        _ if word.ends_with('?') => {
            let (seat, _) = seat_and(word.trim_end_matches('?'))?;
            let found: BTreeSet<String> = round
                .legal(seat)
                .iter()
                .map(|action| action.to_string())
                .collect();
            let expected = words::<Action>(rest)?;
            same(&found, &expected.iter().map(ToString::to_string).collect())
        }
        _ => {
            let (seat, text) = seat_and(line)?;
            let answered = round.apply(seat, action(text)?, &mut ());
            answered.map_err(|error| error.to_string())
        }
    }
}

fn seat_and(text: &str) -> Result<(Seat, &str), String> {
    let (seat, rest) = text.split_once(' ').unwrap_or((text, ""));
    let seat = seat.parse().ok().and_then(Seat::new);
    seat.map(|seat| (seat, rest))
        .ok_or_else(|| format!("{text:?} names no seat"))
}

fn action(text: &str) -> Result<Action, String> {
    text.parse().map_err(|error| format!("{error}"))
}
