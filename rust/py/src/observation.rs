//! `write_observation` and the layout of observations.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_sim as sim;

use crate::arrays::{is_of, wrong_dtype};
use crate::buffers::{Output, opened};
use crate::view::View;

/// Observations of one or several views in the form that the caller's array is of.
pub(crate) enum Observations {
    Floats(Output<f32>),
    Packed(Output<u8>),
}

impl Observations {
    /// The array behind an object: of observations along its last axis, and along the others as many as it says here.
    pub(crate) fn of(object: &Bound<'_, PyAny>, name: &str, before: &[usize]) -> PyResult<Self> {
        const KIND: &str = "float32, or uint8 for packed ones";
        let shape = |last: usize| [before, &[last]].concat();
        let buffer = opened(object, name, KIND)?;
        if is_of::<f32>(&buffer) {
            let array = Output::new(buffer, name, &[&shape(sim::OBS_SIZE)]);
            return array.map(Self::Floats);
        }
        if is_of::<u8>(&buffer) {
            let array = Output::new(buffer, name, &[&shape(sim::OBS_BYTES)]);
            return array.map(Self::Packed);
        }
        Err(wrong_dtype(name, &buffer, KIND))
    }

    pub(crate) fn span(&self) -> (usize, usize) {
        match self {
            Self::Floats(all) => all.span(),
            Self::Packed(all) => all.span(),
        }
    }

    pub(crate) fn items(&mut self) -> sim::Observations<'_> {
        match self {
            Self::Floats(all) => sim::Observations::Floats(all.items()),
            Self::Packed(all) => sim::Observations::Packed(all.items()),
        }
    }
}

/// Write what a view contains into an array: as numbers into one of float32, as bits into one of uint8.
///
/// See `paohuzi.envs.observation`, which has functions that make the array.
///
/// Parameters
/// ----------
/// view
///     The view.
/// out
///     A C-contiguous array of `OBS_SIZE` float32 or `OBS_BYTES` uint8.
///
/// Raises
/// ------
/// ParseError
///     If the array is of another type or shape, cannot be written or is not contiguous.
///
/// Examples
/// --------
/// >>> from array import array
/// >>> from paohuzi import Game
/// >>> packed = array("B", bytes(OBS_BYTES))
/// >>> write_observation(Game(seed=7).view(), packed)
/// >>> sum(byte.bit_count() for byte in packed) > 50
/// True
#[pyfunction]
#[pyo3(signature = (view, out, /))]
pub(crate) fn write_observation(view: &View, out: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut out = Observations::of(out, "out", &[])?;
    let seen = sim::Observation::of(&view.inner);
    seen.write(out.items()).map_err(crate::errors::raise)
}

/// The parts of an observation: their names, first numbers and axes.
pub(crate) fn layout(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let part = |part: &sim::Part| -> PyResult<_> {
        (part.name, part.start, PyTuple::new(py, part.shape)?).into_pyobject(py)
    };
    let parts: Vec<_> = sim::OBS_LAYOUT.iter().map(part).collect::<PyResult<_>>()?;
    PyTuple::new(py, parts)
}
