"""A module imports only what lies below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import paohuzi
import pytest

PACKAGE = Path(paohuzi.__file__).parent
# Lowest first; the modules of one row may import one another.
LAYERS = (
    ("_core", "errors"),
    ("rulesets", "pickling", "records", "standings", "processors"),
    ("match",),
    ("agents",),
    ("envs", "simulate", "shards", "ray", "bar", "duplicate", "tables", "replays"),
    ("cli",),
)
RANKS = {module: rank for rank, row in enumerate(LAYERS) for module in row}
# They hold names for others and may import anything.
DOORS = {"__init__", "__main__"}


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def layer_of(module: str) -> str:
    """Give the part of the package that a module belongs to."""
    parts = module.split(".")
    assert parts[0] == "paohuzi"
    return parts[1] if len(parts) > 1 else "__init__"


def imports(source: Path) -> Iterator[str]:
    """Give what the module imports of the package, with its full name."""
    package = ["paohuzi", *source.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "paohuzi")
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            if module == "paohuzi":
                yield from (f"paohuzi.{alias.name}" for alias in node.names)
            elif module.startswith("paohuzi."):
                yield module


@pytest.mark.parametrize("source", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(source: Path) -> None:
    here = source.relative_to(PACKAGE).with_suffix("").parts[0]
    if here in DOORS:
        return
    for module in imports(source):
        layer = layer_of(module)
        # A name that is no module is one of those that the package itself offers, which are of the lowest layers.
        if layer in RANKS and layer != here:
            assert RANKS[layer] <= RANKS[here], f"{here} imports {module}"


def test_every_module_has_its_layer() -> None:
    found = {source.relative_to(PACKAGE).with_suffix("").parts[0] for source in sources()}
    assert found - DOORS <= set(RANKS)
