"""Cards as texts: s1..s10 small, b1..b10 big, four copies of each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = [
    "CARDS",
    "ORDER",
    "Split",
    "in_order",
    "is_big",
    "is_red",
    "number",
    "parse",
    "split_hand",
]

CARDS: tuple[str, ...] = tuple(f"{size}{n}" for size in "sb" for n in range(1, 11))
ORDER: dict[str, int] = {card: place for place, card in enumerate(CARDS)}


def number(card: str) -> int:
    """Give the number on the card, 1 to 10."""
    return int(card[1:])


def is_big(card: str) -> bool:
    """Whether the card is a big one (壹 to 拾)."""
    return card[0] == "b"


def is_red(card: str) -> bool:
    """2, 7 and 10 of both sizes are red (R2)."""
    return number(card) in (2, 7, 10)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Give the cards in card order."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def parse(text: str) -> tuple[str, ...]:
    """Read `s1 s2x3 b10`."""
    cards: list[str] = []
    for word in text.split():
        card, _, count = word.partition("x")
        cards += [card] * int(count or 1)
    unknown = [card for card in cards if card not in ORDER]
    if unknown:
        raise ValueError(f"unknown cards {unknown}")
    return in_order(cards)


class Split(NamedTuple):
    """A hand by what is locked: kinds held four times, three times, and the loose cards."""

    quads: tuple[str, ...]
    triples: tuple[str, ...]
    loose: tuple[str, ...]


def split_hand(hand: Sequence[str]) -> Split:
    """Four equal cards are a dealt 提, three a 坎; both are locked (R8, R9)."""
    count = Counter(hand)
    return Split(
        quads=tuple(card for card in CARDS if count[card] == 4),
        triples=tuple(card for card in CARDS if count[card] == 3),
        loose=in_order(card for card in hand if count[card] <= 2),
    )
