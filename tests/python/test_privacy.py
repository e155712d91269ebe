"""What a seat may not know is nowhere in what it is given."""

import random
from collections.abc import Iterator

import paohuzi as phz
from paohuzi import Card, Game, Round

from samples import games, play, with_other_cards


def own_turns(rounds: int) -> Iterator[tuple[Round, int]]:
    """Give rounds in which a seat is to discard, with the seat."""
    for game, rng in games(rounds):
        while not game.is_over:
            kind, *rest = game.round.phase.split(":")
            if kind == "discard":
                yield game.round, int(rest[0])
            game.push(rng.choice(game.legal_ids()))


def test_a_view_does_not_depend_on_what_it_does_not_show() -> None:
    rng, compared = random.Random(1), 0
    for round_, seat in own_turns(3):
        other = with_other_cards(round_, seat, rng)
        if other is None:
            continue
        compared += other != round_
        # A described position has no past, so neither of the two may have one.
        described = Round.from_setup(round_.setup(), round_.rules)
        view, same = described.view(seat), other.view(seat)
        assert view == same
        assert hash(view) == hash(same)
        assert repr(view) == repr(same)
        assert view.to_bytes() == same.to_bytes()
        for name in dir(view):
            if not name.startswith("_") and not callable(getattr(view, name)):
                assert getattr(view, name) == getattr(same, name)
    assert compared > 50


def test_a_view_shows_what_everybody_sees() -> None:
    for game, rng in games(2):
        while True:
            round_ = game.round
            for seat in range(round_.seats):
                view = round_.view(seat)
                assert view.hand == round_.hands[seat]
                assert view.hand_sizes == tuple(len(hand) for hand in round_.hands)
                assert view.rows == round_.rows
                assert view.stock_left == len(round_.stock)
                assert view.contested == round_.contested
                assert (view.shown, view.dealer) == (round_.shown, round_.dealer)
                assert view.stale_chi == round_.stale_chi[seat]
                assert view.stale_peng == round_.stale_peng[seat]
                assert view.dead == round_.dead[seat]
                described = round_.setup().seats[seat]
                assert (view.barred, view.locked_wins) == (described.barred, ())
                assert view.is_over == round_.is_over
                assert view.rules is round_.rules
                assert view.revealed == (round_.hands if round_.is_over else None)
                for owner, melds in enumerate(round_.melds):
                    for meld, seen in zip(melds, view.melds[owner], strict=True):
                        hidden = meld.kind == "wei" and owner != seat and not round_.is_over
                        assert seen.is_face_down == hidden
                        assert seen.meld == (None if hidden else meld)
                        assert (seen.kind, len(seen)) == (meld.kind, len(meld))
            if game.is_over:
                break
            game.push(rng.choice(game.legal_ids()))


def test_a_view_has_no_way_to_the_round() -> None:
    view = Game(seed=1).view()
    public = {name for name in dir(view) if not name.startswith("_")}
    assert public.isdisjoint({"round", "hands", "stock", "setup", "deck", "record", "game"})


def test_events_hide_what_only_the_seat_may_see() -> None:
    seen_kinds = set()
    for game, rng in games(4):
        for event in game.opening_events:
            for seat in range(game.round.seats):
                seen = event.seen_by(seat)
                assert seen is not None
                if event.kind == "deal":
                    assert event.hands is not None
                    assert seen.hands == tuple(
                        hand if owner == seat else None for owner, hand in enumerate(event.hands)
                    )
        while not game.is_over:
            for event in game.push_events(rng.choice(game.legal_ids())):
                seen_kinds.add(event.kind)
                for seat in range(game.round.seats):
                    seen = event.seen_by(seat)
                    if event.seat == seat:
                        assert seen == event
                    elif event.kind in ("answer", "dead"):
                        assert seen is None
                    elif event.kind in ("concealed_draw", "wei"):
                        assert seen is not None
                        assert (seen.kind, seen.seat, seen.card) == (event.kind, event.seat, None)
                    else:
                        assert seen == event
    assert seen_kinds >= {"answer", "draw", "discard", "concealed_draw", "wei", "unclaimed", "chi"}


def test_when_the_round_is_over_everything_is_public() -> None:
    game = play(Game(seed=2), random.Random(2))
    views = [game.view(seat) for seat in range(3)]
    assert {view.revealed for view in views} == {game.round.hands}
    assert not any(meld.is_face_down for view in views for melds in view.melds for meld in melds)
    assert {view.stage for view in views} <= {"won", "exhausted"}


def test_an_own_draw_that_makes_a_wei_is_not_shown_to_others() -> None:
    game = Game(phz.rulesets.default().replace(own_draw_first=False, min_huxi=0), seed=0)
    found = 0
    for seed in range(300):
        game = Game(game.rules, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            kind, *rest = game.round.phase.split(":")
            if kind == "concealed":
                found += 1
                drawer = int(rest[0])
                for seat in range(3):
                    view = game.view(seat)
                    assert view.own_draw == (Card(rest[1]) if seat == drawer else None)
                    assert view.contested is None
            game.push(rng.choice(game.legal_ids()))
    assert found > 0
