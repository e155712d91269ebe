"""What a finished hand is worth, and the best way to finish it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from .arrange import Arrangement, arrangements
from .cards import is_big, is_red, split_hand
from .melds import QUADS, cards_of, huxi, kind_of, meld_order
from .ruleset import Rules, units

__all__ = ["Context", "Win", "best_win", "santi_wukan"]


@dataclass(frozen=True)
class Context:
    """What the cards of a win cannot say."""

    last_card: bool = False
    first_card: bool = False
    tianhu: bool = False
    dihu: bool = False
    nothing_taken: bool = False
    drawn_before: int = 0
    flipped: str | None = None
    bi: int = 0
    on_discard: bool = False


class Win(TypedDict):
    """A win and its worth; `units` holds the 自摸 unit, `score` is what one loser pays."""

    huxi: int
    units: int
    fan: int
    items: dict[str, int]
    score: int
    arrangement: tuple[str, ...]


def best_win(
    hand: Sequence[str],
    melds: Sequence[str] = (),
    draw: str | None = None,
    own_draw: bool = False,
    rules: Rules | None = None,
    context: Context | None = None,
    *,
    no_peng: bool = False,
    discard: bool = False,
) -> Win | None:
    """Give the arrangement with the highest score, then huxi, then the smallest (rulings 1, 22)."""
    assert rules is not None
    context = context or Context()
    best: Win | None = None
    for arrangement in arrangements(
        hand,
        melds,
        draw,
        own_draw,
        rules,
        dealt=context.tianhu,
        no_peng=no_peng,
        discard=discard,
    ):
        win = worth(arrangement, hand, draw, own_draw, rules, context)
        enough = win["huxi"] >= rules.min_huxi or (win["huxi"] == 0 and rules.zero_huxi_wins)
        with_fan = rules.min_huxi_with_fan and win["huxi"] >= rules.min_huxi_with_fan
        if not enough and not (with_fan and set(win["items"]) - rewards(rules)):
            continue
        if best is None or (win["score"], win["huxi"]) > (best["score"], best["huxi"]):
            best = win
    return best


def rewards(rules: Rules) -> set[str]:
    """Give the items that are no patterns of the cards (ruling 16)."""
    return {rules.flipped, "fangpao", "huangfan"}


def worth(
    arrangement: Arrangement,
    hand: Sequence[str],
    draw: str | None,
    own_draw: bool,
    rules: Rules,
    context: Context,
) -> Win:
    """Units, items and score of one arrangement (3.3, 3.4)."""
    fans = fan_items(arrangement, hand, draw, own_draw, rules, context)
    fixed = fixed_items(arrangement, rules, context)
    for name, value, first, second in rules.both_fixed:
        if {first, second} <= {*fans, *fixed}:
            for one in (first, second):
                fans.pop(one, None)
                fixed.pop(one, None)
            fixed[name] = value
    doubles = doubling_items(arrangement, own_draw, rules, context)
    counted = arrangement.huxi
    others: dict[str, int] = {}
    if context.tianhu and rules.tianhu_doubles_huxi:
        counted *= 2
        others["tianhu"] = 2
    won = max(fixed.values()) if fixed else units(counted, rules)
    if rules.flipped and context.flipped:
        copies = all_cards(arrangement).count(context.flipped)
        if copies:
            others[rules.flipped] = copies
            won += copies
    # A 地胡 on the dealer's discard is no 放炮 (3.7).
    if rules.fangpao and context.on_discard and not context.dihu:
        others["fangpao"] = rules.fangpao
        won += rules.fangpao
    return finished(
        arrangement,
        won,
        fans,
        rules,
        context,
        {**fixed, **dict.fromkeys(doubles, 2), **others},
        times=2 ** len(doubles),
        zimo=own_draw or context.tianhu,
    )


def all_cards(arrangement: Arrangement) -> list[str]:
    """Give every card of a win."""
    return [card for block in arrangement.blocks for card in cards_of(block)]


def fixed_items(arrangement: Arrangement, rules: Rules, context: Context) -> dict[str, int]:
    """Give the items that set the units whatever the huxi (4)."""
    items = {}
    reds = sum(is_red(card) for card in all_cards(arrangement))
    for number, table in ((reds, rules.red_fixed), (arrangement.huxi, rules.huxi_fixed)):
        if number in table:
            name, value = table[number]
            items[name] = value
    if rules.tianhu_fixed and context.tianhu:
        items["tianhu"] = rules.tianhu_fixed
    if rules.dihu_fixed and context.dihu:
        items["dihu"] = rules.dihu_fixed
    return items


def doubling_items(
    arrangement: Arrangement, own_draw: bool, rules: Rules, context: Context
) -> list[str]:
    """Give the items that double the score, one on top of the other (3.5)."""
    reds = sum(is_red(card) for card in all_cards(arrangement))
    items = []
    if reds in rules.red_doubles:
        items.append(rules.red_doubles[reds])
    if arrangement.huxi in rules.huxi_doubles:
        items.append(rules.huxi_doubles[arrangement.huxi])
    in_one_block = any(
        sum(is_red(card) for card in cards_of(block)) == reds for block in arrangement.blocks
    )
    if rules.one_red_block_doubles and reds >= 3 and in_one_block:
        items.append(rules.one_red_block_doubles)
    if rules.tianhu_doubles and context.tianhu:
        items.append("tianhu")
    if rules.haidi_doubles and context.last_card and (own_draw or not rules.haidi_self_only):
        items.append("haidi")
    return items


def finished(
    arrangement: Arrangement,
    won: int,
    fans: dict[str, int],
    rules: Rules,
    context: Context,
    listed: dict[str, int] | None = None,
    *,
    times: int = 1,
    zimo: bool,
) -> Win:
    """Give the win with 自摸 (A11) and with 黄番 on top of everything (ruling 20)."""
    fan = max(1, rules.fan_base + sum(fans.values()))
    if rules.score_cap:
        fan = min(fan, rules.score_cap)
    bonus = rules.self_draw_units if zimo else 0
    if rules.zimo_add == "double":
        score = won * fan * (2 if zimo else 1)
    elif rules.zimo_add == "after":
        score = won * fan + bonus
    else:
        won += bonus
        score = won * fan
    score *= times
    items = {**fans, **(listed or {})}
    if rules.huangfan and context.drawn_before:
        items["huangfan"] = 1 + context.drawn_before
        score *= items["huangfan"]
    return {
        "huxi": arrangement.huxi,
        "units": won,
        "fan": fan,
        "items": items,
        "score": score,
        "arrangement": arrangement.blocks,
    }


def fan_items(
    arrangement: Arrangement,
    hand: Sequence[str],
    draw: str | None,
    own_draw: bool,
    rules: Rules,
    context: Context,
) -> dict[str, int]:
    """Give the additive items of a win."""
    blocks = arrangement.blocks
    cards = all_cards(arrangement)
    items: dict[str, int] = {}

    reds = sum(is_red(card) for card in cards)
    for number, table in (
        (reds, rules.red),
        (arrangement.huxi, rules.huxi_fans),
        (context.bi, rules.bi),
    ):
        if number in table:
            name, value = table[number]
            items[name] = value
    if rules.shuishangpiao and context.first_card:
        items["shuishangpiao"] = rules.shuishangpiao
    four = sum(number == 4 for number in Counter(cards).values())
    if rules.gui and four:
        items["gui"] = rules.gui * four
    if rules.duiduihu and all(kind_of(block) != "chi" for block in blocks):
        items["duiduihu"] = rules.duiduihu
    if rules.wuhu_duiduihu and "wuhu" in items and "duiduihu" in items:
        del items["wuhu"], items["duiduihu"]
        items["wuhu_duiduihu"] = rules.wuhu_duiduihu
    bigs = sum(is_big(card) for card in cards)
    if bigs in rules.big:
        items["dahu"] = rules.big[bigs]
    if len(cards) - bigs in rules.small:
        items[rules.small_name] = rules.small[len(cards) - bigs]

    if rules.tianhu and context.tianhu:
        items["tianhu"] = rules.tianhu
    if rules.dihu and context.dihu:
        items["dihu"] = rules.dihu
    laid_first = own_draw and rules.own_draw_first
    forced = laid_first and any(block in (f"wei:{draw}", f"ti:{draw}") for block in blocks)
    forced = forced and not rules.tinghu_allows_wei
    nothing_taken = context.nothing_taken and not forced
    if rules.tinghu and (nothing_taken or context.tianhu or context.dihu):
        items["tinghu"] = rules.tinghu
    if rules.shuahou and list(hand) == [draw] and f"pair:{draw}" in blocks:
        items["shuahou"] = rules.shuahou
    count = Counter(cards)
    if rules.tuan == "quads":
        count = Counter(
            card for block in blocks if kind_of(block) in QUADS for card in cards_of(block)
        )
    full = sum(count[f"s{n}"] == 4 and count[f"b{n}"] == 4 for n in range(1, 11))
    if rules.tuanhu and full:
        items["tuanhu"] = rules.tuanhu * full
    if rules.hanghangxi and all(
        huxi(block, rules) > 0 for block in blocks if kind_of(block) != "pair"
    ):
        items[rules.hanghangxi_name] = rules.hanghangxi
    if rules.haidi and context.last_card and (own_draw or not rules.haidi_self_only):
        items["haidi"] = rules.haidi if items else rules.haidi_alone
    return items


def santi_wukan(hand: Sequence[str], rules: Rules, context: Context | None = None) -> Win | None:
    """三提五坎 of a dealt hand: every dealt 提 and 坎 counts (R31, ruling 11)."""
    split = split_hand(hand)
    kans = len(split.triples) + (len(split.quads) if rules.wukan_counts_ti else 0)
    if len(split.quads) < 3 and kans < 5:
        return None
    blocks = [f"dealt_ti:{card}" for card in split.quads]
    blocks += [f"kan:{card}" for card in split.triples]
    blocks.sort(key=meld_order)
    arrangement = Arrangement(tuple(blocks), sum(huxi(block, rules) for block in blocks))
    items = {"santi_wukan": rules.santi_wukan} if rules.santi_wukan else {}
    won = units(arrangement.huxi, rules)
    return finished(arrangement, won, items, rules, context or Context(), zimo=True)
