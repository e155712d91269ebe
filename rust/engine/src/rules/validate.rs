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
    match faults(&keys).into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(keys),
    }
}

/// Every value that is out of its range or contradicts another one.
pub(super) fn faults(keys: &Keys) -> Vec<RulesetError> {
    let mut faults = Faults::default();
    faults.range("format", keys.format, RULESET_FORMAT, RULESET_FORMAT);
    faults.name("name", &keys.name);
    faults.ensure(
        keys.hanzi.chars().count() <= MAX_NAME,
        "hanzi",
        "a longer text",
        format!("at most {MAX_NAME} characters"),
    );
    faults.ensure(
        keys.description.chars().count() <= MAX_DESCRIPTION,
        "description",
        "a longer text",
        format!("at most {MAX_DESCRIPTION} characters"),
    );
    faults.range("seats", keys.seats.into(), 3, 4);
    faults.ensure(
        keys.blocks == 5 || keys.blocks == 7 && keys.seats != 4,
        "blocks",
        keys.blocks,
        "5, or 7 at a table of three",
    );
    faults.ensure(
        !(keys.hu_after_discard_pao && keys.dihu.on_first_discard()),
        "hu_after_discard_pao",
        true,
        "false, since the dealer's first discard wins in every way",
    );
    faults.range("undrawn", keys.undrawn.into(), 0, 18);
    faults.range("min_huxi", keys.min_huxi.into(), 0, 100);
    faults.range(
        "min_huxi_with_fan",
        keys.min_huxi_with_fan.into(),
        0,
        keys.min_huxi.into(),
    );
    faults.range("fan_base", keys.fan_base.into(), 0, 1000);
    faults.range("ti_pays.small", keys.ti_pays.small.into(), 0, 1000);
    faults.range("ti_pays.big", keys.ti_pays.big.into(), 0, 1000);
    faults.ensure(
        keys.ti_pays == TiPay::default() || keys.payment == Payment::EachRound,
        "ti_pays",
        "points for ti",
        "none, since totals run on",
    );
    faults.range("rest_share", keys.rest_share.into(), 0, 100);
    faults.range("units.step", keys.units.step.into(), 1, 100);
    faults.range("units.offset", keys.units.offset.into(), 0, 100);
    faults.range("units.base", keys.units.base.into(), 0, 1000);
    faults.range("units.gain", keys.units.gain.into(), 0, 1000);
    faults.ensure(
        keys.units.exceptions.len() <= MAX_EXCEPTIONS,
        "units.exceptions",
        keys.units.exceptions.len(),
        format!("at most {MAX_EXCEPTIONS}"),
    );
    faults.range("target", keys.target.into(), 0, 10_000);
    faults.range("round_to", keys.round_to.into(), 1, 100);
    faults.range("draw_penalty", keys.draw_penalty.into(), 0, 1000);
    faults.range("self_draw_units", keys.self_draw_units.into(), 0, 100);
    let table = &keys.huxi;
    for (key, set) in [
        ("huxi.peng", table.peng),
        ("huxi.kan", table.kan),
        ("huxi.wei", table.wei),
        ("huxi.pao", table.pao),
        ("huxi.ti", table.ti),
    ] {
        faults.set_huxi(key, set);
    }
    for (key, run) in [
        ("huxi.one_two_three", table.one_two_three),
        ("huxi.two_seven_ten", table.two_seven_ten),
        ("huxi.one_five_ten", table.one_five_ten),
    ] {
        faults.block_huxi(key, "small", run.small);
        faults.block_huxi(key, "big", run.big);
    }
    let items = u32::try_from(keys.fan.len()).unwrap_or(u32::MAX);
    faults.ensure(
        keys.fan.len() <= MAX_ITEMS,
        "fan",
        items,
        format!("at most {MAX_ITEMS} items"),
    );
    for (i, item) in keys.fan.iter().enumerate().take(MAX_ITEMS) {
        fan_item(&mut faults, &format!("fan[{i}]"), item, &keys.fan[..i]);
    }
    faults.0
}

/// Whether the text is a name: a word that text forms can carry.
pub(super) fn is_name(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    !text.is_empty() && text.len() <= MAX_NAME && text.bytes().all(fits)
}

/// What has been found.
#[derive(Default)]
struct Faults(Vec<RulesetError>);

impl Faults {
    fn ensure(
        &mut self,
        holds: bool,
        key: &str,
        found: impl std::fmt::Display,
        expected: impl Into<String>,
    ) {
        if !holds {
            self.0.push(RulesetError::Value {
                key: key.to_owned(),
                found: found.to_string(),
                expected: expected.into(),
            });
        }
    }

