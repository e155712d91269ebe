"""Everything can be copied and pickled, by this release and for the next."""

import copy
import json
import pickle
import pickletools
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import paohuzi as phz
import pytest
from paohuzi import Game, PaohuziError, RecordError, pickling

from samples import PICKLES, games, play, samples

SAMPLES = samples()
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
RESTORERS = [name for name in pickling.__all__ if name.startswith("restore_")]


def again(value: object, protocol: int = pickle.HIGHEST_PROTOCOL) -> object:
    return pickle.loads(pickle.dumps(value, protocol))


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_type_pickles(name: str, protocol: int) -> None:
    value = SAMPLES[name]
    loaded = again(value, protocol)
    assert loaded == value
    assert type(loaded) is type(value)
    assert repr(loaded) == repr(value)
    for attribute in dir(value):
        if not attribute.startswith("_") and not callable(getattr(value, attribute)):
            assert getattr(loaded, attribute) == getattr(value, attribute)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_pickles_name_nothing_but_restore_functions(name: str) -> None:
    # Protocol 2 writes module and name of each global side by side.
    operations = pickletools.genops(pickle.dumps(SAMPLES[name], 2))
    named = {argument for operation, argument, _ in operations if operation.name == "GLOBAL"}
    # Bytes are written as text in this old protocol, and columns are plain arrays.
    named -= {"_codecs encode", "array array"}
    assert named <= {f"paohuzi.pickling {function}" for function in pickling.__all__}
    assert named


def test_copies_and_pickles_go_on_alike_to_the_end() -> None:
    for game, rng in games(3):
        play(game, rng, 1 + rng.randrange(25))
        twins = [again(game), copy.copy(game), copy.deepcopy(game), game.copy()]
        rounds = [again(game.round), copy.copy(game.round), copy.deepcopy(game.round)]
        assert all(twin == game and twin is not game for twin in twins)
        assert all(round_ == game.round for round_ in rounds)
        seed = rng.random()
        play(game, random.Random(seed))
        for twin in twins:
            assert isinstance(twin, Game)
            assert play(twin, random.Random(seed)) == game
            assert twin.settlement == game.settlement
        for round_ in rounds:
            assert isinstance(round_, phz.Round)
            choices = random.Random(seed)
            while round_.asked is not None:
                ids = round_.legal_ids(round_.asked)
                round_, _ = round_.apply(round_.asked, choices.choice(ids))
            assert round_ == game.round


def test_every_state_of_a_game_pickles() -> None:
    for game, rng in games(1):
        while True:
            assert again(game) == game
            round_ = again(game.round)
            assert isinstance(round_, phz.Round)
            assert round_ == game.round
            assert round_.opening_events == game.opening_events
            for seat in range(game.round.seats):
                assert again(game.view(seat)) == game.view(seat)
            assert again(game.settlement) == game.settlement
            if game.is_over:
                break
            for event in game.push_events(rng.choice(game.legal_ids())):
                assert again(event) == event


def test_a_settlement_pickles_with_its_ti_and_what_a_drawn_round_costs() -> None:
    found = set()
    plain = phz.rulesets.default().replace(draw_penalty=10)
    for rules in (
        plain.replace(ti_pays={"small": 1, "big": 2}),
        plain.replace(payment="running_total", pay_discard="alone", discard_wins=True),
    ):
        for seed in range(150):
            game = play(Game(rules, seed=seed, dealer=seed % 3), random.Random(seed))
            settlement = game.settlement
            assert settlement is not None
            same = again(settlement)
            assert isinstance(same, phz.Settlement)
            assert same == settlement
            assert (same.payments, same.ti) == (settlement.payments, settlement.ti)
            assert same.as_dict() == settlement.as_dict()
            found.add((settlement.winner is None, any(map(any, settlement.ti))))
    assert found == {(False, False), (False, True), (True, False), (True, True)}


def test_many_objects_share_one_ruleset() -> None:
    rules = phz.rulesets.default()
    many = [play(Game(rules, seed=seed), random.Random(seed)) for seed in range(50)]
    objects: list[object] = [*many, *(game.round for game in many), *(game.record for game in many)]
    objects += [game.view(0) for game in many]
    data = pickle.dumps(objects)
    assert len(data) < len(rules.to_json()) + len(objects) * 2000
    loaded = pickle.loads(data)
    assert loaded == objects
    assert len({id(one.rules) for one in loaded}) == 1


