"""The environments for Gymnasium pass Gymnasium's own checks, and the vector one plays what the single one plays."""

# ruff: noqa: E402 - what is tested needs packages that may not be there.
import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import paohuzi as phz
import pytest
from paohuzi import IllegalActionError, View, rulesets
from paohuzi.agents import Bot

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from paohuzi.envs import encode
from paohuzi.envs.gymnasium import ID, PaohuziEnv, PaohuziVectorEnv


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", ["quanmingtang", "liuhuqiang"])
def test_it_passes_the_checks(name: str, packed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(ID, rules=rulesets.load(name), seat=1, opponents="random", packed=packed)
    check_env(env.unwrapped)
    assert "seat 1 sees" in capsys.readouterr().out


def test_it_is_made_by_name() -> None:
    env = gymnasium.make(f"paohuzi.envs.gymnasium:{ID}", seat=2)
    assert isinstance(env.unwrapped, PaohuziEnv)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    envs = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="vector_entry_point", seat=2)
    assert isinstance(envs.unwrapped, PaohuziVectorEnv)
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    env.close()
    envs.close()
    envs.close()


def legal(seen: dict[str, Any], rng: random.Random) -> int:
    return int(rng.choice(np.nonzero(seen["action_mask"])[0].tolist()))


def first(view: View) -> int:
    return view.legal_ids()[0]


class Last:
    """An agent."""

    def act(self, view: View) -> phz.Action:
        return view.legal_actions()[-1]


def test_opponents_may_be_names_functions_and_agents() -> None:
    env = PaohuziEnv(seat=1, opponents=(Last(), first))
    rng = random.Random(1)
    seen, _ = env.reset(seed=4)
    for episode in range(10):
        game = phz.Game.from_deck(None, phz.Deck.shuffled(4, episode), dealer=episode % 3)
        over = False
        while True:
            while not game.is_over and game.current_seat != 1:
                view = game.view()
                game.push(first(view) if view.seat == 0 else Last().act(view))
            np.testing.assert_array_equal(seen["observation"], encode(game.view(1)))
            assert over == game.is_over
            if over:
                break
            action = legal(seen, rng)
            game.push(action)
            seen, points, over, _, _ = env.step(action)
        assert game.settlement is not None
        assert points == game.settlement.payments[1]
        seen, _ = env.reset()


def test_bots_beside_the_seat_are_those_of_simulations() -> None:
    results: Any = phz.simulate(None, ("random", "greedy", "greedy"), rounds=20, seed=8)
    env = PaohuziEnv(opponents="greedy")
    env.reset(seed=8)
    for episode in range(20):
        if env._deals.episode != episode:
            continue
        bot, over = Bot("random", seed=8, index=episode, seat=0), False
        while not over:
            _, points, over, _, _ = env.step(bot.act(env.view()).id)
        assert points == results.payments.tolist()[episode][0]
        env.reset()


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", ["quanmingtang", "liuhuqiang"])
def test_the_vector_gives_what_gymnasiums_own_gives(name: str, mode: AutoresetMode) -> None:
    rules = rulesets.load(name)
    opponents = ("random", "greedy", "random")[: rules.seats - 1]

    def make() -> PaohuziEnv:
        return PaohuziEnv(rules, seat=1, opponents=opponents)

    makers: list[Callable[[], PaohuziEnv]] = [make] * 4
    sync = SyncVectorEnv(makers, autoreset_mode=mode)
    own = PaohuziVectorEnv(4, rules, seat=1, opponents=opponents, autoreset_mode=mode, threads=2)
    expected, infos = sync.reset(seed=6)
    found, own_infos = own.reset(seed=6)
    ends = 0
    for step in range(150):
        compare(found, expected)
        compare(own_infos, infos)
        actions = own.sample(step)
        expected, rewards, terminations, truncations, infos = sync.step(actions)
        found, own_rewards, own_terminations, own_truncations, own_infos = own.step(actions)
        np.testing.assert_array_equal(own_rewards, rewards)
        np.testing.assert_array_equal(own_terminations, terminations)
        np.testing.assert_array_equal(own_truncations, truncations)
        assert own_rewards.dtype == rewards.dtype
        ends += int(terminations.sum())
        if mode == AutoresetMode.DISABLED and terminations.any():
            options = {"reset_mask": terminations}
            expected, infos = sync.reset(options=dict(options))
            found, own_infos = own.reset(options=dict(options))
    assert ends > 10
    assert own.observation_space == sync.observation_space
    assert own.action_space == sync.action_space
    assert own.metadata["autoreset_mode"] == mode
    own.close()
    sync.close()


