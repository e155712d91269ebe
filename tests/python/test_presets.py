"""What every preset has beside its file, so that none is forgotten: see CONTRIBUTING.md."""

import re
import tomllib
from pathlib import Path
from typing import Any

import paohuzi as phz
import pytest

from oracle import PRESETS
from oracle.rounds import INDEX, replayed

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
NAMES = phz.rulesets.names()


def tables(path: Path, key: str) -> list[dict[str, Any]]:
    """Give the tables of a data file."""
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))[key]
    return found


CASES = [
    case
    for path in sorted((DATA / "cases").glob("*.toml"))
    for case in tables(path, "case")
    # With options it is another ruleset.
    if not case.get("options")
]
HANDS = [row for case in CASES if isinstance(case.get("expect"), list) for row in case["expect"]]
ROUNDS = [case for case in CASES if "script" in case]
ROUND_OF = {record["rules"]: record for record in tables(INDEX, "record")}


@pytest.mark.parametrize("name", NAMES)
def test_has_a_win_and_a_refused_win(name: str) -> None:
    rows = [row for row in HANDS if row["rules"] == name]
    assert any(row["win"] for row in rows)
    assert any(not row["win"] for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_has_a_settlement(name: str) -> None:
    expected = [case.get("expect", {}) for case in ROUNDS if case["rules"] == name]
    assert any("winner" in one and "payments" in one for one in expected)


@pytest.mark.parametrize("name", NAMES)
def test_has_counts_a_playthrough_and_a_signature(name: str) -> None:
    assert any(one["rules"] == name for one in tables(DATA / "perft.toml", "position"))
    assert (DATA / "playthroughs" / f"{name}.txt").exists()
    signature = (DATA / "signature.txt").read_text(encoding="utf-8")
    assert re.search(rf"^[0-9a-f]{{16}} {name}$", signature, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_has_a_record_that_ends_as_the_second_engine_plays_it(name: str) -> None:
    told = ROUND_OF[name]
    settled = replayed(name, told["deck"].split(), told["dealer"], told["answers"])
    keys = ("kind", "winner", "huxi", "units", "fan", "score", "items")
    assert {key: told[key] for key in keys} == {key: dict(settled)[key] for key in keys}
    assert (told["points"], told["blocks"].split()) == (
        settled["payments"],
        list(settled["arrangement"]),
    )
    kept = list((DATA / "records" / "presets").glob(f"{name}.format*.json"))
    assert kept
    for path in kept:
        record = phz.Record.loads(path.read_text(encoding="utf-8"))
        assert [f"{seat} {action}" for seat, action in record.answers] == told["answers"]
        settlement = record.replay().settlement
        assert settlement is not None
        assert list(settlement.payments) == told["points"]


def test_the_second_engine_plays_all_of_them() -> None:
    assert set(PRESETS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_is_told_to_readers(name: str) -> None:
    rulebook = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^## 6\.1 .*?^## ", rulebook, re.MULTILINE | re.DOTALL)
    row = f"| `{name}` | {phz.rulesets.load(name).confidence}"
    assert row in table
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"| `{name}` | " in readme
