"""Fan items in words: when they apply and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paohuzi import FanItem

__all__ = ["condition", "worth"]

CONDITIONS: Final = {
    "all_same": "equal cards in every block: no run, 2-7-10 or jiao",
    "every_block_scores": "huxi in every block but the pair",
    "eight_of_a_number": "all eight cards of a number, for each such number",
    "single_wait": "won on the pair to a single last card",
    "self_draw": "won on the own draw",
    "on_discard": "won on a discard",
    "nothing_taken": "nothing taken before the win",
    "last_card": "won on the last card of the stock",
    "first_card": "won on the first card of the stock",
    "four_of_a_card": "all four copies of a card, for each such card",
    "two_red_sets": "all red cards in two blocks of three or four equal cards",
    "tianhu": "the dealer wins on the dealt cards",
    "dihu": "an idle seat wins on the dealer's open card",
    "santi_wukan": "three dealt ti or five kan in hand",
}
"""When a fan item applies."""

RED: Final = {"red_alike": "all of them copies of one", "red_in_one_block": "all in one block"}
"""What is asked of the red cards beside their number."""

POINTED: Final = {
    "winning": "the winning card",
    "flipped": "the card turned up after the win",
    "above_flipped": "the card above the one turned up after the win",
    "below_flipped": "the card below the one turned up after the win",
}
"""The card whose copies count."""

EFFECTS: Final = {
    "add_fan": "{}",
    "multiply_huxi": "huxi x {}",
    "add_units": "{} more units",
    "set_units": "{} units",
    "multiply_score": "score x {}",
}
"""What a fan item changes, with the value in it."""


def worth(item: FanItem) -> str:
    """Give what a fan item is worth in words."""
    said = f"{item.value}"
    said = EFFECTS.get(item.effect, "{} ({effect})").format(said, effect=item.effect)
    if item.each_more:
        said += f", +{item.each_more} each more"
    if item.cap is not None:
        said += f", at most {item.cap}"
    if item.alone not in (None, item.value):
        said += f", {item.alone} if alone"
    return said


def condition(item: FanItem) -> str:
    """Give the condition of a fan item in words."""
    when = item.when
    if isinstance(when, str):
        return CONDITIONS.get(when, when)
    ((name, detail),) = when.items()
    if isinstance(detail, Mapping):
        amount = _amount(detail)
        if name == "huxi":
            return f"{amount} huxi"
        if name == "bi":
            return f"{amount} bi blocks laid in one chi"
        if name in RED:
            return f"{amount} red cards, {RED[name]}"
        return f"{amount} {name} card" if amount == "1" else f"{amount} {name} cards"
    if isinstance(detail, (list, tuple)):
        return f"{' and '.join(map(str, detail))} together, instead of both"
    if name == "copies_of":
        return f"copies of {POINTED.get(str(detail), detail)}, for each"
    return f"{name} {detail}"


def _amount(amount: Mapping[object, object]) -> str:
    low, high, exact = amount.get("min"), amount.get("max"), amount.get("in")
    if isinstance(exact, (list, tuple)):
        return " or ".join(map(str, exact))
    if high == 0:
        return "no"
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if low is not None else f"at most {high}"
