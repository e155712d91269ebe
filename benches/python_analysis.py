"""Speed of the calls from Python that analyse hands, as a table of Markdown, against the plain ways to the same answer.

Run it with the package and numpy installed: `python benches/python_analysis.py`. Times are processor time, medians of
several runs; two threads are measured by the clock, on a machine that must be quiet for it. Each answer is held
against one found another way before anything is timed.
"""

import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np
import paohuzi as phz
from numpy.typing import NDArray
from paohuzi import CARDS, Card

RUNS = 9
SINGLE = 20_000
BATCH = 400_000
FAR = 20_000

Hands = NDArray[np.uint8]
Row = tuple[str, float, str, str]


def blocks() -> list[tuple[Card, ...]]:
    """Give every run, 2-7-10, jiao and three of a kind."""
    names = [f"{size}{rank}" for size in "sb" for rank in range(1, 11)]
    chis = [phz.Meld(block) for card in names for block in chi_texts(card)]
    return [meld.cards for meld in chis] + [(card,) * 3 for card in CARDS]


def chi_texts(card: str) -> Iterator[str]:
    """Give the chi blocks that begin with a card."""
    size, rank = card[0], int(card[1:])
    if rank <= 8:
        yield f"chi:{size}{rank}-{size}{rank + 1}-{size}{rank + 2}"
    if rank == 2:
        yield f"chi:{size}2-{size}7-{size}10"
    other = "b" if size == "s" else "s"
    pair = f"{card}-{card}-{other}{rank}" if size == "s" else f"{other}{rank}-{card}-{card}"
    yield f"chi:{pair}"


def near_ready(number: int, seed: int) -> tuple[Hands, list[Card]]:
    """Give hands of 20 cards: seven random blocks without one card; in three of ten another is exchanged."""
    rng = random.Random(seed)
    every = blocks()
    rows, missing = [], []
    while len(rows) < number:
        cards = [card for _ in range(7) for card in rng.choice(every)]
        if max(map(cards.count, cards)) > 4:
            continue
        rng.shuffle(cards)
        lost = cards.pop()
        if rng.random() < 0.3:
            cards.pop()
            left = [card for card in CARDS if cards.count(card) + (card == lost) < 4]
            cards.append(rng.choice(left))
        rows.append([cards.count(card) for card in CARDS])
        missing.append(lost)
    return np.array(rows, np.uint8), missing


