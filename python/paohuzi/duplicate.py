"""Agents compared by duplicate play: the same decks at every seating, until a difference is certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from typing import Any, Final

from paohuzi import rulesets
from paohuzi._core import Results, Ruleset
from paohuzi.agents.players import Player, name_of
from paohuzi.errors import ParseError
from paohuzi.simulate import simulate
from paohuzi.standings import Arena, Duel, Standing

__all__ = ["Evidence", "arena", "tables"]

DECKS: Final = 50
"""Decks that are played between two looks at the differences."""
PRIOR: Final = 4
"""How many times the squares of the first decks the evidence is laid out for; it is sharpest near there."""


class Evidence:
    """A running test of whether numbers lie about nought, which may be looked at after each of them.

    If each number is as likely as its negative, given those before it, then for every ``l`` the product of
    ``exp(l x - l² x² / 2)`` is expected to be at most 1 at any time (de la Peña 1999). So is the mixture over ``l``,
    normal with variance ``1 / prior``, which is ``sqrt(prior / (V + prior)) exp(S² / (2 (V + prior)))``, where ``S`` is
    the sum and ``V`` the sum of squares. By Ville's inequality it ever exceeds ``1 / alpha`` with a probability of at
    most ``alpha``: no matter how often one looks, when one stops, and how far out the numbers lie.

    Parameters
    ----------
    prior
        The sum of squares near which the test is sharpest; it must not depend on the numbers.

    Examples
    --------
    >>> evidence = Evidence(prior=10)
    >>> for number in [1, -1] * 50:
    ...     evidence.add(number)
    >>> evidence.is_certain(0.05)
    False
    >>> for number in [1, 1, 1, -1] * 50:
    ...     evidence.add(number)
    >>> evidence.is_certain(0.05)
    True
    """

    __slots__ = ("count", "prior", "squares", "total")

    def __init__(self, prior: float) -> None:
        self.prior = max(prior, 1.0)
        self.count = 0
        self.total = 0
        self.squares = 0

    def add(self, number: int) -> None:
        """Take a number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def is_certain(self, alpha: float) -> bool:
        """Whether the numbers do not lie about nought, wrongly said with a probability of at most alpha."""
        spread = self.squares + self.prior
        return self.total**2 / spread - math.log(spread / self.prior) >= 2 * math.log(1 / alpha)

    def margin(self, alpha: float) -> float:
        """How far the mean of the numbers may be off: the same bound about the mean.

        It holds at every time at once, about, for numbers that lie evenly about their expectation, and for others as
        their number grows.
        """
        if self.count == 0:
            return math.inf
        spread = self.squares - self.total**2 / self.count + self.prior
        bound = spread * (math.log(spread / self.prior) + 2 * math.log(1 / alpha))
        return math.sqrt(bound) / self.count


