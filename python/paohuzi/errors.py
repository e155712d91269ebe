"""What goes wrong, by what it went wrong with. Each error has a stable code."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paohuzi._core import Results

__all__ = [
    "IllegalActionError",
    "PaohuziError",
    "ParseError",
    "PositionError",
    "RecordError",
    "RulesetError",
    "SimulationInterrupted",
]


class PaohuziError(ValueError):
    """Something that cannot be used as it was given.

    Attributes
    ----------
    code
        What is wrong, as a word that never changes.
    context
        The values that the message speaks of, by name; texts and numbers only.
    """

    code: str
    context: dict[str, object]

    def __init__(
        self, message: str, code: str, context: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.context = dict(context or {})

    def __reduce__(
        self,
    ) -> tuple[type[PaohuziError], tuple[str, str, dict[str, object]], dict[str, object]]:
        """Pickle and copy it whole, notes included."""
        return type(self), (str(self), self.code, self.context), self.__dict__


class ParseError(PaohuziError):
    """A text or number that cannot be read: no card, meld or action, or out of range."""


class RulesetError(PaohuziError):
    """A ruleset that is none, or whose values do not go together."""


class PositionError(PaohuziError):
    """A hand, deck or table that cannot be."""


class IllegalActionError(PaohuziError):
    """An action that the game refuses; nothing has changed."""


class RecordError(PaohuziError):
    """A record, or stored bytes, that cannot be read or replayed."""


class SimulationInterrupted(KeyboardInterrupt):
    """A simulation that Ctrl-C ended.

    Attributes
    ----------
    results
        Those of the rounds that were finished.
    """

    results: Results

    def __init__(self, results: Results) -> None:
        super().__init__(results)
        self.results = results

    @classmethod
    def after(cls, error: KeyboardInterrupt) -> KeyboardInterrupt:
        """Give this exception for another one that carries results; without results, the other one."""
        results: Results | None = getattr(error, "results", None)
        return error if results is None else cls(results)

    def __str__(self) -> str:
        """Say how far it came."""
        return f"stopped after {len(self.results):,} rounds"
