"""What commands are given: rulesets, agents, numbers and files, read from the command line."""

from __future__ import annotations

import os.path
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Final

from paohuzi import PaohuziError, Round, Ruleset, RulesetError, agents, rulesets
from paohuzi.cli.problems import InputError, UsageError

__all__ = [
    "add_ascii_option",
    "add_match_options",
    "add_output_options",
    "add_records_rules_option",
    "add_rules_option",
    "agents_for",
    "load_rules",
    "people_at",
    "position",
    "read_bytes",
    "read_text",
    "rules_text",
    "seat_in",
    "whole_number",
]

DEFAULT_RULES: Final = "quanmingtang"
STDIN: Final = "-"
MOST_ROUNDS: Final = 100_000
"""Of a match that is told."""


def add_rules_option(parser: ArgumentParser) -> None:
    """Add ``--rules``; None where it is not given."""
    parser.add_argument(
        "--rules",
        metavar="RULES",
        help="a ruleset by name (see paohuzi rules list) or a TOML file with one; "
        f"{DEFAULT_RULES} by default",
    )


def add_records_rules_option(parser: ArgumentParser) -> None:
    """Add ``--rules`` for records that only name their ruleset."""
    parser.add_argument(
        "--rules",
        metavar="RULES",
        help="the ruleset that short lines name, where it is no preset: a TOML file with it",
    )


def position(text: str, rules: str | None) -> Round:
    """Give the round of a position on one line.

    Parameters
    ----------
    text
        The line.
    rules
        The ruleset's name or file; by default the preset that the line names.

    Raises
    ------
    InputError
        It is none, or of another ruleset.
    """
    try:
        return Round.from_text(text, rules=None if rules is None else load_rules(rules))
    except PaohuziError as error:
        raise InputError(f"--position: {error}") from error


def add_output_options(parser: ArgumentParser) -> None:
    """Add the options that say how to write."""
    parser.add_argument(
        "--json", action="store_true", help="write JSON instead, for programs to read"
    )
    add_ascii_option(parser)


def add_ascii_option(parser: ArgumentParser) -> None:
    """Add ``--ascii``."""
    parser.add_argument(
        "--ascii",
        action="store_true",
        help="write cards as s7 and b7 instead of 七 and 柒, and no Chinese names; "
        "so it is anyway where the output cannot hold them",
    )


def add_match_options(parser: ArgumentParser) -> None:
    """Add the options that say how a match is played."""
    parser.add_argument(
        "--rounds", type=whole_number(1, MOST_ROUNDS), metavar="N", help="a match of so many rounds"
    )
    parser.add_argument(
        "--people",
        type=whole_number(3, 4),
        metavar="N",
        help="people at the table of a match: where three play, the fourth rests, opposite the dealer",
    )
    parser.add_argument(
        "--target",
        type=whole_number(0, 2**32 - 1),
        metavar="N",
        help="a match until a total reaches this; 0 for none, the ruleset's own by default",
    )


def people_at(args: Namespace, rules: Ruleset) -> int:
    """Give how many people sit at the table.

    Raises
    ------
    UsageError
        The ruleset has no room for so many.
    """
    people: int = rules.seats if args.people is None else args.people
    if people not in (rules.seats, 4):
        raise UsageError(f"--people: found {people}, expected {rules.seats}")
    return people


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Give a reader of whole numbers in a range, for an option's type."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            message = f"found {text!r}, expected a whole number from {low} to {high}"
            raise ArgumentTypeError(message)
        return value

    return read


def load_rules(text: str | None) -> Ruleset:
    """Give the ruleset with this name, or the one in this file; the default one for None.

    Raises
    ------
    UsageError
        No ruleset has the name.
    InputError
        The file cannot be read, or holds no ruleset.
    """
    if text is None:
        return rulesets.load(DEFAULT_RULES)
    if text in rulesets.names():
        return rulesets.load(text)
    if not text.endswith(".toml") and not os.path.isfile(text):
        names = ", ".join(rulesets.names())
        raise UsageError(f"found no ruleset {text!r}, expected a TOML file or one of: {names}")
    try:
        return rulesets.loads(read_text(text))
    except RulesetError as error:
        raise InputError(f"{text}: {error}") from error


def rules_text(text: str) -> str:
    """Give the file of the ruleset with this name, or the text of this file, comments and all.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    return rulesets.text_of(text) if text in rulesets.names() else read_text(text)


def agents_for(text: str, rules: Ruleset, *, people: int | None = None) -> tuple[str, ...]:
    """Give the agents that the text names, one a seat.

    Raises
    ------
    UsageError
        No agent has the name, or they are too few or too many.
    """
    names = tuple(name.strip() for name in text.split(","))
    known = agents.names()
    for name in names:
        if name not in known:
            raise UsageError(f"found no agent {name!r}, expected one of: {', '.join(known)}")
    seats = rules.seats if people is None else people
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise UsageError(
            f"found {len(names)} agents, expected 1 for all seats or {seats}, one a seat"
        )
    return names


def seat_in(seat: int | None, rules: Ruleset, option: str) -> int | None:
    """Give the seat, if the table has it.

    Raises
    ------
    UsageError
        It has not.
    """
    if seat is not None and seat >= rules.seats:
        raise UsageError(f"{option}: found seat {seat}, expected 0 to {rules.seats - 1}")
    return seat


def read_bytes(path: str) -> bytes:
    """Give the contents of a file, or of standard input for ``-``.

    Raises
    ------
    InputError
        It cannot be read.
    """
    try:
        if path == STDIN:
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def read_text(path: str) -> str:
    """Give the text of a file, or of standard input for ``-``.

    Raises
    ------
    InputError
        It cannot be read, or is not UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start}"
        raise InputError(f"{path}: found {where} that is no UTF-8, expected text") from error
