"""Many hands at once give what each of them gives, however they are handed over and on however many threads."""

import multiprocessing
import os
import random
import subprocess
import sys
import threading
import time
from array import array
from typing import Any

import numpy as np
import paohuzi as phz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from paohuzi import CARDS, Card

from oracle import random_position
from samples import PRESETS, READY_TO_DISCARD, WAITING

FULL_HANDS = [name for name in PRESETS if phz.rulesets.load(name).hand_size == 20]

Rows = tuple[list[tuple[str, ...]], list[tuple[str, ...]]]


def positions(number: int, seed: int) -> Rows:
    """Give hands with their melds, most of them close to a win."""
    rng = random.Random(seed)
    found = [random_position(rng) for _ in range(number)]
    return [hand for hand, _, _ in found], [melds for _, melds, _ in found]


def counts_of(hands: list[tuple[str, ...]]) -> NDArray[np.uint8]:
    rows = [[hand.count(str(card)) for card in CARDS] for hand in hands]
    return np.array(rows, dtype=np.uint8).reshape(len(hands), 20)


def one_by_one(rows: Rows, rules: phz.Ruleset) -> list[list[list[int]]]:
    """Give what the batch should, by the best huxi of the arrangements of every card."""
    answers = []
    for hand, melds in zip(*rows, strict=True):
        found = phz.waits(hand, melds, rules=rules)
        sides: list[list[int]] = [[], []]
        for card in CARDS:
            wait = found.get(card)
            for side, own in enumerate((True, False)):
                win = None if wait is None else (wait.own if own else wait.others)
                if win is None:
                    sides[side].append(-1)
                    continue
                ways = phz.arrangements(hand, melds, draw=card, own_draw=own, rules=rules)
                sides[side].append(max(way.huxi for way in ways))
        answers.append(sides)
    return answers


@given(st.integers(0, 8), st.integers(0, 2**32), st.sampled_from(FULL_HANDS))
def test_a_batch_of_waits_is_what_each_hand_waits_for(number: int, seed: int, name: str) -> None:
    rules = phz.rulesets.load(name)
    hands, melds = rows = positions(number, seed)
    found = phz.waits_batch(counts_of(hands), melds, rules=rules)
    assert found.dtype == np.int16
    assert found.shape == (number, 2, 20)
    assert found.flags.c_contiguous
    assert found.tolist() == one_by_one(rows, rules)
    bits = 1 << np.arange(20)
    for row, (hand, laid) in enumerate(zip(hands, melds, strict=True)):
        masks = [int(((side >= 0) * bits).sum()) for side in found[row]]
        assert phz.waits_mask(hand, laid, rules=rules) == tuple(masks)
        waits = phz.waits(hand, laid, rules=rules)
        assert {card: (wait.own_huxi, wait.others_huxi) for card, wait in waits.items()} == {
            card: tuple(None if huxi < 0 else huxi for huxi in found[row, :, card.index])
            for card in CARDS
            if (found[row, :, card.index] >= 0).any()
        }


@given(st.integers(1, 4), st.integers(0, 2**32), st.sampled_from(FULL_HANDS))
def test_a_batch_of_distances_is_what_each_hand_has(number: int, seed: int, name: str) -> None:
    rules = phz.rulesets.load(name)
    hands, melds = positions(number, seed)
    due = [(*hand, extra) for hand, extra in zip(hands, extras(hands, melds), strict=True)]
    near = phz.distance_batch(hands, melds, rules=rules)
    after = phz.discard_distances_batch(due, melds, rules=rules)
    assert near.dtype == after.dtype == np.int8
    assert (near.shape, after.shape) == ((number,), (number, 20))
    for row in range(number):
        alone = phz.distance(hands[row], melds[row], rules=rules)
        assert near[row] == (-1 if alone is None else alone)
        each = phz.discard_distances(due[row], melds[row], rules=rules)
        expected = [-2] * 20
        for card, takes in each.items():
            expected[card.index] = -1 if takes is None else takes
        assert after[row].tolist() == expected


def extras(hands: list[tuple[str, ...]], melds: list[tuple[str, ...]]) -> list[str]:
    """Give a card for each hand that it may get beside its own."""
    found = []
    for hand, laid in zip(hands, melds, strict=True):
        owned = [*map(Card, hand), *(card for meld in laid for card in phz.Meld(meld).cards)]
        found.append(str(next(card for card in CARDS if owned.count(card) < 4)))
    return found


