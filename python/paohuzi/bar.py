"""A progress bar on standard error, by tqdm, https://tqdm.github.io."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

__all__ = ["Bar"]


class Bar:
    """Shows how far a simulation is: ``with Bar() as bar: simulate(progress=bar.tell)``.

    Raises
    ------
    ImportError
        tqdm is not installed: it comes with ``pip install 'paohuzi[progress]'``.
    """

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ModuleNotFoundError as error:
            message = "tqdm is not installed; it comes with: pip install 'paohuzi[progress]'"
            raise ImportError(message, name="tqdm") from error
        self._bar: Any = tqdm(unit="round", unit_scale=True, dynamic_ncols=True)

    def tell(self, done: int, rounds: int) -> None:
        """Show that so many of the rounds are finished."""
        self._bar.total = rounds
        self._bar.update(done - self._bar.n)

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        """Leave the bar as it is now."""
        self._bar.close()
