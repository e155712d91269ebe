//! The worked wins, waits and chi of the rulebook (section 5) and the positions that broke other engines.

mod common;

use common::preset;
use paohuzi_engine::{
    Card, Draw, DrawBy, Meld, Position, Ruleset, Win, WinContext, arrangements, best_win,
    chi_options, santi_wukan, waits,
};

const OWN: DrawBy = DrawBy::Own;
const OTHER: DrawBy = DrawBy::Other;

fn melds(text: &str) -> Vec<Meld> {
    let meld = |text: &str| text.parse().unwrap_or_else(|error| panic!("{error}"));
    text.split_whitespace().map(meld).collect()
}

fn position(table: &str, hand: &str, rules: &Ruleset) -> Position {
    let hand = hand.parse().unwrap_or_else(|error| panic!("{error}"));
    Position::new(hand, &melds(table), rules).unwrap_or_else(|error| panic!("{error}"))
}

fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn win(
    rules: &Ruleset,
    table: &str,
    hand: &str,
    draw: &str,
    by: DrawBy,
    context: WinContext,
) -> Option<Win> {
    let draw = (!draw.is_empty()).then(|| Draw {
        card: card(draw),
        by,
    });
    best_win(&position(table, hand, rules), draw, rules, context)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn plain() -> WinContext {
    WinContext::default()
}

/// Huxi, units, fan, score.
fn numbers(win: Option<Win>) -> (u8, u16, u16, u32) {
    let win = win.expect("a win");
    (win.huxi, win.units, win.fan, win.score)
}

fn items(win: Option<Win>, rules: &Ruleset) -> String {
    let win = win.expect("a win");
    let lines = win
        .items
        .iter()
        .map(|line| format!("{} {}", line.name(rules), line.value));
    lines.collect::<Vec<_>>().join(", ")
}

const E13: &str = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9";
const E19: &str = "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6";
const E22: (&str, &str) = ("peng:s1 wei:b3", "b7x3 s7x2 b4x3 b8x3 s5x3");
const E25: (&str, &str) = ("peng:s8 peng:s1 wei:b9", "s4x3 s3x3 s9x2 b6x2 s6");

/// Clause, table, hand, draw, who drew it; huxi, units; fan and score in `quanmingtang`, then in `hunan_half`.
type Row<'a> = (
    &'a str,
    &'a str,
    &'a str,
    &'a str,
    DrawBy,
    u8,
    u16,
    (u16, u32),
    (u16, u32),
);

