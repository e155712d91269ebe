"""Cards, melds, actions and the other values: what they are made of, how they compare and read."""

import copy
from collections.abc import Callable

import paohuzi as phz
import pytest
from paohuzi import (
    CARDS,
    Action,
    Card,
    Deck,
    Event,
    Meld,
    RowCard,
    SeatSetup,
    SeenMeld,
    Setup,
    WinContext,
    parse_cards,
)

from samples import PRESETS, public_types, samples

SAMPLES = samples()
# What `eval` needs to read a repr.
NAMES = {name: getattr(phz, name) for name in phz.__all__}
# Types whose repr describes rather than evals: those with more in them than a line should hold.
DESCRIBED = {
    "Arrangement",
    "DiscardAdvice",
    "Explanation",
    "FanItem",
    "Game",
    "Item",
    "Match",
    "MatchRecord",
    "MatchState",
    "NextDeal",
    "Notice",
    "PlayedRound",
    "Reason",
    "Record",
    "Results",
    "Round",
    "Ruleset",
    "Settlement",
    "Summary",
    "Useful",
    "View",
    "Wait",
    "Win",
}


def test_there_is_a_sample_of_every_public_type() -> None:
    assert set(SAMPLES) == public_types()


def test_the_twenty_cards() -> None:
    assert [str(card) for card in CARDS] == [
        f"{size}{rank}" for size in "sb" for rank in range(1, 11)
    ]
    assert "".join(card.hanzi for card in CARDS) == "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
    assert [card.index for card in CARDS] == list(range(20))
    assert [card.rank for card in CARDS] == [*range(1, 11)] * 2
    assert [card.size for card in CARDS] == ["small"] * 10 + ["big"] * 10
    assert [str(card) for card in CARDS if card.is_red] == ["s2", "s7", "s10", "b2", "b7", "b10"]
    assert all(card.twin.twin == card and card.twin.rank == card.rank for card in CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_the_same_however_it_is_named(card: Card) -> None:
    for same in (
        Card(str(card)),
        Card(str(card).upper()),
        Card(card.hanzi),
        Card(card),
        Card.from_index(card.index),
    ):
        assert same == card
        assert hash(same) == hash(card)


def test_traditional_characters_are_read() -> None:
    assert parse_cards("貳參陸") == parse_cards("贰叁陆")


def test_cards_are_in_index_order() -> None:
    assert sorted({*CARDS}) == list(CARDS)
    assert Card("s10") < Card("b1") <= Card("b1")
    assert Card("b2") > Card("b1") >= Card("s1")
    with pytest.raises(TypeError):
        assert Card("s1") < "s2"  # type: ignore[operator]


def test_values_equal_nothing_of_another_kind() -> None:
    assert Card("s7") != "s7"
    assert Meld("peng:s7") != Card("s7")
    assert Action("pass") != 0


def test_lists_of_cards_are_read_in_order() -> None:
    expected = tuple(map(Card, ("s1", "s2", "s2", "b10", "b10", "b10")))
    for text in (
        "s1 s2x2 b10x3",
        "s1,s2X2,b10×3",
        "一二二拾x3",
        "s1s2x2拾拾拾",
        " s1  s2x2\tb10x3\n",
    ):
        assert parse_cards(text) == expected
    assert parse_cards("") == ()


@pytest.mark.parametrize(
    ("text", "kind", "cards", "hanzi"),
    [
        ("peng:s1", "peng", "s1x3", "碰一"),
        ("wei:b3", "wei", "b3x3", "偎叁"),
        ("chou_wei:b3", "chou_wei", "b3x3", "臭偎叁"),
        ("kan:s1", "kan", "s1x3", "坎一"),
        ("pao:b7", "pao", "b7x4", "跑柒"),
        ("ti:s2", "ti", "s2x4", "提二"),
        ("dealt_ti:s2", "dealt_ti", "s2x4", "起手提二"),
        ("chi:s1-s2-s3", "chi", "s1 s2 s3", "吃一二三"),
        ("pair:s7", "pair", "s7x2", "将七"),
    ],
)
def test_every_kind_of_meld(text: str, kind: str, cards: str, hanzi: str) -> None:
    meld = Meld(text)
    assert (meld.kind, meld.cards, meld.hanzi) == (kind, parse_cards(cards), hanzi)
    assert len(meld) == len(meld.cards)
    assert meld.card == (None if kind == "chi" else meld.cards[0])
    assert str(meld) == text
    assert SeenMeld(text).meld == SeenMeld(meld).meld == meld


def test_the_shapes_of_chi() -> None:
    shapes = {
        "chi:s1-s2-s3": "run",
        "chi:b2-b7-b10": "two_seven_ten",
        "chi:s1-s5-s10": "one_five_ten",
        "chi:s3-b3-b3": "jiao",
    }
    assert {text: Meld(text).shape for text in shapes} == shapes
    assert Meld("peng:s1").shape is None


def test_a_meld_may_be_named_in_hanzi_and_in_any_order() -> None:
    assert Meld("碰:一") == Meld("peng:s1")
    assert Meld("吃:三-一-二") == Meld("chi:s1-s2-s3")


def test_a_wei_lies_face_down() -> None:
    hidden = SeenMeld("wei:?")
    assert (hidden.kind, hidden.meld, hidden.is_face_down, len(hidden)) == ("wei", None, True, 3)
    assert hidden.hanzi == "偎？"
    assert not SeenMeld("wei:s3").is_face_down
    hidden = SeenMeld("dealt_ti:?")
    assert (hidden.kind, hidden.meld, hidden.is_face_down) == ("dealt_ti", None, True)
    assert (len(hidden), hidden.hanzi, str(hidden)) == (4, "起手提？", "dealt_ti:?")
    assert hidden != SeenMeld("wei:?")


def test_the_numbers_of_actions_never_change() -> None:
    assert phz.ACTION_SPACE_SIZE == 128
    assert phz.ACTION_SPACE_VERSION == 1
    assert [Action(text).id for text in ("pass", "hu", "peng")] == [0, 1, 2]
    assert [Action(f"discard:{card}").id for card in CARDS] == list(range(8, 28))
    assert Action("chi:s3:s1-s2-s3").id == 32
    assert Action("chi:s3:s3-s3-b3").id == 32 + 55
    assert Action("chi:s5:s1-s5-s10").id == 32 + 61


@pytest.mark.parametrize("card", CARDS)
def test_number_and_text_of_an_action_say_the_same(card: Card) -> None:
    seen: dict[str, int] = {}
    for number in range(phz.ACTION_SPACE_SIZE):
        try:
            action = Action.from_id(number, card)
        except phz.ParseError:
            continue
        assert action.id == number
        assert Action(str(action)) == action == Action(action)
        assert seen.setdefault(str(action), number) == number
        if action.kind == "chi":
            assert action.card == card
            assert all(card in block.cards for block in action.blocks)
        else:
            assert Action.from_id(number) == action
            assert action.blocks == ()
    assert len(seen) > 30


def test_what_people_read_of_an_action() -> None:
    texts = {
        "pass": "过",
        "hu": "胡",
        "peng": "碰",
        "discard:s5": "打五",
        "chi:s3:s1-s2-s3+s3-s4-s5": "吃三 一二三 三四五",
    }
    assert {text: Action(text).hanzi for text in texts} == texts


def test_a_deck_has_every_card_four_times() -> None:
    deck = Deck.shuffled(7)
    assert len(deck) == len(deck.cards) == 80
    assert all(deck.cards.count(card) == 4 for card in CARDS)
    assert (
        deck
        == Deck(deck)
        == Deck(deck.cards)
        == Deck(str(deck))
        == Deck(list(map(str, deck.cards)))
    )


def test_every_seed_has_a_deck_of_its_own() -> None:
    seeds = [0, 1, 2**63, 2**64 - 1]
    decks = {Deck.shuffled(seed, index) for seed in seeds for index in seeds}
    assert len(decks) == len(seeds) ** 2
    assert Deck.shuffled(5, 0) == Deck.shuffled(5)


def test_a_card_of_a_row_knows_where_it_came_from() -> None:
    assert (RowCard("+s5").card, RowCard("+s5").is_drawn) == (Card("s5"), True)
    assert (RowCard("-b1").card, RowCard("-b1").is_drawn) == (Card("b1"), False)
    assert RowCard("+s5") != RowCard("-s5")


def test_a_context_says_what_is_so() -> None:
    plain = WinContext()
    assert not any((plain.last_card, plain.tianhu, plain.dihu, plain.nothing_taken))
    assert plain.drawn_before == 0
    assert plain != WinContext(dihu=True)
    assert (plain.first_card, plain.flipped) == (False, None)
    flipped = WinContext(first_card=True, flipped="b7")
    assert (flipped.first_card, flipped.flipped) == (True, Card("b7"))
    assert len({plain, flipped, WinContext(flipped="b7"), WinContext(flipped="s7")}) == 4


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - DESCRIBED))
def test_a_repr_reads_back(name: str) -> None:
    value = SAMPLES[name]
    assert eval(repr(value), dict(NAMES)) == value


