"""The worked examples of the rulebook (section 5) and the known hard positions, by the oracle."""

import random
from dataclasses import replace
from typing import NamedTuple

import pytest

from .arrange import arrangements
from .cards import parse
from .chi import chi_options
from .decks import DECK_KINDS, deck_of, rigged_deck
from .melds import huxi
from .play import check, choose, next_asked, random_round
from .round import OracleRound
from .ruleset import PRESETS, Rules, units
from .waits import waits
from .win import Context, Win, best_win, santi_wukan

S1 = PRESETS["quanmingtang"]
S0 = PRESETS["hunan_half"]
FULL = PRESETS["quanmingtang_full"]
H5 = PRESETS["hunan_full"]
LUZHOU = PRESETS["luzhou"]
LUZHOU_HONGWU = PRESETS["luzhou_hongwu"]

E13_HAND = "b1 b2 b3 b2 b7 b10 s1 s2 s3 b4 b5 b6 s4 s5 s6 s8 s9 b8 b9 b10"
E17_HAND = "b5x2 s1x3 s6x3 b9x3 b4x3 s2 s7 s10"
E19_HAND = "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6"
E21_HAND = "b2 b7 b10 s2 s7 s10 b7 b8 b1x3 s4 s5 s6 b4 b5 b6"
E22_HAND = "b7x3 s7x2 b4x3 b8x3 s5x3"
E24_MELDS = "peng:s1 wei:b3 pao:s5 ti:b6"
E25_HAND = "s4x3 s3x3 s9x2 b6x2 s6"
E30_HAND = "s1x3 s3 s4 b9x2 s9 b5x3 b1x3 s6 s7 s8 b6 b7 b8"
E46_MELDS = "pao:b5 peng:s1 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:b8-b9-b10"


def won(
    hand: str,
    melds: str,
    draw: str | None,
    *,
    own: bool = False,
    rules: Rules = S1,
    context: Context | None = None,
) -> Win:
    """Give the win, which has to exist."""
    win = best_win(parse(hand), melds.split(), draw, own, rules, context)
    assert win is not None
    return win


@pytest.mark.parametrize(
    ("points", "expected"),
    [(15, 1), (16, 1), (17, 1), (18, 2), (19, 2), (20, 2), (21, 3), (23, 3), (24, 4), (27, 5)],
)
def test_e1_e2_e3_units(points: int, expected: int) -> None:
    assert units(points, S1) == expected
    assert units(points, S0) == expected


@pytest.mark.parametrize(("points", "expected"), [(10, 1), (19, 1), (20, 2), (24, 2), (29, 2)])
def test_luzhou_units(points: int, expected: int) -> None:
    assert units(points, LUZHOU) == expected


def test_e4_fourteen_huxi_is_no_win() -> None:
    melds = ["peng:s8", "chi:s5-s6-s7", "wei:b9"]
    hand = parse("s4x3 s3x3 s9x2 b6x2 s6")
    every = arrangements(hand, melds, "s9", False, S1, keep_all=True)
    assert [one.huxi for one in every] == [14]
    assert arrangements(hand, melds, "s9", False, S1) == []
    assert best_win(hand, melds, "s9", False, S1) is None


def test_e6_reds() -> None:
    assert [S1.red[reds] for reds in (10, 13, 24)] == [
        ("honghu", 2),
        ("honghu", 5),
        ("honghu", 16),
    ]
    assert [S0.red[reds] for reds in (10, 13, 24)] == [
        ("honghu", 2),
        ("hongwu", 4),
        ("hongwu", 4),
    ]


def test_e7_e8_big_and_small() -> None:
    assert [S1.big[cards] for cards in (18, 19, 26)] == [6, 7, 14]
    assert [S1.small[cards] for cards in (16, 18, 24, 26)] == [8, 10, 16, 16]
    assert H5.small[26] == 18


class Score(NamedTuple):
    """An example of 5.2: the win, and huxi, units (with 自摸), fan and score it gives."""

    name: str
    hand: str
    melds: str
    draw: str | None
    own: bool
    rules: Rules
    huxi: int
    units: int
    fan: int
    score: int
    context: Context = Context()


