"""Explanations say what the numbers say: of wins, of hands that do not win, of refused answers."""

import random

import paohuzi as phz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paohuzi import Action

from oracle import random_position
from samples import PRESETS, games, play

FULL_HANDS = [name for name in PRESETS if phz.rulesets.load(name).hand_size == 20]

E19 = "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6"


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from(FULL_HANDS))
def test_a_hand_wins_or_there_is_a_reason_why_not(seed: int, own: bool, name: str) -> None:
    hand, melds, draw = random_position(random.Random(seed))
    rules = phz.rulesets.load(name)
    win = phz.best_win(hand, melds, draw=draw, own_draw=own, rules=rules)
    reasons = phz.why_not(hand, melds, draw=draw, own_draw=own, rules=rules)
    assert (win is None) == bool(reasons)
    for reason in reasons:
        assert reason.text("en") == str(reason) != reason.text("zh")
        assert reason.rule in reason.text("en")
        assert reason.rule in reason.text("zh")
    if win is None:
        return
    explanation = win.explain()
    blocks = explanation.blocks
    assert [block.context["meld"] for block in blocks] == list(map(str, win.arrangement.blocks))
    assert [block.context["huxi"] for block in blocks] == list(
        map(rules.huxi, win.arrangement.blocks)
    )
    steps = {step.name: step.context for step in explanation.steps}
    assert steps["huxi"] == {"huxi": win.huxi}
    assert steps["score"] == {"score": win.score}
    assert steps["product"]["units"] == win.units
    assert steps["fan_sum"] == {"fan": win.fan}
    of_items = [step for step in explanation.steps if "item" in step.context]
    assert {step.context["item"]: step.context["value"] for step in of_items} == {
        item.name: item.value for item in win.items
    }
    for step in of_items:
        assert step.rule in {item.rule for item in win.items}


def test_a_win_is_explained_in_both_languages() -> None:
    win = phz.best_win(E19, draw="s7")
    assert win is not None
    english, chinese = win.explain(), win.explain("zh")
    # E19: three kan of 6, 2 units, 点胡 4.
    assert english.lines[0] == "kan b1: 6 huxi (R34)"
    assert english.lines[-6:] == (
        "2 units (3.2)",
        "dianhu 点胡: 4 fan (R41)",
        "4 fan in all (3.3)",
        "2 units × 4 fan = 8 (3.3)",
        "score 8 (3.3)",
        "each of the 2 losers pays 8, the winner gets 16 (2.10)",
    )
    assert chinese.lines[0] == "坎壹：6胡（R34）"
    assert chinese.lines[-1] == "2家各付8，胡家得16（2.10）"
    assert str(chinese) == "\n".join(chinese.lines)
    assert (english.lang, chinese.lang) == ("en", "zh")
    assert english.steps == chinese.steps
    assert english.as_dict() == chinese.as_dict()
    assert english != chinese
    assert english == win.explain("en")
    assert english.pays.context == {"score": 8, "losers": 2}


def test_a_settlement_is_explained_with_its_payments() -> None:
    won = drawn = 0
    for game, rng in games(6, seed=3):
        settlement = play(game, rng).settlement
        assert settlement is not None
        explanation = settlement.explain("zh")
        if settlement.winner is None:
            assert explanation is None
            drawn += 1
            continue
        assert explanation is not None
        assert explanation.pays.name == "seats"
        assert explanation.pays.context == {"points": list(settlement.payments)}
        assert explanation.steps[-1].context == {"score": settlement.score}
        won += 1
    assert won > 5
    assert drawn > 5


@pytest.mark.parametrize(
    ("hand", "melds", "draw", "own", "names"),
    [
        # E4, positions 2: complete, but too cheap.
        ("s4x3 s3x3 s9x2 b6x2 s6", "peng:s8 chi:s5-s6-s7 wei:b9", "s9", False, ["too_few_huxi"]),
        # E47: the own s4 is a forced wei.
        (
            "s4x2 s5 s6 b7x3 s1 s2 s3",
            "pao:b5 chi:b1-b2-b3 chi:s8-s9-s10",
            "s4",
            True,
            ["laid_first", "no_pair", "left_over"],
        ),
        # E45: without a pair the hand waits for it.
        (
            "s1x3 b9",
            "pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:s8-s9-s10",
            "b8",
            False,
            ["no_pair", "left_over"],
        ),
        # E44: a second quad completes nothing.
        (
            "b4x3 b8x3 s9",
            "peng:s1 wei:b3 pao:s5 ti:b6",
            "b4",
            False,
            ["later_quad"],
        ),
        ("s1 s2", "", "s3", False, ["wrong_size"]),
    ],
)
def test_what_keeps_hands_from_winning(
    hand: str, melds: str, draw: str, own: bool, names: list[str]
) -> None:
    reasons = phz.why_not(hand, melds, draw=draw, own_draw=own)
    assert [reason.name for reason in reasons][: len(names)] == names


def test_reasons_carry_their_values() -> None:
    (reason,) = phz.why_not("s4x3 s3x3 s9x2 b6x2 s6", "peng:s8 chi:s5-s6-s7 wei:b9", draw="s9")
    assert reason.context == {"found": 14, "least": 15}  # E51
    assert reason.rule == "R27"
    assert reason.text("zh") == "只有14胡，至少要15胡（R27）"
    assert repr(reason) == "<Reason too_few_huxi: 14 huxi, a win needs 15 (R27)>"
    assert reason.as_dict() == {
        "name": "too_few_huxi",
        "rule": "R27",
        "en": reason.text("en"),
        "zh": reason.text("zh"),
        "context": {"found": 14, "least": 15},
    }
    (discarded,) = phz.why_not(E19, draw="s7", discard=True)
    assert (discarded.name, discarded.rule) == ("discard_never_wins", "R28")


def test_what_is_refused_has_a_reason_and_what_is_legal_has_none() -> None:
    actions = [Action("pass"), Action("hu"), Action("peng")]
    actions += [Action(f"discard:{card}") for card in phz.CARDS]
    chis = [action for card in phz.CARDS for action in phz.chi_options("s1 s2 s4 s5", card)]
    found = set()
    for game, rng in games(1, seed=6):
        while True:
            for seat in range(game.round.seats):
                view = game.view(seat)
                for action in (*actions, *chis):
                    reason = view.why_refused(action)
                    assert (reason is None) == game.round.is_legal(seat, action)
                    if reason is not None:
                        found.add(reason.name)
                        assert (reason.name == "no_win") == bool(reason.reasons)
            if game.is_over:
                break
            game.push(rng.choice(game.legal_ids()))
    assert found >= {"over", "not_asked", "no_win", "not_in_hand", "locked", "no_card", "needs_two"}


def test_a_refused_win_says_what_is_missing() -> None:
    view = phz.Round.deal(seed=7).view(0)
    reason = view.why_refused("hu")
    assert reason is not None
    assert reason.name == "no_win"
    assert reason.reasons == phz.why_not(view.hand)
    assert "; ".join(map(str, reason.reasons)) == str(reason)
