"""Rounds and games: the same play by both, answers taken back, records, refusals that change nothing."""

import copy
import random
import threading
from collections.abc import Iterator

import paohuzi as phz
import pytest
from paohuzi import Action, Card, Deck, Game, Record, Round

from samples import PRESETS, games, play, won_game


def test_a_seed_gives_the_deck_that_it_gives_elsewhere() -> None:
    game = Game(seed=7, dealer=2, drawn_before=1)
    same = Game.from_deck(None, Deck.shuffled(7), dealer=2, drawn_before=1)
    assert game == same
    assert game.round == Round.deal(seed=7, dealer=2, drawn_before=1)
    assert game != Game(seed=8, dealer=2, drawn_before=1)
    assert (game.round.dealer, game.round.drawn_before) == (2, 1)
    assert game.rules is phz.rulesets.default()


def test_the_deal_takes_from_the_front_of_the_deck() -> None:
    deck = Deck.shuffled(11)
    round_ = Round.from_deck(None, deck, dealer=1)
    cards = deck.cards
    assert round_.hands[1] == tuple(sorted([*cards[:20], cards[60]]))
    assert round_.hands[2] == tuple(sorted(cards[20:40]))
    assert round_.hands[0] == tuple(sorted(cards[40:60]))
    assert round_.shown == cards[60]
    assert round_.stock == cards[61:]


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_every_preset_end(name: str) -> None:
    rules = phz.rulesets.load(name)
    for seed in range(100):
        game = play(Game(rules, seed=seed, dealer=seed % rules.seats), random.Random(seed))
        assert game.is_over
        assert game.current_seat is None
        assert game.legal_ids() == []
        assert game.legal_actions() == ()
        assert game.legal_mask() == 0
        settlement = game.settlement
        assert settlement is not None
        assert len(settlement.payments) == len(settlement.ti) == rules.seats
        if rules.payment == "each_round" and not (settlement.winner is None and rules.draw_penalty):
            assert sum(settlement.payments) == 0
        assert (settlement.winner is None) == (settlement.kind == "drawn")
        assert game.round.next_deal is not None


def test_all_ways_to_ask_what_is_legal_agree() -> None:
    for game, rng in games(2):
        while not game.is_over:
            seat = game.current_seat
            assert seat is not None
            round_, ids, actions = game.round, game.legal_ids(), game.legal_actions()
            assert [action.id for action in actions] == ids == sorted(set(ids))
            assert game.legal_mask() == sum(1 << number for number in ids)
            assert round_.legal_ids(seat) == ids == game.view().legal_ids()
            assert round_.legal_actions(seat) == actions == game.view().legal_actions()
            assert round_.legal_mask(seat) == game.legal_mask() == game.view().legal_mask()
            assert round_.asked == seat
            assert seat in round_.active_seats
            game.push(rng.choice(ids))


def test_what_is_legal_is_accepted_and_nothing_else() -> None:
    for game, rng in games(2):
        while not game.is_over:
            ids = set(game.legal_ids())
            before = game.copy()
            for number in range(phz.ACTION_SPACE_SIZE):
                if number in ids:
                    game.push(number)
                    assert game.pop().id == number
                else:
                    with pytest.raises(phz.PaohuziError):
                        game.push(number)
            assert game == before
            for seat in range(game.round.seats):
                active = seat in game.round.active_seats
                assert bool(game.round.legal_ids(seat)) == active
                for number in range(phz.ACTION_SPACE_SIZE):
                    if number not in game.round.legal_ids(seat):
                        with pytest.raises(phz.PaohuziError):
                            game.round.apply(seat, number)
            game.push(rng.choice(sorted(ids)))


def test_is_legal_agrees_with_what_is_offered() -> None:
    for game, rng in games(1):
        while not game.is_over:
            ids = game.legal_ids()
            assert [number for number in range(128) if game.is_legal(number)] == ids
            assert all(game.is_legal(action) for action in game.legal_actions())
            assert all(game.is_legal(str(action)) for action in game.legal_actions())
            assert game.is_legal("chi:s3:s3-s3-b3") == (
                Action("chi:s3:s3-s3-b3") in game.legal_actions()
            )
            game.push(rng.choice(ids))
        assert not game.is_legal("pass")


