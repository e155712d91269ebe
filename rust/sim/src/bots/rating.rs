//! How good a hand is: a quick guess, in whole numbers.
//!
//! Cards are kept as in [`Counts::packed`]: three bits a card, the card with index i from bit 3i. A set of cards has only
//! the lowest bit of each, so that neighbours are three bits apart and twins of the other size thirty.

use paohuzi_engine::{
    CHI_BLOCKS, Card, ChiBlock, ChiShape, Counts, HuxiTable, Meld, Ruleset, meld_huxi,
};

const ONES: u64 = 0o1111_1111_1111_1111_1111;
const SMALL: u64 = ONES & ((1 << 30) - 1);
const RANK: u32 = 3;
const TWIN: u32 = 30;

/// The small cards from one rank to another and the same big ones.
const fn ranks(from: u32, to: u32) -> u64 {
    let small = SMALL >> (RANK * (9 + from - to)) << (RANK * (from - 1));
    (small & SMALL) | (small & SMALL) << TWIN
}

/// A card of each class that a ruleset can give huxi of its own, and all cards of the class.
const CLASSES: [(Card, u64); 4] = {
    const RED: u64 = ranks(2, 2) | ranks(7, 7) | ranks(10, 10);
    [
        (Card::S1, SMALL & !RED),
        (Card::S2, SMALL & RED),
        (Card::B1, ONES & !SMALL & !RED),
        (Card::B2, ONES & !SMALL & RED),
    ]
};

/// The blocks that pay: small and big 1-2-3, small and big 2-7-10.
const PAYING: [u64; 4] = {
    const ONE_TWO_THREE: u64 = ranks(1, 3);
    const TWO_SEVEN_TEN: u64 = ranks(2, 2) | ranks(7, 7) | ranks(10, 10);
    [
        SMALL & ONE_TWO_THREE,
        !SMALL & ONE_TWO_THREE,
        SMALL & TWO_SEVEN_TEN,
        !SMALL & TWO_SEVEN_TEN,
    ]
};

/// What each feature of a hand counts for, in no unit. Found by play against variants of itself.
mod weights {
    /// A whole block.
    pub(super) const BLOCK: i32 = 160;
    /// A huxi up to the minimum of a win.
    pub(super) const HUXI: i32 = 48;
    /// A huxi beyond the minimum.
    pub(super) const MORE_HUXI: i32 = 7;
    /// A pair whose third card is unseen.
    pub(super) const PAIR: i32 = 56;
    /// More where the fourth is unseen too.
    pub(super) const PAIR_TWO: i32 = 48;
    /// A pair beside a quad, whatever is unseen.
    pub(super) const HEAD: i32 = 84;
    /// A card that one unseen card makes a block together with another.
    pub(super) const LINK: i32 = 9;
    /// More for two neighbours that are open on both sides.
    pub(super) const OPEN: i32 = 10;
    /// Huxi that a pair promises, in thirty-seconds of those of a peng and a wei together.
    pub(super) const PAIR_HOPE: i32 = 4;
    /// Huxi that two cards of a paying block promise, in thirty-seconds of its own.
    pub(super) const BLOCK_HOPE: i32 = 8;
    /// Against a discard, for each unseen copy that somebody may want it for.
    pub(super) const DANGER: i32 = 5;
}

/// What stands beside the loose cards: melds on the table and kan in the hand.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Standing {
    pub(crate) blocks: u8,
    pub(crate) quads: u8,
    pub(crate) huxi: u8,
}

impl Standing {
    pub(crate) fn with(self, meld: Meld, rules: &Ruleset) -> Self {
        Self {
            blocks: self.blocks + 1,
            quads: self.quads + u8::from(meld.kind().is_quad()),
            huxi: self.huxi.saturating_add(meld_huxi(rules, meld)),
        }
    }
}

/// A rated position, and the loose cards that are in no whole block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rated {
    pub(crate) score: i32,
    rest: Counts,
    /// What stands with the blocks set aside.
    standing: Standing,
}

/// The cards that a seat does not see.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Unseen {
    copies: Counts,
    /// The kinds of which one or more copies are unseen, and those of which two or more are.
    one: u64,
    two: u64,
}

impl Unseen {
    pub(crate) const fn new(copies: Counts) -> Self {
        let word = copies.packed();
        let two = (word >> 1 | word >> 2) & ONES;
        Self {
            copies,
            one: word & ONES | two,
            two,
        }
    }
}

