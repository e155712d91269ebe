//! Arrays: what is read from them, and what answers are written into.
//!
//! They cross as buffers. Answers are numpy arrays where numpy is installed, else memoryviews; nothing needs numpy.

use std::ptr::NonNull;

use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView, PyTuple};

use crate::args::wrong_type;
use crate::errors::{Kind, exception, word};

/// A number in an array.
pub(crate) trait Number: Element + Default + Send {
    /// Its letter in formats of Python's `array`, `struct` and numpy.
    const FORMAT: char;
    /// Its name in numpy.
    const NAME: &'static str;
    /// Puts its bytes, as this machine orders them, behind others.
    fn put(self, bytes: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($number:ty: $format:literal $name:literal),*) => {
        $(impl Number for $number {
            const FORMAT: char = $format;
            const NAME: &'static str = $name;

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_ne_bytes());
            }
        })*
    };
}

numbers!(
    i8: 'b' "int8", u8: 'B' "uint8", i16: 'h' "int16", u16: 'H' "uint16",
    u32: 'I' "uint32", u64: 'Q' "uint64", i64: 'q' "int64",
    f32: 'f' "float32", f64: 'd' "float64"
);

/// A shape as Python writes it: `(3, 20)`.
fn shape_text(shape: &[usize]) -> String {
    let sizes: Vec<_> = shape.iter().map(ToString::to_string).collect();
    match sizes.as_slice() {
        [one] => format!("({one},)"),
        _ => format!("({})", sizes.join(", ")),
    }
}

/// The error for an array of another shape.
fn wrong_shape(name: &str, found: &[usize], expected: &str) -> PyErr {
    let found = shape_text(found);
    let message = format!("{name} of shape {found}, expected {expected}");
    let context = vec![("found", word(found)), ("expected", word(expected))];
    exception(Kind::Parse, "array_shape", &message, context)
}

/// Refuses an array that has none of these shapes.
pub(crate) fn shaped(name: &str, buffer: &PyUntypedBuffer, shapes: &[&[usize]]) -> PyResult<()> {
    if shapes.contains(&buffer.shape()) {
        return Ok(());
    }
    let shapes: Vec<_> = shapes.iter().map(|shape| shape_text(shape)).collect();
    Err(wrong_shape(name, buffer.shape(), &shapes.join(" or ")))
}

/// The error for an array of another type.
pub(crate) fn wrong_dtype(name: &str, buffer: &PyUntypedBuffer, expected: &str) -> PyErr {
    let format = buffer.format().to_string_lossy().into_owned();
    let message = format!("{name} of format '{format}', expected {expected}");
    let context = vec![("found", word(format)), ("expected", word(expected))];
    exception(Kind::Parse, "array_dtype", &message, context)
}

/// Whether the numbers of an array are of this type, in the byte order of this machine.
pub(crate) fn is_of<T: Number>(buffer: &PyUntypedBuffer) -> bool {
    let turned: &[u8] = if cfg!(target_endian = "little") {
        b">!"
    } else {
        b"<"
    };
    let first = buffer.format().to_bytes().first();
    let is_turned = size_of::<T>() > 1 && first.is_some_and(|first| turned.contains(first));
    !is_turned && size_of::<T>() == buffer.item_size() && T::is_compatible_format(buffer.format())
}

/// Refuses an array whose numbers are not of this type.
pub(crate) fn typed<T: Number>(name: &str, buffer: &PyUntypedBuffer) -> PyResult<()> {
    if is_of::<T>(buffer) {
        return Ok(());
    }
    let expected = format!("{} ('{}')", T::NAME, T::FORMAT);
    Err(wrong_dtype(name, buffer, &expected))
}

/// Refuses an array that does not lie in memory as its indices run, or not where its numbers can lie.
pub(crate) fn in_order<T>(name: &str, buffer: &PyUntypedBuffer) -> PyResult<()> {
    let is_aligned = buffer.buf_ptr().cast::<T>().is_aligned() || buffer.item_count() == 0;
    if buffer.is_c_contiguous() && is_aligned {
        return Ok(());
    }
    let found = if is_aligned {
        "with gaps or turned axes"
    } else {
        "that is not aligned"
    };
    let message = format!("{name} {found}, expected a C-contiguous array");
    let context = vec![("name", word(name))];
    Err(exception(Kind::Parse, "array_layout", &message, context))
}

/// Refuses an array that cannot be written.
pub(crate) fn writable(name: &str, buffer: &PyUntypedBuffer) -> PyResult<()> {
    if !buffer.readonly() {
        return Ok(());
    }
    let message = format!("{name} that is read-only, expected an array to write into");
    let context = vec![("name", word(name))];
    Err(exception(Kind::Parse, "array_readonly", &message, context))
}

