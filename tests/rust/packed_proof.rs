//! The tables against the plain search: wins, best huxi, waits, arrangements, on every small hand and on many large ones.
//!
//! `PAOHUZI_EXHAUSTIVE` set goes up to hands of eight cards, `PAOHUZI_HANDS=10000000` sets how many large ones there are.

use std::num::NonZeroUsize;
use std::thread;

use paohuzi_engine::{
    Card, ChiBlock, ChiShape, Counts, Draw, DrawBy, KINDS, Meld, MeldKind, Packed, Position,
    Ruleset, WinContext, arrangements, arrangements_iter, best_win, plain, waits, waits_mask,
};

/// Luzhou's values, where red sets and 2-7-10 are worth more.
const LUZHOU: &str = r#""huxi": {
    "peng": {"small": 1, "big": 3, "red_small": 6, "red_big": 9},
    "kan": {"small": 6, "big": 9, "red_small": 9, "red_big": 12},
    "wei": {"small": 6, "big": 9, "red_small": 9, "red_big": 12},
    "pao": {"small": 9, "big": 12, "red_small": 12, "red_big": 15},
    "ti": {"small": 12, "big": 15, "red_small": 15, "red_big": 18},
    "one_two_three": {"small": 3, "big": 6},
    "two_seven_ten": {"small": 6, "big": 9}}"#;
/// Values that no town has: a pao is worth less than a peng, a small run more than a big one.
const ODD: &str = r#""huxi": {
    "peng": {"small": 7, "big": 2}, "kan": {"small": 0, "big": 5, "red_big": 1}, "wei": {"small": 4, "big": 4},
    "pao": {"small": 1, "big": 0}, "ti": {"small": 2, "big": 30},
    "one_two_three": {"small": 5, "big": 4}, "two_seven_ten": {"small": 1, "big": 0},
    "one_five_ten": {"small": 2, "big": 7}}"#;

/// Rulesets with every choice that decides what a card may be read as, every table of values, with the minimum or not.
fn rulesets(minimum: [u8; 3]) -> Vec<Ruleset> {
    let mut all = Vec::new();
    for bits in 0..36 {
        let on = |bit: u32| bits >> bit & 1 == 1;
        let triple = if on(2) { "kan" } else { "peng" };
        let fourth = if on(4) { "ti" } else { "pao" };
        for (values, least) in [r#""seats": 3"#, LUZHOU, ODD].into_iter().zip(minimum) {
            let keys = format!(
                r#"{{"discard_wins": {}, "hu_after_discard_pao": {}, "own_draw_first": {}, "break_pao_for_hu": {}, "hu_triple_from_other": "{triple}",
                     "peng_self_fourth": "{fourth}", "one_five_ten": {}, "min_huxi": {least}, {values}}}"#,
                !on(5),
                on(5),
                !on(0),
                !on(1),
                on(3)
            );
            let rules = Ruleset::default().replaced(&keys);
            all.push(rules.unwrap_or_else(|error| panic!("{error}")));
        }
    }
    all
}

/// A small generator of numbers, the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    fn card(&mut self) -> Card {
        Card::ALL[self.below(KINDS)]
    }
}

/// What the comparisons met.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    hands: usize,
    ready: usize,
    wins: usize,
    arrangements: usize,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.hands += other.hands;
        self.ready += other.ready;
        self.wins += other.wins;
        self.arrangements += other.arrangements;
    }
}

