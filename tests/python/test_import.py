"""Importing the package is light and touches nothing else."""

import subprocess
import sys

HEAVY = {
    "asyncio",
    "dataclasses",
    "importlib.resources",
    "inspect",
    "json",
    "numpy",
    "pickle",
    "tomllib",
    "typing",
}


def modules_after(code: str) -> set[str]:
    """Give what is loaded in a bare interpreter that ran the code."""
    program = f"import sys\n{code}\nprint(*sorted(sys.modules), sep='\\n')"
    # Without site, whose packages would load modules of their own.
    setup = f"import sys; sys.path[:0] = {sys.path!r}\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", setup + program],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_import_loads_little() -> None:
    loaded = modules_after("import paohuzi") - modules_after("")
    assert loaded.isdisjoint(HEAVY)
    own = {name for name in loaded if name.split(".")[0] == "paohuzi"}
    foreign = {name.split(".")[0] for name in loaded - own}
    assert foreign <= sys.stdlib_module_names
    assert len(loaded) < 25


def test_play_needs_the_standard_library_only() -> None:
    code = (
        "import paohuzi\n"
        "game = paohuzi.Game(seed=7)\n"
        "while not game.is_over: game.push(game.legal_ids()[0])\n"
        "paohuzi.waits('s1x3 b2')"
    )
    loaded = modules_after(code) - modules_after("")
    foreign = {name.split(".")[0] for name in loaded} - {"paohuzi"}
    assert foreign <= sys.stdlib_module_names
