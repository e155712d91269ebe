//! Arrangements and waits against a plain second implementation.
//!
//! The oracle writes down every way to lay the cards in groups, then strikes out what the rulebook forbids. It shares
//! nothing with the engine but the text of cards and melds.

use std::collections::BTreeSet;

use paohuzi_engine::{
    Card, Counts, Draw, DrawBy, KINDS, Meld, Position, Ruleset, arrangements, waits,
};

/// The choices of a ruleset that decide what a drawn card may be read as.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
struct Options {
    own_draw_first: bool,
    break_pao_for_hu: bool,
    triple_from_other_is_kan: bool,
    one_five_ten: bool,
    min_huxi: u32,
}

impl Options {
    fn all(min_huxi: u32) -> impl Iterator<Item = Self> {
        (0..16).map(move |bits| Self {
            own_draw_first: bits & 1 == 0,
            break_pao_for_hu: bits & 2 == 0,
            triple_from_other_is_kan: bits & 4 != 0,
            one_five_ten: bits & 8 != 0,
            min_huxi,
        })
    }

    fn rules(self) -> Ruleset {
        let triple = if self.triple_from_other_is_kan {
            "kan"
        } else {
            "peng"
        };
        let keys = format!(
            r#"{{"own_draw_first": {}, "break_pao_for_hu": {}, "hu_triple_from_other": "{triple}",
                 "one_five_ten": {}, "min_huxi": {}}}"#,
            self.own_draw_first, self.break_pao_for_hu, self.one_five_ten, self.min_huxi
        );
        Ruleset::default()
            .replaced(&keys)
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Cards as numbers 0 to 19, sorted, as often as they are there.
type Cards = Vec<usize>;

/// A group of cards that the rules know as a block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Chi([usize; 3]),
    Pair(usize),
    Triple(usize),
    Quad(usize),
}

/// Rulebook R14, R15, A43: runs, 2-7-10, 1-5-10, two of one size and one of the other.
fn is_chi([a, b, c]: [usize; 3], options: Options) -> bool {
    let (size, rank) = (|card: usize| card / 10, |card: usize| card % 10 + 1);
    if size(a) == size(c) {
        let ranks = [rank(a), rank(b), rank(c)];
        b == a + 1 && c == b + 1
            || ranks == [2, 7, 10]
            || options.one_five_ten && ranks == [1, 5, 10]
    } else {
        rank(a) == rank(b) && rank(b) == rank(c)
    }
}

fn copies(cards: &[usize], card: usize) -> usize {
    cards.iter().filter(|other| **other == card).count()
}

/// Every way to lay all cards in groups, whatever the rules say about it.
fn groupings(cards: &[usize], options: Options) -> BTreeSet<Vec<Group>> {
    let Some((&first, rest)) = cards.split_first() else {
        return BTreeSet::from([Vec::new()]);
    };
    let mut found = BTreeSet::new();
    let mut with = |group: Group, rest: &[usize]| {
        for mut groups in groupings(rest, options) {
            groups.push(group.clone());
            groups.sort();
            found.insert(groups);
        }
    };
    for (size, group) in [
        (2, Group::Pair(first)),
        (3, Group::Triple(first)),
        (4, Group::Quad(first)),
    ] {
        if copies(cards, first) >= size {
            with(group, &cards[size..]);
        }
    }
    for i in 0..rest.len() {
        for j in i + 1..rest.len() {
            let chi = [first, rest[i], rest[j]];
            let again = j > i + 1 && rest[j] == rest[j - 1] || i > 0 && rest[i] == rest[i - 1];
            if again || !is_chi(chi, options) {
                continue;
            }
            let mut left = rest.to_vec();
            left.remove(j);
            left.remove(i);
            with(Group::Chi(chi), &left);
        }
    }
    found
}

/// A block as the table or an arrangement has it: word and cards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    word: &'static str,
    cards: Cards,
}

