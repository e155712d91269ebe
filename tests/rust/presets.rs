//! The preset files: what the rulebook publishes about them, and what a ruleset file may not say.

mod common;

use std::fs;
use std::sync::Arc;

use common::{PRESETS, preset, preset_text, presets_folder};
use paohuzi_engine::{
    Action, Amount, Card, Condition, Confidence, DealerTwoTi, Deck, Dihu, DrawDealer, Effect,
    FanItem, MustHu, OwnDiscardStale, PassedHu, PayDiscard, Payment, Pointed, Round, Ruleset, Seat,
    SetHuxi, TiPay, TripleFromOther, ZimoAdd, below, generator,
};

const HUNAN: [&str; 5] = [
    "quanmingtang",
    "quanmingtang_full",
    "hunan_basic",
    "hunan_half",
    "hunan_full",
];
const LUZHOU: [&str; 2] = ["luzhou", "luzhou_hongwu"];

#[test]
fn every_preset_file_loads_and_has_its_files_name() {
    let mut files: Vec<String> = fs::read_dir(presets_folder())
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable folder").file_name())
        .map(|name| name.into_string().expect("an ASCII name"))
        .collect();
    files.sort();
    let mut expected = PRESETS.map(|name| format!("{name}.toml"));
    expected.sort();
    assert_eq!(files, expected);
    for name in PRESETS {
        let rules = preset(name);
        assert_eq!(rules.name(), name);
        assert!(!rules.hanzi().is_empty() && !rules.description().is_empty());
        let table = (rules.seats(), rules.blocks(), rules.hand_size());
        let expected = if name == "liuhuqiang" {
            (4, 5, 14)
        } else {
            (3, 7, 20)
        };
        assert_eq!(table, expected, "{name}");
    }
}

#[test]
fn every_value_names_its_source() {
    const IDENTITY: [&str; 7] = [
        "format",
        "name",
        "hanzi",
        "description",
        "reconstructed",
        "confidence",
        "rule",
    ];
    for name in PRESETS {
        let text = preset_text(name);
        let values: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter(|line| {
                line.split_once(" = ")
                    .is_some_and(|(key, _)| !IDENTITY.contains(&key))
            })
            .collect();
        assert!(values.len() > 20, "{name}: {}", values.len());
        for line in values {
            let source = line
                .split_once("# source: ")
                .map_or("", |(_, source)| source);
            assert!(!source.trim().is_empty(), "{name}: {line}");
        }
    }
}

/// A player can read a preset as the rules of the game: nothing is left to a default but what is not played.
#[test]
fn every_key_is_written_out() {
    for name in PRESETS {
        let text = preset_text(name);
        let whole = preset(name).to_json();
        let whole: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&whole).expect("an object");
        for key in whole.keys() {
            let written = text
                .lines()
                .any(|line| line.starts_with(&format!("{key} = ")) || line == format!("[{key}]"));
            // Only some games have these.
            let not_played = matches!(
                key.as_str(),
                "target"
                    | "round_to"
                    | "draw_penalty"
                    | "min_huxi_with_fan"
                    | "zero_huxi_wins"
                    | "fan_base"
                    | "ti_pays"
                    | "rest_share"
            );
            assert!(written || not_played || key == "fan", "{name}: {key}");
        }
        for key in [
            "peng",
            "kan",
            "wei",
            "pao",
            "ti",
            "one_two_three",
            "two_seven_ten",
        ] {
            let written = text
                .lines()
                .any(|line| line.starts_with(&format!("{key} = ")));
            assert!(written, "{name}: huxi.{key}");
        }
    }
}

/// Rule: R35, C8; 3.6.
#[test]
fn huxi_become_units_as_published() {
    let table = [
        (15, 1),
        (16, 1),
        (17, 1),
        (18, 2),
        (19, 2),
        (20, 2),
        (21, 3),
        (24, 4),
        (27, 5),
    ];
    for name in HUNAN {
        let rules = preset(name);
        assert_eq!(rules.min_huxi(), 15, "{name}");
        for (huxi, units) in table {
            assert_eq!(rules.units().units(huxi), units, "{name}: {huxi} huxi");
        }
    }
    let table = [
        (10, 1),
        (19, 1),
        (20, 2),
        (24, 2),
        (29, 2),
        (30, 3),
        (100, 10),
    ];
    for name in LUZHOU {
        let rules = preset(name);
        assert_eq!(rules.min_huxi(), 10, "{name}");
        for (huxi, units) in table {
            assert_eq!(rules.units().units(huxi), units, "{name}: {huxi} huxi");
        }
    }
    for name in [&HUNAN[..], &LUZHOU].concat() {
        assert_eq!(preset(name).self_draw_units(), 1, "{name}");
    }
}

