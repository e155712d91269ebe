"""What to say where a package is missing that an environment needs."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["needs"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import within this what comes with an extra of paohuzi, so that an error names the extra.

    Parameters
    ----------
    extra
        The extra.

    Raises
    ------
    ImportError
        If a package is not installed.

    Examples
    --------
    >>> with needs("rl"):
    ...     import a_package_that_nobody_has
    Traceback (most recent call last):
        ...
    ImportError: a_package_that_nobody_has is not installed; it comes with: pip install 'paohuzi[rl]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; it comes with: pip install 'paohuzi[{extra}]'"
        raise ImportError(message, name=error.name) from error
