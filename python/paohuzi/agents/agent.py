"""What an agent is, and which of them have names."""

from typing import Protocol

from paohuzi._core import AGENTS, Action, View

__all__ = ["Agent", "names"]


class Agent(Protocol):
    """A player: it is shown what its seat may know and answers.

    Examples
    --------
    >>> class First:
    ...     def act(self, view):
    ...         return view.legal_actions()[0]
    """

    def act(self, view: View, /) -> Action:
        """Give the answer to what the view asks: one of its legal actions."""
        ...


def names() -> tuple[str, ...]:
    """Give the names of the bots that come with the package.

    Examples
    --------
    >>> names()
    ('random', 'simple', 'greedy')
    """
    return AGENTS
