"""Looking ahead: resampled rounds, rounds played on, what answers are worth."""

import pickle
import random

import paohuzi as phz
import pytest
from paohuzi import Game, PositionError, Round, View, rulesets

from samples import PRESETS, play


def asked_views(seed: int, rules: str) -> list[View]:
    """Give the view of each question of a random round."""
    game, rng, views = Game(rulesets.load(rules), seed=seed), random.Random(seed), []
    while not game.is_over:
        views.append(game.view())
        play(game, rng, 1)
    return views


@pytest.mark.parametrize("name", PRESETS)
def test_a_resampled_round_looks_the_same_to_the_seat(name: str) -> None:
    differ = 0
    for view in asked_views(3, name):
        other = view.resample(seed=5)
        seen = other.view(view.seat)
        assert seen == view
        assert seen.history == view.history
        assert seen.to_bytes() == view.to_bytes()
        assert other == view.resample(seed=5)
        differ += other != view.resample(seed=6)
    assert differ > 5


def test_the_bytes_and_pickles_of_a_view_remember_the_past() -> None:
    view = asked_views(3, "quanmingtang")[-1]
    assert view.history
    for again in (View.from_bytes(view.to_bytes()), pickle.loads(pickle.dumps(view))):
        assert again.history == view.history
        assert again.resample(seed=1) == view.resample(seed=1)


def test_a_described_position_has_no_past() -> None:
    round_ = Round.from_setup(Round.deal(seed=7).setup())
    assert round_.view(0).history is None
    with pytest.raises(PositionError, match="no history"):
        round_.view(0).resample(seed=1)


def test_a_round_that_is_played_on_keeps_its_cards() -> None:
    game = play(Game(seed=7), random.Random(7), 10)
    points = phz.rollouts(game.round, ("greedy", "random", "random"), rounds=130, seed=2)
    assert len(points) == 130
    assert all(sum(each) == 0 for each in points)
    assert points == phz.rollouts(game.round, ("greedy", "random", "random"), rounds=130, seed=2)
    assert points[:70] == phz.rollouts(
        game.round, ("greedy", "random", "random"), rounds=70, seed=2
    )
    assert len(set(points)) > 1
    assert phz.rollouts(game.round, "greedy", rounds=0, seed=2) == ()


def test_answers_are_worth_what_the_rounds_bring() -> None:
    view = Game(seed=7).view()
    values = phz.action_values(view, "random", rounds=100, seed=3)
    assert tuple(action for action, _, _ in values) == view.legal_actions()
    # The same by hand, for one answer of the second round.
    single = phz.action_values(view, "random", rounds=1, seed=3)
    world = view.resample(seed=3)
    for action, mean, error in single:
        after, _ = world.apply(view.seat, action)
        (points,) = phz.rollouts(after, "random", rounds=1, seed=3)
        assert (mean, error) == (points[view.seat], 0)
    assert any(error > 0 for _, _, error in values)
    assert [mean for _, mean, _ in phz.action_values(view, "random", rounds=0, seed=3)] == [
        0.0
    ] * len(values)


def test_a_win_is_worth_more_than_letting_it_go() -> None:
    rng = random.Random(1)
    for seed in range(400):
        game = Game(seed=seed)
        while not game.is_over:
            view = game.view()
            if phz.Action("hu") in view.legal_actions():
                worth = {
                    str(action): mean
                    for action, mean, _ in phz.action_values(view, "random", rounds=40, seed=1)
                }
                # Random players hardly ever win.
                assert worth["hu"] > worth["pass"]
                return
            play(game, rng, 1)
    pytest.fail("nobody could win")
