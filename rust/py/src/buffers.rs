//! Arrays of the caller that are read and written while other Python threads run.

use std::marker::PhantomData;

use pyo3::buffer::{ElementType, PyUntypedBuffer};
use pyo3::prelude::*;

use crate::args::wrong_type;
use crate::arrays::{Number, in_order, shaped, typed, writable, wrong_dtype};
use crate::errors::{Kind, exception, word};

/// An array that is written: C-contiguous, of the wanted type and shape, and held until it is dropped.
pub(crate) struct Output<T> {
    buffer: PyUntypedBuffer,
    numbers: PhantomData<T>,
}

/// An array that is read, in the same way.
pub(crate) struct Input<T> {
    array: Output<T>,
}

/// What holds an array.
pub(crate) fn opened(
    object: &Bound<'_, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<PyUntypedBuffer> {
    let buffer = PyUntypedBuffer::get(object);
    buffer.map_err(|_| wrong_type(&format!("{name}: an array of {expected}"), object))
}

/// Whether the array is of 0 and 1 a byte: bool, or whole numbers of a byte.
fn is_of_bytes(buffer: &PyUntypedBuffer) -> bool {
    matches!(
        ElementType::from_format(buffer.format()),
        ElementType::Bool
            | ElementType::SignedInteger { bytes: 1 }
            | ElementType::UnsignedInteger { bytes: 1 }
    )
}

impl<T: Number> Output<T> {
    /// The array behind an object.
    pub(crate) fn of(object: &Bound<'_, PyAny>, name: &str, shape: &[usize]) -> PyResult<Self> {
        let buffer = opened(object, name, T::NAME)?;
        typed::<T>(name, &buffer)?;
        Self::new(buffer, name, &[shape])
    }

    /// The array, whose type is known to be right, if it has one of these shapes.
    pub(crate) fn new(buffer: PyUntypedBuffer, name: &str, shapes: &[&[usize]]) -> PyResult<Self> {
        let array = Self::read(buffer, name, shapes)?;
        writable(name, &array.buffer)?;
        Ok(array)
    }

    fn read(buffer: PyUntypedBuffer, name: &str, shapes: &[&[usize]]) -> PyResult<Self> {
        shaped(name, &buffer, shapes)?;
        in_order::<T>(name, &buffer)?;
        Ok(Self {
            buffer,
            numbers: PhantomData,
        })
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
        // SAFETY: the buffer is writable, C-contiguous, aligned for T and of that many items of T's size (checked when it
        // was taken); it is not freed or resized while `self` holds it. Callers check by `apart` that no two of their
        // arrays share memory. What other threads do with the array meanwhile is theirs to order, as for any library
        // that computes without the interpreter's lock; every bit pattern of T is valid.
        unsafe { std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast::<T>(), self.len()) }
    }
}

impl Output<u8> {
    /// The array behind an object, of 0 and 1 a byte: int8, uint8 or bool.
    pub(crate) fn of_bytes(
        object: &Bound<'_, PyAny>,
        name: &str,
        shapes: &[&[usize]],
    ) -> PyResult<Self> {
        const EXPECTED: &str = "int8, uint8 or bool";
        let buffer = opened(object, name, EXPECTED)?;
        if !is_of_bytes(&buffer) {
            return Err(wrong_dtype(name, &buffer, EXPECTED));
        }
        Self::new(buffer, name, shapes)
    }
}

impl<T: Number> Input<T> {
    /// The array behind an object.
    pub(crate) fn of(object: &Bound<'_, PyAny>, name: &str, shape: &[usize]) -> PyResult<Self> {
        let buffer = opened(object, name, T::NAME)?;
        typed::<T>(name, &buffer)?;
        let array = Output::read(buffer, name, &[shape])?;
        Ok(Self { array })
    }

    /// Its items, copied.
    pub(crate) fn items(&self) -> Vec<T> {
        let array = &self.array.buffer;
        if array.item_count() == 0 {
            return Vec::new();
        }
        // SAFETY: as for an output, but that it is only read, and at once, while the interpreter's lock is held.
        unsafe { std::slice::from_raw_parts(array.buf_ptr().cast::<T>(), array.item_count()) }
            .to_vec()
    }
}

impl Input<u8> {
    /// The array behind an object, of bool.
    pub(crate) fn of_truths(
        object: &Bound<'_, PyAny>,
        name: &str,
        shape: &[usize],
    ) -> PyResult<Self> {
        let buffer = opened(object, name, "bool")?;
        if ElementType::from_format(buffer.format()) != ElementType::Bool {
            return Err(wrong_dtype(name, &buffer, "bool ('?')"));
        }
        let array = Output::read(buffer, name, &[shape])?;
        Ok(Self { array })
    }
}

/// An error where two of these arrays share memory; each is named and told where it lies.
pub(crate) fn apart(arrays: &[(&str, (usize, usize))]) -> PyResult<()> {
    let filled = arrays.iter().filter(|(_, (first, end))| first < end);
    let mut sorted: Vec<_> = filled.collect();
    sorted.sort_unstable_by_key(|(_, span)| *span);
    let overlap = sorted.windows(2).find(|pair| pair[1].1.0 < pair[0].1.1);
    let Some(&[(one, _), (other, _)]) = overlap else {
        return Ok(());
    };
    let message = format!("{one} and {other} share memory, expected arrays of their own");
    let context = vec![("name", word(one)), ("other", word(other))];
    Err(exception(Kind::Parse, "array_shared", &message, context))
}
