"""An observation holds what a view holds, and nothing else."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import paohuzi as phz
import pytest
from numpy.typing import NDArray
from paohuzi import CARDS, Card, Game, View, rulesets
from paohuzi.envs import (
    LAYOUT,
    OBS_BYTES,
    OBS_SIZE,
    OBS_VERSION,
    encode,
    encode_packed,
    split,
    unpack,
)

from samples import with_other_cards
from test_privacy import own_turns

DOCUMENT = Path(__file__).parents[2] / "docs" / "observations.md"
STAGES = ("opening", "turn", "drawn", "discarded", "won", "exhausted")
FAULTS = ("shaobi", "chi_guozhang", "peng_guozhang", "shaoti", "zoupao", "bakuai")
WIN_KINDS = ("other_draw", "self_draw", "tianhu", "dihu", "santi_wukan", "discard")
SETS = ("peng", "wei", "chou_wei", "pao", "ti", "dealt_ti")
FATES = ("row", "peng", "wei", "chou_wei", "ti", "ti", "pao", "pao")
Bits = NDArray[np.float32]


def chi_blocks() -> list[str]:
    """Give the texts of all chi blocks, in the order of their cards."""
    index = {card: place for place, card in enumerate(CARDS)}
    found = []
    for a in CARDS:
        for b in CARDS[index[a] :]:
            for c in CARDS[index[b] :]:
                try:
                    found.append(str(phz.Meld(f"chi:{a}-{b}-{c}")))
                except phz.ParseError:
                    continue
    return found


BLOCKS = chi_blocks()


def one(bits: Bits) -> int | None:
    """Give the place of the only 1."""
    (places,) = np.nonzero(bits)
    assert len(places) <= 1
    return int(places[0]) if len(places) else None


def unary(bits: Bits) -> int:
    """Give the number that is said by so many ones before zeros."""
    number = int(bits.sum())
    assert bits[:number].all()
    return number


def counts(planes: Bits) -> Bits:
    """Give the numbers that are said in unary along the last axis."""
    assert (np.diff(planes) <= 0).all()
    numbers: Bits = planes.sum(axis=-1)
    return numbers


def codes_of(bits: Bits) -> list[int]:
    """Give the numbers whose bits lie along the last axis, the lowest first."""
    codes: list[int] = (bits @ (1 << np.arange(bits.shape[-1]))).astype(int).tolist()
    return codes


def cards(planes: Bits) -> tuple[Card, ...]:
    """Give the cards of a plane of cards by copies."""
    copies = counts(planes).astype(int).tolist()
    return tuple(card for card, number in zip(CARDS, copies, strict=True) for _ in range(number))


def card_of(bits: Bits) -> Card | None:
    place = one(bits)
    return None if place is None else CARDS[place]


def turn_of(code: int, own: int, seats: int) -> str:
    """Give what became of a card as views write it."""
    assert code & 1
    card = None if code >> 1 & 31 == 31 else CARDS[code >> 1 & 31]
    sign, seat, fate = "-+"[code >> 6 & 1], ((code >> 7 & 3) + own) % seats, code >> 9
    if fate < len(FATES):
        return f"{sign}{card or '?'} {FATES[fate]} {seat}"
    # chi:s3:s1-s2-s3+s3-s4-s5, the blocks after the card.
    blocks = str(phz.Action.from_id(fate, card)).split(":")[2]
    return f"{sign}{card} chi {seat} {blocks}"


def meld_of(code: int) -> str:
    if code == 161:
        return "wei:?"
    if code == 162:
        return "dealt_ti:?"
    if code <= 40:
        return BLOCKS[code - 1]
    kind, card = divmod(code - 41, 20)
    return f"{SETS[kind]}:{CARDS[card]}"


def decoded(observation: Bits) -> dict[str, object]:
    """Read an observation by what docs/observations.md says, as the attributes of a view."""
    part = split(observation)
    seats = {0: 3, 1: 4}[one(part["seats"]) or 0]
    seat = one(part["seat"])
    assert seat is not None
    # Attributes of a view are in seat order, an observation begins with its own seat.
    places = [(owner - seat) % seats for owner in range(seats)]

    def number_of(place: int | None) -> int | None:
        return None if place is None else (place + seat) % seats

    stage = STAGES[one(part["stage"]) or 0]
    open_card = card_of(part["stage_card"])
    win_kind = one(part["win_kind"])
    rows: list[tuple[str, ...]] = []
    codes = codes_of(part["row_order"])
    for place in range(seats):
        drawn, discarded = cards(part["drawn"][place]), cards(part["discarded"][place])
        length = len(drawn) + len(discarded)
        own, codes = codes[:length], codes[length:]
        row = tuple(f"{'+' if code & 32 else '-'}{CARDS[code & 31]}" for code in own)
        assert sorted(row) == sorted(
            [f"+{card}" for card in drawn] + [f"-{card}" for card in discarded]
        )
        rows.append(row)
    assert not any(codes)
    melds = []
    for place in range(seats):
        laid = [meld_of(code) for code in codes_of(part["meld_order"][place]) if code]
        melds.append(tuple(laid))
        assert laid.count("wei:?") == unary(part["face_down"][place])
        chi = [min(laid.count(block), 2) for block in BLOCKS]
        assert counts(part["chi"][place]).tolist() == chi
        sets = [[f"{name}:{card}" in laid for card in CARDS] for name in SETS]
        np.testing.assert_array_equal(part["melds"][place], sets)
    legal = tuple(int(number) for number in np.nonzero(part["legal"])[0])
    (answer,) = codes_of(part["answer"][None])
    over = stage in ("won", "exhausted")
    turns = codes_of(part["history"])
    length = sum(code > 0 for code in turns)
    assert not any(turns[length:])
    history = tuple(turn_of(code, seat, seats) for code in turns[:length])
    hand = cards(part["hand"])
    hands = [hand, *(cards(planes) for planes in part["revealed"])]
    return {
        "seat": seat,
        "seats": seats,
        "dealer": number_of(one(part["dealer"])),
        "drawn_before": codes_of(part["drawn_before"][None])[0],
        "shown": card_of(part["shown"]),
        "stage": stage,
        "stage_seat": number_of(one(part["stage_seat"])),
        "contested": open_card if stage in ("drawn", "discarded") else None,
        "win_card": open_card if stage == "won" else None,
        "win_kind": None if win_kind is None else WIN_KINDS[win_kind],
        "legal": legal,
        "answer": phz.Action.from_id(answer >> 1, open_card) if answer & 1 else None,
        "hand": hand,
        "own_draw": card_of(part["own_draw"]),
        "stale_chi": tuple(c for c, bit in zip(CARDS, part["stale"][0], strict=True) if bit),
        "stale_peng": tuple(c for c, bit in zip(CARDS, part["stale"][1], strict=True) if bit),
        "dead": bool(part["dead"][0]),
        "barred": bool(part["barred"][0]),
        "locked_wins": tuple(c for c, bit in zip(CARDS, part["locked_wins"], strict=True) if bit),
        "bi": unary(part["bi"]),
        "fault": None if (fault := one(part["fault"])) is None else FAULTS[fault],
        "hand_sizes": tuple(unary(part["hand_sizes"][place]) for place in places),
        "melds": tuple(melds[place] for place in places),
        "rows": tuple(rows[place] for place in places),
        "stock_left": unary(part["stock_left"]),
        "revealed": tuple(hands[place] for place in places) if over else None,
        "history": history if part["history_known"][0] else None,
    }


def contents(view: View) -> dict[str, object]:
    """Give what a view holds in the same terms, but for its ruleset."""
    names = (
        "seat seats dealer drawn_before shown stage stage_seat contested win_card win_kind answer hand "
        "own_draw stale_chi stale_peng dead barred locked_wins bi fault hand_sizes stock_left revealed "
        "history"
    )
    found = {name: getattr(view, name) for name in names.split()}
    found["legal"] = tuple(view.legal_ids())
    found["melds"] = tuple(tuple(str(meld) for meld in melds) for melds in view.melds)
    found["rows"] = tuple(tuple(str(card) for card in row) for row in view.rows)
    return found


def played(name: str, rounds: int) -> Iterator[View]:
    """Give the views of all seats all through some rounds, part of them by players who take and win what they can."""
    rules = rulesets.load(name)
    for number in range(rounds):
        rng = random.Random(number)
        game = Game(rules, seed=number, dealer=number % rules.seats, drawn_before=number % 3)
        while True:
            for seat in range(rules.seats):
                yield game.view(seat)
            if game.is_over:
                break
            ids = game.legal_ids()
            game.push(
                max(i for i in ids if i != 0 or len(ids) == 1) if number % 2 else rng.choice(ids)
            )


@pytest.mark.parametrize("name", rulesets.names())
def test_an_observation_holds_all_that_a_view_holds(name: str) -> None:
    for view in played(name, 2):
        assert decoded(encode(view)) == contents(view)


def test_a_fault_is_seen_by_who_committed_it() -> None:
    rules = rulesets.load("quanmingtang").replace(faults="allow")
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        game = Game(rules, seed=seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_ids()))
        for seat, fault in enumerate(game.round.faults):
            view = game.view(seat)
            assert decoded(encode(view)) == contents(view)
            assert view.fault == fault
            seen.add(fault)
    assert seen >= {None, "zoupao", "shaoti", "shaobi"}


def test_a_dealt_ti_may_lie_face_down() -> None:
    rules, found = rulesets.default().replace(ti_visible=False), 0
    for seed in range(80):
        game = Game(rules, seed=seed)
        for seat in range(3):
            view = game.view(seat)
            assert decoded(encode(view)) == contents(view)
            found += sum(str(meld) == "dealt_ti:?" for melds in view.melds for meld in melds)
    assert found > 5


def test_what_a_view_holds_is_all_there_is() -> None:
    """A new attribute of a view has to get a place in observations."""
    view = Game(seed=1).view()
    attributes = {
        name for name in dir(view) if not name.startswith("_") and not callable(getattr(view, name))
    }
    # Whether it is over follows from the stage, what is unseen from all the rest.
    assert attributes - {"rules", "is_over", "unseen"} == set(contents(view)) - {"legal"}


def test_views_that_differ_have_observations_that_differ() -> None:
    seen: dict[bytes, View] = {}
    for name in ("quanmingtang", "liuhuqiang", "changsha"):
        rules = rulesets.load(name)
        for view in played(name, 6):
            key = encode_packed(view).tobytes()
            other = seen.setdefault(key, view)
            # The same bits in another ruleset are another view, since a view has its ruleset.
            assert other == view or other.rules != rules
    assert len(seen) > 1000


def test_observations_show_nothing_else() -> None:
    rng, compared = random.Random(1), 0
    for round_, seat in own_turns(3):
        other = with_other_cards(round_, seat, rng)
        if other is None:
            continue
        compared += other != round_
        # A described position has no past, so neither of the two may have one.
        described = phz.Round.from_setup(round_.setup(), round_.rules)
        views = described.view(seat), other.view(seat)
        assert len({encode_packed(view).tobytes() for view in views}) == 1
        assert len({encode(view).tobytes() for view in views}) == 1
    assert compared > 50


@pytest.mark.parametrize("name", rulesets.names())
def test_rounds_that_a_seat_cannot_tell_apart_have_one_observation(name: str) -> None:
    """All that is hidden differs: hands, stock, wei that lie face down; who is asked about a card may as well."""
    differ = 0
    for number, view in enumerate(played(name, 2)):
        if view.is_over or view.stage == "opening" or number % 4:
            continue
        other = view.resample(seed=number)
        again = other.view(view.seat)
        assert encode_packed(again).tobytes() == encode_packed(view).tobytes()
        differ += other != view.resample(seed=number + 1)
    assert differ > 10


def test_a_described_position_has_no_history() -> None:
    for round_, seat in own_turns(1):
        view = phz.Round.from_setup(round_.setup(), round_.rules).view(seat)
        part = split(encode(view))
        assert not part["history_known"].any()
        assert not part["history"].any()
        assert decoded(encode(view)) == contents(view)


def test_ti_and_pao_tell_what_they_grew_of() -> None:
    """The text of a view says ti and pao; the codes tell too whether a meld lay on the table, of a kan if none did."""
    found = set()
    for seed in range(200):
        game, rng = Game(seed=seed), random.Random(seed)
        known = 0
        while not game.is_over:
            laid = {
                (seat, meld.card)
                for seat, melds in enumerate(game.round.melds)
                for meld in melds
                if meld.kind in ("peng", "wei", "chou_wei")
            }
            ids = game.legal_ids()
            game.push(rng.choice([i for i in ids if i] or ids))
            codes = [code for code in codes_of(split(encode(game.view(0)))["history"]) if code]
            for code in codes[known:]:
                fate, owner = code >> 9, (code >> 7 & 3, CARDS[min(code >> 1 & 31, 19)])
                if 4 <= fate <= 7:
                    assert (owner in laid) == (fate in (5, 7))
                    found.add(fate)
            known = len(codes)
    assert found == {4, 5, 6, 7}


def test_an_answer_that_others_may_overrule_is_seen_by_its_seat() -> None:
    found = 0
    for seed in range(60):
        round_, rng = phz.Round.deal(seed=seed), random.Random(seed)
        while not round_.is_over:
            # The last of those who are asked answers first.
            seat = round_.active_seats[-1]
            round_, _ = round_.apply(seat, rng.choice(round_.legal_actions(seat)))
            for observer in range(3):
                view = round_.view(observer)
                if view.answer is not None:
                    found += 1
                    assert decoded(encode(view)) == contents(view)
    assert found > 20


def test_own_draws_before_they_are_laid_are_seen_by_their_seat() -> None:
    rules, found = rulesets.default().replace(own_draw_first=False, min_huxi=0), 0
    for seed in range(300):
        game, rng = Game(rules, seed=seed), random.Random(seed)
        while not game.is_over:
            if game.round.phase.startswith("concealed"):
                found += 1
                for seat in range(3):
                    view = game.view(seat)
                    assert decoded(encode(view)) == contents(view)
            game.push(rng.choice(game.legal_ids()))
    assert found > 0


def test_the_forms_are_the_same() -> None:
    views = list(played("quanmingtang", 2))
    packed = np.stack([encode_packed(view) for view in views])
    floats = np.stack([encode(view) for view in views])
    assert packed.shape == (len(views), OBS_BYTES)
    assert packed.dtype == np.uint8
    assert floats.shape == (len(views), OBS_SIZE)
    assert floats.dtype == np.float32
    np.testing.assert_array_equal(unpack(packed), floats)
    assert set(np.unique(floats)) == {0.0, 1.0}


def test_seats_are_seen_from_the_observer_on() -> None:
    """The same cards dealt one seat further give the same observation, but for the number of the seat."""
    deck = phz.Deck.shuffled(3, 0)
    rules = rulesets.default()
    views = []
    for dealer in range(3):
        game = Game.from_deck(rules, deck, dealer=dealer)
        rng = random.Random(5)
        while not game.is_over:
            game.push(rng.choice(game.legal_ids()))
        views.append([game.view((dealer + step) % 3) for step in range(3)])
    places = LAYOUT["seat"].slice
    for step in range(3):
        observations = np.stack([encode(row[step]) for row in views])
        assert {one(observation[places]) for observation in observations} == {0, 1, 2}
        observations[:, places] = 0
        np.testing.assert_array_equal(observations, observations[[0, 0, 0]])


def test_the_document_says_where_the_parts_lie() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| \(([\d, ]+)\) \|", text, re.MULTILINE)
    listed = [
        (name, int(first), tuple(int(axis) for axis in axes.split(",") if axis.strip()))
        for name, first, axes in rows
    ]
    assert listed == [tuple(part) for part in LAYOUT.values()]
    for name, value in (
        ("OBS_SIZE", OBS_SIZE),
        ("OBS_BYTES", OBS_BYTES),
        ("OBS_VERSION", OBS_VERSION),
    ):
        assert f"`{name}` = {value}" in text
    assert BLOCKS[:5] == [
        f"chi:{block}" for block in ("s1-s1-b1", "s1-s2-s3", "s1-s5-s10", "s1-b1-b1", "s2-s2-b2")
    ]
    assert len(BLOCKS) == 40


def test_arrays_to_write_into_are_checked() -> None:
    view = Game(seed=1).view()
    out = np.full(OBS_SIZE, 7, np.float32)
    assert encode(view, out=out) is out
    np.testing.assert_array_equal(out, encode(view))
    wrong: tuple[tuple[NDArray[Any], str], ...] = (
        (np.zeros(OBS_SIZE + 1, np.float32), "array_shape"),
        (np.zeros((1, OBS_SIZE), np.float32), "array_shape"),
        (np.zeros(OBS_BYTES - 1, np.uint8), "array_shape"),
        (np.zeros(OBS_SIZE, np.float64), "array_dtype"),
        (np.zeros(OBS_SIZE, ">f4"), "array_dtype"),
        (np.zeros(2 * OBS_BYTES, np.uint8)[::2], "array_layout"),
    )
    for array, code in wrong:
        with pytest.raises(phz.ParseError) as error:
            phz._core.write_observation(view, array)
        assert error.value.code == code
    with pytest.raises(phz.ParseError, match="out that is read-only"):
        phz._core.write_observation(view, bytes(OBS_BYTES))
    with pytest.raises(TypeError, match="out: an array of float32, or uint8"):
        phz._core.write_observation(view, [0.0])  # type: ignore[arg-type]
    # Each function writes the form that it is named for.
    with pytest.raises(phz.ParseError, match="expected float32"):
        encode(view, out=np.zeros(OBS_BYTES, np.uint8))
    with pytest.raises(phz.ParseError, match="expected uint8"):
        encode_packed(view, out=np.zeros(OBS_SIZE, np.float32))


def test_what_is_no_observation_is_not_read() -> None:
    for array in (np.zeros((3, OBS_BYTES - 1)), np.zeros((3, OBS_SIZE)), np.zeros(())):
        with pytest.raises(phz.ParseError, match=f"expected .*{OBS_BYTES}"):
            unpack(array.astype(np.uint8))
    with pytest.raises(phz.ParseError, match="expected uint8"):
        unpack(np.zeros(OBS_BYTES, np.int64))
    for array in (np.zeros((3, OBS_SIZE - 1)), np.zeros((3, OBS_BYTES)), np.zeros(())):
        with pytest.raises(phz.ParseError, match=f"expected .*{OBS_SIZE}"):
            split(array.astype(np.float32))
