"""Matches on the command line: what ``watch`` and ``play`` share."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator

from paohuzi import Action, Game, Match, Record, Round
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import agents_for, load_rules, people_at
from paohuzi.cli.play import Step, steps, tell, told_dict
from paohuzi.cli.problems import OK, UsageError
from paohuzi.cli.text import columns, signed

__all__ = ["end_lines", "round_title", "watch_match"]


def watch_match(args: Namespace) -> int:
    """Run ``watch`` over a match."""
    console = Console.of(args)
    rules = load_rules(args.rules)
    people = people_at(args, rules)
    names = agents_for(args.agents, rules, people=people)
    if args.seat is not None and args.seat >= people:
        raise UsageError(f"--seat: found seat {args.seat}, expected 0 to {people - 1}")
    dealer = args.dealer or 0
    if dealer >= people:
        raise UsageError(f"--dealer: found seat {dealer}, expected 0 to {people - 1}")
    match = Match(
        rules,
        rounds=args.rounds,
        seed=args.seed,
        seats=people,
        dealer=dealer,
        target=args.target,
        agents=names,
    )
    if match.rounds is None and match.target == 0:
        raise UsageError("a match without an end, expected --rounds or --target")
    match.play()
    if console.as_json:
        console.json(_told(match, args.seat))
    else:
        console.write(f"{console.term(rules.name, rules.hanzi)}, seed {args.seed}", "")
        _tell(console, match, names, args.seat)
    if args.record is not None:
        with open(args.record, "w", encoding="utf-8") as file:
            file.write(f"{match.dumps()}\n")
        if not console.as_json:
            console.write("", f"The match is in {args.record}.")
    return OK


def _replayed(record: Record) -> tuple[Round, Iterator[Step]]:
    """Give a round from its beginning, and how it went on."""
    answers = iter(record.answers)
    game = record.beginning()

    def answer(_: Game) -> Action | None:
        found = next(answers, None)
        return None if found is None else found[1]

    return game.round, steps(game, answer)


def _place(playing: tuple[int, ...], seat: int | None) -> int | None:
    """Give the seat in the round; for who rests one that nobody has and that sees what lies on the table."""
    if seat is None:
        return None
    return playing.index(seat) if seat in playing else len(playing)


def _tell(console: Console, match: Match, names: tuple[str, ...], seat: int | None) -> None:
    for number, played in enumerate(match.played):
        playing = played.before.playing
        console.write(*round_title(number, playing, played.before.resting))
        tell(
            console,
            *_replayed(played.record),
            agents=[names[each] for each in playing],
            seat=_place(playing, seat),
        )
        console.write("", *_totals(match, number), "")
    console.write(*end_lines(match))


def _told(match: Match, seat: int | None) -> dict[str, object]:
    rounds = []
    for played in match.played:
        playing = played.before.playing
        place = _place(playing, seat)
        is_seen = place is None or place < len(playing)
        said = told_dict(*_replayed(played.record), seat=place if is_seen else None)
        rounds.append(
            {"playing": playing, "resting": played.before.resting, "points": played.points}
            | {key: value for key, value in said.items() if is_seen or key == "settlement"}
        )
    told: dict[str, object] = {
        "rules": match.rules.name,
        "seed": match.seed,
        "agents": match.agents,
        "seat": seat,
        "rounds": rounds,
        "totals": match.totals,
        "balance": match.balance,
    }
    return told if seat is not None else told | {"match": json.loads(match.dumps())}


def round_title(number: int, playing: tuple[int, ...], resting: int | None) -> list[str]:
    """Say which round it is, and who is who where somebody rests."""
    title = f"Round {number + 1}"
    if resting is None:
        return [title, ""]
    people = ", ".join(f"seat {place} is person {seat}" for place, seat in enumerate(playing))
    return [f"{title}: {people}; person {resting} rests", ""]


def _totals(match: Match, number: int) -> list[str]:
    """Give what each has after a round."""
    states = [played.before for played in match.played[1:]] + [match.state]
    points = match.played[number].points
    rows = [
        (f"person {seat}", signed(points[seat]), signed(total))
        for seat, total in enumerate(states[number].totals)
    ]
    return columns(rows, align="lrr", header=("", "points", "total"))


def end_lines(match: Match) -> list[str]:
    """Say how the match ended."""
    rows = [
        (f"person {seat}", signed(total), signed(balance))
        for seat, (total, balance) in enumerate(zip(match.totals, match.balance, strict=True))
    ]
    number = len(match.played)
    title = (
        f"{'The match is over' if match.is_over else 'So far'}: {number} round{'s'[: number != 1]}."
    )
    return [title, "", *columns(rows, align="lrr", header=("", "total", "wins or loses"))]
