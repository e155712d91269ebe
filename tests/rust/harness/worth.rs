//! A plain second look at what a win is worth: huxi, units, items, fan, score.
//!
//! The tables are typed from rulebook 3; nothing here asks the engine what a block or a hand is worth.

use paohuzi_engine::{
    Amount, Card, Condition, Effect, FanItem, Hu, Meld, MeldKind, Pointed, Round, Tuan, WinKind,
    ZimoAdd,
};

use crate::proof::Proof;
use crate::tables::Family;

impl Proof<'_> {
    /// Huxi, units, items, fan and score. Rule: 3.1 to 3.4.
    pub(crate) fn check_worth(&self, blocks: &[Meld]) {
        let win = &self.win.win;
        let huxi: u16 = blocks
            .iter()
            .map(|block| huxi(self.table.family, *block))
            .sum();
        assert_eq!(u16::from(win.huxi), huxi, "huxi");
        let items = self.items(blocks);
        let named = |name: &str| {
            let mut all = self.rules().fan_items().iter();
            all.find(|item| item.name == name)
                .expect("an item of the ruleset")
        };
        if self.hu.kind != WinKind::SantiWukan {
            let rewards = |when: &Condition| {
                matches!(
                    when,
                    Condition::SelfDraw | Condition::OnDiscard | Condition::CopiesOf(_)
                )
            };
            let pattern = items.iter().any(|(name, _)| !rewards(&named(name).when));
            let lowered = self.rules().min_huxi_with_fan();
            let enough = win.huxi >= self.rules().min_huxi()
                || (pattern && lowered > 0 && win.huxi >= lowered)
                || (win.huxi == 0 && self.rules().zero_huxi_wins());
            assert!(enough, "{huxi} huxi");
        }
        let (mut doubled, mut fan, mut more, mut set, mut factor) =
            (huxi, self.rules().fan_base(), 0, None, 1);
        for (name, value) in &items {
            match named(name).effect {
                Effect::AddFan => fan += value,
                Effect::MultiplyHuxi => doubled *= value,
                Effect::AddUnits => more += value,
                Effect::SetUnits => set = set.max(Some(*value)),
                Effect::MultiplyScore => factor *= u32::from(*value),
            }
        }
        let by_scale = (self.table.units)(doubled);
        let cap = match self.rules().score_cap() {
            0 => u16::MAX,
            cap => cap,
        };
        let fan = fan.max(1).min(cap);
        let bonus = if win.self_draw {
            u16::from(self.rules().self_draw_units())
        } else {
            0
        };
        // Rule 3.3, A11, ruling 20.
        let plain = set.unwrap_or(by_scale) + more;
        let product = |units: u16| u32::from(units) * u32::from(fan);
        let (units, score) = match self.rules().zimo_add() {
            ZimoAdd::Before => (plain + bonus, product(plain + bonus)),
            ZimoAdd::After => (plain, product(plain) + u32::from(bonus)),
            ZimoAdd::Double => (plain, product(plain) * if win.self_draw { 2 } else { 1 }),
        };
        let mut score = score * factor;
        let mut expected: Vec<_> = items;
        if self.rules().huangfan() && self.round.drawn_before() > 0 {
            let times = self.round.drawn_before() + 1;
            expected.push(("huangfan".into(), times));
            score *= u32::from(times);
        }
        let found: Vec<_> = win
            .items
            .iter()
            .map(|line| (line.name(self.rules()).to_owned(), line.value))
            .collect();
        assert_eq!(found, expected, "items");
        assert_eq!(
            (win.units, win.fan, win.score),
            (units, fan, score),
            "units, fan, score"
        );
    }

    /// The items by the ruleset's data. Rule: 3.4, C9, C10, rulings 11 to 16.
    fn items(&self, blocks: &[Meld]) -> Vec<(String, u16)> {
        let facts = Facts::of(self, blocks);
        let mut items: Vec<(String, u16)> = Vec::new();
        for item in self.rules().fan_items() {
            let value = match &item.when {
                Condition::InsteadOf(names) => {
                    let all = names
                        .iter()
                        .all(|name| items.iter().any(|(other, _)| other == name));
                    if all {
                        items.retain(|(other, _)| !names.contains(other));
                    }
                    all.then_some(item.value)
                }
                _ => facts.value(item),
            };
            if let Some(value) = value {
                items.push((item.name.clone(), value.min(item.cap.unwrap_or(u16::MAX))));
            }
        }
        if let [(name, value)] = items.as_mut_slice() {
            let item = self
                .rules()
                .fan_items()
                .iter()
                .find(|item| item.name == *name);
            *value = item.and_then(|item| item.alone).unwrap_or(*value);
        }
        items
    }
}

