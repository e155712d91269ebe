"""The game for OpenSpiel passes OpenSpiel's own simulation test, and its chance is that of a shuffled pack."""

# ruff: noqa: E402 - what is tested needs packages that may not be there.
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from paohuzi import CARDS, Action, Deck, Game, PaohuziError, parse_cards, rulesets

pyspiel: Any = pytest.importorskip("pyspiel")

from paohuzi.envs import OBS_SIZE, encode, openspiel

PRESETS = ("quanmingtang", "liuhuqiang", "luzhou", "changsha")


def load(name: str = "quanmingtang", **parameters: Any) -> Any:
    return pyspiel.load_game(openspiel.SHORT_NAME, {"rules": name, **parameters})


@pytest.mark.parametrize("name", PRESETS)
def test_it_passes_the_random_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=3, serialize=True, verbose=False)


def play_deck(state: Any, deck: Deck, rng: random.Random) -> Any:
    """Let chance follow a deck and the players chance."""
    cards = iter([CARDS.index(card) for card in deck.cards])
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(cards))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", PRESETS)
def test_rounds_from_a_deck_are_those_of_games(name: str) -> None:
    rules, ends = rulesets.load(name), Counter[str]()
    for seed in range(12):
        deck, dealer = Deck.shuffled(seed), seed % rules.seats
        state = load(name, dealer=dealer, drawn_before=seed % 2).new_initial_state()
        game = Game.from_deck(rules, deck, dealer=dealer, drawn_before=seed % 2)
        cards, rng = iter([CARDS.index(card) for card in deck.cards]), random.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = dict(state.chance_outcomes())
                card = next(cards)
                assert sum(outcomes.values()) == pytest.approx(1)
                assert card in outcomes
                state.apply_action(card)
                continue
            seat = game.current_seat
            assert state.current_player() == seat
            assert state.legal_actions() == game.legal_ids()
            for player in range(rules.seats):
                tensor = np.array(state.observation_tensor(player), np.float32)
                np.testing.assert_array_equal(tensor, encode(game.view(player)))
            ids = game.legal_ids()
            action = max(ids) if seed % 2 else rng.choice(ids)
            assert state.action_to_string(seat, action) in [str(a) for a in game.legal_actions()]
            game.push(action)
            state.apply_action(action)
        assert game.settlement is not None
        assert state.returns() == [float(points) for points in game.settlement.payments]
        ends[game.settlement.kind] += 1
    assert len(ends) > 1


def test_chance_knows_what_is_left_and_nothing_of_the_order() -> None:
    game = load()
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(card, pytest.approx(1 / 20)) for card in range(20)]
    for _ in range(4):
        state.apply_action(3)
    outcomes = dict(state.chance_outcomes())
    assert 3 not in outcomes
    assert outcomes[0] == pytest.approx(4 / 76)
    rng, draws = random.Random(1), 0
    while not state.is_terminal():
        if state.is_chance_node() and len(state.history()) > 61:
            draws += 1
        outcomes = dict(state.chance_outcomes()) if state.is_chance_node() else {}
        choices = list(outcomes) if outcomes else state.legal_actions()
        state.apply_action(rng.choice(choices))
    assert 0 < draws <= 20


def test_a_card_turned_up_after_the_win_is_chance_where_it_counts() -> None:
    """Where the ruleset pays for the card after the winning one, chance turns it up; elsewhere nothing is turned up."""
    turned = Counter[str]()
    for name in ("quanmingtang", "luzhou", "guilin"):
        for seed in range(40):
            state = load(name).new_initial_state()
            deck = Deck.shuffled(seed)
            cards, was_won = iter([CARDS.index(card) for card in deck.cards]), False
            while not state.is_terminal():
                if state.is_chance_node():
                    turned[name] += was_won
                    was_won = False
                    state.apply_action(next(cards))
                    continue
                ids = state.legal_actions()
                action = 1 if 1 in ids else max(ids)
                was_won = action == 1
                state.apply_action(action)
    assert turned["quanmingtang"] == turned["luzhou"] == 0
    assert turned["guilin"] > 0


def test_players_see_what_they_may_see() -> None:
    """What a player has seen does not depend on the cards that it has not."""
    compared = 0
    for seed in range(20):
        deck = list(Deck.shuffled(seed).cards)
        # The dealer is seat 0: the cards of seats 1 and 2 change places, unless they have to show some.
        hands = deck[20:40], deck[40:60]
        if any(4 in Counter(hand).values() for hand in hands):
            continue
        states = []
        for one, other in (hands, hands[::-1]):
            state = load().new_initial_state()
            for card in [*deck[:20], *one, *other, deck[60]]:
                state.apply_action(CARDS.index(card))
            states.append(state)
        if any(state.current_player() != 0 for state in states):
            continue
        compared += 1
        first, second = states
        assert first.information_state_string(0) == second.information_state_string(0)
        assert first.observation_string(0) == second.observation_string(0)
        assert first.observation_tensor(0) == second.observation_tensor(0)
        assert first.information_state_string(1) != second.information_state_string(1)
    assert compared > 3


