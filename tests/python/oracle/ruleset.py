"""Every preset of rulebook 6.1, typed in from the rulebook."""

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
    # Units: `unit_base`, and `unit_gain` for each whole `unit_step` of huxi above `unit_offset`; exceptions apart.
    unit_offset: int = 12
    unit_step: int = 3
    unit_base: int = 0
    unit_gain: int = 1
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
    hanghangxi_name: str = "hanghangxi"
    # Number of 比 blocks in one 吃, the largest of the seat: item and value.
    bi: dict[int, tuple[str, int]] = field(default_factory=dict)
    # Number of huxi: item and value.
    huxi_fans: dict[int, tuple[str, int]] = field(default_factory=dict)
    shuishangpiao: int = 0
    gui: int = 0
    flipped: str = ""  # the item that adds a unit for each copy of the card turned up after the win
    fangpao: int = 0  # units added to a win on a discard
    # Items that set the units (the largest counts), by number of red cards or huxi.
    red_fixed: dict[int, tuple[str, int]] = field(default_factory=dict)
    huxi_fixed: dict[int, tuple[str, int]] = field(default_factory=dict)
    tianhu_fixed: int = 0
    dihu_fixed: int = 0
    # Two fans that are worth so many units when both apply: item, units, the two.
    both_fixed: tuple[tuple[str, int, str, str], ...] = ()
    # Items that double the score, one on top of the other.
    red_doubles: dict[int, str] = field(default_factory=dict)
    huxi_doubles: dict[int, str] = field(default_factory=dict)
    one_red_block_doubles: str = ""
    tianhu_doubles: bool = False
    haidi_doubles: bool = False

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
    hu_after_discard_pao: bool = False
    pay_discard: str = "each"
    running_total: bool = False
    draw_penalty: int = 0
    ti_pays: tuple[int, int] = (0, 0)  # for a small, for a big one
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
    steps = max(0, huxi - rules.unit_offset) // rules.unit_step
    return rules.unit_base + rules.unit_gain * steps


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

# 3.6: one fan for every win, and one more for each of the list; `unit_exceptions` for a hand of 0 huxi (乱胡).
LUZHOU_MINGTANG = replace(
    LUZHOU,
    name="luzhou_mingtang",
    zero_huxi_wins=True,
    unit_exceptions={0: 1},
    fan_base=1,
    red={0: ("wuhu", 3), **dict.fromkeys(range(10, 25), ("honghu", 1))},
    huxi_fans={0: ("luanhu", 1), **dict.fromkeys(range(10, 200, 10), ("qiahu", 1))},
    tianhu=1,
    dihu=1,
    shuishangpiao=1,
    haidi=1,
    haidi_alone=1,
    hanghangxi=1,
    hanghangxi_name="kunhu",
    gui=1,
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

# 15 huxi are 10 points, each 3 more add 5.
NINGXIANG = Rules(
    name="ningxiang",
    unit_offset=15,
    unit_base=10,
    unit_gain=5,
    self_draw_units=0,
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 4),
        **{reds: ("honghu", 2 + reds - 10) for reds in range(10, 25)},
    },
    big={cards: 5 + cards - 18 for cards in range(18, 27)},
    small={cards: 5 + cards - 18 for cards in range(18, 27)},
    duiduihu=5,
    bi={2: ("shuangpiao", 2), 3: ("sanbi", 3), 4: ("sibi", 4)},
    tianhu=5,
    dihu=5,
    dealer_two_ti="open_then_free",
)

CHANGSHA = Rules(
    name="changsha",
    self_draw_units=0,
    zimo_add="double",
    red=NINGXIANG.red,
    big=NINGXIANG.big,
    small=NINGXIANG.small,
    duiduihu=5,
    bi={2: ("erbi", 2), 3: ("sanbi", 3), 4: ("sibi", 4)},
    tianhu=5,
    dihu=5,
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

SHAOYANG_BOPI = Rules(
    name="shaoyang_bopi",
    min_huxi=10,
    unit_offset=0,
    unit_step=1,
    self_draw_units=10,
    running_total=True,
    draw_penalty=10,
)

LOUDI = Rules(
    name="loudi",
    unit_offset=0,
    unit_step=1,
    self_draw_units=10,
    red_fixed={
        0: ("wuhu", 100),
        **dict.fromkeys(range(13, 25), ("hongwu", 100)),
    },
    red_doubles={1: "dianhu", **dict.fromkeys(range(10, 13), "honghu")},
    huxi_fixed={30: ("kahu30", 100)},
    huxi_doubles={20: "kahu20"},
    one_red_block_doubles="yikuaibian",
    tianhu_fixed=100,
    haidi_doubles=True,
    fangpao=10,
    discard_wins=True,
    pay_discard="alone",
    running_total=True,
)

XIANGXIANG = Rules(
    name="xiangxiang",
    unit_offset=0,
    unit_step=1,
    self_draw_units=10,
    red=dict.fromkeys(range(10, 13), ("honghu", 2)),
    red_fixed={
        0: ("wuhu", 100),
        **dict.fromkeys(range(13, 25), ("hongwu", 100)),
    },
    huxi_fans=dict.fromkeys(range(30, 200), ("sanshi", 2)),
    both_fixed=(
        ("honghu_sanshi", 100, "honghu", "sanshi"),
        ("hongwu_sanshi", 100, "hongwu", "sanshi"),
    ),
    tianhu_fixed=100,
    dihu_fixed=100,
    dihu_on="first_discard",
    fangpao=10,
    discard_wins=True,
    pay_discard="alone",
    must_hu="discard",
    running_total=True,
)

HENGYANG = Rules(
    name="hengyang",
    min_huxi=10,
    unit_offset=6,
    unit_exceptions={10: 3},
    self_draw_units=0,
    zimo_add="double",
    red={
        0: ("wuhu", 5),
        1: ("dianhu", 4),
        **dict.fromkeys(range(10, 13), ("xiaohong", 3)),
        **dict.fromkeys(range(13, 25), ("dahong", 5)),
    },
    flipped="fanxing",
    discard_wins=True,
    pay_discard="x3_alone",
    must_hu="all",
    dealer_two_ti="open_then_free",
    feed_pao_penalty=True,
)

# 10: 2, 11-15: 1, 16-19: 2, 20: 4, 21: 3, then one more for each 3; no scoring block counts as 21.
LEIYANG = Rules(
    name="leiyang",
    min_huxi=10,
    zero_huxi_wins=True,
    unit_exceptions={
        0: 3,
        10: 2,
        **dict.fromkeys(range(11, 16), 1),
        **dict.fromkeys(range(16, 20), 2),
        20: 4,
    },
    self_draw_units=0,
    zimo_add="double",
    red_doubles={0: "wuhu", 1: "dianhu", **dict.fromkeys(range(13, 25), "shisanhong")},
    tianhu_doubles=True,
    passed_hu="must_beat",
    ti_pays=(1, 2),
    dealer_two_ti="open_then_free",
    feed_pao_penalty=True,
)

GUILIN = Rules(
    name="guilin",
    min_huxi=10,
    unit_offset=7,
    self_draw_units=0,
    zimo_add="double",
    haidi=2,
    haidi_alone=2,
    dihu=2,
    dihu_on="first_discard",
    flipped="benxing",
    discard_wins=True,
    pay_discard="x2",
    must_hu="discard",
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
        LUZHOU_MINGTANG,
        NINGXIANG,
        CHANGSHA,
        SHAOYANG_BOPI,
        LOUDI,
        XIANGXIANG,
        HENGYANG,
        LEIYANG,
        GUILIN,
    )
}
