"""Speed of the calls that a Python program makes most, of those that analyse hands, and of the import.

Run it with the package and numpy installed: `python benches/python_calls.py`. It prints tables of medians of several
runs, in processor time where nothing else is said.
"""

import random
import statistics
import subprocess
import sys
import time

import python_analysis
from paohuzi import Game

ROUNDS = 300
RUNS = 9


def decisions_a_second(seed: int) -> float:
    """Play whole random rounds by `legal_ids` and `push`; the choice is drawn beforehand."""
    rng = random.Random(seed)
    picks = [rng.random() for _ in range(1000)]
    spent, decisions = 0.0, 0
    for number in range(ROUNDS):
        game = Game(seed=seed + number)
        begin = time.process_time()
        turn = 0
        while not game.is_over:
            ids = game.legal_ids()
            game.push(ids[int(picks[turn] * len(ids))])
            turn += 1
        spent += time.process_time() - begin
        decisions += turn
        if game.settlement is None or len(game.answers) != turn:
            raise AssertionError("a round that is over is settled, and every push is kept")
    return decisions / spent


def latencies(seed: int) -> list[int]:
    """Time single decisions of whole random rounds, in nanoseconds: view, legal ids, push."""
    rng, spent = random.Random(seed), []
    for number in range(ROUNDS):
        game = Game(seed=seed + number)
        while not game.is_over:
            pick = rng.random()
            begin = time.perf_counter_ns()
            view = game.view()
            ids = view.legal_ids()
            game.push(ids[int(pick * len(ids))])
            spent.append(time.perf_counter_ns() - begin)
    return spent


IMPORT = """
import time
begin = time.process_time()
import paohuzi
print((time.process_time() - begin) * 1000)
"""


def import_time() -> float:
    """Give the milliseconds that the import takes in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def main() -> None:
    """Print the figures."""
    speeds = [decisions_a_second(1000 * run) for run in range(RUNS)]
    each = [statistics.quantiles(latencies(1000 * run), n=100) for run in range(RUNS)]
    half, most = (statistics.median(run[place] for run in each) / 1000 for place in (49, 98))
    import_time()
    imports = statistics.median(import_time() for _ in range(RUNS))
    print("| what | figure |")
    print("| --- | ---: |")
    print(
        "| `legal_ids` and `push`, whole random rounds, one core |"
        f" {statistics.median(speeds):,.0f} decisions a second |"
    )
    print(
        "| one decision: `view`, its `legal_ids`, `push` (wall clock) |"
        f" p50 {half:.2f} µs, p99 {most:.2f} µs |"
    )
    print(f"| `import paohuzi`, beyond bare Python | {imports:.1f} ms |\n")
    python_analysis.main()


if __name__ == "__main__":
    main()