def test_information_states_remember() -> None:
    state, deck = load().new_initial_state(), Deck.shuffled(5)
    play_deck(state, deck, random.Random(1))
    lines = state.information_state_string(1).splitlines()
    assert "deal" in lines[0]
    assert len(lines) > 10
    child = load().new_initial_state()
    assert child.information_state_string(0) == ""
    assert child.observation_tensor(0) == [0.0] * OBS_SIZE


# Seat 1 draws b6, on which it wins or eats while seat 2 holds a pair of it.
CONTESTED = """
    s1 s2 s3 s4 s5 s7 s8 s9 s10 b1 b2 b4 b5 b6 b7 b8x2 b9 b10x2
    s1 s2 s3 s4 s5 s6 s7 s8 s9 b1x3 b3x3 b5 b7 b9x3
    s2 s3 s4x2 s6 s7 s8 s9x2 s10 b2x2 b3 b4 b5 b6x2 b7 b8 b10
    s5 b6 s2 b7 b10 s1 s10 s6 s8 s3 s5 b8 b4 b5 s7 s6 s1 b2 b4 s10
"""


def test_information_states_tell_own_answers_apart() -> None:
    state, deck = load().new_initial_state(), parse_cards(CONTESTED)
    cards = iter(deck)

    def deal() -> None:
        while state.is_chance_node():
            state.apply_action(next(cards).index)

    deal()
    state.apply_action(Action("discard:s1").id)
    deal()
    chi = Action("chi:b6:b5-b6-b7").id
    assert (state.current_player(), set(state.legal_actions())) == (1, {0, 1, chi})
    children = [state.child(action) for action in (0, chi)]
    # Seat 2 is asked next; nothing has happened that anybody could see, but seat 1 knows what it answered.
    assert [child.current_player() for child in children] == [2, 2]
    told = [[child.information_state_string(seat) for child in children] for seat in range(3)]
    assert told[0][0] == told[0][1]
    assert told[2][0] == told[2][1]
    passed, ate = told[1]
    assert passed != ate
    assert str({"kind": "answer", "seat": 1, "action": "pass"}) in passed
    assert str({"kind": "answer", "seat": 1, "action": "chi:b6:b5-b6-b7"}) in ate
    # Both end alike: seat 2 pengs.
    for child in children:
        child.apply_action(Action("peng").id)
    assert str(children[0]) != str(children[1])
    assert children[0].information_state_string(1) != children[1].information_state_string(1)


def test_states_are_copied_pickled_and_read_again() -> None:
    game, rng = load("liuhuqiang"), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        if rng.random() < 0.1:
            twins = [
                state.clone(),
                pickle.loads(pickle.dumps(state)),
                pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[
                    1
                ],
            ]
            for twin in twins:
                assert twin.history() == state.history()
                assert str(twin) == str(state)
                seed = rng.random()
                ends = [play_on(s, random.Random(seed)) for s in (twin, state.clone())]
                assert ends[0] == ends[1]
        state.apply_action(rng.choice(state.legal_actions()))


def play_on(state: Any, rng: random.Random) -> tuple[list[int], list[float]]:
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state.history(), state.returns()


def test_utilities_are_declared() -> None:
    zero_sum = pyspiel.GameType.Utility.ZERO_SUM
    for name in rulesets.names():
        game, rules = load(name), rulesets.load(name)
        assert game.num_players() == rules.seats
        declared = game.get_type().utility == zero_sum
        assert declared == (rules.payment == "each_round" and rules.draw_penalty == 0)
        state = game.new_initial_state()
        _, points = play_on(state, random.Random(2))
        assert all(game.min_utility() <= paid <= game.max_utility() for paid in points)
        if declared:
            assert sum(points) == game.utility_sum() == 0
    assert load(drawn_before=3).max_utility() > load().max_utility()


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(PaohuziError):
        openspiel.PaohuziGame({"rules": "mahjong"})
    with pytest.raises(PaohuziError):
        openspiel.PaohuziGame({"dealer": 3})
    game = openspiel.PaohuziGame()
    with pytest.raises(ValueError, match="expected none"):
        game.make_py_observer(None, {"all": True})
    with pytest.raises(ValueError, match="what one player sees"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            )
        )