/// Rates hands under one ruleset.
#[derive(Debug, Clone)]
pub(crate) struct Rating {
    /// Bit i for the block with number i, where the ruleset has it.
    usable: u64,
    worth: [u8; CHI_BLOCKS],
    min_huxi: i32,
    /// Huxi of a peng and a wei together of a card in each of [`CLASSES`].
    pair_huxi: [i32; CLASSES.len()],
    /// Huxi of each of [`PAYING`].
    paying_huxi: [i32; PAYING.len()],
}

/// Most ways to set blocks aside that are looked at.
const MOST_WAYS: u32 = 200;

impl Rating {
    pub(crate) fn new(rules: &Ruleset) -> Self {
        let mut usable = 0;
        let mut worth = [0; CHI_BLOCKS];
        for block in ChiBlock::all() {
            if block.shape() != ChiShape::OneFiveTen || rules.one_five_ten() {
                usable |= 1 << block.index();
                worth[block.index()] = meld_huxi(rules, Meld::chi(block));
            }
        }
        let HuxiTable {
            peng,
            wei,
            one_two_three,
            two_seven_ten,
            ..
        } = rules.huxi();
        Self {
            usable,
            worth,
            min_huxi: rules.min_huxi().into(),
            pair_huxi: CLASSES.map(|(card, _)| i32::from(peng.of(card)) + i32::from(wei.of(card))),
            paying_huxi: [
                one_two_three.of(Card::S1).into(),
                one_two_three.of(Card::B1).into(),
                two_seven_ten.of(Card::S2).into(),
                two_seven_ten.of(Card::B2).into(),
            ],
        }
    }

    /// The rating of loose cards with the best blocks of them set aside.
    pub(crate) fn rate(&self, loose: Counts, standing: Standing, unseen: &Unseen) -> Rated {
        let mut search = Search {
            rating: self,
            unseen,
            blocks: [ChiBlock::default(); CHI_BLOCKS],
            len: 0,
            ways: MOST_WAYS,
            best: Rated {
                score: self.score(loose, standing, unseen),
                rest: loose,
                standing,
            },
        };
        for block in ChiBlock::all() {
            let usable = self.usable >> block.index() & 1 == 1;
            if usable && loose.checked_sub(block.counts()).is_some() {
                search.blocks[search.len] = block;
                search.len += 1;
            }
        }
        search.run(loose, standing, 0);
        search.best
    }

    /// The best discard, and the rating after it; none where there is no loose card.
    ///
    /// It is one of the cards that are in no whole block, where there are such.
    pub(crate) fn best_discard(
        &self,
        loose: Counts,
        standing: Standing,
        unseen: &Unseen,
    ) -> Option<(i32, Card)> {
        let danger = |card: Card| weights::DANGER * i32::from(unseen.copies.get(card));
        let whole = self.rate(loose, standing, unseen);
        let of_rest = whole.rest.kinds().filter_map(|(card, _)| {
            let rest = whole.rest.checked_sub(Counts::of(card, 1))?;
            let score = self.score(rest, whole.standing, unseen);
            Some((score - danger(card), card))
        });
        let of_loose = loose.kinds().filter_map(|(card, _)| {
            let loose = loose.checked_sub(Counts::of(card, 1))?;
            let score = self.rate(loose, standing, unseen).score;
            Some((score - danger(card), card))
        });
        of_rest
            .max_by_key(|(score, _)| *score)
            .or_else(|| of_loose.max_by_key(|(score, _)| *score))
    }

    /// The rating where no more blocks are set aside.
    fn score(&self, rest: Counts, standing: Standing, unseen: &Unseen) -> i32 {
        let Unseen { one, two, .. } = *unseen;
        let pairs = rest.packed() >> 1 & ONES;
        let held = rest.packed() & ONES | pairs;
        // Cards that lie in a block but for one card, each such pair of cards noted at the lower one.
        let next = held & held >> RANK & ranks(1, 9);
        let below = next & one << RANK & ranks(2, 9);
        let above = next & one >> (2 * RANK) & ranks(1, 8);
        let side = below | above;
        let gap = held & held >> (2 * RANK) & one >> RANK & ranks(1, 8);
        let twin = held & held >> TWIN & (one | one >> TWIN) & SMALL;
        let linked = side | side << RANK | gap | gap << (2 * RANK) | twin | twin << TWIN;

        // Hope is counted in thirty-seconds of a huxi.
        let live = pairs & one;
        let mut hope = 0;
        for ((_, class), huxi) in CLASSES.into_iter().zip(self.pair_huxi) {
            hope += weights::PAIR_HOPE * huxi * count(live & class);
        }
        for (block, huxi) in PAYING.into_iter().zip(self.paying_huxi) {
            let missing = block & !held;
            if missing.is_power_of_two() && missing & one != 0 {
                hope += weights::BLOCK_HOPE * huxi;
            }
        }
        let huxi = 32 * i32::from(standing.huxi) + hope;
        let enough = 32 * self.min_huxi;
        let more = (huxi - enough).max(0);
        let huxi = ((huxi - more) * weights::HUXI + more * weights::MORE_HUXI) / 32;
        let head = if standing.quads > 0 && pairs != 0 {
            weights::HEAD
        } else {
            0
        };
        huxi + head
            + weights::BLOCK * i32::from(standing.blocks)
            + weights::PAIR * count(live)
            + weights::PAIR_TWO * count(pairs & two)
            + weights::LINK * count(linked)
            + weights::OPEN * count(below & above)
    }
}

