"""``paohuzi replay``: a recorded round, told step by step."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Action, Game, PaohuziError, Record
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import add_output_options, read_bytes, seat_in, whole_number
from paohuzi.cli.problems import ERRORS, OK, InputError, complain

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
A recorded round, told as a player would tell it. A record holds the whole ruleset, the cards and every answer; it is
the text or the bytes that paohuzi watch --record and the library's Record write.
"""
EPILOG: Final = """\
A file may hold several records, one a line. With --to the telling stops after so many answers and shows the table
as it then stands.

examples:
  paohuzi replay round.json
  paohuzi replay round.json --to 12 --seat 0      the table as seat 0 saw it after 12 answers
"""
MANY: Final = 2**31


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
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    console = Console.of(args)
    data = read_bytes(args.file)
    status = OK
    is_first = True
    for where, piece in pieces(args.file, data):
        if not (is_first or console.as_json):
            console.write("", "")
        is_first = False
        try:
            record = read_record(piece)
            # Whatever does not follow is found before anything is told.
            record.replay()
        except PaohuziError as error:
            complain(f"{where}: {error}")
            status = ERRORS
            continue
        _show(console, args, record)
    return status


def pieces(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Give the records of a file: the whole of it, or its lines where it has several.

    Raises
    ------
    InputError
        The file is empty.
    """
    if not data.strip():
        raise InputError(f"{name}: found nothing, expected a record")
    lines = [(place, line) for place, line in enumerate(data.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith(b"{") for _, line in lines):
        for place, line in lines:
            yield f"{name}:{place}", line
    else:
        yield name, data


def read_record(data: bytes) -> Record:
    """Read a record from its text or its bytes.

    Raises
    ------
    RecordError
        It is neither.
    """
    text = data.removeprefix(b"\xef\xbb\xbf").strip()
    if text.startswith(b"{"):
        return Record.loads(text.decode("utf-8", "replace"))
    return Record.from_bytes(data)


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
