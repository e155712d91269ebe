//! The half-hand tables: whether free cards split into runs, jiao and at most one pair, and for how many huxi.
//!
//! # Why halves of ranks
//!
//! In mahjong the suits are apart, so a hand is a sum of suits and one small table does. Here jiao (绞) ties the small
//! and the big card of a rank together, so the sizes cannot be taken apart; what is narrow is the border between two
//! ranks. Across it go only the runs that are open there: of each size, how many need one more card and how many need
//! two, at most two together, because the free cards hold at most two of a kind (three equal ones are a kan and
//! locked). 2-7-10, the one block that reaches far, is taken out beforehand in every number of ways, which on average is
//! little more than one; 1-5-10 likewise where it is played.
//!
//! So a hand is cut between the ranks 5 and 6. Each half is a number of ten digits in base three and a table gives what
//! it can be at the seam, as a set of bits; the halves fit if the sets of both have a bit in common. The answer to "does
//! it split" is two look-ups and one AND.
//!
//! # What keeps the sets small
//!
//! - The cards of a half by remainder of three say which ends are possible at all, and the whole number of cards says
//!   whether a pair is in it. An end is therefore a number among those of its remainder: 28 without a pair and 28 with.
//! - The tables also hold halves with three of one kind, for another seat's card that joins a hand pair. Then three
//!   runs of one size can be open. This is in the 28 already; without it they were 12.
//! - The right half is the left one seen in a mirror: what needs one more card on the one side needs two on the other.
//!   One table serves both.
//! - Huxi are in 1-2-3 and the blocks taken out beforehand alone, so only left halves carry them: beside the ends, how
//!   many small and big 1-2-3 there are at most. The weights come in at the question, so the tables serve every
//!   ruleset.
//! - For waits each half also has the set of ends that *some* one card more, or a pair less, would give it (its
//!   *reach*). If that fits nothing of the other half, none of the ten cards does, and they are not looked at.
//!
//! # Sizes
//!
//! 59,049 halves of at most two of a kind, and 196,830 with three of one, fall into 5,880 classes with 2,025 different
//! seams; the reaches add 2,225. In memory, lengths rounded up to powers of two so that a masked index needs no check:
//!
//! | table | entry | KiB |
//! |---|---|---|
//! | halves | seam and reach, 2 + 2 bytes | 256 |
//! | classes of halves, read on a hit | 2 bytes | 128 |
//! | classes of halves with three of a kind | 2 bytes | 512 |
//! | ends of a seam: as a left half, as a right one without and with a pair | 3 × 8 bytes | 192 |
//! | seams and levels of a class, read on a hit | 2 + 2 bytes, 16 a level | 288 |
//!
//! So 1.4 MB in all, of which a question that is not a hit and has no third card reads 256 + 70 KiB. They are built at
//! first use by walking a finite automaton, in some 86 million instructions, 6 to 15 ms.

mod build;
pub(crate) mod layout;
mod register;
mod seam;
mod tables;

pub(crate) use self::tables::{HalfTables, TWO_SEVEN_TEN, tables};
