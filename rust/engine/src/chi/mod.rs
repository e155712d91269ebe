//! Every chi (吃) of a card with its bi (比): which blocks are laid.

mod composition;

use std::fmt;

use tinyvec::ArrayVec;

use self::composition::{BASIC, COMPOSITIONS, COUNT, Composition, Place};
use crate::block::ChiBlock;
use crate::card::{Card, KINDS};
use crate::counts::Counts;
use crate::rules::Ruleset;

/// The composition of a chi (吃) with its bi (比): which blocks it lays, relative to the eaten card X.
///
/// A block holds X in one of seven places: R1 = X−2 X−1 X, R2 = X−1 X X+1, R3 = X X+1 X+2, T = 2-7-10,
/// J1 = X and two of the other size, F = 1-5-10, J2 = two X and one of the other size. The ids, which never change:
///
/// | ids | blocks |
/// |---|---|
/// | 0–4, 5–19, 20–54 | one, two, three of R1 R2 R3 T J1, each group in lexicographic order |
/// | 55, 56–60 | J2; one of R1 R2 R3 T J1, and J2 |
/// | 61, 62–67 | F; one of R1 R2 R3 T J1 F, and F |
/// | 68–88 | two of R1 R2 R3 T J1 F in lexicographic order, and F |
/// | 89 | F and J2 |
///
/// Ids from 61 on exist only with 1-5-10. Rule: 2.4, ruling 24.
///
/// ```
/// use paohuzi_engine::{Card, ChiBlock, ChiId};
/// let block = ChiBlock::from_cards([Card::S3, Card::S3, Card::B3]).expect("jiao");
/// let id = ChiId::from_blocks(Card::S3, &[block]).expect("holds s3");
/// assert_eq!(id.index(), 55);
/// assert_eq!(id.blocks(Card::S3).as_deref(), Some([block].as_slice()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ChiId(u8);

impl ChiId {
    /// How many compositions there are.
    pub const COUNT: usize = COUNT;
    /// No composition takes more cards from the hand.
    pub(crate) const MOST_TAKEN: u8 = 8;

    /// How many there are without 1-5-10; they come first.
    pub const BASIC: usize = BASIC;

    /// The composition with this id, if there is one.
    #[must_use]
    pub const fn new(id: u8) -> Option<Self> {
        if (id as usize) < COUNT {
            Some(Self(id))
        } else {
            None
        }
    }

    /// Its id.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bi blocks (比) among those it lays: all but the one of the eaten card. Rule: R20, 2.4.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "one to three blocks")]
    pub const fn bi(self) -> u8 {
        COMPOSITIONS[self.index()].len as u8 - 1
    }

    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// The blocks it lays for this card, in card order.
    ///
    /// `None` where one of them does not exist for the card, or where no hand could have all the cards loose.
    #[must_use]
    pub fn blocks(self, card: Card) -> Option<ArrayVec<[ChiBlock; 3]>> {
        self.taken(card)?;
        let Composition { places, len } = COMPOSITIONS[self.index()];
        let mut blocks: ArrayVec<[ChiBlock; 3]> = places
            .into_iter()
            .take(len)
            .filter_map(|place| place.block(card))
            .collect();
        blocks.sort_unstable();
        Some(blocks)
    }

    /// The composition that lays these blocks for the card, in whatever order they are given.
    ///
    /// `None` where a block does not hold the card, or as in [`ChiId::blocks`].
    #[must_use]
    pub fn from_blocks(card: Card, blocks: &[ChiBlock]) -> Option<Self> {
        let mut places = [Place::RunLast; 3];
        let places = places.get_mut(..blocks.len())?;
        for (place, block) in places.iter_mut().zip(blocks) {
            *place = Place::ALL
                .into_iter()
                .find(|place| place.block(card) == Some(*block))?;
        }
        places.sort_unstable_by_key(|place| *place as u8);
        (0..)
            .zip(&COMPOSITIONS)
            .find(|(_, composition)| composition.places[..composition.len] == *places)
            .map(|(id, _)| Self(id))
            .filter(|id| id.taken(card).is_some())
    }

    /// The cards that it takes from the hand: its blocks without the eaten card.
    ///
    /// `None` as in [`ChiId::blocks`].
    #[must_use]
    pub fn taken(self, card: Card) -> Option<Counts> {
        TAKEN[card.index()][self.index()]
    }
}