/// Compares every answer about a hand beside a table.
fn compare(hand: Counts, melds: &[Meld], rules: &Ruleset, tally: &mut Tally) {
    let Ok(position) = Position::new(hand, melds, rules) else {
        return;
    };
    let case = || format!("{position:?} under {}", rules.to_json());
    let packed = Packed::of(&position, rules);
    let expected = plain::waits(&position, rules);
    let found = packed.waits(rules);
    let all = waits(&position, rules);
    let (own_cards, others_cards) = waits_mask(&position, rules);
    let laid = |card: Card| -> u8 { melds.iter().map(|meld| meld.counts().get(card)).sum() };
    tally.hands += 1;
    tally.ready += usize::from(expected.iter().any(|wait| *wait != (None, None)));
    for card in Card::ALL {
        let wait = expected[card.index()];
        assert_eq!(
            (found.own(card), found.others(card)),
            wait,
            "{card} {}",
            case()
        );
        assert_eq!((all[card.index()].own, all[card.index()].others), wait);
        assert_eq!(own_cards.contains(card), wait.0.is_some());
        assert_eq!(others_cards.contains(card), wait.1.is_some());
        let draw = |by| Draw { card, by };
        let can_draw = (hand.get(card) + laid(card)) < 4;
        let on_discard = can_draw
            .then(|| plain::best_huxi(&position, Some(draw(DrawBy::Discard)), rules))
            .flatten();
        for (by, huxi) in [
            (DrawBy::Own, wait.0),
            (DrawBy::Other, wait.1),
            (DrawBy::Discard, on_discard),
        ] {
            let draw = draw(by);
            assert_eq!(packed.best_huxi(draw, rules), huxi, "{draw:?} {}", case());
            if huxi.is_some() {
                tally.wins += 1;
                tally.arrangements += compare_arrangements(&position, Some(draw), rules);
            }
        }
    }
    let huxi = plain::best_huxi(&position, None, rules);
    assert_eq!(
        packed.best_huxi_complete(rules),
        huxi,
        "as it is: {}",
        case()
    );
    if huxi.is_some() {
        tally.arrangements += compare_arrangements(&position, None, rules);
    }
}

/// Compares the arrangements of a winning hand; how many there are.
fn compare_arrangements(position: &Position, draw: Option<Draw>, rules: &Ruleset) -> usize {
    let case = || format!("{draw:?} {position:?} under {}", rules.to_json());
    let expected = plain::arrangements(position, draw, rules);
    let found = arrangements(position, draw, rules).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found, expected, "{}", case());
    let first = arrangements_iter(position, draw, rules).map(|mut found| found.next());
    assert_eq!(first, Ok(expected.first().copied()), "{}", case());
    // Without fan items the best score is that of the most huxi.
    let most = expected.iter().map(|found| found.huxi).max();
    let best = expected.iter().find(|found| Some(found.huxi) == most);
    let win = best_win(position, draw, rules, WinContext::default());
    let win = win.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(win.map(|win| win.arrangement), best.copied(), "{}", case());
    expected.len()
}

/// Shares work out among threads and adds up what they met.
fn in_parts(part: impl Fn(usize, usize) -> Tally + Sync) -> Tally {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let part = &part;
        let parts: Vec<_> = (0..threads)
            .map(|number| scope.spawn(move || part(number, threads)))
            .collect();
        for part in parts {
            tally.add(part.join().expect("no difference"));
        }
    });
    tally
}

fn melds(text: &str) -> Vec<Meld> {
    let meld = |text: &str| text.parse().unwrap_or_else(|error| panic!("{error}"));
    text.split_whitespace().map(meld).collect()
}

/// Every hand of so many cards.
fn each_hand(size: usize, visit: &mut impl FnMut(Counts)) {
    fn fill(from: usize, size: usize, hand: Counts, visit: &mut impl FnMut(Counts)) {
        if size == 0 {
            visit(hand);
            return;
        }
        for card in Card::ALL.into_iter().skip(from) {
            if let Some(more) = hand.checked_add(Counts::of(card, 1)) {
                fill(card.index(), size - 1, more, visit);
            }
        }
    }
    fill(0, size, Counts::EMPTY, visit);
}

