"""Many rounds at once are the rounds that are played one by one."""

import copy
import multiprocessing
import pickle
import random
import threading
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import numpy as np
import paohuzi as phz
import pytest
from numpy.typing import NDArray
from paohuzi import Game, IllegalActionError, ParseError, rulesets
from paohuzi.agents import Bot
from paohuzi.envs import OBS_SIZE, Arrays, VectorEnv, encode, encode_packed, unpack
from paohuzi.simulate import game_of

Autoreset: TypeAlias = Literal["NextStep", "SameStep", "Disabled"]
MODES: tuple[Autoreset, ...] = ("NextStep", "SameStep", "Disabled")
PRESETS = ("quanmingtang", "liuhuqiang", "changsha", "luzhou")


def mask_of(legal: list[int]) -> NDArray[np.int8]:
    mask = np.zeros(128, np.int8)
    mask[legal or [0]] = 1
    return mask


class Reference:
    """One slot, played with `Game` in plain Python."""

    def __init__(
        self, rules: phz.Ruleset, seed: int, agents: tuple[str | None, ...], mode: Autoreset
    ) -> None:
        self.rules, self.seed, self.agents, self.mode = rules, seed, agents, mode
        self.episode = -1
        self.deal()

    def deal(self) -> None:
        while True:
            self.episode += 1
            self.game = game_of(self.rules, self.seed, self.episode)
            self.bots = [
                None
                if name is None
                else Bot(name, self.rules, seed=self.seed, index=self.episode, seat=seat)
                for seat, name in enumerate(self.agents)
            ]
            self.play_bots()
            self.last = self.game.current_seat
            if self.last is not None:
                return

    def play_bots(self) -> None:
        while (seat := self.game.current_seat) is not None:
            bot = self.bots[seat]
            if bot is None:
                return
            self.game.push(bot.act(self.game.view()))

    def step(self, action: int) -> None:
        self.rewards = [0] * self.rules.seats
        self.ended = False
        self.finals: list[NDArray[np.float32]] = []
        if self.game.current_seat is None:
            assert self.mode == "NextStep"
            self.deal()
            return
        self.last = self.game.current_seat
        self.game.push(action)
        self.play_bots()
        settlement = self.game.settlement
        if settlement is not None:
            self.ended = True
            self.rewards = list(settlement.payments)
            self.finals = [encode(self.game.view(seat)) for seat in range(self.rules.seats)]
            if self.mode == "SameStep":
                self.deal()

    def check(self, arrays: Arrays, slot: int) -> None:
        seat = self.game.current_seat
        assert arrays.seats[slot] == (-1 if seat is None else seat)
        view = self.game.view(self.last if seat is None else seat)
        np.testing.assert_array_equal(arrays.observations[slot], encode(view))
        np.testing.assert_array_equal(arrays.masks[slot], mask_of(self.game.legal_ids()))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PRESETS)
def test_slots_play_the_rounds_of_games(name: str, mode: Autoreset) -> None:
    rules = rulesets.load(name)
    callers: tuple[str | None, ...] = (None,) * rules.seats
    for agents in (callers, ("greedy", None, "random", "greedy")[: rules.seats]):
        env = VectorEnv(3, rules, seeds=11, agents=agents, autoreset=mode)
        arrays = env.reset()
        slots = [Reference(rules, 11 + slot, agents, mode) for slot in range(3)]
        ends = 0
        for step in range(130 if agents is callers else 60):
            actions = env.sample(step)
            for slot, reference in enumerate(slots):
                reference.check(arrays, slot)
                if not reference.game.is_over:
                    assert reference.game.is_legal(int(actions[slot]))
            assert env.step(actions) is arrays
            for slot, reference in enumerate(slots):
                reference.step(int(actions[slot]))
                assert arrays.terminations[slot] == reference.ended
                assert arrays.rewards[slot].tolist() == reference.rewards
            ended = [slot for slot, reference in enumerate(slots) if reference.ended]
            assert env.ended.tolist() == ended
            finals = [seen for slot in ended for seen in slots[slot].finals]
            if ended:
                ends += len(ended)
                np.testing.assert_array_equal(
                    env.final_observations(), np.stack(finals).reshape(len(ended), rules.seats, -1)
                )
            if mode == "Disabled" and ended:
                env.reset(which=arrays.terminations)
                for slot in ended:
                    slots[slot].deal()
                assert not arrays.terminations.any()
            assert env.episodes.tolist() == [reference.episode for reference in slots]
        assert ends > 5


