//! The rulesets that the harness plays: every preset, alone, with every option in every value, and at other tables.

use std::sync::Arc;

use paohuzi_engine::Ruleset;

use crate::common::{PRESETS, preset};

/// Every value of an option that is not the one of the presets.
const OPTIONS: [&str; 41] = [
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
    r#""feed_pao_penalty": true"#,
    r#""no_discard_chi_peng": "skip""#,
    r#""no_discard_forced": "skip""#,
    r#""haidi_self_only": true"#,
    r#""tinghu_allows_wei": true"#,
    r#""tuan": "quads""#,
    r#""wei_open": true"#,
    r#""payment": "running_total""#,
    r#""next_dealer": "pass_if_dealer_lost", "draw_dealer": "next", "draw_penalty": 10"#,
    r#""discard_wins": true"#,
    r#""discard_wins": true, "must_hu": "discard""#,
    r#""discard_wins": true, "pay_discard": "x2""#,
    r#""discard_wins": true, "pay_discard": "x3_alone""#,
    r#""discard_wins": true, "pay_discard": "alone""#,
];

/// Several of them together.
const MIXES: [&str; 12] = [
    r#""own_draw_first": false, "stale_joint": true, "dealer_two_ti": "open_then_free", "min_huxi": 0"#,
    r#""break_pao_for_hu": false, "own_discard_stale": "chi_peng", "stale_peng_blocks_hu": true, "one_five_ten": true"#,
    r#""own_draw_first": false, "break_pao_for_hu": false, "hu_triple_from_other": "kan", "dihu": "liangzhang""#,
    r#""stale_joint": true, "own_discard_stale": "none", "stale_on_pass_to_next": false, "wukan_counts_ti": false"#,
    r#""discard_wins": true, "passed_hu": "until_xi_changes", "min_huxi": 0, "peng_self_fourth": "ti""#,
    r#""discard_wins": true, "must_hu": "all", "must_peng": true, "dihu": "both", "break_pao_for_hu": false"#,
    r#""own_draw_first": false, "peng_self_fourth": "ti", "passed_hu": "never", "undrawn": 1, "min_huxi": 0"#,
    r#""no_discard_chi_peng": "skip", "no_discard_forced": "skip", "discard_wins": true, "feed_pao_penalty": true"#,
    r#""blocks": 5, "min_huxi": 6"#,
    r#""blocks": 5, "seats": 4, "min_huxi": 6"#,
    r#""blocks": 5, "seats": 4, "min_huxi": 0, "discard_wins": true, "pay_discard": "x2", "one_five_ten": true"#,
    r#""blocks": 5, "seats": 4, "own_draw_first": false, "stale_joint": true, "dihu": "both", "min_huxi": 3"#,
];

/// Which huxi table and units of the rulebook a ruleset has.
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
}

/// All rulesets. The unchanged presets come first.
pub(crate) fn all() -> Vec<Table> {
    let changes = std::iter::once("").chain(OPTIONS).chain(MIXES);
    changes
        .flat_map(|changes| PRESETS.map(|name| table(name, changes)))
        .collect()
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
    }
}
