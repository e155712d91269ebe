//! What the search needs to know of a hand and its table.

use tinyvec::ArrayVec;

use super::open::{SCORING, is_played};
use super::packing::most_whole;
use crate::block::ChiBlock;
use crate::card::{Card, Size};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::huxi::{block_huxi, meld_huxi, sum_huxi};
use crate::meld::{Meld, MeldKind};
use crate::outlook::Outlook;
use crate::position::Position;
use crate::rules::{PengSelfFourth, Ruleset, TripleFromOther};

/// A kan of the hand or a triple of the table that a fourth card makes a quad.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Upgrade {
    pub(super) card: Card,
    /// Huxi it adds.
    pub(super) gain: i16,
}

/// Size and colour: what the huxi of a block of equal cards depend on.
pub(super) const CLASSES: usize = 4;

/// The class of a card.
pub(super) const fn class(card: Card) -> usize {
    let size = match card.size() {
        Size::Small => 0,
        Size::Big => 2,
    };
    if card.is_red() { size + 1 } else { size }
}

/// A card of each class.
const OF_CLASS: [Card; CLASSES] = [Card::S1, Card::S2, Card::B1, Card::B2];

/// What can bring huxi among loose cards: a pair with a third card, or a scoring block, whole or open.
#[derive(Debug, Clone, Copy, Default)]
struct Source {
    huxi: i16,
    /// In packed counts in which a kind held once has its lowest bit, one held twice its two lowest: bits of which two
    /// have to be there, both of the one kind of a pair, the lowest of the three kinds of a block.
    bits: u64,
}

/// Huxi of the blocks that take cards; sets by class.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    pub(super) peng: [i16; CLASSES],
    pub(super) wei: [i16; CLASSES],
    /// Pao or ti, whichever is more.
    pub(super) quad: [i16; CLASSES],
    /// What a hand pair and another's card make in a win.
    pub(super) pair_from_other: [i16; CLASSES],
    /// The most that a hand pair and a third card can make.
    pub(super) triple: [i16; CLASSES],
    /// Of the blocks in [`SCORING`].
    pub(super) scoring: [i16; SCORING.len()],
}

/// What a complete hand has to bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The minimum huxi. Rule: R27.
    Huxi,
    /// Fewer, and a pattern, where patterns lower the minimum. Rule: 3.7.
    Pattern,
    /// None at all, where such hands win. Rule: 3.7.
    Nothing,
}

/// A hand and a table, without what is settled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Problem<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) position: &'a Position,
    pub(super) goal: Goal,
    /// The loose cards of the hand, at most two of each.
    pub(super) loose: Counts,
    pub(super) outlook: Outlook,
    /// Blocks still to be made of loose cards and cards to come, the pair included.
    pub(super) to_make: u8,
    /// W(k) less the cards owned: −1 where a discard is due, above 0 for intakes without a discard.
    pub(super) slack: i8,
    /// Huxi that those blocks and the upgrades must bring.
    pub(super) need: i16,
    /// Quads that are there; with one or more the pair is needed.
    pub(super) quads: u8,
    pub(super) upgrades: ArrayVec<[Upgrade; 8]>,
    /// Cards that no chi may take: stale ones and those whose pao or ti comes first.
    pub(super) no_chi: CardSet,
    pub(super) no_peng: CardSet,
    /// Cards that a pair cannot take as peng in a win either. Rule: A49.
    pub(super) no_peng_wins: CardSet,
    /// Cards that a pair in the hand may only peng. Rule: A20.
    pub(super) peng_first: CardSet,
    /// Cards of a kan, wei or peng that a win cannot use beside it. Rule: A3, A4.
    pub(super) no_free_win: CardSet,
    /// Whether a win may use the fourth card beside a peng. Rule: A3.
    pub(super) free_beside_peng: bool,
    /// Whether it may beside a wei. Rule: A3, A4.
    pub(super) free_beside_wei: bool,
    /// Whether the own draw of the fourth card makes a ti of a peng. Rule: A25.
    pub(super) ti_of_peng: bool,
    /// The most blocks that the loose cards hold whole at once.
    pub(super) most_whole: u8,
    pub(super) worth: Worth,
    /// What of the loose cards can bring huxi, the most first.
    sources: ArrayVec<[Source; 32]>,
    /// The most huxi of a quad from a pair.
    best_quad: i16,
}