/// Huxi of a block of `s1`, `b1`, `s2`, `b2`: black small and big, red small and big.
fn values(set: SetHuxi) -> [u8; 4] {
    [Card::S1, Card::B1, Card::S2, Card::B2].map(|card| set.of(card))
}

/// Rule: R33, R34, 3.1.
#[test]
fn hunan_blocks_are_worth_the_same_in_red_and_black() {
    for name in HUNAN {
        let rules = preset(name);
        let huxi = rules.huxi();
        assert_eq!(values(huxi.peng), [1, 3, 1, 3], "{name}");
        assert_eq!(values(huxi.kan), [3, 6, 3, 6], "{name}");
        assert_eq!(values(huxi.wei), [3, 6, 3, 6], "{name}");
        assert_eq!(values(huxi.pao), [6, 9, 6, 9], "{name}");
        assert_eq!(values(huxi.ti), [9, 12, 9, 12], "{name}");
        for run in [huxi.one_two_three, huxi.two_seven_ten] {
            assert_eq!((run.small, run.big), (3, 6), "{name}");
        }
    }
}

/// Rule: R42, C15, 3.1, ruling 18.
#[test]
fn luzhou_blocks_are_worth_more_in_red() {
    for name in LUZHOU {
        let rules = preset(name);
        let huxi = rules.huxi();
        assert_eq!(values(huxi.peng), [1, 3, 6, 9], "{name}");
        assert_eq!(values(huxi.kan), [6, 9, 9, 12], "{name}");
        assert_eq!(huxi.wei, huxi.kan, "{name}");
        assert_eq!(values(huxi.pao), values(huxi.kan).map(|value| value + 3));
        assert_eq!(values(huxi.ti), values(huxi.pao).map(|value| value + 3));
        let run = huxi.one_two_three;
        assert_eq!((run.small, run.big), (3, 6), "{name}");
        let run = huxi.two_seven_ten;
        assert_eq!((run.small, run.big), (6, 9), "{name}");
        // Rule: E39.
        let red = Card::B10;
        assert_eq!(
            (huxi.kan.of(red), huxi.pao.of(red), huxi.ti.of(red)),
            (12, 15, 18)
        );
    }
}

/// Rule: section 6, "Default".
#[test]
fn the_options_are_those_of_the_rulebook() {
    for name in [&HUNAN[..], &LUZHOU].concat() {
        let rules = preset(name);
        assert!(!rules.one_five_ten(), "{name}");
        assert!(rules.own_draw_first() && rules.break_pao_for_hu(), "{name}");
        assert_eq!(
            rules.hu_triple_from_other(),
            TripleFromOther::Peng,
            "{name}"
        );
        assert!(
            !rules.stale_joint() && !rules.stale_peng_blocks_hu(),
            "{name}"
        );
        assert!(rules.stale_on_pass_to_next(), "{name}");
        assert_eq!(rules.own_discard_stale(), OwnDiscardStale::Chi, "{name}");
        assert_eq!(rules.dealer_two_ti(), DealerTwoTi::SkipOpen, "{name}");
        assert!(rules.wukan_counts_ti(), "{name}");
        let restored = name == "quanmingtang_full";
        assert_eq!(rules.huangfan(), restored, "{name}");
        let dihu = if restored {
            Dihu::Liangzhang
        } else {
            Dihu::Off
        };
        assert_eq!(rules.dihu(), dihu, "{name}");
        assert_eq!(rules.is_reconstructed(), name.ends_with("_full"), "{name}");
    }
}

