"""The rulesets that come with the package.

Each is a TOML file in ``presets`` with a source for every value; `loads` reads one of your own.

Examples
--------
>>> from paohuzi import rulesets
>>> rules = rulesets.load("hunan_half")
>>> rules.replace(min_huxi=10).min_huxi
10
"""

from paohuzi._core import Ruleset
from paohuzi.errors import RulesetError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paohuzi.rulesets.differences import Difference, diff
    from paohuzi.rulesets.problems import Problem, check
    from paohuzi.rulesets.sources import sources_of

__all__ = [
    "DEFAULT",
    "Difference",
    "Problem",
    "check",
    "default",
    "diff",
    "load",
    "loads",
    "names",
    "sources_of",
    "text_of",
]

DEFAULT = "quanmingtang"  # what functions take where no ruleset is given

_SUFFIX = ".toml"
_QUOTED = 60  # longest piece of foreign text that a message quotes, in characters
_loaded: dict[str, Ruleset] = {}


# Imported when they are asked for, since most uses of the package need none of them.
_LATER = {
    "Difference": "differences",
    "Problem": "problems",
    "check": "problems",
    "diff": "differences",
    "sources_of": "sources",
}


def __getattr__(name: str) -> object:
    """Import what is not imported yet."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def names() -> tuple[str, ...]:
    """Give the names that `load` knows.

    Examples
    --------
    >>> "quanmingtang" in names()
    True
    """
    # Imported here because it takes longer than the rest of the package.
    from importlib import resources

    files = resources.files(__name__).joinpath("presets").iterdir()
    found = (file.name for file in files)
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def load(name: str) -> Ruleset:
    """Give a ruleset of the package; the same object each time.

    Raises
    ------
    RulesetError
        If there is no such ruleset; the message lists those that are.

    Examples
    --------
    >>> load("quanmingtang").hanzi
    '全名堂'
    """
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a ruleset, found {type(name).__name__}")
    if name not in _loaded:
        known = names()
        if name not in known:
            found = name if len(name) <= _QUOTED else name[:_QUOTED] + "…"
            raise RulesetError(
                f"no ruleset is named {found!r}, expected one of {', '.join(known)}",
                "ruleset_unknown",
                {"found": found, "known": list(known)},
            )
        # Of two threads that load it at once, both get the one that was first.
        _loaded.setdefault(name, loads(_read(name)))
    return _loaded[name]


def text_of(name: str) -> str:
    """Give the file of a ruleset of the package, with its comments.

    Raises
    ------
    RulesetError
        If there is no such ruleset.

    Examples
    --------
    >>> text_of("quanmingtang").splitlines()[3]
    'format = 1'
    """
    return _read(load(name).name)


def _read(name: str) -> str:
    from importlib import resources

    return resources.files(__name__).joinpath("presets", name + _SUFFIX).read_text(encoding="utf-8")


def loads(text: str) -> Ruleset:
    r"""Read a ruleset from the text of a TOML file.

    Raises
    ------
    RulesetError
        If a key or name is unknown (the valid ones are listed) or a value out of range.

    Examples
    --------
    >>> loads("name = 'ten'\nmin_huxi = 10").min_huxi
    10
    """
    return Ruleset.from_toml(text)


def default() -> Ruleset:
    """Give the ruleset that functions take where none is given.

    Examples
    --------
    >>> default().name
    'quanmingtang'
    """
    return load(DEFAULT)