impl Worth {
    fn of(rules: &Ruleset) -> Self {
        let of = |kind| OF_CLASS.map(|card| i16::from(meld_huxi(rules, Meld::same(kind, card))));
        let more = |a: [i16; CLASSES], b: [i16; CLASSES]| {
            let mut most = a;
            for (most, other) in most.iter_mut().zip(b) {
                *most = other.max(*most);
            }
            most
        };
        let (peng, wei) = (of(MeldKind::Peng), of(MeldKind::Wei));
        let pair_from_other = match rules.hu_triple_from_other() {
            TripleFromOther::Peng => peng,
            TripleFromOther::Kan => of(MeldKind::Kan),
        };
        let scoring = SCORING.map(|block| {
            let played = is_played(block, rules.one_five_ten());
            i16::from(block_huxi(rules, block)) * i16::from(played)
        });
        Self {
            peng,
            wei,
            quad: more(of(MeldKind::Pao), of(MeldKind::Ti)),
            pair_from_other,
            triple: more(more(peng, wei), pair_from_other),
            scoring,
        }
    }
}

impl<'a> Problem<'a> {
    /// What is to be solved; `None` where the number of cards or blocks rules a win out.
    pub(super) fn new(
        position: &'a Position,
        outlook: &Outlook,
        rules: &'a Ruleset,
    ) -> Option<Self> {
        let (hand, melds) = (position.hand(), position.melds());
        let loose = hand.loose();
        let kan = hand.exactly(3);
        let held_quads = hand.exactly(4);
        let laid_quads = melds.iter().filter(|meld| meld.kind().is_quad()).count();
        let quads = u8::try_from(laid_quads + held_quads.len()).ok()?;
        let made = melds.len() + kan.len() + held_quads.len();
        let to_make = usize::from(rules.blocks()).checked_sub(made)?;
        let laid: u8 = melds.iter().map(|meld| meld.kind().size()).sum();
        let owned = i16::from(hand.len()) + i16::from(laid);
        let waiting = rules.waiting_size(quads);
        let slack = i16::from(waiting) - owned;
        if slack < -1 || (slack == -1 && loose.is_empty()) {
            return None;
        }
        let worth = Worth::of(rules);
        let mut huxi = i16::from(sum_huxi(rules, melds));
        let mut upgrades = ArrayVec::new();
        let mut upgrade = |card: Card, from: i16| {
            if outlook.unseen.get(card) > 0 {
                let gain = worth.quad[class(card)] - from;
                upgrades.push(Upgrade { card, gain });
            }
        };
        let kan_huxi = |card| i16::from(meld_huxi(rules, Meld::same(MeldKind::Kan, card)));
        let mut wei = CardSet::EMPTY;
        let mut peng = CardSet::EMPTY;
        for card in kan.iter() {
            huxi += kan_huxi(card);
            upgrade(card, kan_huxi(card));
        }
        for card in held_quads.iter() {
            huxi += i16::from(meld_huxi(rules, Meld::same(MeldKind::DealtTi, card)));
        }
        for meld in melds {
            let Some(card) = meld.card() else { continue };
            let from = i16::from(meld_huxi(rules, *meld));
            if meld.kind().is_wei() {
                wei.insert(card);
                upgrade(card, from);
            } else if meld.kind() == MeldKind::Peng {
                peng.insert(card);
                let pao = i16::from(meld_huxi(rules, Meld::same(MeldKind::Pao, card)));
                let best = match rules.peng_self_fourth() {
                    PengSelfFourth::Pao => pao,
                    PengSelfFourth::Ti => worth.quad[class(card)],
                };
                upgrade(card, worth.quad[class(card)] - (best - from));
            }
        }
        let locked = kan.union(wei);
        let (free_beside_peng, free_beside_wei) = free_beside(rules);
        let peng_first = |card: &Card| rules.must_peng() && !outlook.stale_peng.contains(*card);
        let mut no_free_win = CardSet::EMPTY;
        if !free_beside_peng {
            no_free_win = no_free_win.union(peng);
        }
        if !free_beside_wei {
            no_free_win = no_free_win.union(locked);
        }
        let barred = if outlook.barred {
            Card::ALL.into_iter().collect()
        } else {
            CardSet::EMPTY
        };
        let no_peng_wins = rules.no_peng_wins(outlook.stale_peng);
        let sources = Source::all(loose, &worth);
        let best_quad = worth.quad.into_iter().max().unwrap_or(0);
        Some(Self {
            rules,
            position,
            goal: Goal::Huxi,
            loose,
            outlook: *outlook,
            to_make: u8::try_from(to_make).ok()?,
            slack: i8::try_from(slack).ok()?,
            need: i16::from(rules.min_huxi()) - huxi,
            quads,
            upgrades,
            no_chi: locked.union(barred).union(outlook.stale_chi),
            no_peng: outlook.stale_peng.union(barred),
            no_free_win,
            no_peng_wins,
            peng_first: Card::ALL.into_iter().filter(peng_first).collect(),
            free_beside_peng,
            free_beside_wei,
            ti_of_peng: rules.peng_self_fourth() == PengSelfFourth::Ti,
            most_whole: most_whole(loose, rules.one_five_ten()),
            worth,
            sources,
            best_quad,
        })
    }
}

