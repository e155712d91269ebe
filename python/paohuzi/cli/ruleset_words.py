"""The words of a ruleset's page, in English and Chinese."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LANGUAGES", "Words"]


@dataclass(frozen=True)
class Words:
    """What the page says in one language. Braces stand for values of the ruleset."""

    titles: tuple[str, str, str, str, str, str]
    about: str
    restored: str
    confidence: dict[str, str]
    deal: str
    undrawn: str
    win: str
    win_with_fan: str
    most: str
    huxi_header: tuple[str, ...]
    no_huxi: str
    span: str
    one: str
    units_end: str
    zimo: dict[str, str]
    pattern_header: tuple[str, ...]
    no_patterns: str
    fan_added: str
    fan_base: str
    source: str
    hash: str
    tags: str


ENGLISH: Final = Words(
    titles=(
        "The deal",
        "A win",
        "Huxi of a block",
        "Units",
        "Patterns",
        "Where towns differ",
    ),
    about="",
    restored="Some of its values were restored from other sources; the sources say which.",
    confidence={
        "high": "It is well attested.",
        "medium": "It rests on two sources or one good one.",
        "low": "It rests on one weak source or on inference.",
    },
    deal="{seats} seats with {cards} cards each; the dealer gets one more, for all to see, and begins with a discard. "
    "The rest is the stock.",
    undrawn=" The last {undrawn} of it are not drawn.",
    win="{blocks} blocks and at least {huxi} huxi{fewer}. The score is units times fan{most}.",
    win_with_fan=", with a pattern {huxi}",
    most=", of which no more than {cap} count",
    huxi_header=("block", "small", "big", "red small", "red big"),
    no_huxi="Other runs, jiao and the pair have none.",
    span="{low} to {high} huxi",
    one="{low} huxi",
    units_end="and so on; ",
    zimo={
        "double": "a self-drawn win counts double",
        "before": "{units} more for a self-draw",
        "after": "{units} more for a self-draw, which the fan does not multiply",
    },
    pattern_header=("pattern", "fan", "when", "rule", "source"),
    no_patterns="none: the fan is always 1",
    fan_added="The fan of several are added; without any the fan is 1.",
    fan_base="Every win has {base} fan, to which those of its patterns are added.",
    source="source: ",
    hash="Hash",
    tags="Sources: S0 and S1 are the two documents, a number with R, C or A, a ruling or a section is a clause of "
    "docs/rulebook.md.",
)

CHINESE: Final = Words(
    titles=("发牌", "胡牌", "门子的胡息", "等（囤）", "名堂", "各地不同之处"),
    about="英文说明",
    restored="有些数值是参照别的资料补全的，见各处出处。",
    confidence={
        "high": "资料充分。",
        "medium": "依据两种资料，或一种可靠的资料。",
        "low": "只依据一种较弱的资料，或出于推断。",
    },
    deal="{seats} 人，每人 {cards} 张；庄家多一张，亮给大家看，由庄家先打牌。其余为墩。",
    undrawn="墩的最后 {undrawn} 张不摸。",
    win="{blocks} 门，至少 {huxi} 息{fewer}。得分 = 等 × 番{most}。",
    win_with_fan="（有名堂的 {huxi} 息）",
    most="，番最多算 {cap}",
    huxi_header=("门子", "小", "大", "红小", "红大"),
    no_huxi="其他顺子、绞牌和将没有息。",
    span="{low} 至 {high} 息",
    one="{low} 息",
    units_end="依此类推；",
    zimo={
        "double": "自摸加倍",
        "before": "自摸加 {units} 等",
        "after": "自摸另加 {units}，不乘番",
    },
    pattern_header=("名堂", "番", "条件", "条款", "出处"),
    no_patterns="没有名堂，番总是 1",
    fan_added="几个名堂的番相加；没有名堂番是 1。",
    fan_base="每次胡牌先有 {base} 番，名堂的番加在上面。",
    source="出处：",
    hash="标识",
    tags="出处：S0、S1 是两篇原始资料；带 R、C、A 的号码、ruling 和章节号是 docs/rulebook.md 的条款；"
    "other sources 是其他资料。",
)

LANGUAGES: Final = {"en": ENGLISH, "zh": CHINESE}
