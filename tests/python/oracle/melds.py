"""Melds as texts: `peng:s1`, `chi:s1-s2-s3`, `pair:s7` and so on."""

from collections.abc import Iterable

from .cards import CARDS, ORDER, in_order, is_big, is_red, number
from .ruleset import Rules

__all__ = [
    "ALL_BLOCKS",
    "CHI_BLOCKS",
    "QUADS",
    "cards_of",
    "chi",
    "huxi",
    "is_chi_block",
    "kind_of",
    "meld_order",
]

SIZES = {
    "dealt_ti": 4,
    "ti": 4,
    "pao": 4,
    "kan": 3,
    "wei": 3,
    "chou_wei": 3,
    "peng": 3,
    "pair": 2,
}
QUADS = ("dealt_ti", "ti", "pao")
KIND_ORDER = {
    "dealt_ti": 0,
    "ti": 0,
    "pao": 1,
    "kan": 2,
    "wei": 3,
    "chou_wei": 3,
    "peng": 4,
    "chi": 5,
    "pair": 6,
}


def kind_of(meld: str) -> str:
    """Give the kind of a meld text."""
    return meld.partition(":")[0]


def cards_of(meld: str) -> tuple[str, ...]:
    """Every card of a meld."""
    kind, _, rest = meld.partition(":")
    if kind == "chi":
        return tuple(rest.split("-"))
    return (rest,) * SIZES[kind]


def chi(cards: Iterable[str]) -> str:
    """Give the text of a 吃 block."""
    return "chi:" + "-".join(in_order(cards))


def is_chi_block(cards: Iterable[str], *, one_five_ten: bool = False) -> bool:
    """Tell a run, 2-7-10, or 絞 (R14, R15), and 1-5-10 where it is played (A43)."""
    a, b, c = in_order(cards)
    numbers = (number(a), number(b), number(c))
    if a[0] == b[0] == c[0]:
        low = numbers[0]
        if numbers == (1, 5, 10):
            return one_five_ten
        return numbers in ((low, low + 1, low + 2), (2, 7, 10))
    return len(set(numbers)) == 1


def all_chi_blocks(*, one_five_ten: bool = False) -> tuple[tuple[str, ...], ...]:
    """Every 吃 block there is, cards in order."""
    found = []
    for i, a in enumerate(CARDS):
        for j in range(i, 20):
            for k in range(j, 20):
                block = (a, CARDS[j], CARDS[k])
                if is_chi_block(block, one_five_ten=one_five_ten):
                    found.append(block)
    return tuple(found)


CHI_BLOCKS = all_chi_blocks()
ALL_BLOCKS = all_chi_blocks(one_five_ten=True)


def meld_order(meld: str) -> tuple[int, tuple[int, ...]]:
    """Sort key of ruling 22: by kind, then by cards."""
    return KIND_ORDER[kind_of(meld)], tuple(ORDER[card] for card in cards_of(meld))


def huxi(meld: str, rules: Rules) -> int:
    """Give the 胡息 of one block (3.1)."""
    kind = kind_of(meld)
    cards = cards_of(meld)
    if kind == "pair":
        return 0
    row = kind
    if kind == "chi":
        if len({card[0] for card in cards}) > 1:
            return 0
        row = "-".join(str(number(card)) for card in cards)
        if row not in ("1-2-3", "2-7-10", "1-5-10"):
            return 0
    red = all(is_red(card) for card in cards)
    table = rules.red_huxi if red else rules.black_huxi
    return table[row][1 if is_big(cards[0]) else 0]
