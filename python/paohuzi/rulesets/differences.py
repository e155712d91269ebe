"""How two rulesets differ, key by key."""

from collections.abc import Mapping
from dataclasses import dataclass

from paohuzi._core import Ruleset

__all__ = ["Difference", "diff"]

_ABOUT = frozenset({"format", "name", "hanzi", "description", "reconstructed", "confidence"})
"""Keys that say what a ruleset is, not how it is played."""
_ABOUT_ITEMS = frozenset({"name", "hanzi", "rule"})
"""The same of a fan item."""


@dataclass(frozen=True)
class Difference:
    """A key whose value differs.

    Attributes
    ----------
    key
        The key, with dots for tables; fan items by their names, such as ``fan.honghu.value``. A fan item that only one
        has is one difference, ``fan.honghu``.
    first, second
        Its value in either ruleset, as in `Ruleset.to_dict`; None where it has none.
    """

    key: str
    first: object
    second: object


def diff(first: Ruleset, second: Ruleset) -> tuple[Difference, ...]:
    """Give how the second ruleset is played otherwise than the first, in the order of the keys.

    What rulesets and their fan items say about themselves, such as description and clause, is left out, as is the
    order of the items. Rulesets without a difference have the same content hash.

    Examples
    --------
    >>> from paohuzi import rulesets
    >>> a, b = rulesets.load("hunan_basic"), rulesets.load("hunan_half")
    >>> [difference.key for difference in rulesets.diff(a, b)]
    ['fan.duiduihu', 'fan.haidi', 'fan.wuhu_duiduihu']
    """
    found: list[Difference] = []
    _compare("", _keyed(first), _keyed(second), found)
    return tuple(found)


def _keyed(rules: Ruleset) -> dict[str, object]:
    keys = {key: value for key, value in rules.to_dict().items() if key not in _ABOUT}
    keys["fan"] = {
        item.name: {key: value for key, value in item.to_dict().items() if key not in _ABOUT_ITEMS}
        for item in rules.fan
    }
    return keys


def _compare(
    path: str, first: Mapping[str, object], second: Mapping[str, object], found: list[Difference]
) -> None:
    for key in [*first, *(key for key in second if key not in first)]:
        one, other = first.get(key), second.get(key)
        if one == other:
            continue
        here = f"{path}.{key}" if path else key
        # Conditions of fan items are told whole.
        if isinstance(one, Mapping) and isinstance(other, Mapping) and not here.endswith(".when"):
            _compare(here, one, other, found)
        else:
            found.append(Difference(here, one, other))
