"""``paohuzi replay``: a recorded round, told step by step."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Action, Game, PaohuziError, Record
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import (
    add_output_options,
    add_records_rules_option,
    load_rules,
    read_bytes,
    seat_in,
    whole_number,
)
from paohuzi.cli.problems import ERRORS, OK, InputError, complain
from paohuzi.cli.reasons import refused_answer
from paohuzi.cli.recorded import records_in

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
A recorded round, told as a player would tell it. A record holds the ruleset, the cards and every answer, in any of the
forms that paohuzi watch --record, paohuzi convert and the library's Record write: JSON, a short line, a log, bytes.
"""
EPILOG: Final = """\
A file may hold several records. With --to the telling stops after so many answers and shows the table as it then
stands, and the position on one line, for --position of other commands and for reports.

examples:
  paohuzi replay round.json
  paohuzi replay round.json --to 12 --seat 0      the table as seat 0 saw it after 12 answers
"""
MANY: Final = 2**31
REPLAY: Final = "record_replay"
"""The code of the error for an answer that does not follow."""


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="a recorded round, told step by step",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a file with records, - for standard input")
    parser.add_argument(
        "--to", type=whole_number(0, MANY), metavar="N", help="stop after N answers"
    )
    parser.add_argument(
        "--seat", type=whole_number(0, 3), metavar="N", help="tell only what this seat sees"
    )
    add_records_rules_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    console = Console.of(args)
    rules = None if args.rules is None else load_rules(args.rules)
    status = OK
    is_first = True
    for where, record, error in records_in(args.file, read_bytes(args.file), rules):
        if not (is_first or console.as_json):
            console.write("", "")
        is_first = False
        try:
            if error is not None:
                raise error
            if record is None:
                raise InputError("found the log of a seat, which does not tell all")
            # Whatever does not follow is found before anything is told.
            record.replay()
        except (PaohuziError, InputError) as problem:
            code = getattr(problem, "code", None)
            reason = None if record is None or code != REPLAY else refused_answer(record)
            complain(f"{where}: {problem}" + (f"; {reason}" if reason else ""))
            status = ERRORS
            continue
        _show(console, args, record)
    return status


def _show(console: Console, args: Namespace, record: Record) -> None:
    # Most starts of the program need none of it.
    from paohuzi.cli.play import steps, tell, told_dict

    seat = seat_in(args.seat, record.rules, "--seat")
    answers = [action for _, action in record.answers][: args.to]
    game = record.beginning()
    start = game.round

    def answer(game: Game) -> Action | None:
        place = len(game.answers)
        return answers[place] if place < len(answers) else None

    played = steps(game, answer)
    if console.as_json:
        console.json(told_dict(start, played, seat=seat))
        return
    rules = record.rules
    console.write(f"{console.term(rules.name, rules.hanzi)}, {len(record.answers)} answers", "")
    tell(console, start, played, seat=seat)