def test_hands_are_the_same_however_they_are_given() -> None:
    hands, _ = positions(30, 1)
    table = counts_of(hands)
    expected = phz.waits_batch(table)
    given_hands: list[Any] = [
        table.tobytes(),
        bytearray(table.tobytes()),
        memoryview(table.data),
        memoryview(table.tobytes()).cast("B", (30, 20)),
        hands,
        [" ".join(hand) for hand in hands],
        (tuple(map(Card, hand)) for hand in hands),
        [row.tobytes() for row in table],
        list(table),
    ]
    for each in given_hands:
        assert np.array_equal(phz.waits_batch(each), expected)
    none: list[Any] = [None, [None] * 30, [()] * 30, [""] * 30]
    for melds in none:
        assert np.array_equal(phz.waits_batch(table, melds), expected)


def test_no_hands_give_no_answers() -> None:
    nothing: list[Any] = [b"", [], np.zeros((0, 20), np.uint8)]
    for hands in nothing:
        assert phz.waits_batch(hands, threads=2).shape == (0, 2, 20)
        assert phz.distance_batch(hands, []).shape == (0,)


@pytest.mark.parametrize("threads", [1, 2, 3, 8, None])
def test_threads_change_no_answer(threads: int | None) -> None:
    hands, melds = positions(1500, 2)
    table = counts_of(hands)
    assert np.array_equal(
        phz.waits_batch(table, melds, threads=threads), phz.waits_batch(table, melds)
    )
    near, melds = table[:600], melds[:600]
    expected = phz.distance_batch(near, melds)
    assert np.array_equal(phz.distance_batch(near, melds, threads=threads), expected)


def test_an_array_of_ones_own_is_filled_and_given_back() -> None:
    hands, melds = positions(5, 3)
    expected = phz.waits_batch(hands, melds)
    out = np.full((5, 2, 20), 99, np.int16)
    assert phz.waits_batch(hands, melds, out=out) is out
    assert np.array_equal(out, expected)
    flat = array("h", [99] * 200)
    view: Any = memoryview(flat).cast("B").cast("h", (5, 2, 20))
    assert phz.waits_batch(hands, melds, out=view) is view
    assert flat.tolist() == expected.reshape(-1).tolist()
    distances = array("b", [99] * 5)
    phz.distance_batch(hands, melds, out=distances)
    assert distances.tolist() == phz.distance_batch(hands, melds).tolist()


def test_input_and_output_may_share_their_memory() -> None:
    table = counts_of(positions(8, 4)[0])
    expected = phz.discard_distances_batch(table.copy())
    assert phz.discard_distances_batch(table, out=table.view(np.int8)) is not None
    assert np.array_equal(table.view(np.int8), expected)


BAD: list[tuple[str, Any]] = [
    ("array_dtype", np.zeros((3, 20), np.int64)),
    ("array_dtype", np.zeros((3, 20), np.int8)),
    ("array_dtype", np.zeros((3, 20), bool)),
    ("array_dtype", np.zeros((3, 20), np.float32)),
    ("array_shape", np.zeros((3, 19), np.uint8)),
    ("array_shape", np.zeros((20, 3), np.uint8)),
    ("array_shape", np.zeros(20, np.uint8)),
    ("array_shape", np.zeros((1, 3, 20), np.uint8)),
    ("array_layout", np.zeros((20, 3), np.uint8).T),
    ("array_layout", np.zeros((6, 20), np.uint8)[::2]),
    ("array_layout", np.zeros((3, 40), np.uint8)[:, ::2]),
    ("array_layout", np.asfortranarray(np.zeros((3, 20), np.uint8))),
]


@pytest.mark.parametrize(("code", "hands"), BAD)
def test_arrays_that_are_none_of_hands(code: str, hands: Any) -> None:
    for batch in (phz.waits_batch, phz.distance_batch, phz.discard_distances_batch):
        with pytest.raises(phz.ParseError) as caught:
            batch(hands)
        assert caught.value.code == code


BAD_OUT: list[tuple[str, Any]] = [
    ("array_dtype", np.zeros((3, 2, 20), np.int32)),
    ("array_dtype", np.zeros((3, 2, 20), np.uint16)),
    ("array_dtype", np.zeros((3, 2, 20), ">i2")),
    ("array_shape", np.zeros((4, 2, 20), np.int16)),
    ("array_shape", np.zeros((3, 40), np.int16)),
    ("array_shape", np.zeros(120, np.int16)),
    ("array_layout", np.zeros((3, 2, 40), np.int16)[:, :, ::2]),
    ("array_layout", np.zeros((20, 2, 3), np.int16).T),
]