def test_number_text_and_action_mean_the_same() -> None:
    for game, rng in games(1):
        while not game.is_over:
            action = rng.choice(game.legal_actions())
            others = (game.copy(), game.copy(), game.copy())
            others[0].push(action)
            others[1].push(str(action))
            others[2].push(action.id)
            assert {other.answers[-1] for other in others} == {(game.current_seat, action)}
            assert others[0] == others[1] == others[2]
            game.push(action)


def test_pop_takes_back_every_answer() -> None:
    for game, rng in games(3):
        states: list[tuple[Game, Round]] = []
        actions: list[Action] = []
        while not game.is_over:
            states.append((game.copy(), game.round))
            action = rng.choice(game.legal_actions())
            actions.append(action)
            game.push(action)
        for (before, round_), action in zip(reversed(states), reversed(actions), strict=True):
            assert game.pop() == action
            assert game == before
            assert game.round == round_
        with pytest.raises(phz.IllegalActionError) as caught:
            game.pop()
        assert caught.value.code == "nothing_to_pop"


def test_a_copy_goes_its_own_way() -> None:
    game = play(Game(seed=5), random.Random(5), 10)
    before = game.copy()
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        assert twin is not game
        play(twin, random.Random(1))
        assert twin.is_over
        assert game == before


def test_round_and_game_play_the_same() -> None:
    for game, rng in games(2):
        round_ = game.round
        assert round_.opening_events == game.opening_events
        assert round_.opening_events[0].kind == "deal"
        while not game.is_over:
            seat, action = game.current_seat, rng.choice(game.legal_actions())
            assert seat is not None
            old, hashed = round_, hash(round_)
            round_, events = round_.apply(seat, action)
            assert hash(old) == hashed
            assert events == game.push_events(action)
            assert events[0].as_dict() == {"kind": "answer", "seat": seat, "action": str(action)}
            assert round_ == game.round
            assert round_.opening_events == old.opening_events
        assert round_.settlement == game.settlement
        assert round_.is_over


def answer_in_order(question: Round, answers: dict[int, int], order: list[int]) -> Round:
    """Give what comes of answers in this order; the last ones may not matter any more."""
    round_ = question
    for seat in order:
        if seat in round_.active_seats and round_.phase == question.phase:
            round_, _ = round_.apply(seat, answers[seat])
    return round_


def test_answers_may_come_in_any_order() -> None:
    orders = ([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0])
    several = 0
    for game, rng in games(8):
        while not game.is_over:
            round_ = game.round
            active = round_.active_seats
            if len(active) > 1:
                several += 1
                answers = {seat: rng.choice(round_.legal_ids(seat)) for seat in active}
                after = {answer_in_order(round_, answers, order) for order in orders}
                assert len(after) == 1
            game.push(rng.choice(game.legal_ids()))
    assert several > 20


def test_cards_are_conserved() -> None:
    for game, rng in games(2):
        while True:
            round_ = game.round
            cards = [*round_.stock, *(card for hand in round_.hands for card in hand)]
            cards += [card for melds in round_.melds for meld in melds for card in meld.cards]
            cards += [entry.card for row in round_.rows for entry in row]
            loose = 80 - len(cards)
            assert loose in (0, 1)
            assert loose == 1 or round_.contested is None
            assert all(cards.count(card) <= 4 for card in phz.CARDS)
            if game.is_over:
                break
            game.push(rng.choice(game.legal_ids()))


def test_a_record_replays_to_the_same_game() -> None:
    for game, rng in games(2):
        for answers in (0, 7, 1000):
            play(game, rng, answers)
            record = game.record
            text = record.dumps()
            assert "\n" not in text
            for again in (Record.loads(text), Record.from_bytes(record.to_bytes())):
                assert again == record
                assert again.dumps() == text
                assert again.replay() == game
                assert again.answers == game.answers
            beginning = record.beginning()
            assert beginning.answers == ()
            for _, action in record.answers:
                beginning.push(action)
            assert beginning == game
            assert record.rules is game.rules
            assert record.deck is not None
            assert record.setup is None


def test_a_game_may_begin_with_a_described_position() -> None:
    for game, rng in games(2):
        play(game, rng, 9)
        round_ = game.round
        setup = round_.setup()
        again = Game.from_setup(setup, game.rules)
        assert again.round == round_ == Round.from_setup(setup, game.rules)
        play(again, rng)
        record = again.record
        assert record.setup == setup
        assert record.deck is None
        assert (record.dealer, record.drawn_before) == (setup.dealer, setup.drawn_before)
        assert Record.loads(record.dumps()).replay() == again
        assert Record.from_bytes(record.to_bytes()).replay() == again


