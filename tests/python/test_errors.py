"""What is refused, with which code; and that nothing but an error with a code ever comes of a wrong value."""

import itertools
import random
import re
from array import array
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import paohuzi as phz
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paohuzi import (
    Action,
    Card,
    Deck,
    Event,
    Game,
    IllegalActionError,
    Match,
    MatchState,
    Meld,
    PaohuziError,
    ParseError,
    PositionError,
    Record,
    RecordError,
    Results,
    Round,
    RowCard,
    RulesetError,
    SeatSetup,
    SeenMeld,
    Setup,
    View,
    pickling,
    rulesets,
    validate_log,
)
from paohuzi.agents import Bot
from paohuzi.envs import Arrays, VectorEnv

from samples import TIANHU, WAITING, play

ROOT = Path(__file__).parents[2]
RULES = rulesets.default()
GAME = Game(seed=7)
OVER = play(Game(seed=7), random.Random(7))
RECORD = play(Game(seed=7), random.Random(7), 9).record
SETUP = Round.deal(seed=7).setup()
LINE = RECORD.to_text()
LOG = RECORD.to_log().splitlines()


# Where the bytes of the view say which cards are stale; none is before the first discard.
STALE = 21 + len(GAME.legal_ids())


def shared_arrays() -> Arrays:
    arrays = Arrays.empty(1, seats=3)
    return arrays._replace(seats=arrays.masks[0, :1])


def altered_view(place: int, byte: int) -> View:
    data = bytearray(GAME.view(0).to_bytes())
    data[place] = byte
    return View.from_bytes(bytes(data))


def changed_setup(*replacements: tuple[str, str]) -> Setup:
    text = SETUP.to_json()
    for found, wanted in replacements:
        assert found in text
        text = text.replace(found, wanted, 1)
    return Setup.from_json(text)


def placed(*replacements: tuple[str, str]) -> Round:
    return Round.from_setup(changed_setup(*replacements))


def changed_record(found: str, wanted: str) -> Record:
    text = RECORD.dumps()
    assert found in text
    return Record.loads(text.replace(found, wanted, 1))


def changed_log(place: int, found: str, wanted: str) -> Record | None:
    assert found in LOG[place]
    return validate_log([*LOG[:place], LOG[place].replace(found, wanted, 1), *LOG[place + 1 :]])


def seats(*hands: str) -> list[SeatSetup]:
    return [SeatSetup(hand=hand) for hand in hands]


def altered(data: bytes, place: int, value: int) -> bytes:
    return data[:place] + bytes([value]) + data[place + 1 :]


def unlaid() -> Round:
    """Describe a round in which a seat still holds four of a kind."""
    pack = [card for card in phz.CARDS for _ in range(4)]
    hands, stock = [pack[:21], pack[21:41], pack[41:61]], pack[61:]
    return Round.from_setup(
        Setup(seats=[SeatSetup(hand=hand) for hand in hands], stock=stock, phase="discard:0")
    )


def one_five_ten() -> Round:
    return Round.from_setup(
        Setup(seats=[SeatSetup(melds="chi:s1-s5-s10"), SeatSetup(), SeatSetup()])
    )


def too_many_melds() -> Round:
    return Round.from_setup(
        Setup(seats=[SeatSetup(melds=["peng:s1"] * 8), SeatSetup(), SeatSetup()])
    )


def summary_of_nothing() -> phz.Summary:
    mean = phz.Mean(count=0, sum=0, squares=0)
    return phz.Summary(
        rounds=0,
        drawn=0,
        seats=[],
        kinds={"rain": 1},
        huxi={},
        units={},
        fan={},
        items={},
        decisions=mean,
        draws=mean,
    )


def counts(rows: int) -> memoryview:
    return memoryview(bytearray(20 * rows)).cast("B", (rows, 20))


def counts_apart() -> memoryview:
    return memoryview(array("b", [0] * 4))[::2]


FIRST_HAND = "s1 s2 s3 s4x2 s5x3 s6 s8 s9 b1 b2x2 b3 b5 b7 b8 b9 b10x2"
SECOND_HAND = "s1 s2 s3 s5 s6 s7 s8 s10 b1x2 b4x3 b6x2 b7x2 b8 b9x2"


# Every code, with at least one way to meet it.
MATCH = Match(rounds=1, seed=7)
OVER_MATCH = Match(rounds=1, seed=7, agents=["greedy"] * 3)
OVER_MATCH.play()
MATCH_OF_FOUR = Match(seed=7, seats=4)


def match_text(found: str, wanted: str) -> str:
    text = MATCH.dumps()
    assert found in text
    return text.replace(found, wanted, 1)


def with_concealed_ti() -> View:
    """Give what a seat sees of a round in which another one has laid a dealt ti face down."""
    rules = RULES.replace(ti_visible=False)
    views = (Game(rules, seed=seed).view(seat) for seed in range(100) for seat in range(3))
    return next(view for view in views if "dealt_ti:?" in view.to_text())


def rounds_at_once(autoreset: str) -> object:
    return phz._core.VectorRounds(seeds=[1], agents=[None] * 3, autoreset=autoreset)


