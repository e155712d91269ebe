//! Distances against a breadth-first search over a seat's own takes.
//!
//! The oracle (`search`) does what the definition in the engine's `distance` module says and nothing cleverer.
//!
//! `PAOHUZI_EXHAUSTIVE=8` runs all hands up to eight cards and thirty times the samples; any other number of cards will
//! do, and 1 means 8. That takes hours: `PAOHUZI_PART=3/200` runs the third of 200 equal parts of the hands of six cards and
//! more and of the samples, on as many machines or days as there are parts.

mod common;
#[path = "distance_oracle/search.rs"]
mod search;

use common::{PRESETS, preset};
use search::{From, Game, Oracle, SOURCES, State, one};

use paohuzi_engine::{
    Card, CardSet, ChiBlock, Counts, Draw, DrawBy, Meld, MeldKind, Outlook, Position, Ruleset,
    WinContext, below, best_win, discard_distances, distance, generator, useful_cards, waits_in,
};
use rand_chacha::ChaCha8Rng;

/// The cards of the largest hands in a long run.
fn exhaustive() -> Option<u8> {
    let cards = std::env::var("PAOHUZI_EXHAUSTIVE").ok()?;
    let cards = cards.parse().expect("a number of cards");
    Some(if cards == 1 { 8 } else { cards })
}

fn melds(text: &str) -> Vec<Meld> {
    text.split_whitespace()
        .map(|text| text.parse().expect("a meld"))
        .collect()
}

/// Every hand of so many cards.
fn hands(cards: u8, show: &mut impl FnMut(Counts)) {
    fn choose(hand: Counts, from: usize, cards: u8, show: &mut impl FnMut(Counts)) {
        let Some(&card) = Card::ALL.get(from) else {
            if cards == 0 {
                show(hand);
            }
            return;
        };
        for copies in 0..=cards.min(4) {
            let more = hand
                .checked_add(Counts::of(card, copies))
                .expect("a new kind");
            choose(more, from + 1, cards - copies, show);
        }
    }
    choose(Counts::EMPTY, 0, cards, show);
}

fn compare(
    oracle: &mut Oracle,
    game: &Game<'_>,
    position: &Position,
    outlook: &Outlook,
    most: usize,
) -> Option<usize> {
    let start = State::new(position, outlook);
    let expected = oracle.distance(game, &start, most);
    let found = distance(position, outlook, game.rules).map(usize::from);
    assert_eq!(
        found.filter(|found| *found <= most),
        expected,
        "{} beside {:?}, {:?}, {}",
        position.hand(),
        position.melds(),
        outlook,
        game.rules.to_json(),
    );
    expected
}