def test_every_state_is_described_by_its_setup() -> None:
    for game, rng in games(2):
        while True:
            round_ = game.round
            setup = round_.setup()
            assert setup.phase == round_.phase
            assert Round.from_setup(setup, game.rules) == round_
            assert phz.Setup.from_json(setup.to_json()) == setup
            assert phz.Setup.from_bytes(setup.to_bytes()) == setup
            if game.is_over:
                break
            game.push(rng.choice(game.legal_ids()))


def test_a_win_is_settled_as_the_hand_is_worth() -> None:
    game = won_game()
    settlement = game.settlement
    assert settlement is not None
    assert (settlement.winner, settlement.kind, settlement.card) == (0, "santi_wukan", None)
    win = settlement.win
    assert win is not None
    assert win == phz.santi_wukan(game.round.hands[0])
    assert (settlement.huxi, settlement.units, settlement.fan, settlement.score) == (
        win.huxi,
        win.units,
        win.fan,
        win.score,
    )
    assert settlement.items == win.items
    assert settlement.arrangement == win.arrangement
    assert settlement.self_draw is win.self_draw is True
    assert settlement.payments == (2 * win.score, -win.score, -win.score)
    assert settlement.discarder is None
    as_dict = settlement.as_dict()
    assert as_dict["arrangement"] == str(win.arrangement)
    assert as_dict["items"] == {item.name: item.value for item in win.items}
    next_deal = game.round.next_deal
    assert next_deal is not None
    assert (next_deal.dealer, next_deal.drawn_before) == (0, 0)


def test_a_drawn_round_is_worth_nothing() -> None:
    game = Game(seed=7, drawn_before=4)
    while not game.is_over:
        game.push(game.legal_ids()[0])  # pass, or discard the lowest
    settlement, next_deal = game.settlement, game.round.next_deal
    assert settlement is not None
    assert next_deal is not None
    assert (settlement.winner, settlement.kind, settlement.card) == (None, "drawn", None)
    assert (settlement.huxi, settlement.units, settlement.fan, settlement.score) == (0, 0, 1, 0)
    assert (settlement.items, settlement.arrangement, settlement.win) == ((), None, None)
    assert settlement.payments == (0, 0, 0)
    assert (next_deal.dealer, next_deal.drawn_before) == (0, 5)


def test_perft_counts_the_questions_of_a_game() -> None:
    def count(game: Game, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for number in game.legal_ids():
            game.push(number)
            total += count(game, depth - 1)
            game.pop()
        return total

    game = play(Game(seed=3), random.Random(3), 6)
    for depth in range(4):
        assert phz.perft(game, depth) == phz.perft(game.round, depth) == count(game, depth)
    assert phz.perft(game, 5) > 1000
    play(game, random.Random(3))
    assert (phz.perft(game, 0), phz.perft(game, 1), phz.perft(game, 1000)) == (1, 0, 0)


def test_one_game_from_several_threads() -> None:
    game = play(Game(seed=9), random.Random(9), 4)
    before = game.copy()
    failures: list[BaseException] = []

    def work(number: int) -> None:
        rng = random.Random(number)
        try:
            for _ in range(300):
                ids = game.legal_ids()
                try:
                    game.push(rng.choice(ids) if ids else "pass")
                    game.pop()
                except phz.IllegalActionError:
                    pass  # Another thread was faster.
                play(game.copy(), rng, 3)
                game.view(number % 3)
                assert game.record.replay().rules is game.rules
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    while len(game.answers) > len(before.answers):
        game.pop()
    assert game.round.opening_events == before.round.opening_events


def phases(rounds: int) -> Iterator[Round]:
    for game, rng in games(rounds):
        while not game.is_over:
            yield game.round
            game.push(rng.choice(game.legal_ids()))
        yield game.round


def test_the_contested_card_is_that_of_the_phase() -> None:
    kinds = set()
    for round_ in phases(3):
        kind, *rest = round_.phase.split(":")
        kinds.add(kind)
        if kind in ("drawn", "discarded"):
            assert round_.contested == Card(rest[1])
        else:
            assert round_.contested is None
    assert kinds >= {"discard", "drawn", "discarded", "exhausted"}
