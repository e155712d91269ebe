"""What goes wrong, by what it went wrong with. Each error has a stable code."""

from collections.abc import Mapping

__all__ = [
    "IllegalActionError",
    "PaohuziError",
    "ParseError",
    "PositionError",
    "RecordError",
    "RulesetError",
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
    ) -> tuple[type["PaohuziError"], tuple[str, str, dict[str, object]], dict[str, object]]:
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
