"""``paohuzi arena``: bots compared on the same decks."""

from __future__ import annotations

import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from paohuzi import agents
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import add_output_options, add_rules_option, load_rules, whole_number
from paohuzi.cli.problems import OK, UsageError
from paohuzi.cli.text import columns, number
from paohuzi.duplicate import arena
from paohuzi.standings import Arena

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
Bots compared by duplicate play: every deck is played at every seating, so that lucky hands cancel out. It ends as soon
as all differences are certain, or when the rounds are used up.
"""
EPILOG: Final = """\
With fewer bots than seats all of them sit at each table, some more than once. The margins and what is called certain
hold together with 95 % probability, however often one looks; see the documentation of paohuzi.arena.

examples:
  paohuzi arena greedy simple
  paohuzi arena greedy simple random --rounds 6000 --rules hunan_half
"""


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "arena",
        help="bots compared on the same decks",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help="two bots or more by name: random, simple, greedy",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(6, 2**40),
        default=60_000,
        metavar="N",
        help="the most rounds, all tables together; %(default)s by default",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**64 - 1),
        default=1,
        help="decides everything; 1 by default",
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, 1024),
        metavar="N",
        help="how many threads play; PAOHUZI_NUM_THREADS, or one, by default",
    )
    add_rules_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    console = Console.of(args)
    for name in args.agents:
        if name not in agents.names():
            known = ", ".join(agents.names())
            raise UsageError(f"found no agent {name!r}, expected one of: {known}")
    if len(args.agents) < 2:
        raise UsageError("found 1 agent, expected two or more")
    shows = sys.stderr.isatty()

    def progress(done: int, most: int) -> None:
        if shows:
            line = f"{number(done)} of at most {number(most)} rounds"
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    result = arena(
        args.agents,
        load_rules(args.rules),
        rounds=args.rounds,
        seed=args.seed,
        threads=args.threads,
        progress=progress,
    )
    if shows:
        print("\r\x1b[K", end="", file=sys.stderr)
    if console.as_json:
        console.json({"rules": args.rules, "seed": args.seed, **asdict(result)})
    else:
        console.write(*_page(console, result))
    return OK


def _page(console: Console, result: Arena) -> list[str]:
    sign = "±" if console.hanzi else "+-"
    standings = [
        (each.agent, f"{each.points:+.3f}", f"{sign} {each.margin:.3f}")
        for each in sorted(result.standings, key=lambda each: -each.points)
    ]
    duels = [
        (
            f"{each.first} - {each.second}",
            f"{each.difference:+.3f}",
            f"{sign} {each.margin:.3f}",
            "certain" if each.is_certain else "not certain",
        )
        for each in result.duels
    ]
    return [
        f"{number(result.decks)} decks, {number(result.rounds)} rounds",
        "",
        *columns(standings, align="lrl", header=("agent", "points a round", "")),
        "",
        *columns(duels, align="lrll", header=("difference", "points a round", "", "")),
    ]
