"""What a seat sees, as numbers for a learner.

An observation holds all that a `View` holds, and nothing else, as `OBS_SIZE` numbers of 0 or 1, or packed, as the
bits of `OBS_BYTES` bytes. `LAYOUT` names its parts; docs/observations.md explains each. The layout has a version,
`OBS_VERSION`.
"""

from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from paohuzi._core import OBS_BYTES, OBS_LAYOUT, OBS_SIZE, View, write_observation
from paohuzi.envs.missing import needs
from paohuzi.errors import ParseError

with needs("rl"):
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LAYOUT", "Floats", "Packed", "Part", "encode", "encode_packed", "split", "unpack"]

Floats: TypeAlias = NDArray[np.float32]
Packed: TypeAlias = NDArray[np.uint8]


class Part(NamedTuple):
    """A part of an observation.

    Examples
    --------
    >>> LAYOUT["hand"].shape, LAYOUT["hand"].slice
    ((20, 4), slice(0, 80, None))
    """

    name: str
    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for axis in self.shape:
            size *= axis
        return size

    @property
    def slice(self) -> slice:
        """Where its numbers lie among those of an observation."""
        return slice(self.start, self.start + self.size)


LAYOUT: Final = MappingProxyType(
    {name: Part(name, start, shape) for name, start, shape in OBS_LAYOUT}
)
"""The parts of an observation by name, in the order in which they lie."""


def encode(view: View, *, out: Floats | None = None) -> Floats:
    """Give an observation as numbers: shape ``(OBS_SIZE,)``, float32, each 0 or 1.

    Parameters
    ----------
    view
        What the seat sees.
    out
        The array to write; a new one where there is none.

    Raises
    ------
    ParseError
        An array of another type or shape, that cannot be written or is not contiguous.

    Examples
    --------
    >>> from paohuzi import Game
    >>> view = Game(seed=7).view()
    >>> int(encode(view)[LAYOUT["hand"].slice].sum()) == len(view.hand)
    True
    """
    if out is None:
        out = np.empty(OBS_SIZE, np.float32)
    elif out.dtype != np.float32:
        raise _wrong_dtype("out", out, "float32")
    write_observation(view, out)
    return out


def encode_packed(view: View, *, out: Packed | None = None) -> Packed:
    """Give an observation as bits: shape ``(OBS_BYTES,)``, uint8, the first number being the lowest bit of byte 0.

    Parameters
    ----------
    view
        What the seat sees.
    out
        The array to write; a new one where there is none.

    Raises
    ------
    ParseError
        An array of another type or shape, that cannot be written or is not contiguous.

    Examples
    --------
    >>> from paohuzi import Game
    >>> view = Game(seed=7).view()
    >>> bool((unpack(encode_packed(view)) == encode(view)).all())
    True
    """
    if out is None:
        out = np.empty(OBS_BYTES, np.uint8)
    elif out.dtype != np.uint8:
        raise _wrong_dtype("out", out, "uint8")
    write_observation(view, out)
    return out


def unpack(packed: Packed) -> Floats:
    """Give packed observations as numbers.

    Parameters
    ----------
    packed
        ``(..., OBS_BYTES)`` uint8.

    Returns
    -------
    :
        ``(..., OBS_SIZE)`` float32.

    Raises
    ------
    ParseError
        An array of another type or shape.

    Examples
    --------
    >>> unpack(np.zeros((3, OBS_BYTES), np.uint8)).shape
    (3, 3992)
    """
    if packed.dtype != np.uint8:
        raise _wrong_dtype("packed", packed, "uint8")
    _expect_last("packed", packed, OBS_BYTES)
    bits = np.unpackbits(packed, axis=-1, count=OBS_SIZE, bitorder="little")
    return bits.astype(np.float32)


def split(observations: Floats) -> dict[str, Floats]:
    """Give the parts of observations by name, each in its own axes; they share memory with the whole.

    Parameters
    ----------
    observations
        ``(..., OBS_SIZE)`` float32; of any other type of numbers, too.

    Raises
    ------
    ParseError
        An array of another shape.

    Examples
    --------
    >>> parts = split(np.zeros((8, OBS_SIZE), np.float32))
    >>> parts["melds"].shape
    (8, 4, 6, 20)
    """
    _expect_last("observations", observations, OBS_SIZE)
    before = observations.shape[:-1]
    return {
        name: observations[..., part.slice].reshape(*before, *part.shape)
        for name, part in LAYOUT.items()
    }


def _wrong_dtype(name: str, array: NDArray[Any], expected: str) -> ParseError:
    found = str(array.dtype)
    context = {"name": name, "found": found, "expected": expected}
    return ParseError(f"{name} of {found}, expected {expected}", "array_dtype", context)


def _expect_last(name: str, array: NDArray[Any], size: int) -> None:
    """Refuse an array whose last axis is not of this size."""
    if array.shape[-1:] != (size,):
        found, expected = str(array.shape), f"(..., {size})"
        context = {"name": name, "found": found, "expected": expected}
        raise ParseError(f"{name} of shape {found}, expected {expected}", "array_shape", context)
