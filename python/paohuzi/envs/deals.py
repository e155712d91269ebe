"""One round after another, dealt as a simulation deals them."""

from paohuzi._core import Deck, Game, Ruleset

__all__ = ["Deals"]


class Deals:
    """Deals the rounds of a seed one after another.

    Round e of seed s has the deck ``Deck.shuffled(s, e)`` and the dealer e modulo the seats, as in a simulation.

    Parameters
    ----------
    rules
        The ruleset; ``quanmingtang`` where there is none.

    Examples
    --------
    >>> deals = Deals()
    >>> deals.begin(7)
    >>> first, second = deals.next(), deals.next()
    >>> first.round.dealer, second.round.dealer, deals.episode
    (0, 1, 1)
    """

    def __init__(self, rules: Ruleset | None = None) -> None:
        # What is no ruleset is refused here.
        self.rules = Game(rules, seed=0).rules
        self.seed: int | None = None
        self.episode = -1

    def begin(self, seed: int) -> None:
        """Begin with round 0 of a seed.

        Parameters
        ----------
        seed
            A number from 0 to 2**64 - 1.

        Raises
        ------
        ParseError
            A number out of range.
        """
        Deck.shuffled(seed)  # The seed is refused here or not at all.
        self.seed, self.episode = seed, -1

    def next(self) -> Game:
        """Deal the next round; there was a `begin`."""
        if self.seed is None:
            raise RuntimeError("no seed yet, expected a begin before the first round")
        self.episode += 1
        deck = Deck.shuffled(self.seed, self.episode)
        return Game.from_deck(self.rules, deck, dealer=self.episode % self.rules.seats)
