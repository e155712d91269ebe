"""Duplicate play, and how sure one may be of it."""

import random
from itertools import product
from typing import Any

import paohuzi as phz
import pytest
from paohuzi.duplicate import Evidence, tables

from cli_runner import Run, in_process


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("agents", [2, 3, 4, 5])
def test_every_agent_sits_at_every_seat_equally_often(agents: int, seats: int) -> None:
    seatings = tables(agents, seats)
    assert len(set(seatings)) == len(seatings)
    for table in seatings:
        assert len(set(table)) == min(agents, seats)
    counts = {
        sum(table[seat] == agent for table in seatings)
        for agent, seat in product(range(agents), range(seats))
    }
    assert len(counts) == 1


def test_points_are_those_of_the_same_decks_at_every_table() -> None:
    result = phz.arena(["greedy", "random"], "hunan_half", rounds=120, seed=4, confidence=0.999999)
    assert (result.decks, result.rounds) == (20, 120)
    sums = {"greedy": 0, "random": 0}
    for table in product(("greedy", "random"), repeat=3):
        if len(set(table)) == 1:
            continue
        played = phz.simulate("hunan_half", table, rounds=20, seed=4)
        rows: Any = played.payments.tolist()
        for row in rows:
            for name, points in zip(table, row, strict=True):
                sums[name] += points
    # Each sits on nine seats of the six tables.
    for standing in result.standings:
        assert standing.points == pytest.approx(sums[standing.agent] / (20 * 9))
    (duel,) = result.duels
    assert duel.difference == pytest.approx((sums["greedy"] - sums["random"]) / (20 * 9))


def test_it_ends_when_all_differences_are_certain() -> None:
    result = phz.arena(["random", "greedy", "simple"], rounds=1200, seed=1)
    certain = {(duel.first, duel.second): duel for duel in result.duels}
    assert certain["random", "greedy"].is_certain
    assert certain["random", "greedy"].difference < 0
    few = phz.arena(["greedy", "random"], rounds=10**9, seed=1)
    assert few.rounds < 5000
    assert all(duel.is_certain for duel in few.duels)


def test_agents_that_play_alike_are_equal_on_every_deck() -> None:
    result = phz.arena(["greedy", "greedy"], rounds=60, seed=1)
    (duel,) = result.duels
    assert (duel.difference, duel.is_certain) == (0, False)


def test_a_difference_is_called_certain_no_more_often_than_allowed() -> None:
    # Random players are equal; each run is looked at after every block of decks.
    wrong = 0
    for seed in range(40):
        result = phz.arena(["random", "random"], rounds=900, seed=seed, confidence=0.8)
        wrong += result.duels[0].is_certain
    assert wrong <= 8


@pytest.mark.parametrize("tail", [1, 50])
def test_evidence_errs_no_more_often_than_allowed(tail: int) -> None:
    # Even numbers, some far out, looked at after each one for long: at most one run in ten may ever err.
    generator = random.Random(11)
    wrong = 0
    for _ in range(300):
        evidence = Evidence(prior=200)
        for _ in range(600):
            size = tail if generator.random() < 0.02 else 1
            evidence.add(generator.choice((-size, size)))
            if evidence.is_certain(0.1):
                wrong += 1
                break
    # 30 are allowed on average; 45 is three standard deviations more.
    assert wrong <= 45
    evidence = Evidence(prior=200)
    for _ in range(600):
        evidence.add(generator.choice((-1, 1, 1)))
    assert evidence.is_certain(0.001)


def test_margins_hold_at_every_time() -> None:
    generator = random.Random(12)
    missed = 0
    for _ in range(200):
        evidence = Evidence(prior=200)
        ok = True
        for count in range(1, 401):
            evidence.add(generator.choice((0, 1, 5)))
            if count >= 50 and abs(evidence.total / count - 2) > evidence.margin(0.1):
                ok = False
        missed += not ok
    assert missed <= 33


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"agents": ["greedy"]}, "agents_count"),
        ({"agents": "greedy"}, "agents_count"),
        ({"agents": ["greedy", "clever"]}, "agent_unknown"),
        ({"agents": ["greedy", "random"], "rounds": 5}, "number_range"),
        ({"agents": ["greedy", "random"], "confidence": 1.0}, "number_range"),
    ],
)
def test_what_cannot_be_compared_has_a_code(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(phz.ParseError) as caught:
        phz.arena(**arguments)  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


def test_the_command_prints_what_the_function_gives(run: Run) -> None:
    args = ("arena", "greedy", "random", "--rounds", "120", "--seed", "4")
    result = phz.arena(["greedy", "random"], rounds=120, seed=4)
    document = run(*args, "--json").json
    assert document["rounds"] == result.rounds
    assert document["duels"][0]["difference"] == result.duels[0].difference
    out = run(*args, "--ascii").out
    assert out.isascii()
    assert f"{result.duels[0].difference:+.3f}" in out
    assert run("arena", "greedy").status == 2
    assert run("arena", "greedy", "clever").status == 2