/// The cards that each composition takes from the hand, by card and id.
static TAKEN: [[Option<Counts>; COUNT]; KINDS] = {
    let mut all = [[None; COUNT]; KINDS];
    let mut i = 0;
    while i < KINDS {
        let mut id = 0;
        while id < COUNT {
            all[i][id] = reckon_taken(id, Card::ALL[i]);
            id += 1;
        }
        i += 1;
    }
    all
};

/// The cards that a composition takes from the hand, if some hand can have them loose.
const fn reckon_taken(id: usize, card: Card) -> Option<Counts> {
    let Composition { places, len } = COMPOSITIONS[id];
    let mut sum = Counts::EMPTY;
    let mut i = 0;
    while i < len {
        let Some(block) = places[i].block(card) else {
            return None;
        };
        sum = match sum.checked_add(block.counts()) {
            Some(sum) => sum,
            None => return None,
        };
        i += 1;
    }
    match sum.checked_sub(Counts::of(card, 1)) {
        // Three or four of a kind in a hand are locked.
        Some(taken) if taken.loose().packed() == taken.packed() => Some(taken),
        Some(_) | None => None,
    }
}

const _: () = {
    let mut i = 0;
    while i < KINDS * COUNT {
        if let Some(taken) = TAKEN[i / COUNT][i % COUNT] {
            assert!(taken.len() <= ChiId::MOST_TAKEN);
        }
        i += 1;
    }
};

/// The compositions that exist for one card, by the copies of it that they hold.
struct CardTable {
    entries: [Entry; COUNT],
    /// Where the compositions with one, two and three copies end; they begin where the fewer copies end.
    ends: [usize; 4],
}

#[derive(Clone, Copy)]
struct Entry {
    id: u8,
    /// Bit i for place i.
    places: u8,
    /// The cards it takes from the hand.
    taken: Counts,
}

impl CardTable {
    fn with_copies(&self, copies: usize) -> &[Entry] {
        let start = copies.checked_sub(1).and_then(|fewer| self.ends.get(fewer));
        match (start, self.ends.get(copies)) {
            (Some(start), Some(end)) => &self.entries[*start..*end],
            (Some(_) | None, _) => &[],
        }
    }
}

static TABLES: [CardTable; KINDS] = {
    let mut tables = [const { card_table(Card::S1) }; KINDS];
    let mut i = 0;
    while i < KINDS {
        tables[i] = card_table(Card::ALL[i]);
        i += 1;
    }
    tables
};

const fn card_table(card: Card) -> CardTable {
    let mut table = CardTable {
        entries: [Entry {
            id: 0,
            places: 0,
            taken: Counts::EMPTY,
        }; COUNT],
        ends: [0; 4],
    };
    let mut n = 0;
    let mut copies = 1;
    while copies < table.ends.len() {
        let mut id = 0_u8;
        while (id as usize) < COUNT {
            let Composition { places, len } = COMPOSITIONS[id as usize];
            let (mut held, mut bits, mut i) = (0, 0, 0);
            while i < len {
                held += places[i].copies() as usize;
                bits |= 1 << places[i] as u8;
                i += 1;
            }
            if held == copies
                && let Some(taken) = reckon_taken(id as usize, card)
            {
                table.entries[n] = Entry {
                    id,
                    places: bits,
                    taken,
                };
                n += 1;
            }
            id += 1;
        }
        table.ends[copies] = n;
        copies += 1;
    }
    table
}

/// The chi that a hand has of a card: a set of compositions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ChiOptions(u128);

impl ChiOptions {
    /// No chi.
    pub const EMPTY: Self = Self(0);

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Bit i for the composition with id i.
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the composition is one of them.
    #[must_use]
    pub const fn contains(self, id: ChiId) -> bool {
        self.0 >> id.0 & 1 == 1
    }

    /// Them by id.
    pub fn iter(self) -> impl Iterator<Item = ChiId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let id = u8::try_from(bits.trailing_zeros())
                .ok()
                .and_then(ChiId::new)?;
            bits &= bits - 1;
            Some(id)
        })
    }
}

impl FromIterator<ChiId> for ChiOptions {
    fn from_iter<I: IntoIterator<Item = ChiId>>(ids: I) -> Self {
        Self(ids.into_iter().fold(0, |bits, id| bits | 1 << id.0))
    }
}

