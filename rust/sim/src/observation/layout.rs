//! Where each part of an observation lies.

use paohuzi_engine::{
    ACTION_SPACE_SIZE, CHI_BLOCKS, COPIES, Fault, KINDS, MAX_SEATS, MeldKind, PACK, WinKind,
};

/// Version of the layout; it rises when a bit changes its meaning or place.
pub const OBS_VERSION: u32 = 1;

/// Melds of a seat that the layout has room for.
pub(super) const MELDS: usize = 8;
/// Most cards in a hand that are counted: the dealer's 21.
pub(super) const HAND: usize = 21;
/// Most cards in the stock that are counted.
pub(super) const STOCK: usize = 40;
/// Bits of a drawn-rounds number.
pub(super) const DRAWN_BITS: usize = 16;
/// Bits of a code in `meld_order`, and of one in `row_order`.
pub(super) const MELD_CODE: usize = 8;
pub(super) const ROW_CODE: usize = 6;
/// Most bi blocks beside an eaten one that are counted.
pub(super) const BI: usize = 4;
/// Cards that came up of which the layout has room, as many as a history has.
pub(super) const TURNS: usize = 64;
/// Bits of a code in `history`.
pub(super) const TURN_CODE: usize = 16;
/// Bits of `answer`: whether there is one, then its number.
pub(super) const ANSWER: usize = 8;

/// The kinds of melds of equal cards that lie on the table, in the order of the second axis of `melds`.
pub(super) const SETS: [MeldKind; 6] = [
    MeldKind::Peng,
    MeldKind::Wei,
    MeldKind::ChouWei,
    MeldKind::Pao,
    MeldKind::Ti,
    MeldKind::DealtTi,
];

const SEATS: usize = MAX_SEATS;
const FOUR: usize = COPIES as usize;

/// One part of an observation: its name, where it begins, its axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Its first bit.
    pub start: usize,
    /// Its axes; the last one runs fastest.
    pub shape: &'static [usize],
}

impl Part {
    /// How many bits it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        let mut bits = 1;
        let mut axis = 0;
        while axis < self.shape.len() {
            bits *= self.shape[axis];
            axis += 1;
        }
        bits
    }

    /// Whether it has no bit; none is like that.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The parts one after the other, and a constant with the place of each.
macro_rules! parts {
    ($($at:ident = $name:literal, [$($axis:expr),*];)*) => {
        parts!(@at 0, $($at [$($axis),*])*);
        /// Every part of an observation, in order and without gaps.
        pub const OBS_LAYOUT: &[Part] = &[$(
            Part { name: $name, start: $at, shape: &[$($axis),*] },
        )*];
    };
    (@at $start:expr, $at:ident [$($axis:expr),*] $($rest:tt)*) => {
        pub(super) const $at: usize = $start;
        parts!(@at $at + 1 $(* $axis)*, $($rest)*);
    };
    (@at $end:expr,) => {
        /// Numbers of an observation, each 0 or 1.
        pub const OBS_SIZE: usize = $end;
    };
}

parts! {
    AT_HAND = "hand", [KINDS, FOUR];
    AT_HAND_SIZES = "hand_sizes", [SEATS, HAND];
    AT_MELDS = "melds", [SEATS, SETS.len(), KINDS];
    AT_CHI = "chi", [SEATS, CHI_BLOCKS, 2];
    AT_FACE_DOWN = "face_down", [SEATS, MELDS];
    AT_MELD_ORDER = "meld_order", [SEATS, MELDS, MELD_CODE];
    AT_DRAWN = "drawn", [SEATS, KINDS, FOUR];
    AT_DISCARDED = "discarded", [SEATS, KINDS, FOUR];
    AT_ROW_ORDER = "row_order", [PACK, ROW_CODE];
    AT_OWN_DRAW = "own_draw", [KINDS];
    AT_STAGE = "stage", [6];
    AT_STAGE_SEAT = "stage_seat", [SEATS];
    AT_STAGE_CARD = "stage_card", [KINDS];
    AT_WIN_KIND = "win_kind", [WinKind::ALL.len()];
    AT_WIN_PLACED = "win_placed", [1];
    AT_WIN_FROM = "win_from", [SEATS];
    AT_SHOWN = "shown", [KINDS];
    AT_STALE = "stale", [2, KINDS];
    AT_DEAD = "dead", [1];
    AT_DEALER = "dealer", [SEATS];
    AT_STOCK_LEFT = "stock_left", [STOCK];
    AT_DRAWN_BEFORE = "drawn_before", [DRAWN_BITS];
    AT_LEGAL = "legal", [ACTION_SPACE_SIZE];
    AT_ANSWER = "answer", [ANSWER];
    AT_REVEALED = "revealed", [SEATS - 1, KINDS, FOUR];
    AT_SEATS = "seats", [2];
    AT_SEAT = "seat", [SEATS];
    AT_BARRED = "barred", [1];
    AT_LOCKED_WINS = "locked_wins", [KINDS];
    AT_BI = "bi", [BI];
    AT_HISTORY_KNOWN = "history_known", [1];
    AT_HISTORY = "history", [TURNS, TURN_CODE];
    AT_FAULT = "fault", [Fault::ALL.len()];
}

/// Bytes of a packed observation.
pub const OBS_BYTES: usize = OBS_SIZE.div_ceil(8);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_one_another_without_gaps() {
        let mut end = 0;
        for part in OBS_LAYOUT {
            assert_eq!(part.start, end, "{}", part.name);
            assert!(!part.is_empty());
            end += part.len();
        }
        assert_eq!(end, OBS_SIZE);
    }

    /// A model that was trained on version 1 goes on reading what it was trained on.
    #[test]
    fn version_1_never_changes() {
        assert_eq!((OBS_VERSION, OBS_SIZE, OBS_BYTES), (1, 3992, 499));
        let places: Vec<_> = OBS_LAYOUT.iter().map(|part| part.start).collect();
        assert_eq!(
            places,
            [
                0, 80, 164, 644, 964, 996, 1252, 1572, 1892, 2372, 2392, 2398, 2402, 2422, 2428,
                2429, 2433, 2453, 2493, 2494, 2498, 2538, 2554, 2682, 2690, 2930, 2932, 2936, 2937,
                2957, 2961, 2962, 3986
            ]
        );
    }
}
