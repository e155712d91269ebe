//! Records as bytes.

use std::sync::Arc;

use super::{MOST_ANSWERS, OLDEST_FORMAT, RECORD_FORMAT, Record, RecordError};
use crate::card::PACK;
use crate::deck::Deck;
use crate::game::Origin;
use crate::round::Setup;
use crate::rules::Ruleset;
use crate::stored::{Reader, Writer};

/// What a record begins with, by number.
const DECK: u8 = 0;
const SETUP: u8 = 1;
const SEED: u8 = 2;

impl Record {
    /// The record as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(RECORD_FORMAT);
        writer.long(self.rules.content_mark());
        writer.text(&self.rules.to_json());
        self.write(&mut writer);
        writer.finish()
    }

    /// The record as bytes without its ruleset, for who keeps many records of one ruleset.
    #[must_use]
    pub fn to_bytes_without_rules(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(RECORD_FORMAT);
        writer.long(self.rules.content_mark());
        self.write(&mut writer);
        writer.finish()
    }

    /// Writes where it begins and the answers.
    fn write(&self, writer: &mut Writer) {
        match &self.origin {
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => {
                if let Some(seed) = deck.seed() {
                    writer.byte(SEED);
                    writer.long(seed.seed);
                    writer.long(seed.index);
                } else {
                    writer.byte(DECK);
                    deck.cards().iter().for_each(|card| writer.card(*card));
                }
                writer.seat(*dealer);
                writer.short(*drawn_before);
            }
            Origin::Setup(setup) => {
                writer.byte(SETUP);
                setup.write(writer);
            }
        }
        writer.list(self.answers.iter(), |writer, (seat, action)| {
            writer.seat(*seat);
            writer.action(*action);
        });
    }

    /// Reads what [`Record::to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes of another format, cut short, too long, or with values that mean nothing.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let (mut reader, mark) = begin(bytes)?;
        let rules = Arc::new(Ruleset::from_json(reader.text()?)?);
        check_mark(mark, &rules)?;
        Self::read(rules, reader)
    }

    /// Reads what [`Record::to_bytes_without_rules`] wrote.
    ///
    /// # Errors
    /// As [`Record::from_bytes`].
    pub fn from_bytes_with_rules(rules: Arc<Ruleset>, bytes: &[u8]) -> Result<Self, RecordError> {
        let (reader, mark) = begin(bytes)?;
        check_mark(mark, &rules)?;
        Self::read(rules, reader)
    }

    /// Reads where it begins and the answers, up to the end.
    fn read(rules: Arc<Ruleset>, mut reader: Reader<'_>) -> Result<Self, RecordError> {
        let tag = reader.byte()?;
        let origin = match tag {
            DECK | SEED => Origin::Deal {
                deck: if tag == SEED {
                    Deck::shuffled(reader.long()?, reader.long()?)
                } else {
                    let cards = (0..PACK).map(|_| reader.card());
                    Deck::from_cards(&cards.collect::<Result<Vec<_>, _>>()?)?
                },
                dealer: reader.seat()?,
                drawn_before: reader.short()?,
            },
            SETUP => Origin::Setup(Box::new(Setup::read(&mut reader)?)),
            _ => reader.known(None, tag, "kind of start")?,
        };
        let answers = reader.list(|reader| Ok((reader.seat()?, reader.action()?)))?;
        reader.finish()?;
        if answers.len() > MOST_ANSWERS {
            return Err(RecordError::TooLong {
                found: answers.len(),
            });
        }
        Ok(Self {
            rules,
            origin,
            answers,
        })
    }
}

/// The format, and the mark of the ruleset in formats that have it.
fn begin(bytes: &[u8]) -> Result<(Reader<'_>, Option<u64>), RecordError> {
    let (mut reader, format) = Reader::of_formats(bytes, "record", OLDEST_FORMAT, RECORD_FORMAT)?;
    let mark = match format {
        OLDEST_FORMAT => None,
        _ => Some(reader.long()?),
    };
    Ok((reader, mark))
}

fn check_mark(mark: Option<u64>, rules: &Ruleset) -> Result<(), RecordError> {
    match mark {
        Some(mark) if mark != rules.content_mark() => Err(RecordError::OtherRules {
            found: format!("{mark:016x}"),
            expected: rules.reference().to_string(),
        }),
        Some(_) | None => Ok(()),
    }
}