CASES: list[tuple[str, type[PaohuziError], Callable[[], object]]] = [
    ("confidence", ParseError, lambda: phz.Mean(count=4, sum=8, squares=28).interval(95)),
    ("results_table", RecordError, lambda: Results.from_arrow(pyarrow.table({"x": [1]}))),
    ("replay_agents", RecordError, lambda: list(phz.records_of(phz.simulate(rounds=1), "random"))),
    ("record_form", RecordError, lambda: phz.write_records(phz.simulate(rounds=1), "", form="csv")),  # type: ignore[arg-type]
    ("autoreset_unknown", ParseError, lambda: rounds_at_once(autoreset="Never")),
    ("match_seats", PositionError, lambda: MatchState(seats=5)),
    ("match_seats", PositionError, lambda: MatchState(rulesets.load("liuhuqiang"), seats=3)),
    ("match_dealer", PositionError, lambda: MatchState(dealer=3)),
    ("match_dealer", PositionError, lambda: Match(seed=1, dealer=200)),
    ("number_range", ParseError, lambda: MatchState(rounds=0)),
    ("number_range", ParseError, lambda: MatchState(dealer=-1)),
    ("number_range", ParseError, lambda: MatchState(target=2**32)),
    ("number_range", ParseError, lambda: Match(seed=-1)),
    ("match_over", IllegalActionError, lambda: OVER_MATCH.act(0, "pass")),
    ("match_over", IllegalActionError, lambda: OVER_MATCH.state.after(OVER.settlement)),  # type: ignore[arg-type]
    (
        "match_settlement",
        IllegalActionError,
        lambda: MatchState(rulesets.load("liuhuqiang")).after(OVER.settlement),  # type: ignore[arg-type]
    ),
    ("match_deals", ParseError, lambda: Match(rounds=1)),
    ("match_decks", ParseError, lambda: Match(rounds=2, decks=[Deck.shuffled(1)])),
    ("match_agents", ParseError, lambda: Match(seed=1, agents=["greedy"])),
    ("match_agents", ParseError, lambda: Match(seed=1, agents="greedy")),
    ("agent_unknown", ParseError, lambda: Match(seed=1, agents=["clever", None, None])),
    ("match_stake", ParseError, lambda: Match(seed=1, stake=-1)),
    ("match_stake", ParseError, lambda: Match(seed=1, stake=10**5000)),
    ("match_stake", ParseError, lambda: Match(seed=1, stake=Decimal("sNaN"))),
    ("match_stake", ParseError, lambda: Match(seed=1, stake=Fraction(1, 10**99))),
    ("no_seat", IllegalActionError, lambda: MATCH.act(3, "pass")),
    ("no_seat", IllegalActionError, lambda: MATCH.view(-1)),
    ("no_seat", IllegalActionError, lambda: MATCH.listen(print, seat=3)),
    ("not_asked", IllegalActionError, lambda: MATCH.act(1, "pass")),
    ("stale_question", IllegalActionError, lambda: MATCH.act(0, "discard:s6", question=9)),
    ("resting_seat", IllegalActionError, lambda: MATCH_OF_FOUR.view(2)),
    ("match_endless", IllegalActionError, lambda: Match(seed=1, agents=["greedy"] * 3).play()),
    ("match_text", RecordError, lambda: Match.loads("{}")),
    ("match_format", RecordError, lambda: Match.loads(match_text('"format":1', '"format":2'))),
    ("match_part", RecordError, lambda: Match.loads(match_text('"min_huxi":15', '"min_huxi":999'))),
    ("match_header", RecordError, lambda: Match.loads(match_text('"seed":7', '"seed":-7'))),
    ("match_replay", RecordError, lambda: Match.loads(match_text("[[]]", '[["0 hu"]]'))),
    ("card_unknown", ParseError, lambda: Card("s11")),
    ("card_unknown", ParseError, lambda: Card("")),
    ("card_unknown", ParseError, lambda: Card("s1 ")),
    ("card_unknown", ParseError, lambda: Card("\0")),
    ("card_unknown", ParseError, lambda: Card("\ud800")),
    ("card_unknown", ParseError, lambda: Card("s01")),
    ("card_unknown", ParseError, lambda: Card("一一")),
    ("card_unknown", ParseError, lambda: Card("s" + "1" * 10_000)),
    ("card_unknown", ParseError, lambda: phz.parse_cards("s1 x2")),
    ("card_count", ParseError, lambda: phz.parse_cards("s1x5")),
    ("card_count", ParseError, lambda: phz.parse_cards("s1x")),
    ("card_copies", ParseError, lambda: phz.parse_cards("s1x4 s1")),
    ("card_copies", ParseError, lambda: phz.waits(["s1"] * 5)),
    ("card_copies", ParseError, lambda: phz.waits(itertools.repeat(Card("s1")))),
    ("card_copies", ParseError, lambda: phz.waits(bytes([5] + [0] * 19))),
    ("card_row", ParseError, lambda: RowCard("s5")),
    ("card_copies", ParseError, lambda: phz.waits_mask(bytes([0] * 19 + [255]))),
    ("card_copies", ParseError, lambda: phz.waits_batch(bytes([0] * 39 + [5]))),
    ("card_copies", ParseError, lambda: phz.distance_batch(["s1", ["s1"] * 5])),
    ("card_unknown", ParseError, lambda: phz.waits_batch(["s1", "s11"])),
    ("meld_kind", ParseError, lambda: phz.waits_batch(["s1"], ["gang:s1"])),
    ("hand_bytes", ParseError, lambda: phz.waits(bytes(19))),
    ("hand_bytes", ParseError, lambda: phz.waits_batch([bytes(20), bytes(21)])),
    ("hands_bytes", ParseError, lambda: phz.waits_batch(bytes(30))),
    ("hands_bytes", ParseError, lambda: phz.distance_batch(bytearray(19))),
    ("hands_melds", ParseError, lambda: phz.waits_batch(bytes(40), [None])),
    ("hands_melds", ParseError, lambda: phz.distance_batch([], [()])),
    ("array_dtype", ParseError, lambda: phz.waits(array("i", [0] * 20))),
    ("array_dtype", ParseError, lambda: phz.waits_batch(counts(2).cast("B").cast("b", (2, 20)))),
    ("array_dtype", ParseError, lambda: phz.waits_batch(bytes(20), out=counts(4))),
    ("array_length", ParseError, lambda: VectorEnv(3, seeds=[1, 2])),
    ("array_shared", ParseError, lambda: VectorEnv(1, arrays=shared_arrays())),
    ("array_shape", ParseError, lambda: phz.waits(counts(1))),
    ("array_shape", ParseError, lambda: phz.waits(bytearray(21))),
    ("array_shape", ParseError, lambda: phz.waits_batch(counts(2).cast("B"))),
    ("array_shape", ParseError, lambda: phz.waits_batch(counts(2).cast("B").cast("B", (20, 2)))),
    ("array_shape", ParseError, lambda: phz.distance_batch(bytes(40), out=array("b", [0]))),
    ("array_layout", ParseError, lambda: phz.distance_batch(bytes(40), out=counts_apart())),
    (
        "array_readonly",
        ParseError,
        lambda: phz.distance_batch(bytes(20), out=memoryview(bytes(1)).cast("b")),
    ),
    ("lang_unknown", ParseError, lambda: phz.why_not("s1")[0].text("fr")),  # type: ignore[arg-type]
    ("threads_range", ParseError, lambda: phz.waits_batch(bytes(20), threads=0)),
    ("number_range", ParseError, lambda: phz.waits_batch(bytes(20), threads=-1)),
    ("hand_bytes", ParseError, lambda: phz.waits(b"")),
    ("number_range", ParseError, lambda: Card.from_index(20)),
    ("number_range", ParseError, lambda: Card.from_index(-1)),
    ("number_range", ParseError, lambda: Deck.shuffled(-1)),
    ("number_range", ParseError, lambda: Deck.shuffled(2**64)),
    ("number_range", ParseError, lambda: Deck.shuffled(10**5000)),
    ("number_range", ParseError, lambda: Deck.shuffled(0, index=-1)),
    ("number_range", ParseError, lambda: Game(seed=-(2**70))),
    ("number_range", ParseError, lambda: Game(seed=1, drawn_before=2**16)),
    ("number_range", ParseError, lambda: phz.WinContext(drawn_before=-1)),
    ("number_range", ParseError, lambda: RULES.units(-1)),
    ("number_range", ParseError, lambda: phz.perft(GAME, -1)),
    ("number_range", ParseError, lambda: phz.perft(GAME, 2**40)),
    ("number_range", ParseError, lambda: SeatSetup(passed_hu={"s1": 256})),
    ("number_range", ParseError, lambda: GAME.is_legal(128)),
    ("resample_over", PositionError, lambda: OVER.view(0).resample(1)),
    ("resample_no_history", PositionError, lambda: Round.from_setup(SETUP).view(0).resample(1)),
    (
        "resample_faults",
        PositionError,
        lambda: Game(RULES.replace(faults="allow"), seed=7).view(0).resample(1),
    ),
    ("resample_concealed_ti", PositionError, lambda: with_concealed_ti().resample(1)),
    ("resample_no_seat", PositionError, lambda: altered_view(2, 3).resample(1)),
    ("resample_impossible", PositionError, lambda: altered_view(3, 1).resample(1)),
    ("resample_rare", PositionError, lambda: altered_view(STALE, 1).resample(1)),
    ("meld_kind", ParseError, lambda: Meld("gang:s1")),
    ("meld_kind", ParseError, lambda: Meld("")),
    ("meld_kind", ParseError, lambda: Meld("\0")),
    ("meld_card", ParseError, lambda: Meld("peng:s11")),
    ("meld_card", ParseError, lambda: Meld("wei:?")),
    ("meld_card", ParseError, lambda: SeenMeld("peng:?")),
    ("meld_block", ParseError, lambda: Meld("chi:s1-s2-s4")),
    ("action_word", ParseError, lambda: Action("draw")),
    ("action_word", ParseError, lambda: Action("")),
    ("action_card", ParseError, lambda: Action("discard:s0")),
    ("action_blocks", ParseError, lambda: Action("chi:s3:s4-s5-s6")),
    ("action_id", ParseError, lambda: Action.from_id(6)),
    ("action_id", ParseError, lambda: Action.from_id(-1)),
    ("action_id", ParseError, lambda: Action.from_id(256)),
    ("action_id", ParseError, lambda: Action.from_id(10**5000)),
    ("action_id", ParseError, lambda: GAME.push(6)),
    ("action_id", ParseError, lambda: GAME.push(-1)),
    ("action_id", ParseError, lambda: GAME.push(2**80)),
    ("action_id", ParseError, lambda: GAME.round.apply(0, 127)),
    ("action_id_without_card", ParseError, lambda: Action.from_id(32)),
    ("action_id_of_other_card", ParseError, lambda: Action.from_id(32, "s1")),
    ("deck_size", PositionError, lambda: Deck("s1 s2")),
    ("deck_size", PositionError, lambda: Deck("")),
    ("deck_size", PositionError, lambda: Deck([])),
    ("deck_copies", PositionError, lambda: Deck(str(Deck.shuffled(1)).replace("s1 ", "s2 ", 1))),
    ("deck_card", PositionError, lambda: Deck("s1 s2x2")),
    ("hand_copies", PositionError, lambda: phz.waits("s1x3", "peng:s1")),
    ("hand_copies", PositionError, lambda: phz.best_win("s1x4", draw="s1")),
    ("hand_copies", PositionError, lambda: phz.chi_options("s1x4", "s1")),
    ("hand_copies", PositionError, lambda: phz.waits_batch(["s1x2"], ["peng:s1"])),
    ("hand_seen", PositionError, lambda: phz.waits("s1x2", seen="s1x3")),
    ("hand_seen", PositionError, lambda: phz.distance("s1", "peng:s2", seen="s2x2")),
    ("hand_size", PositionError, lambda: phz.waits_batch(bytes([2] * 20))),
    ("hand_not_laid", PositionError, lambda: phz.discard_distances_batch(["s1"], ["kan:s2"])),
    ("hand_melds", PositionError, lambda: phz.waits("", "peng:s1 " * 8)),
    ("hand_melds", PositionError, lambda: phz.waits("", itertools.repeat("peng:s1"))),
    ("hand_not_laid", PositionError, lambda: phz.waits("", "kan:s1")),
    ("hand_no_block", PositionError, lambda: phz.waits("", "chi:s1-s5-s10")),
    ("hand_size", PositionError, lambda: phz.waits(" ".join(f"s{n}x4" for n in range(1, 7)))),
    ("hand_size", PositionError, lambda: phz.santi_wukan(TIANHU + " s10")),
    ("draw_by", PositionError, lambda: phz.best_win("s1", draw="s1", own_draw=True, discard=True)),
    ("ruleset_unknown", RulesetError, lambda: rulesets.load("mahjong")),
    ("ruleset_unknown", RulesetError, lambda: rulesets.load("../presets/luzhou")),
    ("ruleset_unknown", RulesetError, lambda: rulesets.load("")),
    ("ruleset_unknown", RulesetError, lambda: rulesets.load("x\0" * 1000)),
    ("ruleset_text", RulesetError, lambda: rulesets.loads("min_huxi = ")),
    ("ruleset_text", RulesetError, lambda: rulesets.loads("minimum = 3")),
    ("ruleset_text", RulesetError, lambda: rulesets.loads("\ud800")),
    ("ruleset_text", RulesetError, lambda: phz.Ruleset.from_json("[]")),
    ("ruleset_text", RulesetError, lambda: RULES.replace(minimum=3)),
    ("ruleset_text", RulesetError, lambda: RULES.replace(min_huxi=None)),
    ("ruleset_text", RulesetError, lambda: RULES.replace(min_huxi=1.5)),
    ("ruleset_text", RulesetError, lambda: RULES.replace(min_huxi=float("nan"))),
    ("ruleset_text", RulesetError, lambda: RULES.replace(min_huxi=-1)),
    ("ruleset_text", RulesetError, lambda: RULES.replace(min_huxi=10**5000)),
    ("ruleset_text", RulesetError, lambda: RULES.replace(name="\ud800")),
    ("ruleset_text", RulesetError, lambda: RULES.replace(fan=endless())),
    ("ruleset_text", RulesetError, lambda: RULES.replace(fan=deep())),
    ("ruleset_value", RulesetError, lambda: RULES.replace(min_huxi=200)),
    ("ruleset_value", RulesetError, lambda: RULES.replace(name="")),
    ("position_json", PositionError, lambda: Setup.from_json("")),
    ("position_json", PositionError, lambda: Setup.from_json("{}")),
    ("position_json", PositionError, lambda: changed_setup(('"phase"', '"stage"'))),
    ("position_part", PositionError, lambda: changed_setup(("discard:0", "discard:9"))),
    ("position_part", PositionError, lambda: changed_setup(("s5x3", "s5x9"))),
    ("position_part", PositionError, lambda: Setup(seats=[], phase="never")),
    ("setup_seats", PositionError, lambda: Round.from_setup(Setup(seats=seats("s1")))),
    ("setup_no_seat", PositionError, lambda: placed(('"dealer":0', '"dealer":3'))),
    ("setup_no_seat", PositionError, lambda: Setup(seats=[], dealer=4)),
    ("setup_no_seat", PositionError, lambda: Game(seed=1, dealer=3)),
    ("setup_no_seat", PositionError, lambda: Round.deal(seed=1, dealer=-1)),
    ("setup_no_seat", PositionError, lambda: Game.from_deck(None, Deck.shuffled(1), dealer=2**70)),
    ("setup_copies", PositionError, lambda: placed(("s5x3", "s5x2 s4"))),
    (
        "setup_meld",
        PositionError,
        lambda: placed((FIRST_HAND, FIRST_HAND.replace("s5x3 ", "") + '","melds":"kan:s5')),
    ),
    ("setup_no_block", PositionError, one_five_ten),
    ("setup_too_many", PositionError, too_many_melds),
    ("setup_too_many", PositionError, lambda: SeatSetup(row=["+s1"] * 81)),
    ("setup_too_many", PositionError, lambda: SeatSetup(row=itertools.repeat("+s1"))),
    ("setup_too_many", PositionError, lambda: Setup(seats=itertools.repeat(SeatSetup()))),  # type: ignore[arg-type]
    ("setup_owned", PositionError, lambda: placed(("discard:0", "discard:1"))),
    (
        "setup_fault",
        PositionError,
        lambda: placed((SECOND_HAND, SECOND_HAND + '","fault":"zoupao')),
    ),
    ("setup_unlaid", PositionError, unlaid),
    (
        "setup_phase",
        PositionError,
        lambda: placed(("discard:0", "tianhu"), ('"shown":"b5"', '"shown":"s10"')),
    ),
    ("setup_answer", PositionError, lambda: placed((SECOND_HAND, SECOND_HAND + '","answer":"hu'))),
    ("no_seat", IllegalActionError, lambda: GAME.round.legal_ids(3)),
    ("no_seat", IllegalActionError, lambda: GAME.round.legal_actions(-1)),
    ("no_seat", IllegalActionError, lambda: GAME.round.legal_mask(10**30)),
    ("no_seat", IllegalActionError, lambda: GAME.round.view(3)),
    ("no_seat", IllegalActionError, lambda: GAME.view(-1)),
    ("no_seat", IllegalActionError, lambda: GAME.round.apply(3, "pass")),
    ("no_seat", IllegalActionError, lambda: GAME.round.is_legal(3, "pass")),
    ("no_seat", IllegalActionError, lambda: GAME.opening_events[0].seen_by(4)),
    ("round_over", IllegalActionError, lambda: OVER.push("pass")),
    ("round_over", IllegalActionError, lambda: OVER.push(0)),
    ("round_over", IllegalActionError, lambda: OVER.push(40)),
    ("round_over", IllegalActionError, lambda: OVER.round.apply(0, "pass")),
    ("round_over", IllegalActionError, lambda: OVER.round.apply(0, 40)),
    ("no_current_seat", IllegalActionError, lambda: OVER.view()),
    ("nothing_to_pop", IllegalActionError, lambda: GAME.pop()),
    ("not_asked", IllegalActionError, lambda: GAME.round.apply(1, "pass")),
    ("not_asked", IllegalActionError, lambda: GAME.round.apply(1, 40)),
    ("not_legal", IllegalActionError, lambda: GAME.push("pass")),
    ("not_legal", IllegalActionError, lambda: GAME.push("discard:s5")),
    ("not_legal", IllegalActionError, lambda: GAME.push(Action("chi:s3:s3-s3-b3"))),
    ("not_legal", IllegalActionError, lambda: GAME.push(40)),
    ("not_legal", IllegalActionError, lambda: GAME.round.apply(0, 40)),
    ("stored_truncated", RecordError, lambda: Setup.from_bytes(b"")),
    ("stored_truncated", RecordError, lambda: View.from_bytes(GAME.view().to_bytes()[:-1])),
    ("stored_trailing", RecordError, lambda: Setup.from_bytes(SETUP.to_bytes() + b"\0")),
    ("stored_format", RecordError, lambda: Setup.from_bytes(altered(SETUP.to_bytes(), 0, 9))),
    ("stored_format", RecordError, lambda: View.from_bytes(altered(GAME.view().to_bytes(), 0, 0))),
    ("stored_value", RecordError, lambda: Setup.from_bytes(altered(SETUP.to_bytes(), 1, 77))),
    ("record_text", RecordError, lambda: Record.loads("")),
    ("record_text", RecordError, lambda: Record.loads("[1]")),
    ("record_text", RecordError, lambda: changed_record('"dealer":0,', "")),
    ("record_format", RecordError, lambda: changed_record('"format":2', '"format":9')),
    ("record_other_rules", RecordError, lambda: changed_record('"min_huxi":15', '"min_huxi":10')),
    ("record_other_rules", RecordError, lambda: Record.loads(LINE, rules=rulesets.load("luzhou"))),
    (
        "record_too_long",
        RecordError,
        lambda: Record.loads(LINE.replace(" |", " |" + " 0." * 9999, 1)),
    ),
    ("record_seed", RecordError, lambda: changed_record("deal-v1:7:0", "deal-v1:8:0")),
    ("record_no_seat", RecordError, lambda: changed_log(0, '"seat":null', '"seat":3')),
    ("record_text", RecordError, lambda: Record.from_text("record:2 x")),
    ("record_text", RecordError, lambda: Record.loads(LINE[:-2])),
    ("record_answer", RecordError, lambda: Record.loads(LINE.replace(" 0-", " 0_"))),
    (
        "ruleset_unknown",
        RulesetError,
        lambda: Record.loads(LINE.replace("quanmingtang", "nowhere")),
    ),
    ("log_text", RecordError, lambda: validate_log("{")),
    ("log_header", RecordError, lambda: validate_log("{}")),
    ("log_header", RecordError, lambda: changed_log(0, '"dealer":0,', "")),
    ("log_format", RecordError, lambda: changed_log(0, '"format":1', '"format":2')),
    ("log_event", RecordError, lambda: changed_log(1, '"dealer":0', '"dealer":1')),
    ("log_answer", RecordError, lambda: changed_log(2, '"seat":0', '"seat":1')),
    ("log_truncated", RecordError, lambda: validate_log([])),
    ("log_truncated", RecordError, lambda: validate_log(LOG[:3])),
    ("log_of_seat", RecordError, lambda: Record.from_log(GAME.record.to_log(1))),
    ("position_line", PositionError, lambda: Setup.from_text("")),
    ("position_line", PositionError, lambda: Round.from_text(GAME.view().to_text())),
    ("position_line", PositionError, lambda: Setup.from_text(GAME.round.to_text()[:-1])),
    (
        "position_other_rules",
        PositionError,
        lambda: Setup.from_text(GAME.round.to_text(), rules=rulesets.load("luzhou")),
    ),
    (
        "position_part",
        PositionError,
        lambda: Round.from_text(GAME.round.to_text().replace(" discard:0 ", " rest:0 ")),
    ),
    ("record_rules", RecordError, lambda: changed_record('"min_huxi":15', '"min_huxi":255')),
    ("record_deck", RecordError, lambda: changed_record('"deck":"', '"deck":"s1 ')),
    ("record_position", RecordError, lambda: changed_position('"stock"', '"stok"')),
    ("record_position", RecordError, lambda: changed_position("s5x3", "s5x2").replay()),
    ("record_dealer", RecordError, lambda: changed_record('"dealer":0', '"dealer":9')),
    ("record_dealer", RecordError, lambda: changed_record('"dealer":0', '"dealer":3').replay()),
    ("record_answer", RecordError, lambda: changed_record('"answers":["0 ', '"answers":["zero ')),
    (
        "record_replay",
        RecordError,
        lambda: changed_record('"answers":["0 ', '"answers":["1 ').replay(),
    ),
    ("record_bytes", RecordError, lambda: Record.from_bytes(b"\1")),
    ("record_bytes", RecordError, lambda: Record.from_bytes(RECORD.to_bytes()[:-2])),
    ("event_key", RecordError, lambda: Event.from_dict({})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "rain", "seat": 0})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "draw", "seat": 0})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "draw", "seat": 0, "card": "s0"})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "draw", "seat": 9, "card": "s1"})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "draw", "seat": 0, "card": 1})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "exhausted", "why": 1})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "exhausted", "\ud800": 1})),
    ("event_key", RecordError, lambda: Event.from_dict({"kind": "chi", "seat": 0, "action": "hu"})),
    (
        "event_key",
        RecordError,
        lambda: Event.from_dict({"kind": "hu", "seat": 0, "card": None, "win_kind": "x"}),
    ),
    (
        "event_key",
        RecordError,
        lambda: Event.from_dict({"kind": "deal", "dealer": 0, "hands": [], "shown": "s1"}),
    ),
    (
        "event_key",
        RecordError,
        lambda: Event.from_dict({"kind": "deal", "dealer": 0, "hands": [None] * 5}),
    ),
    ("other_seat", IllegalActionError, lambda: Bot("random", seed=1, seat=1).act(GAME.view(0))),
    ("summary_kind", ParseError, summary_of_nothing),
    (
        "results_columns",
        RecordError,
        lambda: Results.from_columns(RULES, "random", seed=1, columns={}),
    ),
    ("pickle_format", RecordError, lambda: pickling.restore_card(2, "s1")),
    ("pickle_payload", RecordError, lambda: pickling.restore_card(1, 5)),  # type: ignore[arg-type]
    ("pickle_payload", RecordError, lambda: pickling.restore_wait(1, (RULES, "s1", "", "s1"))),
    ("pickle_payload", RecordError, lambda: pickling.restore_arrangement(1, ("peng:s1 " * 9, 1))),
]


