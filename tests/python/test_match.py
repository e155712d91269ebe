"""Matches: rounds in a row, claims, agents, listeners, totals; stored and taken up again."""

import copy
import json
import logging
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import paohuzi as phz
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from paohuzi import IllegalActionError, Match, Notice, RecordError, Round, View

from samples import PRESETS, with_other_cards

TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name in PRESETS
    for seats in sorted({phz.rulesets.load(name).seats, 4})
]


def first(view: View) -> phz.Action:
    """Win where it can be, else give the first answer there is."""
    legal = view.legal_actions()
    return next((action for action in legal if action.kind == "hu"), legal[0])


def stored(match: Match, rng: random.Random) -> Match:
    """Give the match as it comes back from one of the ways to keep it."""
    ways: list[Callable[[Match], Match]] = [
        lambda match: Match.loads(match.dumps()),
        lambda match: pickle.loads(pickle.dumps(match)),
        lambda match: Match.from_record(match.record),
        copy.copy,
        copy.deepcopy,
    ]
    return rng.choice(ways)(match)


def check_chain(match: Match) -> None:
    """Hold the rounds against the ruleset, by other means than the engine."""
    rules, seats = match.rules, match.seats
    totals = [0] * seats
    dealer, drawn = 0, 0
    for index, played in enumerate(match.played):
        round_ = played.record.replay().round
        settlement = round_.settlement
        assert settlement == played.settlement
        assert played.record.deck == phz.Deck.shuffled(match.seed or 0, index)
        resting = (dealer + 2) % 4 if seats > rules.seats else None
        playing = tuple(seat for seat in range(seats) if seat != resting)
        before = played.before
        assert (before.dealer, before.drawn_before) == (dealer, drawn)
        assert (before.resting, before.playing, before.played) == (resting, playing, index)
        assert before.totals == tuple(totals)
        assert (playing[round_.dealer], round_.drawn_before) == (dealer, drawn)
        earned = dict(zip(playing, settlement.payments, strict=True))
        winner = None if settlement.winner is None else playing[settlement.winner]
        if resting is not None:
            share = 0
            if rules.rest_share:
                share = (
                    rules.draw_penalty
                    if winner is None
                    else int(Fraction(earned[winner] * rules.rest_share, 100))
                )
            earned[resting] = share
        assert played.points == tuple(earned[seat] for seat in range(seats))
        totals = [total + earned[seat] for seat, total in enumerate(totals)]
        if winner is None:
            drawn += 1
            dealer = dealer if rules.draw_dealer == "keep" else (dealer + 1) % seats
        else:
            drawn = 0
            stays = rules.next_dealer == "winner" or winner == dealer
            dealer = winner if stays else (dealer + 1) % seats
    assert match.totals == tuple(totals)
    assert (match.state.dealer, match.state.drawn_before) == (dealer, drawn)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_match_goes_on_as_it_would_have_from_every_decision(name: str, seats: int) -> None:
    rng = random.Random(f"{name} {seats}")
    rules = phz.rulesets.load(name)
    agents = ["greedy", "random", *[None] * (seats - 2)]
    match = Match(rules, rounds=5, seed=rng.randrange(2**64), seats=seats, agents=agents)
    other = match.copy()
    compared = 0
    while True:
        assert match.play() == other.play() == match.active_seats
        other = stored(other, rng)
        assert (other, other.question_id, other.round) == (match, match.question_id, match.round)
        assert other.active_seats == match.active_seats
        if match.is_over:
            break
        seat = rng.choice(match.active_seats)
        place = match.playing.index(seat)
        hidden = None
        if match.round.phase.startswith("discard:"):
            hidden = with_other_cards(match.round, place, rng)
        if hidden is not None:
            compared += 1
            assert hidden.view(place) == match.view(seat)
        legal = match.legal_actions(seat)
        assert legal == match.view(seat).legal_actions() == other.legal_actions(seat)
        wins = [action for action in legal if action.kind == "hu"]
        answer = rng.choice(wins or legal)
        question = match.question_id
        for each in (match, other):
            each.act(seat, answer, question=question)
    check_chain(match)
    assert match.dumps() == other.dumps()
    assert compared > 0
    assert len(match.played) == 5 or (match.target and max(match.totals) >= match.target)
    assert match.active_seats == ()


@pytest.mark.parametrize("name", PRESETS)
def test_bots_play_a_whole_match_alike_each_time(name: str) -> None:
    rules = phz.rulesets.load(name)
    matches = [
        Match(
            rules, rounds=12, seed=5, agents=["greedy", "random", "greedy", "random"][: rules.seats]
        )
        for _ in range(2)
    ]
    assert matches[0].play() == ()
    while not matches[1].is_over:
        matches[1].play(rounds=1)
        matches[1] = Match.loads(matches[1].dumps())
    assert matches[0] == matches[1]
    check_chain(matches[0])


