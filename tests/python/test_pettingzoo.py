"""The environment for PettingZoo passes PettingZoo's own checks, and plays the rounds of games."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from paohuzi import Game, IllegalActionError, ParseError, rulesets
from paohuzi.simulate import game_of

pytest.importorskip("pettingzoo")

from paohuzi.envs import OBS_BYTES, OBS_SIZE, encode, encode_packed
from paohuzi.envs import pettingzoo as tables
from pettingzoo.test import api_test, render_test, seed_test

PRESETS = ("quanmingtang", "liuhuqiang", "changsha")
# PettingZoo says so of every environment whose observations are dicts with a mask, as its own card games have them.
known_warnings = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
)


@known_warnings
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", PRESETS)
def test_it_passes_the_api_test(name: str, packed: bool) -> None:
    api_test(tables.env(rulesets.load(name), packed=packed), num_cycles=1000)
    api_test(tables.raw_env(rulesets.load(name), packed=packed), num_cycles=1000)


def test_it_passes_the_seed_test() -> None:
    seed_test(tables.env, num_cycles=100)
    seed_test(tables.raw_env, num_cycles=100)


def test_it_passes_the_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(tables.env)
    assert "seat 0 sees" in capsys.readouterr().out


def play(table: Any, rng: random.Random, steps: int = 10_000) -> list[object]:
    """Play on with random answers; give all that was seen."""
    found: list[object] = []
    for _ in range(steps):
        if not table.agents:
            break
        agent = table.agent_selection
        seen, reward, over, truncated, info = table.last()
        found.append(
            (agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, over)
        )
        assert not truncated
        assert info == {}
        legal = np.nonzero(seen["action_mask"])[0].tolist()
        table.step(None if over else rng.choice(legal))
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_it_plays_the_rounds_of_games(name: str) -> None:
    rules = rulesets.load(name)
    floats, packed = tables.env(rules), tables.env(rules, packed=True)
    floats.reset(seed=5), packed.reset(seed=5)
    for episode in range(20):
        game, rng = game_of(rules, 5, episode), random.Random(episode)
        while not game.is_over:
            seat = game.current_seat
            assert floats.agent_selection == packed.agent_selection == f"seat_{seat}"
            for other in range(rules.seats):
                view = game.view(other)
                seen = floats.observe(f"seat_{other}")
                np.testing.assert_array_equal(seen["observation"], encode(view))
                np.testing.assert_array_equal(
                    packed.observe(f"seat_{other}")["observation"], encode_packed(view)
                )
                legal = view.legal_ids() or [0]
                assert np.nonzero(seen["action_mask"])[0].tolist() == legal
            action = rng.choice(game.legal_ids())
            game.push(action)
            floats.step(action), packed.step(action)
        assert game.settlement is not None
        points = {f"seat_{seat}": paid for seat, paid in enumerate(game.settlement.payments)}
        assert floats.rewards == floats._cumulative_rewards == points
        assert all(floats.terminations.values())
        out = []
        while floats.agents:
            agent = floats.agent_selection
            _, reward, over, _, _ = floats.last()
            assert (over, reward) == (True, points[agent])
            out.append(agent)
            floats.step(None)
        assert sorted(out) == sorted(points)
        floats.reset(), packed.reset()


def test_an_illegal_action_changes_nothing() -> None:
    table = tables.raw_env()
    table.reset(seed=7)
    before = table.observe("seat_0")
    for wrong in (0, 1, 2, 127, -1, 1000):
        with pytest.raises((IllegalActionError, ParseError)):
            table.step(wrong)
    wrong_types: tuple[Any, ...] = (8.7, "8", True, np.array([8]), np.True_)
    for action in wrong_types:
        with pytest.raises(TypeError):
            table.step(action)
    with pytest.raises(TypeError, match="no action of seat_0"):
        table.step(None)
    assert table.agent_selection == "seat_0"
    np.testing.assert_array_equal(table.observe("seat_0")["observation"], before["observation"])
    table.step(8)


def test_copies_and_pickles_go_on_alike() -> None:
    table, rng = tables.env(), random.Random(1)
    table.reset(seed=3)
    for _ in range(6):
        play(table, rng, rng.randrange(25))
        twins = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
        expected = play(table, random.Random(9))
        table.reset()
        following = play(table, random.Random(2), 5)
        for twin in twins:
            assert play(twin, random.Random(9)) == expected
            twin.reset()
            assert play(twin, random.Random(2), 5) == following


def test_spaces_and_names() -> None:
    table: Any = tables.raw_env()
    assert table.metadata["name"] == str(table) == "paohuzi_v0"
    assert table.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert table.observation_space("seat_1")["observation"].shape == (OBS_SIZE,)
    packed: Any = tables.raw_env(packed=True).observation_space("seat_1")
    packed = packed["observation"]
    assert (packed.shape, packed.dtype) == ((OBS_BYTES,), np.uint8)
    assert table.action_space("seat_2").n == 128
    for call in (table.render, table.close):
        assert call() is None
    with pytest.raises(RuntimeError, match="no round yet"):
        table.observe("seat_0")
    with pytest.raises(TypeError, match="expected a Ruleset"):
        tables.raw_env("luzhou")  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="seed -1"):
        table.reset(seed=-1)
    with pytest.raises(ValueError, match="render mode 'rgb_array'"):
        tables.raw_env(render_mode="rgb_array")


def test_calls_in_the_wrong_order_are_refused() -> None:
    table: Any = tables.raw_env()
    with pytest.raises(RuntimeError, match="no round yet"):
        table.step(8)
    table.reset(seed=1)
    rng = random.Random(1)
    while not table.terminations[table.agent_selection]:
        legal = np.nonzero(table.observe(table.agent_selection)["action_mask"])[0]
        table.step(rng.choice(legal.tolist()))
    # Nobody is asked any more, not even for a pass.
    with pytest.raises(ValueError, match="only valid action is None"):
        table.step(0)
    for _ in range(3):
        table.step(None)
    for action in (None, 0):
        with pytest.raises(RuntimeError, match="every agent is out"):
            table.step(action)
    table.reset()
    table.step(int(np.nonzero(table.observe(table.agent_selection)["action_mask"])[0][0]))


def test_without_a_seed_rounds_differ() -> None:
    hands = set()
    for _ in range(4):
        table = tables.raw_env()
        table.reset()
        hands.add(table.observe("seat_0")["observation"].tobytes())
    assert len(hands) == 4
    assert Game(seed=1) != Game(seed=2)


def test_nothing_is_printed_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in (None, "ansi"):
        table = tables.env(render_mode=mode)
        table.reset(seed=1)
        play(table, random.Random(1))
        table.close()
    printed = capsys.readouterr()
    assert printed.out == ""
