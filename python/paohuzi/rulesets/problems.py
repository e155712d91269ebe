"""What is wrong with a ruleset file, all of it at once."""

from dataclasses import dataclass

from paohuzi._core import Ruleset

__all__ = ["Problem", "check"]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a ruleset file.

    Attributes
    ----------
    line
        The line it stands on, from 1; None where the file does not say it.
    key
        Its key, with dots for tables and numbers from 0 for items, such as ``fan[2].value``; empty for the text as a
        whole.
    found
        What stands there; empty where nothing does, or where the key itself is at fault.
    expected
        What may stand there.
    meant
        A known name that may have been meant.
    """

    line: int | None
    key: str
    found: str
    expected: str
    meant: str | None

    def __str__(self) -> str:
        """Say it on one line."""
        if self.meant and self.expected.startswith("one of the keys"):
            what = "no such key"
        elif self.found:
            what = f"found {self.found}, expected {self.expected}"
        elif not self.key:
            what = self.expected
        elif self.expected.startswith("one of the keys"):
            what = f"no such key, expected {self.expected}"
        else:
            what = f"missing, expected {self.expected}"
        where = f"{self.key}: " if self.key else ""
        meant = f"; did you mean {self.meant}?" if self.meant else ""
        return f"{where}{what}{meant}"


def check(text: str) -> tuple[Problem, ...]:
    r"""Give all that is wrong with a ruleset file, by line; nothing where `loads` reads it.

    Examples
    --------
    >>> for problem in check("name = 'ten'\nmin_hxui = 10\npay_discard = 'x4'"):
    ...     print(problem.line, problem.key, problem.meant)
    2 min_hxui min_huxi
    3 pay_discard x2
    """
    return tuple(Problem(*parts) for parts in Ruleset._check(text))
