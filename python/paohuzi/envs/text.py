"""A table in plain text, as one seat sees it."""

from typing import Final

from paohuzi._core import View
from paohuzi.errors import ParseError

__all__ = ["RENDER_MODES", "check_render_mode", "table_text"]

RENDER_MODES: Final = ("human", "ansi")
"""How a table is shown: printed, or given as a text."""


def check_render_mode(mode: str | None) -> None:
    """Refuse what is no way to show a table.

    Parameters
    ----------
    mode
        The render mode, None where nothing is to be shown.

    Raises
    ------
    ParseError
        Another mode.

    Examples
    --------
    >>> check_render_mode("ansi")
    """
    if mode is not None and mode not in RENDER_MODES:
        expected = ", ".join(RENDER_MODES)
        context = {"found": str(mode), "expected": expected}
        message = f"render mode {mode!r}, expected one of: {expected}"
        raise ParseError(message, "render_mode_unknown", context)


def table_text(view: View) -> str:
    """Write what a seat sees, a line a seat.

    Parameters
    ----------
    view
        What the seat sees.

    Examples
    --------
    >>> from paohuzi import Game
    >>> print(table_text(Game(seed=7).view()))
    quanmingtang, seat 0 sees: turn of seat 0, stock 19, shown b5
      seat 0 (dealer)  21 cards  melds -  row -
      seat 1  20 cards  melds -  row -
      seat 2  20 cards  melds -  row -
    hand s1 s2 s3 s4x2 s5x3 s6 s8 s9 b1 b2x2 b3 b5 b7 b8 b9 b10x2
    may: discard:s1 discard:s2 discard:s3 discard:s4 ... discard:b10
    """
    stage: str = view.stage
    if view.stage_seat is not None:
        stage += f" of seat {view.stage_seat}" if stage == "turn" else f" by seat {view.stage_seat}"
    card = view.contested or view.win_card
    if card is not None:
        stage += f" {card}"
    head = f"{view.rules.name}, seat {view.seat} sees: {stage}, stock {view.stock_left}"
    lines = [head if view.shown is None else f"{head}, shown {view.shown}"]
    for seat in range(view.seats):
        dealer = " (dealer)" if seat == view.dealer else ""
        melds = " ".join(str(meld) for meld in view.melds[seat]) or "-"
        row = " ".join(str(card) for card in view.rows[seat]) or "-"
        line = f"  seat {seat}{dealer}  {view.hand_sizes[seat]} cards  melds {melds}  row {row}"
        if view.revealed is not None:
            line += f"  hand {_counted(view.revealed[seat])}"
        lines.append(line)
    lines.append(f"hand {_counted(view.hand)}")
    may = [str(action) for action in view.legal_actions()]
    if len(may) > 6:
        may[4:-1] = ["..."]
    lines.append(f"may: {' '.join(may)}" if may else "not asked")
    return "\n".join(lines)


def _counted(cards: tuple[object, ...]) -> str:
    """Write cards with their numbers, in the order in which they come."""
    copies: dict[str, int] = {}
    for card in map(str, cards):
        copies[card] = copies.get(card, 0) + 1
    return (
        " ".join(f"{card}x{number}" if number > 1 else card for card, number in copies.items())
        or "-"
    )
