//! Which fan items (名堂) a win has and what each is worth in it.

use tinyvec::ArrayVec;

use super::Finished;
use crate::huxi::meld_huxi;
use crate::meld::MeldKind;
use crate::rules::{Amount, Condition, Effect, FanItem, Ruleset};

/// One fan item of a win with what it is worth there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ItemLine {
    /// Index into [`Ruleset::fan_items`], or [`ItemLine::HUANGFAN`].
    pub item: u8,
    /// Fan it adds, or what it multiplies the huxi (its effect) or the whole score (黄番) by.
    pub value: u16,
}

/// The fan items of a win in the order of the ruleset, 黄番 last.
pub type ItemList = ArrayVec<[ItemLine; 26]>;

impl ItemLine {
    /// The item of drawn rounds (黄番), which multiplies the whole score. Rule: 3.3, ruling 20.
    pub const HUANGFAN: u8 = u8::MAX;

    /// Its name in pinyin; empty where the ruleset has no such item.
    #[must_use]
    pub fn name(self, rules: &Ruleset) -> &str {
        match self.fan_item(rules) {
            Some(item) => &item.name,
            None if self.item == Self::HUANGFAN => "huangfan",
            None => "",
        }
    }

    /// Its name in Chinese; empty where the ruleset has no such item.
    #[must_use]
    pub fn hanzi(self, rules: &Ruleset) -> &str {
        match self.fan_item(rules) {
            Some(item) => &item.hanzi,
            None if self.item == Self::HUANGFAN => "黄番",
            None => "",
        }
    }

    /// The clause of the rulebook it follows; empty where the ruleset has no such item.
    #[must_use]
    pub fn rule(self, rules: &Ruleset) -> &str {
        match self.fan_item(rules) {
            Some(item) => &item.rule,
            None if self.item == Self::HUANGFAN => "3.3",
            None => "",
        }
    }

    pub(super) fn effect(self, rules: &Ruleset) -> Effect {
        self.fan_item(rules)
            .map_or(Effect::AddFan, |item| item.effect)
    }

    fn fan_item(self, rules: &Ruleset) -> Option<&FanItem> {
        rules.fan_items().get(usize::from(self.item))
    }
}

/// The items of a win, values as they count in it.
pub(super) fn listed(rules: &Ruleset, finished: &Finished<'_>) -> ItemList {
    let mut lines = ItemList::new();
    for (index, item) in numbered(rules) {
        // An override stands below the items it replaces, and an item counts in one line only.
        let value = if let Condition::InsteadOf(names) = &item.when {
            replace(rules, names, &mut lines).then_some(item.value)
        } else {
            value(rules, item, finished)
        };
        if let Some(value) = value {
            let value = item.cap.map_or(value, |cap| value.min(cap));
            lines.push(ItemLine { item: index, value });
        }
    }
    alone(rules, &mut lines);
    lines
}

/// The item of 三提五坎, where the ruleset has one. Rule: ruling 11.
pub(super) fn santi_wukan(rules: &Ruleset) -> ItemList {
    let mut lines: ItemList = numbered(rules)
        .filter(|(_, item)| item.when == Condition::SantiWukan)
        .map(|(index, item)| ItemLine {
            item: index,
            value: item.value,
        })
        .collect();
    alone(rules, &mut lines);
    lines
}

fn numbered(rules: &Ruleset) -> impl Iterator<Item = (u8, &FanItem)> {
    (0..).zip(rules.fan_items())
}

/// An item that is the only pattern of the win has its own worth. Rule: C9, ruling 16.
fn alone(rules: &Ruleset, lines: &mut ItemList) {
    if let [line] = lines.as_mut_slice() {
        let alone = line.fan_item(rules).and_then(|item| item.alone);
        line.value = alone.unwrap_or(line.value);
    }
}

/// Takes the named items out, if all of them are listed.
fn replace(rules: &Ruleset, names: &[String], lines: &mut ItemList) -> bool {
    let all = names
        .iter()
        .all(|name| lines.iter().any(|line| line.name(rules) == name));
    if all {
        lines.retain(|line| names.iter().all(|name| line.name(rules) != name));
    }
    all
}

/// What the item is worth in the win before its cap; `None` where it does not apply.
fn value(rules: &Ruleset, item: &FanItem, finished: &Finished<'_>) -> Option<u16> {
    let context = finished.context;
    let applies = match &item.when {
        Condition::Red(amount) => return counted(item, amount, finished.tally.red),
        Condition::Big(amount) => return counted(item, amount, finished.tally.big),
        Condition::Small(amount) => return counted(item, amount, finished.tally.small),
        Condition::Huxi(amount) => return counted(item, amount, finished.huxi),
        Condition::SelfDraw => finished.self_draw,
        Condition::OnDiscard => finished.on_discard,
        Condition::EightOfANumber => {
            let times = u16::from(finished.tally.eights);
            return (times > 0).then(|| item.value.saturating_mul(times));
        }
        Condition::AllSame => finished
            .blocks
            .iter()
            .all(|block| block.kind() != MeldKind::Chi),
        Condition::EveryBlockScores => finished
            .blocks
            .iter()
            .all(|block| block.kind() == MeldKind::Pair || meld_huxi(rules, *block) > 0),
        Condition::SingleWait => finished.single_wait,
        Condition::NothingTaken => finished.nothing_taken || context.tianhu || context.dihu,
        Condition::LastCard => {
            context.last_card && (finished.self_draw || !rules.haidi_self_only())
        }
        Condition::Tianhu => context.tianhu,
        Condition::Dihu => context.dihu,
        Condition::SantiWukan | Condition::InsteadOf(_) => false,
    };
    applies.then_some(item.value)
}

fn counted(item: &FanItem, amount: &Amount, number: u8) -> Option<u16> {
    let more = u16::from(number.saturating_sub(amount.min.unwrap_or(number)));
    amount.accepts(number).then(|| {
        item.value
            .saturating_add(item.each_more.saturating_mul(more))
    })
}
