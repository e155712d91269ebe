"""Questions about a hand: read from the command line or from a file with one a line."""

from __future__ import annotations

from typing import NamedTuple

from paohuzi import Card, Meld, WinContext, parse_cards
from paohuzi.cli.problems import InputError

__all__ = ["CONTEXT_WORDS", "Question", "read_context", "read_line"]

FLAGS = ("last_card", "first_card", "tianhu", "dihu", "nothing_taken")
CONTEXT_WORDS = (*FLAGS, "drawn_before=N", "flipped=CARD", "bi=N")
PARTS = ("melds", "draw", "context", "seen")


class Question(NamedTuple):
    """A hand, what lies before it, the card on offer, and what cards alone cannot say."""

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...] = ()
    draw: Card | None = None
    own_draw: bool = False
    discard: bool = False
    context: WinContext = WinContext()
    seen: tuple[Card, ...] = ()
    stale_chi: tuple[Card, ...] = ()
    stale_peng: tuple[Card, ...] = ()

    @classmethod
    def of(
        cls,
        hand: str,
        melds: str,
        draw: str | None,
        *,
        own_draw: bool,
        discard: bool,
        context: WinContext,
        seen: str = "",
    ) -> Question:
        """Read the parts of a question.

        Raises
        ------
        InputError, ParseError
            A part that is no card or meld, or cards seen where a card on offer is all that counts.
        """
        if draw is not None and seen:
            raise InputError("found cards seen and a card on offer, expected one of them")
        return cls(
            parse_cards(hand),
            tuple(Meld(word) for word in melds.replace(",", " ").split()),
            None if draw is None else Card(draw),
            own_draw,
            discard,
            context,
            parse_cards(seen),
        )


def read_context(text: str) -> WinContext:
    """Read the words of a context, with spaces or commas between them.

    Raises
    ------
    InputError, ParseError
        A word that is none, or a card that is none.

    Examples
    --------
    >>> read_context("last_card, drawn_before=2").drawn_before
    2
    """
    flags: dict[str, bool] = {}
    drawn_before = bi = 0
    flipped: Card | None = None
    for word in text.replace(",", " ").split():
        name, _, value = word.partition("=")
        if name == "drawn_before" and value.isdecimal() and int(value) <= 0xFFFF:
            drawn_before = int(value)
        elif name == "bi" and value in ("0", "1", "2"):
            bi = int(value)
        elif name == "flipped" and value:
            flipped = Card(value)
        elif word in FLAGS:
            flags[word] = True
        else:
            raise InputError(f"context: found {word!r}, expected {', '.join(CONTEXT_WORDS)}")
    return WinContext(
        last_card=flags.get("last_card", False),
        tianhu=flags.get("tianhu", False),
        dihu=flags.get("dihu", False),
        nothing_taken=flags.get("nothing_taken", False),
        drawn_before=drawn_before,
        first_card=flags.get("first_card", False),
        flipped=flipped,
        bi=bi,
    )


def read_line(line: str, context: WinContext) -> Question | None:
    """Read a line of a file of hands; a line without a hand gives nothing.

    Parameters
    ----------
    line
        The cards; then ``melds=…``, ``draw=…`` (with ``own`` or ``discarded`` behind it), ``context=…`` and
        ``seen=…``, each behind a semicolon and each optional.
    context
        Where the line names none.

    Raises
    ------
    InputError, ParseError
        A part that cannot be read.

    Examples
    --------
    >>> read_line("b9 ; melds=pao:b5 ; draw=b9 own  # pairs it", WinContext()).own_draw
    True
    """
    line = line.partition("#")[0].replace("；", ";").strip()
    if not line:
        return None
    hand, *rest = (part.strip() for part in line.split(";"))
    parts: dict[str, str] = {}
    for part in filter(None, rest):
        name, sign, value = (word.strip() for word in part.partition("="))
        if not sign or name not in PARTS:
            raise InputError(f"found {part!r}, expected {', '.join(f'{name}=…' for name in PARTS)}")
        if name in parts:
            raise InputError(f"found {name}= twice, expected it once")
        parts[name] = value
    draw = parts.get("draw", "").split()
    if draw[1:] not in ([], ["own"], ["discarded"]) or ("draw" in parts and not draw):
        found = parts["draw"]
        raise InputError(f"found draw={found!r}, expected a card, then own, discarded or nothing")
    return Question.of(
        hand,
        parts.get("melds", ""),
        draw[0] if draw else None,
        own_draw=draw[1:] == ["own"],
        discard=draw[1:] == ["discarded"],
        context=read_context(parts["context"]) if "context" in parts else context,
        seen=parts.get("seen", ""),
    )
