"""Decks that make rare things likely."""

import random
from collections import Counter
from collections.abc import Sequence

from .arrange import arrangements
from .cards import CARDS
from .melds import CHI_BLOCKS
from .ruleset import QUANMINGTANG, Rules

__all__ = ["DECK_KINDS", "deck_of", "finished_hand", "full_pool", "rigged_deck"]

SCORING = [
    block
    for block in CHI_BLOCKS
    if block[0][0] == block[2][0]
    and tuple(int(card[1:]) for card in block) in ((1, 2, 3), (2, 7, 10))
]

RED = ("2", "7", "10")
SOME_BLOCKS = {
    "red": [block for block in CHI_BLOCKS if any(card[1:] in RED for card in block)],
    "black": [block for block in CHI_BLOCKS if all(card[1:] not in RED for card in block)],
    "no_huxi": [block for block in CHI_BLOCKS if block not in SCORING],
}

DECK_KINDS = (
    "plain",
    "near_ready",
    "tianhu",
    "dihu",
    "one_ti",
    "two_ti",
    "three_ti",
    "four_ti",
    "five_kan",
    "six_kan",
    "seven_kan",
    "last_card",
    "pairs",
    "red",
    "black",
    "no_huxi",
    "bi",
)


def full_pool() -> Counter[str]:
    """Four copies of each card."""
    return Counter(dict.fromkeys(CARDS, 4))


