//! Analysis of many hands at once.

use std::num::NonZeroUsize;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use paohuzi_engine as engine;
use paohuzi_engine::KINDS;
use paohuzi_sim as sim;

use crate::args::{Hand, Int, Melds, RulesArg, items, wrong_type};
use crate::arrays::{self, Number, Out};
use crate::errors::{Context, Described, Kind, exception, in_row, number, raise};
use crate::rules::or_default;

/// Many hands: an array of counts, bytes with 20 counts a hand, or hands one by one.
pub(crate) struct HandRows(Vec<[u8; KINDS]>);

const HANDS: &str = "an array of counts, bytes or several hands";

impl<'py> FromPyObject<'_, 'py> for HandRows {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Self::of_bytes(bytes.as_bytes());
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return Self::of_bytes(&bytes.to_vec());
        }
        // A text is one hand, and its letters are none.
        if object.is_instance_of::<PyString>() {
            return Err(wrong_type(HANDS, &object));
        }
        if let Ok(buffer) = PyUntypedBuffer::get(&object) {
            return arrays::rows(py, "hands", buffer).map(Self);
        }
        let mut rows = Vec::new();
        for (row, item) in items(&object, HANDS)?.enumerate() {
            let hand: PyResult<Hand> = item?.extract();
            let Hand(counts) = hand.map_err(|error| in_row(py, row, error))?;
            rows.push(counts.to_array());
        }
        Ok(Self(rows))
    }
}

impl HandRows {
    fn of_bytes(bytes: &[u8]) -> PyResult<Self> {
        let (rows, rest) = bytes.as_chunks();
        if rest.is_empty() {
            return Ok(Self(rows.to_vec()));
        }
        let found = bytes.len();
        Err(exception(
            Kind::Parse,
            "hands_bytes",
            &format!("hands of {found} bytes, expected {KINDS} counts a hand"),
            vec![("found", number(found))],
        ))
    }
}

/// The melds before each of many hands; none of a hand are nothing or None.
pub(crate) struct MeldRows(Vec<Vec<engine::Meld>>);

impl<'py> FromPyObject<'_, 'py> for MeldRows {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (py, expected) = (object.py(), "a sequence of melds for each hand");
        if object.is_instance_of::<PyString>() {
            return Err(wrong_type(expected, &object));
        }
        let mut rows = Vec::new();
        for (row, item) in items(&object, expected)?.enumerate() {
            let melds: PyResult<Option<Melds>> = item?.extract();
            let melds = melds.map_err(|error| in_row(py, row, error))?;
            rows.push(melds.unwrap_or_default().0);
        }
        Ok(Self(rows))
    }
}

/// What every batch is given.
struct Batch<'py> {
    hands: HandRows,
    melds: Option<MeldRows>,
    rules: Option<RulesArg>,
    threads: Option<Int>,
    out: Option<Bound<'py, PyAny>>,
}

impl<'py> Batch<'py> {
    /// Has `N` numbers written for each hand, into an array of this shape behind the number of hands.
    fn run<T: Number, const N: usize>(
        self,
        py: Python<'py>,
        shape: &[usize],
        answer: impl FnOnce(&sim::Hands<'_>, &mut [[T; N]]) -> Result<(), sim::HandsError> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = or_default(py, self.rules)?;
        let rules = &*rules.get().0;
        let threads = threads(self.threads)?;
        let (rows, melds) = (self.hands.0, self.melds);
        let melds = melds.as_ref().map(|melds| melds.0.as_slice());
        let shape: Vec<_> = [rows.len()]
            .into_iter()
            .chain(shape.iter().copied())
            .collect();
        let hands = py.detach(|| sim::Hands::new(&rows, melds, rules, threads));
        let hands = hands.map_err(raise)?;
        let out = Out::<T>::new(py, self.out, &shape)?;
        out.filled(py, |answers| answer(&hands, answers))
            .map_err(raise)
    }
}

/// The number of threads to use.
pub(crate) fn threads(threads: Option<Int>) -> PyResult<NonZeroUsize> {
    let threads = threads
        .map(|threads| threads.at_most("threads", sim::MAX_THREADS))
        .transpose()?;
    sim::threads(threads).map_err(raise)
}

/// What each card would do for each of many hands.
///
/// Other Python threads run meanwhile; nothing may write to ``out`` then. The answers are the same for any number of
/// threads.
///
/// Parameters
/// ----------
/// hands
///     Counts by card index: a C-contiguous uint8 array of shape ``(n, 20)``, bytes with 20 a hand, or hands one by one
///     as `waits` takes them.
/// melds
///     The melds before each hand, one sequence or None a hand; none at all by default.
/// rules
///     The ruleset; quanmingtang by default.
/// threads
///     How many threads work; None is what the environment variable ``PAOHUZI_NUM_THREADS`` says, else one.
/// out
///     An int16 array of shape ``(n, 2, 20)`` to write into, C-contiguous; a new one by default.
///
/// Returns
/// -------
/// array
///     int16 of shape ``(n, 2, 20)``; axis 1 is own draws, others' draws, axis 2 the card. The most huxi of a win, -1
///     where the card does not win. A numpy array where numpy is installed, else a memoryview; or ``out``.
///
/// Raises
/// ------
/// PaohuziError
///     If a hand cannot be, or an array is of another type, shape or layout. Nothing is written then.
///
/// Examples
/// --------
/// >>> from paohuzi import Card, waits_batch
/// >>> found = waits_batch(["b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9", "s1x3"])
/// >>> found.shape
/// (2, 2, 20)
/// >>> [int(found[0, own, Card("s10").index]) for own in (0, 1)], int(found[1, 0, 0])
/// ([15, 15], -1)
#[pyfunction]
#[pyo3(
    signature = (hands, melds = None, *, rules = None, threads = Some(Int::ONE), out = None),
    text_signature = "(hands, melds=None, *, rules=None, threads=1, out=None)"
)]
pub(crate) fn waits_batch<'py>(
    py: Python<'py>,
    hands: HandRows,
    melds: Option<MeldRows>,
    rules: Option<RulesArg>,
    threads: Option<Int>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = Batch {
        hands,
        melds,
        rules,
        threads,
        out,
    };
    batch.run::<i16, { 2 * KINDS }>(py, &[2, KINDS], sim::waits_batch)
}

