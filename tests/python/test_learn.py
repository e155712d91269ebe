"""The example that learns does learn something of what it says; only where its library is installed."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def learn() -> Any:
    for package in ("jax", "optax"):
        pytest.importorskip(package)
    spec = importlib.util.spec_from_file_location("learn", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn"] = module
    spec.loader.exec_module(module)
    return module


def test_every_answer_is_paid_when_its_round_is(learn: Any) -> None:
    memory = learn.Memory(slots=2, seats=3)
    memory.add(np.array([0, 1], np.int8))
    memory.add(np.array([2, 1], np.int8))
    memory.pay(np.array([[6, -3, -3], [0, 0, 0]], np.float64), np.array([True, False]))
    assert memory.returns[0] == 0.6
    assert memory.returns[2] == -0.3
    assert np.isnan(memory.returns[1])
    assert np.isnan(memory.returns[3])


def test_it_learns_and_is_judged(learn: Any) -> None:
    weights = learn.train(seconds=1, slots=64, steps=64, seed=1)
    ours = learn.points(weights, seat=1, rounds=20, seed=5)
    theirs = learn.points(None, seat=1, rounds=20, seed=5)
    assert ours.shape == theirs.shape == (20,)
    assert np.isfinite(ours).all()
    assert "±" in learn.interval(ours - theirs)
