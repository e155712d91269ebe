"""``paohuzi watch``: a round of bots, or a match, told step by step."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Action, Game
from paohuzi.agents import Bot
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import (
    add_match_options,
    add_output_options,
    add_rules_option,
    agents_for,
    load_rules,
    position,
    seat_in,
    whole_number,
)
from paohuzi.cli.problems import OK, UsageError
from paohuzi.simulate import game_of

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
One round, told as a player would tell it: who draws what, who takes it, why, and at the end the winning hand with its
blocks, huxi, units, patterns, score and payments. With --rounds, --people or --target a whole match, round after round.
"""
EPILOG: Final = """\
The seed and the number of the round decide the cards and the bots' choices: the same round every time, and the one
that paohuzi simulate plays under that number with the same agents.

examples:
  paohuzi watch --seed 7
  paohuzi watch --seed 7 --rules hunan_half --agents greedy,random,random --dealer 2
  paohuzi watch --seed 7 --seat 1                   what seat 1 sees, and no more
  paohuzi watch --seed 1 --round 4711               round 4711 of paohuzi simulate --seed 1
  paohuzi watch --seed 7 --record round.json && paohuzi replay round.json
  paohuzi watch --seed 7 --rules shaoyang_bopi --people 4       a match until somebody has 100
"""
MOST: Final = 2**64 - 1


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "watch",
        help="a round of bots, or a match, told step by step",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MOST), default=0, help="decides the cards; 0 by default"
    )
    parser.add_argument(
        "--round",
        type=whole_number(0, MOST),
        default=0,
        metavar="I",
        help="the number of the round among those of the seed; 0 by default",
    )
    parser.add_argument(
        "--agents",
        default="greedy",
        help="bots by name (random, simple, greedy), one for all seats or one a seat with commas between; "
        "%(default)s by default",
    )
    parser.add_argument(
        "--dealer",
        type=whole_number(0, 3),
        metavar="N",
        help="the seat that deals; the number of the round modulo the seats by default",
    )
    parser.add_argument(
        "--drawn-before",
        type=whole_number(0, 0xFFFF),
        default=0,
        metavar="N",
        help="rounds just before it that nobody won, which count in some rulesets",
    )
    parser.add_argument(
        "--seat", type=whole_number(0, 3), metavar="N", help="tell only what this seat sees"
    )
    parser.add_argument(
        "--position",
        metavar="LINE",
        help="begin with this position, as paohuzi replay --to prints it; the seed decides the bots' choices",
    )
    parser.add_argument("--record", metavar="FILE", help="save the round for paohuzi replay")
    add_match_options(parser)
    add_rules_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    # Most starts of the program need none of it.
    from paohuzi.cli.play import steps, tell, told_dict

    if any(each is not None for each in (args.rounds, args.people, args.target)):
        from paohuzi.cli.match import watch_match

        if args.round or args.drawn_before or args.position is not None:
            raise UsageError(
                "found --round, --drawn-before or --position, which are of one round, with a match"
            )
        return watch_match(args)
    console = Console.of(args)
    game = _beginning(args)
    rules = game.rules
    names = agents_for(args.agents, rules)
    seat = seat_in(args.seat, rules, "--seat")
    bots = [
        Bot(name, rules, seed=args.seed, index=args.round, seat=place)
        for place, name in enumerate(names)
    ]
    start = game.round

    def answer(game: Game) -> Action:
        view = game.view()
        return bots[view.seat].act(view)

    played = steps(game, answer)
    if console.as_json:
        told = told_dict(start, played, seat=seat)
        if seat is None:
            import json

            told["record"] = json.loads(game.record.dumps())
        console.json({"seed": args.seed, "round": args.round, "agents": names, **told})
    else:
        which = f", round {args.round}" if args.round else ""
        console.write(f"{console.term(rules.name, rules.hanzi)}, seed {args.seed}{which}", "")
        tell(console, start, played, agents=names, seat=seat)
    if args.record is not None:
        with open(args.record, "w", encoding="utf-8") as file:
            file.write(f"{game.record.dumps()}\n")
        if not console.as_json:
            console.write("", f"The record is in {args.record}.")
    return OK


def _beginning(args: Namespace) -> Game:
    """Give the game of the seed, or of the position."""
    if args.position is not None:
        if args.dealer is not None or args.drawn_before:
            raise UsageError("found --position with --dealer or --drawn-before, which it tells")
        start = position(args.position, args.rules)
        return Game.from_setup(start.setup(), start.rules)
    rules = load_rules(args.rules)
    dealer = seat_in(args.dealer, rules, "--dealer")
    return game_of(rules, args.seed, args.round, dealer=dealer, drawn_before=args.drawn_before)
