"""How far a hand is from ready and what to discard, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paohuzi import Card, DiscardAdvice, Useful
from paohuzi.cli.console import Console
from paohuzi.cli.text import columns, listed

__all__ = ["advice_lines", "distance_text"]


def distance_text(console: Console, distance: int | None, useful: Useful) -> str:
    """Say how far a hand is from ready, and what brings it nearer."""
    if distance is None:
        return "no cards that it may take lead to a win"
    if distance == 0:
        return "ready after the best discard"
    takes = f"{distance} card{'' if distance == 1 else 's'} to take before it is ready"
    return f"{takes}; nearer with {copies_text(console, useful.unseen)}"


def copies_text(console: Console, unseen: Mapping[Card, int]) -> str:
    """Give cards with the copies of each that can still come."""
    return listed(f"{console.card(card)} ({copies})" for card, copies in unseen.items())


def advice_lines(
    console: Console, advice: Sequence[DiscardAdvice], *, indent: int = 0
) -> list[str]:
    """Give the discards, the best first, with what each leaves."""
    margin = " " * indent
    if not advice:
        return [f"{margin}no discard is due"]
    header = (
        "discard",
        "distance",
        "copies",
        "mean score",
        "best win",
        "waits for, or nearer with",
    )
    rows = [_row(console, each) for each in advice]
    return [
        f"{margin}what to discard, the best first",
        "",
        *columns(rows, align="lrrrrl", header=header, indent=indent + 2),
    ]


def _row(console: Console, advice: DiscardAdvice) -> tuple[str, ...]:
    card = console.card(advice.card)
    if advice.distance is None:
        return card, "never"
    win = advice.best_win
    unseen = advice.useful.unseen
    cards = " ".join(f"{console.card(card)} ({copies})" for card, copies in unseen.items())
    return (
        card,
        str(advice.distance) if advice.distance else "ready",
        str(advice.copies),
        "" if advice.mean_score is None else f"{advice.mean_score:.2f}",
        "" if win is None else str(win.score),
        cards,
    )