# Codes of messages that speak of no value.
SAY_IT_ALL = {
    "draw_by",
    "match_deals",
    "match_endless",
    "no_current_seat",
    "nothing_to_pop",
    "pickle_payload",
    "results_table",
    "resample_concealed_ti",
    "resample_faults",
    "resample_impossible",
    "resample_no_history",
    "resample_over",
}


def endless() -> list[object]:
    items: list[object] = []
    items.append(items)
    return items


def deep() -> list[object]:
    items: list[object] = []
    for _ in range(100_000):
        items = [items]
    return items


def changed_position(found: str, wanted: str) -> Record:
    text = Game.from_setup(SETUP).record.dumps()
    assert found in text
    return Record.loads(text.replace(found, wanted, 1))


@pytest.mark.parametrize(
    ("code", "kind", "call"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)]
)
def test_wrong_values_have_their_codes(
    code: str, kind: type[PaohuziError], call: Callable[[], object]
) -> None:
    before = (GAME.copy(), OVER.copy())
    with pytest.raises(PaohuziError) as caught:
        call()
    error = caught.value
    assert (error.code, type(error)) == (code, kind)
    message = str(error)
    assert message
    assert message[0].islower() or not message[0].isalpha()
    assert not message.endswith(".")
    assert len(message) < 6000
    for key, value in error.context.items():
        assert isinstance(key, str)
        assert isinstance(value, (int, str, list))
    assert error.context or code in SAY_IT_ALL
    assert before == (GAME, OVER)