/// The distances after every discard, and the useful cards, by asking the oracle about what comes of each.
fn compare_choices(oracle: &mut Oracle, game: &Game<'_>, position: &Position, outlook: &Outlook) {
    let start = State::new(position, outlook);
    let what = format!(
        "{} beside {:?}, {:?}, {}",
        position.hand(),
        position.melds(),
        outlook,
        game.rules.to_json()
    );
    let due = start.owned() == start.waiting_size(game.rules) + 1;
    let mut expected = Vec::new();
    for (card, _) in start.hand.loose().kinds().filter(|_| due) {
        let rest = start.without(one(card)).expect("held");
        expected.push((card, oracle.distance(game, &rest, usize::MAX)));
    }
    let found = discard_distances(position, outlook, game.rules);
    let found: Vec<_> = found
        .iter()
        .map(|after| (after.card, after.distance.map(usize::from)))
        .collect();
    assert_eq!(found, expected, "{what}");

    let (own, others) = oracle.open_waits(game, &start);
    for (card, wait) in Card::ALL
        .into_iter()
        .zip(waits_in(position, outlook, game.rules))
    {
        let found = (wait.own.is_some(), wait.others.is_some());
        let expected = (own.contains(card), others.contains(card));
        assert_eq!(found, expected, "{card}, {what}");
    }

    let useful = useful_cards(position, outlook, game.rules);
    let distance = oracle.distance(game, &start, usize::MAX);
    for from in SOURCES {
        for card in Card::ALL {
            let mut helps = false;
            for rest in game.rests(start.clone()) {
                match distance {
                    Some(0) if from != From::OtherDiscard => {
                        let (own, others) = oracle.open_waits(game, &rest);
                        let waits = if from == From::OwnDraw { own } else { others };
                        helps |= waits.contains(card);
                    }
                    Some(0) => {
                        let win = || {
                            let position =
                                Position::new(rest.hand, &rest.melds, game.rules).ok()?;
                            let by = DrawBy::Discard;
                            let draw = Some(Draw { card, by });
                            best_win(&position, draw, game.rules, WinContext::default()).ok()?
                        };
                        // A discard after which the hand is not ready, though it wins on one card from another's hand,
                        // is none of the best ones.
                        let is_best = oracle.distance(game, &rest, 0).is_some();
                        let open = is_best
                            && game.rules.discard_wins()
                            && rest.unseen.get(card) > 0
                            && !game.is_locked(&rest, card);
                        helps |= open && win().is_some();
                    }
                    None => {}
                    Some(distance) => {
                        for taken in game.takes(&rest, card, from) {
                            helps |= oracle.distance(game, &taken, distance - 1).is_some();
                        }
                    }
                }
            }
            let found = match from {
                From::OwnDraw => useful.own.contains(card),
                From::OtherDraw => useful.drawn.contains(card),
                From::OtherDiscard => useful.discarded.contains(card),
            };
            assert_eq!(found, helps, "{card} from {from:?}, {what}");
        }
    }
}

/// The part of a long run that is wanted, from 0, and how many there are.
fn part() -> (u64, u64) {
    let Ok(part) = std::env::var("PAOHUZI_PART") else {
        return (0, 1);
    };
    let numbers = part.split_once('/').expect("a part as 3/200");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let (part, parts) = (number(numbers.0), number(numbers.1));
    assert!((1..=parts).contains(&part), "part {part} of {parts}");
    (part - 1, parts)
}

/// Tables of no quad, one, two and three, with few and with many huxi, with triples of each kind, and with a block
/// missing. The first five are always tried.
const TABLES: [&str; 10] = [
    "peng:s4 wei:b3 chi:s1-s2-s3 chi:s8-s9-s10 chi:b8-b9-b10",
    "chi:s4-s5-s6 chi:s7-s8-s9 chi:b4-b5-b6 peng:s3",
    "pao:s5 peng:b4 chi:b1-b2-b3 chi:s1-s2-s3 chi:s7-s8-s9",
    "dealt_ti:b5 ti:s3 chi:b1-b2-b3 chi:s7-s8-s9 chi:s5-s6-s7",
    "pao:s1 ti:b5 pao:b4 chi:b1-b2-b3 chi:s6-s7-s8",
    "peng:s1 peng:s2 wei:s4 chou_wei:b5 chi:b1-b2-b3 chi:s2-s7-s10",
    "chi:b1-b2-b3 chi:b2-b7-b10 chi:s4-s5-s6 chi:s8-s9-s10 chi:s5-s5-b5",
    "chi:s4-s5-s6 chi:s8-s9-s10 chi:s5-s5-b5 chi:b4-b5-b6 chi:b8-b9-b10",
    "ti:s1 wei:s9 chi:b3-b4-b5 chi:s6-s7-s8 chi:b8-b9-b10",
    "pao:s1 pao:s2 wei:b3 chi:s4-s5-s6 chi:b8-b9-b10",
];

#[test]
fn every_small_hand() {
    let rules = Ruleset::default();
    let (most_cards, tables) = exhaustive().map_or((5, 5), |cards| (cards, TABLES.len()));
    let (part, parts) = part();
    let mut counts = [0_u64; 8];
    let mut number = 0;
    for table in TABLES.iter().take(tables) {
        let mut oracle = Oracle::default();
        let table = melds(table);
        for cards in 0..=most_cards {
            hands(cards, &mut |hand| {
                number += 1;
                if cards > 5 && number % parts != part {
                    return;
                }
                let Ok(position) = Position::new(hand, &table, &rules) else {
                    return;
                };
                let outlook = Outlook::open(&position);
                let game = Game::new(&rules, &position, &outlook);
                let found = compare(&mut oracle, &game, &position, &outlook, usize::MAX);
                counts[found.map_or(7, |found| found.min(6))] += 1;
            });
        }
    }
    eprintln!("distances 0 to 6 and dead hands: {counts:?}");
    // All distances are met, and dead hands.
    assert!(
        [0, 1, 2, 3, 4, 7].iter().all(|i| counts[*i] > 0),
        "{counts:?}"
    );
}

