"""Matches on the command line: ``paohuzi watch`` over several rounds, and ``paohuzi play``."""

import io
import json
import re
from pathlib import Path

import paohuzi as phz
import pytest
from paohuzi import Match

from cli_runner import Run, in_process


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_a_watched_match_is_the_match(run: Run, seat: int | None) -> None:
    rules = phz.rulesets.load("shaoyang_bopi")
    match = Match(rules, seed=3, seats=4, rounds=5, agents=["greedy"] * 4)
    match.play()
    options = [] if seat is None else ["--seat", str(seat)]
    shared = ("--rules", "shaoyang_bopi", "--people", "4", "--rounds", "5", "--seed", "3")
    told = run("watch", *shared, *options, "--json").json
    assert told["totals"] == list(match.totals)
    assert told["balance"] == list(match.balance)
    assert [each["points"] for each in told["rounds"]] == [list(p.points) for p in match.played]
    if seat is None:
        assert Match.loads(json.dumps(told["match"])) == match
    status, out, err = run("watch", *shared, *options)
    assert (status, err) == (0, "")
    assert len(re.findall(r"^Round \d+: ", out, re.M)) == len(match.played)
    end = out[out.index("The match is over") :]
    for number, total in enumerate(match.totals):
        shown = f"{total:+}" if total else "0"
        assert re.search(rf"^  person {number} +{re.escape(shown)} ", end, re.M)


def test_a_seat_is_told_nothing_that_it_may_not_know(run: Run) -> None:
    shared = ("watch", "--people", "4", "--rounds", "3", "--seed", "3", "--seat", "0", "--json")
    for each in run(*shared).json["rounds"]:
        if 0 not in each["playing"]:
            assert "events" not in each
            continue
        place = each["playing"].index(0)
        for event in each["events"]:
            if event["kind"] == "answer":
                assert event["seat"] == place
            if event["kind"] == "deal":
                assert [hand is None for hand in event["hands"]].count(False) == 1


def test_a_match_is_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run("watch", "--rounds", "2", "--record", str(file))
    match = Match.loads(file.read_text(encoding="utf-8"))
    assert match.is_over
    assert len(match.played) == 2


@pytest.mark.parametrize(
    "options",
    [
        ("--people", "4"),
        ("--rounds", "2", "--round", "1"),
        ("--rounds", "2", "--seat", "3"),
        ("--rounds", "2", "--dealer", "3"),
        ("--rounds", "2", "--people", "3", "--rules", "liuhuqiang"),
        ("--rounds", "0"),
        ("--rounds", "2", "--agents", "greedy,greedy"),
    ],
)
def test_a_match_that_cannot_be_is_refused(run: Run, options: tuple[str, ...]) -> None:
    status, out, err = run("watch", *options)
    assert (status, out) == (2, "")
    assert err.startswith("paohuzi: error: ")


def test_somebody_plays_a_whole_match(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "1\n" * 500)
    status, out, err = run("play", "--rounds", "2", "--seed", "5")
    assert (status, err) == (0, "")
    assert "The match is over: 2 rounds." in out
    assert "you" in out


def test_a_match_is_left_and_gone_on_with(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "evening.json"
    shared = (
        "play",
        "--seed",
        "5",
        "--people",
        "4",
        "--rounds",
        "3",
        "--file",
        str(file),
        "--ascii",
    )
    type_in(monkeypatch, "h\nfly\n99\n1\nq\n")
    _, out, _ = run(*shared)
    assert "is no action" in out
    assert out.isascii()
    left = Match.loads(file.read_text(encoding="utf-8"))
    assert not left.is_over
    assert left.question_id > 0
    type_in(monkeypatch, "1\n" * 800)
    _, out, _ = run(*shared)
    assert "The match is over: 3 rounds." in out
    whole = Match.loads(file.read_text(encoding="utf-8"))
    assert whole.is_over
    assert whole.played[0].record.answers[: len(left.record.answers[0])] == left.record.answers[0]


def test_who_plays_is_told_only_what_the_seat_sees(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "")
    for seed in range(6):
        _, out, _ = run("play", "--seed", str(seed), "--seat", "1", "--ascii")
        match = Match(rounds=1, seed=seed, agents=["greedy", None, "greedy"])
        match.play()
        dealt = re.findall(r"^  seat (\d)  +(?:you|greedy) *(?:dealer)? *(.*)$", out, re.M)
        held = {int(seat): cards.strip() for seat, cards in dealt}
        assert held[0] == held[2] == ""
        assert held[1] != ""
