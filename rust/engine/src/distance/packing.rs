//! How many chi blocks some cards hold whole at once: a bound that spares most of the search.
//!
//! Two of each kind at most, so the cards of one size are a number of ten digits to the base 3, and the blocks of one
//! size that they hold at once are one byte in a table of 3^10. Jiao join the sizes: they are tried rank by rank. The
//! tables are built at first use, in about a millisecond, 59 KB with and 59 KB without 1-5-10.

use std::sync::OnceLock;

use tinyvec::ArrayVec;

use super::open::is_played;
use crate::block::{ChiBlock, ChiShape};
use crate::card::Card;
use crate::counts::Counts;

const RANKS: usize = 10;

/// 1, 3, 9, …
const POWERS: [usize; RANKS + 1] = {
    let mut powers = [1; RANKS + 1];
    let mut i = 0;
    while i < RANKS {
        powers[i + 1] = 3 * powers[i];
        i += 1;
    }
    powers
};

/// The most blocks of each number.
type Table = Vec<u8>;

fn table(one_five_ten: bool) -> &'static Table {
    static TABLES: [OnceLock<Table>; 2] = [OnceLock::new(), OnceLock::new()];
    let [without, with] = &TABLES;
    let table = if one_five_ten { with } else { without };
    table.get_or_init(|| built(one_five_ten))
}

/// Builds both tables, that the first distance need not.
pub(crate) fn build_tables() {
    table(false);
    table(true);
}

fn built(one_five_ten: bool) -> Table {
    // The blocks of the small cards, by ranks from 0.
    let blocks: Vec<_> = ChiBlock::all()
        .filter(|block| block.shape() != ChiShape::Jiao && is_played(*block, one_five_ten))
        .map(|block| block.cards().map(Card::index))
        .filter(|ranks| ranks.iter().all(|rank| *rank < RANKS))
        .collect();
    let mut most = vec![0; POWERS[RANKS]];
    for number in 1..most.len() {
        let digit = |rank: usize| number / POWERS[rank] % 3;
        let lowest = (0..RANKS).find(|rank| digit(*rank) > 0).unwrap_or(0);
        // Without one of the lowest cards, or with it in a block.
        let mut best: u8 = most[number - POWERS[lowest]];
        for ranks in &blocks {
            if ranks[0] == lowest && ranks.iter().all(|rank| digit(*rank) > 0) {
                let rest = number - ranks.iter().map(|rank| POWERS[*rank]).sum::<usize>();
                best = best.max(most[rest] + 1);
            }
        }
        most[number] = best;
    }
    most
}

/// A rank with enough cards for a jiao.
#[derive(Debug, Clone, Copy, Default)]
struct Shared {
    /// The power of 3 of the rank.
    power: usize,
    small: u8,
    big: u8,
}

/// The most blocks that the loose cards hold whole at once.
pub(super) fn most_whole(loose: Counts, one_five_ten: bool) -> u8 {
    let (mut small, mut big) = (0, 0);
    let mut shared: ArrayVec<[Shared; RANKS]> = ArrayVec::new();
    let (small_cards, big_cards) = Card::ALL.split_at(RANKS);
    for ((power, one), other) in POWERS.into_iter().zip(small_cards).zip(big_cards) {
        let (ones, others) = (loose.get(*one), loose.get(*other));
        small += usize::from(ones) * power;
        big += usize::from(others) * power;
        if ones > 0 && others > 0 && ones + others > 2 {
            shared.push(Shared {
                power,
                small: ones,
                big: others,
            });
        }
    }
    with_jiao(table(one_five_ten), small, big, &shared)
}

/// The most blocks of two numbers, with jiao of the shared ranks.
fn with_jiao(table: &[u8], small: usize, big: usize, shared: &[Shared]) -> u8 {
    let Some((rank, rest)) = shared.split_first() else {
        let most = |number: usize| table.get(number).copied().unwrap_or_default();
        return most(small) + most(big);
    };
    let power = rank.power;
    let mut most = with_jiao(table, small, big, rest);
    if rank.small == 2 {
        most = most.max(1 + with_jiao(table, small - 2 * power, big - power, rest));
    }
    if rank.big == 2 {
        most = most.max(1 + with_jiao(table, small - power, big - 2 * power, rest));
    }
    most
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::card::KINDS;

    /// The most blocks, by trying all.
    fn plain(cards: Counts, from: usize, one_five_ten: bool) -> u8 {
        let blocks = ChiBlock::all().skip(from);
        blocks
            .filter(|block| is_played(*block, one_five_ten))
            .filter_map(|block| {
                let rest = cards.checked_sub(block.counts())?;
                Some(1 + plain(rest, block.index(), one_five_ten))
            })
            .max()
            .unwrap_or(0)
    }

    proptest! {
        #[test]
        fn the_tables_know_the_most_blocks(
            array in prop::array::uniform20(prop::sample::select(vec![0, 0, 0, 1, 1, 2])),
            one_five_ten: bool,
        ) {
            let loose = Counts::from_array(array)?;
            prop_assert_eq!(most_whole(loose, one_five_ten), plain(loose, 0, one_five_ten));
        }
    }

    #[test]
    fn a_size_has_ten_ranks() {
        assert_eq!(2 * RANKS, KINDS);
    }
}