@pytest.mark.parametrize(("code", "out"), BAD_OUT)
def test_arrays_that_no_answers_go_into(code: str, out: Any) -> None:
    with pytest.raises(phz.ParseError) as caught:
        phz.waits_batch(bytes(60), out=out)
    assert caught.value.code == code
    assert not out.any()


def test_an_array_that_may_not_be_written_stays_as_it_is() -> None:
    out = np.zeros((3, 2, 20), np.int16)
    out.flags.writeable = False
    with pytest.raises(phz.ParseError, match="read-only") as caught:
        phz.waits_batch(bytes(60), out=out)
    assert caught.value.code == "array_readonly"
    assert not out.any()


@pytest.mark.parametrize("threads", [1, 3])
def test_one_wrong_hand_is_named_and_nothing_is_written(threads: int) -> None:
    table = counts_of(positions(2000, 5)[0])
    out = np.full((2000, 2, 20), 7, np.int16)
    for row, found, code in ((1999, 5, "card_copies"), (700, 255, "card_copies")):
        table[row, 3] = found
        with pytest.raises(phz.ParseError) as caught:
            phz.waits_batch(table, threads=threads, out=out)
        # The first wrong one, whatever the threads find first.
        assert str(caught.value) == f"row {row}: card s4 appears {found} times, at most 4"
        assert (caught.value.code, caught.value.context["row"]) == (code, row)
        assert (out == 7).all()
    table[600] = 2
    with pytest.raises(phz.PositionError, match=r"^row 600: 40 cards in the hand, at most 21$"):
        phz.waits_batch(table, threads=threads, out=out)
    melds = [None, "peng:s1", ["peng:s1", "chi:s1-s2-s3"]]
    with pytest.raises(phz.PositionError, match=r"^row 2: card s1 appears 5 times"):
        phz.waits_batch(["", "", "s1"], melds, threads=threads, out=out[:3])
    with pytest.raises(phz.ParseError, match=r"^row 1: ") as caught:
        phz.waits_batch(["s1", "s1 x"])
    assert caught.value.context == {"found": "x", "row": 1}
    with pytest.raises(TypeError, match=r"^row 0: "):
        phz.waits_batch([5])  # type: ignore[list-item]
    assert (out == 7).all()


def test_errors_of_the_caller_come_through() -> None:
    def hands() -> Any:
        yield "s1"
        raise KeyError("mine")

    with pytest.raises(KeyError):
        phz.waits_batch(hands())


def test_other_threads_of_python_run_meanwhile() -> None:
    table = np.repeat(counts_of(positions(500, 6)[0]), 40, axis=0)
    done = threading.Event()
    turns = 0

    def take_turns() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0)

    other = threading.Thread(target=take_turns, daemon=True)
    other.start()
    try:
        # While the interpreter is held, the other thread has a turn between two calls at most.
        for calls in range(1, 1000):
            phz.waits_batch(table)
            if turns > 3 * calls + 100:
                break
        else:
            pytest.fail(f"{turns} turns in {calls} calls")
    finally:
        done.set()
    other.join()


def in_child(_: int) -> list[int]:
    table = counts_of(positions(600, 7)[0])
    found: list[int] = phz.waits_batch(table, threads=2).reshape(-1).tolist()
    return found


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_works_like_its_parent() -> None:
    expected = in_child(0)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(in_child, range(4)).get(timeout=60)
    assert found == [expected] * 4


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import paohuzi as phz
found = phz.waits_batch([{waiting!r}, "s1x3"])
assert type(found) is memoryview, found
assert (found.shape, found.format, found.c_contiguous) == ((2, 2, 20), "h", True)
print(found[0, 0, 6], found[0, 1, 9], found[1, 0, 0])
print(phz.distance_batch([{waiting!r}, "s1x3"]).tolist())
after = phz.discard_distances_batch([{due!r}], [{melds!r}])
print(after.shape, after[0, 18], after[0, 19])
print(len(phz.waits_batch([])), len(phz.distance_batch(b"")))
"""


def test_without_numpy_answers_are_memoryviews() -> None:
    due, melds = READY_TO_DISCARD
    code = WITHOUT_NUMPY.format(waiting=WAITING, due=due, melds=melds)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["15 15 -1", "[0, -1]", "(1, 20) 0 -2", "0 0"]