@pytest.mark.parametrize("name", sorted(DESCRIBED))
def test_other_reprs_name_the_type(name: str) -> None:
    assert repr(SAMPLES[name]).startswith(f"<{name}")
    assert "\n" not in repr(SAMPLES[name])


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_equal_values_have_equal_hashes_and_copies_are_equal(name: str) -> None:
    value, again = SAMPLES[name], samples()[name]
    assert value == again
    assert value == copy.copy(value) == copy.deepcopy(value)
    assert value != object()
    if type(value).__hash__ is None:
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    else:
        assert hash(value) == hash(again)
        assert copy.copy(value) is copy.deepcopy(value) is value


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_values_cannot_be_changed(name: str) -> None:
    value = SAMPLES[name]
    for attribute in (*(a for a in dir(value) if not a.startswith("_")), "other"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, None)


@pytest.mark.parametrize("name", PRESETS)
def test_every_key_of_a_ruleset_is_a_property(name: str) -> None:
    rules = phz.rulesets.load(name)
    keys = rules.to_dict()
    # The tables have methods of these names, and the number of the format is the package's.
    assert rules.huxi_table == keys.pop("huxi")
    assert rules.units_table == keys.pop("units")
    assert keys.pop("format") == phz.RULESET_FORMAT
    assert [item.to_dict() for item in rules.fan] == keys.pop("fan")
    assert {key: getattr(rules, key) for key in keys} == keys


