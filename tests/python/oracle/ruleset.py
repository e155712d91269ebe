"""The presets of the two source documents and plain regional ones, typed in from the rulebook."""

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
    "1-5-10": (3, 6),
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
    # Units: one for each whole `unit_step` of huxi above `unit_offset`, but for the exceptions.
    unit_offset: int = 12
    unit_step: int = 3
    unit_exceptions: dict[int, int] = field(default_factory=dict)
    # Number of red cards in the win: item and value; number of big, of small cards: value.
    red: dict[int, tuple[str, int]] = field(default_factory=dict)
    big: dict[int, int] = field(default_factory=dict)
    small: dict[int, int] = field(default_factory=dict)
    small_name: str = "xiaohu"
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
    flipped: str = ""  # the item that adds a unit for each copy of the card turned up after the win

    seats: int = 3
    blocks: int = 7
    undrawn: int = 0
    min_huxi_with_fan: int = 0
    zero_huxi_wins: bool = False
    fan_base: int = 0
    self_draw_units: int = 1
    zimo_add: str = "before"
    score_cap: int = 0
    one_five_ten: bool = False
    peng_self_fourth: str = "pao"
    discard_wins: bool = False
    pay_discard: str = "each"
    must_hu: str = "none"
    must_peng: bool = False
    passed_hu: str = "free"
    feed_pao_penalty: bool = False
    no_discard_chi_peng: str = "illegal"
    no_discard_forced: str = "dead"
    haidi_self_only: bool = False
    tinghu_allows_wei: bool = False
    tuan: str = "any"
    dihu_on: str = "liangzhang"  # for those that give fan for it, or `dihu_plain`
    dihu_plain: bool = False
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
    if huxi in rules.unit_exceptions:
        return rules.unit_exceptions[huxi]
    return max(0, huxi - rules.unit_offset) // rules.unit_step


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
    unit_offset=0,
    unit_step=10,
)

LUZHOU_HONGWU = replace(
    LUZHOU,
    name="luzhou_hongwu",
    red={0: ("wuhu", 4), **dict.fromkeys(range(10, 25), ("honghu", 2))},
)

# Regional rulesets: sections 3.4 and 4 of the rulebook.

CHANGDE_SMALL = replace(
    QUANMINGTANG_FULL,
    name="changde_small",
    red={**QUANMINGTANG.red, 4: ("siqihong", 2), 7: ("siqihong", 2)},
    small={cards: 8 + cards - 16 for cards in range(16, 27)},
    haidi=4,
    haidi_alone=4,
    tianhu=4,
    dihu=4,
    dihu_on="both",
    tinghu=4,
)

CHANGDE_BIG = replace(
    CHANGDE_SMALL,
    name="changde_big",
    red={
        0: ("wuhu", 8),
        1: ("dianhu", 6),
        4: ("siqihong", 2),
        7: ("siqihong", 2),
        **{reds: ("honghu", 3 + reds - 10) for reds in range(10, 25)},
    },
    big={cards: 8 + cards - 18 for cards in range(18, 27)},
    small={cards: 10 + cards - 16 for cards in range(16, 27)},
    duiduihu=8,
    haidi=6,
    haidi_alone=6,
    tianhu=6,
    dihu=6,
    dihu_on="liangzhang",
    tinghu=6,
    shuahou=8,
    tuanhu=8,
    hanghangxi=8,
    santi_wukan=0,
)

DUOHONGDUI = Rules(
    name="duohongdui",
    red={**QUANMINGTANG.red},
    duiduihu=6,
)

HUAIHUA = Rules(
    name="huaihua",
    min_huxi=18,
    min_huxi_with_fan=15,
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 3),
        **{reds: ("honghu", 2 + reds - 10) for reds in range(10, 25)},
    },
    big={cards: 4 + cards - 18 for cards in range(18, 27)},
    small={cards: 4 + cards - 16 for cards in range(16, 27)},
    duiduihu=4,
    haidi=2,
    haidi_alone=2,
    tianhu=4,
    dihu=3,
)

SHAOYANG = Rules(
    name="shaoyang",
    min_huxi=10,
    unit_offset=5,
    unit_step=5,
    self_draw_units=0,
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 3),
        **dict.fromkeys(range(10, 13), ("honghu", 2)),
        **dict.fromkeys(range(13, 25), ("dahong", 4)),
    },
    small=dict.fromkeys(range(18, 27), 6),
    small_name="shibaxiao",
    duiduihu=5,
)

CHENZHOU = Rules(
    name="chenzhou",
    min_huxi=9,
    unit_offset=6,
    zimo_add="double",
    discard_wins=True,
    pay_discard="x3_alone",
    must_hu="discard",
)

LIUHUQIANG = Rules(
    name="liuhuqiang",
    seats=4,
    blocks=5,
    min_huxi=6,
    unit_offset=3,
    zimo_add="double",
    discard_wins=True,
    pay_discard="x3_alone",
    must_hu="all",
    dealer_two_ti="open_then_free",
    feed_pao_penalty=True,
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 3),
        **dict.fromkeys((8, 9), ("honghu", 2)),
        **dict.fromkeys(range(10, 16), ("dahong", 4)),
    },
    duiduihu=2,
    haidi=2,
    haidi_alone=2,
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
        CHANGDE_SMALL,
        CHANGDE_BIG,
        DUOHONGDUI,
        HUAIHUA,
        SHAOYANG,
        CHENZHOU,
        LIUHUQIANG,
    )
}
