"""Many rounds of agents: on threads, on any executor or on a cluster, always with the same results."""

from __future__ import annotations

from itertools import islice

from paohuzi import _core, rulesets
from paohuzi._core import Deck, Game, Results, Ruleset
from paohuzi.errors import ParseError, SimulationInterrupted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Executor
    from typing import Literal

    from paohuzi.agents.players import Player

__all__ = ["game_of", "simulate"]

BACKENDS = ("local", "ray")
SHARD = 10_000
"""Rounds of a shard where nobody says how many."""


def simulate(
    rules: Ruleset | str | None = None,
    agents: str | Iterable[Player] = ("greedy", "random", "random"),
    *,
    rounds: int = 100_000,
    seed: int = 1,
    first: int = 0,
    threads: int | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
    executor: Executor | None = None,
    backend: Literal["local", "ray"] = "local",
    address: str | None = None,
    shard: int = SHARD,
) -> Results:
    """Play many rounds and give their results in columns.

    Round ``i`` depends on the ruleset, the agents, the seed and ``i`` alone: the deck is ``Deck.shuffled(seed, i)``,
    seat ``i`` modulo the seats deals, and no drawn rounds come before it. So neither threads nor machines nor the way
    in which a run is cut into parts change a result. Other Python threads run meanwhile.

    Parameters
    ----------
    rules
        The ruleset, or the name of a preset; ``quanmingtang`` where there is none.
    agents
        One a seat, or one name for all seats. A name is that of a bot, see `paohuzi.agents.names`. A callable is shown
        a `View` and gives an action, its text or its number; an object with a method ``act`` likewise. They should
        keep nothing from one round to the next; one that needs chance or a memory has a method
        ``for_round(rules, *, seed, index, seat)`` that gives the agent for one round. Rounds with such agents are
        played one after the other.
    rounds
        How many rounds.
    seed
        What all rounds share, from 0 to 2**64 - 1.
    first
        The index of the first round.
    threads
        How many threads play; where it is not said, the environment variable ``PAOHUZI_NUM_THREADS`` says it, else it
        is one. Executors and clusters use one thread for each shard.
    progress
        Called every now and then with the number of rounds finished and the number of all; when it gives False, the
        simulation ends there, and the results are those of the finished rounds. True shows a progress bar on standard
        error; needs the extra ``progress``.
    executor
        Plays the shards, such as a `concurrent.futures.ProcessPoolExecutor`. Agents that are no names must pickle.
    backend
        ``"ray"`` plays the shards as Ray tasks, which are begun again when a worker dies; needs the extra ``ray``.
    address
        The Ray cluster, such as ``"auto"``; one of this machine for the time of the call where there is none. A Ray
        that is connected already is used as it is. For ``backend="ray"`` only.
    shard
        Rounds of a shard, the piece of work of an executor or a cluster; a fraction of a second should last at least.

    Raises
    ------
    ParseError
        A name that no bot has, not one agent a seat, or a number out of range.
    SimulationInterrupted
        By Ctrl-C, within a second; its ``results`` are those of the finished rounds. It is a `KeyboardInterrupt`. Other
        exceptions, such as those of agents, have ``results`` too.
    IllegalActionError
        An agent answered what it may not.
    ImportError
        What an extra brings is not installed; it names the extra.

    Examples
    --------
    >>> results = simulate(agents=("greedy", "random", "random"), rounds=300, seed=1)
    >>> len(results), sum(results.payments.tolist()[0])
    (300, 0)
    >>> summary = results.summary()
    >>> summary.seats[0].wins > summary.seats[1].wins
    True
    >>> def first(view):
    ...     return view.legal_actions()[0]
    >>> simulate("hunan_half", ("greedy", first, "random"), rounds=30).agents
    ('greedy', 'first', 'random')
    """
    if isinstance(rules, str):
        rules = rulesets.load(rules)
    if backend not in BACKENDS:
        message = f"found backend {backend!r}, expected one of: {', '.join(BACKENDS)}"
        raise ParseError(message, "backend", {"found": str(backend)})
    if address is not None and backend != "ray":
        message = f"found address {address!r} with backend {backend!r}, expected backend 'ray'"
        raise ParseError(message, "backend", {"found": str(backend)})
    if isinstance(progress, bool):
        if not progress:
            progress = None
        else:
            from paohuzi.bar import Bar

            with Bar() as bar:
                return simulate(
                    rules,
                    agents,
                    rounds=rounds,
                    seed=seed,
                    first=first,
                    threads=threads,
                    progress=bar.tell,
                    executor=executor,
                    backend=backend,
                    address=address,
                    shard=shard,
                )
    # More than any table has are too many, however many there are.
    players = agents if isinstance(agents, str) else tuple(islice(agents, 255))
    if backend == "local" and executor is None:
        return _play(rules, players, rounds, seed, first, threads, progress)
    from paohuzi.shards import over, shards

    work = shards(rules, players, rounds=rounds, seed=seed, first=first, size=shard)
    if executor is not None:
        return over(executor, work, progress)
    from paohuzi.ray import RayExecutor

    with RayExecutor(address) as ray:
        return over(ray, work, progress)


def _play(
    rules: Ruleset | None,
    players: str | tuple[Player, ...],
    rounds: int,
    seed: int,
    first: int,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Results:
    """Play the rounds in this process."""
    names, makers = players, None
    if not isinstance(players, str) and not all(isinstance(each, str) for each in players):
        from paohuzi.agents.players import makers_of, name_of

        rules = rulesets.default() if rules is None else rules
        names = tuple(name_of(each) for each in players)
        makers = makers_of(players, rules, seed)
    try:
        return _core.simulate(
            rules,
            names,  # type: ignore[arg-type]  # All of them are names here.
            makers=makers,
            rounds=rounds,
            seed=seed,
            first=first,
            threads=threads,
            progress=progress,
        )
    except KeyboardInterrupt as error:
        raise SimulationInterrupted.after(error) from None


def game_of(
    rules: Ruleset,
    seed: int,
    index: int,
    *,
    dealer: int | None = None,
    drawn_before: int = 0,
) -> Game:
    """Give the game in which a simulation plays a round, before its first answer.

    Parameters
    ----------
    rules
        The ruleset.
    seed
        The seed of the simulation.
    index
        The index of the round.
    dealer
        The seat that deals; as in the simulation where there is none.
    drawn_before
        Rounds just before it that nobody won; none in a simulation.

    Examples
    --------
    >>> from paohuzi import rulesets
    >>> game_of(rulesets.load("quanmingtang"), seed=1, index=4).round.dealer
    1
    """
    deck = Deck.shuffled(seed, index)
    seat = index % rules.seats if dealer is None else dealer
    return Game.from_deck(rules, deck, dealer=seat, drawn_before=drawn_before)
