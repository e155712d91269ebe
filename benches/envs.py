"""Speed of the environments: `python benches/envs.py` prints a table.

Run it with the optimised package installed (`./x demo` does that) and with what the extra `rl` brings. Each figure is
the median of several runs. Steps of the vector environment and single decisions are timed by the clock, since threads
and the slowest of many are what is measured; all others in processor time. Actions are drawn outside of what is timed.
"""

import random
import statistics
import time
from collections.abc import Callable

import numpy as np
from paohuzi import Game
from paohuzi.envs import VectorEnv, encode
from paohuzi.envs.pettingzoo import raw_env
from pettingzoo import AECEnv

RUNS = 7


def vector_steps(threads: int, *, packed: bool, slots: int = 1024, steps: int = 200) -> float:
    """Give steps a second, observation and mask of each included."""
    env = VectorEnv(slots, seeds=1, autoreset="SameStep", threads=threads, packed=packed)
    env.reset()
    spent, ends = 0.0, 0
    for step in range(steps):
        actions = env.sample(step)
        begin = time.perf_counter()
        arrays = env.step(actions)
        spent += time.perf_counter() - begin
        ends += int(arrays.terminations.sum())
    if not steps * slots / 60 < ends < steps * slots / 15:
        raise AssertionError(f"{ends} rounds ended in {steps * slots} steps")
    return slots * steps / spent


def decisions(count: int = 20_000) -> list[float]:
    """Give the microseconds that each decision takes: the view, the legal numbers, and the answer."""
    rng, found = random.Random(1), []
    clock = time.perf_counter_ns
    seed = 0
    game = Game(seed=seed)
    while len(found) < count:
        if game.is_over:
            seed += 1
            game = Game(seed=seed)
            continue
        pick = rng.random()
        begin = clock()
        view = game.view()
        ids = game.legal_ids()
        game.push(ids[int(pick * len(ids))])
        found.append((clock() - begin) / 1000)
        if view.is_over:
            raise AssertionError("a seat that is asked sees a round that goes on")
    return found


def nothing() -> AECEnv:
    """Give a PettingZoo environment in which nothing happens, for what PettingZoo's own part of a step costs."""
    seats = [f"seat_{seat}" for seat in range(3)]
    seen = {"observation": np.zeros(1, np.float32), "action_mask": np.ones(128, np.int8)}

    class Nothing(AECEnv):
        def observe(self, agent: str) -> dict[str, object]:
            return seen

        def step(self, action: int) -> None:
            self._cumulative_rewards[self.agent_selection] = 0
            self._clear_rewards()

    table = Nothing()
    table.possible_agents = table.agents = seats
    table.agent_selection = seats[0]
    table.rewards, table._cumulative_rewards = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    table.terminations, table.truncations = dict.fromkeys(seats, False), dict.fromkeys(seats, False)
    table.infos = {seat: {} for seat in seats}
    return table


def pettingzoo_step(*, own: bool, count: int = 6000) -> float:
    """Give the microseconds of `last` and `step` of a raw environment; ours, or one in which nothing happens."""
    table = raw_env() if own else nothing()
    rng, spent, done = random.Random(1), 0.0, 0
    if own:
        table.reset(seed=1)
    while done < count:
        if own and table.terminations[table.agent_selection]:
            table.reset()
        picks = [rng.random() for _ in range(20)]
        begin = time.process_time()
        for pick in picks:
            if own and table.terminations[table.agent_selection]:
                break
            seen, _, _, _, _ = table.last()
            ids = seen["action_mask"].nonzero()[0]
            table.step(ids[int(pick * len(ids))])
            done += 1
        spent += time.process_time() - begin
    return spent / done * 1e6


def encoded(count: int = 20_000) -> float:
    """Give the microseconds of one observation in a new array."""
    view = Game(seed=1).view()
    begin = time.process_time()
    for _ in range(count):
        encode(view)
    return (time.process_time() - begin) / count * 1e6


def median(measure: Callable[[], float]) -> float:
    """Give the median of several runs."""
    return statistics.median(measure() for _ in range(RUNS))


def main() -> None:
    """Print the table."""
    print("| what | measured |")
    print("| --- | --- |")
    for packed, form in ((True, "packed"), (False, "float32")):
        one, two = (median(lambda t=t, p=packed: vector_steps(t, packed=p)) for t in (1, 2))
        print(
            f"| vector environment, {form} observation and mask, one thread | {one:,.0f} steps/s |"
        )
        print(f"| the same, two threads | {two:,.0f} steps/s ({two / one:.2f} times) |")
    ours, empty = (
        median(lambda: pettingzoo_step(own=True)),
        median(lambda: pettingzoo_step(own=False)),
    )
    print(
        f"| PettingZoo `raw_env`, `last` and `step` | {ours:.1f} µs, of these ours {ours - empty:.1f} µs |"
    )
    print(f"| observation of a view, float32 in a new array | {median(encoded):.2f} µs |")
    runs = [sorted(decisions()) for _ in range(RUNS)]
    p50, p99 = (statistics.median(run[len(run) * p // 100] for run in runs) for p in (50, 99))
    print(
        f"| decision from Python: view, legal numbers, push | p50 {p50:.2f} µs, p99 {p99:.2f} µs |"
    )


if __name__ == "__main__":
    main()