TIANHU = Context(tianhu=True)
LAST = Context(last_card=True)
E16_HAND = "b6x4 s1x3 b1 b2 b3 s4 s5 s6 s8 s9 s10 b8 b9 b10 s2x2"
E23 = ("s2 s7 s10 b6 b8 b1x3", "chi:b2-b7-b10 chi:b2-b7-b10 chi:s10-s10-b10 chi:s4-s5-s6")
E25_MELDS = "peng:s8 peng:s1 wei:b9"
E27 = ("b1x3 b5x3 b9x3 b2 b7 b10 b3 b4 s8x2 b8", "chi:b6-b7-b8")
E28 = ("s1x3 s4x3 s2 s7 s10 s8x3 s5 s6", "wei:s9 chi:b1-b2-b3")
E29 = ("s2 s7 s10 b2 b7 b10 s1 s2 s3 b8 b9 b1x3 b4 b5 b6", "chi:s7-s7-b7")
E31 = ("s2 s7 s10 b2 b7 b10 b1 b2 b5x3", "peng:s4 wei:b8 chi:s1-s2-s3")
E32 = ("b7x2 s8 s9", "ti:b5 pao:s5 peng:b4 chi:b1-b2-b3 chi:s1-s2-s3")

SCORES = [
    Score("E13", E13_HAND, "", "s7", False, S1, 15, 1, 1, 1),
    Score("E5 E14", E13_HAND, "", "s7", True, S1, 15, 2, 1, 2),
    Score("E15 S1", E13_HAND, "", "s7", False, S1, 15, 2, 6, 12, TIANHU),
    Score("E15 S0", E13_HAND, "", "s7", False, S0, 15, 2, 1, 2, TIANHU),
    Score("E16", E16_HAND, "", None, True, S1, 21, 4, 6, 24, TIANHU),
    Score("E17 S1", E17_HAND, "chi:s8-s9-s10", "b5", False, S1, 24, 4, 1, 4),
    Score("E17 S0", E17_HAND, "chi:s8-s9-s10", "b5", False, S0, 24, 4, 1, 4),
    Score("E18", E17_HAND, "chi:s8-s9-s10", "b5", True, S1, 27, 6, 1, 6),
    Score("E19 S1", E19_HAND, "", "s7", False, S1, 18, 2, 4, 8),
    Score("E19 S0", E19_HAND, "", "s7", False, S0, 18, 2, 3, 6),
    Score("E20 S1", E19_HAND, "", "s4", False, S1, 18, 2, 6, 12),
    Score("E20 S0", E19_HAND, "", "s4", False, S0, 18, 2, 5, 10),
    Score("E21 S1", E21_HAND, "chi:s2-s2-b2", "b9", False, S1, 15, 1, 2, 2),
    Score("E21 S0", E21_HAND, "chi:s2-s2-b2", "b9", False, S0, 15, 1, 2, 2),
    Score("E22 S1", E22_HAND, "peng:s1 wei:b3", "b7", False, S1, 31, 6, 6, 36),
    Score("E22 S0", E22_HAND, "peng:s1 wei:b3", "b7", False, S0, 31, 6, 4, 24),
    Score("E23 S1", *E23, "b7", True, S1, 21, 4, 5, 20),
    Score("E23 S0", *E23, "b7", True, S0, 21, 4, 4, 16),
    Score("E24 E9 S1", "b4x3 b8x3 s9", E24_MELDS, "s9", False, S1, 37, 8, 12, 96),
    Score("E24 E9 S0", "b4x3 b8x3 s9", E24_MELDS, "s9", False, S0, 37, 8, 10, 80),
    Score("E24 E9 H5", "b4x3 b8x3 s9", E24_MELDS, "s9", False, H5, 37, 8, 10, 80),
    Score("E25 S1", E25_HAND, E25_MELDS, "s9", False, S1, 15, 1, 14, 14),
    Score("E25 S0", E25_HAND, E25_MELDS, "s9", False, S0, 15, 1, 5, 5),
    Score("E25 H5", E25_HAND, E25_MELDS, "s9", False, H5, 15, 1, 13, 13),
    Score("E26 S1", E25_HAND, E25_MELDS, "s9", True, S1, 17, 2, 14, 28),
    Score("E26 S0", E25_HAND, E25_MELDS, "s9", True, S0, 17, 2, 5, 10),
    Score("E27", *E27, "b2", True, S1, 24, 5, 7, 35),
    Score("E28", *E28, "s7", False, S1, 21, 3, 10, 30),
    Score("E29 S1", *E29, "b10", True, S1, 18, 3, 3, 9),
    Score("E29 S0", *E29, "b10", True, S0, 18, 3, 2, 6),
    Score("E30 S1", E30_HAND, "", "s5", False, S1, 15, 1, 6, 6, LAST),
    Score("E30 S0", E30_HAND, "", "s5", False, S0, 15, 1, 1, 1, LAST),
    Score("E30 S1 own", E30_HAND, "", "s5", True, S1, 15, 2, 6, 12, LAST),
    Score("E30 S0 own", E30_HAND, "", "s5", True, S0, 15, 2, 1, 2, LAST),
    Score("E31", *E31, "b3", False, S1, 31, 6, 1, 6),
    Score("E31 full", *E31, "b3", False, FULL, 31, 6, 8, 48),
    Score("E32", *E32, "s10", True, S1, 30, 7, 1, 7),
    Score("E32 full", *E32, "s10", True, FULL, 30, 7, 8, 56),
    Score("E46 full", "b9", E46_MELDS, "b9", False, FULL, 19, 2, 6, 12),
    Score("E46 full own", "b9", E46_MELDS, "b9", True, FULL, 19, 3, 6, 18),
]


