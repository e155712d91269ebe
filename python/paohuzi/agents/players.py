"""What can be put on a seat of a simulation: bots by name, objects and callables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from paohuzi._core import Action, Ruleset, View
from paohuzi.agents.agent import Agent

__all__ = ["Player", "RoundAgents", "makers_of", "name_of"]

Answering: TypeAlias = Callable[[View], Action | str | int]


class RoundAgents(Protocol):
    """What gives a new agent for every round, so that no round depends on another.

    Examples
    --------
    >>> import random
    >>> class Chance:
    ...     def for_round(self, rules, *, seed, index, seat):
    ...         generator = random.Random(f"{seed} {index} {seat}")
    ...         return lambda view: generator.choice(view.legal_actions())
    """

    def for_round(self, rules: Ruleset, *, seed: int, index: int, seat: int) -> Agent | Answering:
        """Give the agent for round ``index`` of the simulation with this seed."""
        ...


Player: TypeAlias = str | Agent | RoundAgents | Answering
"""A bot by name, an object with a method ``act`` or ``for_round``, or a callable."""


def name_of(player: Player) -> str:
    """Give the name of a player in results: its own, or else that of its function or class.

    Examples
    --------
    >>> name_of("greedy"), name_of(name_of)
    ('greedy', 'name_of')
    """
    if isinstance(player, str):
        return player
    for name in (getattr(player, "name", None), getattr(player, "__name__", None)):
        if isinstance(name, str):
            return name
    return type(player).__name__


def makers_of(
    players: Sequence[Player], rules: Ruleset, seed: int
) -> list[Callable[[int], Answering] | None]:
    """Give for each player that is no name what makes its callable for a round."""
    return [
        None if isinstance(player, str) else _maker(player, rules, seed, seat)
        for seat, player in enumerate(players)
    ]


def _maker(
    player: Agent | RoundAgents | Answering, rules: Ruleset, seed: int, seat: int
) -> Callable[[int], Answering]:
    for_round = getattr(player, "for_round", None)
    if not callable(for_round):
        answering = _answering(player)
        return lambda _: answering
    return lambda index: _answering(for_round(rules, seed=seed, index=index, seat=seat))


def _answering(agent: object) -> Answering:
    found: Any = getattr(agent, "act", agent)
    if not callable(found):
        raise TypeError(f"expected an agent, found {type(agent).__name__}")
    answering: Answering = found
    return answering
