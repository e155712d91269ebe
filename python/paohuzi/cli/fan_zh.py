"""Fan items in Chinese: when they apply and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paohuzi import FanItem

__all__ = ["condition_zh", "worth_zh"]

CONDITIONS: Final = {
    "all_same": "没有顺子、二七十和绞牌",
    "every_block_scores": "除将以外每门都有息",
    "eight_of_a_number": "一个数的大小八张都在，每有一个算一次",
    "single_wait": "手里只剩一张，单钓成将",
    "self_draw": "自摸",
    "on_discard": "胡别人打出的牌",
    "nothing_taken": "胡之前没有进过牌",
    "last_card": "胡墩上最后一张",
    "first_card": "胡墩上第一张",
    "four_of_a_card": "同一张牌四张都在，每有一种算一次",
    "two_red_sets": "红字恰为两个三张或四张的门子",
    "tianhu": "庄家起手即胡",
    "dihu": "闲家地胡",
    "santi_wukan": "起手三提或五坎",
}
"""When a fan item applies."""

COUNTED: Final = {
    "red": "红字{}张",
    "big": "大字{}张",
    "small": "小字{}张",
    "huxi": "{}息",
    "bi": "一次吃牌下{}比",
    "red_alike": "红字{}张，全是同一张牌",
    "red_in_one_block": "红字{}张，都在一门里",
}
"""Conditions that count, with the number in them."""

NONE: Final = {"red": "没有红字", "big": "没有大字", "small": "没有小字"}
"""Of what there is none."""

POINTED: Final = {
    "winning": "胡的那张牌",
    "flipped": "胡后翻出的牌",
    "above_flipped": "翻出的牌的上一张",
    "below_flipped": "翻出的牌的下一张",
}
"""The card whose copies count."""

EFFECTS: Final = {
    "add_fan": "{} 番",
    "multiply_huxi": "息 × {}",
    "add_units": "加 {} 等",
    "set_units": "{} 等",
    "multiply_score": "得分 × {}",
}
"""What a fan item changes, with the value in it."""


def condition_zh(item: FanItem) -> str:
    """Give the condition of a fan item in words."""
    when = item.when
    if isinstance(when, str):
        return CONDITIONS.get(when, when)
    ((name, detail),) = when.items()
    if isinstance(detail, Mapping):
        if name in NONE and detail == {"max": 0}:
            return NONE[name]
        return COUNTED.get(name, f"{name} {{}}").format(_amount(detail))
    if isinstance(detail, (list, tuple)):
        return f"{'、'.join(map(str, detail))} 同时有，代替它们"
    if name == "copies_of":
        return f"{POINTED.get(str(detail), detail)}，每有一张算一次"
    return f"{name} {detail}"


def _amount(amount: Mapping[object, object]) -> str:
    low, high, exact = amount.get("min"), amount.get("max"), amount.get("in")
    if isinstance(exact, (list, tuple)):
        return f" {' 或 '.join(map(str, exact))} "
    if low is not None and high is not None:
        return f" {low} 至 {high} "
    return f"至少 {low} " if low is not None else f"至多 {high} "


def worth_zh(item: FanItem) -> str:
    """Give what a fan item is worth in words."""
    said = EFFECTS.get(item.effect, "{} ({effect})").format(item.value, effect=item.effect)
    if item.each_more:
        said += f"，每多一张 +{item.each_more}"
    if item.cap is not None:
        said += f"，最多 {item.cap}"
    if item.alone not in (None, item.value):
        said += f"，单有时 {item.alone}"
    return said
