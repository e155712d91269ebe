"""Every value of every key of a ruleset is played by a case of the golden data, or by a test that is named here."""

import pickle
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paohuzi as phz
import pytest
from paohuzi import Game, Ruleset
from paohuzi.cli.choices import CHOICES

CASES = Path(__file__).parents[1] / "data" / "cases"
NAMES = {"format", "name", "hanzi", "description", "reconstructed", "confidence"}
ELSEWHERE = {
    ("wei_open", True): "test_wei_lie_open_where_the_ruleset_says_so",
    ("ti_visible", False): "test_dealt_ti_lie_face_down_where_the_ruleset_says_so",
}
# Where the games of the rulebook have no other value, cases of more than one preset are more than one value.
AMOUNTS = set(phz.rulesets.default().to_dict()) - set(CHOICES) - NAMES


def rulesets_of_cases() -> Iterator[Ruleset]:
    """Give the ruleset of each case, with its options."""
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            rows = case["expect"] if isinstance(case.get("expect"), list) else []
            for name in [each["rules"] for each in (case, *rows) if "rules" in each]:
                yield phz.rulesets.load(name).replace(**case.get("options", {}))


def hashable(value: object) -> object:
    return str(value) if isinstance(value, (dict, list)) else value


@pytest.fixture(scope="module")
def played() -> dict[str, set[Any]]:
    """Give the values that cases play, by key."""
    found: dict[str, set[Any]] = {}
    for rules in rulesets_of_cases():
        for key, value in rules.to_dict().items():
            found.setdefault(key, set()).add(hashable(value))
    return found


def test_every_choice_is_played(played: dict[str, set[Any]]) -> None:
    wanted = {(key, value) for key, values in CHOICES.items() for value in values}
    missing = {(key, value) for key, value in wanted if value not in played[key]}
    assert missing == set(ELSEWHERE)
    assert all(name in globals() for name in ELSEWHERE.values())


def test_every_amount_is_played_with_more_than_one_value(played: dict[str, set[Any]]) -> None:
    assert {key for key in AMOUNTS if len(played[key]) < 2} == set()


@pytest.mark.parametrize("is_open", [True, False])
def test_wei_lie_open_where_the_ruleset_says_so(is_open: bool) -> None:
    rules, found = phz.rulesets.default().replace(wei_open=is_open), 0
    for seed in range(60):
        game = Game(rules, seed=seed)
        while not game.is_over:
            for event in game.push_events(game.legal_actions()[0]):
                if event.kind not in ("wei", "open_wei"):
                    continue
                found += 1
                drawer, card = event.seat, event.card
                assert drawer is not None
                assert card is not None
                others = {0, 1, 2} - {drawer}
                told = [event.seen_by(seat) for seat in others]
                seen = [each.card for each in told if each is not None]
                assert seen == [card if is_open else None] * 2
                if game.settlement is None:
                    laid = [game.view(seat).melds[drawer][-1].meld for seat in others]
                    assert laid == [phz.Meld(f"wei:{card}") if is_open else None] * 2
    assert found > 20


@pytest.mark.parametrize("is_shown", [True, False])
def test_dealt_ti_lie_face_down_where_the_ruleset_says_so(is_shown: bool) -> None:
    """Rulebook C4: the third S1 text has 起手提不亮牌, four cards that nobody else sees."""
    rules, found = phz.rulesets.default().replace(ti_visible=is_shown), 0
    for seed in range(150):
        game, rng = Game(rules, seed=seed), random.Random(seed)
        laid = [(seat, meld.card) for seat, melds in enumerate(game.round.melds) for meld in melds]
        events = [each for each in game.opening_events if each.kind.endswith("_ti")]
        assert [(each.seat, each.card) for each in events] == laid
        assert {each.kind for each in events} <= {"dealt_ti" if is_shown else "concealed_ti"}
        found += len(laid)
        while laid and not game.is_over:
            for owner, card in laid:
                for seat in range(3):
                    view, knows = game.view(seat), is_shown or seat == owner
                    shown = "dealt_ti:?" if not knows else f"dealt_ti:{card}"
                    assert shown in map(str, view.melds[owner])
                    again = pickle.loads(pickle.dumps(view))
                    assert again == view
                    assert shown in view.to_text()
                    copies = 4 - (view.shown == card)
                    assert knows or view.unseen[phz.Card(str(card))] == copies
            game.push(rng.choice(game.legal_ids()))
        for seat in range(3):
            told = [event.seen_by(seat) for event in events]
            cards = [each.card for each in told if each is not None]
            assert cards == [c if is_shown or seat == owner else None for owner, c in laid]
            log = game.record.to_log(seat=seat)
            if not is_shown and any(owner != seat for owner, _ in laid):
                assert '"kind":"concealed_ti"' in log
                assert '"card":"?"' in log
                phz.validate_log(log)
            if game.is_over:
                assert "?" not in map(str, game.view(seat).melds)
    assert found > 5
