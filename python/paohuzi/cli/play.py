"""A round answer by answer, told or as JSON: what ``watch`` and ``replay`` share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from paohuzi import Action, Event, Game, Round
from paohuzi.cli.console import Console
from paohuzi.cli.narrate import Narrator
from paohuzi.cli.table import table_lines
from paohuzi.cli.worth import win_dict

__all__ = ["Step", "position_text", "steps", "tell", "told_dict"]


class Step(NamedTuple):
    """One answer of a seat and what came of it."""

    before: Round
    seat: int
    action: Action
    after: Round
    events: tuple[Event, ...]


def steps(game: Game, choose: Callable[[Game], Action | None]) -> Iterator[Step]:
    """Play a game on, until it is over or nothing is chosen.

    Parameters
    ----------
    game
        Is changed.
    choose
        Gives the answer of the current seat.
    """
    while (seat := game.current_seat) is not None:
        action = choose(game)
        if action is None:
            return
        before = game.round
        events = game.push_events(action)
        yield Step(before, seat, action, game.round, events)


def tell(
    console: Console,
    start: Round,
    played: Iterator[Step],
    *,
    agents: Sequence[str] = (),
    seat: int | None = None,
) -> None:
    """Tell a round step by step, and how it ended or how it stands."""
    narrator = Narrator(console, agents=agents, seat=seat)
    console.write(*narrator.opening(start))
    last = start
    for step in played:
        console.write(*narrator.step(step.before, step.seat, step.action, step.after, step.events))
        last = step.after
    console.write(*narrator.rest())
    if last.is_over:
        console.write(*narrator.ending(last))
    else:
        console.write("", *table_lines(console, last, seat), "", position_text(last, seat))


def position_text(round_: Round, seat: int | None) -> str:
    """Give the position on one line, as all that is or as what the seat sees."""
    return round_.to_text() if seat is None else round_.view(seat).to_text()


def told_dict(
    start: Round, played: Iterator[Step], *, seat: int | None = None
) -> dict[str, object]:
    """Give a round for JSON: every event, and how it ended."""
    events = list(start.opening_events)
    last = start
    for step in played:
        events += step.events
        last = step.after
    seen = [event if seat is None else event.seen_by(seat) for event in events]
    return {
        "rules": start.rules.name,
        "dealer": start.dealer,
        "drawn_before": start.drawn_before,
        "seat": seat,
        "position": position_text(last, seat),
        "events": [event.as_dict() for event in seen if event is not None],
        "settlement": _settlement_dict(last),
    }


def _settlement_dict(round_: Round) -> dict[str, object] | None:
    settlement = round_.settlement
    if settlement is None:
        return None
    return {
        "winner": settlement.winner,
        "kind": settlement.kind,
        "card": None if settlement.card is None else str(settlement.card),
        "win": win_dict(round_.rules, settlement.win),
        "payments": list(settlement.payments),
    }
