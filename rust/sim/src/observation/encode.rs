//! From a view to its bits.

use paohuzi_engine::{
    Action, COPIES, Card, Counts, Fate, Hu, KINDS, MAX_SEATS, Meld, PerSeat, Seat, SeenMeld, Stage,
    Turn, View,
};

use super::Observation;
use super::layout as at;

const FOUR: usize = COPIES as usize;
/// Bits of a plane of cards by copies.
const PLANE: usize = KINDS * FOUR;
/// The code of a face-down card in `history`.
const HIDDEN: u64 = 31;
/// The code of a face-down meld in `meld_order`: after none, the chi blocks and the sets.
const FACE_DOWN: u64 = (1 + paohuzi_engine::CHI_BLOCKS + at::SETS.len() * KINDS) as u64;
/// The code of a dealt ti whose cards the observer does not see.
const FACE_DOWN_TI: u64 = FACE_DOWN + 1;

impl Observation {
    /// The bits of a view.
    #[must_use]
    pub fn of(view: &View) -> Self {
        let mut seen = Self::default();
        seen.put_own(view);
        seen.put_stage(view);
        let mut row_order = at::AT_ROW_ORDER;
        for (place, seat) in view.seat.around(view.seats).enumerate() {
            seen.put_unary(
                at::AT_HAND_SIZES + place * at::HAND,
                view.hand_sizes[seat].into(),
                at::HAND,
            );
            seen.put_melds(view, seat, place);
            seen.put_row(view, seat, place, &mut row_order);
        }
        for (place, seat) in view.seat.around(view.seats).skip(1).enumerate() {
            if let Some(hands) = &view.revealed {
                seen.put_counts(at::AT_REVEALED + place * PLANE, hands[seat]);
            }
        }
        seen.put_history(view);
        seen
    }

    /// What concerns the observer alone, and the table as a whole.
    fn put_own(&mut self, view: &View) {
        self.put_counts(at::AT_HAND, view.hand);
        self.put_card(at::AT_OWN_DRAW, view.own_draw);
        self.put_card(at::AT_SHOWN, view.shown);
        self.put(at::AT_STALE, view.stale_chi.bits().into(), KINDS);
        self.put(at::AT_STALE + KINDS, view.stale_peng.bits().into(), KINDS);
        self.put(at::AT_DEAD, view.dead.into(), 1);
        self.put(at::AT_BARRED, view.barred.into(), 1);
        self.put(at::AT_LOCKED_WINS, view.locked_wins.bits().into(), KINDS);
        self.put_unary(at::AT_BI, view.bi.into(), at::BI);
        if let Some(fault) = view.fault {
            self.set(at::AT_FAULT + fault as usize - 1);
        }
        self.set(at::AT_DEALER + place_of(view, view.dealer));
        self.put_unary(at::AT_STOCK_LEFT, view.stock_left.into(), at::STOCK);
        self.put(
            at::AT_DRAWN_BEFORE,
            view.drawn_before.into(),
            at::DRAWN_BITS,
        );
        let (low, high) = halves(view.legal.mask());
        self.put(at::AT_LEGAL, low, 64);
        self.put(at::AT_LEGAL + 64, high, 64);
        if let Some(action) = view.answer {
            self.put(at::AT_ANSWER, 1 | u64::from(action.id()) << 1, at::ANSWER);
        }
        self.set(at::AT_SEATS + usize::from(view.seats == 4));
        self.set(at::AT_SEAT + view.seat.index());
    }

    fn put_stage(&mut self, view: &View) {
        let (number, seat, card) = match view.stage {
            Stage::Opening => (0, None, None),
            Stage::Turn(seat) => (1, Some(seat), None),
            Stage::Drawn { seat, card } => (2, Some(seat), Some(card)),
            Stage::Discarded { seat, card } => (3, Some(seat), Some(card)),
            Stage::Won(hu) => {
                self.put_win(view, hu);
                (4, Some(hu.seat), hu.card)
            }
            Stage::Exhausted => (5, None, None),
        };
        self.set(at::AT_STAGE + number);
        self.put_seat(at::AT_STAGE_SEAT, view, seat);
        self.put_card(at::AT_STAGE_CARD, card);
    }

    fn put_win(&mut self, view: &View, hu: Hu) {
        self.set(at::AT_WIN_KIND + hu.kind as usize);
        self.put(at::AT_WIN_PLACED, hu.placed.into(), 1);
        self.put_seat(at::AT_WIN_FROM, view, hu.from);
    }

    fn put_melds(&mut self, view: &View, seat: Seat, place: usize) {
        let mut face_down = 0;
        for (number, seen) in view.melds[seat].iter().enumerate() {
            let code = match seen {
                SeenMeld::FaceDown => {
                    face_down += 1;
                    FACE_DOWN
                }
                SeenMeld::FaceDownTi => FACE_DOWN_TI,
                SeenMeld::Known(meld) => self.put_meld(*meld, place),
            };
            let slot = place * at::MELDS + number;
            self.put(
                at::AT_MELD_ORDER + slot * at::MELD_CODE,
                code,
                at::MELD_CODE,
            );
        }
        self.put_unary(at::AT_FACE_DOWN + place * at::MELDS, face_down, at::MELDS);
    }