#[test]
#[expect(clippy::too_many_lines, reason = "a table of the rulebook")]
fn complete_hands_are_worth_what_the_rulebook_says() {
    let rows: [Row; 20] = [
        ("E13", "", E13, "s7", OTHER, 15, 1, (1, 1), (1, 1)),
        ("E14", "", E13, "s7", OWN, 15, 2, (1, 2), (1, 2)),
        (
            "E17",
            "chi:s8-s9-s10",
            "b5x2 s1x3 s6x3 b9x3 b4x3 s2 s7 s10",
            "b5",
            OTHER,
            24,
            4,
            (1, 4),
            (1, 4),
        ),
        (
            "E18",
            "chi:s8-s9-s10",
            "b5x2 s1x3 s6x3 b9x3 b4x3 s2 s7 s10",
            "b5",
            OWN,
            27,
            6,
            (1, 6),
            (1, 6),
        ),
        ("E19", "", E19, "s7", OTHER, 18, 2, (4, 8), (3, 6)),
        ("E20", "", E19, "s4", OTHER, 18, 2, (6, 12), (5, 10)),
        (
            "E21",
            "chi:s2-s2-b2",
            "b2 b7x2 b10 s2 s7 s10 b8 b1x3 s4 s5 s6 b4 b5 b6",
            "b9",
            OTHER,
            15,
            1,
            (2, 2),
            (2, 2),
        ),
        ("E22", E22.0, E22.1, "b7", OTHER, 31, 6, (6, 36), (4, 24)),
        (
            "E23",
            "chi:b2-b7-b10 chi:b2-b7-b10 chi:s10-s10-b10 chi:s4-s5-s6",
            "s2 s7 s10 b6 b8 b1x3",
            "b7",
            OWN,
            21,
            4,
            (5, 20),
            (4, 16),
        ),
        (
            "E24",
            "peng:s1 wei:b3 pao:s5 ti:b6",
            "b4x3 b8x3 s9",
            "s9",
            OTHER,
            37,
            8,
            (12, 96),
            (10, 80),
        ),
        ("E25", E25.0, E25.1, "s9", OTHER, 15, 1, (14, 14), (5, 5)),
        ("E26", E25.0, E25.1, "s9", OWN, 17, 2, (14, 28), (5, 10)),
        (
            "E27",
            "chi:b6-b7-b8",
            "b1x3 b5x3 b9x3 b2 b7 b10 b3 b4 s8x2 b8",
            "b2",
            OWN,
            24,
            5,
            (7, 35),
            (1, 5),
        ),
        (
            "E28",
            "wei:s9 chi:b1-b2-b3",
            "s1x3 s4x3 s2 s7 s10 s8x3 s5 s6",
            "s7",
            OTHER,
            21,
            3,
            (10, 30),
            (1, 3),
        ),
        (
            "E29",
            "chi:s7-s7-b7",
            "s2 s7 s10 b2 b7 b10 s1 s2 s3 b8 b9 b1x3 b4 b5 b6",
            "b10",
            OWN,
            18,
            3,
            (3, 9),
            (2, 6),
        ),
        (
            "E31",
            "peng:s4 wei:b8 chi:s1-s2-s3",
            "s2 s7 s10 b2 b7 b10 b1 b2 b5x3",
            "b3",
            OTHER,
            31,
            6,
            (1, 6),
            (1, 6),
        ),
        (
            "E32",
            "ti:b5 pao:s5 peng:b4 chi:b1-b2-b3 chi:s1-s2-s3",
            "b7x2 s8 s9",
            "s10",
            OWN,
            30,
            7,
            (1, 7),
            (1, 7),
        ),
        (
            "E45",
            "pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:b8-b9-b10",
            "s1x3 b9",
            "b9",
            OTHER,
            21,
            3,
            (1, 3),
            (1, 3),
        ),
        (
            "E52",
            "pao:s1 ti:b5 chi:b1-b2-b3 wei:s9 chi:s6-s7-s8",
            "b8x2 s4 s5",
            "s3",
            OTHER,
            27,
            5,
            (1, 5),
            (1, 5),
        ),
        (
            "E53",
            "pao:s1 ti:b5 pao:b4 chi:b1-b2-b3 chi:s6-s7-s8",
            "b8x2 s4 s5",
            "s3",
            OTHER,
            33,
            7,
            (1, 7),
            (1, 7),
        ),
    ];
    let (full, half) = (preset("quanmingtang"), preset("hunan_half"));
    for (clause, table, hand, draw, by, huxi, units, in_full, in_half) in rows {
        for (rules, (fan, score)) in [(&full, in_full), (&half, in_half)] {
            let found = numbers(win(rules, table, hand, draw, by, plain()));
            assert_eq!(
                found,
                (huxi, units, fan, score),
                "{clause} {}",
                rules.name()
            );
        }
    }
}

