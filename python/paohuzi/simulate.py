"""Many rounds of bots, on as many threads as wanted, with the same results for any number of them."""

from collections.abc import Callable, Sequence

from paohuzi import _core
from paohuzi._core import Deck, Game, Results, Ruleset

__all__ = ["game_of", "simulate"]


def simulate(
    rules: Ruleset | None = None,
    agents: str | Sequence[str] = ("greedy", "random", "random"),
    *,
    rounds: int = 100_000,
    seed: int = 1,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Results:
    """Play many rounds and give their results in columns.

    Round ``i`` depends on the ruleset, the agents, the seed and ``i`` alone: the deck is ``Deck.shuffled(seed, i)``,
    seat ``i`` modulo the seats deals, and no drawn rounds come before it. So neither threads nor the way in which a
    run is cut into parts change a result. Other Python threads run meanwhile.

    Parameters
    ----------
    rules
        The ruleset; ``quanmingtang`` where there is none.
    agents
        The bots by name, see `paohuzi.agents.names`: one a seat, or one name for all seats.
    rounds
        How many rounds.
    seed
        What all rounds share, from 0 to 2**64 - 1.
    first
        The index of the first round.
    threads
        How many threads play; where it is not said, the environment variable ``PAOHUZI_NUM_THREADS`` says it, else it
        is one.
    progress
        Called every now and then with the number of rounds finished and the number of all; when it gives False, the
        simulation ends there, and the results are those of the finished rounds.

    Raises
    ------
    ParseError
        A name that no bot has, not one bot a seat, or a number out of range.
    KeyboardInterrupt
        By Ctrl-C, within a second.

    Examples
    --------
    >>> results = simulate(agents=("greedy", "random", "random"), rounds=300, seed=1)
    >>> len(results), sum(results.payments.tolist()[0])
    (300, 0)
    >>> summary = results.summary()
    >>> summary.seats[0].wins > summary.seats[1].wins
    True
    """
    return _core.simulate(
        rules,
        agents,
        rounds=rounds,
        seed=seed,
        first=first,
        threads=threads,
        progress=progress,
    )


def game_of(
    rules: Ruleset,
    seed: int,
    index: int,
    *,
    dealer: int | None = None,
    drawn_before: int = 0,
) -> Game:
    """Give the game in which a simulation plays a round, before its first answer.

    Parameters
    ----------
    rules
        The ruleset.
    seed
        The seed of the simulation.
    index
        The index of the round.
    dealer
        The seat that deals; as in the simulation where there is none.
    drawn_before
        Rounds just before it that nobody won; none in a simulation.

    Examples
    --------
    >>> from paohuzi import rulesets
    >>> game_of(rulesets.load("quanmingtang"), seed=1, index=4).round.dealer
    1
    """
    deck = Deck.shuffled(seed, index)
    seat = index % rules.seats if dealer is None else dealer
    return Game.from_deck(rules, deck, dealer=seat, drawn_before=drawn_before)
