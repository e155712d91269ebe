"""Results of simulations as tables of pandas, Polars and Arrow, and as Parquet files.

A table has a row a round and is made to be read: a round that nobody won has no winner, ends and fan items are words,
and the points have a column a seat.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from paohuzi._core import Results, Ruleset
from paohuzi.errors import RecordError

if TYPE_CHECKING:
    from pandas import DataFrame as _PandasFrame
    from polars import DataFrame as _PolarsFrame
    from pyarrow import Table as _ArrowTable

__all__ = ["from_arrow", "read_parquet", "to_arrow", "to_pandas", "to_polars", "write_parquet"]

HUANGFAN: Final = 63
"""The bit of huangfan in the column of items."""
FORMATS: Final = {
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
"""The columns of results and the formats of their numbers."""
METADATA: Final = b"paohuzi"
FORMAT: Final = 1


def to_pandas(results: Results) -> _PandasFrame:
    """Give a DataFrame; see `Results.to_pandas`."""
    with _extra("pandas"):
        import numpy
        import pandas
    columns, masks = _columns(results)
    winner = columns["winner"]
    columns["winner"] = pandas.arrays.IntegerArray(winner.copy(), winner < 0)
    columns["kind"] = pandas.Categorical.from_codes(columns["kind"].astype("int8"), Results.kinds)
    names = numpy.empty(len(masks), object)
    for place, mask in enumerate(masks):
        names[place] = tuple(_names(mask, results.rules))
    columns["items"] = names[columns["items"]]
    return pandas.DataFrame(columns)


def to_polars(results: Results) -> _PolarsFrame:
    """Give a DataFrame; see `Results.to_polars`."""
    with _extra("polars"):
        import polars

        columns, masks = _columns(results)
    winner = polars.Series(columns["winner"])
    columns["winner"] = winner.set(winner < 0, None)
    kinds = polars.Series(Results.kinds, dtype=polars.Enum(Results.kinds))
    columns["kind"] = kinds.gather(columns["kind"])
    names = [_names(mask, results.rules) for mask in masks]
    lists = polars.Series(names, dtype=polars.List(polars.String))
    columns["items"] = lists.gather(columns["items"])
    return polars.DataFrame(columns)


def to_arrow(results: Results) -> _ArrowTable:
    """Give a Table; see `Results.to_arrow`."""
    with _extra("arrow"):
        import pyarrow as arrow

        columns, masks = _columns(results)
    winner = columns["winner"]
    columns["winner"] = arrow.array(winner, mask=winner < 0)
    kinds = arrow.array(Results.kinds, arrow.string())
    columns["kind"] = arrow.DictionaryArray.from_arrays(arrow.array(columns["kind"]), kinds)
    names = [_names(mask, results.rules) for mask in masks]
    lists = arrow.array(names, arrow.list_(arrow.string()))
    columns["items"] = lists.take(arrow.array(columns["items"]))
    about = {
        "format": FORMAT,
        "rules": json.loads(results.rules.to_json()),
        "agents": results.agents,
        "seed": results.seed,
    }
    return arrow.table(columns, metadata={METADATA: json.dumps(about)})


def write_parquet(results: Results, path: str | os.PathLike[str]) -> None:
    """Write a Parquet file; see `Results.write_parquet`."""
    table = to_arrow(results)
    from pyarrow import parquet

    parquet.write_table(table, path)


def read_parquet(path: str | os.PathLike[str]) -> Results:
    """Read a Parquet file; see `Results.read_parquet`."""
    with _extra("arrow"):
        import pyarrow as arrow
        from pyarrow import parquet
    try:
        table = parquet.read_table(path)
    except arrow.ArrowException as error:
        raise _wrong(f"found no Parquet file: {error}") from error
    return from_arrow(table)


def from_arrow(table: _ArrowTable) -> Results:
    """Give the results of a Table; see `Results.from_arrow`."""
    with _extra("arrow"):
        import numpy
        import pyarrow as arrow
    if not isinstance(table, arrow.Table):
        raise TypeError(f"expected a pyarrow.Table, found {type(table).__name__}")
    rules, agents, seed = _about(table)
    expected = to_arrow(_none(rules, agents, seed)).schema
    try:
        table = table.select(expected.names).cast(expected)
    except (KeyError, ValueError, arrow.ArrowException) as error:
        raise _wrong(f"found columns {table.schema.names}: {error}") from error
    holes = [name for name in expected.names if name != "winner" and table[name].null_count]
    if holes:
        raise _wrong(f"found no value in column {holes[0]}, expected one a round")
    bits = {name: 1 << place for place, name in enumerate(_item_names(rules))}
    bits["huangfan"] = 1 << HUANGFAN
    kinds = {kind: place for place, kind in enumerate(Results.kinds)}
    words = {"kind": table["kind"].to_pylist(), "items": table["items"].to_pylist()}
    try:
        kind = [kinds[word] for word in words["kind"]]
        items = [sum(bits[name] for name in set(names)) for names in words["items"]]
    except KeyError as error:
        names = ", ".join([*kinds, *bits])
        raise _wrong(f"found {error}, expected one of: {names}") from error
    given = {name: table[name] for name in FORMATS if name != "payments"}
    points = [table[f"points_{seat}"].to_numpy() for seat in range(rules.seats)]
    given |= {"winner": table["winner"].fill_null(-1), "kind": kind, "items": items}
    given["payments"] = numpy.stack(points, axis=1).ravel()
    columns: dict[str, Any] = {
        name: numpy.array(column, FORMATS[name]) for name, column in given.items()
    }
    return Results.from_columns(rules, agents, seed=seed, columns=columns)


@contextmanager
def _extra(name: str) -> Iterator[None]:
    """Name the extra where what is imported is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; it comes with: pip install 'paohuzi[{name}]'"
        raise ImportError(message, name=error.name) from error


