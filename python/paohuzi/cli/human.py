"""``paohuzi play``: a match against bots, at the keyboard."""

from __future__ import annotations

import os.path
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Match, Notice, PaohuziError, Round
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import (
    add_ascii_option,
    add_match_options,
    add_rules_option,
    agents_for,
    load_rules,
    people_at,
    read_text,
    whole_number,
)
from paohuzi.cli.problems import OK, UsageError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from paohuzi.cli.narrate import Narrator

__all__ = ["add_to"]

DESCRIPTION: Final = """\
A match against bots. You are told what your seat sees, and asked when you may answer: by the number of a choice or by
its text, such as discard:s5. h shows the table again, q ends.
"""
EPILOG: Final = """\
With --file the match is kept: it goes on from there the next time, in the middle of a round as well.

examples:
  paohuzi play
  paohuzi play --rules shaoyang_bopi --people 4 --file evening.json
  paohuzi play --rounds 8 --seed 7 --seat 2 --agents random
"""
MOST: Final = 2**64 - 1


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="a match against bots, at the keyboard",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seat", type=whole_number(0, 3), default=0, metavar="N", help="your seat; 0 by default"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MOST), default=0, help="decides the cards; 0 by default"
    )
    parser.add_argument(
        "--agents",
        default="greedy",
        help="the bots by name, one for all seats or one a seat with commas between; "
        "%(default)s by default",
    )
    parser.add_argument(
        "--file", metavar="FILE", help="a match to go on with, and where it is kept"
    )
    add_match_options(parser)
    add_rules_option(parser)
    add_ascii_option(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    from paohuzi.cli.match import end_lines

    console = Console(ascii_only=args.ascii)
    match = _match(args)
    if args.seat >= match.seats:
        raise UsageError(f"--seat: found seat {args.seat}, expected 0 to {match.seats - 1}")
    match.set_agent(args.seat, None)
    teller = Teller(console, match, args.seat)
    match.listen(teller.hear, seat=None)
    teller.begin()
    while args.seat in match.play() and _answer(console, match, args.seat):
        pass
    console.write("", *end_lines(match))
    if args.file is not None:
        with open(args.file, "w", encoding="utf-8") as file:
            file.write(f"{match.dumps()}\n")
        console.write("", f"The match is in {args.file}.")
    return OK


def _match(args: Namespace) -> Match:
    if args.file is not None and os.path.exists(args.file):
        return Match.loads(read_text(args.file))
    rules = load_rules(args.rules)
    people = people_at(args, rules)
    target = rules.target if args.target is None else args.target
    rounds = 1 if args.rounds is None and target == 0 else args.rounds
    names = agents_for(args.agents, rules, people=people)
    return Match(
        rules, rounds=rounds, seed=args.seed, seats=people, target=target, agents=list(names)
    )


def _answer(console: Console, match: Match, seat: int) -> bool:
    """Ask until something is answered; give whether to go on."""
    from paohuzi.cli.table import table_lines

    place = match.playing.index(seat)
    console.write("", *table_lines(console, match.round, place))
    legal = match.legal_actions(seat)
    for number, action in enumerate(legal, 1):
        console.write(f"  {number:2}  {action.hanzi if console.hanzi else action}")
    while True:
        sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        word = line.strip()
        if not line or word == "q":
            console.write("")
            return False
        if word == "h":
            console.write(*table_lines(console, match.round, place))
            continue
        is_choice = word.isascii() and word.isdecimal() and 1 <= int(word[:4]) <= len(legal)
        try:
            match.act(seat, legal[int(word) - 1] if is_choice else word, question=match.question_id)
        except PaohuziError as error:
            console.write(f"{error} (a number from 1 to {len(legal)}, h or q)")
            continue
        return True


class Teller:
    """Tells a match as it goes on, as one seat sees it."""

    def __init__(self, console: Console, match: Match, seat: int) -> None:
        self.console = console
        self.match = match
        self.seat = seat
        self.narrator: Narrator
        self.last: Round

    def begin(self) -> None:
        """Tell the deal of the round under way."""
        from paohuzi.cli.match import round_title
        from paohuzi.cli.narrate import Narrator

        match = self.match
        playing = match.playing
        place = playing.index(self.seat) if self.seat in playing else len(playing)
        agents = ["you" if each == self.seat else str(match.agents[each]) for each in playing]
        self.narrator = Narrator(self.console, agents=agents, seat=place)
        self.last = match.round
        number = len(match.played)
        self.console.write(*round_title(number, playing, match.resting))
        self.console.write(*self.narrator.opening(match.round))

    def hear(self, notice: Notice) -> None:
        """Tell what happened."""
        answer = notice.events[0]
        if answer.kind == "deal":
            self.begin()
            return
        result = notice.result
        after = self.match.round if result is None else result.record.replay().round
        assert answer.seat is not None
        assert answer.action is not None
        narrator = self.narrator
        told = narrator.step(self.last, answer.seat, answer.action, after, notice.events)
        self.console.write(*told)
        self.last = after
        if result is not None:
            self.console.write(*narrator.rest(), *narrator.ending(after), "")
        elif self.seat in self.match.active_seats:
            self.console.write(*narrator.rest())
