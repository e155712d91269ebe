"""The records of simulated rounds, which are played once more: results keep what rounds came to, not their answers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal

from paohuzi._core import Record, Results
from paohuzi.agents import Bot
from paohuzi.agents.players import Answering, Player, makers_of, name_of
from paohuzi.errors import RecordError
from paohuzi.simulate import game_of

__all__ = ["FORMS", "records_of", "write_records"]

FORMS = ("json", "line", "log")


def records_of(results: Results, agents: str | Iterable[Player] | None = None) -> Iterator[Record]:
    """Give the record of each round of the results, in their order.

    Parameters
    ----------
    results
        What `simulate` gave.
    agents
        Who played, as for `simulate`; needed where they are not all bots by name.

    Raises
    ------
    RecordError
        A round comes out otherwise than in the results: the agents are others, or do not play alike every time.

    Examples
    --------
    >>> from paohuzi import simulate
    >>> results = simulate(rounds=20, seed=1)
    >>> first = next(records_of(results))
    >>> first.replay().round.settlement.payments == tuple(results.payments.tolist()[0])
    True
    """
    rules, seed = results.rules, results.seed
    wanted = results.agents if agents is None else agents
    alike = isinstance(wanted, str)
    players = (wanted,) * rules.seats if isinstance(wanted, str) else tuple(islice(wanted, 255))
    names = tuple(name_of(player) for player in players)
    if names != results.agents:
        found = names[0] if alike else ", ".join(names)
        message = f"found agents {found}, expected {', '.join(results.agents)}"
        raise RecordError(message, "replay_agents", {"found": list(names)})
    makers = makers_of(players, rules, seed)

    def seated(index: int) -> list[Answering]:
        return [
            Bot(names[seat], rules, seed=seed, index=index, seat=seat).act
            if make is None
            else make(index)
            for seat, make in enumerate(makers)
        ]

    points: list[Any] = results.payments.tolist()
    for place, index in enumerate(results.index):
        game = game_of(rules, seed, index)
        answering = seated(index)
        while (seat := game.current_seat) is not None:
            game.push(answering[seat](game.view()))
        settlement = game.round.settlement
        if settlement is None or [*settlement.payments] != points[place]:
            message = f"round {index} came out otherwise than in the results, expected agents that play alike"
            raise RecordError(message, "replay_differs", {"index": index})
        yield game.record


def write_records(
    results: Results,
    path: str | os.PathLike[str],
    *,
    form: Literal["json", "line", "log"] = "line",
    agents: str | Iterable[Player] | None = None,
) -> int:
    """Write the records of all rounds into a file that `read_records` reads, and give their number.

    Parameters
    ----------
    results
        What `simulate` gave.
    path
        The file, which is written anew.
    form
        ``"line"`` for short lines, ``"json"`` for lines of JSON that hold their ruleset, ``"log"`` for every event.
    agents
        As for `records_of`.

    Raises
    ------
    RecordError
        As in `records_of`, or another form.

    Examples
    --------
    >>> import tempfile
    >>> from paohuzi import read_records, simulate
    >>> results = simulate(rounds=20, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_records(results, f"{folder}/rounds.txt"), len(list(read_records(f"{folder}/rounds.txt")))
    (20, 20)
    """
    if form not in FORMS:
        message = f"found form {form!r}, expected one of: {', '.join(FORMS)}"
        raise RecordError(message, "record_form", {"found": str(form)})
    written = 0
    with open(path, "w", encoding="utf-8") as file:
        for record in records_of(results, agents):
            match form:
                case "line":
                    text = record.to_text()
                case "json":
                    text = record.dumps()
                case "log":
                    text = record.to_log()
            file.write(text.rstrip("\n") + "\n")
            written += 1
    return written