@pytest.mark.parametrize("case", SCORES, ids=[case.name for case in SCORES])
def test_complete_hands(case: Score) -> None:
    win = won(
        case.hand, case.melds, case.draw, own=case.own, rules=case.rules, context=case.context
    )
    assert (win["huxi"], win["units"], win["fan"], win["score"]) == (
        case.huxi,
        case.units,
        case.fan,
        case.score,
    )


def test_e11_four_units_self_drawn_with_red_three() -> None:
    hand = "s2 s7 s10 b2 b7 b10 s1 s2 s3 b1x3 b4 b5"
    win = won(hand, "chi:s7-s7-b7 chi:b1-b2-b3", "b6", own=True)
    assert (win["huxi"], win["units"], win["fan"], win["score"]) == (24, 5, 3, 15)


RULINGS = [
    Score("ruling 16", "b4x3 b8x3 s9", E24_MELDS, "s9", False, S0, 37, 8, 12, 96, LAST),
    Score("ruling 12", E13_HAND, "", "s7", False, H5, 15, 7, 2, 14, TIANHU),
    Score("ruling 14 tianhu", E13_HAND, "", "s7", False, FULL, 15, 2, 12, 24, TIANHU),
    Score("ruling 13 14 dihu", E13_HAND, "", "s7", False, FULL, 15, 1, 12, 12, Context(dihu=True)),
    Score("ruling 20", E13_HAND, "", "s7", True, FULL, 15, 2, 1, 6, Context(drawn_before=2)),
    Score("ruling 18", E21_HAND, "chi:s2-s2-b2", "b9", False, LUZHOU, 24, 2, 1, 2),
    Score("6.1 mode 2", E21_HAND, "chi:s2-s2-b2", "b9", True, LUZHOU_HONGWU, 24, 3, 2, 6),
]


@pytest.mark.parametrize("case", RULINGS, ids=[case.name for case in RULINGS])
def test_rulings(case: Score) -> None:
    test_complete_hands(case)


def test_e22_other_split() -> None:
    every = arrangements(parse(E22_HAND), ["peng:s1", "wei:b3"], "b7", False, S1)
    assert sorted(one.huxi for one in every) == [28, 31]
    win = won(E22_HAND, "peng:s1 wei:b3", "b7")
    assert win["arrangement"] == (
        "peng:s1",
        "wei:b3",
        "pao:b7",
        "kan:s5",
        "kan:b4",
        "kan:b8",
        "pair:s7",
    )


def test_e26_items() -> None:
    assert won(E25_HAND, E25_MELDS, "s9", own=True)["items"] == {"wuhu": 6, "xiaohu": 8}


@pytest.mark.parametrize(
    ("cards", "rules", "points", "score"),
    [
        ("s1x3 s3x3 s4x3 s5x3 s6x3", S0, 15, 2),
        ("s1x3 s3x3 s4x3 s5x3 s6x3", S1, 15, 12),
        ("s1x4 s3x4 b5x4", S0, 30, 7),
        ("s1x4 s3x4 b5x4", S1, 30, 42),
    ],
)
def test_e33_e34_santi_wukan(cards: str, rules: Rules, points: int, score: int) -> None:
    win = santi_wukan(parse(cards), rules)
    assert win is not None
    assert (win["huxi"], win["score"]) == (points, score)


def test_e38_e39_luzhou_huxi() -> None:
    texts = "kan:b10 pao:b10 ti:b7 ti:s4 peng:b2 peng:s3 chi:s2-s7-s10 ti:b1 kan:s2"
    assert [huxi(meld, LUZHOU) for meld in texts.split()] == [12, 15, 18, 12, 9, 1, 6, 15, 9]


