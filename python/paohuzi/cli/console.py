"""Where the command line writes, and in which of its forms: hanzi, ASCII or JSON."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping
from typing import TextIO

from paohuzi import Card, Meld, SeenMeld

__all__ = ["Console", "can_write"]

SAMPLE = "一壹碰"
"""Some of the characters that hanzi output consists of."""


def can_write(stream: TextIO, text: str) -> bool:
    """Whether the encoding of a stream has all characters of the text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (LookupError, UnicodeError):
        return False
    return True


class Console:
    """Standard output, in the form that the options ask for.

    Parameters
    ----------
    ascii_only
        Write cards as ``s7`` and leave the Chinese names out.
    as_json
        The command gives JSON, not text for people.
    """

    def __init__(self, *, ascii_only: bool = False, as_json: bool = False) -> None:
        self.as_json = as_json
        self.hanzi = not ascii_only and can_write(sys.stdout, SAMPLE)

    @classmethod
    def of(cls, args: Namespace) -> Console:
        """Give the console that the options of a command ask for."""
        return cls(ascii_only=args.ascii, as_json=args.json)

    def write(self, *lines: str) -> None:
        """Write lines of text."""
        for line in lines:
            print(line)

    def json(self, value: Mapping[str, object]) -> None:
        """Write a JSON document on one line."""
        import json

        print(json.dumps(value, ensure_ascii=not self.hanzi))

    def card(self, card: Card) -> str:
        """Give a card as it is written here."""
        return card.hanzi if self.hanzi else str(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Give cards as they are written here, equal ones together."""
        counts: dict[Card, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        return " ".join(self.copies(card, count) for card, count in counts.items()) or "-"

    def copies(self, card: Card, count: int) -> str:
        """Give so many copies of a card as they are written here."""
        if self.hanzi:
            return card.hanzi * count
        return f"{card}x{count}" if count > 1 else str(card)

    def run(self, cards: Iterable[Card]) -> str:
        """Give the cards of one block as they are written here."""
        return ("" if self.hanzi else " ").join(self.card(card) for card in cards)

    def meld(self, meld: Meld | SeenMeld) -> str:
        """Give a meld as it is written here: its kind, then its cards."""
        return meld.hanzi if self.hanzi else str(meld)

    def term(self, pinyin: str, hanzi: str) -> str:
        """Give a term of the game as it is written here."""
        return f"{hanzi} {pinyin}" if self.hanzi and hanzi else pinyin
