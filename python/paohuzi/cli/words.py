"""The words of the game in Chinese and in plain English, for what the API names in pinyin."""

from __future__ import annotations

from typing import Final

__all__ = ["ENDS", "FAULTS", "MELDS"]

MELDS: Final = {
    "chi": "吃",
    "peng": "碰",
    "wei": "偎",
    "chou_wei": "臭偎",
    "kan": "坎",
    "pao": "跑",
    "ti": "提",
    "dealt_ti": "提",
    "pair": "将",
}
"""The kinds of blocks."""

FAULTS: Final = {
    "shaobi": "烧比",
    "chi_guozhang": "吃过张",
    "peng_guozhang": "碰过张",
    "shaoti": "烧提",
    "zoupao": "走跑",
    "bakuai": "八块后打牌",
}
"""What a seat can no longer win after."""

ENDS: Final = {
    "drawn": ("黄庄", "huangzhuang", "nobody won"),
    "other_draw": ("胡", "hu", "on another seat's draw"),
    "self_draw": ("自摸", "zimo", "on the own draw"),
    "discard": ("放炮", "fangpao", "on a discard"),
    "tianhu": ("天胡", "tianhu", "the dealer on the dealt cards"),
    "dihu": ("地胡", "dihu", "an idle seat on the dealer's open card"),
    "santi_wukan": ("三提五坎", "santi wukan", "three dealt ti or five kan"),
}
"""How rounds end."""
