"""Every way in which a hand, its table and a card are finished."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .cards import in_order, split_hand
from .melds import ALL_BLOCKS, CHI_BLOCKS, QUADS, cards_of, chi, huxi, kind_of, meld_order
from .ruleset import Rules

__all__ = ["Arrangement", "arrangements"]


class Arrangement(NamedTuple):
    """A finished hand: the table melds as laid, then the hand's blocks in order (ruling 22)."""

    blocks: tuple[str, ...]
    huxi: int


class Reading(NamedTuple):
    """What the winning card is read as: the table, the fixed hand blocks, the cards left over."""

    table: tuple[str, ...]
    fixed: tuple[str, ...]
    loose: tuple[str, ...]


@lru_cache(maxsize=200_000)
def loose_splits(
    loose: tuple[str, ...], pairs: int, one_five_ten: bool
) -> frozenset[tuple[str, ...]]:
    """Every way to lay all cards as 吃 blocks and exactly `pairs` pairs."""
    if not loose:
        return frozenset([()]) if pairs == 0 else frozenset()
    if len(loose) % 3 != 2 * pairs % 3:
        return frozenset()
    first = loose[0]
    found = set()
    for block in ALL_BLOCKS if one_five_ten else CHI_BLOCKS:
        if block[0] != first:
            continue
        rest = without(loose, block)
        if rest is not None:
            for tail in loose_splits(rest, pairs, one_five_ten):
                found.add(tuple(sorted((chi(block), *tail), key=meld_order)))
    if pairs:
        rest = without(loose, (first, first))
        if rest is not None:
            for tail in loose_splits(rest, pairs - 1, one_five_ten):
                found.add(tuple(sorted((f"pair:{first}", *tail), key=meld_order)))
    return frozenset(found)


def without(cards: tuple[str, ...], taken: Sequence[str]) -> tuple[str, ...] | None:
    """Give the cards less the taken ones, None if they are not all there."""
    rest = list(cards)
    for card in taken:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def readings(
    hand: tuple[str, ...],
    melds: tuple[str, ...],
    draw: str | None,
    *,
    own_draw: bool,
    rules: Rules,
    dealt: bool,
    no_peng: bool,
    discard: bool,
) -> Iterator[Reading]:
    """Everything the winning card may be (2.3, rulings 2 and 13)."""
    if draw is not None and dealt:
        hand, draw = (*hand, draw), None
    split = split_hand(hand)
    fixed = tuple(f"dealt_ti:{card}" for card in split.quads)
    fixed += tuple(f"kan:{card}" for card in split.triples)
    if draw is None:
        yield Reading(melds, fixed, split.loose)
        return

    laid = [
        place
        for place, meld in enumerate(melds)
        if kind_of(meld) in ("peng", "wei", "chou_wei")
        and cards_of(meld)[0] == draw
        # A 碰 never runs on a card discarded from a hand (R13).
        and not (discard and kind_of(meld) == "peng")
    ]
    kind = ""
    # A discard that cannot be won on otherwise wins by the 跑 it forces (A45).
    by_pao_only = discard and rules.hu_after_discard_pao and not rules.discard_wins
    if draw in split.triples:
        kind = "ti" if own_draw else "pao"
        rest = tuple(block for block in fixed if block != f"kan:{draw}")
        yield Reading(melds, (*rest, f"{kind}:{draw}"), split.loose)
    elif laid:
        concealed = kind_of(melds[laid[0]]) != "peng" or rules.peng_self_fourth == "ti"
        kind = "ti" if own_draw and concealed else "pao"
        table = (*melds[: laid[0]], f"{kind}:{draw}", *melds[laid[0] + 1 :])
        yield Reading(table, fixed, split.loose)
    elif split.loose.count(draw) == 2 and not by_pao_only:
        kind = "wei" if own_draw else rules.hu_triple_from_other
        loose = tuple(card for card in split.loose if card != draw)
        if not (no_peng and not own_draw):
            yield Reading(melds, (*fixed, f"{kind}:{draw}"), loose)

    if kind in ("ti", "wei") and rules.own_draw_first:
        return
    if by_pao_only or (kind == "pao" and not rules.break_pao_for_hu):
        return
    yield Reading(melds, fixed, in_order((*split.loose, draw)))


def arrangements(
    hand: Sequence[str],
    melds: Sequence[str] = (),
    draw: str | None = None,
    own_draw: bool = False,
    rules: Rules | None = None,
    *,
    keep_all: bool = False,
    dealt: bool = False,
    no_peng: bool = False,
    discard: bool = False,
) -> list[Arrangement]:
    """Every distinct finished arrangement, those below the minimum only with `keep_all`.

    `draw=None`: the hand is complete as given. `dealt`: the card joins the hand as in the deal.
    `no_peng`: another seat's card may not complete a pair held in hand. `discard`: it came from a hand.
    """
    assert rules is not None
    found: set[Arrangement] = set()
    for reading in readings(
        in_order(hand),
        tuple(melds),
        draw,
        own_draw=own_draw,
        rules=rules,
        dealt=dealt,
        no_peng=no_peng,
        discard=discard,
    ):
        has_quad = any(kind_of(meld) in QUADS for meld in (*reading.table, *reading.fixed))
        if len(reading.table) + len(reading.fixed) > rules.blocks:
            continue
        for split in loose_splits(reading.loose, 1 if has_quad else 0, rules.one_five_ten):
            blocks = (*reading.table, *sorted((*reading.fixed, *split), key=meld_order))
            if len(blocks) == rules.blocks:
                found.add(Arrangement(blocks, sum(huxi(block, rules) for block in blocks)))
    return sorted(
        (one for one in found if keep_all or enough(one.huxi, rules)),
        key=lambda one: [meld_order(block) for block in one.blocks],
    )


def enough(huxi: int, rules: Rules) -> bool:
    """Whether so many huxi can win: the plain minimum, that with a pattern, or none at all (3.2, 3.6)."""
    least = min(rules.min_huxi, rules.min_huxi_with_fan or rules.min_huxi)
    return huxi >= least or (huxi == 0 and rules.zero_huxi_wins)