impl Block {
    fn same(word: &'static str, card: usize) -> Self {
        let size = match word {
            "pair" => 2,
            "ti" | "dealt_ti" | "pao" => 4,
            _ => 3,
        };
        let cards = vec![card; size];
        Self { word, cards }
    }

    fn is_quad(&self) -> bool {
        self.cards.len() == 4
    }

    /// Rulebook 3.1, Hunan column.
    fn huxi(&self) -> u32 {
        let (small, big) = match self.word {
            "peng" => (1, 3),
            "kan" | "wei" | "chou_wei" => (3, 6),
            "pao" => (6, 9),
            "ti" | "dealt_ti" => (9, 12),
            "chi" => match self
                .cards
                .iter()
                .map(|card| card % 10 + 1)
                .collect::<Vec<_>>()[..]
            {
                [1, 2, 3] | [2, 7, 10] | [1, 5, 10] => (3, 6),
                _ => (0, 0),
            },
            _ => (0, 0),
        };
        if self.cards[0] < 10 { small } else { big }
    }

    fn text(&self) -> String {
        let cards: Vec<_> = self
            .cards
            .iter()
            .map(|card| Card::ALL[*card].text())
            .collect();
        let cards = if self.word == "chi" {
            cards.join("-")
        } else {
            cards[0].to_owned()
        };
        format!("{}:{cards}", self.word)
    }
}

/// A drawn card, and whether the seat itself drew it.
type Drawn = Option<(usize, bool)>;

/// The finished arrangements: table blocks in their order, hand blocks sorted by text; with their huxi.
fn finished(
    hand: &[usize],
    table: &[Block],
    drawn: Drawn,
    options: Options,
) -> BTreeSet<(Vec<String>, u32)> {
    let mut found = BTreeSet::new();
    let mut all = hand.to_vec();
    all.extend(drawn.map(|(card, _)| card));
    all.sort_unstable();
    for groups in groupings(&all, options) {
        if let Some(blocks) = hand_blocks(&groups, hand, drawn, options)
            && leaves_table_alone(table, drawn, options)
        {
            found.extend(complete(table, &blocks, options));
        }
    }
    // The card goes to a table block of its kind, and the hand is laid without it (2.3, R10, R13).
    if let Some((card, own)) = drawn {
        for (place, block) in table.iter().enumerate() {
            let word = match block.word {
                "wei" | "chou_wei" if own => "ti",
                "peng" | "wei" | "chou_wei" => "pao",
                _ => continue,
            };
            if block.cards[0] != card {
                continue;
            }
            let mut table = table.to_vec();
            table[place] = Block::same(word, card);
            for groups in groupings(hand, options) {
                if let Some(blocks) = hand_blocks(&groups, hand, None, options) {
                    found.extend(complete(&table, &blocks, options));
                }
            }
        }
    }
    found
}

/// Whether the drawn card may be used elsewhere although a table block of its kind is there (A3, A4, ruling 2).
fn leaves_table_alone(table: &[Block], drawn: Drawn, options: Options) -> bool {
    let Some((card, own)) = drawn else {
        return true;
    };
    table.iter().all(|block| {
        let same = block.word != "chi" && block.cards[0] == card;
        let ti_is_due = own && block.word != "peng";
        !same
            || if ti_is_due {
                !options.own_draw_first
            } else {
                options.break_pao_for_hu
            }
    })
}