def run(env: VectorEnv, steps: int) -> list[bytes]:
    """Play random actions; give all that the steps gave."""
    env.reset()
    return [
        b"".join(array.tobytes() for array in env.step(env.sample(step))) for step in range(steps)
    ]


def test_threads_and_forms_change_nothing() -> None:
    def env(threads: int, *, packed: bool = True) -> VectorEnv:
        agents = (None, "random", None)
        return VectorEnv(
            50, seeds=3, agents=agents, autoreset="SameStep", threads=threads, packed=packed
        )

    one = run(env(1), 60)
    assert run(env(2), 60) == one
    assert run(env(8), 60) == one
    packed, floats = env(2), env(2, packed=False)
    packed.reset(), floats.reset()
    for step in range(40):
        packed.step(packed.sample(step)), floats.step(floats.sample(step))
        np.testing.assert_array_equal(
            unpack(packed.arrays.observations.astype(np.uint8)), floats.arrays.observations
        )


def test_a_slot_depends_on_its_own_seed_only() -> None:
    """The round with an index is the same beside any other slots, however long they take."""

    def rounds(env: VectorEnv, slot: int) -> dict[int, list[bytes]]:
        arrays = env.reset()
        found: dict[int, list[bytes]] = {}
        for step in range(150):
            found.setdefault(int(env.episodes[slot]), []).append(
                arrays.observations[slot].tobytes()
            )
            arrays = env.step(env.sample(9))
            del step
        return found

    alone = rounds(VectorEnv(1, seeds=[77], autoreset="SameStep"), 0)
    among = rounds(VectorEnv(4, seeds=[1, 2, 77, 3], autoreset="SameStep"), 2)
    assert alone == among
    assert len(alone) > 3


def test_rounds_are_those_of_simulations() -> None:
    """Random agents beside one that the caller plays as the bot would: the points are those of the simulation."""
    results = phz.simulate(None, ("greedy", "random", "random"), rounds=40, seed=5)
    env = VectorEnv(1, seeds=[5], agents=(None, "random", "random"), autoreset="NextStep")
    arrays = env.reset()
    points: dict[int, list[float]] = {}
    while env.episodes[0] < 40:
        episode = int(env.episodes[0])
        if arrays.seats[0] < 0:
            points[episode] = arrays.rewards[0].tolist()
            arrays = env.step([0])
            continue
        bot = Bot("greedy", seed=5, index=episode, seat=0)
        arrays = env.step([bot.act(env.view(0)).id])
    payments: Any = results.payments.tolist()
    assert len(points) > 30
    for episode, paid in points.items():
        assert paid == payments[episode]


def test_an_illegal_action_names_its_slot_and_changes_nothing() -> None:
    env = VectorEnv(4, seeds=1, autoreset="SameStep")
    with pytest.raises(IllegalActionError, match="slot 0 has no round yet") as error:
        env.step([0, 0, 0, 0])
    assert error.value.code == "slot_not_reset"
    env.reset()
    for step in range(20):
        env.step(env.sample(step))
    before, arrays = pickle.dumps(env), env.arrays.copy()
    legal = env.sample(3)
    for wrong, code in (
        (128, "action_id"),
        (-1, "action_id"),
        (6, "action_id"),
        (2**40, "action_id"),
    ):
        actions = legal.copy()
        actions[2] = wrong
        with pytest.raises(IllegalActionError, match=r"^slot 2") as error:
            env.step(actions)
        assert (error.value.code, error.value.context["slot"]) == (code, 2)
    for wrong in range(128):
        actions = legal.copy()
        actions[2] = wrong
        if not arrays.masks[2, wrong]:
            with pytest.raises(IllegalActionError, match=r"^slot 2"):
                env.step(actions)
    assert pickle.dumps(env) == before
    assert pickle.loads(before) == env
    for old, new in zip(arrays, env.arrays, strict=True):
        np.testing.assert_array_equal(old, new)
    env.step(legal)


