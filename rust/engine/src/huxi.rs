//! Huxi (胡息): what a block is worth.

use crate::block::ChiBlock;
use crate::meld::Meld;
use crate::rules::Ruleset;

/// The huxi of one block under a ruleset, 0 to 30.
///
/// The pair, jiao and runs other than 1-2-3 are worth nothing; a chou wei counts as a wei, a dealt ti as a ti.
/// Rule: R33, R34, 3.1.
///
/// ```
/// use paohuzi_engine::{Ruleset, meld_huxi};
/// let rules = Ruleset::default();
/// assert_eq!(meld_huxi(&rules, "pao:b7".parse()?), 9);
/// assert_eq!(meld_huxi(&rules, "chi:s2-s7-s10".parse()?), 3);
/// assert_eq!(meld_huxi(&rules, "chi:s2-s2-b2".parse()?), 0);
/// # Ok::<(), paohuzi_engine::ParseMeldError>(())
/// ```
#[must_use]
pub fn meld_huxi(rules: &Ruleset, meld: Meld) -> u8 {
    rules.worths().of(meld)
}

/// The huxi of a chi block.
pub(crate) fn block_huxi(rules: &Ruleset, block: ChiBlock) -> u8 {
    rules.worths().of(Meld::chi(block))
}

/// The huxi of several blocks together.
pub(crate) fn sum_huxi(rules: &Ruleset, melds: &[Meld]) -> u8 {
    melds
        .iter()
        .fold(0, |sum, meld| sum.saturating_add(meld_huxi(rules, *meld)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table() {
        let rules = Ruleset::default();
        // Rulebook 3.1, Hunan column: small, big.
        for (kind, small, big) in [
            ("peng", 1, 3),
            ("kan", 3, 6),
            ("wei", 3, 6),
            ("chou_wei", 3, 6),
            ("pao", 6, 9),
            ("ti", 9, 12),
            ("dealt_ti", 9, 12),
            ("pair", 0, 0),
        ] {
            for card in ["4", "7"] {
                assert_eq!(huxi(&rules, &format!("{kind}:s{card}")), small);
                assert_eq!(huxi(&rules, &format!("{kind}:b{card}")), big);
            }
        }
        for (block, worth) in [
            ("s1-s2-s3", 3),
            ("b1-b2-b3", 6),
            ("s2-s7-s10", 3),
            ("b2-b7-b10", 6),
            ("s1-s5-s10", 3),
            ("b1-b5-b10", 6),
            ("s2-s3-s4", 0),
            ("b8-b9-b10", 0),
            ("s2-s2-b2", 0),
            ("s1-b1-b1", 0),
        ] {
            assert_eq!(huxi(&rules, &format!("chi:{block}")), worth, "{block}");
        }
    }

    fn huxi(rules: &Ruleset, meld: &str) -> u8 {
        meld_huxi(rules, meld.parse().expect("a meld"))
    }
}