/// What the conditions of fan items ask about.
struct Facts<'a> {
    proof: &'a Proof<'a>,
    blocks: &'a [Meld],
    cards: Vec<Card>,
}

impl<'a> Facts<'a> {
    fn of(proof: &'a Proof<'a>, blocks: &'a [Meld]) -> Self {
        let cards = blocks
            .iter()
            .flat_map(|block| block.counts().cards().collect::<Vec<_>>());
        Self {
            proof,
            blocks,
            cards: cards.collect(),
        }
    }

    /// The blocks with a red card in them.
    fn red_blocks(&self) -> impl Iterator<Item = &Meld> {
        let has_red = |block: &&Meld| block.counts().cards().any(is_red);
        self.blocks.iter().filter(has_red)
    }

    fn value(&self, item: &FanItem) -> Option<u16> {
        let Hu { seat, kind, .. } = self.proof.hu;
        if kind == WinKind::SantiWukan {
            return (item.when == Condition::SantiWukan).then_some(item.value);
        }
        let count = |is: &dyn Fn(Card) -> bool| self.cards.iter().filter(|card| is(**card)).count();
        let counted = |amount: &Amount, number: usize| counted(item, amount, number);
        let applies = match &item.when {
            Condition::Red(amount) => {
                return counted(amount, count(&is_red));
            }
            Condition::Big(amount) => return counted(amount, count(&|card| card.index() >= 10)),
            Condition::Small(amount) => return counted(amount, count(&|card| card.index() < 10)),
            Condition::Huxi(amount) => {
                return counted(amount, usize::from(self.proof.win.win.huxi));
            }
            Condition::SelfDraw => self.proof.win.win.self_draw,
            Condition::OnDiscard => kind == WinKind::Discard,
            Condition::AllSame => self.blocks.iter().all(|block| block.card().is_some()),
            Condition::EveryBlockScores => self.blocks.iter().all(|block| {
                block.kind() == MeldKind::Pair || huxi(self.proof.table.family, *block) > 0
            }),
            Condition::EightOfANumber => {
                let is_full = |number: &u8| {
                    let of_number = |card: Card| card.rank().number() == *number;
                    match self.proof.rules().tuan() {
                        Tuan::Any => count(&of_number) == 8,
                        Tuan::Quads => {
                            let quads = self.blocks.iter().filter(|block| {
                                block.counts().len() == 4 && block.card().is_some_and(of_number)
                            });
                            quads.count() == 2
                        }
                    }
                };
                let full = (1..=10).filter(is_full).count();
                let times = u16::try_from(full).expect("ten numbers");
                return (times > 0).then_some(item.value * times);
            }
            Condition::SingleWait => {
                let hand = self.proof.round.hand(seat);
                let card = self.proof.hu.card;
                kind != WinKind::Tianhu && hand.len() == 1 && hand.first() == card
            }
            Condition::NothingTaken => {
                let i = seat.index();
                let own = self.proof.tracker.took_own[i] && !self.proof.rules().tinghu_allows_wei();
                !(own || self.proof.tracker.took_of_others[i])
                    || matches!(kind, WinKind::Tianhu | WinKind::Dihu)
            }
            Condition::LastCard => {
                let undrawn = usize::from(self.proof.rules().undrawn());
                let counts = match kind {
                    WinKind::SelfDraw => true,
                    WinKind::OtherDraw => !self.proof.rules().haidi_self_only(),
                    _ => false,
                };
                counts && self.proof.round.stock().len() == undrawn
            }
            Condition::FirstCard
            | Condition::FourOfACard
            | Condition::CopiesOf(_)
            | Condition::Bi(_)
            | Condition::RedAlike(_)
            | Condition::RedInOneBlock(_)
            | Condition::TwoRedSets => return self.regional(item),
            Condition::Tianhu => kind == WinKind::Tianhu,
            Condition::Dihu => kind == WinKind::Dihu,
            Condition::SantiWukan | Condition::InsteadOf(_) => false,
        };
        applies.then_some(item.value)
    }