def test_a_round_that_is_over_waits_where_nothing_resets_it() -> None:
    env = VectorEnv(2, seeds=1, autoreset="Disabled")
    arrays = env.reset()
    while not arrays.terminations.any():
        arrays = env.step(env.sample(1))
    (slot,) = env.ended
    assert arrays.seats[slot] == -1
    assert arrays.masks[slot].tolist() == [1] + [0] * 127
    assert arrays.rewards[slot].sum() == 0
    with pytest.raises(IllegalActionError, match=rf"slot {slot}: the round is over") as error:
        env.step(env.sample(1))
    assert error.value.code == "slot_over"
    other = arrays.observations[1 - slot].copy()
    env.reset(which=[number == slot for number in range(2)])
    assert env.episodes[slot] == 1
    assert env.episodes[1 - slot] == 0
    np.testing.assert_array_equal(arrays.observations[1 - slot], other)
    with pytest.raises(IllegalActionError, match=r"no round ended"):
        env.final_observations([slot])
    env.step(env.sample(1))


def test_seeds_begin_anew() -> None:
    env = VectorEnv(3, seeds=4)
    first = env.reset().copy()
    for step in range(50):
        env.step(env.sample(step))
    env.reset()
    assert env.episodes.min() > 0
    again = env.reset(seeds=4)
    assert env.episodes.tolist() == [0, 0, 0]
    assert env.seeds.tolist() == [4, 5, 6]
    for old, new in zip(first, again, strict=True):
        np.testing.assert_array_equal(old, new)
    env.reset(seeds=[9, 9, 9], which=[True, False, True])
    assert env.seeds.tolist() == [9, 5, 9]
    assert (env.arrays.observations[0] == env.arrays.observations[2]).all()


