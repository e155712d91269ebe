//! Described positions as bytes: what a pickled round consists of, beside its ruleset.

use super::phase::{Hu, Outcome, Phase};
use super::row::RowCard;
use super::setup::{SeatSetup, Setup, Start};
use crate::event::WinKind;
use crate::fault::Fault;
use crate::stored::{Reader, StoredError, Writer};

/// Format of the bytes that this release writes and reads.
pub const SETUP_FORMAT: u8 = 1;

impl Setup {
    /// The position as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(SETUP_FORMAT);
        self.write(&mut writer);
        writer.finish()
    }

    /// Reads what [`Setup::to_bytes`] wrote. The cards are not counted yet; [`crate::Round::from_setup`] does.
    ///
    /// # Errors
    /// Bytes of another format, cut short, too long, or with values that mean nothing.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredError> {
        let mut reader = Reader::new(bytes, "position", SETUP_FORMAT)?;
        let setup = Self::read(&mut reader)?;
        reader.finish()?;
        Ok(setup)
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.seat(self.dealer);
        writer.short(self.drawn_before);
        writer.maybe_card(self.shown);
        write_start(writer, self.start);
        writer.list(self.stock.iter(), |writer, card| writer.card(*card));
        writer.list(self.seats.iter(), |writer, seat| {
            writer.counts(seat.hand);
            writer.list(seat.melds.iter(), |writer, meld| writer.meld(*meld));
            writer.list(seat.row.iter(), |writer, row| writer.byte(row.to_byte()));
            writer.set(seat.stale_chi);
            writer.set(seat.stale_peng);
            let marks = Marks::of(seat);
            writer.byte(u8::from(seat.dead) | if marks.is_some() { MARKED } else { 0 });
            writer.flag(seat.barred);
            writer.list(seat.passed_hu.iter(), |writer, (card, huxi)| {
                writer.card(*card);
                writer.byte(*huxi);
            });
            writer.maybe_action(seat.answer);
            if let Some(marks) = marks {
                marks.write(writer);
            }
        });
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, StoredError> {
        Ok(Self {
            dealer: reader.seat()?,
            drawn_before: reader.short()?,
            shown: reader.maybe_card()?,
            start: read_start(reader)?,
            stock: reader.list(Reader::card)?,
            seats: reader.list(|reader| {
                let mut seat = SeatSetup {
                    hand: reader.counts()?,
                    melds: reader.list(Reader::meld)?,
                    row: reader.list(read_row_card)?,
                    stale_chi: reader.set()?,
                    stale_peng: reader.set()?,
                    ..SeatSetup::default()
                };
                let flags = reader.byte()?;
                let known = (flags & !(1 | MARKED) == 0).then_some(flags);
                let flags = reader.known(known, flags, "flags of a seat")?;
                seat.dead = flags & 1 != 0;
                seat.barred = reader.flag()?;
                seat.passed_hu = reader.list(|reader| Ok((reader.card()?, reader.byte()?)))?;
                seat.answer = reader.maybe_action()?;
                if flags & MARKED != 0 {
                    Marks::read(reader)?.put(&mut seat);
                }
                Ok(seat)
            })?,
        })
    }
}

/// In the byte that says whether a seat is dead: marks follow after the seat's answer.
const MARKED: u8 = 2;

/// What few seats of few rulesets have; written only where one of them is not plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Marks {
    passed_score: u32,
    bi: u8,
    fault: Option<Fault>,
}

impl Marks {
    /// The marks of a seat that has some.
    fn of(seat: &SeatSetup) -> Option<Self> {
        let marks = Self {
            passed_score: seat.passed_score,
            bi: seat.bi,
            fault: seat.fault,
        };
        (marks != Self::default()).then_some(marks)
    }

    fn put(self, seat: &mut SeatSetup) {
        let Self {
            passed_score,
            bi,
            fault,
        } = self;
        seat.passed_score = passed_score;
        seat.bi = bi;
        seat.fault = fault;
    }

    fn write(self, writer: &mut Writer) {
        writer.number(self.passed_score);
        writer.byte(self.bi);
        writer.maybe_fault(self.fault);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, StoredError> {
        let marks = Self {
            passed_score: reader.number()?,
            bi: reader.byte()?,
            fault: reader.maybe_fault()?,
        };
        // One spelling for one position.
        let known = (marks != Self::default()).then_some(marks);
        reader.known(known, 0_u8, "mark of a seat")
    }
}

pub(crate) fn read_row_card(reader: &mut Reader<'_>) -> Result<RowCard, StoredError> {
    let byte = reader.byte()?;
    reader.known(RowCard::from_byte(byte), byte, "card of a row")
}

fn write_start(writer: &mut Writer, start: Start) {
    match start {
        Start::Deal => writer.byte(0),
        Start::Draw(seat) => {
            writer.byte(1);
            writer.seat(seat);
        }
        Start::At(Phase::SantiWukan) => writer.byte(2),
        Start::At(Phase::Tianhu) => writer.byte(3),
        Start::At(Phase::Dihu) => writer.byte(4),
        Start::At(Phase::Discard(seat)) => {
            writer.byte(5);
            writer.seat(seat);
        }
        Start::At(Phase::OwnDraw { seat, card, laid }) => {
            writer.byte(6);
            writer.seat(seat);
            writer.card(card);
            writer.flag(laid);
        }
        Start::At(Phase::Drawn { seat, card }) => {
            writer.byte(7);
            writer.seat(seat);
            writer.card(card);
        }
        Start::At(Phase::Discarded { seat, card }) => {
            writer.byte(8);
            writer.seat(seat);
            writer.card(card);
        }
        Start::At(Phase::LayTi(seat)) => {
            writer.byte(11);
            writer.seat(seat);
        }
        Start::At(Phase::Over(Outcome::Exhausted)) => writer.byte(9),
        Start::At(Phase::Over(Outcome::Hu(hu))) => {
            writer.byte(10);
            write_hu(writer, hu);
        }
    }
}

fn read_start(reader: &mut Reader<'_>) -> Result<Start, StoredError> {
    let tag = reader.byte()?;
    let phase = match tag {
        0 => return Ok(Start::Deal),
        1 => return reader.seat().map(Start::Draw),
        2 => Phase::SantiWukan,
        3 => Phase::Tianhu,
        4 => Phase::Dihu,
        5 => Phase::Discard(reader.seat()?),
        6 => Phase::OwnDraw {
            seat: reader.seat()?,
            card: reader.card()?,
            laid: reader.flag()?,
        },
        7 => Phase::Drawn {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        8 => Phase::Discarded {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        9 => Phase::Over(Outcome::Exhausted),
        10 => Phase::Over(Outcome::Hu(read_hu(reader)?)),
        11 => Phase::LayTi(reader.seat()?),
        _ => return reader.known(None, tag, "phase"),
    };
    Ok(Start::At(phase))
}

pub(crate) fn write_hu(writer: &mut Writer, hu: Hu) {
    writer.seat(hu.seat);
    writer.maybe_card(hu.card);
    writer.byte(hu.kind as u8);
    writer.flag(hu.placed);
    writer.maybe_seat(hu.from);
}

pub(crate) fn read_hu(reader: &mut Reader<'_>) -> Result<Hu, StoredError> {
    let (seat, card, number) = (reader.seat()?, reader.maybe_card()?, reader.byte()?);
    let kind = WinKind::ALL.get(usize::from(number)).copied();
    let kind = reader.known(kind, number, "kind of win")?;
    let (placed, from) = (reader.flag()?, reader.maybe_seat()?);
    Ok(Hu {
        seat,
        card,
        kind,
        placed,
        from,
    })
}
