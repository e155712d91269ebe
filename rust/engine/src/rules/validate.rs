//! The one check that every ruleset passes, wherever it came from.

use super::{
    Amount, Condition, FanItem, Keys, Payment, RULESET_FORMAT, RulesetError, SetHuxi, TiPay,
};

/// Most fan items of a ruleset.
pub(crate) const MAX_ITEMS: usize = 24;
/// Largest huxi of one block.
const MAX_BLOCK_HUXI: u8 = 30;
/// Largest value of one fan item.
const MAX_VALUE: u16 = 1000;
/// Most exceptions of a unit scale.
const MAX_EXCEPTIONS: usize = 32;
/// Longest name.
const MAX_NAME: usize = 64;
/// Longest description.
const MAX_DESCRIPTION: usize = 4000;

/// The keys, if they make a ruleset.
pub(super) fn checked(keys: Keys) -> Result<Keys, RulesetError> {
    let range = |key: &str, found: u32, min: u32, max: u32| {
        ensure(
            (min..=max).contains(&found),
            key,
            found,
            format!("{min} to {max}"),
        )
    };
    range("format", keys.format, RULESET_FORMAT, RULESET_FORMAT)?;
    name("name", &keys.name)?;
    ensure(
        keys.hanzi.chars().count() <= MAX_NAME,
        "hanzi",
        "a longer text",
        format!("at most {MAX_NAME} characters"),
    )?;
    ensure(
        keys.description.chars().count() <= MAX_DESCRIPTION,
        "description",
        "a longer text",
        format!("at most {MAX_DESCRIPTION} characters"),
    )?;
    range("seats", keys.seats.into(), 3, 4)?;
    ensure(
        matches!((keys.seats, keys.blocks), (3, 7) | (3 | 4, 5)),
        "blocks",
        keys.blocks,
        "5, or 7 at a table of three",
    )?;
    range("undrawn", keys.undrawn.into(), 0, 18)?;
    range("min_huxi", keys.min_huxi.into(), 0, 100)?;
    range(
        "min_huxi_with_fan",
        keys.min_huxi_with_fan.into(),
        0,
        keys.min_huxi.into(),
    )?;
    range("fan_base", keys.fan_base.into(), 0, 1000)?;
    range("ti_pays.small", keys.ti_pays.small.into(), 0, 1000)?;
    range("ti_pays.big", keys.ti_pays.big.into(), 0, 1000)?;
    ensure(
        keys.ti_pays == TiPay::default() || keys.payment == Payment::EachRound,
        "ti_pays",
        "points for ti",
        "none, since totals run on",
    )?;
    range("rest_share", keys.rest_share.into(), 0, 100)?;
    range("units.step", keys.units.step.into(), 1, 100)?;
    range("units.offset", keys.units.offset.into(), 0, 100)?;
    range("units.base", keys.units.base.into(), 0, 1000)?;
    range("units.gain", keys.units.gain.into(), 0, 1000)?;
    ensure(
        keys.units.exceptions.len() <= MAX_EXCEPTIONS,
        "units.exceptions",
        keys.units.exceptions.len(),
        format!("at most {MAX_EXCEPTIONS}"),
    )?;
    range("target", keys.target.into(), 0, 10_000)?;
    range("round_to", keys.round_to.into(), 1, 100)?;
    range("draw_penalty", keys.draw_penalty.into(), 0, 1000)?;
    range("self_draw_units", keys.self_draw_units.into(), 0, 100)?;
    let table = &keys.huxi;
    for (key, set) in [
        ("huxi.peng", table.peng),
        ("huxi.kan", table.kan),
        ("huxi.wei", table.wei),
        ("huxi.pao", table.pao),
        ("huxi.ti", table.ti),
    ] {
        set_huxi(key, set)?;
    }
    for (key, run) in [
        ("huxi.one_two_three", table.one_two_three),
        ("huxi.two_seven_ten", table.two_seven_ten),
        ("huxi.one_five_ten", table.one_five_ten),
    ] {
        block_huxi(key, "small", run.small)?;
        block_huxi(key, "big", run.big)?;
    }
    let items = u32::try_from(keys.fan.len()).unwrap_or(u32::MAX);
    ensure(
        keys.fan.len() <= MAX_ITEMS,
        "fan",
        items,
        format!("at most {MAX_ITEMS} items"),
    )?;
    for (i, item) in keys.fan.iter().enumerate() {
        fan_item(&format!("fan[{i}]"), item, &keys.fan[..i])?;
    }
    Ok(keys)
}

fn ensure(
    holds: bool,
    key: &str,
    found: impl std::fmt::Display,
    expected: impl Into<String>,
) -> Result<(), RulesetError> {
    if holds {
        return Ok(());
    }
    Err(RulesetError::Value {
        key: key.to_owned(),
        found: found.to_string(),
        expected: expected.into(),
    })
}

