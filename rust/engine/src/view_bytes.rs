//! Views as bytes: what a pickled view consists of.

use tinyvec::ArrayVec;

use crate::action::ActionSet;
use crate::cardset::CardSet;
use crate::round::{HISTORY_CAPACITY, History, Turn, read_hu, read_row_card, write_hu};
use crate::seat::{PerSeat, Seat};
use crate::stored::{Reader, StoredError, Writer};
use crate::view::{SeenMeld, Stage, View};

/// Format of the bytes that this release writes. It reads format 1 too, which knew of no bars and no declined wins.
pub const VIEW_FORMAT: u8 = 2;

/// In the byte that says whether the hands are revealed: the history follows at the end.
const TOLD: u8 = 2;

/// In the byte that says whether the seat is dead: its bi blocks and fault follow at the end.
const MARKED: u8 = 2;

impl View {
    /// The view as bytes.
    #[must_use]
    #[expect(
        clippy::wrong_self_convention,
        reason = "a view is too large to pass by value"
    )]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(VIEW_FORMAT);
        writer.byte(self.seats);
        writer.seat(self.seat);
        writer.seat(self.dealer);
        writer.short(self.drawn_before);
        writer.maybe_card(self.shown);
        write_stage(&mut writer, self.stage);
        writer.list(
            self.legal.iter().collect::<Vec<_>>().into_iter(),
            Writer::action,
        );
        writer.maybe_action(self.answer);
        writer.counts(self.hand);
        writer.maybe_card(self.own_draw);
        writer.set(self.stale_chi);
        writer.set(self.stale_peng);
        writer.byte(u8::from(self.dead) | if self.is_marked() { MARKED } else { 0 });
        writer.flag(self.barred);
        writer.set(self.locked_wins);
        for seat in Seat::all(self.seats) {
            writer.byte(self.hand_sizes[seat]);
            writer.list(self.melds[seat].iter(), |writer, meld| {
                write_seen(writer, *meld);
            });
            writer.list(self.rows[seat].iter(), |writer, row| {
                writer.byte(row.to_byte());
            });
        }
        writer.byte(self.stock_left);
        let told = if self.history.is_whole() { TOLD } else { 0 };
        writer.byte(u8::from(self.revealed.is_some()) | told);
        for hand in self.revealed.iter().flat_map(|hands| hands.of(self.seats)) {
            writer.counts(*hand);
        }
        if self.history.is_whole() {
            writer.list(self.history.turns().iter(), |writer, turn| {
                writer.short(turn.to_word());
            });
        }
        if self.is_marked() {
            writer.byte(self.bi);
            writer.maybe_fault(self.fault);
        }
        writer.finish()
    }

    /// Whether the seat has what few seats of few rulesets have.
    const fn is_marked(&self) -> bool {
        self.bi > 0 || self.fault.is_some()
    }

    /// Reads what [`View::to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes of another format, cut short, too long, or with values that mean nothing.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredError> {
        let (mut reader, format) = Reader::since(bytes, "view", 1, VIEW_FORMAT)?;
        let knows_bars = format >= 2;
        let seats = reader.byte()?;
        let known = (2..=4).contains(&seats).then_some(());
        reader.known(known, seats, "number of seats from 2 to 4")?;
        let seat_flags;
        let mut view = Self {
            seats,
            seat: reader.seat()?,
            dealer: reader.seat()?,
            drawn_before: reader.short()?,
            shown: reader.maybe_card()?,
            stage: read_stage(&mut reader)?,
            legal: read_legal(&mut reader)?,
            answer: reader.maybe_action()?,
            hand: reader.counts()?,
            own_draw: reader.maybe_card()?,
            stale_chi: reader.set()?,
            stale_peng: reader.set()?,
            dead: {
                seat_flags = read_flags(&mut reader)?;
                seat_flags & 1 != 0
            },
            barred: knows_bars && reader.flag()?,
            locked_wins: if knows_bars {
                reader.set()?
            } else {
                CardSet::EMPTY
            },
            bi: 0,
            fault: None,
            hand_sizes: PerSeat::default(),
            melds: PerSeat::default(),
            rows: PerSeat::default(),
            stock_left: 0,
            history: History::default(),
            revealed: None,
        };
        for seat in Seat::all(seats) {
            view.hand_sizes[seat] = reader.byte()?;
            view.melds[seat] = short_list(&mut reader, "number of melds", read_seen)?;
            view.rows[seat] = short_list(&mut reader, "length of a row", read_row_card)?;
        }
        view.stock_left = reader.byte()?;
        let flags = reader.byte()?;
        let known = (flags & !(1 | TOLD) == 0).then_some(flags);
        let flags = reader.known(known, flags, "flags of a view")?;
        if flags & 1 != 0 {
            let mut hands = PerSeat::default();
            for seat in Seat::all(seats) {
                hands[seat] = reader.counts()?;
            }
            view.revealed = Some(hands);
        }
        if flags & TOLD != 0 {
            let turns: ArrayVec<[Turn; HISTORY_CAPACITY]> =
                short_list(&mut reader, "number of turns", read_turn)?;
            view.history = History::of(turns);
        }
        if seat_flags & MARKED != 0 {
            view.bi = reader.byte()?;
            view.fault = reader.maybe_fault()?;
            let known = view.is_marked().then_some(());
            reader.known(known, 0_u8, "mark of a seat")?;
        }
        reader.finish()?;
        Ok(view)
    }
}

