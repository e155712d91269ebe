"""The engine against the plain second implementation in `oracle`, step by step."""

import os
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import paohuzi as phz
import pytest

from oracle import (
    CARDS,
    DECK_KINDS,
    PRESETS,
    Context,
    OracleRound,
    Rules,
    Win,
    arrangements,
    best_win,
    chi_options,
    choose,
    next_asked,
    random_position,
    rigged_deck,
    waits,
)

SEEDS = int(os.environ.get("PAOHUZI_SEEDS", "4"))
POSITIONS = 40 * SEEDS
OPTIONS: list[dict[str, Any]] = [
    {},
    {"own_draw_first": False},
    {"break_pao_for_hu": False},
    {"hu_triple_from_other": "kan"},
    {"stale_joint": True},
    {"own_discard_stale": "chi_peng"},
    {"own_discard_stale": "none"},
    {"stale_on_pass_to_next": False},
    {"dealer_two_ti": "open_then_free"},
    {"wukan_counts_ti": False},
    {"stale_peng_blocks_hu": True},
    {"discard_wins": True, "pay_discard": "each"},
    {"discard_wins": True, "pay_discard": "x2"},
    {"discard_wins": True, "pay_discard": "x3_alone"},
    {"discard_wins": True, "pay_discard": "alone"},
    {"discard_wins": True, "must_hu": "discard"},
    {"discard_wins": True, "must_hu": "all", "must_peng": True, "stale_joint": True},
    {"discard_wins": True, "passed_hu": "never"},
    {"discard_wins": True, "hu_triple_from_other": "kan"},
    {"discard_wins": True, "break_pao_for_hu": False},
    {"discard_wins": True, "own_draw_first": False},
    {"must_hu": "all"},
    {"must_peng": True},
    {"passed_hu": "until_xi_changes"},
    {"feed_pao_penalty": True},
    {"hu_after_discard_pao": True, "min_huxi": 6},
    {"hu_after_discard_pao": True, "pay_discard": "x2", "passed_hu": "never"},
    {"no_discard_chi_peng": "skip"},
    {"no_discard_forced": "skip"},
    {"haidi_self_only": True},
    {"tinghu_allows_wei": True},
    {"tuan": "quads"},
    {"one_five_ten": True},
    {"peng_self_fourth": "ti"},
    {"undrawn": 2},
    {"zimo_add": "after"},
    {"zimo_add": "double"},
    {"score_cap": 8},
    {"min_huxi": 18, "min_huxi_with_fan": 12},
    {"zero_huxi_wins": True},
    {"fan_base": 1},
]
OPTION_IDS = ["-".join(f"{key}={value}" for key, value in one.items()) for one in OPTIONS]
SEVEN_BLOCKS = [name for name, rules in PRESETS.items() if rules.blocks == 7]
CONTEXTS = [
    Context(),
    Context(last_card=True),
    Context(nothing_taken=True),
    Context(drawn_before=2),
    Context(first_card=True),
    Context(bi=2),
    Context(flipped="s7"),
]


def ruleset(rules: Rules, options: Mapping[str, Any]) -> phz.Ruleset:
    """Give the engine's ruleset of the same name with the same options."""
    loaded = phz.rulesets.load(rules.name)
    return loaded.replace(**options) if options else loaded


def win_context(context: Context) -> phz.WinContext:
    """Give the engine's form of a context."""
    return phz.WinContext(
        last_card=context.last_card,
        tianhu=context.tianhu,
        dihu=context.dihu,
        nothing_taken=context.nothing_taken,
        drawn_before=context.drawn_before,
        first_card=context.first_card,
        flipped=context.flipped,
        bi=context.bi,
    )


def texts(values: Iterable[object]) -> tuple[str, ...]:
    """Give text forms in the order given."""
    return tuple(str(value) for value in values)


def blocks(arrangement: phz.Arrangement | Iterable[phz.Meld]) -> tuple[str, ...]:
    """Give the blocks of an arrangement as sorted texts."""
    melds = arrangement.blocks if isinstance(arrangement, phz.Arrangement) else arrangement
    return tuple(sorted(texts(melds)))


