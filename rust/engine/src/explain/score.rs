//! What a win is made of, step by step to what is paid.

use super::words::{Lang, meld};
use crate::block::ChiShape;
use crate::huxi::meld_huxi;
use crate::meld::{Meld, MeldKind};
use crate::rules::{Effect, Payment, Ruleset, ZimoAdd};
use crate::score::ItemLine;
use crate::settle::Settlement;
use crate::win::Win;

/// A block of a win and its huxi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockLine {
    /// The block.
    pub meld: Meld,
    /// Its huxi.
    pub huxi: u8,
    /// The clause that gives them.
    pub rule: &'static str,
}

/// A fan item with its names and its value in the win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemText {
    /// Its name in pinyin.
    pub name: String,
    /// Its name in Chinese.
    pub hanzi: String,
    /// The clause it follows.
    pub rule: String,
    /// What it is worth in the win.
    pub value: u16,
}

/// One step from the blocks to the score, in the order they are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The sum of the huxi. Rule: 3.1.
    Huxi(u16),
    /// An item multiplies the huxi to so many.
    HuxiTimes(ItemText, u16),
    /// The huxi become so many units. Rule: 3.2.
    Units(u16),
    /// An item sets the units.
    UnitsSet(ItemText),
    /// An item adds units.
    UnitsAdded(ItemText),
    /// Units for the self-draw, before the fan. Rule: R37, A11.
    SelfDrawUnits(u16),
    /// Fan that every win of the ruleset has. Rule: 3.6.
    FanBase(u16),
    /// An item adds fan.
    Fan(ItemText),
    /// The fan in all, at most the cap of the ruleset. Rule: 3.3, A36.
    FanSum(u16),
    /// Units times fan.
    Product {
        /// The units.
        units: u16,
        /// The fan.
        fan: u16,
        /// What they come to.
        score: u32,
    },
    /// Points for the self-draw, after the fan. Rule: A11.
    SelfDrawAfter(u16),
    /// The self-draw doubles the score. Rule: A11.
    SelfDrawDouble,
    /// An item multiplies the score; 黄番 among them.
    ScoreTimes(ItemText),
    /// The score. Rule: 3.3.
    Score(u32),
}

/// Who pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pays {
    /// Each loser pays the score. On a discard the ruleset may say otherwise, which the settlement shows. Rule: 2.10.
    EachLoser {
        /// What each pays.
        score: u32,
        /// How many there are.
        losers: u8,
    },
    /// The winner's running total grows by the score. Rule: 2.10.
    RunningTotal {
        /// By so much.
        score: u32,
    },
    /// The points of each seat, as a settlement has them. Rule: 2.10, A28.
    Seats(Vec<i64>),
}

/// What a win is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinExplanation {
    /// The blocks, in the order the arrangement shows them.
    pub blocks: Vec<BlockLine>,
    /// The steps to the score.
    pub steps: Vec<Step>,
    /// Who pays it.
    pub pays: Pays,
}

impl Win {
    /// What the win is made of: each block with its huxi, the sum, the units, each item with its rule, the score and
    /// who pays it.
    ///
    /// Rule: 3.1, 3.2, 3.3, 2.10.
    #[must_use]
    pub fn explain(&self, rules: &Ruleset) -> WinExplanation {
        let score = self.score;
        WinExplanation {
            blocks: self
                .arrangement
                .blocks
                .iter()
                .map(|meld| BlockLine {
                    meld: *meld,
                    huxi: meld_huxi(rules, *meld),
                    rule: rule_of(*meld),
                })
                .collect(),
            steps: steps(self, rules),
            pays: match rules.payment() {
                Payment::EachRound => Pays::EachLoser {
                    score,
                    losers: rules.seats().saturating_sub(1),
                },
                Payment::RunningTotal => Pays::RunningTotal { score },
            },
        }
    }
}

impl Settlement {
    /// What its win is made of and what each seat pays or gets; none where nobody won.
    #[must_use]
    pub fn explain(&self, rules: &Ruleset) -> Option<WinExplanation> {
        self.win().map(|win| WinExplanation {
            pays: Pays::Seats(self.payments().to_vec()),
            ..win.win.explain(rules)
        })
    }
}

