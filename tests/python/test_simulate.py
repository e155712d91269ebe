"""`paohuzi.simulate`, its results, and the bots."""

import copy
import multiprocessing
import pickle
import random
import signal
import sys
import threading
import warnings
from array import array
from collections.abc import Iterator
from types import FrameType
from typing import Any

import paohuzi as phz
import pytest
from paohuzi import agents
from paohuzi.agents import Bot
from paohuzi.simulate import game_of

AGENTS = ("greedy", "random", "random")
COLUMNS = {
    "index": "Q",
    "dealer": "B",
    "winner": "b",
    "kind": "B",
    "huxi": "B",
    "units": "H",
    "fan": "H",
    "items": "Q",
    "score": "I",
    "payments": "q",
    "decisions": "H",
    "draws": "B",
}


def rows(results: phz.Results) -> list[list[int]]:
    """Give the payments, a round each; the type of a memoryview does not know its axes."""
    found: Any = results.payments.tolist()
    assert isinstance(found, list)
    return found


@pytest.fixture(scope="module")
def results() -> phz.Results:
    return phz.simulate(agents=AGENTS, rounds=600, seed=9)


def test_columns_are_read_only_buffers_of_one_entry_a_round(results: phz.Results) -> None:
    columns = results.columns()
    assert {name: column.format for name, column in columns.items()} == COLUMNS
    assert all(column.readonly for column in columns.values())
    assert all(len(column) == len(results) == 600 for column in columns.values())
    assert results.payments.shape == (600, 3)
    assert results.index.tolist() == list(range(600))
    assert results.dealer.tolist() == [0, 1, 2] * 200


def test_columns_agree_with_each_other(results: phz.Results) -> None:
    entries = zip(
        results.winner,
        results.kind,
        results.score,
        rows(results),
        results.fan,
        strict=True,
    )
    for winner, kind, score, payments, fan in entries:
        if winner == -1:
            assert (results.kinds[kind], score, payments, fan) == ("drawn", 0, [0, 0, 0], 0)
        else:
            expected = [-score] * 3
            expected[winner] = 2 * score
            assert payments == expected
            assert fan >= 1


def test_a_round_is_the_game_of_its_number(results: phz.Results) -> None:
    rules = results.rules
    for index in (0, 7, 599):
        game = game_of(rules, 9, index)
        bots = [
            Bot(name, rules, seed=9, index=index, seat=seat) for seat, name in enumerate(AGENTS)
        ]
        while not game.is_over:
            view = game.view()
            game.push(bots[view.seat].act(view))
        settlement = game.settlement
        assert settlement is not None
        assert list(settlement.payments) == rows(results)[index]
        assert settlement.kind == results.kinds[results.kind[index]]
        assert len(game.answers) == results.decisions[index]
        items = {item.name for item in settlement.items}
        bits = {
            item.name for place, item in enumerate(rules.fan) if results.items[index] >> place & 1
        }
        assert items == bits


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_threads_change_nothing(results: phz.Results, threads: int) -> None:
    assert phz.simulate(agents=AGENTS, rounds=600, seed=9, threads=threads) == results


def test_parts_put_together_are_the_whole(results: phz.Results) -> None:
    parts = [
        phz.simulate(agents=AGENTS, rounds=rounds, seed=9, first=first)
        for first, rounds in ((0, 100), (100, 1), (101, 499))
    ]
    whole = parts[0].merged(parts[1]).merged(parts[2])
    assert whole == results
    summary = parts[0].summary().merged(parts[1].summary()).merged(parts[2].summary())
    assert summary == results.summary()
    assert len(parts[0]) == 100


def test_results_of_other_simulations_are_not_put_together(results: phz.Results) -> None:
    others = (
        phz.simulate(agents=AGENTS, rounds=3, seed=8),
        phz.simulate(agents="random", rounds=3, seed=9),
        phz.simulate(phz.rulesets.load("luzhou"), AGENTS, rounds=3, seed=9),
    )
    for other in others:
        with pytest.raises(phz.RecordError) as caught:
            results.merged(other)
        assert caught.value.code == "results_differ"
    for other in others[1:]:
        with pytest.raises(phz.RecordError):
            results.summary().merged(other.summary())


