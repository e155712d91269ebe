"""A simulation as pieces of work that any machine can do in any order, and their results put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final

from paohuzi._core import Results, Ruleset
from paohuzi.agents.players import Player
from paohuzi.errors import ParseError, SimulationInterrupted
from paohuzi.simulate import SHARD, simulate

__all__ = ["Shard", "merge", "over", "shards"]

AHEAD: Final = 64
"""Shards that are given away before their results are awaited."""
PACE: Final = 0.2
"""Seconds after which Ctrl-C is heard at the latest."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Some rounds of a simulation; it pickles where its agents do.

    Examples
    --------
    >>> whole = Shard(None, ("random",) * 3, seed=1, first=0, rounds=40)
    >>> parts = list(shards(None, "random", rounds=40, seed=1, first=0, size=25))
    >>> [part.rounds for part in parts], merge([part.play() for part in parts]) == whole.play()
    ([25, 15], True)
    """

    rules: Ruleset | None
    agents: str | tuple[Player, ...]
    seed: int
    first: int
    rounds: int

    def play(self) -> Results:
        """Play the rounds on one thread."""
        return simulate(
            self.rules,
            self.agents,
            rounds=self.rounds,
            seed=self.seed,
            first=self.first,
            threads=1,
        )


def shards(
    rules: Ruleset | None,
    agents: str | Sequence[Player],
    *,
    rounds: int,
    seed: int,
    first: int,
    size: int = SHARD,
) -> list[Shard]:
    """Cut a simulation into shards; without rounds there is one, of none.

    Raises
    ------
    ParseError
        Shards of no rounds.
    """
    if size < 1:
        raise ParseError(f"shard {size}, expected at least 1", "number_range", {"found": size})
    players = agents if isinstance(agents, str) else tuple(agents)
    starts = range(first, first + rounds, size) or [first]
    return [
        Shard(rules, players, seed, start, min(size, first + rounds - start)) for start in starts
    ]


def merge(parts: Sequence[Results]) -> Results:
    """Put results together in the order in which they are given; there must be one at least."""
    while len(parts) > 1:  # By twos, so that no column is copied more often than it must be.
        pairs = zip(parts[::2], parts[1::2], strict=False)
        rest = parts[-1:] if len(parts) % 2 else []
        parts = [*(one.merged(other) for one, other in pairs), *rest]
    return parts[0]


def over(
    executor: Executor,
    work: Sequence[Shard],
    progress: Callable[[int, int], object] | None = None,
) -> Results:
    """Play shards on an executor and merge their results in the order of the rounds.

    Raises
    ------
    SimulationInterrupted
        By Ctrl-C; its ``results`` are those of the finished shards. Other exceptions have them as well.
    """
    total = sum(shard.rounds for shard in work)
    finished: dict[int, Results] = {}
    running: dict[Future[Results], int] = {}
    waiting: Iterator[tuple[int, Shard]] = iter(enumerate(work))
    done = 0
    try:
        while True:
            for place, shard in islice(waiting, AHEAD - len(running)):
                running[executor.submit(Shard.play, shard)] = place
            if not running:
                break
            for future in wait(running, timeout=PACE, return_when=FIRST_COMPLETED).done:
                results = future.result()
                finished[running.pop(future)] = results
                done += len(results)
            if progress is not None and progress(done, total) is False:
                break
    except BaseException as error:
        results = _merged(finished, work[0])
        if isinstance(error, KeyboardInterrupt):
            raise SimulationInterrupted(results) from None
        with suppress(
            AttributeError
        ):  # Some exceptions take no attributes; they come out as they are.
            error.results = results  # type: ignore[attr-defined]
        raise
    finally:
        for future in running:
            future.cancel()
    return _merged(finished, work[0])


def _merged(finished: dict[int, Results], one: Shard) -> Results:
    if not finished:
        return Shard(one.rules, one.agents, one.seed, one.first, 0).play()
    return merge([finished[place] for place in sorted(finished)])
