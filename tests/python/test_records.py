"""Records in every form, as docs/records.md specifies them."""

import json
import random
import re
from pathlib import Path

import paohuzi as phz
import pytest
from paohuzi import Game, Record, RecordError, Round, Setup, read_records, rulesets, validate_log

from samples import games, play

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
KEPT = ROOT / "tests" / "data" / "records"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)\n```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def test_the_example_of_the_document_is_one_round_in_all_forms() -> None:
    (line,) = blocks("record")
    whole, seen = blocks("log")
    (position,) = blocks("position")
    (view,) = blocks("view")
    record = Record.from_text(line)
    assert record.to_text() == line
    assert Record.from_log(whole) == record
    assert record.to_log().splitlines()[1:] == whole.splitlines()[1:]
    assert record.to_log(0).splitlines()[1:] == seen.splitlines()[1:]
    assert validate_log(seen) is None
    assert record.setup == Setup.from_text(position)
    start = Round.from_text(position)
    assert start.to_text() == position
    assert start.view(0).to_text() == view
    # As the last line tells it: 4 units of 22 huxi and the self-draw, from two losers.
    settlement = record.replay().settlement
    assert settlement is not None
    assert (settlement.winner, settlement.payments) == (0, (8, -4, -4))


def test_the_document_tells_every_kind_of_event() -> None:
    kinds = {
        event.kind
        for game, rng in games(20)
        for record in [play(game, rng).record]
        for event in map(phz.Event.from_dict, events(record))
    }
    assert len(kinds) >= 13
    for kind in kinds:
        assert f"`{kind}`" in DOCUMENT


def events(record: Record) -> list[dict[str, object]]:
    """Give what the log tells between its header and its end."""
    lines = [json.loads(line) for line in record.to_log().splitlines()]
    return [line for line in lines if line["kind"] not in {"log", "end"}]


def test_every_form_gives_the_record_back() -> None:
    for game, rng in games(6):
        record = play(game, rng, 1 + rng.randrange(60)).record
        assert Record.loads(record.dumps()) == record
        assert Record.from_bytes(record.to_bytes()) == record
        assert Record.loads(record.to_text(), rules=record.rules) == record
        assert Record.from_log(record.to_log()) == record
        assert validate_log(iter(record.to_log().splitlines())) == record
        assert record.replay() == game
        position = game.round.to_text()
        assert Round.from_text(position, rules=record.rules) == game.round
        setup = game.round.setup()
        assert Setup.from_text(str(setup)) == setup


def test_the_seed_of_a_deck_is_kept_by_every_form() -> None:
    record = Game(seed=2**64 - 1).record
    seed = (2**64 - 1, 0)
    forms = [
        Record.loads(record.dumps()),
        Record.loads(record.to_text()),
        Record.from_bytes(record.to_bytes()),
        Record.from_log(record.to_log()),
    ]
    assert [form.deck.seed for form in forms if form.deck is not None] == [seed] * 4
    assert record.deck is not None
    cards = phz.Deck(record.deck.cards)
    assert (cards, cards.seed) == (record.deck, None)
    unknown = Game.from_deck(None, cards).record
    assert unknown == record
    assert "deal-v1" not in unknown.dumps() + unknown.to_text() + unknown.to_log()
    assert Record.loads(unknown.to_text()) == record


def test_the_log_of_a_seat_holds_no_seed_deck_or_hidden_card() -> None:
    for game, rng in games(4):
        record = play(game, rng).record
        seats = record.rules.seats
        for seat in range(seats):
            header, *rest = record.to_log(seat).splitlines()
            start = json.loads(header)
            assert (start["deck"], start["seat"]) == ("?", seat)
            assert "seed" not in start
            for line in map(json.loads, rest):
                if line["kind"] == "deal":
                    hidden = [place for place, hand in enumerate(line["hands"]) if hand == "?"]
                    assert hidden == [place for place in range(seats) if place != seat]
                if line["kind"] in {"answer", "dead"}:
                    assert line["seat"] == seat
                if line["kind"] in {"concealed_draw", "wei"}:
                    assert (line["card"] == "?") == (line["seat"] != seat)


def test_the_first_wrong_line_is_named() -> None:
    lines = play(Game(seed=7), random.Random(7), 9).record.to_log().splitlines()
    for place in range(1, len(lines)):
        wrong = [*lines[:place], '{"kind":"exhausted"}', *lines[place + 1 :]]
        with pytest.raises(RecordError) as caught:
            validate_log(wrong)
        error = caught.value
        assert error.code in {"log_event", "log_answer"}
        assert error.context["line"] == place + 1
        assert error.context["found"] == '{"kind":"exhausted"}'
        expected = error.context["expected"]
        assert isinstance(expected, str)
        assert expected == lines[place] or expected.startswith("an answer of seat ")


def test_files_are_read_one_record_at_a_time(tmp_path: Path) -> None:
    records = [play(Game(seed=seed), random.Random(seed), 10).record for seed in range(3)]
    first, second, third = records
    text = "\n".join(
        [first.dumps(), "", second.to_log(), third.to_text(), first.to_log(), second.dumps()]
    )
    path = tmp_path / "rounds.txt"
    path.write_text(text + "\n", encoding="utf-8")
    rules = third.rules
    found = list(read_records(path, rules=rules))
    assert found == [first, second, third, first, second]

    def endless() -> object:
        while True:
            yield first.dumps()

    endless_lines = read_records(endless())  # type: ignore[arg-type]
    assert [next(endless_lines) for _ in range(3)] == [first] * 3
    with pytest.raises(RecordError):
        list(read_records([first.dumps(), "{"]))


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.format2.json")), ids=lambda path: path.stem)
def test_kept_records_read_in_every_form(path: Path) -> None:
    record = Record.loads(path.read_text(encoding="utf-8"))
    (lines,) = read_records(path.with_suffix(".txt"), rules=record.rules)
    (told,) = read_records(path.with_suffix(".log.jsonl"))
    data = path.with_suffix(".bin").read_bytes()
    assert record == lines == told == Record.from_bytes(data)
    with open(path.with_suffix(".seat1.log.jsonl"), encoding="utf-8") as file:
        assert validate_log(file) is None


def test_errors_tell_the_position_and_no_more_than_the_seat_may_know() -> None:
    round_ = Round.deal(seed=7)
    for seat, action in ((0, "peng"), (1, "pass")):
        with pytest.raises(phz.IllegalActionError) as caught:
            round_.apply(seat, action)
        assert caught.value.context["position"] == round_.view(seat).to_text()
    game = Game(seed=7)
    with pytest.raises(phz.IllegalActionError) as caught:
        game.push("peng")
    assert caught.value.context["position"] == game.view().to_text()
    setup = Setup.from_text(str(round_.setup()).replace("discard:0", "discard:1"))
    for make in (Round.from_setup, Game.from_setup):
        with pytest.raises(phz.PositionError) as wrong:
            make(setup)
        assert wrong.value.context["position"] == setup.to_text(rulesets.default())


def test_a_pickled_round_takes_few_bytes_beside_its_ruleset() -> None:
    import pickle

    for game, rng in games(6):
        play(game, rng, rng.randrange(60))
        round_ = game.round
        alone = len(pickle.dumps(round_.rules))
        assert len(pickle.dumps(round_)) - alone <= 300
        many = [round_] + [Round.deal(round_.rules, seed=seed) for seed in range(9)]
        assert len(pickle.dumps(many)) - alone <= 10 * 300
        assert pickle.loads(pickle.dumps(many)) == many