    /// Sets the bit of a meld in the planes, and gives its code.
    fn put_meld(&mut self, meld: Meld, place: usize) -> u64 {
        if let Some(block) = meld.chi_block() {
            let first = at::AT_CHI + (place * paohuzi_engine::CHI_BLOCKS + block.index()) * 2;
            self.set(first + usize::from(self.bit(first)));
            return 1 + block.index() as u64;
        }
        let kind = at::SETS.iter().position(|kind| *kind == meld.kind());
        // A view holds no kan and no pair on the table.
        let (Some(kind), Some(card)) = (kind, meld.card()) else {
            return 0;
        };
        let number = kind * KINDS + card.index();
        self.set(at::AT_MELDS + place * at::SETS.len() * KINDS + number);
        (1 + paohuzi_engine::CHI_BLOCKS + number) as u64
    }

    fn put_row(&mut self, view: &View, seat: Seat, place: usize, order: &mut usize) {
        for row in &view.rows[seat] {
            let plane = if row.is_drawn() {
                at::AT_DRAWN
            } else {
                at::AT_DISCARDED
            };
            let first = plane + place * PLANE + row.card().index() * FOUR;
            if let Some(free) = (first..first + FOUR).find(|bit| !self.bit(*bit)) {
                self.set(free);
            }
            // There are no more cards than the pack has, unless the view was made by hand.
            if *order < at::AT_ROW_ORDER + paohuzi_engine::PACK * at::ROW_CODE {
                let code = row.card().index() as u64 | u64::from(row.is_drawn()) << 5;
                self.put(*order, code, at::ROW_CODE);
                *order += at::ROW_CODE;
            }
        }
    }

    fn put_history(&mut self, view: &View) {
        self.put(at::AT_HISTORY_KNOWN, view.history.is_whole().into(), 1);
        let places = PerSeat::from_fn(|seat| place_of(view, seat) as u64);
        let turns = view.history.turns().iter().take(at::TURNS);
        for (number, turn) in turns.enumerate() {
            let code = code_of(*turn, places[turn.seat()]);
            self.put(at::AT_HISTORY + number * at::TURN_CODE, code, at::TURN_CODE);
        }
    }

    /// The copies of each card, in unary.
    fn put_counts(&mut self, at: usize, counts: Counts) {
        // Three bits a card to four: 0, 1, 11, 111, 1111.
        const UNARY: [u64; 8] = [0, 1, 3, 7, 15, 15, 15, 15];
        let mut word = counts.packed();
        let mut half = |cards: usize| {
            let mut bits = 0;
            for card in 0..cards {
                bits |= UNARY[(word & 7) as usize] << (FOUR * card);
                word >>= 3;
            }
            bits
        };
        let low = half(16);
        let high = half(KINDS - 16);
        self.put(at, low, 64);
        self.put(at + 64, high, PLANE - 64);
    }

    /// A number from 0 to `most` in unary; what is more counts as the most.
    fn put_unary(&mut self, at: usize, number: usize, most: usize) {
        self.put(at, (1 << number.min(most)) - 1, most);
    }

    fn put_card(&mut self, at: usize, card: Option<Card>) {
        if let Some(card) = card {
            self.set(at + card.index());
        }
    }

    fn put_seat(&mut self, at: usize, view: &View, seat: Option<Seat>) {
        if let Some(seat) = seat {
            self.set(at + place_of(view, seat));
        }
    }
}

/// What became of a card: that there is one, the card, whether it was drawn, the place of the seat, and how.
fn code_of(turn: Turn, place: u64) -> u64 {
    let card = turn.card().map_or(HIDDEN, |card| card.index() as u64);
    let fate = match turn.fate() {
        Fate::Row => 0,
        Fate::Peng => 1,
        Fate::Wei => 2,
        Fate::ChouWei => 3,
        Fate::Ti { grown } => 4 + u64::from(grown),
        Fate::Pao { grown } => 6 + u64::from(grown),
        // The number of the action, which is the same for all cards.
        Fate::Chi(id) => Action::Chi(turn.card().unwrap_or(Card::S1), id).id().into(),
    };
    1 | card << 1 | u64::from(turn.is_drawn()) << 6 | place << 7 | fate << 9
}

/// The place of a seat in turn order from the observer on.
fn place_of(view: &View, seat: Seat) -> usize {
    let seats = usize::from(view.seats);
    (seat.index() + seats).wrapping_sub(view.seat.index()) % seats.clamp(1, MAX_SEATS)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a word of 128 bits is split into its halves"
)]
const fn halves(mask: u128) -> (u64, u64) {
    (mask as u64, (mask >> 64) as u64)
}