/// The clause that gives a block its huxi.
fn rule_of(meld: Meld) -> &'static str {
    match meld.kind() {
        MeldKind::Chi => match meld
            .chi_block()
            .map(|block| (block.shape(), block.is_one_two_three()))
        {
            Some((ChiShape::Run, true) | (ChiShape::TwoSevenTen, _)) => "R33",
            Some((ChiShape::OneFiveTen, _)) => "A43",
            Some((ChiShape::Jiao, _)) => "R15",
            Some((ChiShape::Run, false)) | None => "R14",
        },
        MeldKind::Kan => "R34",
        MeldKind::Pair => "R17",
        MeldKind::Peng
        | MeldKind::Wei
        | MeldKind::ChouWei
        | MeldKind::Pao
        | MeldKind::Ti
        | MeldKind::DealtTi => "R33",
    }
}

fn steps(win: &Win, rules: &Ruleset) -> Vec<Step> {
    let text = |line: &ItemLine| ItemText {
        name: line.name(rules).to_owned(),
        hanzi: line.hanzi(rules).to_owned(),
        rule: line.rule(rules).to_owned(),
        value: line.value,
    };
    let own = |line: &&ItemLine| line.item != ItemLine::HUANGFAN;
    let with = |effect: Effect| {
        let lines = win.items.iter().filter(own);
        lines.filter(move |line| line.effect(rules) == effect)
    };
    let mut huxi = u16::from(win.huxi);
    let mut steps = vec![Step::Huxi(huxi)];
    for line in with(Effect::MultiplyHuxi) {
        huxi = huxi.saturating_mul(line.value);
        steps.push(Step::HuxiTimes(text(line), huxi));
    }
    match with(Effect::SetUnits).max_by_key(|line| line.value) {
        Some(line) => steps.push(Step::UnitsSet(text(line))),
        None => steps.push(Step::Units(rules.units().units(huxi))),
    }
    steps.extend(with(Effect::AddUnits).map(|line| Step::UnitsAdded(text(line))));
    let bonus = u16::from(rules.self_draw_units());
    let zimo = win.self_draw.then(|| rules.zimo_add());
    if zimo == Some(ZimoAdd::Before) && bonus > 0 {
        steps.push(Step::SelfDrawUnits(bonus));
    }
    if rules.fan_base() > 0 {
        steps.push(Step::FanBase(rules.fan_base()));
    }
    steps.extend(with(Effect::AddFan).map(|line| Step::Fan(text(line))));
    steps.push(Step::FanSum(win.fan));
    steps.push(Step::Product {
        units: win.units,
        fan: win.fan,
        score: u32::from(win.units).saturating_mul(u32::from(win.fan)),
    });
    match zimo {
        Some(ZimoAdd::After) if bonus > 0 => steps.push(Step::SelfDrawAfter(bonus)),
        Some(ZimoAdd::Double) => steps.push(Step::SelfDrawDouble),
        Some(ZimoAdd::Before | ZimoAdd::After) | None => {}
    }
    steps.extend(with(Effect::MultiplyScore).map(|line| Step::ScoreTimes(text(line))));
    let huangfan = win
        .items
        .iter()
        .filter(|line| line.item == ItemLine::HUANGFAN);
    steps.extend(huangfan.map(|line| Step::ScoreTimes(text(line))));
    steps.push(Step::Score(win.score));
    steps
}

/// A number of things: `1 unit`, `2 units`.
fn counted(number: u16, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

impl BlockLine {
    /// The line in words.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let (meld, huxi) = (meld(self.meld, lang), self.huxi);
        let text = lang.of(format!("{meld}: {huxi} huxi"), format!("{meld}：{huxi}胡"));
        lang.with_rule(&text, self.rule)
    }
}

impl ItemText {
    fn title(&self, lang: Lang) -> String {
        lang.of(format!("{} {}", self.name, self.hanzi), self.hanzi.clone())
    }
}

