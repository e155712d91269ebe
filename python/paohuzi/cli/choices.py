"""The keys of rulesets in words: one sentence for each value of each key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from paohuzi import Ruleset
from paohuzi.cli.choices_zh import AMOUNTS_ZH, CHOICES_ZH, TI_PAYS_ZH

__all__ = ["AMOUNTS", "CHOICES", "NEUTRAL", "sentence", "sentences"]

CHOICES: Final[Mapping[str, Mapping[object, str]]] = {
    "zero_huxi_wins": {
        True: "A hand of exactly 0 huxi wins too.",
        False: "",
    },
    "own_draw_first": {
        True: "An own draw that makes a wei or ti is laid as such before a win is looked at.",
        False: "An own draw that makes a wei or ti may be used otherwise in a win.",
    },
    "break_pao_for_hu": {
        True: "A win may use a card elsewhere although it would make a pao.",
        False: "A card that makes a pao counts as that in a win.",
    },
    "hu_triple_from_other": {
        "peng": "A pair that another seat's card completes counts as a peng in a win.",
        "kan": "A pair that another seat's card completes counts as a kan in a win.",
    },
    "peng_self_fourth": {
        "pao": "The own draw of the fourth card makes an own peng a pao.",
        "ti": "The own draw of the fourth card makes an own peng a ti.",
    },
    "discard_wins": {
        True: "A card discarded from a hand can be won on.",
        False: "A card discarded from a hand cannot be won on, only one from the stock.",
    },
    "hu_after_discard_pao": {
        True: "A card discarded from a hand wins by the pao that it forces from a kan or wei.",
        False: "",
    },
    "pay_discard": {
        "each": "",
        "x2": "For a win on a discard the discarder alone pays, twice the score.",
        "x3_alone": "For a win on a discard the discarder alone pays, three times the score.",
        "alone": "For a win on a discard the discarder alone pays, the score.",
    },
    "must_hu": {
        "none": "No win has to be taken.",
        "discard": "A win on a discard has to be taken.",
        "all": "Every win has to be taken.",
    },
    "must_peng": {
        True: "A peng has to be taken, unless the card is won on.",
        False: "No peng has to be taken.",
    },
    "passed_hu": {
        "free": "Who declines a win may win on the same card later.",
        "until_xi_changes": "Who declines a win may not win on that card until the huxi of the own table melds change.",
        "never": "Who declines a win may not win on the same card for the rest of the round.",
        "must_beat": "Who declines a win may win later only with a higher score.",
    },
    "stale_joint": {
        True: "Who lets a card go may neither eat nor peng it later.",
        False: "Who declines to eat a card may not eat it later; who declines to peng it, not peng it.",
    },
    "own_discard_stale": {
        "chi": "One's own discards may not be eaten later.",
        "chi_peng": "One's own discards may be neither eaten nor taken by peng later.",
        "none": "One's own discards may be taken again.",
    },
    "stale_on_pass_to_next": {
        True: "Who declines to eat the own draw may not eat it later, even if the next seat eats it.",
        False: "Who declines to eat the own draw may eat it later, if the next seat eats it.",
    },
    "stale_peng_blocks_hu": {
        True: "A pair whose peng was declined makes no peng in a win either.",
        False: "A pair whose peng was declined may still be completed in a win.",
    },
    "feed_pao_penalty": {
        True: "Whose discard runs on another's laid wei may not eat or peng any more.",
        False: "",
    },
    "no_discard_chi_peng": {
        "illegal": "Nobody may eat or peng who then has no card for the discard that is due.",
        "skip": "Who eats or pengs and has no card for the discard that is due leaves it out.",
    },
    "no_discard_forced": {
        "dead": "Who is forced to take a card and has none for the discard that is due cannot win any more.",
        "skip": "Who is forced to take a card and has none for the discard that is due leaves it out.",
    },
    "faults": {
        "prevent": "What would be a fault cannot be done, and wei, ti and pao are laid by themselves.",
        "allow": "Who commits a fault, such as leaving a pao or eating a stale card, can no longer win the round.",
    },
    "dealer_two_ti": {
        "skip_open": "A dealer with two or more dealt ti discards nothing; the next seat draws.",
        "open_then_free": "A dealer with two or more dealt ti discards, and takes once without a discard later.",
    },
    "wukan_counts_ti": {
        True: "Dealt ti count among the five kan of santi wukan.",
        False: "Dealt ti do not count among the five kan of santi wukan.",
    },
    "dihu": {
        "off": "No seat but the dealer can win before the first draw.",
        "liangzhang": "An idle seat may win on the dealer's open card (dihu).",
        "first_discard": "An idle seat may win on the dealer's first discard (dihu).",
        "both": "An idle seat may win on the dealer's open card or first discard (dihu).",
    },
    "haidi_self_only": {
        True: "The last card counts as a pattern only for the seat that draws it.",
        False: "",
    },
    "tinghu_allows_wei": {
        True: "Wei and ti leave it a win with nothing taken.",
        False: "",
    },
    "tuan": {
        "any": "",
        "quads": "Eight cards of a number count only as two blocks of four.",
    },
    "wei_open": {
        True: "A wei lies face up.",
        False: "A wei lies face down, for the others not to see.",
    },
    "ti_visible": {
        True: "",
        False: "A dealt ti lies face down, for the others not to see which card it is.",
    },
    "huangfan": {
        True: "Rounds that nobody wins multiply the next score: by 2 after one, by 3 after two, and so on.",
        False: "Rounds that nobody wins do not change the next score.",
    },
    "payment": {
        "each_round": "The losers pay the winner after each round.",
        "running_total": "The winner alone scores, and totals are settled when one of them reaches the target.",
    },
    "next_dealer": {
        "winner": "The winner deals next.",
        "pass_if_dealer_lost": "The dealer deals again after a win of its own, else the seat after it.",
    },
    "draw_dealer": {
        "keep": "After a round that nobody wins the same seat deals again.",
        "next": "After a round that nobody wins the next seat deals.",
    },
}
"""What a value means; nothing is said of one that changes nothing."""

SHOWN_ELSEWHERE: Final = frozenset(
    {
        *("format", "name", "hanzi", "description", "reconstructed", "confidence"),
        *("seats", "blocks", "undrawn", "min_huxi", "min_huxi_with_fan", "fan_base"),
        *("units", "self_draw_units", "zimo_add", "score_cap", "huxi", "one_five_ten", "fan"),
    }
)
AMOUNTS: Final[Mapping[str, str]] = {
    "target": "The target is {}.",
    "round_to": "Totals are rounded to multiples of {} before they are compared.",
    "draw_penalty": "The dealer loses {} when nobody wins.",
    "rest_share": "A seat that rests earns {} % of the winner's points, and what the dealer loses when nobody wins.",
}
"""What a number means."""

NEUTRAL: Final[Mapping[str, object]] = {
    "target": 0,
    "round_to": 1,
    "draw_penalty": 0,
    "ti_pays": {"small": 0, "big": 0},
    "rest_share": 0,
}
"""Numbers that mean that there is no such thing."""

TI_PAYS: Final = "Each other seat pays {small} for a ti of small cards and {big} for one of big cards, whoever wins."

WORDS: Final = {
    "en": (AMOUNTS, CHOICES, TI_PAYS),
    "zh": (AMOUNTS_ZH, CHOICES_ZH, TI_PAYS_ZH),
}
"""What values mean, by language."""


def sentences(rules: Ruleset, *, lang: str = "en") -> Iterator[tuple[str, str]]:
    """Give the choices that a ruleset makes: the key and its value in words."""
    for key, value in rules.to_dict().items():
        if key in SHOWN_ELSEWHERE or NEUTRAL.get(key) == value:
            continue
        if said := sentence(key, value, lang=lang):
            yield key, said


def sentence(key: str, value: object, *, lang: str = "en") -> str:
    """Give a choice in words; nothing of one that changes nothing."""
    amounts, choices, ti_pays = WORDS[lang]
    if isinstance(value, Mapping):
        if key == "ti_pays":
            return ti_pays.format(**value)
        value = ", ".join(f"{name} {number}" for name, number in value.items())
    if key in amounts:
        return amounts[key].format(value)
    words = choices.get(key, {})
    return words[value] if value in words else f"{key.replace('_', ' ')}: {value}"