/// Tables for hands of so many cards, with none to four quads; the cards that matter are left to the hands.
const TABLES: [(usize, &[&str]); 7] = [
    (
        0,
        &["ti:s4 pao:b3 wei:s2 peng:s7 wei:b7 peng:b2 chi:s8-s8-b8"],
    ),
    (
        1,
        &[
            "peng:s4 wei:b3 pao:b9 chi:s1-s2-s3 chi:b8-b9-b10 chi:s8-s8-b8",
            "ti:s4 pao:b3 wei:s2 peng:s7 chou_wei:b7 peng:b2",
            "ti:s4 pao:b3 dealt_ti:s9 peng:s7 wei:b7 chi:b2-b7-b10",
            "ti:s4 pao:b3 dealt_ti:s9 pao:b6 wei:b7 chi:s1-s2-s3",
        ],
    ),
    (
        2,
        &[
            "peng:s4 wei:b3 chi:s1-s2-s3 chi:s1-s2-s3 chi:b8-b9-b10 chi:s8-s8-b8",
            "peng:s5 wei:b2 peng:b7 chou_wei:s10 chi:b8-b9-b10 chi:s3-s4-s5",
        ],
    ),
    (
        3,
        &["peng:s4 pao:b3 chi:s1-s2-s3 wei:b2 chi:b8-b9-b10 chi:s8-s8-b8"],
    ),
    (
        4,
        &[
            "peng:s4 pao:b5 chi:s1-s2-s3 wei:b2 chi:s8-s8-b8",
            "ti:s4 pao:b5 peng:s7 wei:b2 chi:s8-s8-b8",
            "ti:s4 pao:b5 dealt_ti:b9 wei:b2 peng:s10",
            "ti:s4 pao:b5 dealt_ti:b9 pao:b10 peng:b1",
        ],
    ),
    (
        5,
        &[
            "peng:s4 wei:b3 chi:s1-s2-s3 chi:b8-b9-b10 chi:s8-s8-b8",
            "peng:s2 wei:b10 chi:b7-b8-b9 chi:s3-s4-s5 chi:s5-s5-b5",
        ],
    ),
    // Eight cards, and seven beside a quad, are for the long run.
    (
        8,
        &[
            "peng:s4 wei:b3 chi:s1-s2-s3 chi:s8-s8-b8",
            "pao:b6 wei:b3 chi:s8-s9-s10 peng:s2",
        ],
    ),
];

/// Every hand of these sizes beside the tables meant for `table_size`; each hand meets `met` of the rulesets, one after
/// the other.
fn every_hand(sizes: &[usize], table_size: usize, met: usize) -> Tally {
    let rulesets = rulesets([0; 3]);
    let tables = TABLES.iter().filter(|(size, _)| *size == table_size);
    let tables: Vec<_> = tables
        .flat_map(|(_, tables)| *tables)
        .map(|text| melds(text))
        .collect();
    in_parts(|number, threads| {
        let mut tally = Tally::default();
        for table in &tables {
            let mut count = 0;
            for size in sizes {
                each_hand(*size, &mut |hand| {
                    count += 1;
                    if count % threads == number {
                        for step in 0..met {
                            let rules = &rulesets[(count + 7 * step) % rulesets.len()];
                            compare(hand, table, rules, &mut tally);
                        }
                    }
                });
            }
        }
        tally
    })
}

fn is_exhaustive() -> bool {
    std::env::var_os("PAOHUZI_EXHAUSTIVE").is_some()
}

#[test]
fn every_hand_of_up_to_five_cards() {
    let all = rulesets([0; 3]).len();
    let (all_of_four, all_of_five) = if is_exhaustive() { (all, all) } else { (8, 4) };
    let mut sum = Tally::default();
    for (sizes, table_size, met) in [
        (&[0, 1, 2][..], 0, all),
        (&[0, 1, 2], 1, all),
        (&[0, 1, 2], 2, all),
        (&[3], 2, 8),
        (&[3], 3, 8),
        (&[4], 4, all_of_four),
        (&[5], 5, all_of_five),
        (&[3], 5, 8),
    ] {
        let tally = every_hand(sizes, table_size, met);
        eprintln!("{sizes:?} beside {table_size}: {tally:?}");
        sum.add(tally);
    }
    assert!(sum.hands > 500_000 && sum.wins > 200_000, "{sum:?}");
}

#[test]
fn every_hand_of_up_to_eight_cards() {
    if !is_exhaustive() {
        return;
    }
    for sizes in [[6], [7], [8]] {
        let tally = every_hand(&sizes, 8, 1);
        eprintln!("{sizes:?}: {tally:?}");
        assert!(tally.hands > 100_000, "{tally:?}");
    }
}