def test_one_object_pickles_in_many_threads() -> None:
    game = play(Game(seed=3), random.Random(3), 10)
    expected = pickle.dumps(game)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: pickle.dumps(game), range(200))) == {expected}


ERRORS: list[Callable[[], object]] = [
    lambda: phz.Card("s11"),
    lambda: phz.rulesets.load("none"),
    lambda: phz.Deck(""),
    lambda: Game(seed=1).push("pass"),
    lambda: phz.Record.loads(""),
]


@pytest.mark.parametrize("call", ERRORS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_exception_pickles_with_its_code_and_context(
    call: Callable[[], object], protocol: int
) -> None:
    with pytest.raises(PaohuziError) as caught:
        call()
    error = caught.value
    for twin in (again(error, protocol), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert isinstance(twin, PaohuziError)
        assert str(twin) == str(error)
        assert (twin.code, twin.context, twin.__dict__) == (
            error.code,
            error.context,
            error.__dict__,
        )


@pytest.mark.parametrize("name", RESTORERS)
@pytest.mark.parametrize("number", [0, 9, -1, None, "1", 10**30])
def test_other_formats_are_refused(name: str, number: object) -> None:
    with pytest.raises(RecordError) as caught:
        getattr(pickling, name)(number, ())
    assert caught.value.code == "pickle_format"


PAYLOADS: list[object] = [None, 5, "", "x", b"", b"\1", (), (None,) * 9, ("",) * 3, [1, 2], {}, 1.5]


@pytest.mark.parametrize("name", RESTORERS)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_other_payloads_are_refused(name: str, payload: object) -> None:
    with suppress(PaohuziError):
        restored = getattr(pickling, name)(1, payload)
        # Some mean something: no cards are a hand.
        assert again(restored) == restored


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_altered_payloads_are_refused_or_mean_something(name: str) -> None:
    rng = random.Random(name)
    reduced = SAMPLES[name].__reduce__()
    assert isinstance(reduced, tuple)
    function, (number, payload) = reduced
    parts: list[object] = list(payload) if isinstance(payload, tuple) else [payload]
    rules = phz.rulesets.default()
    others: list[object] = [
        None,
        -1,
        2**70,
        "",
        "s1",
        "hu",
        b"",
        b"\1\2",
        (),
        True,
        rules,
        "\ud800",
    ]
    for _ in range(150):
        changed = list(parts)
        place = rng.randrange(len(parts))
        part = changed[place]
        cut = rng.randrange(len(part)) if isinstance(part, (str, bytes, tuple)) and part else 0
        changed[place] = rng.choice(others)
        if rng.random() < 0.7:
            match part:
                case str():
                    changed[place] = part[:cut] + part[cut + 1 :]
                case bytes() if rng.random() < 0.5 and part:
                    changed[place] = part[:cut] + bytes([rng.randrange(256)]) + part[cut + 1 :]
                case bytes():
                    changed[place] = part[:cut] + part[cut + 1 :]
                case tuple():
                    changed[place] = (*part[:cut], rng.choice(others), *part[cut + 1 :])
        with suppress(PaohuziError):
            restored = function(
                number, tuple(changed) if isinstance(payload, tuple) else changed[0]
            )
            repr(restored)
            assert again(restored) == restored


@pytest.mark.parametrize("file", sorted(PICKLES.glob("*.pickle")), ids=lambda file: file.stem)
def test_pickles_of_earlier_releases_are_read(file: Path) -> None:
    loaded = pickle.loads(file.read_bytes())
    reprs = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert {name: repr(value) for name, value in loaded.items()} == reprs
    assert again(loaded) == loaded
    assert loaded["Game"].record == loaded["Record"]
    assert loaded["Game"].round == loaded["Round"]
    assert loaded["Round"].view(0) == loaded["View"]


def test_there_are_pickles_of_a_release() -> None:
    assert list(PICKLES.glob("*.pickle"))
