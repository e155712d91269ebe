"""What a win is worth, for people: its blocks, then huxi, units, fan and score."""

from __future__ import annotations

from collections.abc import Sequence

from paohuzi import Arrangement, Item, Meld, Ruleset, Win
from paohuzi.cli.console import Console
from paohuzi.cli.text import columns
from paohuzi.cli.words import MELDS

__all__ = ["block_lines", "block_text", "blocks_dict", "items_text", "win_dict", "worth_lines"]


def kind_text(console: Console, meld: Meld) -> str:
    """Give the kind of a block as it is written here."""
    return console.term(meld.kind, MELDS[meld.kind])


def block_lines(
    console: Console, rules: Ruleset, blocks: Sequence[Meld], *, indent: int = 2
) -> list[str]:
    """Give a table of blocks with the huxi of each."""
    rows = [
        (kind_text(console, meld), console.run(meld.cards), str(rules.huxi(meld)))
        for meld in blocks
    ]
    return columns(rows, align="llr", header=("block", "cards", "huxi"), indent=indent)


def block_text(console: Console, rules: Ruleset, blocks: Sequence[Meld]) -> str:
    """Give blocks with the huxi of each on one line."""
    between = "  " if console.hanzi else ", "
    return between.join(f"{console.meld(meld)} {rules.huxi(meld)}" for meld in blocks)


def items_text(console: Console, items: Sequence[Item], *, rule: bool = False) -> str:
    """Give the fan items of a win on one line."""
    return ", ".join(
        f"{console.term(item.name, item.hanzi)} {item.value}" + (f" ({item.rule})" if rule else "")
        for item in items
    )


def worth_lines(console: Console, rules: Ruleset, win: Win, *, indent: int = 2) -> list[str]:
    """Give the sums of a win: huxi, units, fan, score."""
    units = str(win.units)
    if win.self_draw and rules.self_draw_units:
        drawn = console.term("zimo", "自摸")
        units += f", {rules.self_draw_units} of them for the self-draw ({drawn})"
    rows = [
        ("huxi", f"{win.huxi}, at least {rules.min_huxi} needed"),
        ("units", units),
        ("fan", f"{win.fan}" + ("" if win.items else ", no pattern")),
        *(("", items_text(console, [item], rule=True)) for item in win.items),
        ("score", f"{win.score}, what a loser pays"),
    ]
    return columns(rows, indent=indent)


def blocks_dict(rules: Ruleset, arrangement: Arrangement) -> list[dict[str, object]]:
    """Give the blocks of an arrangement with their huxi, for JSON."""
    return [{"meld": str(meld), "huxi": rules.huxi(meld)} for meld in arrangement.blocks]


def win_dict(rules: Ruleset, win: Win | None) -> dict[str, object] | None:
    """Give a win for JSON."""
    if win is None:
        return None
    return {
        "huxi": win.huxi,
        "units": win.units,
        "self_draw": win.self_draw,
        "fan": win.fan,
        "items": [
            {"name": item.name, "hanzi": item.hanzi, "value": item.value, "rule": item.rule}
            for item in win.items
        ],
        "score": win.score,
        "blocks": blocks_dict(rules, win.arrangement),
    }