const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// Goes through the ways to set blocks aside.
struct Search<'a> {
    rating: &'a Rating,
    unseen: &'a Unseen,
    /// The blocks that the loose cards hold.
    blocks: [ChiBlock; CHI_BLOCKS],
    len: usize,
    /// Ways that may still be looked at.
    ways: u32,
    best: Rated,
}

impl Search<'_> {
    /// Looks at every way that sets more blocks aside, of those from this place on.
    fn run(&mut self, rest: Counts, standing: Standing, from: usize) {
        for place in from..self.len {
            let block = self.blocks[place];
            let Some(rest) = rest.checked_sub(block.counts()) else {
                continue;
            };
            let Some(ways) = self.ways.checked_sub(1) else {
                return;
            };
            self.ways = ways;
            let worth = self.rating.worth[block.index()];
            let standing = Standing {
                blocks: standing.blocks + 1,
                huxi: standing.huxi.saturating_add(worth),
                ..standing
            };
            let score = self.rating.score(rest, standing, self.unseen);
            if score > self.best.score {
                self.best = Rated {
                    score,
                    rest,
                    standing,
                };
            }
            self.run(rest, standing, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Counts {
        text.parse().expect("cards")
    }

    fn all_unseen() -> Unseen {
        Unseen::new(Counts::PACK)
    }

    fn score(loose: &str, unseen: &Unseen) -> i32 {
        let rating = Rating::new(&Ruleset::default());
        rating.rate(cards(loose), Standing::default(), unseen).score
    }

    fn discard(loose: &str) -> Option<Card> {
        let rating = Rating::new(&Ruleset::default());
        let best = rating.best_discard(cards(loose), Standing::default(), &all_unseen());
        best.map(|(_, card)| card)
    }

    #[test]
    fn sets_of_ranks_hold_both_sizes() {
        for (from, to) in [(1, 10), (2, 2), (3, 7), (10, 10)] {
            let kinds = Card::ALL
                .into_iter()
                .filter(|card| (from..=to).contains(&u32::from(card.rank().number())));
            let set = kinds.fold(0, |set, card| set | Counts::of(card, 1).packed());
            assert_eq!(ranks(from, to), set);
        }
        let classes = CLASSES.into_iter().map(|(_, class)| class);
        assert_eq!(classes.clone().sum::<u64>(), ONES);
        assert_eq!(classes.fold(0, |all, class| all | class), ONES);
    }

    #[test]
    fn a_card_that_fits_nowhere_is_discarded() {
        assert_eq!(discard("s1 s2 s3 b7 b8 b9 b4 b4 s6"), Some(Card::S6));
        assert_eq!(discard("s2 s7 s10 b2 b3 s5"), Some(Card::S5));
        // Where all cards are in blocks, one of them has to go.
        assert!(discard("s4 s5 s6").is_some());
        assert_eq!(discard(""), None);
    }

    #[test]
    fn what_can_still_become_a_block_counts() {
        let everything = all_unseen();
        for (better, worse) in [
            ("s1 s2 s3", "s3 s4 s5"),
            ("b1 b2 b3", "s1 s2 s3"),
            ("s4 s5 s6", "s4 s5 s9"),
            ("s4 s5", "s4 s9"),
            ("s4 s6", "s4 s9"),
            ("s4 b4", "s4 b9"),
            ("s2 s7", "s3 s8"),
            ("s4 s4", "s4 s5"),
            ("b4 b4", "s4 s4"),
        ] {
            assert!(
                score(better, &everything) > score(worse, &everything),
                "{better} {worse}"
            );
        }
        // Cards that are all seen complete nothing.
        let nothing = Unseen::new(Counts::EMPTY);
        for text in ["s4 s5", "s4 s6", "s4 b4", "s2 s7", "s4 s4"] {
            assert_eq!(score(text, &nothing), 0, "{text}");
        }
    }
}
