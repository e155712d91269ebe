"""Teach a small network to play, on two cores within minutes, and show that it beats `random`.

    pip install 'paohuzi[learn]'
    python examples/learn.py

The network learns by playing itself: it is asked for all three seats of many rounds at once, in the vector environment.
The method is plain: actor and critic, with steps that are clipped as in PPO; every answer of a seat is judged by the
points that the seat gets at the end of the round. Then the network plays rounds that it has not seen against two random
bots, at every seat in turn, and a random bot plays the same rounds in its place. The difference of the two, round by
round, is what the network is worth; it is printed with its 95 % confidence interval.
"""

import argparse
import math
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray
from paohuzi.envs import OBS_SIZE, VectorEnv

ACTIONS = 128
"""Numbers of actions; most of them are legal only now and then."""
WIDTH = 128
"""Numbers in each layer of the network."""
POINTS = 10.0
"""Rewards are divided by this, so that they are about as large as the network's other numbers."""
PART = 2048
"""Answers that the network is improved by at once."""

Weights = Mapping[str, Any]
optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(5e-4))


def new_weights(key: jax.Array) -> Weights:
    """Make a network that knows nothing."""
    sizes = {
        "in": (OBS_SIZE, WIDTH),
        "mid": (WIDTH, WIDTH),
        "policy": (WIDTH, ACTIONS),
        "value": (WIDTH, 1),
    }
    keys = dict(zip(sizes, jax.random.split(key, len(sizes)), strict=True))
    # The ends begin small, so that all actions are equally good at first.
    scale = {
        name: 0.01 if name in ("policy", "value") else math.sqrt(2 / size[0])
        for name, size in sizes.items()
    }
    return {
        name: (scale[name] * jax.random.normal(keys[name], size), jnp.zeros(size[1]))
        for name, size in sizes.items()
    }


def judged(weights: Weights, seen: jax.Array, masks: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Give how much the network likes each legal action, as logarithms of chances, and the points it expects."""

    def layer(name: str, numbers: jax.Array) -> jax.Array:
        matrix, offsets = weights[name]
        return numbers @ matrix + offsets

    hidden = jax.nn.relu(layer("mid", jax.nn.relu(layer("in", seen))))
    logits = jnp.where(masks == 1, layer("policy", hidden), -1e9)
    return jax.nn.log_softmax(logits), layer("value", hidden)[:, 0]


@jax.jit
def act(weights: Weights, seen: jax.Array, masks: jax.Array, key: jax.Array) -> jax.Array:
    """Draw an action for each slot."""
    return jax.random.categorical(key, judged(weights, seen, masks)[0])


@jax.jit
def looked_back(
    weights: Weights, seen: jax.Array, masks: jax.Array, actions: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Give the logarithm of the chance that each action had, and the points that were expected."""
    logs, values = judged(weights, seen, masks)
    return jnp.take_along_axis(logs, actions[:, None], 1)[:, 0], values


@jax.jit
def improved(
    weights: Weights, state: optax.OptState, batch: tuple[jax.Array, ...]
) -> tuple[Weights, optax.OptState]:
    """Make what paid more likely, and what did not less, but not by much at once."""
    seen, masks, actions, before, advantages, returns = batch

    def loss(weights: Weights) -> jax.Array:
        logs, values = judged(weights, seen, masks)
        ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - before)
        gain = jnp.minimum(ratio * advantages, jnp.clip(ratio, 0.8, 1.2) * advantages).mean()
        entropy = -(jnp.exp(logs) * jnp.where(masks == 1, logs, 0)).sum(1).mean()
        return 0.5 * ((values - returns) ** 2).mean() - gain - 0.01 * entropy

    steps, state = optimizer.update(jax.grad(loss)(weights), state, weights)
    return optax.apply_updates(weights, steps), state


class Memory:
    """What every answer of a batch of steps was worth in the end, once its round has paid."""

    def __init__(self, slots: int, seats: int) -> None:
        self.open: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in range(slots)]
        self.returns: list[float] = []

    def add(self, seats: NDArray[np.int8]) -> None:
        """Note that these seats answered, one in each slot."""
        for slot, seat in enumerate(seats.tolist()):
            self.open[slot][seat].append(len(self.returns))
            self.returns.append(math.nan)

    def pay(self, rewards: NDArray[np.float64], ended: NDArray[np.bool_]) -> None:
        """Give the answers of the rounds that ended their points."""
        for slot in np.nonzero(ended)[0].tolist():
            for seat, answers in enumerate(self.open[slot]):
                for answer in answers:
                    self.returns[answer] = float(rewards[slot, seat]) / POINTS
                answers.clear()


