//! Many hands, each known to be possible.

use std::num::NonZeroUsize;

use paohuzi_engine::{Counts, KINDS, Meld, Position, Ruleset};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use crate::error::{HandsError, RowError};
use crate::threads::pool;

/// Hands that a thread works on before it looks for more.
const PIECE: usize = 256;

/// Many hands with the melds on the table before each, known to be possible under a ruleset, and the threads to work
/// on them.
///
/// The threads are a pool that lives as long as this, so that it works in a forked process too.
///
/// ```
/// use std::num::NonZeroUsize;
/// use paohuzi_engine::Ruleset;
/// use paohuzi_sim::Hands;
/// let mut rows = [[0_u8; 20]; 3];
/// rows[2][7] = 5;
/// let error = Hands::new(&rows, None, &Ruleset::default(), NonZeroUsize::MIN).unwrap_err();
/// assert_eq!(error.to_string(), "row 2: card s8 appears 5 times, at most 4");
/// ```
#[derive(Debug)]
pub struct Hands<'a> {
    counts: Vec<Counts>,
    melds: Option<&'a [Vec<Meld>]>,
    rules: &'a Ruleset,
    pool: Option<ThreadPool>,
}

impl<'a> Hands<'a> {
    /// The hands given count by count, a row each, and the melds before each; without melds no hand has any.
    ///
    /// # Errors
    /// The first row that is no possible hand, not as many rows of melds as hands, or no threads to be had.
    pub fn new(
        rows: &[[u8; KINDS]],
        melds: Option<&'a [Vec<Meld>]>,
        rules: &'a Ruleset,
        threads: NonZeroUsize,
    ) -> Result<Self, HandsError> {
        let expected = rows.len();
        if let Some(found) = melds.map(<[_]>::len).filter(|found| *found != expected) {
            return Err(HandsError::Melds { found, expected });
        }
        // One thread is enough where each would have next to nothing to do.
        let most = NonZeroUsize::new(expected.div_ceil(PIECE)).unwrap_or(NonZeroUsize::MIN);
        let mut hands = Self {
            counts: vec![Counts::EMPTY; expected],
            melds,
            rules,
            pool: pool(threads.min(most)).map_err(HandsError::Threads)?,
        };
        let mut read = std::mem::take(&mut hands.counts);
        hands.fill(&mut read, |row, hand| {
            *hand = checked(rows[row], hands.melds(row), rules)
                .map_err(|error| HandsError::Row { row, error })?;
            Ok(())
        })?;
        hands.counts = read;
        Ok(hands)
    }

    /// How many hands there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    fn melds(&self, row: usize) -> &'a [Meld] {
        self.melds.map_or(&[], |melds| &melds[row])
    }

    /// Fills the answer of each hand.
    pub(super) fn answer<T: Send>(
        &self,
        answers: &mut [T],
        answer: impl Fn(Counts, &[Meld], &Ruleset) -> T + Sync,
    ) -> Result<(), HandsError> {
        let (found, expected) = (answers.len(), self.len());
        if found != expected {
            return Err(HandsError::Answers { found, expected });
        }
        self.fill(answers, |row, slot| {
            *slot = answer(self.counts[row], self.melds(row), self.rules);
            Ok(())
        })
    }

    /// Fills a slot for each row, piece by piece over the threads; the error is that of the first row that has one.
    fn fill<T: Send>(
        &self,
        slots: &mut [T],
        fill: impl Fn(usize, &mut T) -> Result<(), HandsError> + Sync,
    ) -> Result<(), HandsError> {
        let fill_piece = |(number, piece): (usize, &mut [T])| {
            let rows = number * PIECE..;
            rows.zip(piece).try_for_each(|(row, slot)| fill(row, slot))
        };
        let error = match &self.pool {
            None => {
                let mut pieces = slots.chunks_mut(PIECE).enumerate();
                pieces.find_map(|piece| fill_piece(piece).err())
            }
            Some(pool) => pool.install(|| {
                let pieces = slots.par_chunks_mut(PIECE).enumerate();
                pieces.find_map_first(|piece| fill_piece(piece).err())
            }),
        };
        error.map_or(Ok(()), Err)
    }
}

fn checked(counts: [u8; KINDS], melds: &[Meld], rules: &Ruleset) -> Result<Counts, RowError> {
    let hand = Counts::from_array(counts).map_err(RowError::Counts)?;
    Position::new(hand, melds, rules).map_err(RowError::Hand)?;
    Ok(hand)
}