def codes_of(source: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, source))


def test_every_code_has_an_example() -> None:
    engine = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "rust/engine/src").rglob("*.rs")
    )
    codes = set()
    for body in re.findall(r"fn code\(&self\) -> &'static str \{(.*?)\n    \}", engine, re.DOTALL):
        codes |= set(re.findall(r'=> "(\w+)"', body))
    bindings = "\n".join(
        path.read_text(encoding="utf-8")
        for folder, ending in (("rust/py/src", "*.rs"), ("python/paohuzi", "*.py"))
        for path in (ROOT / folder).rglob(ending)
    )
    codes |= set(re.findall(r'Kind::\w+,\s*"(\w+)"', bindings))
    codes |= set(re.findall(r'raise \w+Error\(\s*f?".*",\s*"(\w+)"', bindings))
    assert len(codes) > 50
    assert codes - {code for code, _, _ in CASES} == set()


def test_a_code_belongs_to_one_kind_of_error() -> None:
    kinds = {(code, kind) for code, kind, _ in CASES}
    assert len(kinds) == len({code for code, _ in kinds})


WRONG_TYPES: list[Callable[[], object]] = [
    lambda: Card(7),  # type: ignore[arg-type]
    lambda: Card(None),  # type: ignore[arg-type]
    lambda: Card(b"s7"),  # type: ignore[arg-type]
    lambda: Card.from_index("1"),  # type: ignore[arg-type]
    lambda: Card.from_index(True),
    lambda: Meld(Card("s1")),  # type: ignore[arg-type]
    lambda: Action(5),  # type: ignore[arg-type]
    lambda: Deck(7),  # type: ignore[arg-type]
    lambda: Deck.shuffled(1.0),  # type: ignore[arg-type]
    lambda: Deck.shuffled(True),
    lambda: Deck.shuffled("7"),  # type: ignore[arg-type]
    lambda: Deck.shuffled(None),  # type: ignore[arg-type]
    lambda: Game(),  # type: ignore[call-arg]
    lambda: Game("quanmingtang", seed=1),  # type: ignore[arg-type]
    lambda: Game(seed=1, dealer=False),
    lambda: Game(RULES, 7),  # type: ignore[call-arg]
    lambda: GAME.push(None),  # type: ignore[arg-type]
    lambda: GAME.push(True),
    lambda: GAME.push(1.0),  # type: ignore[arg-type]
    lambda: GAME.push(Card("s1")),  # type: ignore[arg-type]
    lambda: GAME.view("0"),  # type: ignore[arg-type]
    lambda: GAME.round.apply("0", "pass"),  # type: ignore[arg-type]
    lambda: GAME.round.legal_ids(None),  # type: ignore[arg-type]
    lambda: GAME.round.legal_ids(True),
    lambda: phz.parse_cards(["s1"]),  # type: ignore[arg-type]
    lambda: phz.waits(5),  # type: ignore[arg-type]
    lambda: phz.waits(None),  # type: ignore[arg-type]
    lambda: phz.waits([1, 2]),  # type: ignore[list-item]
    lambda: phz.waits({Card("s1"): 3}),
    lambda: phz.waits("s1", 5),  # type: ignore[arg-type]
    lambda: phz.waits("s1", ["peng:s2", 5]),  # type: ignore[list-item]
    lambda: phz.waits("s1", rules="luzhou"),  # type: ignore[arg-type]
    lambda: phz.waits_batch("s1 s2"),
    lambda: phz.waits_batch(5),  # type: ignore[arg-type]
    lambda: phz.waits_batch([5]),  # type: ignore[list-item]
    lambda: phz.waits_batch({"s1": 1}),
    lambda: phz.waits_batch(["s1"], "peng:s2"),
    lambda: phz.waits_batch(["s1"], [5]),  # type: ignore[list-item]
    lambda: phz.waits_batch(["s1"], out=[0] * 40),  # type: ignore[arg-type]
    lambda: phz.waits_batch(["s1"], threads="2"),  # type: ignore[arg-type]
    lambda: phz.distance("s1", stale_chi=5),  # type: ignore[arg-type]
    lambda: phz.why_not("s1")[0].text(5),  # type: ignore[arg-type]
    lambda: GAME.view().why_refused(5),  # type: ignore[arg-type]
    lambda: phz.best_win("s1", draw=5),  # type: ignore[arg-type]
    lambda: phz.best_win("s1", draw="s1", own_draw=1),  # type: ignore[arg-type]
    lambda: phz.best_win("s1", context={}),  # type: ignore[arg-type]
    lambda: phz.best_win("s1", (), "s1"),  # type: ignore[call-arg]
    lambda: phz.WinContext(True),  # type: ignore[call-arg]
    lambda: phz.WinContext(last_card=1),  # type: ignore[arg-type]
    lambda: rulesets.load(5),  # type: ignore[arg-type]
    lambda: rulesets.loads(b""),  # type: ignore[arg-type]
    lambda: RULES.replace(fan=[object()]),
    lambda: RULES.huxi(5),  # type: ignore[arg-type]
    lambda: SeatSetup(dead=1),  # type: ignore[arg-type]
    lambda: SeatSetup(passed_hu=[("s1", 2)]),  # type: ignore[arg-type]
    lambda: Setup(),  # type: ignore[call-arg]
    lambda: Setup(seats=5),  # type: ignore[arg-type]
    lambda: Setup(seats=[5]),  # type: ignore[list-item]
    lambda: Setup(seats=[{"hands": "s1"}]),
    lambda: Setup.from_bytes("text"),  # type: ignore[arg-type]
    lambda: Round.from_setup({}),  # type: ignore[arg-type]
    lambda: Record.loads(5),  # type: ignore[arg-type]
    lambda: Record.from_bytes(None),  # type: ignore[arg-type]
    lambda: Event.from_dict([]),  # type: ignore[arg-type]
    lambda: phz.perft(7, 1),  # type: ignore[arg-type]
    lambda: phz.Win(),
    lambda: phz.View(),
]


