"""Speed of records, pickles and presets from Python, and of the engine beneath: one finished table.

Run it with the package installed: `python benches/python_records.py`. Figures are medians of several runs in processor
time. Where cargo is found, the rows of `cargo bench --bench records` stand in the same table.
"""

import pickle
import random
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from paohuzi import Game, Record, Round, Ruleset, rulesets
from paohuzi.agents import Bot
from paohuzi.simulate import game_of

ROUNDS = 500
RUNS = 9
SEED = 1
ROOT = Path(__file__).parents[1]


def played(index: int, stop: int | None = None) -> Game:
    """Play round `index` by greedy bots, to its end or for some answers."""
    rules = rulesets.default()
    game = game_of(rules, SEED, index)
    bots = [Bot("greedy", rules, seed=SEED, index=index, seat=seat) for seat in range(rules.seats)]
    while not game.is_over and (stop is None or len(game.answers) < stop):
        view = game.view()
        game.push(bots[view.seat].act(view))
    return game


def spent(work: Callable[[], object]) -> float:
    """Give the median of the processor time of the work, in seconds."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return statistics.median(times)


def rows() -> list[tuple[str, str, str]]:
    """Measure; each row is what one is, the figure and the aim."""
    games = [played(index) for index in range(ROUNDS)]
    texts = [game.record.to_text() for game in games]
    jsons = [game.record.dumps() for game in games]
    logs = [game.record.to_log() for game in games[:50]]
    rng = random.Random(SEED)
    rounds = [played(index, rng.randrange(40)).round for index in range(ROUNDS)]
    text = resources.files("paohuzi.rulesets").joinpath("presets", "quanmingtang.toml")
    toml = text.read_text(encoding="utf-8")

    def replay_texts() -> None:
        for text, game in zip(texts, games, strict=True):
            if not Record.loads(text).replay().is_over:
                raise AssertionError(game)

    def replay_jsons() -> None:
        for text in jsons:
            if not Record.loads(text).replay().is_over:
                raise AssertionError(text)

    def check_logs() -> None:
        for text, game in zip(logs, games, strict=False):
            if Record.from_log(text) != game.record:
                raise AssertionError(text)

    if pickle.loads(pickle.dumps(rounds)) != rounds:
        raise AssertionError("a pickled round is the same")

    def pickle_rounds() -> None:
        if len(pickle.loads(pickle.dumps(rounds))) != ROUNDS:
            raise AssertionError("all rounds are pickled")

    def pickle_alone() -> None:
        for round_ in rounds:
            if type(pickle.loads(pickle.dumps(round_))) is not Round:
                raise AssertionError(round_)

    def load_presets() -> None:
        for _ in range(100):
            if Ruleset.from_toml(toml).min_huxi != 15:
                raise AssertionError(toml)

    shared = len(pickle.dumps(rounds)) - len(pickle.dumps(rounds[0].rules))
    alone = max(len(pickle.dumps(r)) - len(pickle.dumps(r.rules)) for r in rounds)
    each = "{:,.0f} a second".format
    return [
        ("short line read and replayed, Python", each(ROUNDS / spent(replay_texts)), "5,000"),
        ("line of JSON read and replayed, Python", each(ROUNDS / spent(replay_jsons)), ""),
        ("log read and checked, Python", each(50 / spent(check_logs)), ""),
        (
            "rounds of one ruleset pickled and read, in one list",
            each(ROUNDS / spent(pickle_rounds)),
            "200,000",
        ),
        ("rounds pickled and read one by one", each(ROUNDS / spent(pickle_alone)), ""),
        ("bytes of a pickled round beside its ruleset, in a list", f"{shared / ROUNDS:.0f}", "300"),
        ("the same alone, at most", f"{alone}", "300"),
        ("a preset read", f"{spent(load_presets) / 100 * 1e6:.0f} µs", "200 µs"),
    ]


def engine_rows() -> list[str]:
    """Give the rows of the engine's bench."""
    if shutil.which("cargo") is None:
        return []
    command = ["cargo", "bench", "--quiet", "--package", "paohuzi-sim", "--bench", "records"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return [
        line for line in done.stdout.splitlines() if line.startswith("| ") and "| what" not in line
    ]


def main() -> None:
    """Print the table."""
    print("| what | figure | aim |")
    print("| --- | ---: | ---: |")
    for what, figure, aim in rows():
        print(f"| {what} | {figure} | {aim} |")
    for line in engine_rows():
        if not line.startswith("| ---"):
            print(line)


if __name__ == "__main__":
    main()