def test_the_summary_is_what_the_columns_add_up_to(results: phz.Results) -> None:
    summary = results.summary()
    winners = results.winner.tolist()
    assert summary.rounds == 600
    assert summary.drawn == winners.count(-1) == summary.kinds["drawn"]
    for seat, each in enumerate(summary.seats):
        points = [row[seat] for row in rows(results)]
        assert each.agent == AGENTS[seat]
        assert each.wins == winners.count(seat)
        assert each.wins_as_dealer == sum(
            won == dealt == seat for won, dealt in zip(winners, results.dealer, strict=True)
        )
        assert (each.points.count, each.points.sum) == (600, sum(points))
        assert each.points.squares == sum(number * number for number in points)
    for name, spread in (("huxi", summary.huxi), ("units", summary.units), ("fan", summary.fan)):
        values = [
            value
            for value, winner in zip(results.columns()[name].tolist(), winners, strict=True)
            if winner >= 0
        ]
        assert spread == {value: values.count(value) for value in sorted(set(values))}
        assert list(spread) == sorted(spread)


def test_a_mean_knows_its_error() -> None:
    # 1, 1, 3, 3: variance 4/3, so the mean is off by about the root of a third.
    mean = phz.Mean(count=4, sum=8, squares=20)
    assert mean.mean == 2
    assert mean.std_error == pytest.approx((1 / 3) ** 0.5)
    assert phz.Mean(count=0, sum=0, squares=0).mean == 0


@pytest.mark.parametrize(
    "change", [pickle.dumps, copy.copy, copy.deepcopy], ids=lambda f: f.__name__
)
def test_values_survive_pickles_and_copies(results: phz.Results, change: Any) -> None:
    summary = results.summary()
    for value in (results, summary, summary.seats[0], summary.draws):
        made = change(value)
        assert (pickle.loads(made) if isinstance(made, bytes) else made) == value


def test_results_are_read_back_from_their_columns(results: phz.Results) -> None:
    columns: dict[str, Any] = dict(results.columns())
    again = phz.Results.from_columns(results.rules, AGENTS, seed=9, columns=columns)
    assert again == results

    def refused(**changes: Any) -> str:
        given = {name: value for name, value in {**columns, **changes}.items() if value is not None}
        with pytest.raises((phz.RecordError, TypeError)) as caught:
            phz.Results.from_columns(results.rules, AGENTS, seed=9, columns=given)
        return str(caught.value)

    assert "column huxi: found none" in refused(huxi=None)
    assert "column huxi" in refused(huxi=array("B", [0]))
    assert "format 'B'" in refused(huxi=array("d", [0.0] * 600))
    assert "column winner" in refused(winner=array("b", [3] * 600))
    assert "column kind" in refused(kind=array("B", [0] * 600))


def test_numpy_takes_the_columns(results: phz.Results) -> None:
    numpy = pytest.importorskip("numpy")
    arrays = results.to_numpy()
    assert arrays["payments"].shape == (600, 3)
    assert arrays["payments"].dtype == numpy.int64
    assert arrays["winner"].tolist() == results.winner.tolist()
    assert not arrays["huxi"].flags.writeable


def test_without_numpy_the_way_to_get_it_is_named(
    results: phz.Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="pip install numpy"):
        results.to_numpy()


def test_no_rounds_are_empty_results() -> None:
    none = phz.simulate(rounds=0)
    assert len(none) == 0
    assert none.payments.tolist() == []
    assert none.summary().rounds == 0


def test_progress_is_told_and_may_stop_it(results: phz.Results) -> None:
    told: list[tuple[int, int]] = []
    phz.simulate(agents=AGENTS, rounds=2500, seed=9, progress=lambda *done: told.append(done))
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1] == (2500, 2500)
    part = phz.simulate(agents=AGENTS, rounds=10**12, seed=9, progress=lambda *_: False)
    assert 0 < len(part) < 10**6
    both = min(len(part), len(results))
    assert part.winner.tolist()[:both] == results.winner.tolist()[:both]


def test_what_the_progress_function_raises_comes_out() -> None:
    def fail(done: int, rounds: int) -> None:
        raise LookupError(f"{done} of {rounds}")

    with pytest.raises(LookupError, match="of 5000"):
        phz.simulate(rounds=5000, progress=fail)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers of Unix")
