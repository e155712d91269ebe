//! Open blocks, pair and leftover cards for what the whole blocks leave.

use tinyvec::ArrayVec;

use super::open::{OPENS, SCORING, opens_from, opens_of_scoring, played};
use super::order;
use super::problem::{Problem, class};
use crate::block::ChiBlock;
use crate::card::Card;
use crate::cardset::CardSet;
use crate::counts::Counts;

/// What is still to be made of the cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    /// Blocks that hold two cards and take one.
    pub(super) open: u8,
    /// Quads that hold two cards and take two.
    pub(super) from_pairs: u8,
    /// Whether a pair of two cards is to be made.
    pub(super) pair: bool,
    /// Whether a single card is to be kept for the winning card.
    pub(super) single: bool,
    /// Cards that are left over.
    pub(super) left: u8,
    /// Huxi still wanted.
    pub(super) need: i16,
}

/// What has been chosen.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choice {
    /// Chi blocks of hand cards alone.
    pub(super) whole: ArrayVec<[ChiBlock; 8]>,
    /// Open chi blocks, by number.
    pub(super) opens: ArrayVec<[u8; 8]>,
    /// Pairs that become a peng or wei.
    pub(super) triples: CardSet,
    /// Pairs that become a quad.
    pub(super) quads: CardSet,
    /// Kan and table triples that become a quad.
    pub(super) upgrades: CardSet,
    /// The pair, or the single card kept for it.
    pub(super) pair: Option<Card>,
    /// Whether it is a single card.
    pub(super) single: bool,
    /// Cards to be discarded.
    pub(super) left: Counts,
    /// Huxi that the open blocks and the triples must bring.
    pub(super) need: i16,
}

/// Two cards that become a block worth huxi.
#[derive(Debug, Clone, Copy, Default)]
struct Item {
    huxi: i16,
    part: Part,
}

#[derive(Debug, Clone, Copy)]
enum Part {
    /// A pair that takes a third card.
    Triple(Card),
    /// An open block, by number.
    Open(u8),
}

impl Default for Part {
    fn default() -> Self {
        Self::Open(0)
    }
}

/// Items of a hand: ten pairs at most, three for each scoring block.
type Items = ArrayVec<[Item; 32]>;

/// What a search wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Whether there is a layout.
    Whether,
    /// Which of these kinds, three of each, some layout leaves over to be discarded first; those found are taken out.
    Discards(Counts),
}

pub(super) struct Fill<'a> {
    problem: &'a Problem<'a>,
    asked: &'a mut Asked,
    /// Copies that can come and are not yet counted on.
    unseen: Counts,
    choice: Choice,
    /// The card that is discarded first, where that is asked for.
    spare: Card,
}

