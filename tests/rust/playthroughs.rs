//! One round of each preset, told step by step, to be reviewed where it changes.

mod common;
mod golden;

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use common::{PRESETS, preset};
use golden::{data, golden, play};
use paohuzi_engine::{ActionSet, Card, Deck, Event, Game, Round, RowCard, Ruleset, Seat, SeatWin};

/// Rounds that are looked through for one to tell.
const LOOKED_AT: u64 = 2000;

/// Writes a line.
macro_rules! line {
    ($text:expr, $($told:tt)*) => {
        writeln!($text, $($told)*).expect("a text takes everything")
    };
}

/// Each preset has decks of its own.
fn seed(preset: &str) -> u64 {
    preset.bytes().map(u64::from).sum()
}

fn name(preset: &str) -> String {
    format!("playthroughs/{preset}.txt")
}

/// The round that a file tells, by its first line; a new file tells one that is won with items after some play.
fn index_of(preset: &str, rules: &Arc<Ruleset>) -> u64 {
    let told = fs::read_to_string(data(&name(preset))).unwrap_or_default();
    let first = told
        .lines()
        .next()
        .and_then(|line| line.rsplit_once("round "));
    if let Some((_, index)) = first {
        return index
            .parse()
            .expect("the first line ends with the number of the round");
    }
    let fits = |index: &u64| {
        let game = play(rules, seed(preset), *index, |_, _, _, _| {});
        let settlement = game.round().settlement().expect("the round is over");
        let items = settlement.items().len() >= usize::from(!rules.fan_items().is_empty());
        settlement.winner().is_some() && items && game.answers().len() >= 12
    };
    (0..LOOKED_AT).find(fits).expect("such a round")
}

/// The whole round as text.
fn told(preset: &str, rules: &Arc<Ruleset>, index: u64) -> String {
    let mut text = String::new();
    let seed = seed(preset);
    line!(text, "# {preset}: seed {seed}, round {index}");
    line!(
        text,
        "# Told by ./x signature. An answer stands before what comes of it, with what else was legal."
    );
    let mut steps = String::new();
    let mut follower = start(rules, seed, index);
    let mut known = table(follower.round());
    let game = play(rules, seed, index, |seat, legal, action, events| {
        line!(steps, "");
        line!(steps, "{seat} {action}{}", others(legal, action));
        for event in events {
            tell(&mut steps, event);
        }
        follower.push(action).expect("it was legal");
        let now = table(follower.round());
        for (line, _) in now.iter().zip(&known).filter(|(now, then)| now != then) {
            line!(steps, "{line}");
        }
        known = now;
    });
    let (deck, dealer) = (Deck::shuffled(seed, index), game.round().dealer());
    let mut events = Vec::new();
    Round::from_deck(Arc::clone(rules), &deck, dealer, 0, &mut events).expect("a seat");
    for event in &events {
        tell(&mut text, event);
    }
    line!(
        text,
        "  stock {}",
        list(&deck.cards()[deck.cards().len() - rules.full_stock()..])
    );
    text.push_str(&steps);
    line!(text, "");
    settle(&mut text, game.round());
    text
}

fn start(rules: &Arc<Ruleset>, seed: u64, index: u64) -> Game {
    let dealer = Seat::new(usize::try_from(index % 3).expect("a small number")).expect("a seat");
    Game::deal(Arc::clone(rules), Deck::shuffled(seed, index), dealer, 0).expect("a seat")
}

fn list<T: ToString>(items: &[T]) -> String {
    let texts: Vec<_> = items.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// What else was legal.
fn others(legal: ActionSet, action: paohuzi_engine::Action) -> String {
    let others: Vec<_> = legal.iter().filter(|other| *other != action).collect();
    if others.is_empty() {
        return String::new();
    }
    format!("    not {}", list(&others))
}

fn card(card: Option<Card>) -> &'static str {
    card.map_or("?", Card::text)
}