/// A hand that lacks one card of so many blocks, or nearly, and what of it lies on the table.
fn near_ready(numbers: &mut Numbers, rules: &Ruleset) -> (Counts, Vec<Meld>) {
    let wanted = usize::from(rules.blocks());
    let laid_often = numbers.below(4);
    let (mut owned, mut hand) = (Counts::EMPTY, Counts::EMPTY);
    let (mut table, mut blocks, mut quads) = (Vec::new(), 0, 0);
    while blocks < wanted {
        let card = numbers.card();
        if quads > 0 && blocks == wanted - 1 {
            if let Some(more) = owned.checked_add(Counts::of(card, 2)) {
                owned = more;
                hand = hand.checked_add(Counts::of(card, 2)).unwrap_or_default();
                blocks += 1;
            }
            continue;
        }
        let block = match numbers.below(14) {
            0 => MeldKind::Peng,
            1 => MeldKind::Wei,
            2 => MeldKind::ChouWei,
            3 | 4 => MeldKind::Kan,
            5 if numbers.below(3) == 0 => [MeldKind::Pao, MeldKind::Ti][numbers.below(2)],
            6 if numbers.below(5) == 0 => MeldKind::DealtTi,
            7 | 8 => {
                // Runs that are worth something are what most wins are made of.
                let chi = ["s1-s2-s3", "s2-s7-s10", "b1-b2-b3", "b2-b7-b10"][numbers.below(4)];
                let meld = format!("chi:{chi}").parse().expect("a meld");
                (owned, blocks) = add(
                    meld, owned, &mut hand, &mut table, blocks, numbers, laid_often,
                );
                continue;
            }
            _ => {
                let chis = ChiBlock::all();
                let chis =
                    chis.filter(|chi| rules.one_five_ten() || chi.shape() != ChiShape::OneFiveTen);
                let chis: Vec<_> = chis.collect();
                let meld = Meld::chi(chis[numbers.below(chis.len())]);
                (owned, blocks) = add(
                    meld, owned, &mut hand, &mut table, blocks, numbers, laid_often,
                );
                continue;
            }
        };
        let Some(meld) = Meld::of(block, card) else {
            continue;
        };
        let before = blocks;
        (owned, blocks) = add(
            meld, owned, &mut hand, &mut table, blocks, numbers, laid_often,
        );
        quads += usize::from(blocks > before && block.is_quad());
    }
    let cards: Vec<_> = hand.cards().collect();
    if !cards.is_empty() {
        hand = without(hand, cards[numbers.below(cards.len())]);
        // A further exchange, and a size that no seat holds, now and then.
        let cards: Vec<_> = hand.cards().collect();
        if !cards.is_empty() && numbers.below(4) == 0 {
            hand = without(hand, cards[numbers.below(cards.len())]);
            hand = hand
                .checked_add(Counts::of(numbers.card(), 1))
                .unwrap_or(hand);
        }
        if numbers.below(10) == 0 {
            hand = hand
                .checked_add(Counts::of(numbers.card(), 1))
                .unwrap_or(hand);
        }
    }
    (hand, table)
}

/// Adds a block to the hand or the table, if the pack has its cards.
fn add(
    meld: Meld,
    owned: Counts,
    hand: &mut Counts,
    table: &mut Vec<Meld>,
    blocks: usize,
    numbers: &mut Numbers,
    laid_often: usize,
) -> (Counts, usize) {
    let Some(more) = owned.checked_add(meld.counts()) else {
        return (owned, blocks);
    };
    let kind = meld.kind();
    let stays = kind == MeldKind::Kan
        || matches!(kind, MeldKind::Chi | MeldKind::DealtTi) && numbers.below(4) >= laid_often;
    if stays {
        *hand = hand.checked_add(meld.counts()).unwrap_or_default();
    } else {
        table.push(meld);
    }
    (more, blocks + 1)
}

fn without(hand: Counts, card: Card) -> Counts {
    hand.checked_sub(Counts::of(card, 1)).unwrap_or_default()
}

/// Random cards beside random melds.
fn random(numbers: &mut Numbers, rules: &Ruleset) -> (Counts, Vec<Meld>) {
    let mut left = Counts::PACK;
    let mut table = Vec::new();
    for _ in 0..numbers.below(usize::from(rules.blocks()) + 1) {
        let meld = if numbers.below(2) == 0 {
            ChiBlock::from_index(numbers.below(40)).map(Meld::chi)
        } else {
            Meld::of(MeldKind::ALL[numbers.below(9)], numbers.card())
        };
        if let Some(meld) = meld.filter(|meld| meld.kind().is_laid())
            && let Some(less) = left.checked_sub(meld.counts())
        {
            left = less;
            table.push(meld);
        }
    }
    let mut hand = Counts::EMPTY;
    let size = usize::from(rules.hand_size()) + 1 - (3 * table.len()).min(15) - numbers.below(3);
    for _ in 0..size {
        let card = numbers.card();
        if let Some(less) = left.checked_sub(Counts::of(card, 1)) {
            left = less;
            hand = hand.checked_add(Counts::of(card, 1)).unwrap_or(hand);
        }
    }
    (hand, table)
}

