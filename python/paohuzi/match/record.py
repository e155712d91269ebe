"""The record of a match: what was agreed on, and every answer. Cards, dealers and totals follow from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation
from fractions import Fraction
from typing import TypeAlias

from paohuzi._core import Action, Deck, Ruleset
from paohuzi.errors import PaohuziError, ParseError, RecordError
from paohuzi.pickling import restore_match_record

__all__ = ["MATCH_FORMAT", "Answers", "MatchRecord", "Stake", "checked_stake", "exact_product"]

MATCH_FORMAT = 1
"""Format of records of matches that this release writes and reads."""

Stake: TypeAlias = int | Fraction | Decimal
"""An exact number."""

_DIGITS = 30  # most digits of a stake
_EXACT = Context(prec=99, traps=[Inexact, InvalidOperation])
_QUOTED = 60  # longest piece of foreign text that a message quotes, in characters

Answers: TypeAlias = tuple[tuple[int, Action], ...]
"""Answers of a round: pairs of a seat of the round and an action."""


@dataclass(frozen=True, repr=False)
class MatchRecord:
    """A match as it was played so far. `Match.from_record` goes on with it.

    Attributes
    ----------
    rules, seats, dealer, rounds, target, stake, seed, decks, agents
        As they were given to the `Match`; agents that are no bots' names are None.
    answers
        Of each round dealt, the answers in the order in which a `Game` asks: a seat of the round and an action each.
    given
        The answers to the open question that others have still to answer, by the seat in the round.

    Examples
    --------
    >>> from paohuzi import Match
    >>> match = Match(rounds=8, seed=7)
    >>> match.act(0, "discard:s6")
    >>> match.record.answers
    (((0, Action('discard:s6')),),)
    """

    rules: Ruleset
    seats: int
    dealer: int
    rounds: int | None
    target: int
    stake: Stake
    seed: int | None
    decks: tuple[Deck, ...] | None
    agents: tuple[str | None, ...]
    answers: tuple[Answers, ...]
    given: Answers

    def dumps(self) -> str:
        """Give it on one line of JSON."""
        match = {
            "seats": self.seats,
            "dealer": self.dealer,
            "rounds": self.rounds,
            "target": self.target,
            "stake": str(self.stake),
            "seed": self.seed,
            "decks": None if self.decks is None else list(map(str, self.decks)),
            "agents": list(self.agents),
        }
        parts = {
            "format": MATCH_FORMAT,
            "match": match,
            "rules": self.rules.to_dict(),
            "answers": list(map(_texts, self.answers)),
            "given": _texts(self.given),
        }
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def loads(cls, text: str) -> MatchRecord:
        """Read what `dumps` wrote.

        Raises
        ------
        RecordError
            If it is no record of a match, or one of another format.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected a text, found {type(text).__name__}")
        try:
            parts = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"record of a match: {error}", "match_text") from error
        found = parts.get("format") if isinstance(parts, dict) else None
        if isinstance(parts, dict) and "match" in parts and found != MATCH_FORMAT:
            raise RecordError(
                f"record of a match of format {found!r:.60}, expected {MATCH_FORMAT}",
                "match_format",
                {"found": f"{found!r:.60}", "expected": MATCH_FORMAT},
            )
        whole = _Table("record", parts, "format", "match", "rules", "answers", "given")
        match = _Table(
            "match",
            whole.parts["match"],
            *("seats", "dealer", "rounds", "target", "stake", "seed", "decks", "agents"),
        )
        try:
            rules = Ruleset.from_json(json.dumps(whole.parts["rules"]))
            decks = match.texts("decks")
            return cls(
                rules=rules,
                seats=match.number("seats"),
                dealer=match.number("dealer"),
                rounds=match.maybe_number("rounds"),
                target=match.number("target"),
                stake=_read_stake(match.parts["stake"]),
                seed=match.maybe_number("seed"),
                decks=None if decks is None else tuple(map(Deck, decks)),
                agents=tuple(match.names("agents")),
                answers=tuple(_read_answers(answers) for answers in whole.listed("answers")),
                given=_read_answers(whole.parts["given"]),
            )
        except RecordError:
            raise
        except PaohuziError as error:
            raise RecordError(
                f"record of a match: {error}", "match_part", {"cause": error.code}
            ) from error

    def __copy__(self) -> MatchRecord:
        """Give itself: it never changes."""
        return self

    def __deepcopy__(self, memo: object) -> MatchRecord:
        """Give itself: it never changes."""
        return self

    def __str__(self) -> str:
        return self.dumps()

    def __repr__(self) -> str:
        return f"<MatchRecord of {self.rules.name}: {len(self.answers)} rounds>"

    def __reduce__(self) -> tuple[Callable[[int, str], object], tuple[int, str]]:
        """Pickle it by its text."""
        return restore_match_record, (1, self.dumps())