def test_records_hold_what_a_game_asks() -> None:
    rng = random.Random(1)
    match = Match(rounds=6, seed=1)
    while not match.is_over:
        # In any order, so that some are asked in vain.
        seat = rng.choice(match.active_seats)
        match.act(seat, rng.choice(match.legal_actions(seat)))
    for played in match.played:
        game = played.record.replay()
        assert game.is_over
        assert game.record == played.record


def claims(match: Match) -> bool:
    """Play on, until two seats have a claim on one card."""
    while not match.is_over:
        if len(match.active_seats) > 1:
            return True
        seat = match.active_seats[0]
        match.act(seat, match.legal_actions(seat)[-1])
    return False


def test_a_match_is_stored_in_the_middle_of_a_claim() -> None:
    found = 0
    for seed in range(40):
        match = Match(rounds=1, seed=seed)
        if not claims(match):
            continue
        asked = match.active_seats
        for one in asked:
            half = match.copy()
            half.act(one, half.legal_actions(one)[0])
            if half.question_id != match.question_id:
                continue  # It has settled the question.
            found += 1
            again = Match.loads(half.dumps())
            assert again.record.given == half.record.given != ()
            assert again.round.answers == half.round.answers
            for each in (half, again):
                for other in each.active_seats:
                    each.act(other, each.legal_actions(other)[0])
                each.set_agent(0, "random")
                each.set_agent(1, "random")
                each.set_agent(2, "random")
                each.play()
            assert again == half
            assert again.dumps() == half.dumps()
    assert found > 10


@pytest.mark.parametrize("name", ["changde_small", "hunan_half", "liuhuqiang"])
def test_a_match_is_stored_after_any_answers_in_any_order(name: str) -> None:
    rules = phz.rulesets.load(name)
    several = 0
    for seed in range(40):
        rng = random.Random(seed)
        match = Match(rules, rounds=1, seed=seed)
        while not match.is_over:
            seat = rng.choice(match.active_seats)
            match.act(seat, rng.choice(match.legal_actions(seat)))
            if len(match.record.given) > 1:
                several += 1
                again = Match.loads(match.dumps())
                assert again == match
                assert (again.round, again.active_seats) == (match.round, match.active_seats)
    assert several > 0


def test_a_late_answer_is_refused_and_changes_nothing() -> None:
    match = Match(rounds=1, seed=7)
    question = match.question_id
    match.act(0, match.legal_actions(0)[0], question=question)
    assert match.question_id > question
    before = match.copy()
    for seat in match.active_seats:
        with pytest.raises(IllegalActionError, match="question") as caught:
            match.act(seat, match.legal_actions(seat)[0], question=question)
        assert caught.value.code == "stale_question"
        assert caught.value.context == {"found": question, "expected": match.question_id}
    assert match == before