impl<'a> Fill<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, asked: &'a mut Asked) -> Self {
        Self {
            problem,
            asked,
            unseen: problem.outlook.unseen,
            choice: Choice::default(),
            spare: Card::default(),
        }
    }

    /// Goes on with the fourth card of this kan or table triple, if it can still come.
    pub(super) fn with_upgrade(
        &mut self,
        card: Card,
        go_on: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let before = self.unseen;
        let Some(unseen) = before.checked_sub(Counts::of(card, 1)) else {
            return false;
        };
        self.unseen = unseen;
        self.choice.upgrades.insert(card);
        let done = go_on(self);
        self.choice.upgrades.remove(card);
        self.unseen = before;
        done
    }

    /// Whether no layout of the plan can be made of the cards, because of the pairs it needs or of what it must leave.
    pub(super) fn is_pointless(&self, plan: Plan, cards: Counts) -> bool {
        let pairs = plan.from_pairs + u8::from(plan.pair);
        let leaves = match *self.asked {
            Asked::Whether => true,
            Asked::Discards(wanted) => cards.packed() & wanted.packed() != 0,
        };
        !leaves || pairs > 0 && cards.exactly(2).len() < usize::from(pairs)
    }

    /// Goes on with this block of hand cards alone.
    pub(super) fn with_whole(
        &mut self,
        block: ChiBlock,
        go_on: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        self.choice.whole.push(block);
        let done = go_on(self);
        self.choice.whole.pop();
        done
    }

    /// Whether the cards can be laid out by the plan in some order of takes.
    pub(super) fn completes(&mut self, plan: Plan, cards: Counts) -> bool {
        let Some(from_pairs) = plan.from_pairs.checked_sub(1) else {
            self.choice.need = plan.need;
            if plan.need <= 0 {
                return self.spare(plan, cards);
            }
            let items = self.items(cards);
            return self.score(plan, cards, &items);
        };
        let after = self.choice.quads.bits();
        // In card order, so that every set is met once.
        let later = |card: &Card| 1_u32 << card.index() > after;
        cards.exactly(2).iter().filter(later).any(|card| {
            let before = self.unseen;
            let Some(unseen) = before.checked_sub(Counts::of(card, 2)) else {
                return false;
            };
            let plan = Plan {
                from_pairs,
                need: plan.need - self.problem.worth.quad[class(card)],
                ..plan
            };
            self.unseen = unseen;
            self.choice.quads.insert(card);
            let done = self.completes(plan, cards.minus(card, 2));
            self.choice.quads.remove(card);
            self.unseen = before;
            done
        })
    }

    /// What two of the cards and one to come can make that is worth huxi, the most first.
    fn items(&self, cards: Counts) -> Items {
        let worth = &self.problem.worth;
        let mut items = Items::new();
        for (card, copies) in cards.kinds() {
            if copies == 2 && self.unseen.get(card) > 0 && worth.triple[class(card)] > 0 {
                items.push(Item {
                    huxi: worth.triple[class(card)],
                    part: Part::Triple(card),
                });
            }
        }
        let some = cards.packed() | cards.packed() >> 1;
        for ((block, numbers), huxi) in SCORING.iter().zip(opens_of_scoring()).zip(worth.scoring) {
            // Two of its kinds at least.
            let there = some & block.counts().packed();
            if huxi <= 0 || there & there.wrapping_sub(1) == 0 {
                continue;
            }
            for &number in numbers {
                let open = &OPENS[usize::from(number)];
                if self.unseen.get(open.missing) > 0 && cards.checked_sub(open.hold).is_some() {
                    items.push(Item {
                        huxi,
                        part: Part::Open(number),
                    });
                }
            }
        }
        items.sort_unstable_by_key(|item| -item.huxi);
        items
    }

    /// Chooses items until the huxi are enough, each multiset of them once, then fills in the rest.
    fn score(&mut self, plan: Plan, cards: Counts, items: &[Item]) -> bool {
        if plan.need <= 0 {
            return self.spare(plan, cards);
        }
        let Some(open) = plan.open.checked_sub(1) else {
            return false;
        };
        if self.is_pointless(plan, cards) {
            return false;
        }
        let mut rest = items;
        while let Some((item, after)) = rest.split_first() {
            if item.huxi * i16::from(plan.open) < plan.need {
                return false;
            }
            let need = plan.need - item.huxi;
            let plan = Plan { open, need, ..plan };
            let done = match item.part {
                Part::Triple(card) => {
                    self.with_triple(card, cards, |fill, cards| fill.score(plan, cards, after))
                }
                Part::Open(number) => {
                    self.with_open(number, cards, |fill, cards| fill.score(plan, cards, rest))
                }
            };
            if done {
                return true;
            }
            rest = after;
        }
        false
    }

    /// Fills in the rest, for each kind that is asked for without one of it.
    fn spare(&mut self, plan: Plan, cards: Counts) -> bool {
        let Asked::Discards(_) = self.asked else {
            return self.fill(plan, cards);
        };
        let Some(left) = plan.left.checked_sub(1) else {
            return false;
        };
        let plan = Plan { left, ..plan };
        for (card, _) in cards.kinds() {
            if self.asks_for(card) {
                let before = (self.unseen, self.choice);
                self.spare = card;
                if self.fill(plan, cards.minus(card, 1)) {
                    (self.unseen, self.choice) = before;
                }
            }
        }
        *self.asked == Asked::Discards(Counts::EMPTY)
    }

    fn asks_for(&self, card: Card) -> bool {
        matches!(*self.asked, Asked::Discards(wanted) if wanted.get(card) > 0)
    }

    /// Whether what has been chosen can come about, which answers for the spare card.
    fn ends(&mut self) -> bool {
        let possible = order::is_possible(self.problem, &self.choice);
        if let (Asked::Discards(wanted), true) = (&mut *self.asked, possible) {
            let answered = |wanted: &mut Counts, card| {
                *wanted = wanted.minus(card, wanted.get(card));
            };
            answered(wanted, self.spare);
            // Where no card to be discarded is one to be eaten, it does not matter which of them goes first.
            let left = self.choice.left;
            let mut eaten = self
                .choice
                .opens
                .iter()
                .map(|number| OPENS[usize::from(*number)].missing);
            if eaten.all(|card| card != self.spare && left.get(card) == 0) {
                left.kinds().for_each(|(card, _)| answered(wanted, card));
            }
        }
        possible
    }

    /// Goes on with the pair of this card as a peng or wei, if there is one and its third card.
    fn with_triple(
        &mut self,
        card: Card,
        cards: Counts,
        go_on: impl FnOnce(&mut Self, Counts) -> bool,
    ) -> bool {
        let before = self.unseen;
        let (Some(cards), Some(unseen)) = (
            cards.checked_sub(Counts::of(card, 2)),
            before.checked_sub(Counts::of(card, 1)),
        ) else {
            return false;
        };
        if !self
            .problem
            .may_have(|| self.problem.worth.triple[class(card)])
        {
            return false;
        }
        let triples = self.choice.triples;
        self.unseen = unseen;
        self.choice.triples.insert(card);
        let done = go_on(self, cards);
        self.unseen = before;
        self.choice.triples = triples;
        done
    }

    /// Goes on with this open block, if its cards are there and the missing one.
    fn with_open(
        &mut self,
        number: u8,
        cards: Counts,
        go_on: impl FnOnce(&mut Self, Counts) -> bool,
    ) -> bool {
        let open = &OPENS[usize::from(number)];
        let before = self.unseen;
        let (Some(cards), Some(unseen)) = (
            cards.checked_sub(open.hold),
            before.checked_sub(Counts::of(open.missing, 1)),
        ) else {
            return false;
        };
        if !self.problem.may_have(|| self.problem.chi_huxi(open.block)) {
            return false;
        }
        self.unseen = unseen;
        self.choice.opens.push(number);
        let done = go_on(self, cards);
        self.unseen = before;
        self.choice.opens.pop();
        done
    }

    /// Finds a place for every card, whatever the huxi.
    fn fill(&mut self, plan: Plan, cards: Counts) -> bool {
        let Some(card) = cards.first() else {
            return self.ends();
        };
        let copies = cards.get(card);
        if copies == 2 && plan.pair {
            self.choice.pair = Some(card);
            let plan = Plan {
                pair: false,
                ..plan
            };
            if self.fill(plan, cards.minus(card, 2)) {
                return true;
            }
            self.choice.pair = None;
        }
        if let Some(open) = plan.open.checked_sub(1) {
            let plan = Plan { open, ..plan };
            if self.with_triple(card, cards, |fill, cards| fill.fill(plan, cards)) {
                return true;
            }
            let played = played(self.problem.rules.one_five_ten());
            for number in opens_from(card) {
                let open = &OPENS[usize::from(number)];
                if cards.checked_sub(open.hold).is_none() || played >> open.block.index() & 1 == 0 {
                    continue;
                }
                if self.with_open(number, cards, |fill, cards| fill.fill(plan, cards)) {
                    return true;
                }
            }
        }
        if plan.single && self.unseen.get(card) > 0 {
            let before = self.unseen;
            self.unseen = before.minus(card, 1);
            self.choice.pair = Some(card);
            self.choice.single = true;
            let plan = Plan {
                single: false,
                ..plan
            };
            if self.fill(plan, cards.minus(card, 1)) {
                return true;
            }
            self.unseen = before;
            self.choice.pair = None;
            self.choice.single = false;
        }
        let Some(left) = plan.left.checked_sub(copies) else {
            return false;
        };
        let before = self.choice.left;
        // No card is there five times.
        let more = before.checked_add(Counts::of(card, copies));
        self.choice.left = more.unwrap_or(before);
        let done = self.fill(Plan { left, ..plan }, cards.minus(card, copies));
        self.choice.left = before;
        done
    }
}
