//! Which fan items (名堂) a win has and what each is worth in it.

use tinyvec::ArrayVec;

use super::Finished;
use crate::card::{COPIES, Card, RED};
use crate::huxi::meld_huxi;
use crate::meld::{Meld, MeldKind};
use crate::rules::{Amount, Condition, Effect, FanItem, Pointed, Ruleset};

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

    /// What it changes.
    #[must_use]
    pub fn effect(self, rules: &Ruleset) -> Effect {
        self.fan_item(rules)
            .map_or(Effect::AddFan, |item| item.effect)
    }

    /// Whether it is a pattern of the win. Rule: ruling 16.
    pub(super) fn is_pattern(self, rules: &Ruleset) -> bool {
        self.fan_item(rules)
            .is_some_and(|item| item.when.is_pattern())
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
        Condition::EightOfANumber => return repeated(item, finished.tally.eights),
        Condition::FourOfACard => {
            let fours = finished.tally.cards.exactly(COPIES).iter();
            return repeated(item, fours.fold(0, |n, _| n + 1));
        }
        Condition::CopiesOf(pointed) => {
            let card = pointed_at(*pointed, finished);
            return repeated(item, card.map_or(0, |card| finished.tally.cards.get(card)));
        }
        Condition::Bi(amount) => return counted(item, amount, context.bi),
        Condition::RedAlike(amount) => {
            let kinds = finished.tally.cards.kinds();
            let alike = kinds.filter(|(card, _)| card.is_red()).count() == 1;
            return counted(item, amount, finished.tally.red).filter(|_| alike);
        }
        Condition::RedInOneBlock(amount) => {
            let red = finished.tally.red;
            let one = finished.blocks.iter().any(|block| red_of(*block) == red);
            return counted(item, amount, red).filter(|_| one && red > 0);
        }
        Condition::TwoRedSets => {
            let red = || finished.blocks.iter().filter(|block| red_of(**block) > 0);
            let is_set = |block: &Meld| !matches!(block.kind(), MeldKind::Chi | MeldKind::Pair);
            red().count() == 2 && red().all(is_set)
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
        Condition::FirstCard => context.first_card,
        Condition::Tianhu => context.tianhu,
        Condition::Dihu => context.dihu,
        Condition::SantiWukan | Condition::InsteadOf(_) => false,
    };
    applies.then_some(item.value)
}

/// The item's value so many times; none of it where there is nothing to count.
fn repeated(item: &FanItem, times: u8) -> Option<u16> {
    (times > 0).then(|| item.value.saturating_mul(times.into()))
}

/// The card that play points at.
fn pointed_at(pointed: Pointed, finished: &Finished<'_>) -> Option<Card> {
    let flipped = finished.context.flipped;
    match pointed {
        Pointed::Winning => finished.card,
        Pointed::Flipped => flipped,
        Pointed::AboveFlipped => flipped?.offset(1),
        Pointed::BelowFlipped => flipped?.offset(-1),
    }
}

/// The red cards of a block.
fn red_of(block: Meld) -> u8 {
    block.counts().count_in(RED)
}

fn counted(item: &FanItem, amount: &Amount, number: u8) -> Option<u16> {
    let more = u16::from(number.saturating_sub(amount.min.unwrap_or(number)));
    amount.accepts(number).then(|| {
        item.value
            .saturating_add(item.each_more.saturating_mul(more))
    })
}