WAITS = [
    ("E40", E13_HAND, "", {"s7": (15, 15), "s10": (15, 15)}),
    ("E41", E19_HAND, "", {"s4": (18, 18), "s7": (18, 18)}),
    ("E42", E21_HAND, "chi:s2-s2-b2", {"b3": (15, 15), "b6": (15, 15), "b9": (15, 15)}),
    (
        "E43",
        E22_HAND,
        "peng:s1 wei:b3",
        {
            "s1": (33, 33),
            "s5": (34, 31),
            "s7": (31, 29),
            "b3": (34, 31),
            "b4": (34, 31),
            "b7": (34, 31),
            "b8": (34, 31),
        },
    ),
    ("E44", "b4x3 b8x3 s9", E24_MELDS, {"s9": (37, 37)}),
    (
        "E45",
        "s1x3 b9",
        "pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:b8-b9-b10",
        {"b9": (21, 21)},
    ),
    ("E46", "b9", E46_MELDS, {"b9": (19, 19)}),
    (
        "E47",
        "s4x2 s5 s6 b7x3 s1 s2 s3",
        "pao:b5 chi:b1-b2-b3 chi:s8-s9-s10",
        {"s1": (21, 21), "s4": (None, 24), "s7": (24, 24)},
    ),
    (
        "E48",
        "b7x3 b8 b9 s1x3 b5x3 s2 s7 s10 s4 s5 s6",
        "chi:b1-b2-b3",
        {"b7": (None, 24), "b10": (24, 24)},
    ),
    (
        "E49",
        "b7x3 s1x3 b5x3 s2 s7 s10 s4 s5 s6 b9x2",
        "chi:b1-b2-b3",
        {
            "s1": (30, 27),
            "s9": (24, 24),
            "b5": (30, 27),
            "b7": (30, 27),
            "b9": (30, 27),
        },
    ),
    (
        "E50",
        "s2 s7 s10 s4 s5 s6 s8 s9 b1x3 b5x3 s3x2 b3",
        "chi:s1-s2-s3",
        {"s3": (None, 15), "s7": (18, 18), "s10": (18, 18), "b3": (15, 15)},
    ),
    (
        "E51",
        "s4x3 s3x3 s9x2 b6x2 s6",
        "peng:s8 chi:s5-s6-s7 wei:b9",
        {"s3": (19, 16), "s4": (19, 16), "s8": (18, 18), "s9": (16, None), "b9": (19, 16)},
    ),
    (
        "E52",
        "b8x2 s4 s5",
        "pao:s1 ti:b5 chi:b1-b2-b3 wei:s9 chi:s6-s7-s8",
        {"s3": (27, 27), "s6": (27, 27)},
    ),
    (
        "E53",
        "b8x2 s4 s5",
        "pao:s1 ti:b5 pao:b4 chi:b1-b2-b3 chi:s6-s7-s8",
        {"s3": (33, 33), "s6": (33, 33)},
    ),
    (
        "E54",
        "b9x2 s1x3 b1x3 s5 s6 s7 b2 b7 b10",
        "peng:b4 chi:s8-s9-s10",
        {
            "s1": (24, 21),
            "s9": (18, 18),
            "b1": (24, 21),
            "b4": (24, 24),
            "b9": (24, 21),
        },
    ),
    (
        "case 2",
        "b1x3 s9x3 s1 s2 s3 s4 s5 s6 b4 b5 b6 b7 b8 b9 s8x2",
        "",
        {"s8": (15, None), "s9": (18, 15), "b1": (18, 15)},
    ),
]


@pytest.mark.parametrize(
    ("hand", "melds", "expected"), [case[1:] for case in WAITS], ids=[case[0] for case in WAITS]
)
def test_waits(hand: str, melds: str, expected: dict[str, tuple[int | None, int | None]]) -> None:
    assert waits(parse(hand), melds.split(), S1) == expected


def test_e51_with_a_triple_from_another_counted_as_kan() -> None:
    rules = replace(S1, hu_triple_from_other="kan")
    melds = ["peng:s8", "chi:s5-s6-s7", "wei:b9"]
    assert waits(parse("s4x3 s3x3 s9x2 b6x2 s6"), melds, rules)["s9"] == (16, 16)