fn below_usize(chance: &mut ChaCha8Rng, bound: usize) -> usize {
    below(chance, u32::try_from(bound).expect("small")) as usize
}

fn any<T: Copy>(chance: &mut ChaCha8Rng, all: &[T]) -> T {
    all[below_usize(chance, all.len())]
}

/// A block that can lie on the table, of any kind.
fn any_block(chance: &mut ChaCha8Rng) -> Meld {
    let chis: Vec<_> = ChiBlock::all().take(40).collect();
    let kinds = [
        MeldKind::Peng,
        MeldKind::Wei,
        MeldKind::ChouWei,
        MeldKind::Pao,
        MeldKind::Ti,
    ];
    if below(chance, 2) == 0 {
        Meld::chi(any(chance, &chis))
    } else {
        Meld::of(any(chance, &kinds), any(chance, &Card::ALL)).expect("no chi")
    }
}

/// Random melds, then a hand of so many cards: the cards of random blocks with some exchanged, or random ones.
fn any_position(chance: &mut ChaCha8Rng, melds: usize, cards: u8, rules: &Ruleset) -> Position {
    loop {
        let mut table: Vec<Meld> = Vec::new();
        let mut left = Counts::PACK;
        while table.len() < melds {
            let meld = any_block(chance);
            if let Some(rest) = left.checked_sub(meld.counts()) {
                left = rest;
                table.push(meld);
            }
        }
        let structured = below(chance, 3) > 0;
        let mut hand = Counts::EMPTY;
        while hand.len() < cards {
            let more = if structured && below(chance, 4) > 0 {
                let block = any_block(chance).counts();
                let lost = any(chance, &block.cards().collect::<Vec<_>>());
                let lost = if below(chance, 3) == 0 {
                    one(lost)
                } else {
                    Counts::EMPTY
                };
                block.checked_sub(lost).expect("of the block")
            } else {
                one(any(chance, &Card::ALL))
            };
            if hand.len() + more.len() <= cards
                && let Some(rest) = left.checked_sub(more)
                && let Some(sum) = hand.checked_add(more)
            {
                left = rest;
                hand = sum;
            }
        }
        if let Ok(position) = Position::new(hand, &table, rules) {
            return position;
        }
    }
}

fn any_rules(chance: &mut ChaCha8Rng) -> Ruleset {
    let mut flip = || below(chance, 2) == 0;
    let (own_first, break_pao, one_five_ten, kan) = (flip(), flip(), flip(), flip());
    let (must_peng, own_ti, skip) = (flip(), flip(), flip());
    let (zero_wins, patterns) = (flip(), flip());
    let luzhou = below(chance, 4) == 0;
    let huxi = if luzhou {
        r#"{"peng": {"small": 1, "big": 3, "red_small": 6, "red_big": 9},
            "kan": {"small": 6, "big": 9, "red_small": 9, "red_big": 12},
            "wei": {"small": 2, "big": 2},
            "pao": {"small": 9, "big": 12, "red_small": 12, "red_big": 15}}"#
    } else {
        "{}"
    };
    let base = preset(any(chance, &PRESETS));
    let min_huxi = any(chance, &[0, 3, 6, 9, 10, 15, 15, 15, 18, 21]);
    let triple = if kan { "kan" } else { "peng" };
    let fourth = if own_ti { "ti" } else { "pao" };
    let passed = any(chance, &["free", "until_xi_changes", "never"]);
    let no_discard = if skip { "skip" } else { "illegal" };
    let with_fan = if patterns { min_huxi / 2 } else { 0 };
    let keys = format!(
        r#"{{"own_draw_first": {own_first}, "break_pao_for_hu": {break_pao}, "one_five_ten": {one_five_ten},
             "must_peng": {must_peng}, "peng_self_fourth": "{fourth}", "no_discard_chi_peng": "{no_discard}",
             "passed_hu": "{passed}",
             "min_huxi_with_fan": {with_fan}, "zero_huxi_wins": {zero_wins},
             "hu_triple_from_other": "{triple}", "min_huxi": {min_huxi}, "huxi": {huxi}}}"#
    );
    base.replaced(&keys)
        .unwrap_or_else(|error| panic!("{keys}: {error}"))
}

