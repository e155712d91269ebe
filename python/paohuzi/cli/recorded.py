"""Files with recorded rounds, in whatever form: one record after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paohuzi import PaohuziError, Record, Ruleset, validate_log
from paohuzi.cli.problems import InputError

__all__ = ["Found", "records_in"]


class Found(NamedTuple):
    """What stands at one place of a file."""

    where: str
    """The file and the line."""
    record: Record | None
    """None where there is none, or where it is the log of a seat, which does not tell all."""
    error: PaohuziError | None
    """Why there is none."""


def records_in(name: str, data: bytes, rules: Ruleset | None) -> Iterator[Found]:
    """Give what the file holds: bytes of a record, or lines of JSON, short lines and logs.

    Parameters
    ----------
    name
        What to call the file.
    data
        Its contents.
    rules
        The ruleset that short lines name; by default the preset of that name.

    Raises
    ------
    InputError
        The file is empty.
    """
    text = data.removeprefix(b"\xef\xbb\xbf").strip()
    if not text:
        raise InputError(f"{name}: found nothing, expected a record")
    if not text.startswith((b"{", b"record:")):
        yield _read(name, data, rules)
        return
    for place, piece in _pieces(data.removeprefix(b"\xef\xbb\xbf")):
        where = f"{name}:{place}" if place else name
        yield _read(where, piece, rules)


def _pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give the records of a text, each with the number of its line; 0 where the whole is one."""
    lines = [(place, line) for place, line in enumerate(data.splitlines(), 1) if line.strip()]
    if len(lines) == 1 or not all(_begins(line) for _, line in lines):
        # One line, or JSON with line breaks in it.
        yield 0, data
        return
    log: list[bytes] = []
    start = 0
    for place, line in lines:
        if log and (_is_header(line) or _is_record(line)):
            yield start, b"\n".join(log)
            log = []
        if log or _is_header(line):
            start = start if log else place
            log.append(line)
        else:
            yield place, line
    if log:
        # A file that is one log has its lines counted from its start.
        yield (0 if start == lines[0][0] else start), b"\n".join(log)


def _begins(line: bytes) -> bool:
    return line.lstrip().startswith((b"{", b"record:"))


def _is_header(line: bytes) -> bool:
    return line.lstrip()[:40].replace(b" ", b"").startswith(b'{"kind":"log"')


def _is_record(line: bytes) -> bool:
    start = line.lstrip()[:40].replace(b" ", b"")
    return start.startswith((b"record:", b'{"format":'))


def _read(where: str, data: bytes, rules: Ruleset | None) -> Found:
    try:
        return Found(where, _record(data, rules), None)
    except PaohuziError as error:
        return Found(where, None, error)


def _record(data: bytes, rules: Ruleset | None) -> Record | None:
    start = data.strip()
    if not start.startswith((b"{", b"record:")):
        return Record.from_bytes(data)
    text = start.decode("utf-8", "replace")
    if _is_header(start):
        return validate_log(text)
    return Record.loads(text, rules=rules)
