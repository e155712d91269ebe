"""What a hand wins and waits for, asked in different ways."""

import random
from collections import Counter

import paohuzi as phz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paohuzi import CARDS, Card, Win

from oracle import random_position
from samples import PRESETS, TIANHU, WAITING, WUKAN

# The positions are of hands of 20 cards.
FULL_HANDS = [name for name in PRESETS if phz.rulesets.load(name).hand_size == 20]

Position = tuple[tuple[str, ...], tuple[str, ...], str]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Give a hand with its table, most of them close to a win, and a card to win with."""
    return random_position(random.Random(draw(st.integers(0, 2**32))))


def free_copies(hand: tuple[str, ...], melds: tuple[str, ...], card: Card) -> int:
    used = Counter(map(Card, hand))
    for meld in melds:
        used.update(phz.Meld(meld).cards)
    return 4 - used[card]


@given(positions(), st.sampled_from(FULL_HANDS))
def test_waits_agree_with_the_best_win_on_every_card(position: Position, name: str) -> None:
    hand, melds, _ = position
    rules = phz.rulesets.load(name)
    found = phz.waits(hand, melds, rules=rules)
    assert list(found) == sorted(found)
    for card in CARDS:
        if free_copies(hand, melds, card) == 0:
            assert card not in found
            with pytest.raises(phz.PositionError):
                phz.best_win(hand, melds, draw=card, rules=rules)
            continue
        own = phz.best_win(hand, melds, draw=card, own_draw=True, rules=rules)
        others = phz.best_win(hand, melds, draw=card, rules=rules)
        if own is None and others is None:
            assert card not in found
        else:
            wait = found[card]
            assert (wait.card, wait.own, wait.others) == (card, own, others)


@given(positions(), st.booleans(), st.sampled_from(FULL_HANDS))
def test_the_best_win_is_one_of_the_arrangements(position: Position, own: bool, name: str) -> None:
    hand, melds, draw = position
    rules = phz.rulesets.load(name)
    win = phz.best_win(hand, melds, draw=draw, own_draw=own, rules=rules)
    found = phz.arrangements(hand, melds, draw=draw, own_draw=own, rules=rules)
    assert (win is None) == (found == ())
    if win is None:
        return
    assert win.arrangement in found
    cards = Counter(card for block in win.arrangement.blocks for card in block.cards)
    all_cards = [*map(Card, hand), Card(draw)]
    all_cards += [card for meld in melds for card in phz.Meld(meld).cards]
    least = 0 if rules.zero_huxi_wins else rules.min_huxi_with_fan or rules.min_huxi
    for arrangement in found:
        assert arrangement.huxi == sum(map(rules.huxi, arrangement.blocks)) >= least
        assert Counter(c for block in arrangement.blocks for c in block.cards) == cards
    assert cards == Counter(all_cards)
    assert win.huxi == win.arrangement.huxi
    assert win.self_draw == own
    assert win.as_dict()["score"] == win.score


@given(positions())
def test_a_hand_is_the_same_however_it_is_given(position: Position) -> None:
    hand, melds, draw = position
    cards = tuple(map(Card, hand))
    counts = bytes(cards.count(card) for card in CARDS)
    hanzi = "".join(card.hanzi for card in cards)
    expected = phz.best_win(hand, melds, draw=draw, own_draw=True)
    for given_hand in (cards, counts, " ".join(hand), hanzi, list(reversed(hand))):
        for given_melds in (melds, " ".join(melds), tuple(map(phz.Meld, melds))):
            assert phz.best_win(given_hand, given_melds, draw=Card(draw), own_draw=True) == expected


@given(positions())
def test_chi_options_use_all_copies_of_the_card(position: Position) -> None:
    hand, _, draw = position
    card = Card(draw)
    held = Counter(map(Card, hand))
    if held[card] == 4:
        return
    for action in phz.chi_options(hand, card):
        laid = Counter(c for block in action.blocks for c in block.cards)
        assert laid[card] == held[card] + 1
        assert laid - held == Counter({card: 1})
        assert all(card in block.cards for block in action.blocks)


def win(found: Win | None) -> Win:
    assert found is not None
    return found


def test_the_context_changes_the_worth() -> None:
    rules = phz.rulesets.load("quanmingtang_full")
    plain = win(phz.best_win(WAITING, draw="s10", own_draw=True, rules=rules))
    last = win(
        phz.best_win(
            WAITING,
            draw="s10",
            own_draw=True,
            rules=rules,
            context=phz.WinContext(last_card=True),
        )
    )
    assert {item.name for item in last.items} - {item.name for item in plain.items} == {"haidi"}
    assert last.score > plain.score
    assert last.arrangement == plain.arrangement


def test_a_hand_without_a_draw_is_complete_or_not() -> None:
    context = phz.WinContext(tianhu=True)
    tianhu = win(phz.best_win(TIANHU, context=context))
    assert tianhu.self_draw
    assert "tianhu" in {item.name for item in tianhu.items}
    assert phz.best_win(WAITING) is None


def test_five_kan_win_as_dealt() -> None:
    found = win(phz.santi_wukan(WUKAN))
    assert [item.name for item in found.items] == ["santi_wukan"]
    assert len(found.arrangement.blocks) == 5
    assert phz.santi_wukan(WAITING) is None


def test_waits_are_plain_dicts_of_cards() -> None:
    found = phz.waits(WAITING)
    assert type(found) is dict
    assert set(found) == {Card("s7"), Card("s10")}
    assert phz.waits("s1") == {}
    assert phz.waits("") == {}
