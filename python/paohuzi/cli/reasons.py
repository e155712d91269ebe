"""Why: what a win is made of and what keeps a hand from one, in English or Chinese."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Literal

from paohuzi import Explanation, Reason, Record
from paohuzi.cli.console import Console
from paohuzi.cli.problems import UsageError
from paohuzi.cli.text import paragraph

__all__ = [
    "add_lang_option",
    "explanation_lines",
    "lang_for",
    "reason_lines",
    "refused_answer",
]


def add_lang_option(parser: ArgumentParser) -> None:
    """Add ``--lang``."""
    parser.add_argument(
        "--lang",
        choices=("en", "zh"),
        default="en",
        help="the language of what is explained: English or Chinese; %(default)s by default",
    )


def lang_for(console: Console, lang: Literal["en", "zh"]) -> Literal["en", "zh"]:
    """Give the language, if the output holds its characters.

    Raises
    ------
    UsageError
        It does not.
    """
    if lang == "zh" and not (console.hanzi or console.as_json):
        raise UsageError("found --lang zh, expected an output that holds Chinese, without --ascii")
    return lang


def explanation_lines(explanation: Explanation, *, indent: int = 2) -> list[str]:
    """Give what a win is made of, a line for each block and step."""
    return [" " * indent + line for line in explanation.lines]


def reason_lines(
    reasons: Iterable[Reason], lang: Literal["en", "zh"], *, indent: int = 2
) -> list[str]:
    """Give reasons, each a paragraph of its own."""
    lines: list[str] = []
    for reason in reasons:
        lines += paragraph(reason.text(lang), indent=indent)
    return lines


def refused_answer(record: Record) -> Reason | None:
    """Say why the first answer of a record is refused that its seat may not give; None where there is none."""
    game = record.beginning()
    for seat, action in record.answers:
        if game.current_seat != seat:
            return None
        if not game.is_legal(action):
            return game.view().why_refused(action)
        game.push(action)
    return None
