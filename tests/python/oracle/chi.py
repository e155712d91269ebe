"""Every 吃 of a card with its 比, as 2.4 says it."""

from collections.abc import Sequence

from .cards import ORDER, split_hand
from .melds import is_chi_block

__all__ = ["chi_action", "chi_options"]

Block = tuple[str, ...]
Choice = tuple[Block, ...]


def chi_options(hand: Sequence[str], card: str, *, one_five_ten: bool = False) -> set[Choice]:
    """Every set of blocks that eating `card` may lay; blocks and their cards in card order."""
    split = split_hand(hand)
    if card in split.triples or card in split.quads:
        return set()
    return lay(card, split.loose, one_five_ten)


def lay(card: str, loose: Sequence[str], one_five_ten: bool) -> set[Choice]:
    """Lay one `card` with two loose ones, then every further copy that is left."""
    choices: set[Choice] = set()
    for i in range(len(loose)):
        for j in range(i + 1, len(loose)):
            if not is_chi_block((card, loose[i], loose[j]), one_five_ten=one_five_ten):
                continue
            block = tuple(sorted((card, loose[i], loose[j]), key=ORDER.__getitem__))
            rest = [loose[n] for n in range(len(loose)) if n not in (i, j)]
            if card not in rest:
                choices.add((block,))
                continue
            rest.remove(card)
            for further in lay(card, rest, one_five_ten):
                choices.add(tuple(sorted((block, *further), key=block_order)))
    return choices


def block_order(block: Block) -> tuple[int, ...]:
    """Blocks compare as tuples of cards."""
    return tuple(ORDER[card] for card in block)


def chi_action(card: str, choice: Choice) -> str:
    """Give the action text of a choice."""
    return f"chi:{card}:" + "+".join("-".join(block) for block in choice)
