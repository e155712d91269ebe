"""The seven presets of the two source documents, typed in from the rulebook."""

from dataclasses import dataclass, field, replace

__all__ = ["PRESETS", "Rules", "units"]

Huxi = dict[str, tuple[int, int]]

HUNAN: Huxi = {
    "peng": (1, 3),
    "kan": (3, 6),
    "wei": (3, 6),
    "chou_wei": (3, 6),
    "pao": (6, 9),
    "ti": (9, 12),
    "dealt_ti": (9, 12),
    "1-2-3": (3, 6),
    "2-7-10": (3, 6),
}
LUZHOU_BLACK: Huxi = {
    "peng": (1, 3),
    "kan": (6, 9),
    "wei": (6, 9),
    "chou_wei": (6, 9),
    "pao": (9, 12),
    "ti": (12, 15),
    "dealt_ti": (12, 15),
    "1-2-3": (3, 6),
}
LUZHOU_RED: Huxi = {
    "peng": (6, 9),
    "kan": (9, 12),
    "wei": (9, 12),
    "chou_wei": (9, 12),
    "pao": (12, 15),
    "ti": (15, 18),
    "dealt_ti": (15, 18),
    "2-7-10": (6, 9),
}


@dataclass(frozen=True, eq=False)
class Rules:
    """One ruleset: values first, then the options of section 6 with their defaults.

    A fan value of 0 means that the ruleset does not have the item.
    """

    name: str
    min_huxi: int = 15
    black_huxi: Huxi = field(default_factory=lambda: HUNAN)
    red_huxi: Huxi = field(default_factory=lambda: HUNAN)
    unit_step: str = "per3"
    # Number of red cards in the win: item and value; number of big, of small cards: value.
    red: dict[int, tuple[str, int]] = field(default_factory=dict)
    big: dict[int, int] = field(default_factory=dict)
    small: dict[int, int] = field(default_factory=dict)
    duiduihu: int = 0
    wuhu_duiduihu: int = 0
    haidi: int = 0
    haidi_alone: int = 0
    tianhu: int = 0
    tianhu_doubles_huxi: bool = False
    dihu: int = 0
    tinghu: int = 0
    shuahou: int = 0
    tuanhu: int = 0
    hanghangxi: int = 0
    santi_wukan: int = 0
    huangfan: bool = False

    own_draw_first: bool = True
    break_pao_for_hu: bool = True
    hu_triple_from_other: str = "peng"
    stale_joint: bool = False
    own_discard_stale: str = "chi"
    stale_on_pass_to_next: bool = True
    dealer_two_ti: str = "skip_open"
    wukan_counts_ti: bool = True
    stale_peng_blocks_hu: bool = False


def units(huxi: int, rules: Rules) -> int:
    """等 / 囤 of a number of 胡息 (3.2; 3.6 reading a)."""
    if rules.unit_step == "per10":
        return huxi // 10
    return (huxi - 12) // 3


QUANMINGTANG = Rules(
    name="quanmingtang",
    red={
        0: ("wuhu", 6),
        1: ("dianhu", 4),
        **{reds: ("honghu", 2 + reds - 10) for reds in range(10, 25)},
    },
    big={cards: 6 + cards - 18 for cards in range(18, 27)},
    small={cards: min(8 + cards - 16, 16) for cards in range(16, 27)},
    duiduihu=6,
    haidi=6,
    haidi_alone=6,
    tianhu=6,
    santi_wukan=6,
)

QUANMINGTANG_FULL = replace(
    QUANMINGTANG,
    name="quanmingtang_full",
    dihu=6,
    tinghu=6,
    shuahou=6,
    tuanhu=8,
    hanghangxi=8,
    huangfan=True,
)

HUNAN_BASIC = Rules(
    name="hunan_basic",
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 3),
        **dict.fromkeys(range(10, 13), ("honghu", 2)),
        **dict.fromkeys(range(13, 25), ("hongwu", 4)),
    },
)

HUNAN_HALF = replace(
    HUNAN_BASIC,
    name="hunan_half",
    duiduihu=4,
    wuhu_duiduihu=10,
    haidi=2,
    haidi_alone=1,
)

HUNAN_FULL = Rules(
    name="hunan_full",
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 4),
        10: ("jiadian", 3),
        **dict.fromkeys((4, 7, 11, 12), ("honghu", 2)),
        **{reds: ("hongwu", 4 + reds - 13) for reds in range(13, 25)},
    },
    big={cards: 6 + cards - 18 for cards in range(18, 27)},
    small={cards: 8 + cards - 16 for cards in range(16, 27)},
    duiduihu=5,
    haidi=2,
    haidi_alone=2,
    tianhu_doubles_huxi=True,
    santi_wukan=6,
)

LUZHOU = Rules(
    name="luzhou",
    min_huxi=10,
    black_huxi=LUZHOU_BLACK,
    red_huxi=LUZHOU_RED,
    unit_step="per10",
)

LUZHOU_HONGWU = replace(
    LUZHOU,
    name="luzhou_hongwu",
    red={0: ("wuhu", 4), **dict.fromkeys(range(10, 25), ("honghu", 2))},
)

PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        QUANMINGTANG,
        QUANMINGTANG_FULL,
        HUNAN_BASIC,
        HUNAN_HALF,
        HUNAN_FULL,
        LUZHOU,
        LUZHOU_HONGWU,
    )
}
