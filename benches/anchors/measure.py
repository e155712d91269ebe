"""Measures related libraries and paohuzi in turn, and prints what each does in a second and the ratios."""

import importlib.metadata
import platform
import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import paohuzi as phz
from paohuzi.envs import VectorEnv

RUNS = 5
SLOTS = 1024

Work = Callable[[], tuple[int, float]]
"""Does some work and gives how much it was, and the seconds that count."""


class Anchor(NamedTuple):
    """What a library does, and what of ours comes nearest."""

    package: str
    module: str
    what: str
    theirs: Work
    near: str
    ours: Work


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """Give what was done and the processor time of it."""
    begin = time.process_time()
    done = work()
    return done, time.process_time() - begin


# --- Whole games inside a library ---


def gin_rummy() -> tuple[int, float]:
    """Play games of gin rummy by OpenSpiel's own uniformly random bots, in C++."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(2)]

    def work() -> int:
        for seed in range(100):
            returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
            if len(returns) != 2:
                raise AssertionError("a game of two has two returns")
        return 100

    return timed(work)


def our_rounds() -> tuple[int, float]:
    """Simulate rounds of three random bots."""
    return timed(lambda: len(phz.simulate(agents="random", rounds=20_000, seed=1)))


# --- Single decisions from Python ---


def skat() -> tuple[int, float]:
    """Play skat from Python, chance included."""
    import pyspiel

    game = pyspiel.load_game("skat")
    rng = random.Random(1)

    def work() -> int:
        steps = 0
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                steps += 1
        return steps

    return timed(work)


def our_decisions() -> tuple[int, float]:
    """Play rounds by their legal numbers."""
    rng = random.Random(1)

    def work() -> int:
        steps = 0
        for seed in range(500):
            game = phz.Game(seed=seed)
            while not game.is_over:
                ids = game.legal_ids()
                game.push(ids[int(rng.random() * len(ids))])
                steps += 1
        return steps

    return timed(work)


def mahjong_steps() -> tuple[int, float]:
    """Play hands of riichi mahjong by RiichiEnv, with what each asked seat sees."""
    from riichienv import RiichiEnv

    rng, env = random.Random(1), RiichiEnv()

    def work() -> int:
        steps = 0
        for _ in range(50):
            seen = env.reset()
            while not env.done():
                answers = {}
                for seat, view in seen.items():
                    legal = view.legal_actions()
                    answers[seat] = legal[int(rng.random() * len(legal))]
                seen = env.step(answers)
                steps += 1
        return steps

    return timed(work)


def our_views() -> tuple[int, float]:
    """Play rounds by actions, with what each asked seat sees."""
    rng = random.Random(1)

    def work() -> int:
        steps = 0
        for seed in range(300):
            game = phz.Game(seed=seed)
            while not game.is_over:
                legal = game.view().legal_actions()
                game.push(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return timed(work)


# --- What a win is worth, from Python ---

MAHJONG_WINS = (
    "123m456m789m11222z",
    "234m234p234s66688p",
    "111m999p11s777z555s",
    "22334455667788m",
)


def mahjong_wins() -> tuple[int, float]:
    """Score wins of riichi mahjong."""
    from riichienv import Conditions, HandEvaluator, parse_hand

    hands = [sorted(parse_hand(text)[0]) for text in MAHJONG_WINS]
    conditions = Conditions()

    def work() -> int:
        for _ in range(2_000):
            for tiles in hands:
                if not HandEvaluator(tiles, []).calc(tiles[0], [], conditions, []).is_win:
                    raise AssertionError("these hands win")
        return 2_000 * len(hands)

    return timed(work)


OUR_WINS = (
    ("b7x3 s7x2 b4x3 b8x3 s5x3", "peng:s1 wei:b3", "b7"),
    ("b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6", "", "s4"),
    ("b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9", "", "s7"),
)


def our_wins() -> tuple[int, float]:
    """Settle the best win of hands, each as counts."""
    rules = phz.rulesets.default()
    asked = []
    for hand, melds, draw in OUR_WINS:
        counts = bytes(phz.parse_cards(hand).count(card) for card in phz.CARDS)
        laid = tuple(phz.Meld(meld) for meld in melds.split())
        asked.append((counts, laid, phz.Card(draw)))

    def work() -> int:
        for _ in range(10_000):
            for hand, melds, draw in asked:
                win = phz.best_win(hand, melds, draw=draw, own_draw=True, rules=rules)
                if win is None or win.score < 1:
                    raise AssertionError("these hands win")
        return 10_000 * len(asked)

    return timed(work)


# --- Many games at once ---


def sparrow() -> tuple[int, float]:
    """Step EnvPool's sparrow mahjong, a much smaller game, on one thread."""
    import envpool

    env = envpool.make_gymnasium("SparrowMahjong-v1", num_envs=SLOTS, num_threads=1, seed=1)
    _, infos = env.reset()
    rng, spent = np.random.default_rng(1), 0.0
    for _ in range(100):
        masks: Any = infos["legal_action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(1).astype(np.int32)
        begin = time.process_time()
        *_, infos = env.step(actions)
        spent += time.process_time() - begin
    return 100 * SLOTS, spent


def our_vector() -> tuple[int, float]:
    """Step the vector environment on one thread, packed observations and masks included."""
    env = VectorEnv(SLOTS, seeds=1, autoreset="SameStep", threads=1, packed=True)
    env.reset()
    spent = 0.0
    for step in range(100):
        actions = env.sample(step)
        begin = time.process_time()
        env.step(actions)
        spent += time.process_time() - begin
    return 100 * SLOTS, spent


ANCHORS = (
    Anchor(
        "open_spiel",
        "pyspiel",
        "gin rummy, native random games",
        gin_rummy,
        "native random rounds",
        our_rounds,
    ),
    Anchor(
        "open_spiel",
        "pyspiel",
        "skat from Python, steps",
        skat,
        "`legal_ids` and `push`, decisions",
        our_decisions,
    ),
    Anchor(
        "riichienv",
        "riichienv",
        "riichi mahjong from Python, steps",
        mahjong_steps,
        "`view`, legal actions and `push`, decisions",
        our_views,
    ),
    Anchor(
        "riichienv",
        "riichienv",
        "riichi mahjong from Python, wins scored",
        mahjong_wins,
        "`best_win`, settled",
        our_wins,
    ),
    Anchor(
        "envpool",
        "envpool",
        "sparrow mahjong, vector steps",
        sparrow,
        "`VectorEnv` steps",
        our_vector,
    ),
)


def speed(work: Work) -> float:
    """Give how much of it is done in a second, the median of some runs."""
    runs = [work() for _ in range(RUNS)]
    return statistics.median(done / seconds for done, seconds in runs)


def main() -> None:
    """Print the table."""
    print(f"CPython {platform.python_version()}, paohuzi {phz.__version__}, {platform.machine()}\n")
    print("| library | what | a second | paohuzi | a second | times |")
    print("| --- | --- | ---: | --- | ---: | ---: |")
    for anchor in ANCHORS:
        if find_spec(anchor.module) is None:
            continue
        version = importlib.metadata.version(anchor.package)
        theirs, ours = speed(anchor.theirs), speed(anchor.ours)
        print(
            f"| {anchor.package} {version} | {anchor.what} | {theirs:,.0f} "
            f"| {anchor.near} | {ours:,.0f} | {ours / theirs:,.1f} |"
        )


if __name__ == "__main__":
    main()
