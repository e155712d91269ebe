"""Where the values of a ruleset file come from.

A file names the source of a value in a comment behind it. So a source is no part of the ruleset: two files with the
same values are the same ruleset and have the same hash, whatever sources they name.
"""

import re

from paohuzi._core import Ruleset

__all__ = ["sources_of"]

_COMMENT = re.compile(r"#\s*source:\s*(.*?)\s*$")


def sources_of(text: str) -> dict[str, str]:
    r"""Give the source of each key of a ruleset file that names one.

    Parameters
    ----------
    text
        The text of the file.

    Examples
    --------
    >>> sources_of("name = 'ten'\nmin_huxi = 10  # source: house rule")
    {'min_huxi': 'house rule'}
    """
    lines = text.split("\n")
    found = {}
    for key, line in Ruleset._lines(text).items():
        if (comment := _COMMENT.search(lines[line - 1])) is not None:
            found[key] = comment.group(1)
    return found