def test_of_several_threads_one_answers_a_question() -> None:
    match = Match(rounds=2, seed=3)
    refused: list[str] = []
    taken: list[int] = []
    start = threading.Barrier(4)

    def answer() -> None:
        start.wait()
        while not match.is_over:
            question = match.question_id
            for seat in match.active_seats:
                legal = match.legal_actions(seat)
                if not legal:
                    continue
                try:
                    match.act(seat, legal[0], question=question)
                except IllegalActionError as error:
                    refused.append(error.code)
                else:
                    taken.append(question)

    threads = [threading.Thread(target=answer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert match.is_over
    assert set(refused) <= {"stale_question", "not_asked", "not_legal", "match_over"}
    check_chain(match)
    # No answer was lost, and none counted twice: all of them led here.
    assert Match.loads(match.dumps()) == match
    assert len(set(taken)) == match.question_id


@pytest.mark.parametrize("seats", [3, 4])
def test_a_listener_hears_what_its_seat_may_know(seats: int) -> None:
    match = Match(rounds=4, seed=2, seats=seats, agents=["random"] * seats)
    everything: list[Notice] = []
    heard: list[list[Notice]] = [[] for _ in range(seats)]
    match.listen(everything.append, seat=None)
    for seat in range(seats):
        match.listen(heard[seat].append, seat=seat)
    match.play()
    assert [notice.round for notice in everything] == sorted(n.round for n in everything)
    results = [notice.result for notice in everything if notice.result is not None]
    assert results == list(match.played)
    rested = 0
    for seat, notices in enumerate(heard):
        for whole, seen in zip(everything, notices, strict=True):
            assert (seen.round, seen.playing, seen.result) == (
                whole.round,
                whole.playing,
                whole.result,
            )
            if seat in whole.playing:
                place = whole.playing.index(seat)
                expected = [event.seen_by(place) for event in whole.events]
                assert list(seen.events) == [event for event in expected if event is not None]
                continue
            rested += 1
            for event in seen.events:
                assert event.kind not in ("answer", "dead")
                if event.kind in ("concealed_draw", "wei"):
                    assert event.card is None
                if event.hands is not None:
                    assert set(event.hands) == {None}
    assert bool(rested) == (seats == 4)


def test_a_listener_that_fails_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: Notice) -> None:
        raise RuntimeError("no")

    heard: list[Notice] = []
    match, other = (Match(rounds=1, seed=2, agents=["greedy"] * 3) for _ in range(2))
    match.listen(fail, seat=0)
    match.listen(heard.append, seat=0)
    with caplog.at_level(logging.ERROR, logger="paohuzi.match"):
        match.play()
    other.play()
    assert match == other
    assert heard[-1].result == match.played[0]
    assert {record.name for record in caplog.records} == {"paohuzi.match"}
    assert len(caplog.records) == len(heard)


def test_a_listener_may_answer_and_leave() -> None:
    match = Match(rounds=1, seed=2)
    rounds: list[int] = []

    def answer(notice: Notice) -> None:
        rounds.append(notice.round)
        if not match.is_over:
            seat = match.active_seats[0]
            match.act(seat, match.legal_actions(seat)[0])

    number = match.listen(answer, seat=None)
    seat = match.active_seats[0]
    match.act(seat, match.legal_actions(seat)[0])
    assert match.is_over
    assert len(rounds) >= match.question_id
    match.unlisten(number)
    match.unlisten(number)


def test_agents_are_functions_objects_and_names() -> None:
    class Player:
        def act(self, view: View) -> phz.Action:
            return first(view)

    seen: list[View] = []

    def text(view: View) -> str:
        seen.append(view)
        return str(view.legal_actions()[0])

    def number(view: View) -> int:
        return view.legal_ids()[0]

    match = Match(rounds=2, seed=4, agents=[Player(), text, number])
    assert match.play() == ()
    assert {view.seat for view in seen} == {1}
    assert [agent for agent in match.copy().agents if agent is not None] == []


def test_what_an_agent_does_wrong_comes_out_and_changes_nothing() -> None:
    def illegal(_: View) -> str:
        return "discard:s1" if match.round.hands[0].count(phz.Card("s1")) == 0 else "hu"

    def broken(_: View) -> str:
        raise RuntimeError("no")

    match = Match(rounds=1, seed=4)
    before = match.copy()
    match.set_agent(0, illegal)
    with pytest.raises(IllegalActionError) as caught:
        match.play()
    assert caught.value.code == "not_legal"
    match.set_agent(0, broken)
    with pytest.raises(RuntimeError):
        match.play()
    assert match == before


def test_an_agent_whose_question_is_settled_meanwhile_is_asked_anew() -> None:
    questions: list[int] = []

    def slow(view: View) -> phz.Action:
        questions.append(match.question_id)
        if len(questions) == 1:
            # Somebody else answers for it while it thinks.
            match.act(0, view.legal_actions()[-1])
        return first(view)

    match = Match(rounds=1, seed=4, agents=[slow, first, first])
    assert match.play() == ()
    assert len(questions) == len(set(questions)) > 1


def test_play_stops_where_somebody_without_an_agent_is_asked() -> None:
    match = Match(rounds=1, seed=4, agents=["greedy", None, "greedy"])
    asked = 0
    while match.play():
        assert match.active_seats == (1,)
        match.act(1, first(match.view(1)))
        asked += 1
    assert match.is_over
    assert asked > 3


def test_who_rests_is_asked_nothing() -> None:
    match = Match(rounds=1, seed=4, seats=4, dealer=1)
    assert (match.resting, match.playing) == (3, (0, 1, 2))
    assert match.legal_actions(3) == ()
    for call in (lambda: match.view(3), lambda: match.act(3, "pass")):
        with pytest.raises(IllegalActionError) as caught:
            call()
        assert caught.value.code == "resting_seat"
    match = Match(rounds=1, seed=4, seats=4, dealer=3)
    assert (match.resting, match.playing) == (1, (0, 2, 3))
    assert match.active_seats == (3,)
    assert match.view(3).seat == 2
    with pytest.raises(IllegalActionError) as caught:
        match.act(3, "discard:s1" if phz.Card("s1") not in match.view(3).hand else "hu")
    assert caught.value.__notes__ == ["seat 2 of the round is seat 3 of the match"]


def test_decks_may_be_given() -> None:
    decks = [phz.Deck.shuffled(9, index) for index in range(3)]
    match = Match(decks=decks, agents=["greedy"] * 3)
    assert match.rounds == 3
    match.play()
    assert [played.record.deck for played in match.played] == decks
    assert Match.loads(match.dumps()) == match
    assert Match(seed=1, decks=decks, rounds=2).rounds == 2


@pytest.mark.parametrize(
    ("stake", "money"),
    [
        (2, (-20, 40, -20)),
        (Fraction(1, 3), (Fraction(-10, 3), Fraction(20, 3), Fraction(-10, 3))),
        (Decimal("0.05"), (Decimal("-0.50"), Decimal("1.00"), Decimal("-0.50"))),
        (Decimal("0.123456789012345678901"), None),
    ],
)
def test_money_is_exact(stake: phz.Stake, money: tuple[phz.Stake, ...] | None) -> None:
    def winner(view: View) -> phz.Action:
        return first(view)

    match = Match(rounds=1, seed=7, stake=stake, agents=[winner] * 3)
    match.play()
    with localcontext(prec=2):
        found = match.money
        assert all(
            Fraction(a) == b * Fraction(stake) for a, b in zip(found, match.balance, strict=True)
        )
        assert Match.loads(match.dumps()).stake == stake
    if money is not None:
        points = [Fraction(each) / Fraction(stake) for each in money]
        assert sum(points) == 0
        assert {type(each) for each in found} == {type(each) for each in money}


@pytest.mark.parametrize("stake", [0.5, "1", True, None])
def test_a_stake_is_an_exact_number(stake: object) -> None:
    with pytest.raises(TypeError, match="exact number"):
        Match(seed=1, stake=stake)  # type: ignore[arg-type]


def test_a_match_without_an_end_needs_somebody_to_ask() -> None:
    match = Match(seed=1, agents=["greedy"] * 3)
    with pytest.raises(IllegalActionError) as caught:
        match.play()
    assert caught.value.code == "match_endless"
    match.play(rounds=3)
    assert len(match.played) == 3
    assert not match.is_over
    match.set_agent(0, None)
    assert match.play() == (0,)


def test_running_totals_are_settled_when_one_reaches_the_target() -> None:
    rules = phz.rulesets.load("shaoyang_bopi")
    match = Match(rules, seed=1, seats=4, agents=["greedy"] * 4, stake=Decimal("0.5"))
    match.play()
    assert match.is_over
    assert max(match.totals) >= 100 > max(match.played[-1].before.totals)
    tens = [(total + 5) // 10 * 10 for total in match.totals]
    assert match.balance == tuple(sum(own - other for other in tens) for own in tens)
    assert sum(match.balance) == sum(match.money) == 0
    check_chain(match)


# --- Foreign text ---


def test_a_match_that_an_earlier_release_wrote_goes_on() -> None:
    path = Path(__file__).parents[1] / "data" / "matches" / "claim.format1.json"
    match = Match.loads(path.read_text(encoding="utf-8"))
    assert repr(match) == (
        "<Match of shaoyang_bopi: 7 played, totals 17 5 21 56, question 183 to 3>"
    )
    assert (match.stake, match.agents) == (Decimal("0.5"), ("greedy", "random", None, None))
    assert match.record.given == ((1, phz.Action("pass")),)
    check_chain(match)
    match.set_agent(2, "greedy")
    match.set_agent(3, "greedy")
    match.play()
    check_chain(match)


def changed(path: str, value: object) -> str:
    match = Match(rounds=2, seed=7, agents=["greedy", None, None])
    match.play()
    parts = json.loads(match.dumps())
    *above, last = path.split(".")
    part = parts
    for key in above:
        part = part[int(key)] if isinstance(part, list) else part[key]
    if isinstance(part, list):
        part[int(last)] = value
    else:
        part[last] = value
    return json.dumps(parts)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("match_text", ""),
        ("match_text", "{"),
        ("match_text", "[]"),
        ("match_text", "[" * 100_000),
        ("match_text", '{"format": ' + "9" * 10_000 + "}"),
        ("match_format", changed("format", 2)),
        ("match_format", changed("format", None)),
        ("match_text", changed("more", 1)),
        ("match_text", changed("match.more", 1)),
        ("match_text", changed("match.seats", "3")),
        ("match_text", changed("match.seats", True)),
        ("match_text", changed("match.seed", 1.5)),
        ("match_text", changed("match.stake", "0.1e999999999")),
        ("match_text", changed("match.stake", "NaN")),
        ("match_text", changed("match.stake", "1/0")),
        ("match_text", changed("match.stake", "-1")),
        ("match_text", changed("match.stake", 1)),
        ("match_text", changed("match.agents", [1])),
        ("match_text", changed("match.agents", "greedy")),
        ("match_text", changed("match.decks", [None])),
        ("match_text", changed("answers", [["4 pass"]])),
        ("match_text", changed("answers", [["0pass"]])),
        ("match_text", changed("given", None)),
        ("match_part", changed("answers", [["0 fly"]])),
        ("match_part", changed("rules", {"minimum": 1})),
        ("match_part", changed("rules", {"name": "x", "min_huxi": 999})),
        ("match_part", changed("match.decks", ["s1"])),
        ("match_header", changed("match.seats", 5)),
        ("match_header", changed("match.dealer", 3)),
        ("match_header", changed("match.rounds", 0)),
        ("match_header", changed("match.seed", None)),
        ("match_header", changed("match.seed", 2**64)),
        ("match_header", changed("match.agents", ["clever", None, None])),
        ("match_header", changed("match.agents", [])),
        ("match_replay", changed("answers", [["0 pass"]])),
        ("match_replay", changed("answers", [["3 pass"]])),
        ("match_replay", changed("answers", [[], []])),
        ("match_replay", changed("given", ["1 hu"])),
    ],
)
def test_what_is_no_match_is_refused_with_a_code(code: str, text: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.loads(text)
    assert (caught.value.code, len(str(caught.value)) < 6000) == (code, True)
    assert not str(caught.value).endswith(".")


# --- All of it in any order ---


class Played(RuleBasedStateMachine):
    """A match between people and bots, and what may happen to it."""

    def __init__(self) -> None:
        super().__init__()
        self.match = Match(phz.rulesets.load("changde_small"), rounds=3, seed=11, seats=4)
        self.heard: list[Notice] = []
        self.match.listen(self.heard.append, seat=0)
        self.late: list[tuple[int, int, phz.Action]] = []

    @precondition(lambda self: not self.match.is_over)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.match.active_seats))
        action = data.draw(st.sampled_from(self.match.legal_actions(seat)))
        question = self.match.question_id
        self.match.act(seat, action, question=question)
        self.late.append((question, seat, action))

    @precondition(lambda self: not self.match.is_over)
    @rule(seat=st.integers(0, 3), text=st.sampled_from(["hu", "pass", "peng", "discard:s1"]))
    def anybody_says_anything(self, seat: int, text: str) -> None:
        legal = phz.Action(text) in self.match.legal_actions(seat)
        before = self.match.copy()
        try:
            self.match.act(seat, text)
        except IllegalActionError:
            assert not legal
            assert self.match == before
        else:
            assert legal

    @rule(data=st.data())
    def answer_late(self, data: st.DataObject) -> None:
        settled = [each for each in self.late if each[0] < self.match.question_id]
        if not settled:
            return
        question, seat, action = data.draw(st.sampled_from(settled))
        if seat == self.match.resting:
            return
        before = self.match.copy()
        with pytest.raises(IllegalActionError, match="question"):
            self.match.act(seat, action, question=question)
        assert self.match == before

    @rule()
    def store(self) -> None:
        before, question = self.match, self.match.question_id
        self.match = Match.loads(before.dumps())
        self.match.listen(self.heard.append, seat=0)
        assert (self.match, self.match.question_id) == (before, question)

    @rule(seat=st.integers(0, 3), name=st.sampled_from(["greedy", "random"]))
    def let_a_bot_answer_once(self, seat: int, name: str) -> None:
        if seat in self.match.active_seats:
            self.match.set_agent(seat, name)
            self.match.play(rounds=1)
            self.match.set_agent(seat, None)

    @invariant()
    def all_adds_up(self) -> None:
        check_chain(self.match)
        assert sum(self.match.totals) == 0
        assert self.match.is_over == (len(self.match.played) == 3)
        assert all(
            event.seen_by(notice.playing.index(0)) == event
            for notice in self.heard
            if 0 in notice.playing
            for event in notice.events
        )


Played.TestCase.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
test_a_match_bears_anything_in_any_order = Played.TestCase


def test_the_example_of_a_server_plays_a_match() -> None:
    script = Path(__file__).parents[2] / "examples" / "table.py"
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert "4 played" in done.stdout
    assert done.stderr == ""


def test_a_round_of_a_match_is_a_round() -> None:
    match = Match(rounds=1, seed=7)
    assert match.round == Round.from_deck(match.rules, phz.Deck.shuffled(7))