#[test]
fn random_and_near_ready_hands_of_all_sizes() {
    let hands = std::env::var("PAOHUZI_HANDS").map_or(100_000, |hands| {
        hands.parse().expect("PAOHUZI_HANDS is a number of hands")
    });
    // The preset's minimum, none, and one that few reach.
    let rulesets = [[15, 10, 0], [0, 0, 9], [21, 30, 15]]
        .map(rulesets)
        .concat();
    let tally = in_parts(|number, threads| {
        let mut tally = Tally::default();
        for hand in (number..hands).step_by(threads) {
            let mut numbers = Numbers(hand as u64 ^ 0x9e37_79b9_7f4a_7c15);
            numbers.below(1);
            let rules = &rulesets[numbers.below(rulesets.len())];
            let (hand, table) = if numbers.below(4) == 0 {
                random(&mut numbers, rules)
            } else {
                near_ready(&mut numbers, rules)
            };
            compare(hand, &table, rules, &mut tally);
        }
        tally
    });
    eprintln!("{tally:?}");
    assert!(tally.hands > hands * 9 / 10, "{tally:?}");
    assert!(tally.wins > hands, "{tally:?}");
}

#[test]
fn a_packed_hand_kept_up_to_date_is_the_one_made_anew() {
    let rules = rulesets([15; 3]);
    let mut numbers = Numbers(3);
    for round in 0..3000 {
        let rules = &rules[round % rules.len()];
        let (mut hand, mut table) = (Counts::EMPTY, Vec::new());
        let mut packed = Packed::new(hand, &table, rules);
        for _ in 0..60 {
            let card = numbers.card();
            let held = hand.get(card);
            let size = usize::from(hand.len()) + 3 * table.len();
            let laid = |kind| Meld::of(kind, card).expect("no chi");
            match numbers.below(6) {
                0..=2 if size < 20 => {
                    let next = packed.with_card(card, rules);
                    let fits = packed.owned().get(card) < 4;
                    assert_eq!(next.is_some(), fits);
                    if let Some(next) = next {
                        packed = next;
                        hand = hand.checked_add(Counts::of(card, 1)).expect("fits");
                    }
                }
                3 => {
                    let next = packed.without(card);
                    assert_eq!(next.is_some(), held == 1 || held == 2);
                    if let Some(next) = next {
                        packed = next;
                        hand = without(hand, card);
                    }
                }
                4 if table.len() < 7 => {
                    let (meld, given) = match held {
                        2 => (laid(MeldKind::Wei), 2),
                        3 => (laid(MeldKind::Pao), 3),
                        4 => (laid(MeldKind::DealtTi), 4),
                        _ => {
                            let chi =
                                Meld::chi(ChiBlock::from_index(numbers.below(40)).expect("one"));
                            let given = chi.counts().checked_sub(Counts::of(card, 1));
                            let Some(given) = given else { continue };
                            let Some(rest) = hand.checked_sub(given) else {
                                continue;
                            };
                            if given.kinds().any(|(card, _)| hand.get(card) > 2) {
                                assert_eq!(packed.laid(chi, given, rules), None);
                                continue;
                            }
                            let Some(next) = packed.laid(chi, given, rules) else {
                                continue;
                            };
                            packed = next;
                            hand = rest;
                            table.push(chi);
                            continue;
                        }
                    };
                    let given = Counts::of(card, given);
                    if let Some(next) = packed.laid(meld, given, rules) {
                        packed = next;
                        hand = hand.checked_sub(given).expect("held");
                        table.push(meld);
                    }
                }
                _ => {
                    let grown = table
                        .iter_mut()
                        .find(|meld| meld.card() == Some(card) && meld.kind().size() == 3);
                    let next = packed.laid(laid(MeldKind::Pao), Counts::EMPTY, rules);
                    if let (Some(grown), Some(next)) = (grown, next) {
                        packed = next;
                        *grown = laid(MeldKind::Pao);
                    } else {
                        assert!(next.is_none());
                    }
                }
            }
            assert_eq!(packed, Packed::new(hand, &table, rules), "{hand} {table:?}");
            assert_eq!(packed.held(card), hand.get(card));
        }
    }
}
