"""Results as tables and files of other libraries, and the records of their rounds."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
import paohuzi as phz
import polars as pl
import pyarrow as pa
import pytest
from paohuzi import Action, Results, View, tables

ROUNDS = 400


@pytest.fixture(scope="module", params=["quanmingtang", "liuhuqiang"])
def results(request: pytest.FixtureRequest) -> Results:
    rules = phz.rulesets.load(request.param)
    return phz.simulate(rules, ["simple"] * rules.seats, rounds=ROUNDS, seed=5)


def rows(results: Results) -> list[dict[str, Any]]:
    """Give what a table has to say, read off the rounds themselves."""
    games = [record.replay() for record in phz.records_of(results)]
    found = []
    for index, game in enumerate(games):
        settlement = game.round.settlement
        assert settlement is not None
        is_won = settlement.winner is not None
        row: dict[str, Any] = {
            "seed": results.seed,
            "index": index,
            "dealer": index % results.rules.seats,
            "winner": settlement.winner,
            "kind": settlement.kind,
            "huxi": settlement.huxi,
            "units": settlement.units,
            "fan": settlement.fan if is_won else 0,
            "items": [item.name for item in settlement.items],
            "score": settlement.score,
            "decisions": results.decisions[index],
            "draws": results.draws[index],
        }
        points = {f"points_{seat}": each for seat, each in enumerate(settlement.payments)}
        found.append(row | points)
    return found


def of_pandas(results: Results) -> list[dict[str, Any]]:
    frame = results.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    frame["winner"] = frame["winner"].astype(object).where(frame["winner"].notna(), None)
    frame["items"] = frame["items"].map(list)
    found: list[dict[str, Any]] = frame.to_dict("records")
    return found


def of_polars(results: Results) -> list[dict[str, Any]]:
    frame = results.to_polars()
    assert isinstance(frame, pl.DataFrame)
    return frame.to_dicts()


def of_arrow(results: Results) -> list[dict[str, Any]]:
    table = results.to_arrow()
    assert isinstance(table, pa.Table)
    found: list[dict[str, Any]] = table.to_pylist()
    return found


@pytest.mark.parametrize("made", [of_pandas, of_polars, of_arrow])
def test_tables_say_what_the_rounds_came_to(
    results: Results, made: Callable[[Results], list[dict[str, Any]]]
) -> None:
    expected = rows(results)
    assert {row["kind"] for row in expected} > {"drawn", "self_draw"}
    assert made(results) == expected


@pytest.mark.parametrize("made", [of_pandas, of_polars, of_arrow])
def test_no_rounds_are_tables_without_rows(
    made: Callable[[Results], list[dict[str, Any]]],
) -> None:
    assert made(phz.simulate(rounds=0)) == []


@pytest.mark.parametrize("made", [of_pandas, of_polars, of_arrow])
@pytest.mark.parametrize("masks", [[0], [1], [6], [1, 2], [3, 6, 3], [1 << 63]])
def test_items_are_lists_whatever_their_number(
    made: Callable[[Results], list[dict[str, Any]]], masks: list[int]
) -> None:
    results = phz.simulate(rounds=len(masks), seed=1)
    columns: dict[str, Any] = {name: each.copy() for name, each in results.to_numpy().items()}
    columns["items"] = np.array(masks, np.uint64)
    columns["payments"] = columns["payments"].ravel()
    results = Results.from_columns(results.rules, results.agents, seed=1, columns=columns)
    names = {place: item.name for place, item in enumerate(results.rules.fan)} | {63: "huangfan"}
    expected = [[name for place, name in names.items() if mask >> place & 1] for mask in masks]
    assert [row["items"] for row in made(results)] == expected


def test_tables_have_the_columns_of_results() -> None:
    columns = phz.simulate(rounds=3).columns()
    assert {name: column.format for name, column in columns.items()} == tables.FORMATS


def test_parquet_files_are_read_back(results: Results, tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"
    results.write_parquet(path)
    assert Results.read_parquet(path) == results
    assert Results.read_parquet(os.fspath(path)).rules == results.rules
    none = phz.simulate(rounds=0, agents="greedy", seed=9)
    none.write_parquet(path)
    assert Results.read_parquet(path) == none


def test_huangfan_is_an_item_too() -> None:
    rules = phz.rulesets.load("quanmingtang_full")
    results = phz.simulate(rules, "simple", rounds=60, seed=1)
    columns: dict[str, Any] = {name: each.copy() for name, each in results.to_numpy().items()}
    won = int(np.flatnonzero(columns["kind"])[0])
    columns["items"][won] |= np.uint64(1 << 63)
    columns["payments"] = columns["payments"].ravel()
    marked = Results.from_columns(rules, results.agents, seed=1, columns=columns)
    assert "huangfan" in marked.to_arrow()["items"][won].as_py()
    assert Results.from_arrow(marked.to_arrow()) == marked


def test_what_is_no_table_of_results_is_refused(results: Results, tmp_path: Path) -> None:
    table = results.to_arrow()
    seats = results.rules.seats
    nulls = pa.nulls(ROUNDS, pa.uint8())
    kinds = pa.array(["lost"] * ROUNDS).dictionary_encode()
    names = pa.array([["wonderful"]] * ROUNDS)

    def put(name: str, column: Any) -> Any:
        return table.set_column(table.schema.get_field_index(name), name, column)

    for wrong in (
        pa.table({"x": [1]}),
        table.replace_schema_metadata({b"paohuzi": b"{}"}),
        table.replace_schema_metadata({b"paohuzi": b"["}),
        table.drop_columns(["huxi"]),
        table.drop_columns([f"points_{seats - 1}"]),
        put("huxi", nulls),
        put("huxi", pa.array([1000] * ROUNDS)),
        put("huxi", pa.array(["x"] * ROUNDS)),
        put("kind", kinds),
        put("items", names),
    ):
        with pytest.raises(phz.RecordError) as caught:
            Results.from_arrow(wrong)
        assert caught.value.code == "results_table"
    with pytest.raises(TypeError, match=r"pyarrow\.Table"):
        Results.from_arrow([1])
    text = tmp_path / "text"
    text.write_text("no parquet")
    with pytest.raises(phz.RecordError, match="no Parquet file"):
        Results.read_parquet(text)
    with pytest.raises(FileNotFoundError):
        Results.read_parquet(tmp_path / "missing")


@pytest.mark.parametrize(
    ("name", "extra", "call"),
    [
        ("pandas", "pandas", Results.to_pandas),
        ("polars", "polars", Results.to_polars),
        ("pyarrow", "arrow", Results.to_arrow),
        ("numpy", "arrow", Results.to_arrow),
    ],
)
def test_without_a_library_its_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, extra: str, call: Callable[[Results], Any]
) -> None:
    results = phz.simulate(rounds=1)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=rf"{name} is not installed.*paohuzi\[{extra}\]"):
        call(results)


@pytest.mark.parametrize("form", ["line", "json", "log"])
def test_records_of_rounds_are_written(
    form: Literal["line", "json", "log"], tmp_path: Path
) -> None:
    results = phz.simulate(agents=("greedy", "simple", "random"), rounds=30, seed=4, first=10)
    path = tmp_path / "rounds"
    assert phz.write_records(results, path, form=form) == 30
    records = list(phz.read_records(path))
    assert records == list(phz.records_of(results))
    settled = [record.replay().round.settlement for record in records]
    payments = [list(each.payments) for each in settled if each is not None]
    assert np.array_equal(payments, results.to_numpy()["payments"])


def test_rounds_of_python_agents_are_played_again_with_them() -> None:
    def last(view: View) -> Action:
        return view.legal_actions()[-1]

    def first(view: View) -> Action:
        return view.legal_actions()[0]

    results = phz.simulate(agents=("greedy", last, "random"), rounds=20, seed=2)
    again = list(phz.records_of(results, ("greedy", last, "random")))
    assert [record.replay().round.settlement is not None for record in again] == [True] * 20
    with pytest.raises(phz.RecordError, match="expected greedy, last, random") as caught:
        next(phz.records_of(results, ("greedy", first, "random")))
    assert caught.value.code == "replay_agents"
    first.__name__ = "last"
    with pytest.raises(phz.RecordError) as caught:
        list(phz.records_of(results, ("greedy", first, "random")))
    assert caught.value.code == "replay_differs"


def test_a_form_has_one_of_the_names(tmp_path: Path) -> None:
    with pytest.raises(phz.RecordError, match="line, log") as caught:
        phz.write_records(phz.simulate(rounds=1), tmp_path / "x", form="csv")  # type: ignore[arg-type]
    assert caught.value.code == "record_form"
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("confidence", [0.0, 1.0, -1.0, float("nan"), 95.0])
def test_a_confidence_lies_between_nought_and_one(confidence: float) -> None:
    with pytest.raises(phz.ParseError) as caught:
        phz.Mean(count=4, sum=8, squares=28).interval(confidence)
    assert caught.value.code == "confidence"


def test_intervals_hold_as_often_as_they_say() -> None:
    true = phz.simulate(agents="random", rounds=50_000, seed=1).summary().seats[0]
    held = 0
    for part in range(100):
        seat = (
            phz.simulate(agents="random", rounds=500, seed=2, first=500 * part).summary().seats[0]
        )
        low, high = seat.win_rate.interval(0.9)
        held += low <= true.win_rate.mean <= high
    # Of 100 intervals 90 should hold, give or take 3; five times that far off is no accident.
    assert 75 <= held < 100
