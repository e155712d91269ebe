//! The log of a seat: each line is one that the seat can see.

use serde_json::{Map, Value};

use super::END;
use crate::action::Action;
use crate::card::Card;
use crate::counts::Counts;
use crate::event::WinKind;
use crate::event_json::HIDDEN;
use crate::fault::Fault;
use crate::meld::MeldKind;
use crate::seat::Seat;

/// What is known of a seat's log while it is read.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    seat: Seat,
    seats: u8,
    /// Whether a deal has to come first, whether it has come, whether the round is over.
    deals: bool,
    has_dealt: bool,
    is_over: bool,
}

/// The keys that events have beside their kind.
const OF_CARD: [&str; 2] = ["seat", "card"];
const OF_ACTION: [&str; 2] = ["seat", "action"];
const OF_END: [&str; 8] = [
    "outcome", "winner", "huxi", "units", "fan", "items", "score", "payments",
];

impl Seen {
    pub(super) const fn new(seat: Seat, seats: u8, deals: bool) -> Self {
        Self {
            seat,
            seats,
            deals,
            has_dealt: false,
            is_over: false,
        }
    }

    pub(super) const fn seat(&self) -> Seat {
        self.seat
    }

    /// Takes a line; what was expected where it cannot be one.
    pub(super) fn take(&mut self, value: &Value) -> Result<(), String> {
        let table = value.as_object().ok_or("a table")?;
        let kind = table.get("kind").and_then(Value::as_str).ok_or("a kind")?;
        if self.is_over {
            return Err("no more lines".to_owned());
        }
        if (kind == "deal") != (self.deals && !self.has_dealt) {
            let first = "a deal first, and no other";
            return Err(first.to_owned());
        }
        self.has_dealt = true;
        match kind {
            "deal" => self.deal(table),
            END => {
                self.is_over = true;
                keys(table, &OF_END)
            }
            "exhausted" => keys(table, &[]),
            "dead" => {
                keys(table, &["seat"])?;
                self.own(table, kind)
            }
            "fault" => {
                keys(table, &["seat", "fault"])?;
                self.own(table, kind)?;
                let fault = table
                    .get("fault")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                fault.parse::<Fault>().map(drop)
            }
            "answer" => {
                keys(table, &OF_ACTION)?;
                action(table)?;
                self.own(table, kind)
            }
            "chi" => {
                keys(table, &OF_ACTION)?;
                self.of_seat(table)?;
                match action(table)? {
                    Action::Chi(..) => Ok(()),
                    Action::Pass
                    | Action::Hu
                    | Action::Peng
                    | Action::Pao
                    | Action::Wei
                    | Action::Ti
                    | Action::Discard(_) => Err("the action of a chi".to_owned()),
                }
            }
            "hu" => {
                keys(table, &["seat", "card", "win_kind"])?;
                self.of_seat(table)?;
                let win = table.get("win_kind").and_then(Value::as_str);
                if !WinKind::ALL.iter().any(|kind| Some(kind.name()) == win) {
                    return Err("a known win_kind".to_owned());
                }
                match table.get("card") {
                    Some(Value::Null) => Ok(()),
                    _ => card(table),
                }
            }
            "concealed_ti" | "concealed_draw" | "wei" => {
                keys(table, &OF_CARD)?;
                let is_own = self.of_seat(table)? == self.seat;
                let is_hidden = table.get("card").and_then(Value::as_str) == Some(HIDDEN);
                match (is_own, is_hidden) {
                    (false, true) => Ok(()),
                    (false, false) => Err(format!("a hidden card, {HIDDEN:?}")),
                    (true, _) => card(table),
                }
            }
            "pao" | "ti" => {
                keys(table, &["seat", "card", "on"])?;
                self.of_seat(table)?;
                let on = table.get("on").and_then(Value::as_str);
                if !MeldKind::ALL.iter().any(|kind| Some(kind.name()) == on) {
                    return Err("the kind of meld that it was laid on".to_owned());
                }
                card(table)
            }
            "dealt_ti" | "draw" | "discard" | "peng" | "open_wei" | "chou_wei" | "unclaimed" => {
                keys(table, &OF_CARD)?;
                self.of_seat(table)?;
                card(table)
            }
            _ => Err("a known kind of event".to_owned()),
        }
    }

    fn deal(&self, table: &Map<String, Value>) -> Result<(), String> {
        keys(table, &["dealer", "hands", "shown"])?;
        self.seat_at(table, "dealer")?;
        let shown = table.get("shown").and_then(Value::as_str);
        shown
            .and_then(|text| text.parse::<Card>().ok())
            .ok_or("the shown card")?;
        let hands = table.get("hands").and_then(Value::as_array);
        let hands = hands.filter(|hands| hands.len() == usize::from(self.seats));
        let hands = hands.ok_or_else(|| format!("{} hands", self.seats))?;
        for (hand, seat) in hands.iter().zip(Seat::all(self.seats)) {
            let text = hand.as_str().ok_or("the text of a hand")?;
            let is_hidden = text == HIDDEN;
            if is_hidden == (seat == self.seat) || !(is_hidden || text.parse::<Counts>().is_ok()) {
                return Err(format!(
                    "the hand of seat {} and {HIDDEN:?} for the others",
                    self.seat
                ));
            }
        }
        Ok(())
    }

    fn seat_at(&self, table: &Map<String, Value>, key: &str) -> Result<Seat, String> {
        let number = table.get(key).and_then(Value::as_u64);
        let seat = number.filter(|number| *number < self.seats.into());
        seat.and_then(|number| Seat::new(usize::try_from(number).ok()?))
            .ok_or_else(|| format!("a {key} from 0 to {}", self.seats - 1))
    }

    fn of_seat(&self, table: &Map<String, Value>) -> Result<Seat, String> {
        self.seat_at(table, "seat")
    }

    fn own(&self, table: &Map<String, Value>, kind: &str) -> Result<(), String> {
        if self.of_seat(table)? == self.seat {
            return Ok(());
        }
        Err(format!("{kind} of no seat but {}", self.seat))
    }
}

fn keys(table: &Map<String, Value>, keys: &[&str]) -> Result<(), String> {
    let fits = table.len() == keys.len() + 1 && keys.iter().all(|key| table.contains_key(*key));
    if fits {
        return Ok(());
    }
    Err(format!("the keys kind {}", keys.join(" ")))
}

fn card(table: &Map<String, Value>) -> Result<(), String> {
    let text = table.get("card").and_then(Value::as_str);
    match text.map(str::parse::<Card>) {
        Some(Ok(_)) => Ok(()),
        Some(Err(_)) | None => Err("a card".to_owned()),
    }
}

fn action(table: &Map<String, Value>) -> Result<Action, String> {
    let text = table.get("action").and_then(Value::as_str);
    text.and_then(|text| text.parse().ok())
        .ok_or_else(|| "an action".to_owned())
}
