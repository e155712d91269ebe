"""Distances, useful cards and advice: what they have to do with waits, wins and each other."""

import random

import paohuzi as phz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paohuzi import CARDS, Card

from oracle import random_position
from samples import PRESETS, READY_TO_DISCARD, games

FULL_HANDS = [name for name in PRESETS if phz.rulesets.load(name).hand_size == 20]
HAND, MELDS = READY_TO_DISCARD

Position = tuple[tuple[str, ...], tuple[str, ...]]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Give a hand with its table, most of them close to a win."""
    hand, melds, _ = random_position(random.Random(draw(st.integers(0, 2**32))))
    return hand, melds


@st.composite
def seen_beside(draw: st.DrawFn) -> tuple[Position, tuple[Card, ...]]:
    """Give a hand with its table, and cards that are seen elsewhere."""
    hand, melds = draw(positions())
    left = [card for card in CARDS for _ in range(unseen(hand, melds, card))]
    random.Random(draw(st.integers(0, 2**32))).shuffle(left)
    return (hand, melds), tuple(left[: draw(st.integers(0, min(40, len(left))))])


def unseen(
    hand: tuple[str, ...], melds: tuple[str, ...], card: Card, seen: tuple[Card, ...] = ()
) -> int:
    owned = [*map(Card, hand), *seen, *(card for meld in melds for card in phz.Meld(meld).cards)]
    return 4 - owned.count(card)


@given(seen_beside(), st.sampled_from(FULL_HANDS))
def test_a_hand_is_ready_if_a_copy_of_a_wait_can_come(
    asked: tuple[Position, tuple[Card, ...]], name: str
) -> None:
    (hand, melds), seen = asked
    rules = phz.rulesets.load(name)
    waits = phz.waits(hand, melds, rules=rules, seen=seen)
    assert waits.keys() == phz.waits(hand, melds, rules=rules).keys()
    assert {card: wait.unseen for card, wait in waits.items()} == {
        card: unseen(hand, melds, card, seen) for card in waits
    }
    ready = phz.distance(hand, melds, rules=rules, seen=seen) == 0
    if phz.discard_distances(hand, melds, rules=rules, seen=seen):
        return
    assert ready == any(wait.unseen > 0 for wait in waits.values())
    if ready:
        useful = phz.useful_cards(hand, melds, rules=rules, seen=seen)
        own = [card for card, wait in waits.items() if wait.own and wait.unseen]
        others = [card for card, wait in waits.items() if wait.others and wait.unseen]
        assert (list(useful.own), list(useful.drawn)) == (own, others)


@given(seen_beside(), st.sampled_from(FULL_HANDS))
def test_useful_cards_can_come_and_are_there_if_the_hand_can_win(
    asked: tuple[Position, tuple[Card, ...]], name: str
) -> None:
    (hand, melds), seen = asked
    rules = phz.rulesets.load(name)
    useful = phz.useful_cards(hand, melds, rules=rules, seen=seen)
    everywhere = {*useful.own, *useful.drawn, *useful.discarded}
    assert list(useful.unseen) == sorted(everywhere)
    for card, copies in useful.unseen.items():
        assert copies == unseen(hand, melds, card, seen) > 0
    assert useful.copies == sum(useful.unseen.values())
    far = phz.distance(hand, melds, rules=rules, seen=seen)
    assert (far is None) == (not everywhere)
    # What cannot come, cannot bring nearer.
    open_far = phz.distance(hand, melds, rules=rules)
    assert far is None or (open_far is not None and far >= open_far)


@given(positions(), st.sampled_from(FULL_HANDS), st.integers(0, 2**32))
def test_advice_agrees_with_distances_waits_and_wins(
    position: Position, name: str, seed: int
) -> None:
    hand, melds = position
    rules = phz.rulesets.load(name)
    extra = random.Random(seed).choice([c for c in CARDS if unseen(hand, melds, c) > 0])
    hand = (*hand, str(extra))
    after = phz.discard_distances(hand, melds, rules=rules)
    advice = phz.discard_advice(hand, melds, rules=rules)
    assert {each.card: each.distance for each in advice} == after
    if advice:
        assert advice[0].distance == phz.distance(hand, melds, rules=rules)
    ranks = []
    for each in advice:
        rest = list(hand)
        rest.remove(str(each.card))
        seen = [each.card]
        assert phz.distance(rest, melds, rules=rules, seen=seen) == each.distance
        assert phz.useful_cards(rest, melds, rules=rules, seen=seen) == each.useful
        assert each.copies == each.useful.copies
        waits = phz.waits(rest, melds, rules=rules, seen=seen) if each.distance == 0 else {}
        waits = {card: wait for card, wait in waits.items() if wait.unseen}
        assert each.waits == waits
        scores = [
            (win.score, wait.unseen * drawers)
            for wait in waits.values()
            for win, drawers in ((wait.own, 1), (wait.others, rules.seats - 1))
            if win is not None
        ]
        wins = sum(times for _, times in scores)
        total = sum(score * times for score, times in scores)
        assert each.wins == wins
        assert each.mean_score == (total / wins if wins else None)
        best = max((score for score, _ in scores), default=None)
        assert (None if each.best_win is None else each.best_win.score) == best
        far = 99 if each.distance is None else each.distance
        ranks.append((far, -total, -wins, -each.copies, each.card.index))
    assert ranks == sorted(ranks)


def test_stale_cards_cannot_be_taken() -> None:
    # Worked example D4: only s5 brings the hand nearer.
    rest = HAND.replace("s4x2", "s4")
    assert phz.distance(rest, MELDS) == 1
    assert phz.distance(rest, MELDS, stale_chi="s5") is None
    assert phz.distance(rest, MELDS, stale_peng="s5") == 1
    # D6: b8 b8 become wei or peng.
    hand, melds = "s4 b6 b8x2", "pao:s5 peng:b4 chi:b1-b2-b3 chi:s1-s2-s3 chi:s7-s8-s9"
    assert Card("b8") in phz.useful_cards(hand, melds).discarded
    stale = phz.useful_cards(hand, melds, stale_peng="b8", stale_chi="b8")
    assert Card("b8") in stale.own
    assert Card("b8") not in stale.discarded


def test_a_context_changes_what_the_wins_of_an_advice_pay() -> None:
    rules = phz.rulesets.load("quanmingtang")
    plain = phz.discard_advice(HAND, MELDS, rules=rules)[0]
    last = phz.discard_advice(HAND, MELDS, rules=rules, context=phz.WinContext(last_card=True))[0]
    assert plain.best_win is not None
    assert last.best_win is not None
    # 海底 is 6 fan: R41.
    assert last.best_win.score == 6 * plain.best_win.score
    assert last.waits[Card("b4")].own == phz.best_win(
        HAND.replace(" b9", ""),
        MELDS,
        draw="b4",
        own_draw=True,
        rules=rules,
        context=phz.WinContext(last_card=True),
    )
    assert plain != last
    assert plain == phz.discard_advice(HAND, MELDS)[0]
    assert hash(plain) == hash(phz.discard_advice(HAND, MELDS)[0])


def test_advice_as_texts_and_numbers() -> None:
    best = phz.discard_advice(HAND, MELDS)[0].as_dict()
    assert best["card"] == "b9"
    assert best["useful"] == {
        "own": ["s4", "b4"],
        "drawn": ["s4", "b4"],
        "discarded": [],
        "unseen": {"s4": 2, "b4": 3},
    }
    assert best["copies"] == 5
    waits = best["waits"]
    assert isinstance(waits, dict)
    assert waits["b4"]["unseen"] == 3
    assert waits["b4"]["own"]["score"] == 2
    assert best["mean_score"] == pytest.approx(22 / 15)


def test_a_view_knows_what_can_still_come() -> None:
    asked = due = 0
    for game, rng in games(1, seed=4):
        while not game.is_over:
            view = game.view()
            melds = [seen.meld for seen in view.melds[view.seat]]
            hand = view.hand
            assert None not in melds
            mine = [meld for meld in melds if meld is not None]
            visible = [entry.card for row in view.rows for entry in row]
            visible += [
                card
                for seat, seen_melds in enumerate(view.melds)
                if seat != view.seat
                for seen in seen_melds
                if seen.meld is not None
                for card in seen.meld.cards
            ]
            left = {
                card: 4
                - sum(
                    cards.count(card) for cards in (hand, visible, *(meld.cards for meld in mine))
                )
                for card in phz.CARDS
            }
            for card, copies in view.unseen.items():
                # The shown card and one that lies open may be gone besides.
                assert left[card] - 2 <= copies <= left[card]
                gone = {view.shown, view.contested, view.own_draw}
                assert copies == left[card] or card in gone
            for card, wait in view.waits().items():
                assert wait.unseen == view.unseen[card]
            after = view.discard_distances()
            legal = [action.card for action in view.legal_actions() if action.kind == "discard"]
            assert list(after) == legal
            advice = view.discard_advice()
            assert {each.card: each.distance for each in advice} == after
            if legal and not view.dead:
                assert advice[0].distance == view.distance()
                due += 1
            if view.dead:
                assert view.distance() is None
                assert view.waits() == {}
            asked += 1
            game.push(rng.choice(game.legal_ids()))
    assert asked > 300
    assert due > 100
