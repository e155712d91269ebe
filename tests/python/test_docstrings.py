"""The examples in docstrings run, and everything public has a docstring."""

import doctest
import importlib
import pkgutil
from collections.abc import Iterator

import paohuzi
import pytest
from paohuzi import _core


def compiled() -> Iterator[tuple[str, str]]:
    """Give every public name of the compiled module, and of its classes, with its docstring."""
    for name in _core.__all__:
        value = getattr(_core, name)
        if not callable(value):
            continue
        yield name, value.__doc__ or ""
        if isinstance(value, type):
            for member in vars(value):
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(value, member).__doc__ or ""


def modules() -> list[str]:
    found = pkgutil.walk_packages(paohuzi.__path__, "paohuzi.")
    names = ["paohuzi", *(module.name for module in found)]
    return [name for name in names if name not in ("paohuzi._core", "paohuzi.__main__")]


COMPILED = dict(compiled())


def run(test: doctest.DocTest) -> None:
    assert doctest.DocTestRunner(optionflags=doctest.REPORT_UDIFF).run(test).failed == 0


@pytest.mark.parametrize("name", [name for name, text in COMPILED.items() if ">>>" in text])
def test_examples_of_the_compiled_module(name: str) -> None:
    # What a class and its methods show may build on the class's own name.
    names = {key: getattr(_core, key) for key in _core.__all__}
    run(doctest.DocTestParser().get_doctest(COMPILED[name], names, name, name, 0))


@pytest.mark.parametrize("name", modules())
def test_examples_of_modules(name: str) -> None:
    # Some environments are for packages that need not be there.
    module = (
        pytest.importorskip(name, exc_type=ImportError)
        if ".envs" in name
        else importlib.import_module(name)
    )
    for test in doctest.DocTestFinder().find(module, name):
        run(test)


@pytest.mark.parametrize("name", list(COMPILED))
def test_everything_compiled_says_what_it_is(name: str) -> None:
    first, *rest = COMPILED[name].splitlines()
    assert first.endswith(".")
    assert not rest or rest[0] == ""


# `simulate` is explained where users find it; what has no use by itself is shown with what it is part of.
PARTS = {"simulate", "SeatSummary"}


@pytest.mark.parametrize("name", [n for n in COMPILED if "." not in n and n not in PARTS])
def test_every_class_and_function_shows_an_example(name: str) -> None:
    members = [text for key, text in COMPILED.items() if key == name or key.startswith(f"{name}.")]
    assert any(">>>" in text for text in members)


def test_the_public_names_are_those_of_the_compiled_module() -> None:
    elsewhere = {"AGENTS", "Bot", "VectorRounds", "write_observation"}
    layout = {"OBS_BYTES", "OBS_LAYOUT", "OBS_SIZE", "OBS_VERSION"}
    assert set(_core.__all__) <= set(paohuzi.__all__) | elsewhere | layout
    assert sorted(paohuzi.__all__) == sorted(set(paohuzi.__all__))
    for name in paohuzi.__all__:
        assert hasattr(paohuzi, name)
