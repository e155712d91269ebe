"""Which cards complete a hand."""

from collections import Counter
from collections.abc import Sequence

from .cards import CARDS
from .melds import cards_of
from .ruleset import Rules
from .win import best_win

__all__ = ["waits"]


def waits(
    hand: Sequence[str], melds: Sequence[str], rules: Rules
) -> dict[str, tuple[int | None, int | None]]:
    """Card: huxi of the best win on an own draw, and on another seat's draw."""
    owned = Counter(hand)
    for meld in melds:
        owned.update(cards_of(meld))
    found: dict[str, tuple[int | None, int | None]] = {}
    for card in CARDS:
        if owned[card] >= 4:
            continue
        own = best_win(hand, melds, card, True, rules)
        others = best_win(hand, melds, card, False, rules)
        if own or others:
            found[card] = (own["huxi"] if own else None, others["huxi"] if others else None)
    return found