def _columns(results: Results) -> tuple[dict[str, Any], list[int]]:
    """Give a table's columns as numbers, that of items as places among the different masks, and those masks."""
    import numpy

    columns = results.to_numpy()
    rounds, seats = len(results), results.rules.seats
    masks, places = numpy.unique(columns["items"], return_inverse=True)
    points = columns.pop("payments").reshape(rounds, seats)
    ordered = {"seed": numpy.full(rounds, results.seed, numpy.uint64)}
    ordered |= columns | {"items": places}
    ordered |= {f"points_{seat}": points[:, seat].copy() for seat in range(seats)}
    return ordered, [int(mask) for mask in masks]


def _none(rules: Ruleset, agents: list[str], seed: int) -> Results:
    """Give results without rounds."""
    import numpy

    columns: dict[str, Any] = {name: numpy.empty(0, form) for name, form in FORMATS.items()}
    return Results.from_columns(rules, agents, seed=seed, columns=columns)


def _item_names(rules: Ruleset) -> list[str]:
    return [item.name for item in rules.fan]


def _names(mask: int, rules: Ruleset) -> list[str]:
    """Name the fan items of a mask."""
    found = [name for place, name in enumerate(_item_names(rules)) if mask >> place & 1]
    return found + ["huangfan"] * (mask >> HUANGFAN)


def _about(table: _ArrowTable) -> tuple[Ruleset, list[str], int]:
    """Give the ruleset, the agents and the seed that a table names."""
    try:
        about = json.loads(table.schema.metadata[METADATA])
        if about["format"] != FORMAT:
            raise _wrong(f"found format {about['format']}, expected {FORMAT}")
        rules = Ruleset.from_json(json.dumps(about["rules"]))
        return rules, [str(agent) for agent in about["agents"]], int(about["seed"])
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise _wrong(f"found no ruleset, agents and seed in the metadata: {error!r}") from error


def _wrong(message: str) -> RecordError:
    return RecordError(f"no table of results: {message}", "results_table")
