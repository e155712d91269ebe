//! Arrays of the caller that are read and written while other Python threads run.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::prelude::*;

/// An array that is written: C-contiguous, of the wanted type, and held until it is dropped.
pub(crate) struct Output<T: Element> {
    buffer: PyBuffer<T>,
}

/// An array that is read, in the same way.
pub(crate) struct Input<T: Element> {
    buffer: PyBuffer<T>,
}

fn contiguous<T: Element>(
    object: &Bound<'_, PyAny>,
    name: &str,
    kind: &str,
) -> PyResult<PyBuffer<T>> {
    let found = || {
        let class = object.get_type().name();
        class.map_or_else(|_| "something else".to_owned(), |class| class.to_string())
    };
    let buffer = PyBuffer::<T>::get(object).map_err(|_| {
        PyBufferError::new_err(format!(
            "{name}: expected a C-contiguous array of {kind}, found {}",
            found()
        ))
    })?;
    if buffer.is_c_contiguous() {
        return Ok(buffer);
    }
    Err(PyBufferError::new_err(format!(
        "{name}: expected a C-contiguous array of {kind}, found one that is not contiguous"
    )))
}

impl<T: Element> Output<T> {
    /// The array behind an object.
    pub(crate) fn of(object: &Bound<'_, PyAny>, name: &str, kind: &str) -> PyResult<Self> {
        let buffer = contiguous::<T>(object, name, kind)?;
        if buffer.readonly() {
            let message =
                format!("{name}: expected an array that can be written, found one that cannot");
            return Err(PyBufferError::new_err(message));
        }
        Ok(Self { buffer })
    }

    /// How many items it has.
    pub(crate) fn len(&self) -> usize {
        self.buffer.item_count()
    }

    /// Where it lies: its first byte and the one after its last.
    pub(crate) fn span(&self) -> (usize, usize) {
        let first = self.buffer.buf_ptr() as usize;
        (first, first + self.buffer.len_bytes())
    }

    /// Its items.
    pub(crate) fn items(&mut self) -> &mut [T] {
        if self.len() == 0 {
            return &mut [];
        }
        // SAFETY: the buffer is writable, C-contiguous, aligned for T and of that many items (checked by PyO3 and
        // above); it is not freed or resized while `self` holds it. Callers check by `apart` that no two of their
        // arrays share memory. What other threads do with the array meanwhile is theirs to order, as for any library
        // that computes without the interpreter's lock; every bit pattern of T is valid.
        unsafe { std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast::<T>(), self.len()) }
    }
}

impl<T: Element> Input<T> {
    /// The array behind an object.
    pub(crate) fn of(object: &Bound<'_, PyAny>, name: &str, kind: &str) -> PyResult<Self> {
        let buffer = contiguous::<T>(object, name, kind)?;
        Ok(Self { buffer })
    }

    /// Its items, copied.
    pub(crate) fn items(&self, py: Python<'_>) -> PyResult<Vec<T>> {
        self.buffer.to_vec(py)
    }
}

/// An error where two of these arrays share memory.
pub(crate) fn apart(spans: &[(usize, usize)]) -> PyResult<()> {
    let mut sorted: Vec<_> = spans.iter().filter(|(first, end)| first < end).collect();
    sorted.sort_unstable();
    let overlap = sorted.windows(2).any(|pair| pair[1].0 < pair[0].1);
    if overlap {
        let message = "two of the arrays share memory, expected each to have its own";
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}