/// `name: condition value`, then `+each_more`, `<=cap`, `alone value` and `*` for multiplied huxi, as the rulebook's
/// tables say it in their own way.
fn told(item: &FanItem) -> String {
    let when = match &item.when {
        Condition::Red(amount) => format!("red {}", told_amount(amount)),
        Condition::Big(amount) => format!("big {}", told_amount(amount)),
        Condition::Small(amount) => format!("small {}", told_amount(amount)),
        Condition::Huxi(amount) => format!("huxi {}", told_amount(amount)),
        Condition::SelfDraw => "self draw".to_owned(),
        Condition::OnDiscard => "on discard".to_owned(),
        Condition::AllSame => "all same".to_owned(),
        Condition::EveryBlockScores => "every block scores".to_owned(),
        Condition::EightOfANumber => "eight of a number".to_owned(),
        Condition::SingleWait => "single wait".to_owned(),
        Condition::NothingTaken => "nothing taken".to_owned(),
        Condition::LastCard => "last card".to_owned(),
        Condition::FirstCard => "first card".to_owned(),
        Condition::FourOfACard => "four of a card".to_owned(),
        Condition::Bi(amount) => format!("bi {}", told_amount(amount)),
        Condition::RedAlike(amount) => format!("red alike {}", told_amount(amount)),
        Condition::RedInOneBlock(amount) => format!("red in one block {}", told_amount(amount)),
        Condition::TwoRedSets => "two red sets".to_owned(),
        Condition::CopiesOf(Pointed::Winning) => "copies of winning".to_owned(),
        Condition::CopiesOf(Pointed::Flipped) => "copies of flipped".to_owned(),
        Condition::CopiesOf(Pointed::AboveFlipped) => "copies of above".to_owned(),
        Condition::CopiesOf(Pointed::BelowFlipped) => "copies of below".to_owned(),
        Condition::Tianhu => "tianhu".to_owned(),
        Condition::Dihu => "dihu".to_owned(),
        Condition::SantiWukan => "santi wukan".to_owned(),
        Condition::InsteadOf(names) => format!("instead of {}", names.join(" and ")),
    };
    let mut parts = vec![format!("{}: {when} {}", item.name, item.value)];
    if item.each_more > 0 {
        parts.push(format!("+{}", item.each_more));
    }
    parts.extend(item.cap.map(|cap| format!("<={cap}")));
    parts.extend(item.alone.map(|alone| format!("alone {alone}")));
    match item.effect {
        Effect::AddFan => {}
        Effect::MultiplyHuxi => parts.push("*".to_owned()),
        Effect::AddUnits => parts.push("units".to_owned()),
        Effect::SetUnits => parts.push("units alone".to_owned()),
        Effect::MultiplyScore => parts.push("* score".to_owned()),
    }
    parts.join(" ")
}

