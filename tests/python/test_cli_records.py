"""``paohuzi convert``, ``paohuzi replay`` of every form, and positions on the command line."""

import json
import random
from pathlib import Path

import pytest
from paohuzi import Game, Record, Round, Setup, read_records, rulesets, validate_log

from cli_runner import Run, in_process, run_apart
from samples import play

RECORD = play(Game(seed=7), random.Random(7)).record
UNFINISHED = play(Game(seed=7), random.Random(7), 9)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


@pytest.fixture
def forms(tmp_path: Path) -> dict[str, Path]:
    """Write the record in every form."""
    contents = {
        "json": f"{RECORD.dumps()}\n".encode(),
        "text": f"{RECORD.to_text()}\n".encode(),
        "log": RECORD.to_log().encode(),
        "bytes": RECORD.to_bytes(),
    }
    paths = {form: tmp_path / f"round.{form}" for form in contents}
    for form, path in paths.items():
        path.write_bytes(contents[form])
    return paths


def test_every_form_converts_to_every_form(
    run: Run, forms: dict[str, Path], tmp_path: Path
) -> None:
    for source in forms.values():
        for form, expected in forms.items():
            output = tmp_path / "converted"
            ran = run("convert", str(source), "--to", form, "--output", str(output))
            assert (ran.status, ran.out, ran.err) == (0, "", "")
            assert output.read_bytes() == expected.read_bytes()
    assert not list(tmp_path.glob("*.unfinished"))
    ran = run_apart("convert", "-", "--to", "text", stdin=forms["bytes"].read_bytes())
    assert (ran.status, ran.out) == (0, f"{RECORD.to_text()}\n")


def test_every_form_is_told_alike(run: Run, forms: dict[str, Path]) -> None:
    for options in ([], ["--seat", "1"], ["--json"], ["--to", "5"]):
        told = {form: run("replay", str(path), *options) for form, path in forms.items()}
        assert all(ran.status == 0 for ran in told.values())
        assert len({ran.out for ran in told.values()}) == 1


def test_files_hold_records_of_several_forms(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rounds"
    path.write_text(f"{RECORD.to_text()}\n{RECORD.to_log()}{RECORD.dumps()}\n", encoding="utf-8")
    ran = run("convert", str(path), "--to", "text")
    assert (ran.status, ran.out) == (0, f"{RECORD.to_text()}\n" * 3)
    ran = run("convert", str(path), "--to", "bytes")
    assert (ran.status, ran.out) == (2, "")
    assert "found 3 records, expected one" in ran.err


def test_the_log_of_a_seat_is_written_and_not_told(run: Run, forms: dict[str, Path]) -> None:
    ran = run("convert", str(forms["text"]), "--to", "log", "--seat", "1")
    assert (ran.status, ran.out) == (0, RECORD.to_log(1))
    assert validate_log(ran.out) is None
    forms["log"].write_text(ran.out, encoding="utf-8")
    for command in (["replay"], ["convert", "--to", "json"]):
        ran = run(*command, str(forms["log"]))
        assert (ran.status, ran.out) == (1, "")
        assert "found the log of a seat, which does not tell all" in ran.err
    assert run("convert", str(forms["text"]), "--to", "json", "--seat", "1").status == 2
    assert run("convert", str(forms["text"]), "--to", "log", "--seat", "3").status == 2


def test_what_is_wrong_is_named_and_nothing_is_written_of_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rounds.txt"
    wrong = RECORD.to_text().replace(" 0-", " 1-", 1)
    path.write_text(f"{RECORD.to_text()}\n{wrong}\n", encoding="utf-8")
    ran = run("convert", str(path), "--to", "text")
    assert (ran.status, ran.out) == (1, f"{RECORD.to_text()}\n")
    assert f"{path}:2: record, answer 0: found seat 1, expected seat 0" in ran.err
    lines = RECORD.to_log().splitlines()
    path.write_text("\n".join([*lines[:4], lines[3], *lines[4:]]), encoding="utf-8")
    ran = run("convert", str(path), "--to", "text")
    assert (ran.status, ran.out) == (1, "")
    assert f"{path}: log, line 5: found {lines[3]}, expected " in ran.err


def test_rulesets_of_no_preset_are_read_from_a_file(run: Run, tmp_path: Path) -> None:
    rules = rulesets.loads("name = 'mine'\nmin_huxi = 10")
    record = Game(rules, seed=7).record
    path, file = tmp_path / "round.txt", tmp_path / "mine.toml"
    path.write_text(record.to_text(), encoding="utf-8")
    file.write_text("name = 'mine'\nmin_huxi = 10", encoding="utf-8")
    ran = run("convert", str(path), "--to", "json")
    assert (ran.status, ran.out) == (1, "")
    assert "no ruleset is named 'mine'" in ran.err
    ran = run("convert", str(path), "--to", "json", "--rules", str(file))
    assert (ran.status, Record.loads(ran.out)) == (0, record)
    assert list(read_records([record.to_text()], rules=rules)) == [record]


def test_a_replay_prints_the_position_that_other_commands_take(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "round.txt"
    path.write_text(RECORD.to_text(), encoding="utf-8")
    line = run("replay", str(path), "--to", "9").out.splitlines()[-1]
    assert Round.from_text(line) == UNFINISHED.round
    seen = run("replay", str(path), "--to", "9", "--seat", "2").out.splitlines()[-1]
    assert seen == UNFINISHED.round.view(2).to_text()
    told = run("replay", str(path), "--to", "9", "--json").json
    assert told["position"] == line
    watched = run("watch", "--position", line, "--agents", "random", "--json").json
    assert Setup.from_json(json.dumps(watched["record"]["position"])) == UNFINISHED.round.setup()
    assert watched["settlement"]["kind"]
    for seat in range(3):
        hand = " ".join(str(card) for card in UNFINISHED.round.hands[seat])
        melds = " ".join(str(meld) for meld in UNFINISHED.round.melds[seat])
        by_position = run("analyse", "--position", line, "--seat", str(seat), "--json")
        by_hand = run("analyse", hand, "--melds", melds, "--json")
        assert by_position.status == 0
        for key in ("hand", "melds", "win", "santi_wukan"):
            assert by_position.json[key] == by_hand.json[key]
        view = UNFINISHED.round.view(seat)
        assert by_position.json["distance"] == view.distance()
        assert by_position.json["useful"] == view.useful_cards().as_dict()
        assert {wait["card"]: wait["unseen"] for wait in by_position.json["waits"]} == {
            str(card): wait.unseen for card, wait in view.waits().items()
        }


@pytest.mark.parametrize(
    ("args", "status", "message"),
    [
        (("watch", "--position", "x"), 1, "--position: position: found 'x'"),
        (("watch", "--position", UNFINISHED.view().to_text()), 1, "found what one seat sees"),
        (
            ("watch", "--position", UNFINISHED.round.to_text(), "--dealer", "1"),
            2,
            "--position with",
        ),
        (
            ("watch", "--position", UNFINISHED.round.to_text(), "--rules", "luzhou"),
            1,
            "position of ruleset quanmingtang:",
        ),
        (("analyse", "s1", "--position", UNFINISHED.round.to_text()), 2, "--position and a hand"),
        (
            ("analyse", "--position", UNFINISHED.round.to_text(), "--seat", "3"),
            2,
            "expected 0 to 2",
        ),
    ],
)
def test_wrong_positions_are_refused(
    run: Run, args: tuple[str, ...], status: int, message: str
) -> None:
    ran = run(*args)
    assert (ran.status, ran.out) == (status, "")
    assert message.replace("'x'", '"x"') in ran.err