fn any_cards(chance: &mut ChaCha8Rng, most: u32) -> CardSet {
    (0..below(chance, most + 1))
        .map(|_| any(chance, &Card::ALL))
        .collect()
}

/// Takes some copies out of what can still come, and makes some cards stale.
fn any_outlook(chance: &mut ChaCha8Rng, position: &Position) -> Outlook {
    let mut outlook = Outlook::open(position);
    if below(chance, 2) == 0 {
        return outlook;
    }
    for _ in 0..below(chance, 25) {
        let seen = one(any(chance, &Card::ALL));
        outlook.unseen = outlook.unseen.checked_sub(seen).unwrap_or(outlook.unseen);
    }
    outlook.stale_chi = any_cards(chance, 5);
    outlook.stale_peng = any_cards(chance, 5);
    outlook.barred = below(chance, 6) == 0;
    outlook.dead = below(chance, 20) == 0;
    if below(chance, 2) == 0 {
        outlook.locked_wins = any_cards(chance, 20);
    }
    outlook
}

/// So many random positions with so many cards short of a whole hand beside so many melds.
fn sample(seed: u64, number: u64, melds: usize, most: usize) {
    let mut counts = [0_u64; 9];
    let number = if exhaustive().is_some() {
        30 * number
    } else {
        number
    };
    let (part, parts) = part();
    for i in (0..number).filter(|i| i % parts == part) {
        let chance = &mut generator(seed, i, 77);
        let plain = below(chance, 2) == 0;
        let rules = match below(chance, 4) {
            0 | 1 if plain => Ruleset::default(),
            2 | 3 if plain => preset(any(chance, &PRESETS)),
            _ => any_rules(chance),
        };
        let melds = melds.saturating_sub(below_usize(chance, 2) * usize::from(melds > 0));
        let due = below(chance, 4) == 0;
        // The size of a hand at rest, one more where a discard is due, a few less for free intakes.
        let free = u8::from(below(chance, 6) == 0);
        // A table of five blocks has fewer melds for the same hand.
        let melds = melds.saturating_sub(7 - usize::from(rules.blocks()));
        let cards =
            rules.hand_size() - 3 * u8::try_from(melds).expect("few") + u8::from(due) - free;
        let position = any_position(chance, melds, cards.min(rules.hand_size() + 1), &rules);
        let outlook = any_outlook(chance, &position);
        let game = Game::new(&rules, &position, &outlook);
        let found = compare(&mut Oracle::default(), &game, &position, &outlook, most);
        if most == usize::MAX && i % 4 == 0 {
            compare_choices(&mut Oracle::default(), &game, &position, &outlook);
        }
        counts[found.map_or(8, |found| found.min(7))] += 1;
    }
    // Ready hands, hands that are not, and dead or distant ones.
    let met = [0, 1, 8].iter().all(|i| counts[*i] > 0);
    assert!(met || number / parts <= 10, "{counts:?}");
}

#[test]
fn sampled_hands_of_five_to_eleven_cards() {
    sample(1, 2000, 5, usize::MAX);
    sample(2, 200, 4, usize::MAX);
    sample(3, 10, 3, usize::MAX);
}

#[test]
fn sampled_hands_of_fourteen_cards() {
    sample(4, 10, 2, 2);
}

#[test]
fn sampled_whole_hands() {
    sample(5, 60, 0, 1);
    sample(6, 60, 1, 1);
}