fn told_amount(amount: &Amount) -> String {
    if let (Some(min), None, true) = (amount.min, amount.max, amount.one_of.is_empty()) {
        return format!("{min}..");
    }
    let numbers = (0..=40).filter(|&number| amount.accepts(number));
    numbers
        .map(|number: u8| number.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

/// Rule: R39 to R42, 3.4, 3.5, rulings 11, 12, 17, 18.
#[test]
fn fan_items_are_those_of_the_rulebook_in_order() {
    let quanmingtang = [
        "dianhu: red 1 4",
        "honghu: red 10.. 2 +1",
        "wuhu: red 0 6",
        "duiduihu: all same 6",
        "dahu: big 18.. 6 +1",
        "xiaohu: small 16.. 8 +1 <=16",
        "haidi: last card 6",
        "tianhu: tianhu 6",
    ];
    let restored = [
        "dihu: dihu 6",
        "tinghu: nothing taken 6",
        "shuahou: single wait 6",
        "tuanhu: eight of a number 8",
        "hanghangxi: every block scores 8",
    ];
    let santi_wukan = ["santi_wukan: santi wukan 6"];
    let basic = [
        "dianhu: red 1 3",
        "honghu: red 10,11,12 2",
        "hongwu: red 13.. 4",
        "wuhu: red 0 5",
    ];
    let half = [
        "duiduihu: all same 4",
        "haidi: last card 2 alone 1",
        "wuhu_duiduihu: instead of wuhu and duiduihu 10",
    ];
    let full = [
        "dianhu: red 1 4",
        "jiadian: red 10 3",
        "honghu: red 4,7,11,12 2",
        "hongwu: red 13.. 4 +1",
        "wuhu: red 0 5",
        "duiduihu: all same 5",
        "dahu: big 18.. 6 +1",
        "xiaohu: small 16.. 8 +1",
        "haidi: last card 2 alone 2",
        "tianhu: tianhu 2 *",
        "santi_wukan: santi wukan 6",
    ];
    let hongwu = ["honghu: red 10.. 2", "wuhu: red 0 4"];
    for (name, expected) in [
        ("quanmingtang", [&quanmingtang[..], &santi_wukan].concat()),
        (
            "quanmingtang_full",
            [&quanmingtang[..], &restored, &santi_wukan].concat(),
        ),
        ("hunan_basic", basic.to_vec()),
        ("hunan_half", [&basic[..], &half].concat()),
        ("hunan_full", full.to_vec()),
        ("luzhou", Vec::new()),
        ("luzhou_hongwu", hongwu.to_vec()),
    ] {
        let rules = preset(name);
        let items: Vec<String> = rules.fan_items().iter().map(told).collect();
        assert_eq!(items, expected, "{name}");
        for item in rules.fan_items() {
            assert!(
                !item.hanzi.is_empty() && !item.rule.is_empty(),
                "{name}: {}",
                item.name
            );
        }
    }
}

/// Rule: 3.2, E36, E37.
#[test]
fn regional_huxi_become_units_as_published() {
    let changde = [(15, 1), (17, 1), (18, 2), (21, 3), (27, 5)];
    let plain = [(15, 15), (16, 16), (37, 37)];
    for (name, least, table) in [
        ("changde_small", 15, &changde[..]),
        ("changde_big", 15, &changde),
        ("duohongdui", 15, &changde),
        ("changsha", 15, &changde),
        ("huaihua", 18, &changde),
        ("ningxiang", 15, &[(15, 10), (17, 10), (18, 15), (30, 35)]),
        ("shaoyang", 10, &[(10, 1), (14, 1), (15, 2), (31, 5)]),
        ("shaoyang_bopi", 10, &plain),
        ("loudi", 15, &plain),
        ("xiangxiang", 15, &plain),
        (
            "hengyang",
            10,
            &[(10, 3), (11, 1), (12, 2), (14, 2), (15, 3)],
        ),
        ("liuhuqiang", 6, &[(6, 1), (8, 1), (9, 2), (15, 4)]),
        (
            "leiyang",
            10,
            &[
                (0, 3),
                (10, 2),
                (11, 1),
                (15, 1),
                (16, 2),
                (19, 2),
                (20, 4),
                (21, 3),
                (23, 3),
                (24, 4),
            ],
        ),
        ("chenzhou", 9, &[(9, 1), (11, 1), (12, 2)]),
        ("guilin", 10, &[(10, 1), (12, 1), (13, 2), (15, 2), (16, 3)]),
        ("luzhou_mingtang", 10, &[(0, 1), (10, 1), (19, 1), (20, 2)]),
    ] {
        let rules = preset(name);
        assert_eq!(rules.min_huxi(), least, "{name}");
        for (huxi, units) in table {
            assert_eq!(rules.units().units(*huxi), *units, "{name}: {huxi} huxi");
        }
    }
}

/// Rule: 3.4, 3.6, 4.
#[test]
fn regional_fan_items_are_those_of_the_rulebook_in_order() {
    for (name, expected) in [
        (
            "changde_small",
            "dianhu: red 1 4; honghu: red 10.. 2 +1; wuhu: red 0 6; duiduihu: all same 6; dahu: big 18.. 6 +1; \
             xiaohu: small 16.. 8 +1; haidi: last card 4; tianhu: tianhu 4; dihu: dihu 4; tinghu: nothing taken 4; \
             shuahou: single wait 6; tuanhu: eight of a number 8; hanghangxi: every block scores 8; \
             siqihong: red 4,7 2; santi_wukan: santi wukan 6",
        ),
        (
            "changde_big",
            "dianhu: red 1 6; honghu: red 10.. 3 +1; wuhu: red 0 8; duiduihu: all same 8; dahu: big 18.. 8 +1; \
             xiaohu: small 16.. 10 +1; haidi: last card 6; tianhu: tianhu 6; dihu: dihu 6; tinghu: nothing taken 6; \
             shuahou: single wait 8; tuanhu: eight of a number 8; hanghangxi: every block scores 8; \
             siqihong: red 4,7 2",
        ),
        (
            "duohongdui",
            "dianhu: red 1 4; honghu: red 10.. 2 +1; wuhu: red 0 6; duiduihu: all same 6",
        ),
        (
            "ningxiang",
            "dianhu: red 1 4; honghu: red 10.. 2 +1; wuhu: red 0 5; duiduihu: all same 5; dahu: big 18.. 5 +1; \
             xiaohu: small 18.. 5 +1; sanbi: bi 3 3; sibi: bi 4 4; shuangpiao: bi 2 2; \
             tianhu: tianhu 5; dihu: dihu 5",
        ),
        (
            "changsha",
            "dianhu: red 1 4; honghu: red 10.. 2 +1; wuhu: red 0 5; duiduihu: all same 5; dahu: big 18.. 5 +1; \
             xiaohu: small 18.. 5 +1; erbi: bi 2 2; sanbi: bi 3 3; sibi: bi 4 4; \
             tianhu: tianhu 5; dihu: dihu 5",
        ),
        (
            "huaihua",
            "dianhu: red 1 3; honghu: red 10.. 2 +1; wuhu: red 0 5; duiduihu: all same 4; dahu: big 18.. 4 +1; \
             xiaohu: small 16.. 4 +1; haidi: last card 2; tianhu: tianhu 4; dihu: dihu 3",
        ),
        (
            "loudi",
            "dianhu: red 1 2 * score; honghu: red 10,11,12 2 * score; hongwu: red 13.. 100 units alone; \
             wuhu: red 0 100 units alone; tianhu: tianhu 100 units alone; haidi: last card 2 * score; \
             yikuaibian: red in one block 3.. 2 * score; kahu20: huxi 20 2 * score; kahu30: huxi 30 100 units alone; \
             fangpao: on discard 10 units",
        ),
        (
            "xiangxiang",
            "honghu: red 10,11,12 2; hongwu: red 13.. 100 units alone; wuhu: red 0 100 units alone; \
             tianhu: tianhu 100 units alone; dihu: dihu 100 units alone; sanshi: huxi 30.. 2; \
             fangpao: on discard 10 units; honghu_sanshi: instead of honghu and sanshi 100 units alone; \
             hongwu_sanshi: instead of hongwu and sanshi 100 units alone",
        ),
        (
            "hengyang",
            "dianhu: red 1 4; xiaohong: red 10,11,12 3; dahong: red 13.. 5; wuhu: red 0 5; \
             fanxing: copies of flipped 1 units",
        ),
        (
            "leiyang",
            "dianhu: red 1 2 * score; shisanhong: red 13.. 2 * score; wuhu: red 0 2 * score; \
             tianhu: tianhu 2 * score",
        ),
        ("chenzhou", ""),
        (
            "guilin",
            "dihu: dihu 2; haidi: last card 2; benxing: copies of flipped 1 units",
        ),
    ] {
        let rules = preset(name);
        let items: Vec<String> = rules.fan_items().iter().map(told).collect();
        assert_eq!(items.join("; "), expected, "{name}");
    }
}

/// Rule: 2.3, 2.7, 2.10, 4.
#[test]
fn regional_options_are_those_of_the_rulebook() {
    for (name, pay, must, zimo) in [
        ("loudi", PayDiscard::Alone, MustHu::None, ZimoAdd::Before),
        (
            "xiangxiang",
            PayDiscard::Alone,
            MustHu::Discard,
            ZimoAdd::Before,
        ),
        (
            "hengyang",
            PayDiscard::X3Alone,
            MustHu::All,
            ZimoAdd::Double,
        ),
        (
            "liuhuqiang",
            PayDiscard::X3Alone,
            MustHu::All,
            ZimoAdd::Double,
        ),
        (
            "chenzhou",
            PayDiscard::X3Alone,
            MustHu::Discard,
            ZimoAdd::Double,
        ),
        ("guilin", PayDiscard::X2, MustHu::Discard, ZimoAdd::Double),
    ] {
        let rules = preset(name);
        assert!(rules.discard_wins(), "{name}");
        let found = (rules.pay_discard(), rules.must_hu(), rules.zimo_add());
        assert_eq!(found, (pay, must, zimo), "{name}");
    }
    for name in ["shaoyang_bopi", "loudi", "xiangxiang"] {
        let rules = preset(name);
        let found = (rules.payment(), rules.target(), rules.round_to());
        assert_eq!(found, (Payment::RunningTotal, 100, 10), "{name}");
        assert_eq!(
            (rules.self_draw_units(), rules.zimo_add()),
            (10, ZimoAdd::Before)
        );
    }
    for name in ["shaoyang", "shaoyang_bopi"] {
        assert_eq!(preset(name).rest_share(), 50, "{name}");
    }
    for (name, penalty) in [("shaoyang_bopi", 10), ("loudi", 0), ("xiangxiang", 0)] {
        assert_eq!(preset(name).draw_penalty(), penalty, "{name}");
    }
    assert_eq!(preset("huaihua").min_huxi_with_fan(), 15);
    assert_eq!(preset("chenzhou").draw_dealer(), DrawDealer::Next);
    assert_eq!(preset("leiyang").ti_pays(), TiPay { small: 1, big: 2 });
    assert_eq!(preset("leiyang").passed_hu(), PassedHu::MustBeat);
    // What is told as uncertain carries no high confidence.
    for name in PRESETS {
        let rules = preset(name);
        let certain = !rules.description().contains("not certain") && !rules.is_reconstructed();
        assert!(certain || rules.confidence() != Confidence::High, "{name}");
    }
}

/// Random players reach the end of every preset, and what is paid adds up. Rule: 2.10, 3.7.
#[test]
fn every_preset_can_be_played() {
    for name in PRESETS {
        let rules = Arc::new(preset(name));
        let adds_up = rules.payment() == Payment::EachRound && rules.draw_penalty() == 0;
        for index in 0..60 {
            let deck = Deck::shuffled(11, index);
            let mut chance = generator(11, index, 1);
            let dealer = Seat::all(rules.seats())
                .nth(usize::try_from(index).expect("a small number") % usize::from(rules.seats()))
                .expect("a seat");
            let mut round = Round::from_deck(Arc::clone(&rules), &deck, dealer, 0, &mut ())
                .expect("a dealer of the table");
            while let Some(seat) = round.asked() {
                let legal: Vec<_> = round.legal(seat).iter().collect();
                let most = u32::try_from(legal.len()).expect("few actions");
                // Whoever can win does.
                let action = legal
                    .iter()
                    .copied()
                    .find(|action| *action == Action::Hu)
                    .unwrap_or_else(|| legal[below(&mut chance, most) as usize]);
                round.apply(seat, action, &mut ()).expect("a legal action");
            }
            let settlement = round.settlement().expect("the round is over");
            let sum: i64 = settlement.payments().iter().sum();
            assert!(!adds_up || sum == 0, "{name} {index}: {sum}");
            assert!(round.next_deal().is_some(), "{name} {index}");
        }
    }
}

/// The value of an item that counts cards, by its own keys.
fn value(rules: &Ruleset, item: &str, number: u8) -> u16 {
    let item = rules
        .fan_items()
        .iter()
        .find(|other| other.name == item)
        .expect("an item of the preset");
    let (Condition::Red(amount) | Condition::Big(amount) | Condition::Small(amount)) = &item.when
    else {
        panic!("{} counts no cards", item.name);
    };
    if !amount.accepts(number) {
        return 0;
    }
    let more = u16::from(number - amount.min.unwrap_or(number));
    let value = item.value + more * item.each_more;
    item.cap.map_or(value, |cap| value.min(cap))
}

/// Rule: E6, E7, E8, C1: the greatest values are printed, and need no cap where no hand can exceed them.
#[test]
fn values_by_number_of_cards_reach_the_printed_maxima() {
    let s1 = preset("quanmingtang");
    let s0 = preset("hunan_half");
    let full = preset("hunan_full");
    for (reds, expected) in [(9, 0), (10, 2), (13, 5), (24, 16)] {
        assert_eq!(value(&s1, "honghu", reds), expected, "{reds} red");
    }
    for (reds, expected) in [(9, 0), (10, 2), (12, 2), (13, 4), (24, 4)] {
        assert_eq!(
            value(&s0, "honghu", reds) + value(&s0, "hongwu", reds),
            expected
        );
    }
    for (big, expected) in [(17, 0), (18, 6), (19, 7), (26, 14)] {
        assert_eq!(value(&s1, "dahu", big), expected, "{big} big");
        assert_eq!(value(&full, "dahu", big), expected, "{big} big");
    }
    for (small, printed, plain) in [
        (15, 0, 0),
        (16, 8, 8),
        (18, 10, 10),
        (24, 16, 16),
        (26, 16, 18),
    ] {
        assert_eq!(value(&s1, "xiaohu", small), printed, "{small} small");
        assert_eq!(value(&full, "xiaohu", small), plain, "{small} small");
    }
}

#[test]
fn a_preset_survives_json() {
    for name in PRESETS {
        let rules = preset(name);
        let json = rules.to_json();
        assert!(!json.contains('\n'), "{name}");
        assert_eq!(Ruleset::from_json(&json).as_ref(), Ok(&rules), "{name}");
        assert_eq!(rules.replaced("{}").as_ref(), Ok(&rules), "{name}");
        let changed = rules
            .replaced(r#"{"min_huxi": 40}"#)
            .expect("a valid change");
        assert_eq!((changed.min_huxi(), changed.name()), (40, name));
        assert_ne!(changed, rules, "{name}");
    }
}

/// What is put in a file, and what the message must name.
fn refused(text: &str, code: &str, says: &[&str]) {
    let error = Ruleset::from_toml(text).expect_err(text);
    assert_eq!(error.code(), code, "{text}");
    let message = error.to_string();
    for part in says {
        assert!(message.contains(part), "{text}\n{message}\nlacks {part}");
    }
}

#[test]
fn unknown_keys_and_names_are_refused_with_the_valid_ones() {
    let item = "[[fan]]\nname = 'a'\nhanzi = ''\nrule = ''\n";
    for (text, says) in [
        (
            "min_xi = 15",
            &["min_xi", "min_huxi", "units", "self_draw_units", "huangfan"][..],
        ),
        (
            "[units]\noffset = 1\nsteps = 2",
            &["steps", "offset", "step"],
        ),
        (
            "[huxi]\npong = { small = 1, big = 3 }",
            &["pong", "peng", "two_seven_ten"],
        ),
        (
            "[huxi]\npeng = { small = 1, big = 3, red = 6 }",
            &["red", "red_small", "red_big"],
        ),
        ("hu_triple_from_other = 'wei'", &["wei", "peng", "kan"]),
        (
            "own_discard_stale = 'peng'",
            &["`peng`", "chi", "chi_peng", "none"],
        ),
        (
            "dealer_two_ti = 'discard'",
            &["discard", "skip_open", "open_then_free"],
        ),
        ("dihu = 'on'", &["on", "off", "liangzhang"]),
        (
            &format!("{item}value = 1\nwhen = 'pingju'"),
            &["pingju", "all_same", "last_card"],
        ),
        (
            &format!("{item}value = 1\nwhen = {{ blue = {{ min = 3 }} }}"),
            &["blue", "red", "big"],
        ),
        (
            &format!("{item}value = 1\nwhen = {{ red = {{ least = 3 }} }}"),
            &["least", "min", "max", "in"],
        ),
        (
            &format!("{item}value = 1\nwhen = 'tianhu'\neffect = 'double'"),
            &["double", "add_fan", "multiply_huxi"],
        ),
        (
            &format!("{item}value = 1\nwhen = 'tianhu'\nworth = 2"),
            &["worth", "value", "each_more", "alone"],
        ),
    ] {
        refused(text, "ruleset_text", says);
    }
}

#[test]
fn what_is_no_ruleset_at_all_is_refused() {
    let item = "[[fan]]\nname = 'a'\nhanzi = ''\nrule = ''\n";
    for (text, says) in [
        ("min_huxi = ", &["line 1"][..]),
        ("min_huxi = 15\nmin_huxi = 16", &["duplicate key"]),
        (
            "min_huxi = 'fifteen'",
            &[
                "min_huxi",
                "string",
                "expected a whole number from 0 to 255",
            ],
        ),
        ("min_huxi = 300", &["300", "whole number from 0 to 255"]),
        ("min_huxi = -1", &["-1", "whole number from 0 to 255"]),
        (
            "stale_joint = 1",
            &["stale_joint", "expected true or false"],
        ),
        ("[units]\noffset = 12", &["missing field", "step"]),
        (
            &format!("{item}when = 'tianhu'"),
            &["missing field", "value"],
        ),
        ("units = [12, 3]", &["a table", "sequence", "units"]),
        ("[huxi]\npeng = [1, 3]", &["a table", "sequence"]),
        (
            "fan = [['a', '', '', 'tianhu', 1]]",
            &["a table", "sequence"],
        ),
        (
            &format!("{item}value = 1\nwhen = {{ red = [10, 12] }}"),
            &["a table", "sequence"],
        ),
    ] {
        refused(text, "ruleset_text", says);
    }
    for text in [
        "",
        "[]",
        "{",
        "{\"min_huxi\": 15",
        "null",
        "{\"min_xi\": 15}",
    ] {
        let error = Ruleset::from_json(text).expect_err(text);
        assert_eq!(error.code(), "ruleset_text", "{text}");
    }
}

#[test]
fn a_change_that_is_refused_names_its_key() {
    for (changes, says) in [
        (
            r#"{"one_five_ten": true, "min_huxi": -3}"#,
            "min_huxi: invalid value: integer `-3`, expected a whole number from 0 to 255",
        ),
        (
            r#"{"discard_wins": 1}"#,
            "discard_wins: invalid type: integer `1`, expected true or false",
        ),
        (
            r#"{"units": {"step": null}}"#,
            "units: invalid type: null, expected a whole number from 0 to 255",
        ),
    ] {
        let error = Ruleset::default().replaced(changes).expect_err(changes);
        assert_eq!(error.code(), "ruleset_text");
        assert_eq!(error.to_string(), format!("ruleset: {says}"));
    }
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    let item = |rest: &str| format!("[[fan]]\nname = 'a'\nhanzi = ''\nrule = ''\n{rest}");
    let twice = item("when = 'tianhu'\nvalue = 1\n").repeat(2);
    let many: String = (0..25)
        .map(|i| item("when = 'tianhu'\nvalue = 1\n").replace("'a'", &format!("'a{i}'")))
        .collect();
    for (text, says) in [
        ("format = 2", &["format", "found 2", "expected 1"][..]),
        ("name = ''", &["name", "\"\"", "a to z"]),
        ("name = 'Half Set'", &["name", "\"Half Set\"", "a to z"]),
        (
            &format!("hanzi = '{}'", "字".repeat(65)),
            &["hanzi", "64 characters"],
        ),
        (
            &format!("description = '{}'", "d".repeat(4001)),
            &["description", "4000 characters"],
        ),
        ("min_huxi = 101", &["min_huxi", "found 101", "0 to 100"]),
        (
            "hu_after_discard_pao = true\ndihu = 'both'",
            &["hu_after_discard_pao", "true", "first discard"],
        ),
        (
            "self_draw_units = 101",
            &["self_draw_units", "found 101", "0 to 100"],
        ),
        (
            "[units]\noffset = 12\nstep = 0",
            &["units.step", "found 0", "1 to 100"],
        ),
        (
            "[units]\noffset = 101\nstep = 3",
            &["units.offset", "found 101", "0 to 100"],
        ),
        (
            "[huxi]\nti = { small = 31, big = 12 }",
            &["huxi.ti.small", "found 31", "0 to 30"],
        ),
        (
            "[huxi]\npao = { small = 6, big = 9, red_big = 31 }",
            &["huxi.pao.red_big", "found 31", "0 to 30"],
        ),
        (
            "[huxi]\none_two_three = { small = 3, big = 31 }",
            &["huxi.one_two_three.big", "found 31"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 1001"),
            &["fan[0].value", "found 1001", "0 to 1000"],
        ),
        (
            &item("when = { red = { min = 1 } }\nvalue = 1\neach_more = 1001"),
            &["fan[0].each_more", "found 1001"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 1\ncap = 1001"),
            &["fan[0].cap", "found 1001"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 1\nalone = 1001"),
            &["fan[0].alone", "found 1001"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 1\neach_more = 1"),
            &["fan[0].each_more", "counts no cards"],
        ),
        (
            &item("when = { red = { max = 3 } }\nvalue = 1\neach_more = 1"),
            &["fan[0].each_more", "a min"],
        ),
        (
            &item("when = { red = {} }\nvalue = 1"),
            &["fan[0].when", "min, max or in"],
        ),
        (
            &item("when = { instead_of = ['b', 'c'] }\nvalue = 1"),
            &["instead_of", "\"b\"", "items above"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 0\neffect = 'multiply_huxi'"),
            &["fan[0].effect", "at least 1"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 2\nalone = 2\neffect = 'multiply_huxi'"),
            &["fan[0].effect", "no alone"],
        ),
        (
            &item("when = 'tianhu'\nvalue = 1").replace("'a'", "'A'"),
            &["fan[0].name", "a to z"],
        ),
        (&twice, &["fan[1].name", "\"a\" again"]),
        (&many, &["fan", "found 25", "at most 24"]),
    ] {
        refused(text, "ruleset_value", says);
    }
}

/// Rule: 3.7.
#[test]
fn values_of_regional_keys_are_checked_too() {
    let item = |rest: &str| format!("[[fan]]\nname = 'a'\nhanzi = ''\nrule = ''\n{rest}");
    for (text, says) in [
        (
            "min_huxi = 15\nmin_huxi_with_fan = 16",
            &["min_huxi_with_fan", "found 16", "0 to 15"][..],
        ),
        ("fan_base = 1001", &["fan_base", "0 to 1000"]),
        ("rest_share = 101", &["rest_share", "0 to 100"]),
        (
            "ti_pays = { small = 1, big = 1001 }",
            &["ti_pays.big", "0 to 1000"],
        ),
        (
            "payment = 'running_total'\nti_pays = { small = 1, big = 2 }",
            &["ti_pays", "totals run on"],
        ),
        (
            &item("when = { red_alike = {} }\nvalue = 1"),
            &["fan[0].when", "min, max or in"],
        ),
        (
            &item("when = { copies_of = 'winning' }\nvalue = 1\neach_more = 1"),
            &["fan[0].each_more", "counts no cards"],
        ),
    ] {
        refused(text, "ruleset_value", says);
    }
}

/// A ruleset changed in Python comes as JSON and passes the same check.
#[test]
fn a_change_is_checked_like_a_file() {
    let rules = preset("hunan_half");
    for (changes, code, says) in [
        (
            r#"{"min_huxi": 101}"#,
            "ruleset_value",
            &["min_huxi", "0 to 100"][..],
        ),
        (
            r#"{"units": {"step": 0}}"#,
            "ruleset_value",
            &["units.step", "1 to 100"],
        ),
        (r#"{"min_xi": 1}"#, "ruleset_text", &["min_xi", "min_huxi"]),
        (
            r#"{"units": {"size": 1}}"#,
            "ruleset_text",
            &["size", "step"],
        ),
        (r#"{"dihu": "on"}"#, "ruleset_text", &["on", "liangzhang"]),
        (
            r#"{"min_huxi": null}"#,
            "ruleset_text",
            &["null", "whole number"],
        ),
        ("[]", "ruleset_text", &["sequence", "map"]),
    ] {
        let error = rules.replaced(changes).expect_err(changes);
        assert_eq!(error.code(), code, "{changes}");
        let message = error.to_string();
        for part in says {
            assert!(message.contains(part), "{changes}\n{message}\nlacks {part}");
        }
    }
}
