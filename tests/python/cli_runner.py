"""Runs the command line, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from paohuzi.cli import main

__all__ = ["Ran", "Run", "documents", "in_process", "run_apart"]


class Ran(NamedTuple):
    """What a command gave."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


def in_process(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*args: str) -> Ran:
        try:
            status = main(args)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
        return Ran(status, *capsys.readouterr())

    return run


def run_apart(
    *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None, timeout: float = 120
) -> Ran:
    done = subprocess.run(
        [sys.executable, "-m", "paohuzi", *args],
        input=stdin,
        capture_output=True,
        env={**os.environ, **(env or {})},
        timeout=timeout,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def documents(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]