@pytest.mark.parametrize("name", PRESETS)
def test_a_ruleset_is_the_same_after_json(name: str) -> None:
    rules = phz.rulesets.load(name)
    assert phz.rulesets.load(name) is rules
    assert phz.Ruleset.from_json(rules.to_json()) == rules
    assert rules.replace() == rules
    assert rules.name == str(rules) == name
    assert rules.hanzi


def test_replace_changes_what_is_named_and_nothing_else() -> None:
    rules = phz.rulesets.default()
    changed = rules.replace(min_huxi=10, units={"offset": 7}, huxi={"peng": {"small": 2}})
    assert (rules.min_huxi, changed.min_huxi) == (15, 10)
    assert (changed.units(10), changed.huxi("peng:s1"), changed.huxi("peng:b1")) == (1, 2, 3)
    assert changed.replace(min_huxi=15, units={"offset": 12}, huxi={"peng": {"small": 1}}) == rules
    fewer = rules.replace(fan=rules.fan[1:])
    assert fewer.fan == rules.fan[1:]
    assert fewer.replace(fan=[rules.fan[0].to_dict(), *fewer.fan]) == rules


def test_events_read_back_from_their_dicts() -> None:
    dicts: list[dict[str, object]] = [
        {"kind": "deal", "dealer": 1, "hands": ["s1x3 b2", None, ""], "shown": "b2"},
        {"kind": "answer", "seat": 0, "action": "chi:s3:s1-s2-s3"},
        {"kind": "chi", "seat": 0, "action": "chi:s3:s1-s2-s3"},
        {"kind": "concealed_draw", "seat": 2, "card": None},
        {"kind": "wei", "seat": 2, "card": "s5"},
        {"kind": "hu", "seat": 2, "card": None, "win_kind": "santi_wukan"},
        {"kind": "dead", "seat": 2},
        {"kind": "exhausted"},
        *({"kind": kind, "seat": 1, "card": "b10"} for kind in CARD_EVENTS),
    ]
    for one in dicts:
        assert Event.from_dict(one).as_dict() == one
    deal = Event.from_dict(dicts[0])
    assert (deal.dealer, deal.seat, deal.shown) == (1, None, Card("b2"))
    assert deal.hands == (parse_cards("s1x3 b2"), None, ())


def test_a_position_takes_texts_objects_and_dicts() -> None:
    seat = SeatSetup(hand="s1x3", melds="peng:s4", row="+s5", stale_chi="s1 s1", answer="pass")
    same = SeatSetup(
        hand=bytes([3, *[0] * 19]),
        melds=[Meld("peng:s4")],
        row=[RowCard("+s5")],
        stale_chi={Card("s1")},
        answer=Action("pass"),
    )
    assert seat == same
    keywords: dict[str, object] = {
        "hand": "s1x3",
        "melds": "peng:s4",
        "row": "+s5",
        "stale_chi": "s1",
        "answer": "pass",
    }
    setup = Setup(seats=[keywords, seat, same], stock="s1 b1", phase="draw:1", dealer=2, shown="s1")
    assert setup.seats == (seat, seat, seat)
    assert (setup.stock, setup.phase, setup.dealer) == (parse_cards("s1 b1"), "draw:1", 2)
    assert Setup.from_json(setup.to_json()) == setup == Setup.from_bytes(setup.to_bytes())


CARD_EVENTS = (
    "dealt_ti",
    "draw",
    "discard",
    "peng",
    "open_wei",
    "chou_wei",
    "pao",
    "ti",
    "unclaimed",
)

HANDS: list[Callable[[], object]] = [
    lambda: "s1x3 b2 b3",
    lambda: "一一一贰叁",
    lambda: ["s1", Card("s1"), "s1", "b2", "b3"],
    lambda: ("s1", "s1", "s1", "b2", "b3"),
    lambda: iter(parse_cards("s1x3 b2 b3")),
    lambda: bytes([3, *[0] * 10, 1, 1, *[0] * 7]),
    lambda: bytearray([3, *[0] * 10, 1, 1, *[0] * 7]),
    lambda: memoryview(bytes([3, *[0] * 10, 1, 1, *[0] * 7])),
]


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_may_be_given_in_many_ways(hand: Callable[[], object]) -> None:
    expected = phz.chi_options("s1x3 b2 b3", "b1")
    assert len(expected) == 1
    assert phz.chi_options(hand(), "b1") == expected  # type: ignore[arg-type]