/// The rows of an array of shape `(n, N)`.
pub(crate) fn rows<T: Number, const N: usize>(
    py: Python<'_>,
    name: &str,
    buffer: PyUntypedBuffer,
) -> PyResult<Vec<[T; N]>> {
    typed::<T>(name, &buffer)?;
    let [count, found] = *buffer.shape() else {
        return Err(wrong_shape(name, buffer.shape(), &format!("(n, {N})")));
    };
    if found != N {
        return Err(wrong_shape(name, buffer.shape(), &format!("(n, {N})")));
    }
    in_order::<T>(name, &buffer)?;
    let mut rows = vec![[T::default(); N]; count];
    buffer
        .into_typed()?
        .copy_to_slice(py, rows.as_flattened_mut())?;
    Ok(rows)
}

/// The numbers of an array of shape `(N,)`.
pub(crate) fn row<T: Number, const N: usize>(
    py: Python<'_>,
    name: &str,
    buffer: PyUntypedBuffer,
) -> PyResult<[T; N]> {
    typed::<T>(name, &buffer)?;
    shaped(name, &buffer, &[&[N]])?;
    let mut row = [T::default(); N];
    buffer.into_typed()?.copy_to_slice(py, &mut row)?;
    Ok(row)
}

/// An array that answers are written into.
pub(crate) struct Out<'py, T: Number> {
    array: Bound<'py, PyAny>,
    buffer: PyBuffer<T>,
}

impl<'py, T: Number> Out<'py, T> {
    /// The array given, if it has this shape, or a new one.
    pub(crate) fn new(
        py: Python<'py>,
        given: Option<Bound<'py, PyAny>>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let Some(array) = given else {
            let array = new_array::<T>(py, shape)?;
            let buffer = PyBuffer::get(&array)?;
            return Ok(Self { array, buffer });
        };
        let buffer = PyUntypedBuffer::get(&array);
        let buffer = buffer.map_err(|_| wrong_type("out: an array to write into", &array))?;
        typed::<T>("out", &buffer)?;
        shaped("out", &buffer, &[shape])?;
        in_order::<T>("out", &buffer)?;
        writable("out", &buffer)?;
        let buffer = buffer.into_typed()?;
        Ok(Self { array, buffer })
    }

    /// Lets numbers be written in rows of `N` while other Python threads run; then gives the array.
    pub(crate) fn filled<const N: usize, E: Send>(
        self,
        py: Python<'py>,
        fill: impl FnOnce(&mut [[T; N]]) -> Result<(), E> + Send,
    ) -> Result<Bound<'py, PyAny>, E> {
        struct Memory<T>(NonNull<[T]>);
        // SAFETY: it is handed to one thread, which alone uses it.
        unsafe impl<T: Send> Send for Memory<T> {}
        impl<T> Memory<T> {
            /// # Safety
            /// The memory is there, holds values, and nobody else reads or writes it, for as long as the slice lives.
            unsafe fn slice<'a>(self) -> &'a mut [T] {
                let Self(mut memory) = self;
                // SAFETY: as above.
                unsafe { memory.as_mut() }
            }
        }

        let filled = match self.buffer.as_slice_ptr().map(Memory) {
            // Where there is nothing to write there may be no memory.
            Some(memory) if self.buffer.item_count() > 0 => py.detach(|| {
                // SAFETY: the buffer is held until after this, which keeps its memory where it is; it was found to be
                // writable, in order and of this type; every pattern of bits is a number. An array made here is known to
                // nobody else, and of one that was given the documentation says that nothing else may touch it.
                let numbers = unsafe { memory.slice() };
                fill(numbers.as_chunks_mut().0)
            }),
            Some(_) | None => fill(&mut []),
        };
        filled.map(|()| self.array)
    }
}

/// A new array: of numpy where it is installed, else a memoryview.
fn new_array<'py, T: Number>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    if let Some(numpy) = numpy(py)? {
        return numpy.call_method1("empty", (PyTuple::new(py, shape)?, T::FORMAT));
    }
    let bytes = size_of::<T>() * shape.iter().product::<usize>();
    let view = PyMemoryView::from(PyByteArray::new_with(py, bytes, |_| Ok(()))?.as_any())?;
    if bytes == 0 {
        // A memoryview of several axes cannot be empty.
        return view.call_method1("cast", (T::FORMAT,));
    }
    view.call_method1("cast", (T::FORMAT, PyTuple::new(py, shape)?))
}

/// numpy, if it is installed.
fn numpy(py: Python<'_>) -> PyResult<Option<&Bound<'_, PyAny>>> {
    static NUMPY: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
    let numpy = NUMPY.get_or_try_init(py, || match py.import("numpy") {
        Ok(numpy) => Ok(Some(numpy.into_any().unbind())),
        Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(None),
        Err(error) => Err(error),
    })?;
    Ok(numpy.as_ref().map(|numpy| numpy.bind(py)))
}