CHOICES = [
    ("E55", "s1 s2 s3 s4 s5", "s3", ["s1-s2-s3 s3-s4-s5"]),
    ("E56", "s1 s2 s3 s3", "s3", []),
    ("E57", "s4 s5 s3 b3 b3", "s3", ["s3-s3-b3", "s3-s4-s5 s3-b3-b3"]),
    ("E58", "s2 s7 s10 s1 s3", "s2", ["s1-s2-s3 s2-s7-s10"]),
    ("E59", "s2 s2 s7 s10 s1 s3", "s2", []),
    ("E60", "b1 b3 b2 s4", "b2", []),
    ("E61", "b1 b3 b2 b7 b10", "b2", ["b1-b2-b3 b2-b7-b10"]),
    ("E62", "s4 s4 b4", "s4", []),
    ("E63", "s4 s4 b4 s5 s6", "s4", ["s4-s4-b4 s4-s5-s6"]),
    (
        "E64",
        "s4 s4 b4 b4 s5 s6 s2 s3",
        "s4",
        [
            "s2-s3-s4 s4-s4-b4",
            "s3-s4-s5 s4-s4-b4",
            "s4-s4-b4 s4-s5-s6",
            "s2-s3-s4 s4-s5-s6 s4-b4-b4",
        ],
    ),
    ("E65", "s8 s8 b8 b8", "s8", []),
    ("E66", "s7x3 s2 s10x2 s8x2 s9", "s9", ["s8-s9-s10 s8-s9-s10"]),
    ("E67", "b3x3 s1 s2", "s3", ["s1-s2-s3"]),
    ("E68", "b5x3 s6 s7 s5", "s5", []),
    ("E69", "s1 s2 s3 b3", "b3", ["s3-b3-b3"]),
    ("E70", "s10 s10 b10 b10 s8 s9", "s10", ["s8-s9-s10 s10-s10-b10"]),
    ("case 13", "s5 s4 s6 b5 b5", "s5", ["s4-s5-s6 s5-b5-b5", "s5-s5-b5"]),
]


@pytest.mark.parametrize(
    ("hand", "card", "expected"), [case[1:] for case in CHOICES], ids=[case[0] for case in CHOICES]
)
def test_chi_options(hand: str, card: str, expected: list[str]) -> None:
    found = {
        " ".join("-".join(block) for block in choice) for choice in chi_options(parse(hand), card)
    }
    assert found == set(expected)


HARD = [
    ("1", "s2x3 s8x2 s9x2 b1 b2x2 b3 b7 b9 b10", "peng:b8 chi:s10-s10-b10", "b8", 24, 24),
    ("3", "s1 s2x2 s3 s5 s6x3 s7 s10 b2x3 b3x3 b5x2 b7 b10", "", "b2", None, 27),
    ("4", "s1 s2 s3 s5 s6 s7 s8 s9 s10 b1 b2 b3x3 b7x2 b8x2 b9x2", "", "b3", None, 15),
    ("5", "s1x3 s10 b2x2 b4 b5 b6 b7x3 b8x3 b9x3 b10x2", "", "b8", 27, 24),
    ("6", "s1x3 s2x3 s5 s6 s7x2 s10 b1 b2x2 b3 b6 b7x2 b8 b10", "", "s2", None, 21),
    ("7", "s1 s2x2 s3 s7x2 s10x2 b1x2 b2x3 b3x2 b6x3 b7 b10", "", "s2", 15, None),
    ("8", "s1x3 s2x2 s3 s4x3 s5 s6 s7x2 s10 b1x2 b2x2 b3x2", "", "s1", 15, 24),
    ("9", "s2 s5x2 s7 s10 b1x3 b4x3 b5 b7 b8x3 b9x3 b10", "", "b2", 33, 33),
    ("10", "s2x3 s5x2 s7x2 s9x2 s10 b2x2 b3 b4 b5x4 b7 b10", "", "s10", None, None),
    ("11 fits", "b3 b4 s8x2 b1x3 b9x3 b6x3", "pao:s4 peng:b5", "b5", 27, 27),
    ("11 does not fit", "b1x3 b9x3 b6x3 s8x3 s1", "pao:s4 peng:b5", "b5", None, None),
]


@pytest.mark.parametrize(
    ("hand", "melds", "draw", "own", "others"),
    [case[1:] for case in HARD],
    ids=[case[0] for case in HARD],
)
def test_hard_positions(
    hand: str, melds: str, draw: str, own: int | None, others: int | None
) -> None:
    on_own = best_win(parse(hand), melds.split(), draw, True, S1)
    on_others = best_win(parse(hand), melds.split(), draw, False, S1)
    assert (on_own["huxi"] if on_own else None) == own
    assert (on_others["huxi"] if on_others else None) == others


