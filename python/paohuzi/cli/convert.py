"""``paohuzi convert``: recorded rounds from one form into another."""

from __future__ import annotations

import os
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, Final

from paohuzi import PaohuziError, Record
from paohuzi.cli.inputs import (
    add_records_rules_option,
    load_rules,
    read_bytes,
    seat_in,
    whole_number,
)
from paohuzi.cli.problems import ERRORS, OK, UsageError, complain
from paohuzi.cli.recorded import records_in

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

FORMS: Final = ("json", "text", "log", "bytes")
DESCRIPTION: Final = """\
Recorded rounds from any form into another: json, a line that holds the whole ruleset; text, a short line that names
its ruleset; log, every event as a line of JSON; bytes, the smallest with its ruleset in it. Each record is replayed
first, so nothing is written of one that does not follow.
"""
EPILOG: Final = """\
With --seat a log tells what that seat saw. All forms are described in docs/records.md.

examples:
  paohuzi convert round.json --to text
  paohuzi convert rounds.txt --to log --seat 1
  paohuzi convert round.json --to bytes --output round.bin
"""


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "convert",
        help="recorded rounds from one form into another",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a file with records, - for standard input")
    parser.add_argument("--to", choices=FORMS, required=True, help="the form to write")
    parser.add_argument(
        "--seat",
        type=whole_number(0, 3),
        metavar="N",
        help="with --to log, what this seat saw and no more",
    )
    parser.add_argument(
        "--output", metavar="FILE", help="the file to write; standard output by default"
    )
    add_records_rules_option(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    if args.seat is not None and args.to != "log":
        raise UsageError("found --seat, expected --to log with it")
    rules = None if args.rules is None else load_rules(args.rules)
    found = list(records_in(args.file, read_bytes(args.file), rules))
    if args.to == "bytes" and len(found) > 1:
        raise UsageError(f"found {len(found)} records, expected one for --to bytes")
    pieces: list[bytes] = []
    status = OK
    for where, record, error in found:
        if error is not None:
            complain(f"{where}: {error}")
        elif record is None:
            complain(f"{where}: found the log of a seat, which does not tell all")
        else:
            try:
                pieces.append(_written(record, args))
                continue
            except PaohuziError as refused:
                complain(f"{where}: {refused}")
        status = ERRORS
    _write(args.output, b"".join(pieces))
    return status


def _written(record: Record, args: Namespace) -> bytes:
    record.replay()
    if args.to == "bytes":
        return record.to_bytes()
    if args.to == "log":
        return record.to_log(seat_in(args.seat, record.rules, "--seat")).encode()
    text = record.dumps() if args.to == "json" else record.to_text()
    return f"{text}\n".encode()


def _write(path: str | None, data: bytes) -> None:
    if path is not None:
        # Whole or not at all: who reads the file while it is written sees the old one.
        unfinished = f"{path}.unfinished"
        with open(unfinished, "wb") as file:
            file.write(data)
        os.replace(unfinished, path)
        return
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(data.decode("utf-8"))
    else:
        buffer.write(data)
