//! The rulesets that the harness plays: every preset, and those of the documents with every option in every value and
//! at other tables.

use std::sync::Arc;

use paohuzi_engine::Ruleset;

use crate::common::{DOCUMENTS, PRESETS, preset};

/// Every value of an option that is not the one of the presets.
const OPTIONS: [&str; 51] = [
    r#""own_draw_first": false"#,
    r#""break_pao_for_hu": false"#,
    r#""hu_triple_from_other": "kan""#,
    r#""stale_joint": true"#,
    r#""own_discard_stale": "chi_peng""#,
    r#""own_discard_stale": "none""#,
    r#""stale_on_pass_to_next": false"#,
    r#""stale_peng_blocks_hu": true"#,
    r#""dealer_two_ti": "open_then_free""#,
    r#""wukan_counts_ti": false"#,
    r#""dihu": "liangzhang""#,
    r#""dihu": "first_discard""#,
    r#""dihu": "both""#,
    r#""one_five_ten": true"#,
    r#""huangfan": true"#,
    r#""min_huxi": 0"#,
    r#""min_huxi": 40"#,
    r#""undrawn": 2"#,
    r#""self_draw_units": 3"#,
    r#""zimo_add": "after""#,
    r#""zimo_add": "double""#,
    r#""score_cap": 5"#,
    r#""peng_self_fourth": "ti""#,
    r#""must_hu": "all""#,
    r#""must_peng": true"#,
    r#""passed_hu": "until_xi_changes""#,
    r#""passed_hu": "never""#,
    r#""passed_hu": "must_beat""#,
    r#""feed_pao_penalty": true"#,
    r#""hu_after_discard_pao": true, "min_huxi": 6"#,
    r#""hu_after_discard_pao": true, "pay_discard": "x2", "must_hu": "discard", "passed_hu": "never""#,
    r#""no_discard_chi_peng": "skip""#,
    r#""no_discard_forced": "skip""#,
    r#""haidi_self_only": true"#,
    r#""tinghu_allows_wei": true"#,
    r#""tuan": "quads""#,
    r#""wei_open": true"#,
    r#""ti_visible": false"#,
    r#""payment": "running_total""#,
    r#""next_dealer": "pass_if_dealer_lost", "draw_dealer": "next", "draw_penalty": 10"#,
    r#""min_huxi": 18, "min_huxi_with_fan": 15"#,
    r#""min_huxi": 30, "min_huxi_with_fan": 9"#,
    r#""zero_huxi_wins": true"#,
    r#""fan_base": 1"#,
    r#""ti_pays": {"small": 1, "big": 2}"#,
    r#""payment": "running_total", "discard_wins": true, "pay_discard": "alone""#,
    r#""discard_wins": true"#,
    r#""discard_wins": true, "must_hu": "discard""#,
    r#""discard_wins": true, "pay_discard": "x2""#,
    r#""discard_wins": true, "pay_discard": "x3_alone""#,
    r#""discard_wins": true, "pay_discard": "alone""#,
];

/// Several of them together.
const MIXES: [&str; 13] = [
    r#""own_draw_first": false, "stale_joint": true, "dealer_two_ti": "open_then_free", "min_huxi": 0"#,
    r#""break_pao_for_hu": false, "own_discard_stale": "chi_peng", "stale_peng_blocks_hu": true, "one_five_ten": true"#,
    r#""own_draw_first": false, "break_pao_for_hu": false, "hu_triple_from_other": "kan", "dihu": "liangzhang""#,
    r#""stale_joint": true, "own_discard_stale": "none", "stale_on_pass_to_next": false, "wukan_counts_ti": false"#,
    r#""discard_wins": true, "passed_hu": "until_xi_changes", "min_huxi": 0, "peng_self_fourth": "ti""#,
    r#""discard_wins": true, "must_hu": "all", "must_peng": true, "dihu": "both", "break_pao_for_hu": false"#,
    r#""own_draw_first": false, "peng_self_fourth": "ti", "passed_hu": "never", "undrawn": 1, "min_huxi": 0"#,
    r#""no_discard_chi_peng": "skip", "no_discard_forced": "skip", "discard_wins": true, "feed_pao_penalty": true"#,
    REGIONAL_ITEMS,
    r#""blocks": 5, "min_huxi": 6"#,
    r#""blocks": 5, "seats": 4, "min_huxi": 6"#,
    r#""blocks": 5, "seats": 4, "min_huxi": 0, "discard_wins": true, "pay_discard": "x2", "one_five_ten": true"#,
    r#""blocks": 5, "seats": 4, "own_draw_first": false, "stale_joint": true, "dihu": "both", "min_huxi": 3"#,
];