# Flow: seat 0 deals, seats play 0, 1, 2.


def table(dealer: str, second: str, third: str, stock: str, rules: Rules = S1) -> OracleRound:
    """Give a round before the dealer's first discard, short hands filled up in a fixed way.

    No seat gets a further copy of a card named for a short hand or for the stock.
    """
    hands = [parse(dealer), parse(second), parse(third)]
    first = stock.split()
    named = [card for hand in hands for card in hand] + first
    kept = {card for hand in hands if len(hand) < 20 for card in hand} | set(first)
    last = [card for card in kept for _ in range(4 - named.count(card))]
    for seed in range(1000):
        state = OracleRound(
            rules, deck_of(hands, random.Random(seed), stock=first, last=sorted(last))
        )
        if state.phase == "discard" and not any(state.melds):
            return state
    raise AssertionError("no filling found")


def lay(state: OracleRound, seat: int, meld: str, keep: str) -> None:
    """Put a triple before a seat, which gives three loose cards for it."""
    spare = [card for card in state.loose(seat) if card not in parse(keep)]
    for card in spare[:3]:
        state.hands[seat].remove(card)
    state.melds[seat].append(meld)


def discard(state: OracleRound, card: str) -> None:
    """Let a card go from the seat that has to discard."""
    state.apply(state.turn, f"discard:{card}")


def pass_all(state: OracleRound) -> None:
    """Nobody claims the card on offer."""
    offered = (state.card, state.stock_left)
    while (state.card, state.stock_left) == offered and state.phase in ("drawn", "discarded"):
        state.apply(state.active_seats[0], "pass")


def pass_all_but(state: OracleRound, card: str) -> None:
    """Nobody claims anything until the named card is on offer."""
    while state.card != card:
        pass_all(state)


def chi_of(state: OracleRound, seat: int) -> list[str]:
    """Give the 吃 a seat may make now."""
    return [text for text in state.legal_actions(seat) if text.startswith("chi:")]


def test_e71_peng_comes_before_chi_and_voids_the_pass() -> None:
    state = table("s5 b1", "s4 s6", "s5x2", "b9")
    discard(state, "s5")
    assert state.active_seats == [1, 2]
    assert next_asked(state) == 2
    assert state.legal_actions(2) == ["pass", "peng"]
    state.apply(1, "pass")
    assert state.active_seats == [2]
    state.apply(2, "peng")
    assert (state.phase, state.turn) == ("discard", 2)
    assert "s5" not in state.stale_chi[1]


def test_e71_declined_peng_is_stale_whoever_eats() -> None:
    state = table("s5 b1", "s4 s6", "s5x2", "b9")
    discard(state, "s5")
    state.apply(1, "chi:s5:s4-s5-s6")
    assert state.active_seats == [2]
    state.apply(2, "pass")
    assert (state.phase, state.turn) == ("discard", 1)
    assert state.melds[1] == ["chi:s4-s5-s6"]
    assert "s5" in state.stale_peng[2]


def test_e72_only_the_next_seat_may_eat() -> None:
    state = table("s5 b1", "b1", "s4 s6 b1", "s9")
    discard(state, "s5")
    assert chi_of(state, 2) == []


def test_e75_a_table_peng_does_not_run_on_a_discard() -> None:
    state = table("b8", "s1", "s3", "s9")
    lay(state, 1, "peng:b8", "s1")
    discard(state, "b8")
    assert "peng:b8" in state.melds[1]


def test_e76_a_table_wei_runs_on_a_discard() -> None:
    state = table("b8", "s1", "s3", "s9")
    lay(state, 2, "wei:b8", "s3")
    discard(state, "b8")
    assert state.melds[2] == ["pao:b8"]
    assert (state.phase, state.turn) == ("discard", 2)


def test_e77_case_15_a_table_peng_runs_on_a_drawn_card() -> None:
    state = table("s1", "s3", "s5", "b8")
    lay(state, 2, "peng:b8", "s5")
    discard(state, "s1")
    pass_all(state)
    assert state.melds[2] == ["pao:b8"]
    assert (state.phase, state.turn) == ("discard", 2)


