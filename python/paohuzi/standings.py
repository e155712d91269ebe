"""What comes of duplicate play: how each agent did, and each pair of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from paohuzi.pickling import restore_arena, restore_duel, restore_standing

__all__ = ["Arena", "Duel", "Standing"]


class _Value:
    """Never changes, so that a copy is itself; pickles by its values."""

    __slots__ = ()
    _KINDS: ClassVar[tuple[type, ...]]
    _RESTORE: ClassVar[Callable[..., object]]

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., object], tuple[int, tuple[object, ...]]]:
        """Pickle it by its values."""
        values = tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return type(self)._RESTORE, (1, values)

    @classmethod
    def _restore(cls, *values: object) -> Self:
        for value, kind in zip(values, cls._KINDS, strict=True):
            if type(value) is not kind:
                raise TypeError(f"found {type(value).__name__}, expected {kind.__name__}")
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Standing(_Value):
    """How an agent did: points a round, with the margin of error.

    Attributes
    ----------
    agent
        Its name.
    points
        The mean of its points a round.
    margin
        How far off that may be, with the confidence of the whole arena.
    """

    agent: str
    points: float
    margin: float

    _KINDS = (str, float, float)
    _RESTORE = restore_standing


@dataclass(frozen=True, slots=True)
class Duel(_Value):
    """Two agents on the same decks: how many points a round the first one is ahead, and whether that is certain.

    Attributes
    ----------
    first, second
        Their names.
    difference
        Points a round of the first one less those of the second one.
    margin
        How far off that may be, with the confidence of the whole arena.
    is_certain
        Whether they do not play alike, with the confidence of the whole arena.
    """

    first: str
    second: str
    difference: float
    margin: float
    is_certain: bool

    _KINDS = (str, str, float, float, bool)
    _RESTORE = restore_duel


@dataclass(frozen=True, slots=True)
class Arena(_Value):
    """What came of duplicate play: agents in the order in which they were given, and each pair of them.

    Attributes
    ----------
    decks
        Decks that were played, each at every table.
    rounds
        Rounds that were played.
    confidence
        The probability with which all that is called certain is so.
    standings
        The agents.
    duels
        The pairs of them.
    """

    decks: int
    rounds: int
    confidence: float
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]

    _KINDS = (int, int, float, tuple, tuple)
    _RESTORE = restore_arena

    def __post_init__(self) -> None:
        """Refuse what is no standing and no duel."""
        for values, kind in ((self.standings, Standing), (self.duels, Duel)):
            for value in values:
                if not isinstance(value, kind):
                    raise TypeError(f"found {type(value).__name__}, expected {kind.__name__}")