def compare(found: Any, expected: Any) -> None:
    """Compare what may be dicts of arrays of dicts."""
    if isinstance(expected, dict):
        assert set(found) == set(expected)
        for key in expected:
            compare(found[key], expected[key])
    elif isinstance(expected, np.ndarray) and expected.dtype == object:
        assert found.dtype == object
        for one, other in zip(found, expected, strict=True):
            compare(one, other)
    else:
        np.testing.assert_array_equal(found, expected)


def test_an_illegal_action_changes_nothing() -> None:
    env = PaohuziEnv(illegal_reward=None)
    seen, _ = env.reset(seed=7)
    with pytest.raises(IllegalActionError):
        env.step(0)
    assert env.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()
    env = PaohuziEnv(illegal_reward=-5.0)
    seen, _ = env.reset(seed=7)
    for wrong in (0, 127, 1000, -1):
        again, points, over, truncated, info = env.step(wrong)
        compare(again, seen)
        assert (points, over, truncated) == (-5.0, False, False)
        assert "expected" in info["illegal"]
    rest_of_round = rest(env, seen)
    assert rest_of_round
    over = False
    seen, _ = env.reset()
    while not over:
        seen, _, over, _, _ = env.step(legal(seen, random.Random(1)))
    with pytest.raises(IllegalActionError, match="the round is over"):
        env.step(0)
    envs = PaohuziVectorEnv(3)
    envs.reset(seed=1)
    actions = envs.sample(1)
    actions[1] = 127
    with pytest.raises(IllegalActionError, match="slot 1"):
        envs.step(actions)


def test_an_opponent_that_fails_changes_nothing() -> None:
    """The seat is asked again; what is then answered is its answer, and not one in the opponent's place."""

    class Faulty:
        def __init__(self) -> None:
            self.rng = random.Random(1)

        def act(self, view: View) -> phz.Action | str:
            chance = self.rng.random()
            if chance < 0.1:
                raise OSError("the line is cut")
            # Nobody may answer the second of these, since there is no such chi.
            return view.legal_actions()[-1] if chance < 0.8 else "chi:s1:s4-s5-s6"

    env, other = PaohuziEnv(opponents=Faulty()), PaohuziEnv(opponents=Last())
    seen = start(env, 7)
    again, _ = other.reset(seed=7)
    failures = 0
    for answers in range(60):
        compare(seen, again)
        action = legal(seen, random.Random(answers))
        again, points, over, _, _ = other.step(action)
        while True:
            try:
                seen, own_points, own_over, _, _ = env.step(action)
                break
            except (phz.PaohuziError, OSError):
                failures += 1
                assert env.view().legal_ids() == np.nonzero(env.action_masks())[0].tolist()
                assert env.action_masks()[action]
        assert (own_points, own_over) == (points, over)
        if over:
            compare(seen, again)
            seen = start(env, answers)
            again, _ = other.reset(seed=answers)
    assert failures > 10


def start(env: PaohuziEnv, seed: int) -> dict[str, Any]:
    """Deal until no opponent fails."""
    while True:
        try:
            return env.reset(seed=seed)[0]
        except (phz.PaohuziError, OSError):
            continue


def test_actions_are_whole_numbers() -> None:
    env = PaohuziEnv()
    seen, _ = env.reset(seed=7)
    wrong: tuple[Any, ...] = (8.7, np.float64(8), "8", None, True, np.True_, [8], np.array([8]))
    for action in wrong:
        with pytest.raises(TypeError):
            env.step(action)
    compare(env._see(env._dealt()), seen)
    numbers: tuple[Any, ...] = (8, np.int64(8), np.uint8(8), np.array(8))
    for right in numbers:
        twin = copy.deepcopy(env)
        twin.step(right)