fn tell(text: &mut String, event: &Event) {
    match *event {
        Event::Deal {
            dealer,
            hands,
            shown,
        } => {
            line!(text, "  deal by {dealer}, shown {shown}");
            for seat in Seat::all(4) {
                if let Some(hand) = hands[seat] {
                    line!(text, "  hand {seat} {hand}");
                }
            }
        }
        Event::Answer { .. } => {}
        Event::DealtTi { seat, card } => line!(text, "  dealt_ti {seat} {card}"),
        Event::ConcealedTi { seat, card: dealt } => {
            line!(text, "  concealed_ti {seat} {}", card(dealt));
        }
        Event::Draw { seat, card } => line!(text, "  draw {seat} {card}"),
        Event::ConcealedDraw { seat, card: drawn } => {
            line!(text, "  concealed_draw {seat} {}", card(drawn));
        }
        Event::Discard { seat, card } => line!(text, "  discard {seat} {card}"),
        Event::Chi { seat, card, chi } => {
            line!(
                text,
                "  chi {seat} {}",
                paohuzi_engine::Action::Chi(card, chi)
            );
        }
        Event::Peng { seat, card } => line!(text, "  peng {seat} {card}"),
        Event::Wei { seat, card: laid } => line!(text, "  wei {seat} {}", card(laid)),
        Event::OpenWei { seat, card } => line!(text, "  open_wei {seat} {card}"),
        Event::ChouWei { seat, card } => line!(text, "  chou_wei {seat} {card}"),
        Event::Pao { seat, card, .. } => line!(text, "  pao {seat} {card}"),
        Event::Ti { seat, card, .. } => line!(text, "  ti {seat} {card}"),
        Event::Unclaimed { seat, card } => line!(text, "  unclaimed {seat} {card}"),
        Event::Dead { seat } => line!(text, "  dead {seat}"),
        Event::Fault { seat, fault } => line!(text, "  fault {seat} {fault}"),
        Event::Hu {
            seat,
            card: won,
            kind,
        } => line!(text, "  hu {seat} {} {}", kind.name(), card(won)),
        Event::Exhausted => line!(text, "  exhausted"),
    }
}

/// The hand, the table and the stale cards of each seat.
fn table(round: &Round) -> Vec<String> {
    let of_seat = |seat: Seat| {
        let parts = [
            ("melds", list(round.melds(seat))),
            ("row", list::<RowCard>(round.row(seat))),
            ("stale_chi", round.stale_chi(seat).to_string()),
            ("stale_peng", round.stale_peng(seat).to_string()),
        ];
        let mut line = format!("    {seat}: {}", round.hand(seat));
        for (name, part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
            write!(line, " | {name} {part}").expect("a text takes everything");
        }
        line
    };
    round.seats().map(of_seat).collect()
}

fn settle(text: &mut String, round: &Round) {
    let settlement = round.settlement().expect("the round is over");
    line!(text, "{}", settlement.kind());
    if let Some(SeatWin { seat, win, .. }) = settlement.win() {
        line!(
            text,
            "  winner {seat}{}",
            if win.self_draw { ", self-drawn" } else { "" }
        );
        line!(text, "  blocks {}", list(&win.arrangement.blocks));
        line!(
            text,
            "  huxi {}, units {}, fan {}, score {}",
            win.huxi,
            win.units,
            win.fan,
            win.score
        );
        for line in settlement.items() {
            line!(
                text,
                "  {} {} ({})",
                line.name(round.rules()),
                line.value,
                line.rule(round.rules())
            );
        }
    }
    let points: Vec<_> = settlement
        .payments()
        .iter()
        .map(|points| format!("{points:+}"))
        .collect();
    line!(text, "  points {}", points.join(" "));
    let next = round.next_deal().expect("the round is over");
    line!(
        text,
        "  next dealer {}, drawn before {}",
        next.dealer,
        next.drawn_before
    );
}

#[test]
fn one_round_of_each_preset_is_as_told() {
    for preset_name in PRESETS {
        let rules = Arc::new(preset(preset_name));
        let index = index_of(preset_name, &rules);
        golden(&name(preset_name), &told(preset_name, &rules, index));
    }
}

#[test]
fn there_is_no_other_playthrough() {
    let files = fs::read_dir(data("playthroughs")).expect("the folder is part of the project");
    for file in files {
        let file = file.expect("a readable folder").file_name();
        let known = PRESETS
            .iter()
            .any(|preset| *file == *format!("{preset}.txt"));
        assert!(known, "{} is of no preset", file.display());
    }
}
