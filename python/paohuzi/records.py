"""Files of records, in any of their text forms, read one record at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from paohuzi._core import Record, Ruleset

__all__ = ["read_records"]


def read_records(
    source: str | os.PathLike[str] | Iterable[str], *, rules: Ruleset | None = None
) -> Iterator[Record]:
    """Give the records of a file, one after the other, without holding more than one.

    Parameters
    ----------
    source
        The path of a UTF-8 file, or lines such as those of an open one. Records may be lines of JSON (`Record.dumps`),
        short lines (`Record.to_text`) and whole logs (`Record.to_log`), mixed and with blank lines between.
    rules
        The ruleset that short lines name; by default the preset of that name.

    Raises
    ------
    RecordError
        Of the first record that is none; those before it have been given.

    Examples
    --------
    >>> from paohuzi import Game
    >>> record = Game(seed=7).record
    >>> lines = [record.dumps(), record.to_text(), *record.to_log().splitlines()]
    >>> list(read_records(lines)) == [record] * 3
    True
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8-sig") as file:
            yield from _records(file, rules)
    else:
        yield from _records(source, rules)


def _records(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Record]:
    log: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        begins_log = _begins_log(line)
        begins = begins_log or _begins_record(line)
        if log and begins:
            yield Record.from_log(log)
            log = []
        if begins_log or (log and not begins):
            log.append(line)
        else:
            yield Record.loads(line, rules=rules)
    if log:
        yield Record.from_log(log)


def _begins_log(line: str) -> bool:
    """Whether the line is the header of a log."""
    start = line.lstrip()[:40].replace(" ", "")
    return start.startswith('{"kind":"log"')


def _begins_record(line: str) -> bool:
    """Whether the line is a record by itself: events have a kind, records a format."""
    start = line.lstrip()[:40].replace(" ", "")
    return start.startswith(("record:", '{"format":'))