    /// An item whose condition only regional rulesets use. Rule: 3.7.
    fn regional(&self, item: &FanItem) -> Option<u16> {
        let count = |is: &dyn Fn(Card) -> bool| self.cards.iter().filter(|card| is(**card)).count();
        let copies = |card: Card| count(&|other| other == card);
        let many = |times: usize| {
            let times = u16::try_from(times).expect("few");
            (times > 0).then_some(item.value * times)
        };
        let (kind, card) = (self.proof.hu.kind, self.proof.hu.card);
        let mut stock = self.proof.round.stock();
        let applies = match &item.when {
            Condition::FirstCard => {
                matches!(kind, WinKind::SelfDraw | WinKind::OtherDraw) && stock.len() == 18
            }
            Condition::FourOfACard => {
                let full = Card::ALL.into_iter().filter(|card| copies(*card) == 4);
                return many(full.count());
            }
            Condition::CopiesOf(pointed) => {
                let winning = card.filter(|_| kind != WinKind::Tianhu);
                let flipped = stock.next().or(card);
                let beside = |by: isize| {
                    let card = flipped?;
                    let index = card.index().checked_add_signed(by)?;
                    Card::from_index(index).filter(|other| other.size() == card.size())
                };
                let card = match pointed {
                    Pointed::Winning => winning,
                    Pointed::Flipped => flipped,
                    Pointed::AboveFlipped => beside(1),
                    Pointed::BelowFlipped => beside(-1),
                };
                return card.and_then(|card| many(copies(card)));
            }
            Condition::Bi(amount) => {
                let bi = self.proof.tracker.bi[self.proof.hu.seat.index()];
                return counted(item, amount, bi.into());
            }
            Condition::RedAlike(amount) => {
                let kinds = Card::ALL.into_iter().filter(|card| copies(*card) > 0);
                if kinds.filter(|card| is_red(*card)).count() != 1 {
                    return None;
                }
                return counted(item, amount, count(&is_red));
            }
            Condition::RedInOneBlock(amount) => {
                if self.red_blocks().count() != 1 {
                    return None;
                }
                return counted(item, amount, count(&is_red));
            }
            Condition::TwoRedSets => {
                self.red_blocks().count() == 2
                    && self
                        .red_blocks()
                        .all(|block| block.card().is_some() && block.counts().len() >= 3)
            }
            _ => false,
        };
        applies.then_some(item.value)
    }
}

/// What an item that counts cards is worth for so many.
fn counted(item: &FanItem, amount: &Amount, number: usize) -> Option<u16> {
    let number = u16::try_from(number).expect("at most 27 cards");
    let (min, max) = (amount.min.map(u16::from), amount.max.map(u16::from));
    let fits = min.is_none_or(|min| number >= min)
        && max.is_none_or(|max| number <= max)
        && (amount.one_of.is_empty() || amount.one_of.iter().any(|n| u16::from(*n) == number));
    fits.then(|| item.value + item.each_more * min.map_or(0, |min| number - min))
}

/// Whether a card is red. Rule: R2.
fn is_red(card: Card) -> bool {
    [2, 7, 10].contains(&card.rank().number())
}

/// The huxi of each seat's melds.
pub(crate) fn melds_huxi(family: Family, round: &Round) -> Vec<u16> {
    let of_seat = |seat| {
        round
            .melds(seat)
            .iter()
            .map(|meld| huxi(family, *meld))
            .sum()
    };
    round.seats().map(of_seat).collect()
}

/// The huxi of a block. Rule: 3.1, 3.6.
fn huxi(family: Family, block: Meld) -> u16 {
    let cards = block.counts().cards().collect::<Vec<_>>();
    let numbers = cards
        .iter()
        .map(|card| card.rank().number())
        .collect::<Vec<_>>();
    // Small and big: in Hunan, in Luzhou for black cards, in Luzhou for red ones.
    let row = match block.kind() {
        MeldKind::Pair => [(0, 0); 3],
        MeldKind::Peng => [(1, 3), (1, 3), (6, 9)],
        MeldKind::Kan | MeldKind::Wei | MeldKind::ChouWei => [(3, 6), (6, 9), (9, 12)],
        MeldKind::Pao => [(6, 9), (9, 12), (12, 15)],
        MeldKind::Ti | MeldKind::DealtTi => [(9, 12), (12, 15), (15, 18)],
        MeldKind::Chi if cards[0].size() != cards[2].size() => [(0, 0); 3],
        MeldKind::Chi => match numbers[..] {
            [1, 2, 3] | [1, 5, 10] => [(3, 6); 3],
            [2, 7, 10] => [(3, 6), (6, 9), (6, 9)],
            _ => [(0, 0); 3],
        },
    };
    let (small, big) = match family {
        Family::Hunan => row[0],
        Family::Luzhou => row[1 + usize::from([2, 7, 10].contains(&numbers[0]))],
    };
    if cards[0].index() < 10 { small } else { big }
}