/// Whether the text is a name: a word that text forms can carry.
pub(super) fn is_name(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    !text.is_empty() && text.len() <= MAX_NAME && text.bytes().all(fits)
}

fn name(key: &str, found: &str) -> Result<(), RulesetError> {
    let expected = format!("1 to {MAX_NAME} of a to z, 0 to 9 and _");
    ensure(
        is_name(found),
        key,
        format!("{:?}", crate::text::quotable(found)),
        expected,
    )
}

fn block_huxi(table: &str, key: &str, found: u8) -> Result<(), RulesetError> {
    let expected = format!("0 to {MAX_BLOCK_HUXI}");
    ensure(
        found <= MAX_BLOCK_HUXI,
        &format!("{table}.{key}"),
        found,
        expected,
    )
}

fn set_huxi(table: &str, set: SetHuxi) -> Result<(), RulesetError> {
    block_huxi(table, "small", set.small)?;
    block_huxi(table, "big", set.big)?;
    block_huxi(table, "red_small", set.red_small.unwrap_or(0))?;
    block_huxi(table, "red_big", set.red_big.unwrap_or(0))
}

/// An item may only refer to the items above it.
fn fan_item(key: &str, item: &FanItem, above: &[FanItem]) -> Result<(), RulesetError> {
    name(&format!("{key}.name"), &item.name)?;
    ensure(
        above.iter().all(|other| other.name != item.name),
        &format!("{key}.name"),
        format!("{:?} again", item.name),
        "a name that no item above has",
    )?;
    ensure(
        item.hanzi.chars().count() <= MAX_NAME && item.rule.chars().count() <= MAX_NAME,
        key,
        "a longer text",
        format!("hanzi and rule of at most {MAX_NAME} characters"),
    )?;
    let most = |value: u16, part: &str| {
        let expected = format!("0 to {MAX_VALUE}");
        ensure(
            value <= MAX_VALUE,
            &format!("{key}.{part}"),
            value,
            expected,
        )
    };
    most(item.value, "value")?;
    most(item.each_more, "each_more")?;
    most(item.cap.unwrap_or(0), "cap")?;
    most(item.alone.unwrap_or(0), "alone")?;
    condition(key, item, above)?;
    ensure(
        !item.effect.multiplies() || (item.value >= 1 && item.alone.is_none()),
        &format!("{key}.effect"),
        "an item that multiplies",
        "a value of at least 1 and no alone beside it",
    )
}

fn condition(key: &str, item: &FanItem, above: &[FanItem]) -> Result<(), RulesetError> {
    match &item.when {
        Condition::Red(amount)
        | Condition::Big(amount)
        | Condition::Small(amount)
        | Condition::Huxi(amount)
        | Condition::RedAlike(amount)
        | Condition::RedInOneBlock(amount) => self::amount(key, item, amount),
        Condition::InsteadOf(names) => {
            let known: Vec<_> = above
                .iter()
                .filter(|other| !matches!(other.when, Condition::InsteadOf(_)))
                .map(|other| other.name.as_str())
                .collect();
            for name in names {
                ensure(
                    known.contains(&name.as_str()),
                    &format!("{key}.when.instead_of"),
                    format!("{:?}", crate::text::quotable(name)),
                    format!("one of the items above: {}", known.join(", ")),
                )?;
            }
            ensure(
                names.len() >= 2,
                &format!("{key}.when.instead_of"),
                names.len(),
                "two names or more",
            )?;
            no_each_more(key, item)
        }
        Condition::SelfDraw
        | Condition::OnDiscard
        | Condition::AllSame
        | Condition::EveryBlockScores
        | Condition::EightOfANumber
        | Condition::SingleWait
        | Condition::NothingTaken
        | Condition::LastCard
        | Condition::FirstCard
        | Condition::FourOfACard
        | Condition::TwoRedSets
        | Condition::CopiesOf(_)
        | Condition::Tianhu
        | Condition::Dihu
        | Condition::SantiWukan => no_each_more(key, item),
    }
}

fn no_each_more(key: &str, item: &FanItem) -> Result<(), RulesetError> {
    ensure(
        item.each_more == 0,
        &format!("{key}.each_more"),
        item.each_more,
        "none, since the condition counts no cards",
    )
}

fn amount(key: &str, item: &FanItem, amount: &Amount) -> Result<(), RulesetError> {
    ensure(
        amount.min.is_some() || amount.max.is_some() || !amount.one_of.is_empty(),
        &format!("{key}.when"),
        "no bound",
        "min, max or in",
    )?;
    ensure(
        item.each_more == 0 || amount.min.is_some(),
        &format!("{key}.each_more"),
        item.each_more,
        "a min that it counts from",
    )
}