@pytest.mark.parametrize(
    ("before", "after"), [("peng:b8", "pao:b8"), ("wei:b8", "ti:b8"), ("chou_wei:b8", "ti:b8")]
)
def test_e78_e79_own_draw_on_the_own_table(before: str, after: str) -> None:
    state = table("s1", "s3", "s5", "b8")
    lay(state, 1, before, "s3")
    discard(state, "s1")
    pass_all(state)
    assert state.melds[1] == [after]
    assert (state.phase, state.turn) == ("discard", 1)


def test_e80_case_14_a_declined_peng_makes_the_later_wei_stale() -> None:
    state = table("s9", "s9x2", "b2", "s9")
    discard(state, "s9")
    assert "peng" in state.legal_actions(1)
    pass_all(state)
    assert state.melds[1] == ["chou_wei:s9"]


def test_e81_a_passed_draw_is_stale_for_both_who_could_eat() -> None:
    state = table("b1", "s4 s6", "s4 s6", "s5")
    discard(state, "b1")
    pass_all_but(state, "s5")
    assert next_asked(state) == 1
    pass_all(state)
    assert ("s5", "drawn") in state.rows[1]
    assert "s5" in state.stale_chi[1]
    assert "s5" in state.stale_chi[2]
    assert "s5" not in state.stale_chi[0]


def test_e82_the_first_quad_is_followed_by_a_discard() -> None:
    state = table("s1", "s1x3", "b2", "b1")
    discard(state, "s1")
    assert state.melds[1] == ["pao:s1"]
    assert state.owned(1) == 21
    assert (state.phase, state.turn) == ("discard", 1)


def test_e83_case_12_the_second_quad_is_not() -> None:
    state = table("s1", "s1x3 s3x3", "b2 s3", "b1")
    discard(state, "s1")
    assert state.melds[1] == ["pao:s1"]
    state.hands[1].remove(state.loose(1)[0])
    left = state.stock_left
    state.discard(2, "s3")
    assert state.melds[1] == ["pao:s1", "pao:s3"]
    assert state.owned(1) == 21
    assert state.stock_left < left
    assert (state.phase, state.turn) != ("discard", 1)


def dealt(cards: str, seat: int) -> OracleRound:
    """Give a round in which the seat holds the given cards of the deal."""
    hands: list[tuple[str, ...]] = [(), (), ()]
    hands[seat] = parse(cards)
    for seed in range(1000):
        state = OracleRound(S1, deck_of(hands, random.Random(seed)))
        if state.phase not in ("santi_wukan", "tianhu"):
            return state
    raise AssertionError("no filling found")


def test_e84_two_dealt_ti_give_one_free_intake() -> None:
    state = dealt("s1x4 s3x4 s5 s6 s8 s9 b1 b3 b4 b6 b8 b9 b10 s10", 1)
    assert state.melds[1] == ["dealt_ti:s1", "dealt_ti:s3"]
    assert state.owned(1) == 20
    assert not state.too_many(1)
    state.melds[1].append("chi:s4-s5-s6")
    state.hands[1].remove("s5")
    state.hands[1].remove("s6")
    assert state.owned(1) == 21
    assert not state.too_many(1)


def test_e85_a_quad_leaves_the_free_intake() -> None:
    state = dealt("s1x4 s3x4 b5x3 s6 s8 s9 b1 b3 b4 b6 b8 b9", 1)
    state.card = "b5"
    state.quad(1, "pao")
    assert (state.quads(1), state.owned(1)) == (3, 21)
    assert not state.too_many(1)


def test_e86_a_dealer_with_two_dealt_ti_does_not_open() -> None:
    state = dealt("s1x4 s3x4 s5 s6 s8 s9 b1 b3 b4 b6 b8 b9 b10 s10", 0)
    assert state.melds[0] == ["dealt_ti:s1", "dealt_ti:s3"]
    assert state.owned(0) == 21
    assert state.rows[0] == []
    assert state.stock_left < 19


def test_e87_a_dealer_with_one_dealt_ti_discards() -> None:
    state = dealt("s1x4 s3 s4 s5 s6 s8 s9 b1 b3 b4 b6 b8 b9 b10 s10 b2 b7", 0)
    assert state.melds[0] == ["dealt_ti:s1"]
    assert (state.phase, state.turn) == ("discard", 0)


def test_e88_a_discard_wins_nothing_and_e92_hu_on_a_drawn_card() -> None:
    state = table("s7 b1", E13_HAND, "s9x3", "s7")
    discard(state, "s7")
    while not state.card_drawn:
        assert all("hu" not in state.legal_actions(seat) for seat in range(3))
        pass_all(state)
    assert "hu" in state.legal_actions(1)
    state.apply(1, "hu")
    assert state.settlement is not None
    assert (state.settlement["winner"], state.settlement["kind"]) == (1, "self_draw")
    assert state.settlement["payments"] == [-2, 4, -2]


