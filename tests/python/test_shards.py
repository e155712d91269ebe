"""Simulations with Python agents, on executors, on Ray, and ended by Ctrl-C."""

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import paohuzi as phz
import pytest
from paohuzi.agents import Bot, Player
from paohuzi.ray import RayExecutor
from paohuzi.shards import merge, over, shards

MIXED = ("greedy", "random", "simple")


def first(view: phz.View) -> phz.Action:
    return view.legal_actions()[0]


def first_id(view: phz.View) -> int:
    return view.legal_actions()[0].id


class AsBot:
    """Plays as a bot of the package does, chance included."""

    def __init__(self, name: str) -> None:
        self.name = name

    def for_round(self, rules: phz.Ruleset, *, seed: int, index: int, seat: int) -> Bot:
        return Bot(self.name, rules, seed=seed, index=index, seat=seat)


def test_python_agents_give_the_results_that_bots_give() -> None:
    expected = phz.simulate("hunan_half", MIXED, rounds=40, seed=5, first=3)
    tables: list[list[Player]] = [
        [AsBot(name) for name in MIXED],
        ["greedy", AsBot("random"), "simple"],
    ]
    for agents in tables:
        assert phz.simulate("hunan_half", agents, rounds=40, seed=5, first=3) == expected


def test_callables_and_objects_play() -> None:
    class First:
        def act(self, view: phz.View) -> phz.Action:
            return first(view)

    one = phz.simulate(agents=(first, "greedy", first), rounds=30, seed=2)
    two = phz.simulate(agents=(first_id, "greedy", First()), rounds=30, seed=2)
    assert one.agents == ("first", "greedy", "first")
    assert two.agents == ("first_id", "greedy", "First")
    assert one.payments.tolist() == two.payments.tolist()
    assert pickle.loads(pickle.dumps(two)) == two


class Failing:
    def for_round(self, rules: phz.Ruleset, *, seed: int, index: int, seat: int) -> Any:
        assert (rules.name, seat) == ("quanmingtang", 0)
        if index == 7:
            raise LookupError("seven")
        return first


def test_what_an_agent_raises_comes_out_with_the_finished_rounds() -> None:
    with pytest.raises(LookupError, match="seven") as caught:
        phz.simulate(agents=(Failing(), "random", "random"), rounds=30, seed=2)
    finished = caught.value.results  # type: ignore[attr-defined]
    expected = phz.simulate(agents=(first, "random", "random"), rounds=7, seed=2)
    assert finished.payments.tolist() == expected.payments.tolist()


@pytest.mark.parametrize(
    ("answer", "code"), [("hu", "not_legal"), (200, "action_id"), ("fly", "action_word")]
)
def test_an_answer_that_is_none_is_refused(answer: Any, code: str) -> None:
    with pytest.raises(phz.PaohuziError) as caught:
        phz.simulate(agents=(lambda _: answer, "random", "random"), rounds=3, seed=2)
    assert caught.value.code == code


def test_what_is_no_agent_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        phz.simulate(agents=(3, "random", "random"), rounds=3)  # type: ignore[arg-type]


def test_shards_in_any_order_make_the_whole() -> None:
    whole = phz.simulate(agents=MIXED, rounds=100, seed=6)
    work = shards(None, MIXED, rounds=100, seed=6, first=0, size=7)
    assert [shard.rounds for shard in work] == [7] * 14 + [2]
    assert merge([pickle.loads(pickle.dumps(shard)).play() for shard in work]) == whole
    with ThreadPoolExecutor(3) as executor:
        for size in (1, 7, 100, 1000):
            told: list[tuple[int, int]] = []
            results = phz.simulate(
                agents=MIXED,
                rounds=100,
                seed=6,
                executor=executor,
                shard=size,
                progress=lambda *done, told=told: told.append(done),
            )
            assert results == whole
            assert told[-1] == (100, 100)
        none = phz.simulate(agents=MIXED, rounds=0, seed=6, executor=executor)
        assert len(none) == 0
    with pytest.raises(phz.ParseError):
        shards(None, MIXED, rounds=1, seed=1, first=0, size=0)


def test_finished_shards_survive_one_that_fails() -> None:
    class Breaking(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if args[0].first == 20:
                time.sleep(0.5)
                fn = None
            return super().submit(fn, *args, **kwargs)

    work = shards(None, MIXED, rounds=30, seed=6, first=0, size=10)
    with Breaking(1) as executor, pytest.raises(TypeError) as caught:
        over(executor, work)
    finished = caught.value.results  # type: ignore[attr-defined]
    assert finished == phz.simulate(agents=MIXED, rounds=20, seed=6)


def test_a_backend_has_one_of_the_names() -> None:
    with pytest.raises(phz.ParseError) as caught:
        phz.simulate(rounds=1, backend="cloud")  # type: ignore[arg-type]
    assert caught.value.code == "backend"
    with pytest.raises(phz.ParseError, match="expected backend 'ray'"):
        phz.simulate(rounds=1, address="auto")


INTERRUPTED = """
import signal, sys, time
import paohuzi as phz

# A shell that runs the tests in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

def first(view):
    return view.legal_actions()[0]

agents = {agents}
try:
    phz.simulate(agents=agents, rounds=2_000_000, seed=9, threads={threads},
                 progress=lambda done, _: print(done, flush=True))
except KeyboardInterrupt as error:
    stopped = time.time()
    results = error.results
    again = phz.simulate(agents=agents, rounds=len(results), seed=9)
    print("finished", len(results), results == again, stopped)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("agents", ['"greedy"', '(first, "greedy", "random")'])
def test_ctrl_c_stops_soon_and_loses_no_finished_round(threads: int, agents: str) -> None:
    program = INTERRUPTED.format(threads=threads, agents=agents)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = int(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        sent = time.time()
        rest = process.stdout.read().decode().splitlines()
    assert process.returncode == 0
    word, count, same, stopped = rest[-1].split()
    assert (word, same) == ("finished", "True")
    # A second, and some more for a machine that is busy with other things.
    assert float(stopped) - sent < 5
    assert int(count) >= max([told, *map(int, rest[:-1])])


def killing(path: str) -> Any:
    """Give an agent whose process dies once in the middle of a round."""

    def agent(view: phz.View) -> phz.Action:
        if view.stock_left < 10 and not Path(path).exists():
            Path(path).write_text("died", encoding="ascii")
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal_actions()[0]

    agent.__name__ = "first"
    return agent


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_ray_gives_the_same_results_though_a_worker_dies(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    died = tmp_path / "died"
    told: list[tuple[int, int]] = []
    with RayExecutor() as ray:
        results = phz.simulate(
            agents=(killing(str(died)), "greedy", "random"),
            rounds=60,
            seed=3,
            executor=ray,
            shard=10,
            progress=lambda *done: told.append(done),
        )
        assert died.exists()
        assert results == phz.simulate(agents=(first, "greedy", "random"), rounds=60, seed=3)
        assert told[-1] == (60, 60)
        # One that is connected is used as it is, and left.
        bots = phz.simulate(agents="random", rounds=3000, seed=3, backend="ray", shard=500)
        assert bots == phz.simulate(agents="random", rounds=3000, seed=3)
        assert phz.simulate(rounds=20, executor=ray) == phz.simulate(rounds=20)
        with pytest.raises(LookupError, match="seven"):
            phz.simulate(agents=(Failing(), "random", "random"), rounds=30, executor=ray)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"pip install 'paohuzi\[ray\]'"):
        phz.simulate(rounds=1, backend="ray")
