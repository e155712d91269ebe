//! The win check and the waits on packed hands, the plain search beside them, on hands of twenty cards that lack one.
//! Prints a markdown table.

mod table;

use std::hint::black_box;
use std::time::Instant;

use paohuzi_engine::{
    Card, ChiBlock, ChiShape, Counts, Draw, DrawBy, Meld, MeldKind, Packed, Position, Ruleset,
    WinContext, below, best_win, build_tables, generator, plain,
};
use rand_chacha::ChaCha8Rng;
use table::{Goal, Table};

const SEED: u64 = 1;
/// Enough that no branch predictor knows them by heart.
const HANDS: usize = 20_000;
/// The plain search is asked for the waits of fewer.
const FEW: usize = 2000;

/// A hand, its table and a drawn card.
struct Question {
    position: Position,
    packed: Packed,
    draw: Draw,
}

/// Seven random blocks, three in ten with a quad and a pair, of which a random card is taken out of the hand and now and
/// then another is exchanged; on the table lies nothing, or four blocks in ten. Half of the drawn cards are the lacking
/// one, half are drawn by the seat itself.
fn near_ready(rules: &Ruleset, with_melds: bool) -> Vec<Question> {
    let chance = &mut generator(SEED, u64::from(with_melds), 3);
    let mut questions = Vec::with_capacity(HANDS);
    while questions.len() < HANDS {
        let (mut hand, melds) = seven_blocks(chance, with_melds);
        let Some(lacking) = any_card(hand, chance) else {
            continue;
        };
        hand = hand.checked_sub(Counts::of(lacking, 1)).unwrap_or_default();
        if below(chance, 10) < 3
            && let Some(card) = any_card(hand, chance)
        {
            let without = hand.checked_sub(Counts::of(card, 1)).unwrap_or_default();
            let with = without.checked_add(Counts::of(random_card(chance), 1));
            hand = with.unwrap_or(hand);
        }
        let card = [lacking, random_card(chance)][below(chance, 2) as usize];
        let by = [DrawBy::Own, DrawBy::Other][below(chance, 2) as usize];
        let draw = Draw { card, by };
        let position = Position::new(hand, &melds, rules);
        if let Ok(position) = position
            && best_win(&position, Some(draw), rules, WinContext::default()).is_ok()
        {
            let packed = Packed::of(&position, rules);
            questions.push(Question {
                position,
                packed,
                draw,
            });
        }
    }
    questions
}

fn random_card(chance: &mut ChaCha8Rng) -> Card {
    Card::ALL[below(chance, 20) as usize]
}

fn any_card(hand: Counts, chance: &mut ChaCha8Rng) -> Option<Card> {
    let cards = u32::from(hand.len());
    let place = (cards > 0).then(|| below(chance, cards))?;
    hand.cards().nth(place as usize)
}

fn seven_blocks(chance: &mut ChaCha8Rng, with_melds: bool) -> (Counts, Vec<Meld>) {
    let (mut owned, mut hand, mut melds) = (Counts::EMPTY, Counts::EMPTY, Vec::new());
    let has_quad = below(chance, 10) < 3;
    let mut blocks = 0;
    while blocks < 7 {
        let lies = with_melds && below(chance, 10) < 4;
        let card = random_card(chance);
        let of = |kind| Meld::of(kind, card);
        let meld = if has_quad && blocks == 0 {
            let laid = [MeldKind::Pao, MeldKind::Ti][below(chance, 2) as usize];
            of(if with_melds { laid } else { MeldKind::DealtTi })
        } else if has_quad && blocks == 6 {
            of(MeldKind::Pair)
        } else if below(chance, 4) == 0 {
            let laid = [MeldKind::Peng, MeldKind::Wei][below(chance, 2) as usize];
            of(if lies { laid } else { MeldKind::Kan })
        } else {
            ChiBlock::from_index(below(chance, 40) as usize)
                .filter(|block| block.shape() != ChiShape::OneFiveTen)
                .map(Meld::chi)
        };
        let Some(meld) = meld else {
            continue;
        };
        let Some(more) = owned.checked_add(meld.counts()) else {
            continue;
        };
        owned = more;
        blocks += 1;
        let on_table = match meld.kind() {
            MeldKind::Kan | MeldKind::Pair => false,
            MeldKind::DealtTi => with_melds,
            MeldKind::Chi => lies,
            MeldKind::Peng | MeldKind::Wei | MeldKind::ChouWei | MeldKind::Pao | MeldKind::Ti => {
                true
            }
        };
        if on_table {
            melds.push(meld);
        } else {
            hand = hand.checked_add(meld.counts()).unwrap_or_default();
        }
    }
    (hand, melds)
}

