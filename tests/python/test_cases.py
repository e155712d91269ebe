"""The golden cases of tests/data/cases, whose README says what the keys mean, by way of Python."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import paohuzi as phz
import pytest

CASES = Path(__file__).parents[1] / "data" / "cases"
# What a case may say of a win beside its items and blocks.
WORTH = ("huxi", "units", "fan", "score")


def cases(file: str) -> list[Any]:
    """Give the cases of a file, each under its own name."""
    tables = tomllib.loads((CASES / f"{file}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(table, id=table["id"]) for table in tables]


def ruleset(name: str, case: Mapping[str, Any]) -> phz.Ruleset:
    return phz.rulesets.load(name).replace(**case.get("options", {}))


def items(found: Iterable[phz.Item]) -> dict[str, int]:
    return {item.name: item.value for item in found}


def check_win(found: phz.Win | None, row: Mapping[str, Any]) -> None:
    assert (found is not None) == row["win"]
    if found is None:
        return
    for key in WORTH:
        if key in row:
            assert (key, getattr(found, key)) == (key, row[key])
    if "items" in row:
        assert items(found.items) == row["items"]
    if "arrangement" in row:
        assert [str(block) for block in found.arrangement.blocks] == row["arrangement"]


@pytest.mark.parametrize("case", cases("units"))
def test_units(case: dict[str, Any]) -> None:
    assert ruleset(case["rules"], case).units(case["huxi"]) == case["units"]


@pytest.mark.parametrize("case", cases("huxi"))
def test_huxi(case: dict[str, Any]) -> None:
    rules = ruleset(case["rules"], case)
    assert [{"meld": m["meld"], "huxi": rules.huxi(m["meld"])} for m in case["melds"]] == case[
        "melds"
    ]


@pytest.mark.parametrize("case", cases("chi"))
def test_chi(case: dict[str, Any]) -> None:
    rules = ruleset(case.get("rules", phz.rulesets.DEFAULT), case)
    found = phz.chi_options(case["hand"], case["card"], rules=rules)
    assert {str(action) for action in found} == set(case["choices"])


@pytest.mark.parametrize(
    "case", [*cases("wins"), *cases("fans"), *cases("positions"), *cases("regional")]
)
def test_wins(case: dict[str, Any]) -> None:
    if "waits" in case:
        check_waits(case)
        return
    context = phz.WinContext(**case.get("context", {}))
    for row in case["expect"]:
        found = phz.best_win(
            case["hand"],
            case.get("melds", ()),
            draw=case.get("draw"),
            own_draw=case["own_draw"],
            rules=ruleset(row["rules"], case),
            context=context,
        )
        check_win(found, row)


@pytest.mark.parametrize("case", cases("santi_wukan"))
def test_santi_wukan(case: dict[str, Any]) -> None:
    context = phz.WinContext(**case.get("context", {}))
    for row in case["expect"]:
        rules = ruleset(row["rules"], case)
        check_win(phz.santi_wukan(case["hand"], rules=rules, context=context), row)


def check_waits(case: dict[str, Any]) -> None:
    rules, hand, melds = ruleset(case["rules"], case), case["hand"], case.get("melds", ())
    found: dict[str, dict[str, int]] = {}
    for card, wait in phz.waits(hand, melds, rules=rules).items():
        sides = {"own": wait.own, "others": wait.others}
        # The best win is the one that pays most, which need not be the one with most huxi.
        found[str(card)] = {
            side: max(
                arrangement.huxi
                for arrangement in phz.arrangements(
                    hand, melds, draw=card, own_draw=side == "own", rules=rules
                )
            )
            for side, win in sides.items()
            if win is not None
        }
    assert found == case["waits"]


@pytest.mark.parametrize("case", cases("waits"))
def test_waits(case: dict[str, Any]) -> None:
    check_waits(case)


@pytest.mark.parametrize("case", cases("distance"))
def test_distance(case: dict[str, Any]) -> None:
    rules, hand, melds = ruleset(case["rules"], case), case["hand"], case["melds"]
    expected = None if case.get("never", False) else case["distance"]
    assert phz.distance(hand, melds, rules=rules) == expected
    assert phz.distance_batch([hand], [melds], rules=rules).tolist() == [
        -1 if expected is None else expected
    ]
    if "useful" in case:
        useful = phz.useful_cards(hand, melds, rules=rules)
        assert {
            source: " ".join(map(str, getattr(useful, source)))
            for source in ("own", "drawn", "discarded")
        } == case["useful"]
    if "discards" in case:
        after = phz.discard_distances(hand, melds, rules=rules)
        found = {str(card): takes for card, takes in after.items() if takes is not None}
        assert found == case["discards"]
        advice = phz.discard_advice(hand, melds, rules=rules)
        assert {each.card: each.distance for each in advice} == after


def cards(text: str) -> tuple[phz.Card, ...]:
    return phz.parse_cards(text)


def told(round_: phz.Round, line: str) -> phz.Round:
    """Do what a line of a script says, or check it."""
    word, *rest = line.split()
    if word == "active":
        assert round_.active_seats == tuple(map(int, rest))
    elif word == "over":
        assert round_.is_over
    elif word == "stock":
        assert len(round_.stock) == int(rest[0])
    elif word.endswith("?"):
        legal = round_.legal_actions(int(word[:-1]))
        assert {str(action) for action in legal} == set(rest)
    elif word.isdigit():
        round_, _ = round_.apply(int(word), rest[0])
    elif word == "refuse":
        with pytest.raises(phz.IllegalActionError):
            round_.apply(int(rest[0]), rest[1])
    else:
        seat, text = int(rest[0]), " ".join(rest[1:])
        match word:
            case "melds":
                assert round_.melds[seat] == tuple(map(phz.Meld, rest[1:]))
            case "stale_chi":
                assert round_.stale_chi[seat] == tuple(sorted(cards(text)))
            case "stale_peng":
                assert round_.stale_peng[seat] == tuple(sorted(cards(text)))
            case "row":
                assert tuple(entry.card for entry in round_.rows[seat]) == cards(text)
            case "hand":
                assert round_.hands[seat] == tuple(sorted(cards(text)))
            case "fault":
                assert (round_.faults[seat] or "") == text
            case "is_fault":
                assert round_.is_legal(seat, rest[1])
                assert round_.fault_of(seat, rest[1]) == (rest[2] if rest[2:] else None)
            case "dead" | "alive":
                assert round_.dead[seat] == (word == "dead")
            case _:
                raise AssertionError("a line that nothing checks")
    return round_


@pytest.mark.parametrize("case", [*cases("rounds"), *cases("regional_rounds"), *cases("faults")])
def test_rounds(case: dict[str, Any]) -> None:
    deck = [card for text in (*case["hands"], case["shown"], case["stock"]) for card in cards(text)]
    rules = ruleset(case["rules"], case)
    round_ = phz.Round.from_deck(rules, deck, dealer=case["dealer"])
    for number, line in enumerate(case["script"]):
        try:
            round_ = told(round_, line)
        except (AssertionError, phz.PaohuziError) as error:
            raise AssertionError(f"line {number}, {line}") from error
    expected = dict(case.get("expect", {}))
    if not expected:
        return
    settlement, next_deal = round_.settlement, round_.next_deal
    assert settlement is not None
    assert next_deal is not None
    found = {
        **{key: getattr(settlement, key) for key in ("winner", "kind", "self_draw", *WORTH)},
        "payments": list(settlement.payments),
        "items": items(settlement.items),
        "next_dealer": next_deal.dealer,
    }
    assert {key: found[key] for key in expected} == expected


def settled(state: phz.MatchState, result: Mapping[str, Any]) -> phz.Settlement:
    """Give the settlement of a round of a match that a case tells of."""
    rules, ti = state.rules, ((0, 0),) * state.rules.seats
    if "winner" not in result:
        return phz.Settlement._restore(rules, state.round_dealer, None, ti)
    discarder = result.get("discarder")
    kind, source = "other_draw", None
    if discarder is not None:
        kind, source = "discard", state.playing.index(discarder)
    win = phz.Win._restore(rules, 0, ("", 0, False, [], 1, result["score"]))
    seat = state.playing.index(result["winner"])
    return phz.Settlement._restore(rules, 0, (seat, kind, "s1", source, win), ti)


@pytest.mark.parametrize("case", cases("matches"))
def test_matches(case: dict[str, Any]) -> None:
    terms = {key: case[key] for key in ("seats", "dealer", "rounds", "target") if key in case}
    state = phz.MatchState(ruleset(case["rules"], case), **terms)
    assert state.resting == case.get("resting")
    for result in case["results"]:
        settlement = settled(state, result)
        found: dict[str, object] = {"points": list(state.points(settlement))}
        state = state.after(settlement)
        found |= {
            "totals": list(state.totals),
            "dealer": state.dealer,
            "resting": state.resting,
            "drawn_before": state.drawn_before,
            "over": state.is_over,
        }
        stated = {key: value for key, value in result.items() if key in found}
        assert {key: found[key] for key in stated} == stated
    if "balance" in case:
        assert list(state.balance) == case["balance"]
