//! Reading and writing of stored bytes. What is read may come from anywhere, so every value is checked.

use thiserror::Error;

use crate::action::Action;
use crate::card::Card;
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::fault::Fault;
use crate::meld::Meld;
use crate::seat::Seat;

/// Stored bytes that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredError {
    /// They end too early.
    #[error("stored bytes end after {found} bytes, expected more")]
    Truncated {
        /// How many there are.
        found: usize,
    },
    /// They go on after the end.
    #[error("stored bytes have {found} bytes after their end, expected none")]
    Trailing {
        /// How many are too many.
        found: usize,
    },
    /// Another kind or format of bytes.
    #[error("stored bytes are of {what} format {found}, expected {expected}")]
    Format {
        /// What was to be read.
        what: &'static str,
        /// The format number found.
        found: u8,
        /// The format number that this release reads.
        expected: u8,
    },
    /// A value that means nothing.
    #[error("stored bytes at {place}: {found} is no {what}")]
    Value {
        /// Where it stands.
        place: usize,
        /// What was found.
        found: u64,
        /// What was to be read.
        what: &'static str,
    },
}

impl StoredError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Truncated { .. } => "stored_truncated",
            Self::Trailing { .. } => "stored_trailing",
            Self::Format { .. } => "stored_format",
            Self::Value { .. } => "stored_value",
        }
    }
}

/// Stands for "no card" and "no answer".
const NONE: u8 = 0xFF;

/// Bytes being written.
#[derive(Debug)]
pub(crate) struct Writer(Vec<u8>);

/// Room for a position, so that writing one asks for memory once.
const ROOM: usize = 256;

impl Default for Writer {
    fn default() -> Self {
        Self(Vec::with_capacity(ROOM))
    }
}

impl Writer {
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn short(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn long(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn number(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    /// A length that is known to fit, then the items.
    pub(crate) fn list<T>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.short(u16::try_from(items.len()).unwrap_or(u16::MAX));
        items.for_each(|item| write(self, item));
    }

    pub(crate) fn seat(&mut self, seat: Seat) {
        self.byte(seat.number());
    }

    pub(crate) fn maybe_seat(&mut self, seat: Option<Seat>) {
        self.byte(seat.map_or(NONE, Seat::number));
    }

    pub(crate) fn card(&mut self, card: Card) {
        self.byte(card as u8);
    }

    pub(crate) fn maybe_card(&mut self, card: Option<Card>) {
        self.byte(card.map_or(NONE, |card| card as u8));
    }

    pub(crate) fn counts(&mut self, counts: Counts) {
        self.0.extend(counts.packed().to_le_bytes());
    }

    pub(crate) fn set(&mut self, set: CardSet) {
        self.0.extend(set.bits().to_le_bytes());
    }

    pub(crate) fn meld(&mut self, meld: Meld) {
        self.0.extend(meld.to_bytes());
    }

    /// The action's number, for a chi with its card.
    pub(crate) fn action(&mut self, action: Action) {
        self.byte(action.id());
        if let Action::Chi(card, _) = action {
            self.card(card);
        }
    }

    pub(crate) fn maybe_action(&mut self, action: Option<Action>) {
        match action {
            Some(action) => self.action(action),
            None => self.byte(NONE),
        }
    }

    pub(crate) fn maybe_fault(&mut self, fault: Option<Fault>) {
        self.byte(fault.map_or(0, Fault::to_byte));
    }

    pub(crate) fn text(&mut self, text: &str) {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.0.extend(length.to_le_bytes());
        self.0.extend(text.as_bytes());
    }
}

/// Bytes being read.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
}

type Read<T> = Result<T, StoredError>;

impl<'a> Reader<'a> {
    /// Reads bytes that begin with this format number.
    pub(crate) fn new(bytes: &'a [u8], what: &'static str, expected: u8) -> Read<Self> {
        Ok(Self::since(bytes, what, expected, expected)?.0)
    }

    /// Reads bytes that begin with a format number from the oldest to the newest one, and gives that too.
    pub(crate) fn since(
        bytes: &'a [u8],
        what: &'static str,
        oldest: u8,
        newest: u8,
    ) -> Read<(Self, u8)> {
        let mut reader = Self { bytes, place: 0 };
        let found = reader.byte()?;
        if !(oldest..=newest).contains(&found) {
            return Err(StoredError::Format {
                what,
                found,
                expected: newest,
            });
        }
        Ok((reader, found))
    }