#[test]
fn contexts_and_presets_change_what_a_win_is_worth() {
    let rules = preset;
    let tianhu = WinContext {
        tianhu: true,
        ..plain()
    };
    let last = WinContext {
        last_card: true,
        ..plain()
    };
    let (full, half) = (rules("quanmingtang"), rules("hunan_half"));
    let more = rules("quanmingtang_full");
    let h5 = rules("hunan_full");

    // E15: the shown card joins the hand, whoever is said to have drawn it.
    for by in [OWN, OTHER] {
        assert_eq!(
            numbers(win(&full, "", E13, "s7", by, tianhu)),
            (15, 2, 6, 12)
        );
        assert_eq!(
            numbers(win(&half, "", E13, "s7", by, tianhu)),
            (15, 2, 1, 2)
        );
    }
    // Ruling 12: the huxi double before the units, the result shows the plain ones. Seven red cards are 2 fan there.
    let doubled = win(&h5, "", E13, "s7", OWN, tianhu);
    assert_eq!(numbers(doubled), (15, 7, 2, 14));
    assert_eq!(items(doubled, &h5), "honghu 2, tianhu 2");
    // E16
    let dealer = "b6x4 s1x3 b1 b2 b3 s4 s5 s6 s8 s9 s10 b8 b9 b10 s2x2";
    assert_eq!(
        numbers(win(&full, "", dealer, "", OWN, tianhu)),
        (21, 4, 6, 24)
    );

    // E30 and C9: alone, 海底 is worth less in S0.
    let hand = "s1x3 s3 s4 b9x2 s9 b5x3 b1x3 s6 s7 s8 b6 b7 b8";
    assert_eq!(
        numbers(win(&full, "", hand, "s5", OTHER, last)),
        (15, 1, 6, 6)
    );
    assert_eq!(
        numbers(win(&full, "", hand, "s5", OWN, last)),
        (15, 2, 6, 12)
    );
    assert_eq!(
        numbers(win(&half, "", hand, "s5", OTHER, last)),
        (15, 1, 1, 1)
    );
    assert_eq!(
        numbers(win(&half, "", hand, "s5", OWN, last)),
        (15, 2, 1, 2)
    );
    assert_eq!(
        numbers(win(&h5, "", hand, "s5", OTHER, last)),
        (15, 1, 2, 2)
    );
    // Ruling 16: the override of 烏 + 對 is a pattern.
    let (table, hand) = ("peng:s1 wei:b3 pao:s5 ti:b6", "b4x3 b8x3 s9");
    let e24 = win(&half, table, hand, "s9", OTHER, last);
    assert_eq!(
        (numbers(e24).2, items(e24, &half)),
        (12, "haidi 2, wuhu_duiduihu 10".to_owned())
    );

    // E25, E26 in the H5 column.
    assert_eq!(numbers(win(&h5, E25.0, E25.1, "s9", OTHER, plain())).2, 13);
    // E31, E32, E46: 行行息, 团胡, 耍猴.
    let (table, hand) = (
        "peng:s4 wei:b8 chi:s1-s2-s3",
        "s2 s7 s10 b2 b7 b10 b1 b2 b5x3",
    );
    assert_eq!(
        numbers(win(&more, table, hand, "b3", OTHER, plain())),
        (31, 6, 8, 48)
    );
    let (table, hand) = (
        "ti:b5 pao:s5 peng:b4 chi:b1-b2-b3 chi:s1-s2-s3",
        "b7x2 s8 s9",
    );
    assert_eq!(
        numbers(win(&more, table, hand, "s10", OWN, plain())),
        (30, 7, 8, 56)
    );
    let table = "peng:s1 pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:b8-b9-b10";
    assert_eq!(
        numbers(win(&more, table, "b9", "b9", OTHER, plain())),
        (19, 2, 6, 12)
    );
    assert_eq!(
        numbers(win(&more, table, "b9", "b9", OWN, plain())),
        (19, 3, 6, 18)
    );
    // 3.3: drawn rounds multiply everything.
    let drawn = WinContext {
        drawn_before: 2,
        ..plain()
    };
    let twice = win(&more, table, "b9", "b9", OWN, drawn);
    assert_eq!(
        (numbers(twice), items(twice, &more).as_str()),
        ((19, 3, 6, 54), "shuahou 6, huangfan 3")
    );
    assert_eq!(
        numbers(win(&full, table, "b9", "b9", OWN, drawn)),
        (19, 3, 1, 3)
    );
}

#[test]
fn five_blocks_are_enough_where_the_ruleset_says_so() {
    // E35: six huxi at least, (15 − 3) / 3 units.
    let keys = r#"{"blocks": 5, "min_huxi": 6, "units": {"offset": 3, "step": 3}}"#;
    let rules = Ruleset::default().replaced(keys);
    let rules = rules.unwrap_or_else(|error| panic!("{error}"));
    let hand = "s1x3 b2 b7 b10 s4 s5 s6 s8 s9 b5x3";
    let found = numbers(win(&rules, "", hand, "s7", OTHER, plain()));
    assert_eq!(found, (15, 4, 1, 4));
}