impl fmt::Debug for ChiOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Every chi of the card that the loose cards of the hand allow, with the bi that it needs.
///
/// All copies of the card that the hand has loose are laid with it, each in a block; a hand with three or four of the
/// card has no chi. Whether a card for the discard is left is not looked at. Rule: R19, R20, 2.4, ruling 24.
///
/// ```
/// use paohuzi_engine::{Card, Ruleset, chi_options};
/// let options = chi_options("s1 s2 s3 s4 s5".parse()?, Card::S3, &Ruleset::default());
/// let blocks: Vec<_> = options.iter().filter_map(|id| id.blocks(Card::S3)).collect();
/// assert_eq!(format!("{blocks:?}"), "[[ChiBlock(s1-s2-s3), ChiBlock(s3-s4-s5)]]");
/// # Ok::<(), paohuzi_engine::ParseCardError>(())
/// ```
#[must_use]
pub fn chi_options(hand: Counts, card: Card, rules: &Ruleset) -> ChiOptions {
    let held = usize::from(hand.get(card));
    let loose = hand.loose();
    let table = &TABLES[card.index()];
    // Which single blocks the other cards allow; a composition needs all of its own to be among them.
    let mut places = 0;
    for entry in table.with_copies(1) {
        let allowed = loose.checked_sub(entry.taken).is_some();
        places |= entry.places * u8::from(allowed);
    }
    if loose.get(card.twin()) > 0 {
        places |= 1 << Place::JiaoTwo as u8;
    }
    if !rules.one_five_ten() {
        places &= !(1 << Place::OneFiveTen as u8);
    }
    if places == 0 || held > 2 {
        return ChiOptions::EMPTY;
    }
    let allowed = table
        .with_copies(held + 1)
        .iter()
        .filter(|entry| entry.places & !places == 0 && loose.checked_sub(entry.taken).is_some());
    ChiOptions(allowed.fold(0, |bits, entry| bits | 1 << entry.id))
}