def test_e73_hu_comes_before_the_forced_pao() -> None:
    for answer in ("hu", "pass"):
        state = table("b1", E13_HAND, "s7x3", "s7")
        discard(state, "b1")
        pass_all_but(state, "s7")
        assert state.active_seats == [1]
        assert state.legal_actions(1) == ["hu", "pass"]
        state.apply(1, answer)
        assert state.is_over == (answer == "hu")
        if answer == "pass":
            assert state.melds[2] == ["pao:s7"]
            assert (state.phase, state.turn) == ("discard", 2)


def test_e74_a_forced_wei_hides_the_card() -> None:
    state = table("b9", "s7x2", E13_HAND, "s7")
    discard(state, "b9")
    pass_all(state)
    assert state.melds[1] == ["wei:s7"]
    assert not state.is_over
    assert (state.phase, state.turn) == ("discard", 1)


def test_e90_an_empty_stock_draws_the_round() -> None:
    state = table("s1", "s3", "s5", "b8")
    state.stock.clear()
    discard(state, "s1")
    pass_all(state)
    assert state.settlement is not None
    assert state.settlement["winner"] is None
    assert state.settlement["payments"] == [0, 0, 0]


def test_e91_a_declined_peng_does_not_stop_a_later_chi() -> None:
    for joint in (False, True):
        state = table("s2 b9", "b1", "s2x2 s1 s3", "b9", replace(S1, stale_joint=joint))
        discard(state, "s2")
        state.apply(2, "pass")
        pass_all(state)
        assert "s2" in state.stale_peng[2]
        assert ("s2" in state.stale_chi[2]) == joint


def test_e93_payments() -> None:
    state = table("s1", "s3", "s5", "b8")
    state.wins = {0: won(E19_HAND, "", "s7")}
    state.win(0, "drawn")
    assert state.settlement is not None
    assert state.settlement["payments"] == [16, -8, -8]


@pytest.mark.parametrize("kind", DECK_KINDS)
@pytest.mark.parametrize("name", PRESETS)
def test_random_rounds_keep_the_invariants(name: str, kind: str) -> None:
    for seed in range(5):
        check(random_round(PRESETS[name], seed, kind))


def answer(state: OracleRound, seat: int, seed: int) -> str:
    """Give an answer that depends on the question and the seat, not on who answers first."""
    question = f"{seed} {seat} {state.phase} {state.card} {state.turn} {state.stock_left}"
    return choose(random.Random(question), state.legal_actions(seat), 0.4)


@pytest.mark.parametrize("kind", DECK_KINDS)
def test_the_order_of_answers_does_not_matter(kind: str) -> None:
    for seed in range(10):
        deck = rigged_deck(kind, random.Random(seed))
        by_claim = OracleRound(FULL, deck)
        by_chance = OracleRound(FULL, deck)
        while not by_claim.is_over:
            seat = next_asked(by_claim)
            assert seat is not None
            by_claim.apply(seat, answer(by_claim, seat, seed))
        rng = random.Random(seed)
        while not by_chance.is_over:
            seat = rng.choice(by_chance.active_seats)
            by_chance.apply(seat, answer(by_chance, seat, seed))
        assert by_claim.settlement == by_chance.settlement
        assert by_claim.hands == by_chance.hands
        assert by_claim.melds == by_chance.melds
        assert by_claim.rows == by_chance.rows
        assert by_claim.stale_chi == by_chance.stale_chi
        assert by_claim.stale_peng == by_chance.stale_peng


OPTIONS = [
    replace(FULL, own_draw_first=False),
    replace(FULL, break_pao_for_hu=False),
    replace(FULL, hu_triple_from_other="kan"),
    replace(FULL, stale_joint=True, stale_peng_blocks_hu=True),
    replace(FULL, own_discard_stale="chi_peng", stale_on_pass_to_next=False),
    replace(FULL, dealer_two_ti="open_then_free", wukan_counts_ti=False),
]


@pytest.mark.parametrize("rules", OPTIONS)
def test_random_rounds_keep_the_invariants_with_options(rules: Rules) -> None:
    for kind in DECK_KINDS:
        for seed in range(3):
            check(random_round(rules, seed, kind))