/// The groups as blocks of the hand, if the rules allow each of them.
fn hand_blocks(
    groups: &[Group],
    hand: &[usize],
    drawn: Drawn,
    options: Options,
) -> Option<Vec<Block>> {
    let mut blocks = Vec::new();
    for group in groups {
        blocks.push(match *group {
            Group::Chi(cards) => Block {
                word: "chi",
                cards: cards.to_vec(),
            },
            Group::Pair(card) => Block::same("pair", card),
            Group::Triple(card) => match (copies(hand, card), drawn) {
                (3, _) => Block::same("kan", card),
                (2, Some((_, true))) => Block::same("wei", card),
                (2, Some((_, false))) if options.triple_from_other_is_kan => {
                    Block::same("kan", card)
                }
                (2, Some((_, false))) => Block::same("peng", card),
                _ => return None,
            },
            Group::Quad(card) => match (copies(hand, card), drawn) {
                (4, _) => Block::same("dealt_ti", card),
                (3, Some((_, true))) => Block::same("ti", card),
                (3, Some((_, false))) => Block::same("pao", card),
                _ => return None,
            },
        });
    }
    for card in 0..KINDS {
        let whole = |size| {
            let same = |block: &&Block| block.word != "chi" && block.cards == vec![card; size];
            blocks.iter().any(|block| same(&block))
        };
        let is_drawn = drawn.is_some_and(|(drawn, _)| drawn == card);
        let own = drawn.is_some_and(|(_, own)| own);
        let allowed = match copies(hand, card) {
            4 => whole(4),
            // R8: a kan is never split; the fourth card makes it a quad or is used elsewhere.
            3 if !is_drawn => whole(3),
            3 if own => whole(4) || whole(3) && !options.own_draw_first,
            3 => whole(4) || whole(3) && options.break_pao_for_hu,
            // R25: the own wei comes first.
            2 if is_drawn && own => whole(3) || !options.own_draw_first,
            _ => true,
        };
        if !allowed {
            return None;
        }
    }
    Some(blocks)
}

/// The whole as an arrangement, if it is complete (R17, R26, R27).
fn complete(table: &[Block], hand: &[Block], options: Options) -> Option<(Vec<String>, u32)> {
    let all = || table.iter().chain(hand);
    let pairs = all().filter(|block| block.word == "pair").count();
    let quads = all().filter(|block| block.is_quad()).count();
    let huxi = all().map(Block::huxi).sum();
    let whole = all().count() == 7 && pairs == quads.min(1) && huxi >= options.min_huxi;
    whole.then(|| {
        let mut hand: Vec<_> = hand.iter().map(Block::text).collect();
        hand.sort();
        let laid = table.iter().map(Block::text);
        (laid.chain(hand).collect(), huxi)
    })
}

/// What the engine says, in the oracle's words.
fn engine(position: &Position, drawn: Drawn, rules: &Ruleset) -> Vec<(Vec<String>, u32)> {
    let draw = drawn.map(|(card, own)| Draw {
        card: Card::ALL[card],
        by: if own { DrawBy::Own } else { DrawBy::Other },
    });
    let found = arrangements(position, draw, rules).unwrap_or_else(|error| panic!("{error}"));
    let table = position.melds().len();
    let words = |blocks: &[Meld]| blocks.iter().map(ToString::to_string).collect::<Vec<_>>();
    found
        .iter()
        .map(|found| {
            let (laid, hand) = found.blocks.split_at(table);
            let mut hand = words(hand);
            hand.sort();
            ([words(laid), hand].concat(), u32::from(found.huxi))
        })
        .collect()
}

/// The position of a hand beside a table, if the pack has the cards.
fn position(hand: &[usize], table: &[Block], rules: &Ruleset) -> Option<Position> {
    let kinds: Vec<_> = hand.iter().map(|card| Card::ALL[*card]).collect();
    let melds: Vec<Meld> = table
        .iter()
        .map(|block| block.text().parse().expect("a meld"))
        .collect();
    match Position::new(Counts::from_cards(&kinds)?, &melds, rules) {
        Ok(position) => Some(position),
        Err(error) => {
            assert!(
                ["hand_copies", "hand_size"].contains(&error.code()),
                "{error}"
            );
            None
        }
    }
}