/// The conditions that only regional rulesets use, where they are met often.
const REGIONAL_ITEMS: &str = r#""min_huxi": 0, "discard_wins": true, "dihu": "first_discard", "pay_discard": "x2", "fan": [
    {"name": "first", "hanzi": "", "rule": "", "when": "first_card", "value": 3},
    {"name": "four", "hanzi": "", "rule": "", "when": "four_of_a_card", "value": 2},
    {"name": "bi", "hanzi": "", "rule": "", "when": {"bi": {"min": 1}}, "value": 2, "each_more": 1},
    {"name": "alike", "hanzi": "", "rule": "", "when": {"red_alike": {"min": 1}}, "value": 2, "each_more": 1},
    {"name": "block", "hanzi": "", "rule": "", "when": {"red_in_one_block": {"min": 1}}, "value": 2},
    {"name": "sets", "hanzi": "", "rule": "", "when": "two_red_sets", "value": 2},
    {"name": "winning", "hanzi": "", "rule": "", "when": {"copies_of": "winning"}, "value": 1, "effect": "add_units"},
    {"name": "flipped", "hanzi": "", "rule": "", "when": {"copies_of": "flipped"}, "value": 1, "effect": "add_units"},
    {"name": "above", "hanzi": "", "rule": "", "when": {"copies_of": "above_flipped"}, "value": 1},
    {"name": "below", "hanzi": "", "rule": "", "when": {"copies_of": "below_flipped"}, "value": 1}
]"#;

/// Which huxi table of the rulebook a ruleset has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Hunan,
    Luzhou,
}

/// A ruleset and what the proofs need to know of it.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// Its name and the keys changed.
    pub(crate) label: String,
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) family: Family,
    /// Its units by huxi, typed from rulebook 3.2 and section 4.
    pub(crate) units: fn(u16) -> u16,
}

/// How many of the rulesets are presets unchanged.
pub(crate) const UNCHANGED: usize = PRESETS.len() - 1;

/// All rulesets. The unchanged presets come first.
pub(crate) fn all() -> Vec<Table> {
    // The harness seats three.
    let unchanged = PRESETS.into_iter().filter(|name| *name != "liuhuqiang");
    let changes = OPTIONS.into_iter().chain(MIXES);
    let changed = changes.flat_map(|changes| DOCUMENTS.map(|name| table(name, changes)));
    unchanged
        .map(|name| table(name, ""))
        .chain(changed)
        .collect()
}

/// The units of a preset. Rule: 3.2, 4.
fn units(name: &str) -> fn(u16) -> u16 {
    match name {
        "luzhou" | "luzhou_hongwu" => |huxi| huxi / 10,
        "luzhou_mingtang" => |huxi| if huxi == 0 { 1 } else { huxi / 10 },
        "ningxiang" => |huxi| 10 + huxi.saturating_sub(15) / 3 * 5,
        "shaoyang" => |huxi| huxi.saturating_sub(5) / 5,
        "shaoyang_bopi" | "loudi" | "xiangxiang" => |huxi| huxi,
        "hengyang" => |huxi| {
            if huxi == 10 {
                3
            } else {
                huxi.saturating_sub(6) / 3
            }
        },
        "leiyang" => |huxi| match huxi {
            10 | 16..=19 => 2,
            11..=15 => 1,
            20 => 4,
            0 => 3,
            _ => huxi.saturating_sub(12) / 3,
        },
        "chenzhou" => |huxi| huxi.saturating_sub(6) / 3,
        "guilin" => |huxi| huxi.saturating_sub(7) / 3,
        _ => |huxi| huxi.saturating_sub(12) / 3,
    }
}

fn table(name: &str, changes: &str) -> Table {
    let rules = preset(name);
    let family = if name.starts_with("luzhou") {
        Family::Luzhou
    } else {
        Family::Hunan
    };
    Table {
        label: format!("{name} {{{changes}}}"),
        rules: Arc::new(
            rules
                .replaced(&format!("{{{changes}}}"))
                .expect("keys of section 6"),
        ),
        family,
        units: units(name),
    }
}
