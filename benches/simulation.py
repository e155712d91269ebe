"""Rounds a second: what simulations give, on one thread and on two, and a loop over `Game` in Python.

Prints a markdown table; medians of several runs. Processor time says what a thread can do on a busy machine too; what
two threads are worth is wall time on a quiet one. Run it against the optimised package:

    ./x build && pip install dist/*.whl && python benches/simulation.py
"""

import random
import statistics
import time
from collections.abc import Callable

import paohuzi as phz

RUNS = 5


def median(work: Callable[[], int]) -> tuple[float, float]:
    """Give what is done in a second of processor time and of wall time, the median of some runs."""
    speeds = []
    for _ in range(RUNS):
        wall, processor = time.perf_counter(), time.process_time()
        done = work()
        speeds.append(
            (done / (time.process_time() - processor), done / (time.perf_counter() - wall))
        )
    return statistics.median(each[0] for each in speeds), statistics.median(
        each[1] for each in speeds
    )


def rounds(agents: str, count: int, threads: int) -> Callable[[], int]:
    """Give the work of a simulation, all runs of it the same."""

    def work() -> int:
        return len(phz.simulate(agents=agents, rounds=count, seed=1, threads=threads))

    return work


def decisions() -> int:
    """Play rounds through `Game` with random answers; give the number of answers."""
    chance = random.Random(1).random
    rules = phz.rulesets.load("quanmingtang")
    done = 0
    for seed in range(500):
        game = phz.Game(rules, seed=seed)
        while not game.is_over:
            ids = game.legal_ids()
            game.push(ids[int(chance() * len(ids))])
            done += 1
    return done


def main() -> None:
    """Print the table."""
    phz.simulate(rounds=10)  # Builds the tables.
    rows = [
        ("random rounds, one thread", "rounds", *median(rounds("random", 60_000, 1))),
        ("random rounds, two threads", "rounds", *median(rounds("random", 60_000, 2))),
        ("simple rounds, one thread", "rounds", *median(rounds("simple", 20_000, 1))),
        ("greedy rounds, one thread", "rounds", *median(rounds("greedy", 4_000, 1))),
        ("greedy rounds, two threads", "rounds", *median(rounds("greedy", 4_000, 2))),
        ("`Game` loop from Python", "decisions", *median(decisions)),
    ]
    print("| what | a second of processor time | a second of wall time |")
    print("| --- | ---: | ---: |")
    for what, unit, processor, wall in rows:
        print(f"| {what} | {processor:,.0f} {unit} | {wall:,.0f} {unit} |")
    for name, one, two in (("random", rows[0], rows[1]), ("greedy", rows[3], rows[4])):
        print(
            f"| two threads against one, {name} | {two[2] / one[2]:.2f} | {two[3] / one[3]:.2f} |"
        )


if __name__ == "__main__":
    main()