/// Compares every draw of a hand beside a table; how many arrangements win.
fn compare(hand: &[usize], table: &[Block], options: Options, rules: &Ruleset) -> usize {
    let Some(position) = position(hand, table, rules) else {
        return 0;
    };
    let mut owned = hand.to_vec();
    owned.extend(table.iter().flat_map(|block| &block.cards));
    let waits = waits(&position, rules);
    let mut wins = 0;
    for card in (0..KINDS).filter(|card| copies(&owned, *card) < 4) {
        for own in [true, false] {
            let drawn = Some((card, own));
            let expected = finished(hand, table, drawn, options);
            let found = engine(&position, drawn, rules);
            let distinct: BTreeSet<_> = found.iter().cloned().collect();
            let case = || format!("{position:?} + {} {own} {options:?}", Card::ALL[card]);
            assert_eq!(distinct, expected, "{}", case());
            assert_eq!(distinct.len(), found.len(), "shown twice: {}", case());
            let best = expected.iter().map(|(_, huxi)| *huxi).max();
            let wait = waits[card];
            let wait = if own { wait.own } else { wait.others };
            assert_eq!(wait.map(u32::from), best, "{}", case());
            wins += expected.len();
        }
    }
    wins
}

fn table(text: &str) -> Vec<Block> {
    let words = [
        "chi", "peng", "wei", "chou_wei", "pao", "ti", "dealt_ti", "kan", "pair",
    ];
    text.split_whitespace()
        .map(|text| {
            let (word, cards) = text.split_once(':').expect("a meld");
            let word = words
                .into_iter()
                .find(|known| *known == word)
                .expect("a word");
            let number = |card: &str| card.parse::<Card>().expect("a card").index();
            let cards: Cards = cards.split('-').map(number).collect();
            if word == "chi" {
                Block { word, cards }
            } else {
                Block::same(word, cards[0])
            }
        })
        .collect()
}

/// Every hand of so many cards.
fn hands(size: usize) -> Vec<Cards> {
    let mut hands = vec![Vec::new()];
    for _ in 0..size {
        hands = hands
            .iter()
            .flat_map(|hand: &Cards| {
                (hand.last().copied().unwrap_or(0)..KINDS)
                    .filter(|card| copies(hand, *card) < 4)
                    .map(|card| [hand.as_slice(), &[card]].concat())
            })
            .collect();
    }
    hands
}

#[test]
fn every_hand_of_up_to_two_cards_beside_six_melds() {
    let six = [
        "peng:s4 wei:b3 chi:s1-s2-s3 chi:s1-s2-s3 chi:b8-b9-b10 chi:s8-s8-b8",
        "peng:s4 pao:b3 chi:s1-s2-s3 chi:s1-s2-s3 chi:b8-b9-b10 chou_wei:s8",
        "ti:s4 pao:b3 wei:s2 peng:s7 wei:b7 peng:b2",
    ]
    .map(table);
    for options in Options::all(0) {
        let rules = options.rules();
        for melds in &six {
            let hands = (0..=2).flat_map(hands);
            let wins: usize = hands
                .map(|hand| compare(&hand, melds, options, &rules))
                .sum();
            assert!(wins >= 20, "{wins} beside {melds:?}");
        }
    }
}

#[test]
fn every_hand_of_up_to_five_cards_beside_five_melds() {
    let options: Vec<_> = Options::all(0)
        .map(|options| (options, options.rules()))
        .collect();
    let no_quad = table("peng:s4 wei:b3 chi:s1-s2-s3 chi:b8-b9-b10 chi:s8-s8-b8");
    let a_quad = table("peng:s4 pao:b5 chi:s1-s2-s3 wei:b2 chi:s8-s8-b8");
    let mut wins = 0;
    // Each larger hand meets some of the rulesets; together they meet all.
    for (size, rulesets) in [(3, 16), (4, 8), (5, 3)] {
        let melds = if size == 5 { &no_quad } else { &a_quad };
        for (i, hand) in hands(size).iter().enumerate() {
            for step in 0..rulesets {
                let (options, rules) = &options[(i + 5 * step) % options.len()];
                wins += compare(hand, melds, *options, rules);
            }
        }
    }
    assert!(wins > 10_000, "{wins}");
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
}