/// Whether a win may use the fourth card beside a peng, and beside a wei or kan. Rule: A3, A4, A25.
fn free_beside(rules: &Ruleset) -> (bool, bool) {
    // Another's card may break the pao that is due, an own one the ti.
    let wei = rules.break_pao_for_hu() || !rules.own_draw_first();
    let peng = match rules.peng_self_fourth() {
        PengSelfFourth::Pao => rules.break_pao_for_hu(),
        PengSelfFourth::Ti => wei,
    };
    (peng, wei)
}

/// The lowest bit of every kind, in packed counts.
const ONES: u64 = 0o1111_1111_1111_1111_1111;

impl Source {
    /// Every source that the loose cards have, the most huxi first.
    fn all(loose: Counts, worth: &Worth) -> ArrayVec<[Self; 32]> {
        let mut all = ArrayVec::<[Self; 32]>::new();
        for (card, copies) in loose.kinds() {
            let huxi = worth.triple[class(card)];
            if copies == 2 && huxi > 0 {
                let bits = Counts::of(card, 3).packed();
                all.push(Self { huxi, bits });
            }
        }
        for (block, huxi) in SCORING.into_iter().zip(worth.scoring) {
            let copies = block.cards().map(|card| loose.get(card));
            let sum: u8 = copies.iter().sum();
            let most = copies.into_iter().max().unwrap_or(0);
            // Each such block holds two or three of the different cards.
            for _ in 0..(sum / 2).min(sum - most) {
                if huxi > 0 {
                    let bits = block.counts().packed();
                    all.push(Self { huxi, bits });
                }
            }
        }
        all.sort_unstable_by_key(|source| -source.huxi);
        all
    }
}

impl Problem<'_> {
    /// The problem with a lower goal, where the ruleset has one and the table does not rule it out.
    pub(super) fn lowered(&self, goal: Goal) -> Option<Self> {
        let minimum = i16::from(self.rules.min_huxi());
        let lowered = |need| Self {
            goal,
            need,
            ..*self
        };
        match goal {
            Goal::Huxi => None,
            Goal::Pattern => {
                let least = i16::from(self.rules.min_huxi_with_fan());
                (least > 0).then(|| lowered(self.need - minimum + least))
            }
            // What is there must be worth nothing already.
            Goal::Nothing => {
                let none = self.rules.zero_huxi_wins() && self.need == minimum;
                none.then(|| lowered(0))
            }
        }
    }

    /// The huxi of a chi block that is played.
    pub(super) fn chi_huxi(&self, block: ChiBlock) -> i16 {
        i16::from(block_huxi(self.rules, block))
    }

    /// Whether a block of so many huxi can be part of what is looked for.
    pub(super) fn may_have(&self, huxi: impl FnOnce() -> i16) -> bool {
        self.goal != Goal::Nothing || huxi() == 0
    }

    /// The problem after a due discard that is still to be chosen: one of the loose cards is not there any more.
    pub(super) fn after_a_discard(&self) -> Self {
        Self {
            slack: self.slack + 1,
            ..*self
        }
    }

    /// Whether the cards may bring so many huxi in `blocks` blocks with at most one card to come and `quads` quads from
    /// pairs: no if they cannot, though cards that two blocks would share are counted twice.
    pub(super) fn may_bring(&self, need: i16, cards: Counts, blocks: u8, quads: u8) -> bool {
        let mut need = need - i16::from(quads) * self.best_quad;
        let mut left = blocks;
        let packed = cards.packed();
        // No kind is there more than twice: 1 stays, 2 becomes both bits.
        let bits = packed | packed >> 1 & ONES;
        for source in &self.sources {
            if need <= 0 || left == 0 {
                break;
            }
            let there = bits & source.bits;
            if there & there.wrapping_sub(1) != 0 {
                need -= source.huxi;
                left -= 1;
            }
        }
        need <= 0
    }
}
