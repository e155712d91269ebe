"""How a command says that it cannot go on, and with which exit code it ends."""

from __future__ import annotations

import sys
from typing import Final

__all__ = ["ERRORS", "OK", "USAGE", "InputError", "UsageError", "complain"]

OK: Final = 0
ERRORS: Final = 1
"""What the command was given to read has errors."""
USAGE: Final = 2
"""The command line itself has."""


class InputError(Exception):
    """A file, hand or record that cannot be used."""


class UsageError(Exception):
    """A command line that cannot be."""


def complain(message: object) -> None:
    """Write one line about what is wrong to standard error."""
    line = " ".join(str(message).split())
    print(f"paohuzi: error: {line}", file=sys.stderr)