@pytest.mark.parametrize("call", WRONG_TYPES)
def test_wrong_types_are_type_errors(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert "cannot be converted" not in str(caught.value)
    assert not isinstance(caught.value, PaohuziError)


def test_errors_of_the_caller_come_through() -> None:
    class Odd:
        def __index__(self) -> int:
            raise ZeroDivisionError

    def cards() -> object:
        yield "s1"
        raise KeyError

    with pytest.raises(ZeroDivisionError):
        GAME.push(Odd())
    with pytest.raises(ZeroDivisionError):
        Deck.shuffled(Odd())
    with pytest.raises(KeyError):
        phz.waits(cards())  # type: ignore[arg-type]


def test_messages_say_what_was_found_and_what_was_expected() -> None:
    def message(call: Callable[[], object]) -> str:
        with pytest.raises(PaohuziError) as caught:
            call()
        return str(caught.value)

    assert "expected one of discard:" in message(lambda: GAME.push("pass"))
    assert "expected one of discard:" in message(lambda: GAME.push(40))
    assert "hunan_half" in message(lambda: rulesets.load("hunan"))
    assert "min_huxi" in message(lambda: RULES.replace(minimum=1))
    assert message(lambda: Deck.shuffled(-1)) == "seed -1, expected 0 to 18446744073709551615"
    assert message(lambda: GAME.view(3)) == "there is no seat 3, expected 0 to 2"


TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="sbx0123456789 -+:,一二十壹拾碰吃?penghudiscar", max_size=30),
    st.sampled_from([WAITING, "chi:s3:s1-s2-s3", "peng:s1", RECORD.dumps(), SETUP.to_json()]),
)
READERS: list[Callable[[str], object]] = [
    Card,
    Meld,
    SeenMeld,
    RowCard,
    Action,
    Deck,
    phz.parse_cards,
    phz.waits,
    lambda text: phz.waits("", text),
    rulesets.load,
    rulesets.loads,
    phz.Ruleset.from_json,
    Setup.from_json,
    Record.loads,
    lambda text: Setup(seats=[], phase=text),
    lambda text: SeatSetup(row=text),
    lambda text: Event.from_dict({"kind": text}),
    lambda text: GAME.copy().push(text),
    lambda text: GAME.round.apply(0, text),
]


