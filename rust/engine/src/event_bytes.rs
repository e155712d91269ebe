//! Events as bytes: what a stored round tells of its opening.

use crate::action::Action;
use crate::event::{Event, WinKind};
use crate::fault::Fault;
use crate::meld::MeldKind;
use crate::seat::{PerSeat, Seat};
use crate::stored::{Reader, StoredError, Writer};

/// Format of the bytes that this release writes and reads.
pub const EVENTS_FORMAT: u8 = 1;

impl Event {
    /// The events as bytes; `seats` is how many hands a deal has.
    #[must_use]
    pub fn list_to_bytes(events: &[Self], seats: u8) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(EVENTS_FORMAT);
        writer.list(events.iter(), |writer, event| {
            write(writer, event, seats);
        });
        writer.finish()
    }

    /// Reads what [`Event::list_to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes of another format, cut short, too long, or with values that mean nothing.
    ///
    /// ```
    /// use paohuzi_engine::{Card, Event, Seat};
    /// let events = vec![Event::Draw { seat: Seat::ZERO, card: Card::S5 }, Event::Exhausted];
    /// let bytes = Event::list_to_bytes(&events, 3);
    /// assert_eq!(Event::list_from_bytes(&bytes), Ok(events));
    /// ```
    pub fn list_from_bytes(bytes: &[u8]) -> Result<Vec<Self>, StoredError> {
        let mut reader = Reader::new(bytes, "events", EVENTS_FORMAT)?;
        let events = reader.list(read)?;
        reader.finish()?;
        Ok(events)
    }

    /// The number of its kind in stored bytes; it never changes.
    const fn tag(&self) -> u8 {
        match self {
            Self::Deal { .. } => 0,
            Self::Answer { .. } => 1,
            Self::DealtTi { .. } => 2,
            Self::Draw { .. } => 3,
            Self::ConcealedDraw { .. } => 4,
            Self::Discard { .. } => 5,
            Self::Chi { .. } => 6,
            Self::Peng { .. } => 7,
            Self::Wei { .. } => 8,
            Self::OpenWei { .. } => 9,
            Self::ChouWei { .. } => 10,
            Self::Pao { .. } => 11,
            Self::Ti { .. } => 12,
            Self::Unclaimed { .. } => 13,
            Self::Dead { .. } => 14,
            Self::Hu { .. } => 15,
            Self::Exhausted => 16,
            Self::Fault { .. } => 17,
            Self::ConcealedTi { .. } => 18,
        }
    }
}

fn write(writer: &mut Writer, event: &Event, seats: u8) {
    writer.byte(event.tag());
    if let Event::Deal {
        dealer,
        hands,
        shown,
    } = event
    {
        writer.seat(*dealer);
        writer.card(*shown);
        writer.byte(seats);
        for hand in hands.of(seats) {
            writer.flag(hand.is_some());
            if let Some(hand) = hand {
                writer.counts(*hand);
            }
        }
        return;
    }
    if let Some(seat) = event.seat() {
        writer.seat(seat);
    }
    if let Some(action) = event.action() {
        writer.action(action);
    } else if let Event::Fault { fault, .. } = event {
        writer.byte(fault.to_byte());
    } else if !matches!(event, Event::Dead { .. } | Event::Exhausted) {
        writer.maybe_card(event.card());
    }
    if let Event::Pao { on, .. } | Event::Ti { on, .. } = event {
        writer.byte(on.map_or(u8::MAX, |on| on as u8));
    }
    if let Event::Hu { kind, .. } = event {
        writer.byte(*kind as u8);
    }
}

fn read(reader: &mut Reader<'_>) -> Result<Event, StoredError> {
    let tag = reader.byte()?;
    Ok(match tag {
        0 => read_deal(reader)?,
        1 => Event::Answer {
            seat: reader.seat()?,
            action: reader.action()?,
        },
        2 => Event::DealtTi {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        3 => Event::Draw {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        4 => Event::ConcealedDraw {
            seat: reader.seat()?,
            card: reader.maybe_card()?,
        },
        5 => Event::Discard {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        6 => match (reader.seat()?, reader.action()?) {
            (seat, Action::Chi(card, chi)) => Event::Chi { seat, card, chi },
            (_, other) => return reader.known(None, other.id(), "chi"),
        },
        7 => Event::Peng {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        8 => Event::Wei {
            seat: reader.seat()?,
            card: reader.maybe_card()?,
        },
        9 => Event::OpenWei {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        10 => Event::ChouWei {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        11 => Event::Pao {
            seat: reader.seat()?,
            card: reader.card()?,
            on: read_on(reader)?,
        },
        12 => Event::Ti {
            seat: reader.seat()?,
            card: reader.card()?,
            on: read_on(reader)?,
        },
        13 => Event::Unclaimed {
            seat: reader.seat()?,
            card: reader.card()?,
        },
        14 => Event::Dead {
            seat: reader.seat()?,
        },
        15 => {
            let (seat, card, number) = (reader.seat()?, reader.maybe_card()?, reader.byte()?);
            let kind = WinKind::ALL.get(usize::from(number)).copied();
            let kind = reader.known(kind, number, "kind of win")?;
            Event::Hu { seat, card, kind }
        }
        16 => Event::Exhausted,
        17 => {
            let (seat, number) = (reader.seat()?, reader.byte()?);
            let fault = reader.known(Fault::from_byte(number), number, "fault")?;
            Event::Fault { seat, fault }
        }
        18 => Event::ConcealedTi {
            seat: reader.seat()?,
            card: reader.maybe_card()?,
        },
        _ => return reader.known(None, tag, "kind of event"),
    })
}

fn read_deal(reader: &mut Reader<'_>) -> Result<Event, StoredError> {
    let (dealer, shown, seats) = (reader.seat()?, reader.card()?, reader.byte()?);
    let known = (usize::from(seats) <= crate::seat::MAX_SEATS).then_some(());
    reader.known(known, seats, "number of seats up to 4")?;
    let mut hands = PerSeat::default();
    for seat in Seat::all(seats) {
        if reader.flag()? {
            hands[seat] = Some(reader.counts()?);
        }
    }
    Ok(Event::Deal {
        dealer,
        hands,
        shown,
    })
}

fn read_on(reader: &mut Reader<'_>) -> Result<Option<MeldKind>, StoredError> {
    let number = reader.byte()?;
    if number == u8::MAX {
        return Ok(None);
    }
    let kind = MeldKind::ALL.get(usize::from(number)).copied();
    reader.known(kind, number, "kind of meld").map(Some)
}
