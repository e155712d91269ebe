"""What a match tells: the rounds that are over, and what its listeners hear."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from paohuzi._core import Event, MatchState, Record, Settlement
from paohuzi.pickling import restore_notice, restore_played_round

__all__ = ["Listeners", "Notice", "PlayedRound"]

log = logging.getLogger("paohuzi.match")


class _Value:
    """What never changes and so is its own copy."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


@dataclass(frozen=True, repr=False)
class PlayedRound(_Value):
    """A round of a match that is over.

    Attributes
    ----------
    record
        The round; ``record.replay().round`` is how it ended.
    before
        Where the match stood before it: who dealt, who rested, who played.
    """

    record: Record
    before: MatchState

    @property
    def settlement(self) -> Settlement:
        """How it ended, by the round's own seats."""
        settlement = self.record.replay().settlement
        assert settlement is not None
        return settlement

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat of the match earned."""
        return self.before.points(self.settlement)

    def __repr__(self) -> str:
        points = " ".join(map(str, self.points))
        return f"<PlayedRound {self.before.played}: {self.settlement.kind}, points {points}>"

    def __reduce__(self) -> tuple[Callable[..., object], tuple[int, tuple[object, ...]]]:
        """Pickle it by its values."""
        return restore_played_round, (1, (self.record, self.before))

    @classmethod
    def _restore(cls, record: object, before: object) -> PlayedRound:
        if isinstance(record, Record) and isinstance(before, MatchState):
            settlement = record.replay().settlement
            if settlement is not None:
                before.after(settlement)
                return cls(record, before)
        raise TypeError("expected the record of a whole round and the state before it")


@dataclass(frozen=True, repr=False)
class Notice(_Value):
    """What a listener is told: what came of an answer or of a deal, as far as the listener may know.

    Attributes
    ----------
    round
        The number of the round, from 0.
    playing
        Who plays it: ``playing[event.seat]`` is the seat of the match that an event means.
    events
        What happened.
    result
        The round, if this ended it; everything in it is public then.
    """

    round: int
    playing: tuple[int, ...]
    events: tuple[Event, ...]
    result: PlayedRound | None = None

    def seen_by(self, seat: int) -> Notice:
        """Give what a seat of the match sees of it; who rests sees what no seat of the round sees alone."""
        place = self.playing.index(seat) if seat in self.playing else len(self.playing)
        seen = (event.seen_by(place) for event in self.events)
        events = tuple(event for event in seen if event is not None)
        return Notice(self.round, self.playing, events, self.result)

    def __repr__(self) -> str:
        kinds = " ".join(event.kind for event in self.events)
        return f"<Notice of round {self.round}: {kinds}{'' if self.result is None else ', over'}>"

    def __reduce__(self) -> tuple[Callable[..., object], tuple[int, tuple[object, ...]]]:
        """Pickle it by its values."""
        return restore_notice, (1, (self.round, self.playing, self.events, self.result))

    @classmethod
    def _restore(cls, number: object, playing: object, events: object, result: object) -> Notice:
        if (
            isinstance(number, int)
            and isinstance(playing, tuple)
            and all(isinstance(seat, int) for seat in playing)
            and isinstance(events, tuple)
            and all(isinstance(event, Event) for event in events)
            and isinstance(result, PlayedRound | None)
        ):
            return cls(number, playing, events, result)
        raise TypeError("expected a number, seats, events and a round")


class Listeners:
    """Who is told of a match, and what they are still to be told."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        self._seats: dict[int, tuple[Callable[[Notice], object], int | None]] = {}
        self._added = 0
        self._untold: deque[Notice] = deque()

    def add(self, listener: Callable[[Notice], object], seat: int | None) -> int:
        """Add one that sees with the eyes of a seat, and give its number."""
        with self._lock:
            self._added += 1
            self._seats[self._added] = (listener, seat)
            return self._added

    def remove(self, number: int) -> None:
        """Remove one."""
        with self._lock:
            self._seats.pop(number, None)

    def post(self, notice: Notice) -> None:
        """Put down what they are to be told."""
        if self._seats:
            self._untold.append(notice)

    def tell(self) -> None:
        """Tell them, in order and never two at once."""
        # Who is told may answer, and so may another thread: who tells now tells that too.
        while self._untold and self._telling.acquire(blocking=False):
            try:
                while self._untold:
                    self._tell(self._untold.popleft())
            finally:
                self._telling.release()

    def _tell(self, notice: Notice) -> None:
        with self._lock:
            seats = list(self._seats.values())
        for listener, seat in seats:
            try:
                listener(notice if seat is None else notice.seen_by(seat))
            except Exception:
                log.exception("a listener failed in round %d", notice.round)
