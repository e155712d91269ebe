"""Random hands with their table, most of them close to a win."""

import random
from collections import Counter

from .cards import CARDS, in_order
from .decks import full_pool
from .melds import CHI_BLOCKS, chi

__all__ = ["Position", "random_position"]

Position = tuple[tuple[str, ...], tuple[str, ...], str]


def random_position(rng: random.Random) -> Position:
    """Give a hand of waiting size, its table melds, and a card to win with (or nearly)."""
    while True:
        position = try_position(rng)
        if position is not None:
            return position


def try_position(rng: random.Random) -> Position | None:
    """Lay seven blocks, put some on the table, take one card out, sometimes change another."""
    pool = full_pool()
    quads = rng.choice((0, 0, 0, 1, 1, 2, 3))
    triples = rng.randint(0, 7 - quads - bool(quads))
    melds: list[str] = []
    hand: list[str] = []
    kinds = rng.sample(CARDS, quads + triples + 1)
    if quads:
        pair = kinds.pop()
        hand += [pair] * 2
        pool[pair] -= 2
    for place, card in enumerate(kinds[: quads + triples]):
        size = 4 if place < quads else 3
        pool[card] -= size
        if size == 4:
            melds.append(f"{rng.choice(('pao', 'ti', 'dealt_ti'))}:{card}")
        elif rng.random() < 0.4:
            melds.append(f"{rng.choice(('peng', 'wei', 'chou_wei'))}:{card}")
        else:
            hand += [card] * 3
    for _ in range(7 - quads - triples - bool(quads)):
        fitting = [
            block
            for block in CHI_BLOCKS
            if all(pool[card] >= count for card, count in Counter(block).items())
        ]
        if not fitting:
            return None
        block = rng.choice(fitting)
        pool.subtract(block)
        if rng.random() < 0.3:
            melds.append(chi(block))
        else:
            hand += block
    if not hand:
        return None
    rng.shuffle(melds)
    rng.shuffle(hand)
    draw = hand.pop()
    pool[draw] += 1
    if hand and rng.random() < 0.3:
        pool[hand.pop()] += 1
        hand.append(rng.choice(list(pool.elements())))
        pool[hand[-1]] -= 1
        draw = rng.choice(list(pool.elements()))
    return in_order(hand), tuple(melds), draw