/// A hand that lacks one card of seven blocks, or nearly, and what of it lies on the table.
fn near_ready(numbers: &mut Numbers, chis: &[[usize; 3]]) -> (Cards, Vec<Block>) {
    let mut owned: Cards = Vec::new();
    let (mut hand, mut table) = (Vec::new(), Vec::new());
    let mut has_quad = false;
    while hand.len().div_ceil(3) + table.len() < 7 {
        let blocks = hand.len().div_ceil(3) + table.len();
        if blocks == 6 && has_quad {
            let card = numbers.below(KINDS);
            if copies(&owned, card) <= 2 {
                hand.extend([card; 2]);
                break;
            }
            continue;
        }
        let card = numbers.below(KINDS);
        let block = match numbers.below(12) {
            0 => Block::same("peng", card),
            1 => Block::same("wei", card),
            2 => Block::same("chou_wei", card),
            3..=5 => Block::same("kan", card),
            6 if numbers.below(3) == 0 => {
                Block::same(["pao", "ti", "dealt_ti"][numbers.below(3)], card)
            }
            _ => {
                let cards = chis[numbers.below(chis.len())].to_vec();
                Block { word: "chi", cards }
            }
        };
        let fits = |card: &usize| copies(&owned, *card) + copies(&block.cards, *card) <= 4;
        if !block.cards.iter().all(fits) {
            continue;
        }
        owned.extend(&block.cards);
        has_quad |= block.is_quad();
        let in_hand = block.word == "kan" || block.word == "chi" && numbers.below(3) > 0;
        if in_hand {
            hand.extend(block.cards);
        } else {
            table.push(block);
        }
    }
    if !hand.is_empty() {
        hand.swap_remove(numbers.below(hand.len()));
    }
    if !hand.is_empty() && numbers.below(3) == 0 {
        let place = numbers.below(hand.len());
        hand[place] = numbers.below(KINDS);
    }
    hand.sort_unstable();
    (hand, table)
}

#[test]
fn near_ready_hands_under_every_option() {
    let seed = 20;
    let mut numbers = Numbers(seed);
    let options: Vec<_> = [0, 15]
        .into_iter()
        .flat_map(Options::all)
        .map(|options| (options, options.rules()))
        .collect();
    let mut wins = 0;
    for i in 0..10_000 {
        let (options, rules) = &options[i % options.len()];
        let mut chis = Vec::new();
        for a in 0..KINDS {
            for b in a..KINDS {
                chis.extend(
                    (b..KINDS)
                        .map(|c| [a, b, c])
                        .filter(|chi| is_chi(*chi, *options) && chi[0] != chi[2]),
                );
            }
        }
        let (hand, table) = near_ready(&mut numbers, &chis);
        wins += compare(&hand, &table, *options, rules);
    }
    assert!(wins > 10_000, "seed {seed}: {wins} wins");
}

#[test]
fn complete_hands_without_a_draw() {
    let mut numbers = Numbers(7);
    let runs: Vec<_> = (0..8).chain(10..18).map(|a| [a, a + 1, a + 2]).collect();
    let mut wins = 0;
    for options in Options::all(0) {
        let rules = options.rules();
        for _ in 0..200 {
            let (hand, table) = near_ready(&mut numbers, &runs);
            for card in 0..KINDS {
                // Now and then it is the one that was taken out.
                let mut hand = hand.clone();
                hand.push(card);
                hand.sort_unstable();
                let Some(position) = position(&hand, &table, &rules) else {
                    continue;
                };
                let found: BTreeSet<_> = engine(&position, None, &rules).into_iter().collect();
                let expected = finished(&hand, &table, None, options);
                assert_eq!(found, expected, "{position:?} {options:?}");
                wins += found.len();
            }
        }
    }
    assert!(wins > 3_000, "{wins}");
}
