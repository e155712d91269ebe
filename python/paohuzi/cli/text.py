"""Text that lines up: columns, paragraphs and numbers, with Chinese characters two columns wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

__all__ = ["columns", "listed", "number", "pad", "paragraph", "percent", "signed", "width"]

LINE = 96
"""Columns that a line of prose has at most."""


def width(text: str) -> int:
    """Give how many columns of a terminal the text takes.

    Examples
    --------
    >>> width("kan 坎")
    6
    """
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, to: int, *, right: bool = False) -> str:
    """Give the text with spaces up to a width: behind it, or before it where it stands right.

    Examples
    --------
    >>> pad("坎", 4) + "|"
    '坎  |'
    """
    spaces = " " * max(0, to - width(text))
    return spaces + text if right else text + spaces


def columns(
    rows: Iterable[Sequence[str]], *, align: str = "", header: Sequence[str] = (), indent: int = 2
) -> list[str]:
    """Give the rows as lines with columns that line up.

    Parameters
    ----------
    rows
        The cells of each row; a short row leaves the last columns empty.
    align
        A letter a column: ``l`` or ``r``. Columns beyond it stand left.
    header
        Titles, shown above a line of dashes.
    indent
        Spaces before each line.

    Examples
    --------
    >>> for line in columns([("s7", "15"), ("s10", "9")], align="lr", header=("card", "huxi")):
    ...     print(line)
      card  huxi
      ----  ----
      s7      15
      s10      9
    """
    table = [list(row) for row in rows]
    if header:
        table.insert(0, list(header))
    count = max((len(row) for row in table), default=0)
    widths = [
        max((width(row[place]) for row in table if place < len(row)), default=0)
        for place in range(count)
    ]
    if header:
        table.insert(1, ["-" * size for size in widths])
    sides = align.ljust(count, "l")
    return [(" " * indent + "  ".join(_cells(row, widths, sides))).rstrip() for row in table]


def _cells(row: Sequence[str], widths: Sequence[int], sides: str) -> list[str]:
    return [
        pad(cell, size, right=side == "r")
        for cell, size, side in zip(row, widths, sides, strict=False)
    ]


def paragraph(text: str, *, indent: int = 0, first: str = "") -> list[str]:
    """Give the text as lines of a readable length.

    Parameters
    ----------
    text
        Words; line breaks in it count as spaces.
    indent
        Spaces before each line.
    first
        What stands in the indentation of the first line.

    Examples
    --------
    >>> paragraph("Seat 1 draws.", indent=4, first="3.")
    ['3.  Seat 1 draws.']
    """
    lines: list[str] = []
    line = pad(first, indent)
    is_empty = True
    for word in text.split():
        if not is_empty and width(line) + 1 + width(word) > LINE:
            lines.append(line)
            line, is_empty = " " * indent, True
        line += word if is_empty else f" {word}"
        is_empty = False
    return lines if is_empty else [*lines, line]


def listed(words: Iterable[str], last: str = "and") -> str:
    """Give the words as a list in a sentence.

    Examples
    --------
    >>> listed(["peng", "chi", "hu"], "or")
    'peng, chi or hu'
    """
    *first, end = list(words) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def number(value: int) -> str:
    """Give a whole number with its thousands apart.

    Examples
    --------
    >>> number(100000)
    '100,000'
    """
    return f"{value:,}"


def signed(value: int) -> str:
    """Give points with their sign.

    Examples
    --------
    >>> signed(16), signed(-8), signed(0)
    ('+16', '-8', '0')
    """
    return f"{value:+,}" if value else "0"


def percent(part: int, whole: int) -> str:
    """Give a part of a whole in per cent; nothing of nothing.

    Examples
    --------
    >>> percent(1, 8), percent(0, 0)
    ('12.5 %', '')
    """
    return f"{100 * part / whole:.1f} %" if whole else ""