fn read_turn(reader: &mut Reader<'_>) -> Result<Turn, StoredError> {
    let word = reader.short()?;
    reader.known(Turn::from_word(word), word, "turn of a round")
}

/// The byte that says whether the seat is dead and whether marks follow.
fn read_flags(reader: &mut Reader<'_>) -> Result<u8, StoredError> {
    let flags = reader.byte()?;
    let known = (flags & !(1 | MARKED) == 0).then_some(flags);
    reader.known(known, flags, "flags of a seat")
}

/// A list into a fixed array, if it fits.
fn short_list<A: tinyvec::Array>(
    reader: &mut Reader<'_>,
    what: &'static str,
    read: impl FnMut(&mut Reader<'_>) -> Result<A::Item, StoredError>,
) -> Result<ArrayVec<A>, StoredError> {
    let items = reader.list(read)?;
    let found = items.len() as u64;
    let fits = (items.len() <= A::CAPACITY).then(|| items.into_iter().collect());
    reader.known(fits, found, what)
}

fn write_seen(writer: &mut Writer, meld: SeenMeld) {
    match meld {
        SeenMeld::FaceDown => writer.byte(0),
        SeenMeld::Known(meld) => {
            writer.byte(1);
            writer.meld(meld);
        }
        SeenMeld::FaceDownTi => writer.byte(2),
    }
}

fn read_seen(reader: &mut Reader<'_>) -> Result<SeenMeld, StoredError> {
    let tag = reader.byte()?;
    Ok(match tag {
        0 => SeenMeld::FaceDown,
        1 => SeenMeld::Known(reader.meld()?),
        2 => SeenMeld::FaceDownTi,
        _ => return reader.known(None, tag, "meld as seen"),
    })
}

fn read_legal(reader: &mut Reader<'_>) -> Result<ActionSet, StoredError> {
    let actions = reader.list(Reader::action)?;
    let mut set = ActionSet::default();
    for action in &actions {
        set.insert(*action);
    }
    // What a set cannot hold, such as chi of two cards, would be lost without a word.
    let found = actions.len() as u64;
    let known = set.iter().eq(actions).then_some(set);
    reader.known(known, found, "number of legal actions in number order")
}

fn write_stage(writer: &mut Writer, stage: Stage) {
    match stage {
        Stage::Opening => writer.byte(0),
        Stage::Turn(seat) => {
            writer.byte(1);
            writer.seat(seat);
        }
        Stage::Drawn { seat, card } => {
            writer.byte(2);
            writer.seat(seat);
            writer.card(card);
        }
        Stage::Discarded { seat, card } => {
            writer.byte(3);
            writer.seat(seat);
            writer.card(card);
        }
        Stage::Won(hu) => {
            writer.byte(4);
            write_hu(writer, hu);
        }
        Stage::Exhausted => writer.byte(5),
    }
}

fn read_stage(reader: &mut Reader<'_>) -> Result<Stage, StoredError> {
    let tag = reader.byte()?;
    Ok(match tag {
        0 => Stage::Opening,
        1 => Stage::Turn(reader.seat()?),
        2 => Stage::Drawn {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        3 => Stage::Discarded {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        4 => Stage::Won(read_hu(reader)?),
        5 => Stage::Exhausted,
        _ => return reader.known(None, tag, "stage"),
    })
}