/// Every set of blocks that the loose cards of the hand can lay with the card, further loose copies of it kept or not.
pub(crate) fn chi_with_faults(hand: Counts, card: Card, rules: &Ruleset) -> ChiOptions {
    let loose = hand.loose();
    let count = if rules.one_five_ten() { COUNT } else { BASIC };
    let ids = (0..count).filter_map(|id| u8::try_from(id).ok().and_then(ChiId::new));
    ids.filter(|id| {
        id.taken(card)
            .is_some_and(|taken| loose.checked_sub(taken).is_some())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::block::ChiShape;

    /// The ids in their order. They are stored in records: this list never changes.
    const FROZEN: &str = "R1 R2 R3 T J1 R1+R1 R1+R2 R1+R3 R1+T R1+J1 R2+R2 R2+R3 R2+T R2+J1 R3+R3 R3+T R3+J1 \
         T+T T+J1 J1+J1 R1+R1+R1 R1+R1+R2 R1+R1+R3 R1+R1+T R1+R1+J1 R1+R2+R2 R1+R2+R3 R1+R2+T \
         R1+R2+J1 R1+R3+R3 R1+R3+T R1+R3+J1 R1+T+T R1+T+J1 R1+J1+J1 R2+R2+R2 R2+R2+R3 R2+R2+T \
         R2+R2+J1 R2+R3+R3 R2+R3+T R2+R3+J1 R2+T+T R2+T+J1 R2+J1+J1 R3+R3+R3 R3+R3+T R3+R3+J1 \
         R3+T+T R3+T+J1 R3+J1+J1 T+T+T T+T+J1 T+J1+J1 J1+J1+J1 J2 R1+J2 R2+J2 R3+J2 T+J2 \
         J1+J2 F R1+F R2+F R3+F T+F J1+F F+F R1+R1+F R1+R2+F R1+R3+F R1+T+F R1+J1+F R1+F+F \
         R2+R2+F R2+R3+F R2+T+F R2+J1+F R2+F+F R3+R3+F R3+T+F R3+J1+F R3+F+F T+T+F T+J1+F \
         T+F+F J1+J1+F J1+F+F F+F+F F+J2";

    fn name(place: Place) -> &'static str {
        match place {
            Place::RunLast => "R1",
            Place::RunMiddle => "R2",
            Place::RunFirst => "R3",
            Place::TwoSevenTen => "T",
            Place::JiaoOne => "J1",
            Place::OneFiveTen => "F",
            Place::JiaoTwo => "J2",
        }
    }

    #[test]
    fn ids_are_frozen() {
        let names = COMPOSITIONS.map(|Composition { places, len }| {
            let names: Vec<_> = places.into_iter().take(len).map(name).collect();
            names.join("+")
        });
        assert_eq!(names.join(" "), FROZEN);
        assert_eq!((ChiId::COUNT, ChiId::BASIC), (90, 61));
        assert_eq!(ChiId::new(90), None);
    }

    #[test]
    fn blocks_read_back_as_the_same_id() {
        for card in Card::ALL {
            let mut seen = BTreeSet::new();
            for id in (0..).map_while(ChiId::new) {
                let Some(blocks) = id.blocks(card) else {
                    assert_eq!(id.taken(card), None);
                    continue;
                };
                assert!(blocks.is_sorted() && seen.insert(blocks.to_vec()));
                assert_eq!(ChiId::from_blocks(card, &blocks), Some(id));
                let reversed: Vec<_> = blocks.iter().rev().copied().collect();
                assert_eq!(ChiId::from_blocks(card, &reversed), Some(id));
                let taken = id.taken(card).map(|taken| taken.plus(card));
                let sum = blocks
                    .iter()
                    .try_fold(Counts::EMPTY, |sum, block| sum.checked_add(block.counts()));
                assert_eq!(taken, sum);
            }
        }
    }

    #[test]
    fn what_lays_no_such_card_has_no_id() {
        let block = |text: &str| {
            let cards = crate::card::parse_cards(text).expect("cards");
            ChiBlock::from_cards([cards[0], cards[1], cards[2]]).expect("a block")
        };
        let run = block("s1 s2 s3");
        assert_eq!(ChiId::from_blocks(Card::S4, &[run]), None);
        assert_eq!(ChiId::from_blocks(Card::S3, &[]), None);
        assert_eq!(ChiId::from_blocks(Card::S3, &[run; 4]), None);
        // Three s1 and three s2 would be locked in any hand.
        assert_eq!(ChiId::from_blocks(Card::S3, &[run; 3]), None);
        assert_eq!(ChiId::from_blocks(Card::S3, &[run; 2]), ChiId::new(5));
    }

    /// Every way to lay blocks that hold all copies of the card, by trying all blocks in order.
    fn plain(hand: Counts, card: Card, rules: &Ruleset) -> BTreeSet<Vec<ChiBlock>> {
        fn lay(
            rest: Counts,
            card: Card,
            from: usize,
            laid: &mut Vec<ChiBlock>,
            rules: &Ruleset,
            found: &mut BTreeSet<Vec<ChiBlock>>,
        ) {
            if rest.get(card) == 0 {
                found.insert(laid.clone());
                return;
            }
            for block in ChiBlock::all().skip(from) {
                let played = block.shape() != ChiShape::OneFiveTen || rules.one_five_ten();
                if let Some(rest) = rest.checked_sub(block.counts())
                    && played
                    && block.counts().get(card) > 0
                {
                    laid.push(block);
                    lay(rest, card, block.index(), laid, rules, found);
                    laid.pop();
                }
            }
        }
        let mut found = BTreeSet::new();
        if hand.get(card) < 3 {
            lay(
                hand.loose().plus(card),
                card,
                0,
                &mut Vec::new(),
                rules,
                &mut found,
            );
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn options_are_those_that_lay_every_copy(
            array in prop::array::uniform20(prop::sample::select(vec![0, 0, 1, 1, 2, 2, 3, 4])),
            one_five_ten: bool,
        ) {
            let hand = Counts::from_array(array)?;
            let keys = if one_five_ten { r#"{"one_five_ten": true}"# } else { "{}" };
            let rules = Ruleset::default().replaced(keys)?;
            for card in Card::ALL {
                let options = chi_options(hand, card, &rules);
                let found: BTreeSet<_> =
                    options.iter().filter_map(|id| id.blocks(card)).map(|b| b.to_vec()).collect();
                prop_assert_eq!(options.len(), found.len());
                prop_assert!(options.iter().all(|id| options.contains(id)));
                prop_assert_eq!(options.iter().collect::<ChiOptions>(), options);
                prop_assert_eq!(options.is_empty(), found.is_empty());
                prop_assert_eq!(found, plain(hand, card, &rules), "{} from {}", card, hand);
            }
        }
    }
}