def train(*, seconds: float, slots: int, steps: int, seed: int) -> Weights:
    """Play and learn for so long; give what was learned."""
    env = VectorEnv(slots, seeds=seed, autoreset="SameStep")
    key, lots = jax.random.key(seed), np.random.default_rng(seed)
    key, first = jax.random.split(key)
    weights = new_weights(first)
    state = optimizer.init(weights)
    arrays = env.reset()
    begin, told, answers = time.monotonic(), 0.0, 0
    while (spent := time.monotonic() - begin) < seconds:
        if spent > told + 20:
            told, rounds = spent, int(env.episodes.sum())
            print(f"  {spent:4.0f} s  {rounds:7,d} rounds  {answers:9,d} answers", flush=True)
        # Rounds that go on beyond the last step of a batch are learned from no more.
        memory = Memory(slots, env.rules.seats)
        played: list[tuple[NDArray[Any], ...]] = []
        for _ in range(steps):
            key, now = jax.random.split(key)
            seen, masks = arrays.observations.copy(), arrays.masks.copy()
            actions = np.asarray(act(weights, seen, masks, now))
            memory.add(arrays.seats)
            arrays = env.step(actions)
            memory.pay(arrays.rewards, arrays.terminations)
            played.append((seen, masks, actions))
        returns = np.array(memory.returns, np.float32)
        known = np.nonzero(~np.isnan(returns))[0]
        seen, masks, actions = (np.concatenate(parts) for parts in zip(*played, strict=True))
        for _ in range(2):
            # Whole parts only, since for each length the functions are compiled anew.
            order = lots.permutation(known)[: len(known) // PART * PART]
            for part in order.reshape(-1, PART):
                before, values = looked_back(weights, seen[part], masks[part], actions[part])
                gained = returns[part] - values
                gained = (gained - gained.mean()) / (gained.std() + 1e-6)
                batch = (seen[part], masks[part], actions[part], before, gained, returns[part])
                weights, state = improved(weights, state, batch)
        answers += len(known)
    return weights


def points(weights: Weights | None, *, seat: int, rounds: int, seed: int) -> NDArray[np.float64]:
    """Give the points of a seat beside random bots, in one round of each slot; a random player's without weights."""
    agents: list[str | None] = ["random"] * 3
    agents[seat] = None
    env = VectorEnv(rounds, seeds=seed, agents=agents, autoreset="Disabled")
    key = jax.random.key(seed)
    arrays = env.reset()
    found, over, step = np.zeros(rounds), np.zeros(rounds, np.bool_), 0
    while not over.all():
        if weights is None:
            actions = env.sample(seed + step)
        else:
            key, now = jax.random.split(key)
            actions = np.asarray(act(weights, arrays.observations, arrays.masks, now))
        arrays = env.step(actions)
        step += 1
        first = arrays.terminations & ~over
        found[first] = arrays.rewards[first, seat]
        over |= first
        if arrays.terminations.any():
            # What comes after the first round of a slot is played and not counted.
            arrays = env.reset(which=arrays.terminations)
    return found


def interval(values: NDArray[np.float64]) -> str:
    """Write a mean with its 95 % confidence interval."""
    return f"{values.mean():+.2f} ± {1.96 * error_of(values):.2f}"


def error_of(values: NDArray[np.float64]) -> float:
    """Give the standard error of a mean."""
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def main() -> None:
    """Teach, then judge."""
    parser = argparse.ArgumentParser(description="Teach a small network to play.")
    number = partial(parser.add_argument, type=int)
    parser.add_argument("--seconds", type=float, default=180, help="how long it learns (180)")
    number("--slots", default=256, help="rounds that are played at once (256)")
    number("--steps", default=128, help="answers a slot between two lessons (128)")
    number("--rounds", default=3000, help="rounds a seat that it is judged by (3000)")
    number("--seed", default=1, help="of the rounds and the network (1)")
    options = parser.parse_args()
    print(f"learning for {options.seconds:.0f} s", flush=True)
    weights = train(
        seconds=options.seconds, slots=options.slots, steps=options.steps, seed=options.seed
    )
    # Seeds far from those that it learned from.
    judge = partial(points, rounds=options.rounds, seed=10**9 + options.seed)
    ours = np.concatenate([judge(weights, seat=seat) for seat in range(3)])
    theirs = np.concatenate([judge(None, seat=seat) for seat in range(3)])
    print(f"{len(ours):,} rounds against two random bots, points a round:")
    print(f"  the network          {interval(ours)}, won {np.mean(ours > 0):.1%}")
    print(f"  random in its place  {interval(theirs)}, won {np.mean(theirs > 0):.1%}")
    difference = ours - theirs
    print(f"  difference           {interval(difference)}")
    is_certain = difference.mean() > 1.96 * error_of(difference)
    print("the network beats random" if is_certain else "it is not certain that it beats random")


if __name__ == "__main__":
    main()