@given(TEXTS)
def test_any_text_is_read_or_refused_with_a_code(text: str) -> None:
    for read in READERS:
        with suppress(PaohuziError):
            read(text)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_with_a_code(data: bytes) -> None:
    for read in (Setup.from_bytes, View.from_bytes, Record.from_bytes, phz.waits):
        with suppress(PaohuziError):
            read(data)


@given(st.data())
def test_altered_bytes_are_refused_or_mean_something(data: st.DataObject) -> None:
    record = RECORD.to_bytes()
    originals = [SETUP.to_bytes(), GAME.view().to_bytes(), OVER.view(0).to_bytes(), record]
    which = data.draw(st.integers(0, 3))
    original = bytearray(originals[which])
    # The text of a ruleset makes up most of a record; what follows it is of interest here.
    first = len(original) - 250 if which == 3 else 0
    for _ in range(data.draw(st.integers(1, 3))):
        original[data.draw(st.integers(first, len(original) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(original[: data.draw(st.integers(len(original) - 3, len(original)))])
    with suppress(PaohuziError):
        if which == 0:
            play(Game.from_setup(Setup.from_bytes(cut)), random.Random(1))
        elif which == 3:
            play(Record.from_bytes(cut).replay(), random.Random(1))
        else:
            view = View.from_bytes(cut)
            assert View.from_bytes(view.to_bytes()) == view
            for name in dir(view):
                getattr(view, name)
            repr(view)


@given(st.integers(), st.integers(), st.integers())
def test_any_numbers_are_taken_or_refused_with_a_code(a: int, b: int, c: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: GAME.copy().push(a),
        lambda: GAME.round.apply(a, b),
        lambda: GAME.round.view(a),
        lambda: Card.from_index(a),
        lambda: Action.from_id(a, "s3"),
        lambda: Deck.shuffled(a, b),
        lambda: Game(seed=a, dealer=b, drawn_before=c),
        lambda: RULES.units(a),
        lambda: RULES.replace(min_huxi=a, units={"step": b, "offset": c}),
    ]
    for call in calls:
        with suppress(PaohuziError):
            call()