def spent(call: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Give the median of the seconds that a call takes."""
    call()
    times = []
    for _ in range(RUNS):
        begin = clock()
        call()
        times.append(clock() - begin)
    return statistics.median(times)


def by_questions(hand: bytes, rules: phz.Ruleset) -> tuple[int, int]:
    """Give the waits as bits, by asking for the best win with each card: the plain way."""
    own = others = 0
    for card in CARDS:
        if hand[card.index] < 4:
            own |= (
                phz.best_win(hand, draw=card, own_draw=True, rules=rules) is not None
            ) << card.index
            others |= (phz.best_win(hand, draw=card, rules=rules) is not None) << card.index
    return own, others


def table() -> list[Row]:
    """Measure everything."""
    rules = phz.rulesets.load("quanmingtang")
    batch, missing = near_ready(BATCH // 20, 1)
    singles = [row.tobytes() for row in batch[:SINGLE]]
    batch = np.tile(batch, (20, 1))
    rows: list[Row] = []

    def row(name: str, calls: int, seconds: float, must: str = "", aim: str = "") -> None:
        rows.append((name, calls / seconds, must, aim))

    check(singles[:300], batch, rules)

    def masks() -> None:
        for hand in singles:
            phz.waits_mask(hand, rules=rules)

    def waits() -> None:
        for hand in singles:
            phz.waits(hand, rules=rules)

    def plain_masks() -> None:
        for hand in singles[:500]:
            by_questions(hand, rules)

    draws = list(zip(singles, missing, strict=False))
    won = [(hand, card) for hand, card in draws if phz.best_win(hand, draw=card, rules=rules)]
    assert len(won) > 500

    def wins() -> None:
        for hand, card in draws:
            phz.best_win(hand, draw=card, own_draw=True, rules=rules)

    def only_wins() -> None:
        for hand, card in won:
            phz.best_win(hand, draw=card, rules=rules)

    def settled() -> None:
        for hand, card in won:
            win = phz.best_win(hand, draw=card, rules=rules)
            assert win is not None
            _ = win.huxi, win.units, win.fan, win.score, win.items, win.arrangement

    def arranged() -> None:
        for hand, card in won:
            max(phz.arrangements(hand, draw=card, rules=rules), key=lambda way: way.huxi)

    row("`waits_mask`, one call, 20 bytes", SINGLE, spent(masks), "0.4 M/s", "1.5 M/s")
    row("`waits`, one call, lazy objects", SINGLE, spent(waits), "0.2 M/s", "0.7 M/s")
    row("the same by 40 calls of `best_win`", 500, spent(plain_masks))
    out = np.empty((len(batch), 2, 20), np.int16)
    alone = spent(lambda: phz.waits_batch(batch, rules=rules, out=out))
    row("`waits_batch`, counts, 1 thread", len(batch), alone, "2 M/s", "6 M/s")
    fresh = spent(lambda: phz.waits_batch(batch, rules=rules))
    row("the same into a new array", len(batch), fresh)
    one = spent(lambda: phz.waits_batch(batch, rules=rules, out=out), time.perf_counter)
    two = spent(lambda: phz.waits_batch(batch, rules=rules, out=out, threads=2), time.perf_counter)
    row("the same, 2 threads, by the clock", len(batch), two)
    rows.append(("2 threads against 1, times, by the clock", one / two, "1.6", "1.9"))
    row("best win, settled, one call, all draws", len(draws), spent(wins), "0.3 M/s", "1 M/s")
    row("the same, wins only", len(won), spent(only_wins))
    row("the same, wins only, every value read", len(won), spent(settled))
    row("the most huxi of all arrangements, wins only", len(won), spent(arranged))
    dealt = dealt_hands(FAR)
    near = np.empty(FAR, np.int8)
    row(
        "`distance_batch`, dealt hands, 1 thread",
        FAR,
        spent(lambda: phz.distance_batch(dealt, rules=rules, out=near)),
    )
    single = [hand.tobytes() for hand in dealt[:2000]]

    def distances() -> None:
        for hand in single:
            phz.distance(hand, rules=rules)

    row("`distance`, one call, dealt hands", len(single), spent(distances))
    return rows


def dealt_hands(number: int) -> Hands:
    """Give the first 20 cards of so many decks."""
    decks = (phz.Deck.shuffled(1, index).cards[:20] for index in range(number))
    return np.array([[cards.count(card) for card in CARDS] for cards in decks], np.uint8)


def check(singles: list[bytes], batch: Hands, rules: phz.Ruleset) -> None:
    """Hold the answers against those of the plain way."""
    found = phz.waits_batch(batch, rules=rules)
    ready = 0
    for place, hand in enumerate(singles):
        masks = phz.waits_mask(hand, rules=rules)
        if masks != by_questions(hand, rules):
            raise AssertionError(f"waits_mask of {hand!r}")
        bits = tuple(int(((side >= 0) << np.arange(20)).sum()) for side in found[place])
        if bits != masks:
            raise AssertionError(f"waits_batch of {hand!r}")
        ready += any(masks)
    if ready < len(singles) // 10:
        raise AssertionError(f"{ready} ready hands of {len(singles)}")


def told(speed: float) -> str:
    """Give a number of calls a second, or a ratio, in words."""
    if speed < 100:
        return f"{speed:.2f}"
    return f"{speed / 1e6:.2f} M/s" if speed >= 1e5 else f"{speed / 1e3:.1f} k/s"


def main() -> None:
    """Print the table."""
    rows = table()
    print(f"CPython {platform.python_version()}, paohuzi {phz.__version__}, {platform.machine()}\n")
    print("| call from Python | found | must | aim |")
    print("| --- | ---: | ---: | ---: |")
    for name, speed, must, aim in rows:
        print(f"| {name} | {told(speed)} | {must} | {aim} |")


if __name__ == "__main__":
    main()