def test_sub_environments_without_a_seed_go_on() -> None:
    def envs() -> PaohuziVectorEnv:
        return PaohuziVectorEnv(4, opponents="random", autoreset_mode=AutoresetMode.DISABLED)

    def sync() -> SyncVectorEnv:
        makers: list[Callable[[], PaohuziEnv]] = [lambda: PaohuziEnv(opponents="random")] * 4
        return SyncVectorEnv(makers, autoreset_mode=AutoresetMode.DISABLED)

    own, theirs = envs(), sync()
    mask = np.array([True, True, False, True])
    seeds: tuple[int | list[int | None] | None, ...] = (9, None, [3, None, 5, None], [None] * 4)
    for seed in seeds:
        for options in (None, {"reset_mask": mask}):
            found, _ = own.reset(seed=seed, options=options and dict(options))
            expected, _ = theirs.reset(seed=seed, options=options and dict(options))
            compare(found, expected)
    fresh = [envs().reset(seed=[7, None, 7, None])[0]["observation"] for _ in range(2)]
    assert (fresh[0][0] == fresh[0][2]).all()
    assert (fresh[0][0] == fresh[1][0]).all()
    assert (fresh[0][1] != fresh[1][1]).any()
    wrong: tuple[Any, ...] = ([1, 2, 3], [None, 1], range(5), -1)
    for bad in wrong:
        with pytest.raises(phz.ParseError):
            own.reset(seed=bad)
    with pytest.raises(phz.ParseError, match="which of format"):
        own.reset(options={"reset_mask": np.ones(4, np.int8)})


def rest(env: PaohuziEnv, seen: dict[str, Any]) -> list[object]:
    """Play the round to its end, and the next one."""
    rng = random.Random(5)
    found: list[object] = []
    for _ in range(2):
        over = False
        while not over:
            seen, points, over, _, _ = env.step(legal(seen, rng))
            found.append((seen["observation"].tobytes(), points, over))
        seen, _ = env.reset()
    return found


def test_copies_and_pickles_go_on_alike() -> None:
    env, rng = PaohuziEnv(opponents="random"), random.Random(1)
    assert pickle.loads(pickle.dumps(env)).seat == 0
    seen, _ = env.reset(seed=3)
    for _ in range(5):
        for _ in range(rng.randrange(8)):
            seen, _, over, _, _ = env.step(legal(seen, rng))
            if over:
                seen, _ = env.reset()
        twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        expected = rest(env, seen)
        for twin in twins:
            assert rest(twin, seen) == expected
        seen, _ = env.reset()
    envs = PaohuziVectorEnv(3, opponents="random")
    envs.reset(seed=1)
    for step in range(15):
        envs.step(envs.sample(step))
    vectors = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    steps = [envs.step(envs.sample(step)) for step in range(30)]
    for vector in vectors:
        for step, (seen, rewards, *_) in enumerate(steps):
            own, own_rewards, *_ = vector.step(vector.sample(step))
            compare(own, seen)
            np.testing.assert_array_equal(own_rewards, rewards)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(IllegalActionError, match="no seat 3"):
        PaohuziEnv(seat=3)
    with pytest.raises(phz.ParseError, match="no agent"):
        PaohuziEnv(opponents="gredy")
    for make in (PaohuziEnv, PaohuziVectorEnv):
        with pytest.raises(TypeError, match="expected a Ruleset"):
            make(rules="luzhou")  # type: ignore[arg-type]
    wrong: tuple[Any, ...] = (None, 5, ["greedy", 5])
    for opponents in wrong:
        with pytest.raises(TypeError, match="an object with act or a function"):
            PaohuziEnv(opponents=opponents)
    with pytest.raises(phz.ParseError, match="1 opponents, expected 2"):
        PaohuziEnv(opponents=["greedy"])
    with pytest.raises(phz.ParseError, match="render mode"):
        PaohuziEnv(render_mode="rgb_array")
    with pytest.raises(RuntimeError, match="no round yet"):
        PaohuziEnv().step(0)
