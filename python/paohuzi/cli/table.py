"""The table at one moment: hands, melds, rows, stock, and who is asked what."""

from __future__ import annotations

from paohuzi import Action, Round, RowCard, View
from paohuzi.cli.console import Console
from paohuzi.cli.text import columns, listed, paragraph

__all__ = ["table_lines"]


def table_lines(console: Console, round_: Round, seat: int | None) -> list[str]:
    """Show the table to somebody who sees everything, or as one seat sees it."""
    if seat is None:
        return _whole(console, round_)
    return _seen(console, round_.view(seat))


def _whole(console: Console, round_: Round) -> list[str]:
    rows = [
        (
            f"seat {seat}",
            console.cards(round_.hands[seat]),
            "  ".join(map(console.meld, round_.melds[seat])) or "-",
            _row(console, round_.rows[seat]),
        )
        for seat in range(round_.seats)
    ]
    lines = [*_table(rows), "", f"{len(round_.stock)} cards in the stock."]
    for seat in round_.active_seats:
        lines += _question(console, seat, round_.legal_actions(seat))
    return lines


def _seen(console: Console, view: View) -> list[str]:
    rows = []
    for seat in range(view.seats):
        hand = f"{view.hand_sizes[seat]} cards"
        if seat == view.seat:
            hand = console.cards(view.hand)
        elif view.revealed is not None:
            hand = console.cards(view.revealed[seat])
        melds = "  ".join(map(console.meld, view.melds[seat])) or "-"
        rows.append((f"seat {seat}", hand, melds, _row(console, view.rows[seat])))
    lines = [*_table(rows), "", f"{view.stock_left} cards in the stock."]
    if view.legal_actions():
        lines += _question(console, view.seat, view.legal_actions())
    return lines


def _table(rows: list[tuple[str, str, str, str]]) -> list[str]:
    return columns(rows, header=("seat", "hand", "on the table", "row"))


def _row(console: Console, row: tuple[RowCard, ...]) -> str:
    return console.run(each.card for each in row) or "-"


def _question(console: Console, seat: int, legal: tuple[Action, ...]) -> list[str]:
    choices = (action.hanzi if console.hanzi else str(action) for action in legal)
    return paragraph(f"Seat {seat} may answer {listed(choices, 'or')}.")