@pytest.mark.parametrize("mode", MODES[:2])
def test_copies_and_pickles_go_on_alike(mode: Autoreset) -> None:
    agents = (None, "random", "greedy")
    env = VectorEnv(6, seeds=8, agents=agents, autoreset=mode, packed=True)
    assert len(pickle.loads(pickle.dumps(env))) == 6
    env.reset()
    rng = random.Random(3)
    for _ in range(5):
        for _ in range(rng.randrange(20)):
            env.step(env.sample(rng.randrange(2**32)))
        twins = [env.copy(), copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        expected = [env.step(env.sample(step)).copy() for step in range(30)]
        for twin in twins:
            assert isinstance(twin, VectorEnv)
            assert twin != env
            for step, arrays in enumerate(expected):
                for old, new in zip(arrays, twin.step(twin.sample(step)), strict=True):
                    np.testing.assert_array_equal(old, new)


def test_altered_pickles_are_refused() -> None:
    env = VectorEnv(2, seeds=1)
    env.reset()
    env.step(env.sample(1))
    reduced: Any = env._rounds.__reduce__()
    restore, (number, payload) = reduced
    rules, agents, mode, threads, slots = payload
    assert restore(number, payload).episodes() == [0, 0]
    seed, episode, _ = slots[1]
    wrong = (
        (rules, agents, mode, threads, (slots[0], (seed, episode, b"\x05"))),
        (rules, agents, mode, threads, (slots[0], (seed, -1, b""))),
        (rules, agents, mode, threads, (slots[0], (seed, episode))),
        (rules, agents, mode, threads, ()),
        (rules, agents, "Never", threads, slots),
        (rules, agents[:2], mode, threads, slots),
        (rules, agents, mode, 0, slots),
    )
    for parts in wrong:
        with pytest.raises(phz.PaohuziError):
            restore(number, parts)
    with pytest.raises(phz.RecordError):
        restore(2, payload)


def test_arrays_of_the_caller_are_written() -> None:
    arrays = Arrays.empty(5, seats=3, packed=True)
    env = VectorEnv(5, seeds=1, arrays=arrays)
    assert env.reset() is arrays
    assert env.packed
    assert arrays.observations.any()
    own = VectorEnv(5, seeds=1, packed=True)
    np.testing.assert_array_equal(own.reset().observations, arrays.observations)
    # Bits of masks are an array of 16 bytes a slot.
    masks = np.zeros((5, 16), np.int8)
    VectorEnv(5, seeds=1, arrays=arrays._replace(masks=masks)).reset()
    bits = np.unpackbits(masks.view(np.uint8), axis=-1, bitorder="little")
    np.testing.assert_array_equal(bits, arrays.masks)


def unaligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Give an array of which no number lies where numbers lie."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    array: NDArray[Any] = np.zeros(size + 1, np.uint8)[1:].view(dtype).reshape(shape)
    return array


def readonly(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("name", "array", "code", "message"),
    [
        ("observations", np.zeros((4, OBS_SIZE - 1), np.float32), "array_shape", "observations of"),
        ("observations", np.zeros((5, OBS_SIZE), np.float32), "array_shape", r"\(4, \d+\)"),
        ("observations", np.zeros((OBS_SIZE, 4), np.float32), "array_shape", "observations of"),
        ("observations", np.zeros(4 * OBS_SIZE, np.float32), "array_shape", "observations of"),
        ("observations", np.zeros((4, OBS_SIZE), np.uint8), "array_shape", "observations of"),
        ("observations", np.zeros((4, OBS_SIZE)), "array_dtype", "expected float32, or uint8"),
        ("observations", np.zeros((4, OBS_SIZE), ">f4"), "array_dtype", "expected float32"),
        ("observations", np.zeros((4, OBS_SIZE), np.float32, order="F"), "array_layout", "gaps"),
        ("observations", np.zeros((8, OBS_SIZE), np.float32)[::2], "array_layout", "gaps"),
        ("observations", unaligned((4, OBS_SIZE), np.float32), "array_layout", "aligned"),
        ("observations", readonly(np.zeros((4, OBS_SIZE), np.float32)), "array_readonly", "read"),
        ("masks", np.zeros((4, 127), np.int8), "array_shape", r"\(4, 128\) or \(4, 16\)"),
        ("masks", np.zeros((128, 4), np.int8), "array_shape", "masks of shape"),
        ("masks", np.zeros((4, 128), np.float32), "array_dtype", "int8, uint8 or bool"),
        ("masks", np.zeros((4, 64), np.int16), "array_dtype", "masks of format 'h'"),
        ("seats", np.zeros(5, np.int8), "array_shape", r"\(5,\), expected \(4,\)"),
        ("seats", np.zeros(4, np.uint8), "array_dtype", "expected int8"),
        ("rewards", np.zeros((4, 3), np.float32), "array_dtype", "expected float64"),
        ("rewards", np.zeros((4, 3), ">f8"), "array_dtype", "expected float64"),
        ("rewards", np.zeros((4, 2)), "array_shape", r"expected \(4, 3\)"),
        ("rewards", np.zeros((3, 4)), "array_shape", r"\(3, 4\), expected \(4, 3\)"),
        ("terminations", np.zeros((4, 1), np.bool_), "array_shape", "terminations of shape"),
        ("terminations", np.zeros(4, np.int32), "array_dtype", "terminations of format"),
        ("terminations", np.broadcast_to(np.zeros(1, np.bool_), 4), "array_layout", "gaps"),
    ],
)
def test_wrong_arrays_are_refused(name: str, array: NDArray[Any], code: str, message: str) -> None:
    arrays = Arrays.empty(4, seats=3)._replace(**{name: array})
    with pytest.raises(ParseError, match=message) as error:
        VectorEnv(4, arrays=arrays)
    assert error.value.code == code


def test_arrays_that_share_memory_are_refused() -> None:
    arrays = Arrays.empty(4, seats=3)
    with pytest.raises(ParseError, match="seats and masks share memory") as error:
        VectorEnv(4, arrays=arrays._replace(seats=arrays.masks.reshape(-1)[:4]))
    assert error.value.code == "array_shared"
    with pytest.raises(TypeError, match="seats: an array of int8, found list"):
        VectorEnv(4, arrays=arrays._replace(seats=[0] * 4))  # type: ignore[arg-type]


def test_the_form_is_that_of_the_arrays() -> None:
    floats, bits = Arrays.empty(4, seats=3), Arrays.empty(4, seats=3, packed=True)
    assert VectorEnv(4, arrays=bits).packed
    assert not VectorEnv(4, arrays=floats, packed=False).packed
    for packed, arrays in ((True, floats), (False, bits)):
        with pytest.raises(ParseError, match=f"packed={packed} beside observations") as error:
            VectorEnv(4, arrays=arrays, packed=packed)
        assert error.value.code == "array_dtype"


def test_arrays_that_become_wrong_later_are_refused() -> None:
    env = VectorEnv(4, arrays=Arrays.empty(4, seats=3))
    env.reset()
    before = pickle.dumps(env)
    env.arrays.rewards.flags.writeable = False
    with pytest.raises(ParseError, match="rewards that is read-only"):
        env.reset()
    with pytest.raises(ParseError, match="rewards that is read-only"):
        env.step(env.sample(1))
    env.arrays.rewards.flags.writeable = True
    assert pickle.dumps(env) == before
    env.step(env.sample(1))


def test_masks_may_be_of_any_type_of_a_byte() -> None:
    expected = VectorEnv(5, seeds=1).reset().masks
    for dtype in (np.int8, np.uint8, np.bool_):
        arrays = Arrays.empty(5, seats=3)._replace(masks=np.zeros((5, 128), dtype))
        masks = VectorEnv(5, seeds=1, arrays=arrays).reset().masks
        assert masks.dtype == dtype
        np.testing.assert_array_equal(masks, expected)


def test_actions_are_whole_numbers_one_a_slot() -> None:
    env = VectorEnv(4, seeds=1)
    env.reset()
    before, legal = pickle.dumps(env), env.sample(1)
    wrong: tuple[tuple[Any, str], ...] = (
        ([0, 0, 0], "array_shape"),
        (legal.reshape(2, 2), "array_shape"),
        (legal.reshape(4, 1), "array_shape"),
        (legal[0], "array_shape"),
        ([0.5, 0, 0, 0], "array_dtype"),
        (legal.astype(np.float64), "array_dtype"),
        ([True] * 4, "array_dtype"),
        (["discard:s1"] * 4, "array_dtype"),
        ([2**70] * 4, "array_dtype"),
        (None, "array_dtype"),
    )
    for actions, code in wrong:
        with pytest.raises(ParseError) as error:
            env.step(actions)
        assert error.value.code == code, actions
    for big in (2**63, 2**64 - 1):
        with pytest.raises(IllegalActionError, match="no action number"):
            env.step(np.full(4, big, np.uint64))
    assert pickle.dumps(env) == before
    twin = env.copy()
    for actions in (legal.tolist(), tuple(legal), legal.astype(np.uint8), np.repeat(legal, 2)[::2]):
        env = twin.copy()
        env.step(actions)
        assert env.episodes.tolist() == [0] * 4
        assert env.sample(1).tolist() != legal.tolist()


def test_slots_to_be_reset_are_truths_one_a_slot() -> None:
    env = VectorEnv(4, seeds=1)
    env.reset()
    wrong: tuple[tuple[Any, str], ...] = (
        ([0, 1], "array_dtype"),
        ([1, 0, 0, 1], "array_dtype"),
        ([0.5, 0, 0, 0], "array_dtype"),
        ([True] * 5, "array_shape"),
        (np.ones((2, 2), np.bool_), "array_shape"),
        (True, "array_shape"),
    )
    for which, code in wrong:
        with pytest.raises(ParseError) as error:
            env.reset(which=which)
        assert error.value.code == code, which
    assert env.episodes.tolist() == [0] * 4
    env.reset(which=(True, False, False, True))
    assert env.episodes.tolist() == [1, 0, 0, 1]


def test_there_is_one_seed_a_slot() -> None:
    assert VectorEnv(3, seeds=np.int64(5)).seeds.tolist() == [5, 6, 7]
    assert VectorEnv(3, seeds=np.array([9, 9, 2**63], np.uint64)).seeds.tolist() == [9, 9, 2**63]
    assert VectorEnv(2, seeds=(seed for seed in (4, 2))).seeds.tolist() == [4, 2]
    for seeds in ([1, 2], [1, 2, 3, 4]):
        with pytest.raises(ParseError, match=f"seeds of length {len(seeds)}, expected 3") as error:
            VectorEnv(3, seeds=seeds)
        assert error.value.code == "array_length"
        env = VectorEnv(3)
        env.reset()
        with pytest.raises(ParseError, match=f"seeds of length {len(seeds)}, expected 3"):
            env.reset(seeds=seeds)
    wrong: tuple[Any, ...] = (1.5, None, "abc", True, [1, "2", 3], [True, 1, 2])
    for seeds in wrong:
        with pytest.raises(TypeError):
            VectorEnv(3, seeds=seeds)
    with pytest.raises(ParseError):
        VectorEnv(3, seeds=2**64 - 2)


def test_what_is_no_slot_has_no_end() -> None:
    env = VectorEnv(2, seeds=1)
    env.reset()
    assert env.final_observations().shape == (0, 3, OBS_SIZE)
    with pytest.raises(IllegalActionError, match="no round ended"):
        env.final_observations([1])
    for slot in (2, -1):
        with pytest.raises(ParseError, match=f"slot {slot}, expected 0 to 1"):
            env.final_observations([slot])
    wrong: tuple[Any, ...] = ([0.5], "0")
    for slots in wrong:
        with pytest.raises(TypeError):
            env.final_observations(slots)


def test_wrong_environments_are_refused() -> None:
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"slots": 0}, "slots_range"),
        ({"slots": 2, "seeds": [1, -1]}, "number_range"),
        ({"slots": 2, "seeds": -1}, "number_range"),
        ({"slots": 1, "agents": ("random",) * 3}, "agents_everywhere"),
        ({"slots": 1, "agents": (None, None)}, "agents_count"),
        ({"slots": 1, "agents": (None, None, "gredy")}, "agent_unknown"),
        ({"slots": 1, "autoreset": "next_step"}, "autoreset_unknown"),
        ({"slots": 1, "threads": 0}, "threads_range"),
    )
    for arguments, code in cases:
        with pytest.raises(ParseError) as error:
            VectorEnv(**arguments)
        assert error.value.code == code
    for wrong in ({"rules": "luzhou"}, {"threads": 1.5}, {"slots": 2.0}, {"agents": 5}):
        with pytest.raises(TypeError):
            VectorEnv(**{"slots": 2, **wrong})  # type: ignore[arg-type]
    env = VectorEnv(1)
    with pytest.raises(IllegalActionError, match="expected a reset"):
        env.reset(which=[False])
    with pytest.raises(IllegalActionError):
        env.view(0)
    with pytest.raises(ParseError):
        env.view(1)