#[test]
fn tinghu_is_broken_by_whatever_was_taken_before_the_win() {
    let rules = preset("quanmingtang_full");
    let nothing = WinContext {
        nothing_taken: true,
        ..plain()
    };
    // E19's hand takes nothing but the winning card; ruling 14.
    let found = win(&rules, "", E19, "s7", OWN, nothing);
    assert_eq!(items(found, &rules), "dianhu 4, tinghu 6");
    // A peng or pao that exists only in the win, an own wei or ti, a dealt ti on the table, a laid wei.
    let hand = "b7x3 b4x3 b8x3 s5x3 s9x3 s6 s7 s8 s2x2";
    assert!(items(win(&rules, "", hand, "s2", OTHER, nothing), &rules).contains("tinghu"));
    assert!(!items(win(&rules, "", hand, "s2", OWN, nothing), &rules).contains("tinghu"));
    assert!(items(win(&rules, "", hand, "b8", OTHER, nothing), &rules).contains("tinghu"));
    assert!(!items(win(&rules, "", hand, "b8", OWN, nothing), &rules).contains("tinghu"));
    let rest = "b4x3 b8x3 s5x3 s9x3 s6 s7 s8 s2";
    assert!(items(win(&rules, "dealt_ti:b7", rest, "s2", OWN, nothing), &rules).contains("tinghu"));
    assert!(!items(win(&rules, "ti:b7", rest, "s2", OWN, nothing), &rules).contains("tinghu"));
    // Ruling 14: 天胡 and 地胡 count as 听胡; ruling 13: 地胡 is no self-draw.
    for (context, names, self_draw) in [
        (
            WinContext {
                tianhu: true,
                ..plain()
            },
            "tianhu 6, tinghu 6",
            true,
        ),
        (
            WinContext {
                dihu: true,
                ..plain()
            },
            "dihu 6, tinghu 6",
            false,
        ),
    ] {
        let found = win(&rules, "", E13, "s7", OTHER, context);
        assert_eq!(items(found, &rules), names);
        assert_eq!(found.map(|win| win.self_draw), Some(self_draw));
    }
}