    /// Reads bytes that begin with the number of one of these formats, and which.
    pub(crate) fn of_formats(
        bytes: &'a [u8],
        what: &'static str,
        oldest: u8,
        newest: u8,
    ) -> Read<(Self, u8)> {
        let format = bytes.first().copied().unwrap_or(newest);
        let is_older = (oldest..newest).contains(&format);
        let expected = if is_older { format } else { newest };
        Ok((Self::new(bytes, what, expected)?, expected))
    }

    /// Refuses bytes after the end.
    pub(crate) fn finish(self) -> Read<()> {
        match self.bytes.len() - self.place {
            0 => Ok(()),
            found => Err(StoredError::Trailing { found }),
        }
    }

    fn take(&mut self, length: usize) -> Read<&'a [u8]> {
        let end = self
            .place
            .checked_add(length)
            .filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(StoredError::Truncated {
            found: self.bytes.len(),
        })?;
        let taken = &self.bytes[self.place..end];
        self.place = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// The value, if it means something.
    pub(crate) fn known<T>(
        &self,
        value: Option<T>,
        found: impl Into<u64>,
        what: &'static str,
    ) -> Read<T> {
        value.ok_or(StoredError::Value {
            place: self.place,
            found: found.into(),
            what,
        })
    }

    pub(crate) fn byte(&mut self) -> Read<u8> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn short(&mut self) -> Read<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn long(&mut self) -> Read<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn number(&mut self) -> Read<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn flag(&mut self) -> Read<bool> {
        let byte = self.byte()?;
        let flag = [false, true].get(usize::from(byte)).copied();
        self.known(flag, byte, "flag of 0 or 1")
    }

    pub(crate) fn maybe_fault(&mut self) -> Read<Option<Fault>> {
        match self.byte()? {
            0 => Ok(None),
            byte => self.known(Fault::from_byte(byte), byte, "fault").map(Some),
        }
    }

    pub(crate) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let length = usize::from(self.short()?);
        // The length is only believed as far as there are bytes: an item takes one at least.
        let mut items = Vec::with_capacity(length.min(self.bytes.len() - self.place));
        for _ in 0..length {
            items.push(read(self)?);
        }
        Ok(items)
    }

    pub(crate) fn seat(&mut self) -> Read<Seat> {
        let byte = self.byte()?;
        self.known(Seat::new(byte.into()), byte, "seat below 4")
    }

    pub(crate) fn maybe_seat(&mut self) -> Read<Option<Seat>> {
        if self.is_none() {
            Ok(None)
        } else {
            self.seat().map(Some)
        }
    }

    /// Whether nothing stands here; it is then passed over.
    fn is_none(&mut self) -> bool {
        let none = self.bytes.get(self.place) == Some(&NONE);
        self.place += usize::from(none);
        none
    }

    pub(crate) fn card(&mut self) -> Read<Card> {
        let byte = self.byte()?;
        self.known(Card::from_index(byte.into()), byte, "card below 20")
    }

    pub(crate) fn maybe_card(&mut self) -> Read<Option<Card>> {
        if self.is_none() {
            Ok(None)
        } else {
            self.card().map(Some)
        }
    }

    pub(crate) fn counts(&mut self) -> Read<Counts> {
        let word = self.array().map(u64::from_le_bytes)?;
        self.known(
            Counts::from_packed(word),
            word,
            "count of at most four each",
        )
    }

    pub(crate) fn set(&mut self) -> Read<CardSet> {
        let word = self.array().map(u32::from_le_bytes)?;
        self.known(CardSet::from_bits(word), word, "set of cards")
    }

    pub(crate) fn meld(&mut self) -> Read<Meld> {
        let bytes = self.array()?;
        self.known(Meld::from_bytes(bytes), u16::from_le_bytes(bytes), "meld")
    }

    fn action_of(&mut self, id: u8) -> Read<Action> {
        let card = if id >= Action::FIRST_CHI {
            Some(self.card()?)
        } else {
            None
        };
        self.known(Action::from_id(id, card).ok(), id, "action")
    }

    pub(crate) fn action(&mut self) -> Read<Action> {
        let id = self.byte()?;
        self.action_of(id)
    }

    pub(crate) fn maybe_action(&mut self) -> Read<Option<Action>> {
        match self.byte()? {
            NONE => Ok(None),
            id => self.action_of(id).map(Some),
        }
    }

    pub(crate) fn text(&mut self) -> Read<&'a str> {
        let length = self.array().map(u32::from_le_bytes)?;
        let bytes = self.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        self.known(
            std::str::from_utf8(bytes).ok(),
            length,
            "length of a text in UTF-8",
        )
    }
}