def worth_of_engine(win: phz.Win | None) -> dict[str, Any] | None:
    """Give what the engine says a win is worth."""
    if win is None:
        return None
    return {
        "huxi": int(win.huxi),
        "units": int(win.units),
        "fan": int(win.fan),
        "items": {item.name: int(item.value) for item in win.items},
        "score": int(win.score),
        "arrangement": blocks(win.arrangement),
    }


def worth_of_oracle(win: Win | None) -> dict[str, Any] | None:
    """Give the same of the oracle."""
    return None if win is None else {**win, "arrangement": tuple(sorted(win["arrangement"]))}


def table_of_engine(state: phz.Round) -> dict[str, Any]:
    """Give what lies where by the engine."""
    return {
        "hands": [texts(hand) for hand in state.hands],
        "melds": [sorted(texts(melds)) for melds in state.melds],
        "rows": [[str(entry.card) for entry in row] for row in state.rows],
        "stock": len(state.stock),
    }


def table_of_oracle(state: OracleRound) -> dict[str, Any]:
    """Give the same by the oracle."""
    return {
        "hands": [tuple(hand) for hand in state.hands],
        "melds": [sorted(melds) for melds in state.melds],
        "rows": [[card for card, _ in row] for row in state.rows],
        "stock": state.stock_left,
    }


def settlement_of_engine(settled: phz.Settlement) -> dict[str, Any]:
    """Give the settlement of the engine with the oracle's keys."""
    return {
        "winner": None if settled.winner is None else int(settled.winner),
        "kind": str(settled.kind),
        "self_draw": settled.self_draw,
        "huxi": int(settled.huxi),
        "units": int(settled.units),
        "fan": int(settled.fan),
        "items": {item.name: int(item.value) for item in settled.items},
        "score": int(settled.score),
        "payments": [int(points) for points in settled.payments],
        "arrangement": blocks(settled.arrangement or ()),
    }


def settlement_of_oracle(plain: OracleRound) -> dict[str, Any]:
    """Give the settlement of the oracle, blocks sorted."""
    assert plain.settlement is not None
    settled: dict[str, Any] = dict(plain.settlement)
    settled["arrangement"] = tuple(sorted(plain.settlement["arrangement"]))
    return settled


def play_both(name: str, kind: str, seed: int, options: Mapping[str, Any]) -> None:
    """Play one round on both sides and compare everything at each step."""
    rng = random.Random(f"{name} {kind} {seed} {sorted(options.items())}")
    rules = replace(PRESETS[name], **options)
    deck = rigged_deck(kind, rng, rules)
    dealer, drawn_before = rng.randrange(rules.seats), rng.randrange(3)
    hu, take = rng.choice((0.0, 0.3, 1.0)), rng.choice((0.6, 0.1))
    plain = OracleRound(rules, deck, dealer, drawn_before)
    state = phz.Round.from_deck(
        ruleset(rules, options), deck, dealer=dealer, drawn_before=drawn_before
    )
    told = [f"{name} {kind} seed {seed} {options} dealer {dealer}"]
    while True:
        where = "; ".join(told)
        assert list(state.active_seats) == plain.active_seats, where
        for seat in plain.seats:
            legal = sorted(texts(state.legal_actions(seat)))
            assert legal == plain.legal_actions(seat), where
        # The oracle lays the 偎 or 提 before it asks, also where the ruleset asks first.
        if rules.own_draw_first or plain.phase not in ("after_forced", "over"):
            assert table_of_engine(state) == table_of_oracle(plain), where
        assert state.is_over == plain.is_over, where
        if plain.is_over:
            break
        seat = rng.choice(plain.active_seats)
        action = choose(rng, plain.legal_actions(seat), hu, take)
        told.append(f"{seat} {action}")
        plain.apply(seat, action)
        state, _ = state.apply(seat, phz.Action(action))
    assert state.settlement is not None
    assert settlement_of_engine(state.settlement) == settlement_of_oracle(plain), "; ".join(told)


@pytest.mark.parametrize("kind", DECK_KINDS)
@pytest.mark.parametrize("name", PRESETS)
def test_rounds_agree(name: str, kind: str) -> None:
    for seed in range(SEEDS):
        play_both(name, kind, seed, {})