#[test]
fn three_ti_or_five_kan_win_at_once() {
    let wins = |rules: &Ruleset, hand: &str| {
        let hand = hand.parse().unwrap_or_else(|error| panic!("{error}"));
        santi_wukan(hand, rules, plain())
    };
    let (full, half) = (preset("quanmingtang"), preset("hunan_half"));
    // E33, E34
    let five = "s1x3 s3x3 s4x3 s5x3 s6x3 b1 b3 b5 b7 b9";
    assert_eq!(numbers(wins(&half, five)), (15, 2, 1, 2));
    assert_eq!(numbers(wins(&full, five)), (15, 2, 6, 12));
    let three = "s1x4 s3x4 b5x4 b1 b3 s5 b7 b9 s8 s9 s10";
    assert_eq!(numbers(wins(&half, three)), (30, 7, 1, 7));
    assert_eq!(numbers(wins(&full, three)), (30, 7, 6, 42));
    let blocks = wins(&full, three).map(|win| win.arrangement.blocks.to_vec());
    assert_eq!(blocks, Some(melds("dealt_ti:s1 dealt_ti:s3 dealt_ti:b5")));
    // A7: a dealt ti is one of the five, unless the ruleset says no.
    let mixed = "s1x4 s3x3 s4x3 s5x3 s6x3 b1 b3 b5 b7";
    assert_eq!(numbers(wins(&half, mixed)), (21, 4, 1, 4));
    let strict = half.replaced(r#"{"wukan_counts_ti": false}"#);
    assert_eq!(strict.map(|rules| wins(&rules, mixed)), Ok(None));
    assert_eq!(wins(&half, "s1x3 s3x3 s4x3 s5x3 s6x2 b1 b3 b5 b7 b9"), None);
}

/// `card own others` for every card that wins, `-` for no win.
fn waits_text(table: &str, hand: &str, rules: &Ruleset) -> String {
    let waits = waits(&position(table, hand, rules), rules);
    let number = |huxi: Option<u8>| huxi.map_or("-".to_owned(), |huxi| huxi.to_string());
    let lines = Card::ALL.into_iter().zip(waits).filter_map(|(card, wait)| {
        let some = wait.own.or(wait.others).is_some();
        some.then(|| format!("{card} {} {}", number(wait.own), number(wait.others)))
    });
    lines.collect::<Vec<_>>().join(", ")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of the rulebook")]
fn ready_hands_wait_for_what_the_rulebook_says() {
    let rules = preset("quanmingtang");
    for (clause, table, hand, expected) in [
        ("E40", "", E13, "s7 15 15, s10 15 15"),
        ("E41", "", E19, "s4 18 18, s7 18 18"),
        (
            "E42",
            "chi:s2-s2-b2",
            "b2 b7x2 b10 s2 s7 s10 b8 b1x3 s4 s5 s6 b4 b5 b6",
            "b3 15 15, b6 15 15, b9 15 15",
        ),
        (
            "E43",
            E22.0,
            E22.1,
            "s1 33 33, s5 34 31, s7 31 29, b3 34 31, b4 34 31, b7 34 31, b8 34 31",
        ),
        (
            "E44",
            "peng:s1 wei:b3 pao:s5 ti:b6",
            "b4x3 b8x3 s9",
            "s9 37 37",
        ),
        (
            "E45",
            "pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:b8-b9-b10",
            "s1x3 b9",
            "b9 21 21",
        ),
        (
            "E46",
            "pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:b8-b9-b10 peng:s1",
            "b9",
            "b9 19 19",
        ),
        (
            "E47",
            "pao:b5 chi:b1-b2-b3 chi:s8-s9-s10",
            "s4x2 s5 s6 b7x3 s1 s2 s3",
            "s1 21 21, s4 - 24, s7 24 24",
        ),
        (
            "E48",
            "chi:b1-b2-b3",
            "b7x3 b8 b9 s1x3 b5x3 s2 s7 s10 s4 s5 s6",
            "b7 - 24, b10 24 24",
        ),
        (
            "E49",
            "chi:b1-b2-b3",
            "b7x3 s1x3 b5x3 s2 s7 s10 s4 s5 s6 b9x2",
            "s1 30 27, s9 24 24, b5 30 27, b7 30 27, b9 30 27",
        ),
        (
            "E50",
            "chi:s1-s2-s3",
            "s2 s7 s10 s4 s5 s6 s8 s9 b1x3 b5x3 s3x2 b3",
            "s3 - 15, s7 18 18, s10 18 18, b3 15 15",
        ),
        (
            "E51",
            "peng:s8 chi:s5-s6-s7 wei:b9",
            "s4x3 s3x3 s9x2 b6x2 s6",
            "s3 19 16, s4 19 16, s8 18 18, s9 16 -, b9 19 16",
        ),
        (
            "E52",
            "pao:s1 ti:b5 chi:b1-b2-b3 wei:s9 chi:s6-s7-s8",
            "b8x2 s4 s5",
            "s3 27 27, s6 27 27",
        ),
        (
            "E53",
            "pao:s1 ti:b5 pao:b4 chi:b1-b2-b3 chi:s6-s7-s8",
            "b8x2 s4 s5",
            "s3 33 33, s6 33 33",
        ),
        (
            "E54",
            "peng:b4 chi:s8-s9-s10",
            "b9x2 s1x3 b1x3 s5 s6 s7 b2 b7 b10",
            "s1 24 21, s9 18 18, b1 24 21, b4 24 24, b9 24 21",
        ),
        (
            "case 2",
            "",
            "b1x3 s9x3 s1 s2 s3 s4 s5 s6 b4 b5 b6 b7 b8 b9 s8x2",
            "s8 15 -, s9 18 15, b1 18 15",
        ),
    ] {
        assert_eq!(waits_text(table, hand, &rules), expected, "{clause}");
    }
    // E51 with its option.
    let kan = rules.replaced(r#"{"hu_triple_from_other": "kan"}"#);
    let found = kan.map(|rules| {
        waits_text(
            "peng:s8 chi:s5-s6-s7 wei:b9",
            "s4x3 s3x3 s9x2 b6x2 s6",
            &rules,
        )
    });
    assert_eq!(
        found.as_deref(),
        Ok("s3 19 16, s4 19 16, s8 18 18, s9 16 16, b9 19 16")
    );
}

#[test]
fn positions_that_broke_other_engines() {
    let rules = preset("quanmingtang");
    for (case, table, hand, draw, own, others) in [
        (
            1,
            "peng:b8 chi:s10-s10-b10",
            "s2x3 s8x2 s9x2 b1 b2x2 b3 b7 b9 b10",
            "b8",
            Some(24),
            Some(24),
        ),
        (
            3,
            "",
            "s1 s2x2 s3 s5 s6x3 s7 s10 b2x3 b3x3 b5x2 b7 b10",
            "b2",
            None,
            Some(27),
        ),
        (
            4,
            "",
            "s1 s2 s3 s5 s6 s7 s8 s9 s10 b1 b2 b3x3 b7x2 b8x2 b9x2",
            "b3",
            None,
            Some(15),
        ),
        (
            5,
            "",
            "s1x3 s10 b2x2 b4 b5 b6 b7x3 b8x3 b9x3 b10x2",
            "b8",
            Some(27),
            Some(24),
        ),
        (
            6,
            "",
            "s1x3 s2x3 s5 s6 s7x2 s10 b1 b2x2 b3 b6 b7x2 b8 b10",
            "s2",
            None,
            Some(21),
        ),
        (
            7,
            "",
            "s1 s2x2 s3 s7x2 s10x2 b1x2 b2x3 b3x2 b6x3 b7 b10",
            "s2",
            Some(15),
            None,
        ),
        (
            8,
            "",
            "s1x3 s2x2 s3 s4x3 s5 s6 s7x2 s10 b1x2 b2x2 b3x2",
            "s1",
            Some(15),
            Some(24),
        ),
        (
            9,
            "",
            "s2 s5x2 s7 s10 b1x3 b4x3 b5 b7 b8x3 b9x3 b10",
            "b2",
            Some(33),
            Some(33),
        ),
        (
            10,
            "",
            "s2x3 s5x2 s7x2 s9x2 s10 b2x2 b3 b4 b5x4 b7 b10",
            "s10",
            None,
            None,
        ),
    ] {
        let best = |by| {
            let win = win(&rules, table, hand, draw, by, plain());
            let wait = waits(&position(table, hand, &rules), &rules)[card(draw).index()];
            let huxi = win.map(|win| win.huxi);
            assert_eq!(
                if by == OWN { wait.own } else { wait.others },
                huxi,
                "case {case}"
            );
            huxi
        };
        assert_eq!((best(OWN), best(OTHER)), (own, others), "case {case}");
    }
    // Case 11: the card that makes a second quad never completes a hand.
    let (table, hand) = ("pao:s4 peng:b5", "s1x3 s2x3 s8x3 b1 b2 b3 b9");
    assert_eq!(win(&rules, table, hand, "b5", OWN, plain()), None);
    assert_eq!(win(&rules, table, hand, "b5", OTHER, plain()), None);
    let (table, hand) = ("pao:s4 peng:b5", "s1x3 s2x3 b1 b2 b3 b9x2 b3 b4");
    assert!(win(&rules, table, hand, "b5", OTHER, plain()).is_some());
    assert!(win(&rules, table, hand, "b5", OWN, plain()).is_some());
    let strict = rules.replaced(r#"{"break_pao_for_hu": false}"#);
    let strict = strict.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(win(&strict, table, hand, "b5", OTHER, plain()), None);
}

#[test]
fn chi_with_bi_are_what_the_rulebook_lists() {
    let rules = preset("quanmingtang");
    for (clause, hand, eaten, expected) in [
        ("E55", "s1 s2 s3 s4 s5", "s3", "s1-s2-s3+s3-s4-s5"),
        ("E56", "s1 s2 s3 s3", "s3", ""),
        ("E57", "s4 s5 s3 b3 b3", "s3", "s3-s3-b3 s3-s4-s5+s3-b3-b3"),
        ("E58", "s2 s7 s10 s1 s3", "s2", "s1-s2-s3+s2-s7-s10"),
        ("E59", "s2 s2 s7 s10 s1 s3", "s2", ""),
        ("E60", "b1 b3 b2 s4", "b2", ""),
        ("E61", "b1 b3 b2 b7 b10", "b2", "b1-b2-b3+b2-b7-b10"),
        ("E62", "s4 s4 b4", "s4", ""),
        ("E63", "s4 s4 b4 s5 s6", "s4", "s4-s4-b4+s4-s5-s6"),
        (
            "E64",
            "s4 s4 b4 b4 s5 s6 s2 s3",
            "s4",
            "s2-s3-s4+s4-s4-b4 s2-s3-s4+s4-s5-s6+s4-b4-b4 s3-s4-s5+s4-s4-b4 s4-s4-b4+s4-s5-s6",
        ),
        ("E65", "s8 s8 b8 b8", "s8", ""),
        ("E66", "s7x3 s2 s10x2 s8x2 s9", "s9", "s8-s9-s10+s8-s9-s10"),
        ("E67", "b3x3 s1 s2", "s3", "s1-s2-s3"),
        ("E68", "b5x3 s6 s7 s5", "s5", ""),
        ("E69", "s1 s2 s3 b3", "b3", "s3-b3-b3"),
        (
            "E70",
            "s10 s10 b10 b10 s8 s9",
            "s10",
            "s8-s9-s10+s10-s10-b10",
        ),
    ] {
        let hand = hand.parse().unwrap_or_else(|error| panic!("{error}"));
        let options = chi_options(hand, card(eaten), &rules);
        let text = |id: paohuzi_engine::ChiId| {
            let blocks = id.blocks(card(eaten)).expect("it is an option");
            let blocks: Vec<_> = blocks.iter().map(ToString::to_string).collect();
            blocks.join("+")
        };
        let mut found: Vec<_> = options.iter().map(text).collect();
        found.sort();
        assert_eq!(found.join(" "), expected, "{clause}");
    }
}

#[test]
fn the_best_win_and_its_blocks_are_shown_in_order() {
    let rules = preset("quanmingtang");
    let draw = Some(Draw {
        card: card("b7"),
        by: OTHER,
    });
    let ready = position(E22.0, E22.1, &rules);
    let found = win(&rules, E22.0, E22.1, "b7", OTHER, plain()).expect("E22 wins");
    let shown = "peng:s1 wei:b3 pao:b7 kan:s5 kan:b4 kan:b8 pair:s7";
    assert_eq!(found.arrangement.blocks.to_vec(), melds(shown));
    let all = arrangements(&ready, draw, &rules).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(all.iter().map(|one| one.huxi).collect::<Vec<_>>(), [31, 28]);
    assert_eq!(all.first(), Some(&found.arrangement));
    // A peng that the winning card makes a pao stays in its place.
    let table = "chi:s8-s9-s10 peng:b4";
    let hand = "b9x2 s1x3 b1x3 s5 s6 s7 b2 b7 b10";
    let found = win(&rules, table, hand, "b4", OTHER, plain()).expect("E54 wins");
    let shown = "chi:s8-s9-s10 pao:b4 kan:s1 kan:b1 chi:s5-s6-s7 chi:b2-b7-b10 pair:b9";
    assert_eq!(found.arrangement.blocks.to_vec(), melds(shown));
}

#[test]
fn what_cannot_be_is_refused_with_a_code() {
    let rules = preset("quanmingtang");
    let refused = |table: &str, hand: &str| {
        let hand = hand.parse().unwrap_or_else(|error| panic!("{error}"));
        Position::new(hand, &melds(table), &rules)
            .map_err(|error| (error.code(), error.to_string()))
    };
    for (table, hand, code, message) in [
        (
            "peng:s3",
            "s3x2",
            "hand_copies",
            "card s3 appears 5 times in hand, melds and draw, at most 4",
        ),
        (
            "kan:s1",
            "",
            "hand_not_laid",
            "meld kan:s1 cannot be laid: put its cards in the hand",
        ),
        (
            "pair:s1",
            "",
            "hand_not_laid",
            "meld pair:s1 cannot be laid: put its cards in the hand",
        ),
        (
            "chi:s1-s5-s10",
            "",
            "hand_no_block",
            "meld chi:s1-s5-s10 is no block of this ruleset, which has no 1-5-10",
        ),
        (
            "",
            "s1x4 s2x4 s3x4 s4x4 s5x4 s6x2",
            "hand_size",
            "22 cards in the hand, at most 21",
        ),
        (
            "ti:s1 ti:s2 ti:s3 ti:s4 ti:s5 ti:s6 ti:s7 ti:s8",
            "",
            "hand_melds",
            "8 melds on the table, at most 7",
        ),
    ] {
        assert_eq!(refused(table, hand), Err((code, message.to_owned())));
    }
    let four = position("wei:s1", "s1", &rules);
    let draw = Draw {
        card: Card::S1,
        by: OWN,
    };
    let code = best_win(&four, Some(draw), &rules, plain()).map_err(|error| error.code());
    assert_eq!(code, Err("hand_copies"));
    assert!(arrangements(&four, Some(draw), &rules).is_err());
}
