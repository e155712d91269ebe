"""Rounds in a row: who is asked what, who has won what, and when it is over.

What comes after a round, who rests and what totals mean is the engine's answer, `MatchState`; a `Match` keeps one,
plays its rounds, and tells those who listen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol, SupportsIndex, TypeAlias

from paohuzi._core import (
    Action,
    Bot,
    Deck,
    MatchState,
    Round,
    Ruleset,
    View,
)
from paohuzi.errors import IllegalActionError, PaohuziError, ParseError, RecordError
from paohuzi.match.course import Course
from paohuzi.match.notice import Listeners, Notice, PlayedRound
from paohuzi.match.record import MatchRecord, Stake, checked_stake, exact_product
from paohuzi.pickling import restore_match
from paohuzi.rulesets import default

__all__ = ["Answering", "Match"]


_Function: TypeAlias = Callable[[View], "Action | str | int"]


class _Acts(Protocol):
    def act(self, view: View, /) -> Action: ...


Answering: TypeAlias = _Function | _Acts | str
"""Who answers for a seat: a function of what the seat sees, an object with such a method `act`, or a bot's name."""


class Match:
    """Rounds in a row at one table: claims, agents, listeners, running totals, an end.

    All seats that a match takes and gives are its own, from 0 to ``seats - 1``. Where three play there may be four of
    them: the one opposite the dealer rests. Views, events and settlements speak of the seats of the round, which are
    the playing ones in their order: ``playing[view.seat]`` is the seat of the match.

    The next round is dealt as soon as one is over; `played` keeps the rounds that are. The deck of round ``i`` is
    ``Deck.shuffled(seed, i)``, or the deck given for it.

    A match may be used from several threads: of two answers to one question the first counts, and the other is refused.
    It copies, compares, pickles and loads what `dumps` wrote, also in the middle of a claim, and goes on as it would
    have. Agents that are bots' names belong to it; functions and listeners do not and are given again.

    Parameters
    ----------
    rules
        The ruleset; quanmingtang by default.
    rounds
        Rounds after which it is over; None for no limit, but no more than there are decks.
    seed
        A number from 0 to 2**64 - 1 for the decks and for the bots.
    seats
        Seats at the table: as many as play, or four where three play; as many as play by default.
    dealer
        The seat that deals first.
    target
        The total that ends it, and 0 for none; the target of the ruleset by default.
    stake
        Money for a point: an int, a Fraction or a Decimal, so that `money` is exact.
    agents
        Who answers for each seat; None for who answers by `act`, as all do by default.
    decks
        The decks of the rounds, one each, instead of those of the seed.

    Raises
    ------
    ParseError
        If a number is out of range, there is neither seed nor decks, or an agent has no name known.
    PositionError
        If so many seats cannot be, or the dealer has none.

    Examples
    --------
    >>> from paohuzi import Match
    >>> match = Match(rounds=3, seed=7, agents=["greedy", "greedy", lambda view: view.legal_actions()[0]])
    >>> match.play()
    ()
    >>> match.is_over, len(match.played), sum(match.totals)
    (True, 3, 0)

    Two bots and somebody who answers from outside:

    >>> match = Match(rounds=1, seed=7, agents=["greedy", None, "greedy"])
    >>> while 1 in match.play():
    ...     view = match.view(1)
    ...     match.act(1, view.legal_actions()[0], question=match.question_id)
    >>> match.is_over
    True
    """

    __slots__ = ("_agents", "_course", "_listeners", "_lock", "_stake")

    def __init__(
        self,
        rules: Ruleset | None = None,
        *,
        rounds: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
        seats: SupportsIndex | None = None,
        dealer: SupportsIndex = 0,
        target: SupportsIndex | None = None,
        stake: Stake = 1,
        agents: Sequence[Answering | None] | None = None,
        decks: Sequence[Deck] | None = None,
    ) -> None:
        rules = default() if rules is None else rules
        cards = None if decks is None else tuple(map(Deck, decks))
        if seed is None and cards is None:
            raise ParseError("a match without cards, expected a seed or decks", "match_deals")
        # Refused here rather than at the first deal, or at a bot's first answer.
        Deck.shuffled(0 if seed is None else seed)
        number = None if seed is None else seed.__index__()
        if cards is not None:
            rounds = len(cards) if rounds is None else rounds
            if rounds.__index__() > len(cards):
                raise ParseError(
                    f"found {len(cards)} decks, expected one for each of {rounds} rounds",
                    "match_decks",
                    {"found": len(cards), "rounds": rounds.__index__()},
                )
        first = MatchState(rules, seats=seats, dealer=dealer, rounds=rounds, target=target)
        self._course = Course(first, number, cards)
        self._stake = checked_stake(stake)
        self._lock = threading.Lock()
        self._listeners = Listeners()
        self._agents: list[Answering | None] = [None] * first.seats
        for seat, agent in enumerate(self._as_many(agents)):
            self.set_agent(seat, agent)

    def _as_many(self, agents: Sequence[Answering | None] | None) -> Sequence[Answering | None]:
        if agents is None:
            return self._agents
        if isinstance(agents, str) or len(agents) != self.seats:
            found = agents if isinstance(agents, str) else len(agents)
            raise ParseError(
                f"found agents {found!r}, expected a list of {self.seats}, one a seat",
                "match_agents",
                {"found": found, "seats": self.seats},
            )
        return agents

    # --- What it is ---

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self._course.first.rules

    @property
    def seats(self) -> int:
        """Seats at the table, one of which may rest."""
        return self._course.first.seats

    @property
    def rounds(self) -> int | None:
        """Rounds after which it is over; None for no limit."""
        return self._course.first.rounds

    @property
    def target(self) -> int:
        """The total that ends it; 0 for none."""
        return self._course.first.target

    @property
    def stake(self) -> Stake:
        """Money for a point."""
        return self._stake

    @property
    def seed(self) -> int | None:
        """What decides the decks, where none are given, and the bots' chances."""
        return self._course.seed

    @property
    def agents(self) -> tuple[Answering | None, ...]:
        """Who answers for each seat; None for who answers by `act`."""
        return tuple(self._agents)

    def set_agent(self, seat: SupportsIndex, agent: Answering | None) -> None:
        """Let somebody else answer for a seat from now on.

        Raises
        ------
        IllegalActionError
            If there is no such seat.
        ParseError
            If no bot has the name.
        """
        seat = self._seat(seat)
        if isinstance(agent, str):
            Bot(agent, self.rules, seed=0, seat=0)
        elif agent is not None and not (callable(agent) or callable(getattr(agent, "act", None))):
            raise TypeError(f"expected an agent, found {type(agent).__name__}")
        self._agents[seat] = agent

    # --- How it stands ---

    @property
    def state(self) -> MatchState:
        """Where it stood before the round under way; after the last round, how it ended."""
        return self._course.state

    @property
    def played(self) -> tuple[PlayedRound, ...]:
        """The rounds that are over."""
        return tuple(self._course.played)

    @property
    def round(self) -> Round:
        """The round under way, with all that is hidden; after the last one, that one."""
        return self._course.round

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play the round, by their seats in it."""
        return self._course.table.playing

    @property
    def resting(self) -> int | None:
        """The seat that rests this round; None where all play."""
        return self._course.table.resting

    @property
    def dealer(self) -> int:
        """The seat that deals this round."""
        return self._course.table.dealer

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat, all finished rounds added up."""
        return self._course.state.totals

    @property
    def balance(self) -> tuple[int, ...]:
        """What each seat has won or lost if it ends here, in points: see `MatchState.balance`."""
        return self._course.state.balance

    @property
    def money(self) -> tuple[Stake, ...]:
        """The balance in money, exactly.

        Examples
        --------
        >>> from decimal import Decimal
        >>> from paohuzi import Match
        >>> match = Match(rounds=1, seed=7, stake=Decimal("0.50"), agents=["greedy"] * 3)
        >>> _ = match.play()
        >>> sum(match.money) == 0, match.money[0] == match.balance[0] * Decimal("0.50")
        (True, True)
        """
        return tuple(exact_product(points, self._stake) for points in self.balance)

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self._course.state.is_over

    # --- Questions and answers ---

    @property
    def question_id(self) -> int:
        """The number of the question that is open. It grows when a question is settled, and names it for `act`."""
        return self._course.question

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats whose answer can still matter, ascending; none when it is over."""
        with self._lock:
            return self._course.active

    def legal_actions(self, seat: SupportsIndex) -> tuple[Action, ...]:
        """Give what a seat may answer; nothing where it is not asked or rests.

        Raises
        ------
        IllegalActionError
            If there is no such seat.
        """
        seat = self._seat(seat)
        with self._lock:
            if seat not in self.playing:
                return ()
            return self._course.round.legal_actions(self._course.place(seat))

    def view(self, seat: SupportsIndex) -> View:
        """Give all that a seat may know of the round.

        Raises
        ------
        IllegalActionError
            If there is no such seat, or it rests.
        """
        seat = self._seat(seat)
        with self._lock:
            return self._course.round.view(self._course.place(seat))

    def act(
        self,
        seat: SupportsIndex,
        action: Action | str | SupportsIndex,
        *,
        question: SupportsIndex | None = None,
    ) -> None:
        """Take a seat's answer.

        Parameters
        ----------
        seat
            The seat of the match.
        action
            An action, its text or its number.
        question
            The `question_id` that it answers. With it, an answer that comes late is never taken for the answer to a
            later question.

        Raises
        ------
        IllegalActionError
            If the seat is not asked, may not answer this, or the question is settled (code ``stale_question``). The
            match is then as it was.
        """
        seat = self._seat(seat)
        with self._lock:
            self._check_question(question)
            self._take(self._course.place(seat), action)
        self._listeners.tell()

    def play(self, *, rounds: int | None = None) -> tuple[int, ...]:
        """Let the agents answer until somebody without one is asked, and give the seats that are asked then.

        Parameters
        ----------
        rounds
            Stop when so many more rounds are over.

        Raises
        ------
        IllegalActionError
            If an agent answers what it may not: the match is then as before that answer. Or if it would never end.

        Notes
        -----
        What an agent raises comes out here, with the match as before the answer.
        """
        last = None if rounds is None else len(self._course.played) + rounds
        if last is None and self._is_endless():
            raise IllegalActionError(
                "a match without an end and without anybody to ask, expected play(rounds=...)",
                "match_endless",
            )
        while last is None or len(self._course.played) < last:
            with self._lock:
                asked = self._asked_agent()
                if asked is None:
                    return self._course.active
                seat, agent = asked
                question, place = self._course.question, self._course.place(seat)
                view = self._course.round.view(place)
                if isinstance(agent, str):
                    # A bot of its own for each question: what it leaves to chance then follows from the question alone,
                    # in a match that was stored in between as well.
                    seed = self.seed or 0
                    bot = Bot(agent, self.rules, seed=seed, index=question, seat=place)
                    self._take(place, bot.act(view))
            if not isinstance(agent, str):
                # Not under the lock: it may take its time, and others may answer meanwhile.
                answer = _function(agent)(view)
                try:
                    with self._lock:
                        self._check_question(question)
                        self._take(place, answer)
                except IllegalActionError:
                    if question == self.question_id and seat in self.active_seats:
                        raise
                    # The others have settled the question without it.
            self._listeners.tell()
        return self.active_seats

    def _is_endless(self) -> bool:
        state = self.state
        return state.rounds is None and state.target == 0 and None not in self._agents

    def _asked_agent(self) -> tuple[int, Answering] | None:
        """Give the seat to answer next of those that have an agent: the one with the highest possible claim first."""
        first = self._course.round.asked
        seats = list(self._course.active)
        if first is not None:
            seats.sort(key=lambda seat: seat != self.playing[first])
        for seat in seats:
            agent = self._agents[seat]
            if agent is not None:
                return seat, agent
        return None

    # --- Listening ---

    def listen(self, listener: Callable[[Notice], object], *, seat: int | None) -> int:
        """Have somebody told what happens from now on.

        Parameters
        ----------
        listener
            Is called with a `Notice` after each answer and each deal, in order and never twice at once. It may use the
            match. What it raises is logged, by the logger ``paohuzi.match``, and changes nothing: neither the match nor
            what others are told.
        seat
            The seat whose eyes it sees with; who rests sees what lies on the table. None for who sees everything.

        Returns
        -------
        int
            A number for `unlisten`.

        Examples
        --------
        >>> from paohuzi import Match
        >>> match, heard = Match(rounds=1, seed=7), []
        >>> number = match.listen(heard.append, seat=1)
        >>> match.act(0, "discard:s6")
        >>> [event.kind for event in heard[0].events]
        ['discard']
        """
        return self._listeners.add(listener, None if seat is None else self._seat(seat))

    def unlisten(self, number: int) -> None:
        """Tell a listener nothing more."""
        self._listeners.remove(number)

    # --- Seats and questions as they are given ---

    def _seat(self, seat: SupportsIndex) -> int:
        if isinstance(seat, bool) or not hasattr(seat, "__index__"):
            raise TypeError(f"expected the number of a seat, found {type(seat).__name__}")
        number = seat.__index__()
        if not 0 <= number < self.seats:
            raise IllegalActionError(
                f"there is no seat {number}, expected 0 to {self.seats - 1}",
                "no_seat",
                {"found": number, "last": self.seats - 1},
            )
        return number

    def _take(self, place: int, action: Action | str | SupportsIndex) -> None:
        for notice in self._course.take(place, action):
            self._listeners.post(notice)

    def _check_question(self, question: SupportsIndex | None) -> None:
        if question is not None and question.__index__() != self._course.question:
            raise IllegalActionError(
                f"an answer to question {question}, expected one to question {self._course.question}",
                "stale_question",
                {"found": question.__index__(), "expected": self._course.question},
            )

    # --- Stored forms ---

    @property
    def record(self) -> MatchRecord:
        """What was agreed on and every answer, from which all else follows."""
        with self._lock:
            return self._record()

    def _record(self) -> MatchRecord:
        course = self._course
        first = course.first
        return MatchRecord(
            rules=first.rules,
            seats=first.seats,
            dealer=first.dealer,
            rounds=first.rounds,
            target=first.target,
            stake=self._stake,
            seed=course.seed,
            decks=course.decks,
            agents=self._bots(),
            answers=course.answers(),
            given=tuple(sorted(course.given.items())),
        )

    def _bots(self) -> tuple[str | None, ...]:
        return tuple(agent if isinstance(agent, str) else None for agent in self._agents)

    @classmethod
    def from_record(cls, record: MatchRecord) -> Match:
        """Play a record again and go on from there.

        Raises
        ------
        RecordError
            If an answer does not follow from those before it, or there can be no such match.
        """
        try:
            match = cls(
                record.rules,
                rounds=record.rounds,
                seed=record.seed,
                seats=record.seats,
                dealer=record.dealer,
                target=record.target,
                stake=record.stake,
                agents=record.agents,
                decks=record.decks,
            )
        except PaohuziError as error:
            raise RecordError(
                f"record of a match: {error}", "match_header", {"cause": error.code}
            ) from error
        match._course.replay(record.answers, record.given)
        return match

    def dumps(self) -> str:
        """Give the match as a text of one line of JSON.

        Examples
        --------
        >>> from paohuzi import Match
        >>> match = Match(rounds=8, seed=7)
        >>> match.act(0, "discard:s6")
        >>> Match.loads(match.dumps()) == match
        True
        """
        return self.record.dumps()

    @classmethod
    def loads(cls, text: str) -> Match:
        """Read what `dumps` wrote.

        Raises
        ------
        RecordError
            If it is no match, or one of another format.
        """
        return cls.from_record(MatchRecord.loads(text))

    def copy(self) -> Match:
        """Give a match of its own that stands the same; functions and listeners stay behind."""
        other = Match.__new__(Match)
        other._lock, other._listeners = threading.Lock(), Listeners()
        with self._lock:
            other._course, other._stake = self._course.copy(), self._stake
            other._agents = list(self._bots())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        """Give what `copy` gives: all it is made of never changes."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[int, str], object], tuple[int, str]]:
        """Pickle it by its text."""
        return restore_match, (1, self.dumps())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.record == other.record

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        totals = " ".join(map(str, self.totals))
        asked = " ".join(map(str, self.active_seats))
        now = "over" if self.is_over else f"question {self.question_id} to {asked}"
        return f"<Match of {self.rules.name}: {len(self._course.played)} played, totals {totals}, {now}>"


def _function(agent: _Function | _Acts) -> _Function:
    return agent if callable(agent) else agent.act
