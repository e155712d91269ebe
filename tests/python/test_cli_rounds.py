"""``paohuzi watch`` and ``paohuzi replay``."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import paohuzi as phz
import pytest
from paohuzi.agents import Bot
from paohuzi.cli.console import Console
from paohuzi.cli.narrate import Narrator
from paohuzi.cli.play import steps
from paohuzi.simulate import game_of

from cli_runner import Run, documents, in_process, run_apart

HANZI = re.compile("[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


def watched(run: Run, *args: str) -> Any:
    ran = run("watch", *args, "--json")
    assert (ran.status, ran.err) == (0, "")
    return ran.json


@pytest.mark.parametrize("rules", phz.rulesets.names())
def test_a_told_round_is_the_one_that_a_simulation_plays(run: Run, rules: str) -> None:
    agents = ("greedy", "random", "greedy", "random")[: phz.rulesets.load(rules).seats]
    results = phz.simulate(phz.rulesets.load(rules), agents, rounds=6, seed=5)
    for index in range(6):
        told = watched(
            run,
            "--seed",
            "5",
            "--round",
            str(index),
            "--agents",
            ",".join(agents),
            "--rules",
            rules,
        )
        assert told["dealer"] == results.dealer[index]
        settlement = told["settlement"]
        assert settlement["kind"] == results.kinds[results.kind[index]]
        assert settlement["payments"] == results.payments.tolist()[index]
        winner = -1 if settlement["winner"] is None else settlement["winner"]
        assert winner == results.winner[index]
        if settlement["win"]:
            assert settlement["win"]["huxi"] == results.huxi[index]
            assert settlement["win"]["fan"] == results.fan[index]


def test_people_read_who_draws_takes_wins_and_pays(run: Run) -> None:
    document = watched(run, "--seed", "7")
    status, out, err = run("watch", "--seed", "7")
    assert (status, err) == (0, "")
    settlement = document["settlement"]
    assert "greedy  dealer" in out
    draws = [event for event in document["events"] if event["kind"] in ("draw", "concealed_draw")]
    assert re.findall(r"^ +(\d+)\. Seat (\d)", out, re.M) == [
        (str(place), str(event["seat"])) for place, event in enumerate(draws, 1)
    ]
    assert f"Seat {settlement['winner']} wins with" in out
    assert re.search(rf"huxi +{settlement['win']['huxi']}, at least 15", out)
    assert re.search(rf"score +{settlement['win']['score']}\b", out)
    for seat, points in enumerate(settlement["payments"]):
        assert re.search(rf"seat {seat} +greedy +{re.escape(f'{points:+}')} ", out)


def test_the_wei_is_explained(run: Run) -> None:
    _, out, _ = run("watch", "--seed", "1")
    assert "face down: 偎 wei" in out
    assert "so that nobody else claims it" in out


def test_ascii_has_no_hanzi(run: Run) -> None:
    _, out, _ = run("watch", "--seed", "7", "--ascii")
    assert out.isascii()
    assert re.search(r"peng b5 b5 b5", out)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_one_seat_is_told_what_it_sees_and_no_more(run: Run, seat: int) -> None:
    whole = watched(run, "--seed", "11", "--agents", "greedy,random,greedy")
    seen = watched(run, "--seed", "11", "--agents", "greedy,random,greedy", "--seat", str(seat))
    assert "record" not in seen
    deal = seen["events"][0]
    assert [hand is not None for hand in deal["hands"]] == [each == seat for each in range(3)]
    for event in seen["events"]:
        if event["kind"] == "answer":
            assert event["seat"] == seat
        if event["kind"] in ("concealed_draw", "wei") and event["seat"] != seat:
            assert event.get("card") is None
    assert len(seen["events"]) < len(whole["events"])
    _, out, _ = run(
        "watch", "--seed", "11", "--agents", "greedy,random,greedy", "--seat", str(seat)
    )
    # Title, deal, hands, story.
    hands = out.split("\n\n")[2].splitlines()
    assert [bool(HANZI.search(line)) for line in hands] == [each == seat for each in range(3)]


def test_a_record_is_replayed_word_for_word(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    args = ("--seed", "21", "--agents", "greedy,random,greedy", "--rules", "luzhou_hongwu")
    _, told, _ = run("watch", *args, "--record", str(file))
    record = phz.Record.loads(file.read_text())
    assert watched(run, *args)["record"] == json.loads(record.dumps())
    status, again, err = run("replay", str(file))
    assert (status, err) == (0, "")
    start = next(line for line in told.splitlines() if "draws" in line)
    story = told[told.index(start) : told.index("huxi ")]
    assert story in again
    events = watched(run, *args)["events"]
    assert run("replay", str(file), "--json").json["events"] == events
    packed = tmp_path / "round.bin"
    packed.write_bytes(record.to_bytes())
    assert run("replay", str(packed)).out == again
    assert run_apart("replay", "-", stdin=file.read_bytes()).out == again
    assert run_apart("replay", "-", stdin=record.to_bytes()).out == again


def test_stopping_early_shows_the_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    run("watch", "--seed", "7", "--record", str(file))
    game = phz.Record.loads(file.read_text()).beginning()
    for _, action in phz.Record.loads(file.read_text()).answers[:5]:
        game.push(action)
    status, out, _ = run("replay", str(file), "--to", "5", "--ascii")
    assert status == 0
    assert f"{len(game.round.stock)} cards in the stock." in out
    assert "wins" not in out
    for seat in game.round.active_seats:
        assert f"Seat {seat} may answer" in out
    document = run("replay", str(file), "--to", "5", "--json").json
    assert document["settlement"] is None
    other = next(seat for seat in range(3) if seat != game.current_seat)
    _, seen, _ = run("replay", str(file), "--to", "5", "--seat", str(other), "--ascii")
    assert "may answer" not in seen
    assert f"{game.view(other).hand_sizes[(other + 1) % 3]} cards" in seen


def test_several_records_go_on_after_a_bad_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    texts = []
    for seed in ("1", "2", "3"):
        run("watch", "--seed", seed, "--record", str(file))
        texts.append(file.read_text().strip())
    bad = json.loads(texts[1])
    bad["answers"] = bad["answers"][1:]
    file.write_text("\n".join([texts[0], json.dumps(bad), "", texts[2]]) + "\n")
    status, out, err = run("replay", str(file), "--json")
    assert status == 1
    assert len(documents(out)) == 2
    assert err.startswith(f"paohuzi: error: {file}:2: record, answer 0: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"\n", b"{}", b'{"format": 1', b"\x01\x02", b"\xff" * 40])
def test_what_is_no_record_is_one_line(run: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "round.json"
    file.write_bytes(data)
    status, out, err = run("replay", str(file))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"paohuzi: error: {file}: ")


def test_a_refused_answer_is_explained(run: Run, tmp_path: Path) -> None:
    game = phz.Game(seed=7)
    game.push("discard:s6")
    file = tmp_path / "round.json"
    for answer, reason in (("discard:s5", "(R8)"), ("peng", "no card lies open (2.3)")):
        file.write_text(game.record.dumps().replace("discard:s6", answer))
        status, out, err = run("replay", str(file))
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert f"seat 0 may not answer {answer}" in err
        assert err.rstrip().endswith(reason)
    # What another seat says is no refused answer of the one that is asked.
    file.write_text(game.record.dumps().replace("0 discard:s6", "1 discard:s6"))
    assert run("replay", str(file)).err.rstrip().endswith("found seat 1, expected seat 0")


def test_a_record_cut_short_anywhere_is_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    run("watch", "--seed", "4", "--record", str(file))
    text = file.read_text().strip()
    for cut in range(1, len(text), 97):
        file.write_text(text[:cut])
        assert run("replay", str(file)).status == 1


def narrated(game: phz.Game, bots: list[Bot], seat: int | None) -> tuple[list[str], set[str]]:
    narrator = Narrator(Console(), seat=seat)
    kinds = {event.kind for event in game.opening_events}
    lines = narrator.opening(game.round)

    def answer(game: phz.Game) -> phz.Action:
        view = game.view()
        return bots[view.seat].act(view)

    for step in steps(game, answer):
        lines += narrator.step(step.before, step.seat, step.action, step.after, step.events)
        kinds |= {event.kind for event in step.events}
    lines += narrator.rest()
    return lines + narrator.ending(game.round), set(map(str, kinds))


def test_every_kind_of_event_has_its_words() -> None:
    rules = phz.rulesets.load("quanmingtang_full")
    seen = set()
    for index, seat in itertools.product(range(40), (None, 1)):
        game = game_of(rules, 3, index)
        names = ("random", "greedy", "greedy")
        bots = [Bot(name, rules, seed=3, index=index, seat=each) for each, name in enumerate(names)]
        lines, kinds = narrated(game, bots, seat)
        assert all(line == line.rstrip() for line in lines)
        seen |= kinds
    assert seen >= {"deal", "draw", "discard", "chi", "peng", "wei", "pao", "unclaimed", "hu"}
    assert seen >= {"ti", "dealt_ti", "chou_wei", "concealed_draw", "exhausted", "answer"}
    for event, words in (
        ({"kind": "dead", "seat": 1}, "can no longer win"),
        ({"kind": "open_wei", "seat": 1, "card": "s1"}, "偎 wei 一一一"),
        ({"kind": "concealed_ti", "seat": 1, "card": None}, "Seat 1 was dealt four equal cards"),
        ({"kind": "concealed_ti", "seat": 1, "card": "s1"}, "Seat 1 was dealt four 一"),
        ({"kind": "hu", "seat": 1, "card": None, "win_kind": "santi_wukan"}, "三提五坎"),
    ):
        narrator = Narrator(Console())
        told = narrator.step(
            game.round, 1, phz.Action("pass"), game.round, [phz.Event.from_dict(event)]
        )
        assert words in " ".join(told + narrator.rest())
