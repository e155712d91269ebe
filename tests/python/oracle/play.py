"""Whole rounds, played at random and checked on the way."""

import random
from collections.abc import Sequence

from .cards import CARDS, in_order
from .decks import rigged_deck
from .round import OracleRound, waiting_size
from .ruleset import Rules

__all__ = ["check", "choose", "next_asked", "random_round"]

ALL_CARDS = in_order([card for card in CARDS for _ in range(4)])


def next_asked(state: OracleRound) -> int | None:
    """Give the active seat with the highest possible claim; None when the round is over."""
    active = state.active_seats
    if not active:
        return None
    return min(active, key=lambda seat: min(state.options[seat].values()))


def choose(rng: random.Random, legal: Sequence[str], hu: float = 0.5, take: float = 0.6) -> str:
    """Give a random answer; 胡 with the one chance, 碰 or 吃 with the other at least."""
    if "hu" in legal:
        if rng.random() < hu:
            return "hu"
        legal = [text for text in legal if text != "hu"] or legal
    takes = [text for text in legal if text != "pass"]
    if takes and (rng.random() < take or "pass" not in legal):
        return rng.choice(takes)
    # Who seldom takes keeps what it was dealt.
    return "pass" if take < 0.5 else rng.choice(legal)


def check(state: OracleRound) -> None:
    """Assert the invariants of 2.2 and section 7."""
    assert state.cards_everywhere() == ALL_CARDS
    for seat in state.seats:
        assert not (state.is_over and state.legal_actions(seat))
        if not state.dead[seat] and state.phase not in ("santi_wukan", "tianhu", "dihu", "over"):
            assert state.owned(seat) <= waiting_size(state.quads(seat), state.rules.blocks) + 1
    assert state.is_over == (not state.active_seats)
    if state.settlement is not None and not state.rules.running_total:
        assert sum(state.settlement["payments"]) == 0


def random_round(rules: Rules, seed: int, kind: str = "plain") -> OracleRound:
    """Play one round to the end, the active seats answering in any order."""
    rng = random.Random(f"{rules.name} {kind} {seed}")
    deck = rigged_deck(kind, rng, rules)
    dealer = rng.randrange(rules.seats)
    state = OracleRound(rules, deck, dealer=dealer, drawn_before=rng.randrange(3))
    check(state)
    hu = rng.choice((0.0, 0.3, 1.0))
    while not state.is_over:
        seat = rng.choice(state.active_seats)
        state.apply(seat, choose(rng, state.legal_actions(seat), hu))
        check(state)
    return state