@pytest.mark.parametrize("kind", DECK_KINDS)
@pytest.mark.parametrize("options", OPTIONS[1:], ids=OPTION_IDS[1:])
def test_rounds_agree_with_options(options: dict[str, Any], kind: str) -> None:
    for seed in range(SEEDS // 2):
        play_both("quanmingtang_full", kind, seed, options)


@pytest.mark.parametrize("kind", DECK_KINDS)
def test_game_asks_in_the_same_order(kind: str) -> None:
    for seed in range(SEEDS):
        rng = random.Random(f"game {kind} {seed}")
        deck = rigged_deck(kind, rng)
        plain = OracleRound(PRESETS["quanmingtang"], deck)
        game = phz.Game.from_deck(phz.rulesets.load("quanmingtang"), deck, dealer=0)
        while not plain.is_over:
            seat = next_asked(plain)
            assert seat is not None
            assert game.current_seat == seat
            assert sorted(texts(game.legal_actions())) == plain.legal_actions(seat)
            action = choose(rng, plain.legal_actions(seat))
            plain.apply(seat, action)
            game.push(phz.Action(action))
        assert game.is_over


@pytest.mark.parametrize("options", OPTIONS[:4], ids=OPTION_IDS[:4])
@pytest.mark.parametrize("name", SEVEN_BLOCKS)
def test_wins_agree(name: str, options: dict[str, Any]) -> None:
    rules = replace(PRESETS[name], **options)
    loaded = ruleset(rules, options)
    rng = random.Random(f"wins {name} {options}")
    for _ in range(POSITIONS):
        hand, melds, draw = random_position(rng)
        context = rng.choice(CONTEXTS)
        if any(not meld.startswith("dealt_ti") for meld in melds):
            # What lies on the table was taken, whatever the context says.
            context = replace(context, nothing_taken=False)
        for own in (False, True):
            where = (hand, melds, draw, own, context)
            # The oracle leaves a lower minimum for wins with a pattern to the win.
            if not rules.min_huxi_with_fan:
                expected = {
                    (tuple(sorted(one.blocks)), one.huxi)
                    for one in arrangements(hand, melds, draw, own, rules)
                }
                found = phz.arrangements(hand, melds, draw=draw, own_draw=own, rules=loaded)
                assert {(blocks(one), int(one.huxi)) for one in found} == expected, where
                assert len(found) == len(expected), where
            win = phz.best_win(
                hand, melds, draw=draw, own_draw=own, rules=loaded, context=win_context(context)
            )
            plain = best_win(hand, melds, draw, own, rules, context)
            assert worth_of_engine(win) == worth_of_oracle(plain), where


@pytest.mark.parametrize("options", OPTIONS[:4], ids=OPTION_IDS[:4])
@pytest.mark.parametrize("name", SEVEN_BLOCKS)
def test_waits_agree(name: str, options: dict[str, Any]) -> None:
    rules = replace(PRESETS[name], **options)
    loaded = ruleset(rules, options)
    rng = random.Random(f"waits {name} {options}")
    for _ in range(POSITIONS // 3):
        hand, melds, _ = random_position(rng)
        found = {
            str(card): (
                None if wait.own is None else int(wait.own.huxi),
                None if wait.others is None else int(wait.others.huxi),
            )
            for card, wait in phz.waits(hand, melds, rules=loaded).items()
        }
        assert found == waits(hand, melds, rules), (hand, melds)


def test_chi_options_agree() -> None:
    rules = phz.rulesets.load("quanmingtang")
    rng = random.Random("chi")
    for _ in range(POSITIONS * 4):
        few = rng.sample(CARDS, rng.randint(5, 12))
        pool = [card for card in few for _ in range(4)]
        hand = rng.sample(pool, min(len(pool) - 1, rng.randint(4, 16)))
        card = rng.choice([card for card in few if hand.count(card) < 4])
        found = {
            tuple(sorted(str(meld).removeprefix("chi:") for meld in action.blocks))
            for action in phz.chi_options(hand, card, rules=rules)
        }
        expected = {
            tuple(sorted("-".join(block) for block in choice)) for choice in chi_options(hand, card)
        }
        assert found == expected, (hand, card)