/// How far each of many hands is from ready; see `distance`.
///
/// Other Python threads run meanwhile; nothing may write to ``out`` then. The answers are the same for any number of
/// threads.
///
/// Parameters
/// ----------
/// hands
///     Counts by card index: a C-contiguous uint8 array of shape ``(n, 20)``, bytes with 20 a hand, or hands one by one
///     as `distance` takes them.
/// melds
///     The melds before each hand, one sequence or None a hand; none at all by default.
/// rules
///     The ruleset; quanmingtang by default.
/// threads
///     How many threads work; None is what the environment variable ``PAOHUZI_NUM_THREADS`` says, else one.
/// out
///     An int8 array of shape ``(n,)`` to write into, C-contiguous; a new one by default.
///
/// Returns
/// -------
/// array
///     int8 of shape ``(n,)``: the takes to ready, -1 where the hand can never win. A numpy array where numpy is
///     installed, else a memoryview; or ``out``.
///
/// Raises
/// ------
/// PaohuziError
///     If a hand cannot be, or an array is of another type, shape or layout. Nothing is written then.
///
/// Examples
/// --------
/// >>> from paohuzi import distance_batch
/// >>> hands = ["b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9", "s1x3"]
/// >>> distance_batch(hands).tolist()
/// [0, -1]
#[pyfunction]
#[pyo3(
    signature = (hands, melds = None, *, rules = None, threads = Some(Int::ONE), out = None),
    text_signature = "(hands, melds=None, *, rules=None, threads=1, out=None)"
)]
pub(crate) fn distance_batch<'py>(
    py: Python<'py>,
    hands: HandRows,
    melds: Option<MeldRows>,
    rules: Option<RulesArg>,
    threads: Option<Int>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = Batch {
        hands,
        melds,
        rules,
        threads,
        out,
    };
    batch.run::<i8, 1>(py, &[], |hands, answers| {
        sim::distance_batch(hands, answers.as_flattened_mut())
    })
}

/// How far each of many hands is from ready after each discard; see `discard_distances`.
///
/// Other Python threads run meanwhile; nothing may write to ``out`` then. The answers are the same for any number of
/// threads.
///
/// Parameters
/// ----------
/// hands
///     Counts by card index: a C-contiguous uint8 array of shape ``(n, 20)``, bytes with 20 a hand, or hands one by one
///     as `discard_distances` takes them.
/// melds
///     The melds before each hand, one sequence or None a hand; none at all by default.
/// rules
///     The ruleset; quanmingtang by default.
/// threads
///     How many threads work; None is what the environment variable ``PAOHUZI_NUM_THREADS`` says, else one.
/// out
///     An int8 array of shape ``(n, 20)`` to write into, C-contiguous; a new one by default.
///
/// Returns
/// -------
/// array
///     int8 of shape ``(n, 20)``, axis 1 the card discarded: the takes to ready after it, -1 where the hand can then
///     never win, -2 where it cannot be discarded or no discard is due. A numpy array where numpy is installed, else a
///     memoryview; or ``out``.
///
/// Raises
/// ------
/// PaohuziError
///     If a hand cannot be, or an array is of another type, shape or layout. Nothing is written then.
///
/// Examples
/// --------
/// >>> from paohuzi import Card, discard_distances_batch
/// >>> table = "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6"
/// >>> after = discard_distances_batch(["s1 s2 s3 s4x2 b9"], [table])
/// >>> [int(after[0, Card(card).index]) for card in ("s4", "b9", "b10")]
/// [1, 0, -2]
#[pyfunction]
#[pyo3(
    signature = (hands, melds = None, *, rules = None, threads = Some(Int::ONE), out = None),
    text_signature = "(hands, melds=None, *, rules=None, threads=1, out=None)"
)]
pub(crate) fn discard_distances_batch<'py>(
    py: Python<'py>,
    hands: HandRows,
    melds: Option<MeldRows>,
    rules: Option<RulesArg>,
    threads: Option<Int>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = Batch {
        hands,
        melds,
        rules,
        threads,
        out,
    };
    batch.run::<i8, KINDS>(py, &[KINDS], sim::discard_distances_batch)
}

impl Described for sim::HandsError {
    fn kind(&self) -> Kind {
        match self {
            Self::Row { error, .. } => match error {
                sim::RowError::Counts(error) => error.kind(),
                sim::RowError::Hand(error) => error.kind(),
            },
            Self::Threads(error) => error.kind(),
            _ => Kind::Parse,
        }
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Row { row, error } => {
                let mut context = match error {
                    sim::RowError::Counts(error) => error.context(),
                    sim::RowError::Hand(error) => error.context(),
                };
                context.push(("row", number(*row)));
                context
            }
            Self::Melds { found, expected } | Self::Answers { found, expected } => {
                vec![("found", number(*found)), ("expected", number(*expected))]
            }
            Self::Threads(error) => error.context(),
            _ => Vec::new(),
        }
    }
}