def tables(agents: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Give the seatings at which each deck is played: as many different agents as fit, in every order.

    With fewer agents than seats all of them sit at each table, some more than once. Every agent sits at every seat
    equally often.

    Examples
    --------
    >>> tables(2, 3)
    ((0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0))
    >>> len(tables(3, 3)), len(tables(4, 3)), len(tables(3, 4))
    (6, 24, 36)
    """
    if agents >= seats:
        return tuple(permutations(range(agents), seats))
    every = product(range(agents), repeat=seats)
    return tuple(table for table in every if len(set(table)) == agents)


def arena(
    agents: Sequence[Player],
    rules: Ruleset | str | None = None,
    *,
    rounds: int = 60_000,
    seed: int = 1,
    threads: int | None = None,
    confidence: float = 0.95,
    progress: Callable[[int, int], object] | None = None,
) -> Arena:
    """Let agents play the same decks at every seating, until all differences between them are certain.

    What an agent has of a deck is its mean of points over its seats at all tables of `tables`; agents are compared
    deck by deck, so that lucky hands cancel out. For agents that play alike the difference of a deck is as likely as
    its negative, which is what `Evidence` asks for. All that is called certain is so with the confidence asked for:
    with ``n`` pairs each may err with the ``n``-th part of what is left to 1.

    Parameters
    ----------
    agents
        Two or more; see `simulate`. Equal ones may be among them.
    rules
        The ruleset, or the name of a preset; ``quanmingtang`` where there is none.
    rounds
        The most rounds to play, all tables together; decks are played at all tables, in blocks of fifty.
    seed
        Decides the decks and the bots' chance.
    threads
        As in `simulate`.
    confidence
        The probability with which all that is called certain is so.
    progress
        Called after each block with the rounds played and the most rounds; when it gives False, it ends there.

    Raises
    ------
    ParseError
        Fewer than two agents, or a number out of range; and as `simulate`.

    Examples
    --------
    >>> result = arena(["greedy", "random"], rounds=1200, seed=3)
    >>> result.duels[0].is_certain, result.duels[0].difference > 0
    (True, True)
    """
    if isinstance(agents, str) or len(agents) < 2:
        found = agents if isinstance(agents, str) else len(agents)
        message = f"found agents {found!r}, expected a list of two or more"
        raise ParseError(message, "agents_count", {"found": found})
    if not 0 < confidence < 1:
        message = f"confidence {confidence}, expected a number between 0 and 1"
        raise ParseError(message, "number_range", {"found": confidence})
    if rules is None:
        rules = rulesets.default()
    elif isinstance(rules, str):
        rules = rulesets.load(rules)
    seatings = tables(len(agents), rules.seats)
    if rounds < len(seatings):
        message = f"rounds {rounds}, expected at least {len(seatings)}, one for each table"
        raise ParseError(message, "number_range", {"found": rounds})
    most = rounds // len(seatings)
    game = _Tally(len(agents), seatings)
    alpha = (1 - confidence) / max(1, len(game.pairs))
    while game.decks < most:
        count = min(DECKS, most - game.decks)
        played = [
            simulate(
                rules,
                [agents[agent] for agent in table],
                rounds=count,
                seed=seed,
                first=game.decks,
                threads=threads,
            )
            for table in seatings
        ]
        game.add(played)
        told = game.decks * len(seatings)
        if progress is not None and progress(told, rounds) is False:
            break
        if all(pair.is_certain(alpha) for pair in game.tests):
            break
    return game.result([name_of(agent) for agent in agents], confidence)


class _Tally:
    """Points by agent and deck, as whole numbers: the sum over all seats of an agent."""

    def __init__(self, agents: int, seatings: tuple[tuple[int, ...], ...]) -> None:
        self.seatings = seatings
        self.seats_each = sum(table.count(0) for table in seatings)
        self.pairs = list(combinations(range(agents), 2))
        self.decks = 0
        self.points = [Evidence(1) for _ in range(agents)]
        self.differences = [Evidence(1) for _ in self.pairs]
        self.tests = [Evidence(1) for _ in self.pairs]

    def add(self, played: Sequence[Results]) -> None:
        rows: list[Any] = [results.payments.tolist() for results in played]
        decks = len(rows[0])
        is_first = self.decks == 0
        for deck in range(decks):
            sums = [0] * len(self.points)
            for table, points in zip(self.seatings, rows, strict=True):
                for agent, each in zip(table, points[deck], strict=True):
                    sums[agent] += each
            for mean, total in zip(self.points, sums, strict=True):
                mean.add(total)
            for place, (one, other) in enumerate(self.pairs):
                difference = sums[one] - sums[other]
                self.differences[place].add(difference)
                if not is_first:
                    self.tests[place].add(difference)
        if is_first:
            # The first decks say how large the numbers are, and are no evidence themselves.
            for place, first in enumerate(self.differences):
                first.prior = max(1.0, float(PRIOR * first.squares))
                self.tests[place].prior = first.prior
            for mean in self.points:
                mean.prior = max(1.0, float(PRIOR * mean.squares))
        self.decks += decks

    def result(self, names: Sequence[str], confidence: float) -> Arena:
        alpha = 1 - confidence
        scale = self.decks * self.seats_each
        return Arena(
            decks=self.decks,
            rounds=self.decks * len(self.seatings),
            confidence=confidence,
            standings=tuple(
                Standing(
                    agent=name,
                    points=mean.total / scale,
                    margin=mean.margin(alpha / len(names)) / self.seats_each,
                )
                for name, mean in zip(names, self.points, strict=True)
            ),
            duels=tuple(
                Duel(
                    first=names[one],
                    second=names[other],
                    difference=all_.total / scale,
                    margin=all_.margin(alpha / len(self.pairs)) / self.seats_each,
                    is_certain=test.is_certain(alpha / len(self.pairs)),
                )
                for (one, other), all_, test in zip(
                    self.pairs, self.differences, self.tests, strict=True
                )
            ),
        )