class _Table:
    """A JSON object with these keys and no others."""

    def __init__(self, name: str, parts: object, *keys: str) -> None:
        if not isinstance(parts, dict) or set(parts) != set(keys):
            found = sorted(parts) if isinstance(parts, dict) else type(parts).__name__
            raise _unreadable(f"{name} with {found!r:.99}", f"a table of {', '.join(keys)}")
        self.parts = parts

    def number(self, key: str) -> int:
        value = self.parts[key]
        if isinstance(value, bool) or not isinstance(value, int):
            raise _unreadable(f"{key} {value!r:.60}", "a whole number")
        return value

    def maybe_number(self, key: str) -> int | None:
        return None if self.parts[key] is None else self.number(key)

    def listed(self, key: str) -> list[object]:
        value = self.parts[key]
        if not isinstance(value, list):
            raise _unreadable(f"{key} {value!r:.60}", "a list")
        return value

    def names(self, key: str) -> list[str | None]:
        names: list[str | None] = []
        for value in self.listed(key):
            if value is not None and not isinstance(value, str):
                raise _unreadable(f"{value!r:.60} among {key}", "texts or null")
            names.append(value)
        return names

    def texts(self, key: str) -> list[str] | None:
        if self.parts[key] is None:
            return None
        texts = [value for value in self.names(key) if value is not None]
        if len(texts) != len(self.listed(key)):
            raise _unreadable(f"null among {key}", "texts")
        return texts


def _unreadable(found: str, expected: str) -> RecordError:
    return RecordError(
        f"record of a match: found {found}, expected {expected}",
        "match_text",
        {"found": found, "expected": expected},
    )


def _texts(answers: Answers) -> list[str]:
    return [f"{seat} {action}" for seat, action in answers]


def _read_answers(texts: object) -> Answers:
    if not isinstance(texts, list):
        raise _unreadable(f"{texts!r:.60}", "a list of answers")
    answers = []
    for text in texts:
        seat, _, action = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if seat not in ("0", "1", "2", "3"):
            raise _unreadable(f"answer {text!r:.60}", 'a seat and an action such as "0 pass"')
        answers.append((int(seat), Action(action)))
    return tuple(answers)


def _read_stake(text: object) -> Stake:
    try:
        if isinstance(text, str) and len(text) <= _QUOTED:
            if text.isascii() and text.isdecimal():
                return checked_stake(int(text))
            return checked_stake(Fraction(text) if "/" in text else Decimal(text))
    except (ArithmeticError, ValueError):
        pass
    raise _unreadable(f"stake {text!r:.60}", "an exact number such as 2, 1/3 or 0.50")


def checked_stake(stake: Stake) -> Stake:
    """Give the stake, if it is an exact number from 0 on.

    Raises
    ------
    ParseError
        If it is below 0, no number, or has more than 30 digits.
    """
    if isinstance(stake, bool) or not isinstance(stake, int | Fraction | Decimal):
        found = type(stake).__name__
        raise TypeError(f"expected an exact number (int, Fraction or Decimal), found {found}")
    most = 10**_DIGITS
    fits = stake.is_finite() if isinstance(stake, Decimal) else True
    if fits and isinstance(stake, Decimal):
        _, digits, exponent = stake.as_tuple()
        fits = isinstance(exponent, int) and max(len(digits), abs(exponent)) <= _DIGITS
    elif fits and isinstance(stake, Fraction):
        fits = stake.denominator < most
    if not (fits and 0 <= stake < most):
        raise ParseError(
            f"a stake out of range, expected a number from 0 on of at most {_DIGITS} digits",
            "match_stake",
            {"digits": _DIGITS},
        )
    return stake


def exact_product(points: int, stake: Stake) -> Stake:
    """Give the points in money, whatever precision decimals have elsewhere.

    Examples
    --------
    >>> exact_product(-3, Decimal("0.50"))
    Decimal('-1.50')
    """
    if isinstance(stake, Decimal):
        return _EXACT.multiply(Decimal(points), stake)
    return points * stake