/// Measures the sum of an answer over questions, which must be the expected one.
fn measure<'a>(
    table: &mut Table,
    name: &str,
    goal: Goal,
    (questions, expected): (&'a [Question], u64),
    answer: impl Fn(&'a Question) -> u64,
) {
    table.row(name, goal, questions.len(), expected, || {
        questions.iter().map(|ask| answer(black_box(ask))).sum()
    });
}

/// The huxi of a win, one more so that a win of none counts.
fn counted(huxi: Option<u8>) -> u64 {
    huxi.map_or(0, |huxi| u64::from(huxi) + 1)
}

fn win_checks(table: &mut Table, set: &str, all: &[Question], rules: &Ruleset) {
    let packed = |ask: &Question| counted(ask.packed.best_huxi(ask.draw, rules));
    let anew = |ask: &Question| {
        let packed = Packed::new(ask.position.hand(), ask.position.melds(), rules);
        counted(packed.best_huxi(ask.draw, rules))
    };
    let search = |ask: &Question| counted(plain::best_huxi(&ask.position, Some(ask.draw), rules));
    let sum = all.iter().map(search).sum();
    let asked = (all, sum);
    let goal = Goal {
        must: "15 M/s",
        aim: "40 M/s",
    };
    let name = format!("win check with best huxi, packed, {set}");
    measure(table, &name, goal, asked, packed);
    let goal = Goal {
        must: "6 M/s",
        aim: "15 M/s",
    };
    let name = format!("the same from counts and melds, {set}");
    measure(table, &name, goal, asked, anew);
    let name = format!("the same by the plain search, {set}");
    measure(table, &name, Goal::default(), asked, search);
}

/// The cards of both masks and the huxi of all waits, as one number.
fn digest(waits: impl Fn(Card) -> (Option<u8>, Option<u8>)) -> u64 {
    let of = |card: Card| {
        let (own, others) = waits(card);
        (counted(own) + 100 * counted(others)) << card.index()
    };
    Card::ALL.into_iter().map(of).sum()
}

fn all_waits(table: &mut Table, set: &str, all: &[Question], rules: &Ruleset) {
    let packed = |ask: &Question| {
        let waits = ask.packed.waits(rules);
        digest(|card| (waits.own(card), waits.others(card)))
    };
    let search = |ask: &Question| {
        let waits = plain::waits(&ask.position, rules);
        digest(|card| waits[card.index()])
    };
    assert!(all.iter().all(|ask| packed(ask) == search(ask)));
    // What is measured is the waits alone: adding them up costs more than finding them.
    let cards = |ask: &Question| {
        let waits = black_box(ask.packed.waits(rules));
        u64::from(waits.own_cards().bits()) + u64::from(waits.others_cards().bits())
    };
    let sum = all.iter().map(cards).sum();
    let goal = Goal {
        must: "5 M/s",
        aim: "15 M/s",
    };
    let name = format!("waits, own and others, best huxi, packed, {set}");
    measure(table, &name, goal, (all, sum), cards);
    let few = &all[..FEW.min(all.len())];
    let sum = few.iter().map(search).sum();
    let name = format!("the same by the plain search, {set}");
    measure(table, &name, Goal::default(), (few, sum), search);
}

fn best_wins(table: &mut Table, set: &str, wins: &[Question], rules: &Ruleset) {
    let best = |ask: &Question| {
        let win = best_win(&ask.position, Some(ask.draw), rules, WinContext::default());
        win.ok().flatten().map_or(0, |win| u64::from(win.huxi))
    };
    // Under plain rules the best score has the most huxi.
    let search = |ask: &Question| {
        let all = plain::arrangements(&ask.position, Some(ask.draw), rules);
        let huxi = all.iter().map(|arrangement| u64::from(arrangement.huxi));
        huxi.max().unwrap_or(0)
    };
    let sum = wins.iter().map(search).sum();
    let name = format!("best win by score, settled, {set}");
    measure(table, &name, Goal::default(), (wins, sum), best);
    let name = format!("its arrangements by the plain search, not settled, {set}");
    measure(table, &name, Goal::default(), (wins, sum), search);
}

fn main() {
    let started = Instant::now();
    build_tables();
    eprintln!("tables built in {:?}", started.elapsed());
    let rules = &Ruleset::default();
    let mut table = Table::new();
    for (set, with_melds) in [("closed", false), ("with melds", true)] {
        let mut all = near_ready(rules, with_melds);
        win_checks(&mut table, set, &all, rules);
        all_waits(&mut table, set, &all, rules);
        all.retain(|ask| {
            let waits = ask.packed.waits(rules);
            !waits.own_cards().is_empty() || !waits.others_cards().is_empty()
        });
        assert!((HANDS / 8..HANDS / 2).contains(&all.len()), "{}", all.len());
        all_waits(&mut table, &format!("{set}, ready"), &all, rules);
        all.retain(|ask| ask.packed.best_huxi(ask.draw, rules).is_some());
        best_wins(&mut table, &format!("{set}, wins"), &all, rules);
    }
}
