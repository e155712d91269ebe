//! The finished arrangements of a question, one after the other.

use super::Arrangement;
use super::query::{Query, Reading, Shape};
use crate::decompose::Splits;

/// The finished arrangements with the minimum huxi, each once, in the order of ruling 22.
///
/// A reading in which the card joins equal cards comes first: it turns a block of three into one of four, a kan into a
/// ti or pao, or a pair into a block of three, and each of these stands before what it is compared with in the other
/// reading. So the readings follow each other, and within one the splits come in order.
pub(super) struct FinishedArrangements<'a> {
    query: Query<'a>,
    /// The number of the reading that comes next.
    next: usize,
    present: Option<(Reading, Shape, Splits<'a>)>,
}

impl<'a> FinishedArrangements<'a> {
    pub(super) fn new(query: Query<'a>) -> Self {
        Self {
            query,
            next: 0,
            present: None,
        }
    }

    /// Goes on to the next reading that has the right number of cards; `None` after the last.
    fn turn(&mut self) -> Option<()> {
        loop {
            let reading = *self.query.readings.get(self.next)?;
            self.next += 1;
            if let Some(shape) = self.query.shape(&reading) {
                self.present = Some((reading, shape, self.query.splits(&reading, shape)));
                return Some(());
            }
        }
    }
}

impl Iterator for FinishedArrangements<'_> {
    type Item = Arrangement;

    fn next(&mut self) -> Option<Arrangement> {
        loop {
            if let Some((reading, shape, splits)) = &mut self.present
                && let Some((split, _)) = splits.next()
            {
                return self.query.finished(reading, *shape, split);
            }
            self.turn()?;
        }
    }
}