    fn range(&mut self, key: &str, found: u32, min: u32, max: u32) {
        let holds = (min..=max).contains(&found);
        let expected = if min == max {
            min.to_string()
        } else {
            format!("{min} to {max}")
        };
        self.ensure(holds, key, found, expected);
    }

    fn name(&mut self, key: &str, found: &str) {
        let fits = is_name(found);
        let expected = format!("1 to {MAX_NAME} of a to z, 0 to 9 and _");
        let found = format!("{:?}", crate::text::quotable(found));
        self.ensure(fits, key, found, expected);
    }

    fn block_huxi(&mut self, table: &str, key: &str, found: u8) {
        let expected = format!("0 to {MAX_BLOCK_HUXI}");
        self.ensure(
            found <= MAX_BLOCK_HUXI,
            &format!("{table}.{key}"),
            found,
            expected,
        );
    }

    fn set_huxi(&mut self, table: &str, set: SetHuxi) {
        self.block_huxi(table, "small", set.small);
        self.block_huxi(table, "big", set.big);
        self.block_huxi(table, "red_small", set.red_small.unwrap_or(0));
        self.block_huxi(table, "red_big", set.red_big.unwrap_or(0));
    }
}

/// An item may only refer to the items above it.
fn fan_item(faults: &mut Faults, key: &str, item: &FanItem, above: &[FanItem]) {
    faults.name(&format!("{key}.name"), &item.name);
    faults.ensure(
        above.iter().all(|other| other.name != item.name),
        &format!("{key}.name"),
        format!("{:?} again", item.name),
        "a name that no item above has",
    );
    faults.ensure(
        item.hanzi.chars().count() <= MAX_NAME && item.rule.chars().count() <= MAX_NAME,
        key,
        "a longer text",
        format!("hanzi and rule of at most {MAX_NAME} characters"),
    );
    for (part, value) in [
        ("value", item.value),
        ("each_more", item.each_more),
        ("cap", item.cap.unwrap_or(0)),
        ("alone", item.alone.unwrap_or(0)),
    ] {
        faults.range(&format!("{key}.{part}"), value.into(), 0, MAX_VALUE.into());
    }
    condition(faults, key, item, above);
    faults.ensure(
        !item.effect.multiplies() || (item.value >= 1 && item.alone.is_none()),
        &format!("{key}.effect"),
        "an item that multiplies",
        "a value of at least 1 and no alone beside it",
    );
}

fn condition(faults: &mut Faults, key: &str, item: &FanItem, above: &[FanItem]) {
    match &item.when {
        Condition::Red(amount)
        | Condition::Big(amount)
        | Condition::Small(amount)
        | Condition::Huxi(amount)
        | Condition::Bi(amount)
        | Condition::RedAlike(amount)
        | Condition::RedInOneBlock(amount) => self::amount(faults, key, item, amount),
        Condition::InsteadOf(names) => {
            let known: Vec<_> = above
                .iter()
                .filter(|other| !matches!(other.when, Condition::InsteadOf(_)))
                .map(|other| other.name.as_str())
                .collect();
            for name in names.iter().take(MAX_ITEMS) {
                faults.ensure(
                    known.contains(&name.as_str()),
                    &format!("{key}.when.instead_of"),
                    format!("{:?}", crate::text::quotable(name)),
                    format!("one of the items above: {}", known.join(", ")),
                );
            }
            faults.ensure(
                (2..=MAX_ITEMS).contains(&names.len()),
                &format!("{key}.when.instead_of"),
                names.len(),
                format!("2 to {MAX_ITEMS} names"),
            );
            no_each_more(faults, key, item);
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
        | Condition::SantiWukan => no_each_more(faults, key, item),
    }
}

fn no_each_more(faults: &mut Faults, key: &str, item: &FanItem) {
    faults.ensure(
        item.each_more == 0,
        &format!("{key}.each_more"),
        item.each_more,
        "none, since the condition counts no cards",
    );
}

fn amount(faults: &mut Faults, key: &str, item: &FanItem, amount: &Amount) {
    faults.ensure(
        amount.min.is_some() || amount.max.is_some() || !amount.one_of.is_empty(),
        &format!("{key}.when"),
        "no bound",
        "min, max or in",
    );
    faults.ensure(
        item.each_more == 0 || amount.min.is_some(),
        &format!("{key}.each_more"),
        item.each_more,
        "a min that it counts from",
    );
}
