"""The command ``paohuzi``: which commands there are, and how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from paohuzi import PaohuziError, __version__
from paohuzi.cli import analyse, arena, convert, human, replay, rules, simulate, watch
from paohuzi.cli.problems import ERRORS, USAGE, InputError, UsageError, complain

__all__ = ["main"]

COMMANDS: Final = (analyse, human, watch, simulate, arena, replay, convert, rules)
INTERRUPTED: Final = 130
"""As a shell reports a command that Ctrl-C ended."""
PIPE_CLOSED: Final = 141
"""As a shell reports a command whose reader went away."""

DESCRIPTION: Final = (
    "The card game Pao Huzi (pao hu zi): analysis of hands, rounds and simulations."
)
EPILOG: Final = """\
cards    s1 to s10 are the small ones, b1 to b10 the big ones, s5x3 is three s5; hanzi do as well
melds    peng:s4  wei:b8  chou_wei:b8  pao:b7  ti:s2  dealt_ti:s2  chi:s1-s2-s3
exit     0 all is well, 1 what was to be read has errors, 2 the command line has

examples:
  paohuzi analyse "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6"
  paohuzi watch --seed 7
  paohuzi play --rounds 8
  paohuzi simulate --rounds 10000 --agents greedy,random,random
  paohuzi rules show quanmingtang
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        """End with what is wrong with the command line."""
        complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(USAGE)


def build_parser() -> Parser:
    """Give the parser of all commands."""
    parser = Parser(
        prog="paohuzi",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"paohuzi {__version__}")
    commands = parser.add_subparsers(
        title="commands",
        metavar="COMMAND",
        dest="command",
        parser_class=Parser,
        prog="paohuzi",  # Else argparse loads what it needs to find it out.
    )
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code.

    Parameters
    ----------
    argv
        The arguments behind the name of the program; those of the process where none are given.
    """
    _never_fail_to_write()
    parser = build_parser()
    args = parser.parse_args([_as_text(arg) for arg in (sys.argv[1:] if argv is None else argv)])
    if args.command is None:
        parser.print_help()
        return USAGE
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except UsageError as error:
        complain(f"{error} (see paohuzi {args.command} --help)")
        return USAGE
    except BrokenPipeError:
        # The interpreter flushes once more at its end, which must not fail either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (InputError, PaohuziError, UnicodeError) as error:
        complain(error)
        return ERRORS
    except OSError as error:
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return ERRORS
    return status


def _as_text(arg: str) -> str:
    """Read an argument as UTF-8, whatever the locale made of it."""
    try:
        return os.fsencode(arg).decode("utf-8")
    except UnicodeError:
        return arg


def _never_fail_to_write() -> None:
    """Write what the output cannot hold as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
