"""The keys of rulesets in Chinese: one sentence for each value of each key, as in `paohuzi.cli.choices`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["AMOUNTS_ZH", "CHOICES_ZH", "TI_PAYS_ZH"]

CHOICES_ZH: Final[Mapping[str, Mapping[object, str]]] = {
    "zero_huxi_wins": {True: "零息（一息也没有）也可以胡。", False: ""},
    "own_draw_first": {
        True: "自己摸的牌能偎、能提的，先偎、提，再看胡不胡。",
        False: "自己摸的牌即使能偎、能提，胡牌时也可以另作他用。",
    },
    "break_pao_for_hu": {
        True: "可以破跑胡：该跑的牌胡牌时可以另作他用。",
        False: "不能破跑胡：该跑的牌胡牌时只能算跑。",
    },
    "hu_triple_from_other": {
        "peng": "胡别人摸的牌，与手中一对成三张的，算碰。",
        "kan": "胡别人摸的牌，与手中一对成三张的，算坎。",
    },
    "peng_self_fourth": {
        "pao": "自己碰过的牌，自己摸到第四张，算跑。",
        "ti": "自己碰过的牌，自己摸到第四张，算提。",
    },
    "discard_wins": {
        True: "别人手里打出的牌也可以胡（放炮）。",
        False: "别人手里打出的牌不能胡，只胡墩上翻出的牌。",
    },
    "hu_after_discard_pao": {
        True: "别人手里打出的牌，自己的坎或偎因此必跑的，跑后成胡可以胡。",
        False: "",
    },
    "pay_discard": {
        "each": "",
        "x2": "放炮的一家独付双倍。",
        "x3_alone": "放炮的一家独付三倍。",
        "alone": "放炮的一家独付一份。",
    },
    "must_hu": {
        "none": "可胡可不胡。",
        "discard": "点炮必胡。",
        "all": "有胡必胡。",
    },
    "must_peng": {True: "有碰必碰，胡牌除外。", False: "可碰可不碰。"},
    "passed_hu": {
        "free": "过了胡，以后同一张牌仍可以胡。",
        "until_xi_changes": "过了胡，桌面胡息不变之前不能再胡同一张牌。",
        "never": "过了胡，本局不能再胡同一张牌。",
        "must_beat": "过了胡，以后要胡得比过掉的更大才能胡。",
    },
    "stale_joint": {
        True: "过张的牌，以后吃、碰都不行。",
        False: "过吃的牌不能再吃，过碰的牌不能再碰，两者分开。",
    },
    "own_discard_stale": {
        "chi": "自己打出的牌以后不能吃。",
        "chi_peng": "自己打出的牌以后不能吃也不能碰。",
        "none": "自己打出的牌以后仍可以吃、碰。",
    },
    "stale_on_pass_to_next": {
        True: "自己摸的牌不吃，即使被下家吃走，也算过张。",
        False: "自己摸的牌不吃，被下家吃走的，不算过张。",
    },
    "stale_peng_blocks_hu": {
        True: "过碰的对子，胡牌时也不能成碰。",
        False: "过碰的对子，胡牌时仍可以成碰。",
    },
    "feed_pao_penalty": {
        True: "打出的牌让别人桌上的偎跑起来的，以后不能吃、碰。",
        False: "",
    },
    "no_discard_chi_peng": {
        "illegal": "吃、碰之后没有牌可打的，不能吃、碰。",
        "skip": "吃、碰之后没有牌可打的，可以不打。",
    },
    "no_discard_forced": {
        "dead": "偎、提、跑之后该打牌而没有牌可打的，成死手，本局不能再胡。",
        "skip": "偎、提、跑之后该打牌而没有牌可打的，可以不打。",
    },
    "faults": {
        "prevent": "犯规的牌不能出，偎、提、跑自动下。",
        "allow": "可以犯规，如走跑、吃过张；犯规的成死手，本局不能再胡。",
    },
    "dealer_two_ti": {
        "skip_open": "庄家起手两提以上不打牌，下家摸牌。",
        "open_then_free": "庄家起手两提以上先打牌，以后有一次进牌不打牌。",
    },
    "wukan_counts_ti": {True: "五坎中提也算坎。", False: "五坎中提不算坎。"},
    "dihu": {
        "off": "没有地胡。",
        "liangzhang": "地胡：闲家胡庄家的亮张。",
        "first_discard": "地胡：闲家胡庄家打出的第一张牌。",
        "both": "地胡：闲家胡庄家的亮张或打出的第一张牌。",
    },
    "haidi_self_only": {True: "海底只算自己摸的。", False: ""},
    "tinghu_allows_wei": {True: "偎、提不破听胡。", False: ""},
    "tuan": {"any": "", "quads": "团胡只算两个四张的门子。"},
    "wei_open": {True: "明偎：偎的牌亮开。", False: "偎的牌扣着，别人看不见。"},
    "ti_visible": {True: "", False: "起手提不亮牌，别人看不见。"},
    "huangfan": {
        True: "黄番：黄庄一局，下一局翻两倍，两局三倍，依此类推。",
        False: "黄庄不影响下一局。",
    },
    "payment": {
        "each_round": "每局结账，输家付给赢家。",
        "running_total": "只有赢家记分，有人达到目标分时结总账。",
    },
    "next_dealer": {
        "winner": "谁胡谁坐庄。",
        "pass_if_dealer_lost": "庄家胡了连庄，否则下家坐庄。",
    },
    "draw_dealer": {"keep": "黄庄后原庄家连庄。", "next": "黄庄后下家坐庄。"},
}
"""What a value means; nothing is said of one that changes nothing."""

AMOUNTS_ZH: Final[Mapping[str, str]] = {
    "target": "目标分：{}。",
    "round_to": "结账前总分按 {} 的倍数四舍五入。",
    "draw_penalty": "黄庄时庄家扣 {} 分。",
    "rest_share": "坐醒的人得赢家得分的 {}%，黄庄时得庄家所扣的分。",
}
"""What a number means."""

TI_PAYS_ZH: Final = "每一小提，其余各家付 {small} 分；每一大提付 {big} 分，不论谁胡。"