impl Step {
    /// Its stable name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Huxi(..) => "huxi",
            Self::HuxiTimes(..) => "huxi_times",
            Self::Units(..) => "units",
            Self::UnitsSet(..) => "units_set",
            Self::UnitsAdded(..) => "units_added",
            Self::SelfDrawUnits(..) => "self_draw_units",
            Self::FanBase(..) => "fan_base",
            Self::Fan(..) => "fan",
            Self::FanSum(..) => "fan_sum",
            Self::Product { .. } => "product",
            Self::SelfDrawAfter(..) => "self_draw_after",
            Self::SelfDrawDouble => "self_draw_double",
            Self::ScoreTimes(..) => "score_times",
            Self::Score(..) => "score",
        }
    }

    /// The clause that the step rests on.
    #[must_use]
    pub fn rule(&self) -> &str {
        match self {
            Self::Huxi(_) => "3.1",
            Self::Units(_) => "3.2",
            Self::SelfDrawUnits(_) => "R37",
            Self::FanBase(_) => "3.6",
            Self::SelfDrawAfter(_) | Self::SelfDrawDouble => "A11",
            Self::FanSum(_) | Self::Product { .. } | Self::Score(_) => "3.3",
            Self::HuxiTimes(item, _)
            | Self::UnitsSet(item)
            | Self::UnitsAdded(item)
            | Self::Fan(item)
            | Self::ScoreTimes(item) => &item.rule,
        }
    }

    /// The step in words.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let (english, chinese) = match self {
            Self::Huxi(huxi) => (format!("{huxi} huxi"), format!("共{huxi}胡")),
            Self::HuxiTimes(item, huxi) => (
                format!("{}: huxi × {}, {huxi}", item.title(lang), item.value),
                format!("{}：胡息×{}，{huxi}胡", item.title(lang), item.value),
            ),
            Self::Units(units) => (counted(*units, "unit"), format!("{units}等")),
            Self::UnitsSet(item) => (
                format!("{}: {}", item.title(lang), counted(item.value, "unit")),
                format!("{}：算{}等", item.title(lang), item.value),
            ),
            Self::UnitsAdded(item) => (
                format!("{}: {} more", item.title(lang), counted(item.value, "unit")),
                format!("{}：加{}等", item.title(lang), item.value),
            ),
            Self::SelfDrawUnits(units) => (
                format!("self-draw: {} more", counted(*units, "unit")),
                format!("自摸：加{units}等"),
            ),
            Self::Fan(item) => (
                format!("{}: {} fan", item.title(lang), item.value),
                format!("{}：{}番", item.title(lang), item.value),
            ),
            Self::FanBase(fan) => (format!("{fan} fan to begin with"), format!("底番{fan}")),
            Self::FanSum(fan) => (format!("{fan} fan in all"), format!("共{fan}番")),
            Self::Product { units, fan, score } => (
                format!("{} × {fan} fan = {score}", counted(*units, "unit")),
                format!("{units}等×{fan}番={score}"),
            ),
            Self::SelfDrawAfter(points) => (
                format!("self-draw: {points} more"),
                format!("自摸：加{points}"),
            ),
            Self::SelfDrawDouble => ("self-draw: × 2".to_owned(), "自摸：×2".to_owned()),
            Self::ScoreTimes(item) => (
                format!("{}: × {}", item.title(lang), item.value),
                format!("{}：×{}", item.title(lang), item.value),
            ),
            Self::Score(score) => (format!("score {score}"), format!("得分{score}")),
        };
        lang.with_rule(&lang.of(english, chinese), self.rule())
    }
}

impl Pays {
    /// Its stable name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::EachLoser { .. } => "each_loser",
            Self::RunningTotal { .. } => "running_total",
            Self::Seats(_) => "seats",
        }
    }

    /// The clause that it rests on.
    pub const RULE: &'static str = "2.10";

    /// Who pays, in words.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let text = match self {
            Self::EachLoser { score, losers } => {
                let all = u64::from(*score) * u64::from(*losers);
                lang.of(
                    format!("each of the {losers} losers pays {score}, the winner gets {all}"),
                    format!("{losers}家各付{score}，胡家得{all}"),
                )
            }
            Self::RunningTotal { score } => lang.of(
                format!("the winner's total grows by {score}"),
                format!("胡家累计加{score}"),
            ),
            Self::Seats(points) => {
                let seats = points.iter().enumerate();
                let texts: Vec<_> = seats
                    .map(|(seat, points)| {
                        lang.of(
                            format!("seat {seat} {points:+}"),
                            format!("{seat}号位{points:+}"),
                        )
                    })
                    .collect();
                texts.join(&lang.of(", ".to_owned(), "，".to_owned()))
            }
        };
        lang.with_rule(&text, Self::RULE)
    }
}

impl WinExplanation {
    /// Everything in words, a line each: the blocks, the steps, who pays.
    #[must_use]
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let blocks = self.blocks.iter().map(|block| block.text(lang));
        let steps = self.steps.iter().map(|step| step.text(lang));
        blocks.chain(steps).chain([self.pays.text(lang)]).collect()
    }
}
