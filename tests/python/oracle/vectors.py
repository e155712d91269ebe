"""Numbers that the engine's tests read: decks of seeds, and counts of the ways a round can go.

`python -m oracle.vectors` in `tests/python` writes `tests/data/decks.toml` and `tests/data/perft.toml`. Nothing here
asks the engine: the shuffle is written from its definition, the rounds are those of the oracle.
"""

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .cards import CARDS
from .decks import rigged_deck
from .play import choose, next_asked
from .round import OracleRound
from .ruleset import PRESETS

__all__ = ["DATA", "below", "chacha8", "deal_v1", "decks_file", "perft", "perft_file"]

DATA = Path(__file__).parents[2] / "data"
MASK = 0xFFFFFFFF
COLUMNS_AND_DIAGONALS = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)


def rotated(word: int, by: int) -> int:
    """Give a 32-bit word rotated to the left."""
    return (word << by | word >> (32 - by)) & MASK


def quarter_round(state: list[int], places: tuple[int, int, int, int]) -> None:
    """Mix four words, as ChaCha is defined."""
    a, b, c, d = places
    for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[x] = (state[x] + state[y]) & MASK
        state[z] = rotated(state[z] ^ state[x], by)


def chacha8(key: bytes) -> Iterator[int]:
    """Give the words of ChaCha with eight rounds: counter from 0 in two words, nonce 0."""
    constants = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in (0, 4, 8, 12)]
    words = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    counter = 0
    while True:
        start = [*constants, *words, counter & MASK, counter >> 32, 0, 0]
        state = list(start)
        for _ in range(4):
            for places in COLUMNS_AND_DIAGONALS:
                quarter_round(state, places)
        yield from ((word + old) & MASK for word, old in zip(state, start, strict=True))
        counter += 1


def below(words: Iterator[int], bound: int) -> int:
    """Give a number below the bound: the high half of word times bound, unless the low half is too small."""
    while True:
        product = next(words) * bound
        if product & MASK >= 2**32 % bound:
            return product >> 32


def deal_v1(seed: int, index: int) -> list[str]:
    """Give the deck of a seed and the index of a round."""
    key = b"".join(number.to_bytes(8, "little") for number in (seed, index, 0, 0))
    words = chacha8(key)
    deck = [card for card in CARDS for _ in range(4)]
    for last in range(79, 0, -1):
        other = below(words, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


SEEDS = [
    (0, 0),
    (0, 1),
    (1, 0),
    (7, 0),
    (7, 1),
    (7, 99_999),
    (20_240_229, 12),
    (2**32, 2**32),
    (2**63, 1),
    (2**64 - 1, 2**64 - 1),
]


def decks_file() -> str:
    """Give the text of decks.toml."""
    lines = [
        "# Decks of the shuffle deal-v1: frozen, the same on every platform and in every later release.",
        "# Written by `python -m oracle.vectors` in tests/python, which does not ask the engine.",
    ]
    for seed, index in SEEDS:
        lines += [
            "",
            "[[deck]]",
            # TOML numbers end at 2^63 - 1.
            f'seed = "{seed}"',
            f'index = "{index}"',
            f'cards = "{" ".join(deal_v1(seed, index))}"',
        ]
    return "\n".join(lines) + "\n"


def copied(state: OracleRound) -> OracleRound:
    """Give a round that goes on apart from this one."""
    other = copy.copy(state)
    for name in ("hands", "melds", "rows", "stale_chi", "stale_peng", "passed"):
        setattr(other, name, [copy.copy(part) for part in getattr(state, name)])
    flat = ("stock", "dead", "barred", "declined", "taken_any", "bi")
    for name in (*flat, "options", "answers", "wins", "judged"):
        setattr(other, name, copy.copy(getattr(state, name)))
    return other


def perft(state: OracleRound, depth: int) -> int:
    """Count the sequences of so many answers, the seat with the strongest claim asked first."""
    seat = next_asked(state)
    if seat is None or depth == 0:
        return int(depth == 0)
    legal = state.legal_actions(seat)
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = copied(state)
        after.apply(seat, action)
        count += perft(after, depth - 1)
    return count


OPTIONS: list[dict[str, Any]] = [
    {"own_draw_first": False},
    {"break_pao_for_hu": False},
    {"hu_triple_from_other": "kan"},
    {"stale_joint": True},
    {"own_discard_stale": "chi_peng"},
    {"own_discard_stale": "none"},
    {"stale_on_pass_to_next": False},
    {"stale_peng_blocks_hu": True},
    {"dealer_two_ti": "open_then_free"},
    {"wukan_counts_ti": False},
    {"discard_wins": True},
    {"discard_wins": True, "must_hu": "all", "must_peng": True},
    {"discard_wins": True, "passed_hu": "never"},
    {"one_five_ten": True},
    {"no_discard_chi_peng": "skip"},
]
KINDS = ("near_ready", "tianhu", "dihu", "two_ti", "five_kan", "seven_kan", "pairs")
MOST = 60_000


def counts(state: OracleRound, deepest: int) -> list[int]:
    """Give the counts from depth 1 on, as long as they stay small enough to be counted soon."""
    found: list[int] = []
    for depth in range(1, deepest + 1):
        found.append(perft(state, depth))
        if found[-1] * 8 > MOST:
            break
    return found


def told(value: object) -> str:
    """Give a TOML value."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def entry(
    name: str, options: dict[str, Any], deck: Sequence[str], dealer: int, answers: int, seed: int
) -> list[str]:
    """Give the lines of one position: a deal and some answers from it."""
    rules = replace(PRESETS[name], **options)
    state = OracleRound(rules, deck, dealer)
    rng = random.Random(seed)
    given: list[str] = []
    while len(given) < answers:
        seat = next_asked(state)
        if seat is None:
            break
        action = choose(rng, state.legal_actions(seat), hu=0.0)
        after = copied(state)
        after.apply(seat, action)
        if after.is_over:
            break
        state = after
        given.append(f"{seat} {action}")
    keys = ", ".join(f"{key} = {told(value)}" for key, value in options.items())
    return [
        "",
        "[[position]]",
        f'rules = "{name}"',
        *([f"options = {{ {keys} }}"] if keys else []),
        f"dealer = {dealer}",
        f'deck = "{" ".join(deck)}"',
        *([f"answers = [{', '.join(told(answer) for answer in given)}]"] if given else []),
        f"counts = {counts(state, 6)}",
    ]


def perft_file() -> str:
    """Give the text of perft.toml."""
    lines = [
        "# Counts of the sequences of so many answers that a game can take from a position, from one answer on.",
        "# A position is a deal and the answers given since.",
        "# Written by `python -m oracle.vectors` in tests/python, which does not ask the engine.",
    ]
    for place, name in enumerate(PRESETS):
        for answers in (0, 9, 18, 30):
            deck = deal_v1(place, answers)
            lines += entry(name, {}, deck, answers % 3, answers, place)
        rng = random.Random(name)
        kind = KINDS[place % len(KINDS)]
        deck = rigged_deck(kind, rng, PRESETS[name])
        lines += entry(name, {}, deck, place % 3, 0, place)
    for place, options in enumerate(OPTIONS):
        rng = random.Random(place)
        for answers, kind in ((0, KINDS[place % len(KINDS)]), (12, "near_ready"), (20, "pairs")):
            deck = rigged_deck(kind, rng)
            lines += entry("quanmingtang_full", options, deck, place % 3, answers, place)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (DATA / "decks.toml").write_text(decks_file(), encoding="utf-8")
    (DATA / "perft.toml").write_text(perft_file(), encoding="utf-8")
