"""An object of every public type, for the tests of what all of them have in common.

Run it to write the pickles of this release: see tests/data/pickles/README.md.
"""

import json
import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import paohuzi as phz

PICKLES = Path(__file__).parents[1] / "data" / "pickles"
PRESETS = phz.rulesets.names()

# A hand that waits, a full one that wins, and one with five kan.
WAITING = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9"
TIANHU = "s1x3 s2x3 s3x3 b1x3 b5x3 s7 s8 s9 b7 b8 b9"
# A hand with a discard due, after which it is ready, and its melds.
READY_TO_DISCARD = (
    "s1 s2 s3 s4x2 b9",
    "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6",
)
WUKAN = "s1x3 s2x3 s3x3 b1x3 b5x3 s7 s8 b7 b8 b10"


def play(game: phz.Game, rng: random.Random, answers: int = 1000) -> phz.Game:
    """Play on with random answers."""
    for _ in range(answers):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_ids()))
    return game


def games(rounds: int, *, seed: int = 1) -> Iterator[tuple[phz.Game, random.Random]]:
    """Give fresh games of every preset, with a generator for each."""
    for name in PRESETS:
        for index in range(rounds):
            rules = phz.rulesets.load(name)
            deck = phz.Deck.shuffled(seed, index)
            game = phz.Game.from_deck(
                rules, deck, dealer=index % rules.seats, drawn_before=index % 2
            )
            yield game, random.Random(f"{name} {seed} {index}")


def with_other_cards(round_: phz.Round, seat: int, rng: random.Random) -> phz.Round | None:
    """Give the round with the cards that the seat cannot see dealt anew, if that is a position."""
    setup = round_.setup()
    others = [other for other in range(round_.seats) if other != seat]
    hidden = list(setup.stock) + [card for other in others for card in setup.seats[other].hand]
    rng.shuffle(hidden)
    seats: list[dict[str, object]] = []
    for number, described in enumerate(setup.seats):
        size = len(described.hand)
        hand: object = described.hand
        if number in others:
            hand, hidden = hidden[:size], hidden[size:]
        seats.append(
            {
                "hand": hand,
                "melds": described.melds,
                "row": described.row,
                "stale_chi": described.stale_chi,
                "stale_peng": described.stale_peng,
                "dead": described.dead,
                "barred": described.barred,
                "passed_hu": described.passed_hu,
                "passed_score": described.passed_score,
                "bi": described.bi,
            }
        )
    changed = phz.Setup(
        seats=seats,
        stock=hidden,
        phase=setup.phase,
        dealer=setup.dealer,
        shown=setup.shown,
        drawn_before=setup.drawn_before,
    )
    try:
        return phz.Round.from_setup(changed, round_.rules)
    except phz.PositionError:
        return None  # Four of a kind in a hand, say.


def won_game() -> phz.Game:
    """Give a game that the dealer wins with five kan."""
    hand = phz.parse_cards(WUKAN)
    rest = [card for card in phz.CARDS for _ in range(4 - hand.count(card))]
    game = phz.Game.from_deck(None, [*hand, *rest])
    while not game.is_over:
        game.push("hu" if game.is_legal("hu") else game.legal_ids()[0])
    return game


def samples() -> dict[str, object]:
    """Give an object of each public type, by the name of the type."""
    rules = phz.rulesets.load("quanmingtang_full")
    game = play(phz.Game(rules, seed=7, dealer=1, drawn_before=2), random.Random(7), 20)
    round_ = game.round
    won = won_game().settlement
    assert won is not None
    assert won.arrangement is not None
    next_deal = won_game().round.next_deal
    results = phz.simulate(agents="random", rounds=9, seed=1)
    summary = results.summary()
    drawn, events = phz.Round.deal(seed=7).apply(0, "discard:s6")
    seat = phz.SeatSetup(
        hand="s1x3 b2",
        melds="peng:s4 chi:s1-s2-s3",
        row="+s5 -b2",
        stale_chi="b1 b2",
        stale_peng="b3",
        dead=True,
        barred=True,
        passed_hu={"s5": 12},
        answer="chi:s3:s3-s3-b3",
    )
    match = phz.Match(rules, rounds=4, seed=7, seats=4, agents=["greedy", "random", None, "greedy"])
    heard: list[phz.Notice] = []
    match.listen(heard.append, seat=2)
    while len(match.played) < 2:
        for asked in match.play(rounds=1):
            match.act(asked, match.legal_actions(asked)[-1])
    arena = phz.arena(["simple", "random"], rounds=60, seed=1)
    return {
        "Action": phz.Action("chi:s3:s1-s2-s3+s3-s4-s5"),
        "Arena": arena,
        "Arrangement": won.arrangement,
        "Card": phz.Card("b7"),
        "Deck": phz.Deck.shuffled(7),
        "DiscardAdvice": phz.discard_advice(*READY_TO_DISCARD, seen="b4", stale_chi="s1")[0],
        "Duel": arena.duels[0],
        "Event": events[0],
        "Explanation": won.explain("zh"),
        "FanItem": rules.fan[0],
        "Game": game,
        "Item": won.items[0],
        "Match": match,
        "MatchRecord": match.record,
        "MatchState": phz.MatchState(rules, seats=4, dealer=1, rounds=8, target=50).after(won),
        "Mean": summary.seats[0].points,
        "Meld": phz.Meld("chi:s2-s7-s10"),
        "NextDeal": next_deal,
        "Notice": next(notice for notice in heard if notice.result is not None),
        "PlayedRound": match.played[0],
        "Reason": round_.view(1).why_refused("hu"),
        "Record": game.record,
        "Results": results,
        "Round": round_,
        "RowCard": phz.RowCard("-s5"),
        "Ruleset": rules.replace(name="changed", min_huxi=10),
        "SeatSetup": seat,
        "SeatSummary": summary.seats[0],
        "SeenMeld": phz.SeenMeld("wei:?"),
        "Settlement": won,
        "Setup": drawn.setup(),
        "Standing": arena.standings[1],
        "Summary": summary,
        "Useful": phz.useful_cards(*READY_TO_DISCARD, seen="b4"),
        "View": round_.view(0),
        "Wait": phz.waits(WAITING, seen="s7 b1x2")[phz.Card("s7")],
        "Win": won.win,
        "WinContext": phz.WinContext(last_card=True, drawn_before=3, flipped="s5"),
    }


def public_types() -> set[str]:
    """Give the names of the public types that are not exceptions."""
    found = {name: getattr(phz, name) for name in phz.__all__}
    return {
        name
        for name, value in found.items()
        if isinstance(value, type) and not issubclass(value, BaseException)
    }


def write(name: str) -> None:
    """Write the pickles, and what their objects read like."""
    values = samples()
    reprs = {key: repr(value) for key, value in values.items()}
    PICKLES.joinpath(f"{name}.pickle").write_bytes(pickle.dumps(values, 4))
    text = json.dumps(reprs, indent=1, ensure_ascii=False)
    PICKLES.joinpath(f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(phz.__version__)
