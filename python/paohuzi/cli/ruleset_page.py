"""A ruleset as a page that a player can read, with its sources."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

from paohuzi import FanItem, Ruleset
from paohuzi.cli.choices import sentences
from paohuzi.cli.console import Console
from paohuzi.cli.fan import condition, worth
from paohuzi.cli.fan_zh import condition_zh, worth_zh
from paohuzi.cli.huxi import unit_spans
from paohuzi.cli.ruleset_words import LANGUAGES
from paohuzi.cli.text import columns, paragraph
from paohuzi.cli.words import MELDS

__all__ = ["Page"]

HUXI_ROWS: Final = {
    "peng": MELDS["peng"],
    "kan": MELDS["kan"],
    "wei": MELDS["wei"],
    "pao": MELDS["pao"],
    "ti": MELDS["ti"],
    "one_two_three": "一二三",
    "two_seven_ten": "二七十",
    "one_five_ten": "一五十",
}
HUXI_COLUMNS: Final = ("small", "big", "red_small", "red_big")


class Page:
    """A ruleset in words.

    Parameters
    ----------
    console
        How to write terms.
    rules
        The ruleset.
    sources
        Where its values come from, by key.
    lang
        ``en`` or ``zh``.
    """

    def __init__(
        self, console: Console, rules: Ruleset, sources: Mapping[str, str], lang: str
    ) -> None:
        self.console = console
        self.rules = rules
        self.sources = sources
        self.lang = lang
        self.words = LANGUAGES[lang]

    def lines(self) -> list[str]:
        """Give the lines of the page."""
        rules, words = self.rules, self.words
        # What a ruleset says of itself is in English.
        about = paragraph(rules.description)
        lines = [self.console.term(rules.name, rules.hanzi), *([] if words.about else about)]
        if rules.reconstructed:
            lines += paragraph(words.restored)
        lines += paragraph(words.confidence[rules.confidence])
        parts = (
            self._deal(),
            self._win(),
            self._huxi(),
            self._units(),
            self._patterns(),
            self._choices(),
        )
        for title, part in zip(words.titles, parts, strict=True):
            lines += ["", title, *part]
        if words.about and rules.description:
            lines += ["", words.about, *paragraph(rules.description, indent=2)]
        lines += ["", f"{words.hash} {rules.content_hash}"]
        return [*lines, *paragraph(words.tags)] if self.sources else lines

    def _cited(self, *keys: str) -> list[str]:
        """Say where the values of some keys come from."""
        named = dict.fromkeys(self.sources[key] for key in keys if key in self.sources)
        text = f"[{self.words.source}{' / '.join(named)}]"
        return paragraph(text, indent=2) if named else []

    def _deal(self) -> list[str]:
        rules, words = self.rules, self.words
        said = words.deal.format(seats=rules.seats, cards=rules.hand_size)
        if rules.undrawn:
            said += words.undrawn.format(undrawn=rules.undrawn)
        return [*paragraph(said, indent=2), *self._cited("seats", "blocks", "undrawn")]

    def _win(self) -> list[str]:
        rules, words = self.rules, self.words
        fewer = words.win_with_fan if rules.min_huxi_with_fan else ""
        said = words.win.format(
            blocks=rules.blocks,
            huxi=rules.min_huxi,
            fewer=fewer.format(huxi=rules.min_huxi_with_fan),
            most=words.most.format(cap=rules.score_cap) if rules.score_cap else "",
        )
        cited = self._cited("min_huxi", "min_huxi_with_fan", "score_cap")
        return [*paragraph(said, indent=2), *cited]

    def _huxi(self) -> list[str]:
        table = self.rules.huxi_table
        shown = [name for name in HUXI_ROWS if name != "one_five_ten" or self.rules.one_five_ten]
        keys = [key for key in HUXI_COLUMNS if any(key in table[name] for name in shown)]
        rows = [
            (
                self._term(name.replace("_", "-"), HUXI_ROWS[name]),
                *(str(table[name].get(key, table[name][key.removeprefix("red_")])) for key in keys),
            )
            for name in shown
        ]
        lines = columns(rows, align="lrrrr", header=self.words.huxi_header[: 1 + len(keys)])
        return [
            *lines,
            f"  {self.words.no_huxi}",
            *self._cited(*(f"huxi.{name}" for name in shown)),
        ]

    def _units(self) -> list[str]:
        words = self.words
        spans = islice(unit_spans(self.rules, self.rules.min_huxi + 100), 5)
        rows = [
            ((words.span if high > low else words.one).format(low=low, high=high), str(n))
            for low, high, n in spans
        ]
        zimo = words.zimo[self.rules.zimo_add].format(units=self.rules.self_draw_units)
        keys = [key for key in self.sources if key.startswith("units")]
        return [
            *columns(rows, align="lr"),
            f"  {words.units_end}{zimo}",
            *self._cited(*keys, "self_draw_units", "zimo_add"),
        ]

    def _patterns(self) -> list[str]:
        words = self.words
        rows = [self._pattern(place, item) for place, item in enumerate(self.rules.fan)]
        if not rows:
            return [f"  {words.no_patterns}"]
        header = words.pattern_header if any(row[-1] for row in rows) else words.pattern_header[:-1]
        lines = columns([row[: len(header)] for row in rows], align="lllll", header=header)
        base = self.rules.fan_base
        return [*lines, f"  {words.fan_base.format(base=base) if base else words.fan_added}"]

    def _pattern(self, place: int, item: FanItem) -> tuple[str, ...]:
        is_zh = self.lang == "zh"
        return (
            self._term(item.name, item.hanzi),
            (worth_zh if is_zh else worth)(item),
            (condition_zh if is_zh else condition)(item),
            item.rule,
            self.sources.get(f"fan[{place}].value", ""),
        )

    def _choices(self) -> list[str]:
        said: list[str] = []
        for key, sentence in sentences(self.rules, lang=self.lang):
            source = f" [{self.sources[key]}]" if key in self.sources else ""
            said += paragraph(sentence + source, indent=4, first="  -")
        return said

    def _term(self, pinyin: str, hanzi: str) -> str:
        return self.console.term(pinyin, hanzi)