def deck_of(
    hands: Sequence[Sequence[str]],
    rng: random.Random,
    *,
    shown: str | None = None,
    stock: Sequence[str] = (),
    last: Sequence[str] = (),
    seats: int = 3,
    size: int = 20,
) -> list[str]:
    """Give a deck from up to `size` cards a seat, the 亮張, and both ends of the stock.

    The dealer's cards come first. What is not given is filled up at random.
    """
    pool = full_pool()
    pool.subtract([card for hand in hands for card in hand])
    pool.subtract([*stock, *last])
    if shown is not None:
        pool[shown] -= 1
    if min(pool.values()) < 0:
        raise ValueError("a card is used more than four times")
    rest = list(pool.elements())
    rng.shuffle(rest)
    full = [list(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    for hand in full:
        while len(hand) < size:
            hand.append(rest.pop())
    middle = [rest.pop() for _ in range(len(rest) - (shown is None))]
    shown = shown or rest.pop()
    return [card for hand in full for card in hand] + [shown, *stock, *middle, *last]


def finished_hand(
    pool: Counter[str], rng: random.Random, quads: int, kans: int, blocks: int = 7
) -> list[str] | None:
    """Blocks of a finished hand taken out of the pool; None when the pool runs dry."""
    cards: list[str] = []

    def take(block: Sequence[str]) -> bool:
        need = Counter(block)
        if any(pool[card] < count for card, count in need.items()):
            return False
        pool.subtract(need)
        cards.extend(block)
        return True

    def some(size: int) -> bool:
        kinds = [card for card in CARDS if pool[card] >= size and card not in cards]
        return bool(kinds) and take([rng.choice(kinds)] * size)

    for _ in range(quads):
        if not some(4):
            return None
    for _ in range(kans):
        if not some(3):
            return None
    for _ in range(blocks - quads - kans - bool(quads)):
        if not any(
            take(rng.choice(SCORING if rng.random() < 0.5 else CHI_BLOCKS)) for _ in range(50)
        ):
            return None
    if quads and not some(2):
        return None
    return cards


def rigged_deck(kind: str, rng: random.Random, rules: Rules = QUANMINGTANG) -> list[str]:
    """Give a deck of the named kind; where the game is not of three with seven blocks, a near-ready one."""
    other_game = (rules.seats, rules.blocks) != (3, 7)
    while True:
        ready = other_game and kind != "plain"
        deck = near_ready(rng, rules) if ready else try_deck(kind, rng)
        if deck is not None:
            return deck


def try_deck(kind: str, rng: random.Random) -> list[str] | None:
    """One attempt at a deck."""
    if kind == "plain":
        return deck_of([], rng)
    if kind == "near_ready":
        return near_ready(rng)
    if kind == "tianhu":
        hand = finished_hand(full_pool(), rng, rng.choice((0, 0, 1)), rng.choice((0, 2, 3)))
        if hand is None or not arrangements(hand, rules=QUANMINGTANG):
            return None
        rng.shuffle(hand)
        return deck_of([hand[:20]], rng, shown=hand[20])
    if kind == "dihu":
        return dihu(rng)
    if kind in ("one_ti", "two_ti", "three_ti", "four_ti"):
        count = ("one_ti", "two_ti", "three_ti", "four_ti").index(kind) + 1
        return locked_hand(rng, [4] * count + [3] * rng.choice((0, 1, 2)))
    if kind == "five_kan":
        return locked_hand(rng, rng.choice(([3] * 5, [4, 3, 3, 3, 3], [4, 4, 3, 3, 3])))
    if kind == "six_kan":
        return locked_hand(rng, [3] * 6 + [2])
    if kind == "seven_kan":
        kinds = rng.sample(CARDS, 7)
        hand = [card for card in kinds for _ in range(3)]
        rng.shuffle(hand)
        stock = rng.sample(kinds, rng.choice((0, 5)))
        return deck_of([hand[:20]], rng, shown=hand[20], stock=stock)
    if kind == "last_card":
        return last_card(rng)
    if kind == "pairs":
        return pairs_facing_triples(rng)
    if kind in SOME_BLOCKS:
        return of_some_blocks(rng, SOME_BLOCKS[kind])
    if kind == "bi":
        return bi(rng)
    raise ValueError(f"unknown kind {kind}, expected one of {', '.join(DECK_KINDS)}")


def near_ready(rng: random.Random, rules: Rules = QUANMINGTANG) -> list[str] | None:
    """Every seat one card from a finished hand, the missing cards early in the stock."""
    pool = full_pool()
    hands: list[list[str]] = []
    missing: list[str] = []
    for _ in range(rules.seats):
        quads, kans = rng.choice((0, 0, 1)), rng.randrange(rules.blocks - 2)
        hand = finished_hand(pool, rng, quads, kans, rules.blocks)
        if hand is None:
            return None
        rng.shuffle(hand)
        missing.append(hand.pop())
        hands.append(hand)
    rest = list(pool.elements())
    stock = missing + rng.sample(rest, rng.choice((0, 3)))
    rng.shuffle(stock)
    hands = [hand[: 3 * rules.blocks - 1] for hand in hands]
    return deck_of(hands, rng, stock=stock, seats=rules.seats, size=3 * rules.blocks - 1)


def dihu(rng: random.Random) -> list[str] | None:
    """One or two idle seats complete with the 亮張, sometimes a copy in the dealer's hand."""
    hand = finished_hand(full_pool(), rng, rng.choice((0, 0, 1)), rng.choice((1, 2, 3)))
    if hand is None:
        return None
    rng.shuffle(hand)
    shown = hand.pop()
    if not arrangements(hand, (), shown, rules=QUANMINGTANG):
        return None
    free = 3 - hand.count(shown)
    dealer = [shown] * rng.randint(0, free)
    hands = [dealer, hand] if rng.random() < 0.5 else [dealer, [], hand]
    return deck_of(hands, rng, shown=shown)


def locked_hand(rng: random.Random, sizes: Sequence[int]) -> list[str] | None:
    """Give a seat with equal cards in the given numbers, further copies early in the stock."""
    if sum(sizes) > 20:
        return None
    kinds = rng.sample(CARDS, len(sizes))
    hand = [card for card, size in zip(kinds, sizes, strict=True) for _ in range(size)]
    hands: list[list[str]] = [[], [], []]
    hands[rng.randrange(3)] = hand
    further = [card for card, size in zip(kinds, sizes, strict=True) if size < 4]
    stock = rng.sample(further, min(len(further), rng.choice((0, 2, 4))))
    stock += rng.sample([card for card in CARDS if card not in kinds], 2)
    rng.shuffle(stock)
    return deck_of(hands, rng, stock=stock)


def last_card(rng: random.Random) -> list[str] | None:
    """Give a seat that waits for a card whose free copies lie at the very end of the stock."""
    pool = full_pool()
    hand = finished_hand(pool, rng, rng.choice((0, 1)), rng.choice((1, 2, 3)))
    if hand is None:
        return None
    rng.shuffle(hand)
    missing = hand.pop()
    hands: list[list[str]] = [[], [], []]
    hands[rng.randrange(3)] = hand
    return deck_of(hands, rng, last=[missing] * (4 - hand.count(missing)))


def pairs_facing_triples(rng: random.Random) -> list[str] | None:
    """Pairs in two hands, triples facing single cards, the fourth copies in the stock."""
    hands: list[list[str]] = [[], [], []]
    stock: list[str] = []
    shares = ((2, 2, 0), (2, 1, 0), (3, 0, 0), (2, 1, 1))
    for card in rng.sample(CARDS, 20):
        seats = rng.sample(range(3), 3)
        for seat, count in zip(seats, rng.choice(shares), strict=True):
            room = min(count, 20 - len(hands[seat]))
            hands[seat] += [card] * room
        if rng.random() < 0.4 and len(stock) < 10:
            used = sum(hand.count(card) for hand in hands)
            if used < 4:
                stock.append(card)
    rng.shuffle(stock)
    return deck_of(hands, rng, stock=stock)


def of_some_blocks(rng: random.Random, allowed: Sequence[tuple[str, ...]]) -> list[str] | None:
    """Give a seat a hand of blocks of one sort, one card short of a finished one, the card early in the stock."""
    pool = full_pool()
    hand: list[str] = []
    for _ in range(7):
        # No card three times: it would be locked.
        fitting = [
            block
            for block in allowed
            if all(hand.count(card) + block.count(card) <= 2 for card in block)
        ]
        if not fitting:
            return None
        block = rng.choice(fitting)
        pool.subtract(block)
        hand += block
    rng.shuffle(hand)
    missing = hand.pop()
    hands: list[list[str]] = [[], [], []]
    hands[rng.randrange(3)] = hand
    stock = [missing, *rng.sample(list(pool.elements()), rng.randrange(6))]
    rng.shuffle(stock)
    return deck_of(hands, rng, stock=stock)


def bi(rng: random.Random) -> list[str] | None:
    """Give a seat two of a card and what lays both beside a third one eaten, and three or four sets."""
    size, low = rng.choice("sb"), rng.randrange(2, 8)
    other = "b" if size == "s" else "s"
    card = f"{size}{low + 1}"
    around = [f"{size}{number}" for number in (low - 1, low, low + 2, low + 3) if number >= 1]
    hand = [card, card, *around, f"{other}{low + 1}", f"{other}{low + 1}"]
    free = [one for one in CARDS if one not in hand]
    kans = rng.sample(free, 4)
    hand += [one for one in kans for _ in range(3)]
    missing = hand[-1]
    hand = hand[:20]
    hands: list[list[str]] = [[], [], []]
    seat = rng.randrange(3)
    hands[seat] = hand
    hands[(seat + 2) % 3] = [card]
    stock = [missing, *rng.sample([one for one in free if one not in kans], 3)]
    rng.shuffle(stock)
    return deck_of(hands, rng, stock=stock)