def test_views_are_those_of_the_slots() -> None:
    env = VectorEnv(2, seeds=1, packed=True)
    arrays = env.reset()
    for slot in range(2):
        np.testing.assert_array_equal(arrays.observations[slot], encode_packed(env.view(slot)))
        assert env.view(slot, 2).seat == 2
    assert repr(env) == "<VectorEnv of quanmingtang: 2 slots>"
    assert (env.threads, env.autoreset, env.agents) == (1, "NextStep", (None, None, None))
    env.close()


def _steps_in_a_child(env: VectorEnv) -> list[bytes]:
    return run(env, 5)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_threads_work_in_a_forked_process() -> None:
    expected = run(_ENV, 5)
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        # The child inherits the environment, but not the threads that it has started.
        assert pool.submit(_inherited).result(timeout=60) == expected
    twin = VectorEnv(40, seeds=1, threads=2, packed=True)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(_steps_in_a_child, twin).result(timeout=60) == expected


_ENV = VectorEnv(40, seeds=1, threads=2, packed=True)


def _inherited() -> list[bytes]:
    _ENV.reset(seeds=1)
    return [
        b"".join(array.tobytes() for array in _ENV.step(_ENV.sample(step))) for step in range(5)
    ]


def test_other_threads_run_meanwhile() -> None:
    env = VectorEnv(4096, seeds=1, packed=True)
    env.reset()
    ticks: list[int] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(len(ticks))

    thread = threading.Thread(target=tick)
    thread.start()
    counts = [len(ticks)]
    for step in range(30):
        env.step(env.sample(step))
        counts.append(len(ticks))
    stop.set()
    thread.join()
    assert sum(after > before for before, after in pairwise(counts)) > 10


def test_several_threads_may_use_one_environment() -> None:
    env = VectorEnv(8, seeds=1, autoreset="SameStep", packed=True)
    env.reset()
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(200):
                env._rounds.sample(np.empty(8, np.int64), seed=1)
                env.view(3)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for step in range(200):
        env.step(env.sample(step))
    for thread in threads:
        thread.join()
    assert not errors


def test_games_are_as_before() -> None:
    game = Game(seed=7)
    env = VectorEnv(1, seeds=[7])
    env.reset()
    assert env.view(0) == game.view()
