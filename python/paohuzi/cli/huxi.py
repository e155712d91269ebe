"""Which huxi make the same units."""

from __future__ import annotations

from collections.abc import Iterator

from paohuzi import Ruleset

__all__ = ["unit_spans"]


def unit_spans(rules: Ruleset, most: int) -> Iterator[tuple[int, int, int]]:
    """Give spans of huxi with their units: the first huxi, the last, the units.

    They begin with the least huxi of a win and go on until one of them holds the most huxi.
    """
    low = rules.min_huxi
    while low <= most:
        units = rules.units(low)
        high = low
        # A span ends at the latest where the next win would not fit a hand.
        while rules.units(high + 1) == units and high < low + 100:
            high += 1
        yield low, high, units
        low = high + 1
