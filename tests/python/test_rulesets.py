"""Ruleset files: what is wrong with one, how two differ, where values come from."""

import random
import re
from pathlib import Path

import paohuzi as phz
import pytest
from paohuzi import RulesetError, rulesets

from cli_runner import Run, in_process
from samples import PRESETS

WRONG = """\
name = "mine"
min_hxui = 10
pay_discard = "twise"
seats = 9

[[fan]]
name = "a"
hanzi = "甲"
rule = ""
when = { red = { min = 10, mx = 12 } }
value = 5000
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


def is_read(text: str) -> bool:
    try:
        rulesets.loads(text)
    except RulesetError:
        return False
    return True


def test_all_that_is_wrong_is_told_at_once() -> None:
    problems = rulesets.check(WRONG)
    told = [(problem.line, problem.key, problem.meant) for problem in problems]
    assert told == [
        (2, "min_hxui", "min_huxi"),
        (3, "pay_discard", None),
        (4, "seats", None),
        (10, "fan[0].when.red.mx", "max"),
    ]
    assert "x3_alone" in problems[1].expected
    assert str(problems[0]) == "min_hxui: no such key; did you mean min_huxi?"


@pytest.mark.parametrize("name", PRESETS)
def test_a_file_has_problems_where_it_is_not_read(name: str) -> None:
    rng = random.Random(name)
    text = rulesets.text_of(name)
    assert rulesets.check(text) == ()
    lines = text.split("\n")
    refused = 0
    for _ in range(150):
        changed = list(lines)
        place = rng.randrange(len(lines))
        line = lines[place]
        match rng.randrange(6):
            case 0:
                changed[place] = ""
            case 1 if line:
                at = rng.randrange(len(line))
                changed[place] = line[:at] + line[at + 1 :]
            case 2 if line:
                at = rng.randrange(len(line))
                changed[place] = line[:at] + rng.choice('=[]{}"#.,x9-') + line[at:]
            case 3:
                changed[place] = re.sub(r"= .*", f"= {rng.choice(WORDS)}", line)
            case 4:
                changed.insert(rng.randrange(len(lines)), line)
            case _:
                other = rng.randrange(len(lines))
                changed[place], changed[other] = changed[other], changed[place]
        altered = "\n".join(changed)
        problems = rulesets.check(altered)
        assert is_read(altered) == (problems == ()), altered
        refused += problems != ()
        for problem in problems:
            assert problem.expected
            assert problem.line is None or 1 <= problem.line <= len(changed)
            assert "\n" not in str(problem)
    assert refused > 20


WORDS = ("true", "7", "-1", "70000", "'winner'", "[]", "{}", "1.5", "1979-05-27", "{ red = 3 }")


def test_a_broken_line_is_named() -> None:
    (problem, *_) = rulesets.check("name = 'x'\nseats = = 3\n")
    assert (problem.line, problem.key) == (2, "")


def test_very_long_files_are_told_of_in_short() -> None:
    text = "name = 'x'\n" + "[[fan]]\nname = 3\n" * 3000
    problems = rulesets.check(text)
    assert 0 < len(problems) <= 101


@pytest.mark.parametrize("first", PRESETS)
def test_rulesets_differ_where_they_are_played_otherwise(first: str) -> None:
    one = rulesets.load(first)
    for second in PRESETS:
        other = rulesets.load(second)
        differences = rulesets.diff(one, other)
        assert (differences == ()) == (one.content_hash == other.content_hash)
        back = rulesets.diff(other, one)
        assert {(d.key, str(d.first), str(d.second)) for d in differences} == {
            (d.key, str(d.second), str(d.first)) for d in back
        }
    same = one.replace(name="other", description="", confidence="low")
    assert rulesets.diff(one, same) == ()


def test_a_difference_has_both_values() -> None:
    rules = rulesets.default()
    changed = rules.replace(
        min_huxi=10,
        units={"offset": 7},
        huxi={"peng": {"small": 2}},
        fan=[item.to_dict() | {"value": 9} for item in rules.fan if item.name == "wuhu"],
    )
    found = {d.key: (d.first, d.second) for d in rulesets.diff(rules, changed)}
    assert found["min_huxi"] == (15, 10)
    assert found["units.offset"] == (12, 7)
    assert found["huxi.peng.small"] == (1, 2)
    assert found["fan.wuhu.value"] == (6, 9)
    assert found["fan.dianhu"][1] is None
    assert {key for key in found if not key.startswith("fan.")} == {
        "min_huxi",
        "units.offset",
        "huxi.peng.small",
    }


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_a_preset_names_its_source(name: str) -> None:
    text = rulesets.text_of(name)
    sources = rulesets.sources_of(text)
    about = {"format", "name", "hanzi", "description", "reconstructed", "confidence"}
    for key in phz.Ruleset._lines(text):
        part = re.sub(r"^fan\[\d+\]\.?", "fan.", key)
        if key in about or part in ("fan", "fan.", "fan.name", "fan.hanzi", "fan.rule"):
            continue
        if part.startswith("fan.when.") or key in ("units", "huxi", "ti_pays"):
            continue
        if any(key.startswith(f"{above}.") and above in sources for above in sources):
            continue
        assert sources.get(key), key


def test_check_ends_with_an_error_and_lines(run: Run, tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong.toml", tmp_path / "right.toml"
    wrong.write_text(WRONG, encoding="utf-8")
    right.write_text(rulesets.text_of("quanmingtang"), encoding="utf-8")
    status, out, err = run("rules", "check", str(wrong), str(right))
    assert (status, err) == (1, "")
    assert f"{wrong}:2: min_hxui: no such key; did you mean min_huxi?" in out
    assert f"{right}: a ruleset, quanmingtang, hash {rulesets.default().content_hash}" in out
    assert run("rules", "check", str(right)).status == 0
    first, second = run("rules", "check", str(wrong), str(right), "--json").json["files"]
    assert (first["hash"], second["problems"]) == (None, [])
    assert [problem["line"] for problem in first["problems"]] == [2, 3, 4, 10]


def test_diff_tells_both_values_and_what_they_mean(run: Run) -> None:
    status, out, _ = run("rules", "diff", "quanmingtang", "changde_big")
    assert status == 0
    assert re.search(r"^  changde_big +liangzhang +An idle seat may win", out, re.M)
    assert re.search(r"^  quanmingtang +4\n  changde_big +6$", out, re.M)
    rows = run("rules", "diff", "quanmingtang", "changde_big", "--json").json["differences"]
    assert rows[0]["key"] == "dihu"
    assert rows[0]["values"] == ["off", "liangzhang"]
    assert run("rules", "diff", "luzhou", "luzhou").out == "luzhou and luzhou are played alike.\n"
    assert run("rules", "diff", "quanmingtang", "hunan_full", "--ascii").out.isascii()