@pytest.mark.parametrize("threads", [1, 2])
def test_signals_are_heard_meanwhile(threads: int) -> None:
    class AlarmError(Exception):
        pass

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(AlarmError):
            phz.simulate(rounds=2_000_000, threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_other_python_threads_run_meanwhile() -> None:
    seen: list[phz.Results] = []
    thread = threading.Thread(target=lambda: seen.append(phz.simulate(rounds=3000, seed=1)))
    steps = 0
    thread.start()
    while thread.is_alive():
        steps += 1
    thread.join()
    # Without the interpreter this thread would get a turn at the end of each chunk alone.
    assert steps > 1000
    assert seen == [phz.simulate(rounds=3000, seed=1)]


def _in_child(queue: Any) -> None:
    queue.put(phz.simulate(agents=AGENTS, rounds=600, seed=9, threads=2))


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="a system that forks"
)
def test_a_forked_process_simulates_too(results: phz.Results) -> None:
    assert phz.simulate(agents=AGENTS, rounds=600, seed=9, threads=2) == results
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with warnings.catch_warnings():
        # Python 3.12 warns of forks beside any threads, such as those of a test runner.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = context.Process(target=_in_child, args=(queue,), daemon=True)
        child.start()
    assert queue.get(timeout=60) == results
    child.join(timeout=60)
    assert child.exitcode == 0


def endless() -> Iterator[str]:
    while True:
        yield "greedy"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"agents": ("greedy", "clever", "random")}, "agent_unknown"),
        ({"agents": "Greedy"}, "agent_unknown"),
        ({"agents": ("greedy", "greedy")}, "agents_count"),
        ({"agents": endless()}, "agents_count"),
        ({"rounds": -1}, "number_range"),
        ({"seed": 2**64}, "number_range"),
        ({"seed": -1}, "number_range"),
        ({"first": 2**64 - 1, "rounds": 2}, "number_range"),
        ({"threads": 0}, "threads_range"),
        ({"threads": 10**6}, "number_range"),
    ],
)
def test_what_cannot_be_simulated_has_a_code(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(phz.ParseError) as caught:
        phz.simulate(**{"rounds": 1, **arguments})
    assert caught.value.code == code


@pytest.mark.parametrize(
    "arguments",
    [
        {"rules": 3},
        {"agents": 3},
        {"agents": (1, 2, 3)},
        {"rounds": 1.5},
        {"rounds": True},
        {"seed": None},
        {"threads": "2"},
        {"progress": 3, "rounds": 5},
    ],
)
def test_what_is_of_another_type_is_a_type_error(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        phz.simulate(**{"rounds": 1, **arguments})


def test_the_environment_says_how_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAOHUZI_NUM_THREADS", "two")
    with pytest.raises(phz.ParseError) as caught:
        phz.simulate(rounds=1)
    assert caught.value.code == "threads_variable"
    assert len(phz.simulate(rounds=1, threads=1)) == 1


def test_the_names_of_agents_are_those_of_bots() -> None:
    assert agents.names() == ("random", "simple", "greedy")
    for name in agents.names():
        bot = Bot(name, seed=1, seat=2)
        assert (bot.name, bot.seat) == (name, 2)
        assert repr(bot) == f"Bot('{name}', seat=2)"


def test_a_bot_answers_the_views_of_its_own_seat_only() -> None:
    game = phz.Game(seed=7)
    bot = Bot("greedy", seed=7, seat=0)
    with pytest.raises(phz.IllegalActionError) as caught:
        bot.act(game.round.view(1))
    assert caught.value.code == "other_seat"
    other = Bot("greedy", seed=7, seat=1)
    with pytest.raises(phz.IllegalActionError) as caught:
        other.act(game.round.view(1))
    assert caught.value.code == "not_asked"
    assert game.is_legal(bot.act(game.view()))


@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_a_bot_has_a_seat_of_the_table(seat: int) -> None:
    with pytest.raises(phz.IllegalActionError) as caught:
        Bot("greedy", seed=7, seat=seat)
    assert caught.value.code == "no_seat"


def test_a_bot_by_another_name_is_refused() -> None:
    with pytest.raises(phz.ParseError, match="expected one of: random, simple, greedy"):
        Bot("clever", seed=7, seat=0)


def test_altered_views_never_break_a_bot() -> None:
    generator = random.Random(5)
    game = phz.Game(seed=3)
    views = []
    while not game.is_over:
        views.append(game.view())
        game.push(generator.choice(game.legal_ids()))
    answered = 0
    for _ in range(3000):
        data = bytearray(generator.choice(views).to_bytes())
        for _ in range(generator.choice((1, 1, 3))):
            data[generator.randrange(len(data))] = generator.choice((0, 1, 2, 3, 4, 20, 255))
        try:
            view = phz.View.from_bytes(bytes(data))
            bots = [Bot(name, seed=1, seat=view.seat) for name in agents.names()]
        except phz.PaohuziError:
            continue
        for bot in bots:
            if legal := view.legal_actions():
                assert bot.act(view) in legal
                answered += 1
    assert answered > 500
