"""The rounds of a match as they go on, without the people around the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import SupportsIndex

from paohuzi._core import Action, Deck, Event, Game, MatchState, Round
from paohuzi.errors import IllegalActionError, PaohuziError, RecordError
from paohuzi.match.notice import Notice, PlayedRound
from paohuzi.match.record import Answers

__all__ = ["Course"]


class Course:
    """What has been played of a match and what is asked now. It is not for several threads at once.

    Parameters
    ----------
    first
        Where the match begins.
    seed, decks
        Where the cards come from: the decks, or else the seed.
    """

    __slots__ = (
        "decks",
        "first",
        "game",
        "given",
        "played",
        "question",
        "round",
        "seed",
        "state",
        "table",
    )

    def __init__(self, first: MatchState, seed: int | None, decks: tuple[Deck, ...] | None) -> None:
        self.first = first
        self.seed = seed
        self.decks = decks
        self.state = first
        """Where the match stands, without the round under way."""
        self.played: list[PlayedRound] = []
        self.question = 0
        self._deal()

    def _deal(self) -> Notice:
        index = len(self.played)
        self.table = self.state
        """Where it stood before the round that `round` is; the same as `state` until all is over."""
        deck = Deck.shuffled(self.seed or 0, index) if self.decks is None else self.decks[index]
        self.game = Game.from_deck(
            self.first.rules,
            deck,
            dealer=self.table.round_dealer,
            drawn_before=self.table.drawn_before,
        )
        """The round as far as its questions are settled: that is what records hold."""
        self.round: Round = self.game.round
        self.given: dict[int, Action] = {}
        """The answers to the open question."""
        return self._notice(self.round.opening_events)

    def _notice(self, events: tuple[Event, ...], result: PlayedRound | None = None) -> Notice:
        return Notice(len(self.played), self.table.playing, events, result)

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.state.is_over

    @property
    def active(self) -> tuple[int, ...]:
        """The seats of the match whose answer can still matter."""
        if self.is_over:
            return ()
        return tuple(self.table.playing[place] for place in self.round.active_seats)

    def place(self, seat: int) -> int:
        """Give the seat that a seat of the match has in the round.

        Raises
        ------
        IllegalActionError
            If it rests.
        """
        playing = self.table.playing
        if seat not in playing:
            raise IllegalActionError(
                f"seat {seat} rests this round, expected one of {', '.join(map(str, playing))}",
                "resting_seat",
                {"seat": seat},
            )
        return playing.index(seat)

    def take(self, place: int, action: Action | str | SupportsIndex) -> list[Notice]:
        """Take the answer of a seat of the round, and give what is to be told.

        Raises
        ------
        IllegalActionError
            If it may not answer this. Nothing has changed then.
        """
        if self.is_over:
            raise IllegalActionError(
                f"the match is over after {len(self.played)} rounds, nobody is asked any more",
                "match_over",
                {"played": len(self.played)},
            )
        try:
            after, events = self.round.apply(place, action)
        except IllegalActionError as error:
            seat = self.table.playing[place] if place < len(self.table.playing) else place
            if seat != place:
                error.add_note(f"seat {place} of the round is seat {seat} of the match")
            raise
        answer = events[0].action
        assert answer is not None
        self.round = after
        self.given[place] = answer
        if after.is_over or not any(after.answers):
            self._settle()
        if after.settlement is None:
            return [self._notice(events)]
        result = PlayedRound(record=self.game.record, before=self.table)
        notices = [self._notice(events, result)]
        self.state = self.table.after(after.settlement)
        self.played.append(result)
        if not self.is_over:
            notices.append(self._deal())
        return notices

    def _settle(self) -> None:
        """Give the game the answers that mattered, in the order in which it asks."""
        while self.game.round != self.round:
            asked = self.game.current_seat
            assert asked is not None
            self.game.push(self.given[asked])
        self.given = {}
        self.question += 1

    def answers(self) -> tuple[Answers, ...]:
        """Give the answers of each round dealt, for a record."""
        records = [played.record for played in self.played]
        if not self.is_over:
            records.append(self.game.record)
        return tuple(record.answers for record in records)

    def replay(self, rounds: Sequence[Answers], given: Answers) -> None:
        """Take the answers of a record.

        Raises
        ------
        RecordError
            If one does not follow from those before it.
        """
        for index, answers in enumerate(rounds):
            if index != len(self.played):
                raise _broken(index, 0, "the round before it is not over")
            self._replay(index, answers)
        self._replay_given(given)

    def _replay(self, index: int, answers: Answers) -> None:
        for place, (seat, action) in enumerate(answers):
            if index != len(self.played):
                raise _broken(index, place, "the round is over before it")
            try:
                self.take(seat, action)
            except PaohuziError as error:
                raise _broken(index, place, str(error)) from error

    def _replay_given(self, given: Answers) -> None:
        """Take the answers to the open question, which are told by seat and not in the order in which they came.

        In any order in which all of them still matter they come to the same, and in one they did.
        """
        orders = permutations(given) if len(given) <= self.table.seats else iter((given,))
        refused: RecordError | None = None
        for order in orders:
            tried = self.copy()
            try:
                tried._replay(len(self.played), order)
            except RecordError as error:
                refused = refused or error
            else:
                self._become(tried)
                return
        assert refused is not None
        raise refused

    def _become(self, other: Course) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    def copy(self) -> Course:
        """Give one of its own that stands the same."""
        other = Course.__new__(Course)
        other._become(self)
        other.played, other.given = list(self.played), dict(self.given)
        other.game = self.game.copy()
        return other


def _broken(index: int, place: int, reason: str) -> RecordError:
    return RecordError(
        f"record of a match, round {index}, answer {place}: {reason}",
        "match_replay",
        {"round": index, "place": place, "reason": reason},
    )
