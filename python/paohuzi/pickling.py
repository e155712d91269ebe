"""What pickles of this package call when they are loaded, and nothing else that they name.

Each function takes the number of a format and what that format holds. The formats of this release are 1, that of rounds
is 2; those before it are read too. Exceptions are pickled by their class.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from paohuzi._core import (
    Action,
    Arrangement,
    Card,
    Deck,
    DiscardAdvice,
    Event,
    Explanation,
    FanItem,
    Game,
    Item,
    MatchState,
    Mean,
    Meld,
    NextDeal,
    Reason,
    Record,
    Results,
    Round,
    RowCard,
    Ruleset,
    SeatSetup,
    SeatSummary,
    SeenMeld,
    Settlement,
    Setup,
    Summary,
    Useful,
    VectorRounds,
    View,
    Wait,
    Win,
    WinContext,
)
from paohuzi.errors import PaohuziError, RecordError

__all__ = [
    "restore_action",
    "restore_arena",
    "restore_arrangement",
    "restore_card",
    "restore_deck",
    "restore_discard_advice",
    "restore_duel",
    "restore_event",
    "restore_explanation",
    "restore_fan_item",
    "restore_game",
    "restore_item",
    "restore_match",
    "restore_match_record",
    "restore_match_state",
    "restore_mean",
    "restore_meld",
    "restore_next_deal",
    "restore_notice",
    "restore_played_round",
    "restore_reason",
    "restore_record",
    "restore_results",
    "restore_round",
    "restore_row_card",
    "restore_ruleset",
    "restore_seat_setup",
    "restore_seat_summary",
    "restore_seen_meld",
    "restore_settlement",
    "restore_setup",
    "restore_standing",
    "restore_summary",
    "restore_useful",
    "restore_vector_rounds",
    "restore_view",
    "restore_wait",
    "restore_win",
    "restore_win_context",
]

_FORMAT = 1

# Cards to come, stale for chi, stale for peng, barred, locked wins, dead.
_Outlook: TypeAlias = tuple[str, str, str, bool, str, bool]

_P = TypeVar("_P")
_T = TypeVar("_T")


def _restored(
    what: str, number: int, make: Callable[[_P], _T], payload: _P, *, newest: int = _FORMAT
) -> _T:
    if number != newest and number not in range(1, newest):
        expected = f"1 to {newest}" if newest > 1 else "1"
        raise RecordError(
            f"pickle of a {what} of format {number!r:.60}, expected {expected}",
            "pickle_format",
            {"what": what, "found": f"{number!r:.60}", "expected": newest},
        )
    try:
        return make(payload)
    except PaohuziError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        # A part of another type, or one too many or too few.
        raise RecordError(
            f"pickle of a {what}: {error}", "pickle_payload", {"what": what, "reason": str(error)}
        ) from error


def restore_card(number: int, payload: str) -> Card:
    """Make it again from its text."""
    return _restored("card", number, Card, payload)


def restore_meld(number: int, payload: str) -> Meld:
    """Make it again from its text."""
    return _restored("meld", number, Meld, payload)


def restore_seen_meld(number: int, payload: str) -> SeenMeld:
    """Make it again from its text."""
    return _restored("seen meld", number, SeenMeld, payload)


def restore_row_card(number: int, payload: str) -> RowCard:
    """Make it again from its text."""
    return _restored("card of a row", number, RowCard, payload)


def restore_deck(number: int, payload: str) -> Deck:
    """Make it again from its text, or that of its seed."""
    return _restored("deck", number, Deck, payload)


def restore_action(number: int, payload: str) -> Action:
    """Make it again from its text."""
    return _restored("action", number, Action, payload)


def restore_ruleset(number: int, payload: str) -> Ruleset:
    """Make it again from its JSON."""
    return _restored("ruleset", number, Ruleset.from_json, payload)


def restore_fan_item(number: int, payload: str) -> FanItem:
    """Make it again from its JSON."""
    return _restored("fan item", number, FanItem._restore, payload)


def restore_setup(number: int, payload: bytes) -> Setup:
    """Make it again from its bytes."""
    return _restored("position", number, Setup.from_bytes, payload)


def restore_event(number: int, payload: Mapping[str, object]) -> Event:
    """Make it again from its dict."""
    return _restored("event", number, Event.from_dict, payload)


def restore_arrangement(number: int, payload: tuple[str, int]) -> Arrangement:
    """Make it again from the texts of its blocks and its huxi."""
    return _restored("arrangement", number, lambda parts: Arrangement._restore(*parts), payload)


def restore_item(number: int, payload: tuple[str, str, int, str]) -> Item:
    """Make it again from name, hanzi, value and rule."""
    return _restored("item", number, lambda parts: Item._restore(*parts), payload)


def restore_match_state(
    number: int,
    payload: tuple[Ruleset, tuple[int, int, int | None, int], tuple[int, int, Sequence[int]]],
) -> MatchState:
    """Make it again from ruleset, (seats, dealer, rounds, target) and (played, drawn_before, totals)."""
    return _restored("state of a match", number, lambda parts: MatchState._restore(*parts), payload)


def _later(module: str, path: str) -> Callable[..., object]:
    """Give what a module above this one has by this name."""
    found: Callable[..., object] = attrgetter(path)(import_module(f"paohuzi.{module}"))
    return found


def restore_match(number: int, payload: str) -> object:
    """Make it again from its text; its answers are played again."""
    return _restored("match", number, _later("match", "Match.loads"), payload)


def restore_match_record(number: int, payload: str) -> object:
    """Make it again from its text."""
    return _restored("record of a match", number, _later("match", "MatchRecord.loads"), payload)


def restore_played_round(number: int, payload: tuple[object, ...]) -> object:
    """Make it again from the record and the state before it."""
    make = _later("match", "PlayedRound._restore")
    return _restored("round of a match", number, lambda parts: make(*parts), payload)


def restore_notice(number: int, payload: tuple[object, ...]) -> object:
    """Make it again from the number of the round, who plays, the events and the result."""
    make = _later("match", "Notice._restore")
    return _restored("notice", number, lambda parts: make(*parts), payload)


def restore_standing(number: int, payload: tuple[object, ...]) -> object:
    """Make it again from agent, points and margin."""
    make = _later("standings", "Standing._restore")
    return _restored("standing", number, lambda parts: make(*parts), payload)


def restore_duel(number: int, payload: tuple[object, ...]) -> object:
    """Make it again from the two agents, difference, margin and whether it is certain."""
    make = _later("standings", "Duel._restore")
    return _restored("duel", number, lambda parts: make(*parts), payload)


def restore_arena(number: int, payload: tuple[object, ...]) -> object:
    """Make it again from decks, rounds, confidence, standings and duels."""
    make = _later("standings", "Arena._restore")
    return _restored("arena", number, lambda parts: make(*parts), payload)


def restore_win_context(
    number: int, payload: tuple[bool, bool, bool, bool, int, bool, str | None, int]
) -> WinContext:
    """Make it again from its values in the order of its keywords."""

    def make(
        last_card: bool,
        tianhu: bool,
        dihu: bool,
        nothing_taken: bool,
        drawn_before: int,
        first_card: bool,
        flipped: str | None,
        bi: int = 0,
    ) -> WinContext:
        return WinContext(
            last_card=last_card,
            tianhu=tianhu,
            dihu=dihu,
            nothing_taken=nothing_taken,
            drawn_before=drawn_before,
            first_card=first_card,
            flipped=flipped,
            bi=bi,
        )

    return _restored("context of a win", number, lambda parts: make(*parts), payload)


def restore_win(number: int, payload: tuple[Ruleset, int, object]) -> Win:
    """Make it again from ruleset, huxi and (blocks, units, self_draw, items, fan, score)."""
    return _restored("win", number, lambda parts: Win._restore(*parts), payload)


def restore_wait(
    number: int,
    payload: tuple[Ruleset, str, str, str] | tuple[Ruleset, str, str, str, _Outlook, WinContext],
) -> Wait:
    """Make it again from ruleset, hand, melds, card; then maybe outlook and context."""
    return _restored("wait", number, lambda parts: Wait._restore(*parts), payload)


def restore_useful(number: int, payload: tuple[str, str, str, str]) -> Useful:
    """Make it again from the cards of each source and those of their copies that can come."""
    return _restored("useful cards", number, lambda parts: Useful._restore(*parts), payload)


def restore_discard_advice(
    number: int,
    payload: tuple[
        Ruleset,
        tuple[str, str],
        _Outlook,
        WinContext,
        str,
        int | None,
        tuple[str, str, str],
    ],
) -> DiscardAdvice:
    """Make it again from ruleset, hand after it, outlook, context, card, distance and useful cards."""
    return _restored(
        "discard advice", number, lambda parts: DiscardAdvice._restore(*parts), payload
    )


def restore_reason(
    number: int,
    payload: tuple[str, str, str, str, list[tuple[str, object]], tuple[Reason, ...]],
) -> Reason:
    """Make it again from name, rule, both texts, context and reasons."""
    return _restored("reason", number, lambda parts: Reason._restore(*parts), payload)


def restore_explanation(
    number: int, payload: tuple[str, tuple[Reason, ...], tuple[Reason, ...], Reason]
) -> Explanation:
    """Make it again from language, blocks, steps and who pays."""
    return _restored("explanation", number, lambda parts: Explanation._restore(*parts), payload)


def restore_seat_setup(
    number: int,
    payload: tuple[
        str, str, str, str, str, bool, bool, dict[Card, int], str | None, int, int, str | None
    ],
) -> SeatSetup:
    """Make it again from its values in the order of its keywords."""

    def make(
        hand: str,
        melds: str,
        row: str,
        stale_chi: str,
        stale_peng: str,
        dead: bool,
        barred: bool,
        passed_hu: dict[Card, int],
        answer: str | None,
        passed_score: int = 0,
        bi: int = 0,
        fault: str | None = None,
    ) -> SeatSetup:
        return SeatSetup(
            hand=hand,
            melds=melds,
            row=row,
            stale_chi=stale_chi,
            stale_peng=stale_peng,
            dead=dead,
            barred=barred,
            passed_hu=passed_hu,
            answer=answer,
            passed_score=passed_score,
            bi=bi,
            fault=fault,
        )

    return _restored("seat of a position", number, lambda parts: make(*parts), payload)


def restore_settlement(
    number: int, payload: tuple[Ruleset, int, object, tuple[tuple[int, int], ...]]
) -> Settlement:
    """Make it again from ruleset, dealer, None or (seat, kind, card, discarder, win), and the ti of each seat."""
    return _restored("settlement", number, lambda parts: Settlement._restore(*parts), payload)


def restore_next_deal(number: int, payload: tuple[int, int]) -> NextDeal:
    """Make it again from dealer and drawn_before."""
    return _restored("next deal", number, lambda parts: NextDeal._restore(*parts), payload)


def restore_view(number: int, payload: tuple[Ruleset, bytes]) -> View:
    """Make it again from ruleset and bytes."""

    def make(rules: Ruleset, data: bytes) -> View:
        return View.from_bytes(data, rules=rules)

    return _restored("view", number, lambda parts: make(*parts), payload)


def restore_round(number: int, payload: tuple[Ruleset, bytes, bytes | tuple[Event, ...]]) -> Round:
    """Make it again from ruleset, the bytes of its position and the events before its first question.

    The events are bytes too, in format 1 a tuple of them.
    """
    return _restored("round", number, _round, payload, newest=2)


def _round(parts: tuple[Ruleset, bytes, bytes | tuple[Event, ...]]) -> Round:
    return Round._restore(*parts)


def restore_game(number: int, payload: tuple[Ruleset, bytes]) -> Game:
    """Make it again from ruleset and the bytes of its record, which is replayed."""
    return _restored("game", number, lambda parts: Game._restore(*parts), payload)


def restore_record(number: int, payload: tuple[Ruleset, bytes]) -> Record:
    """Make it again from ruleset and bytes."""
    return _restored("record", number, lambda parts: Record._restore(*parts), payload)


def restore_mean(number: int, payload: tuple[int, int, int]) -> Mean:
    """Make it again from count, sum and sum of squares."""

    def make(count: int, sum: int, squares: int) -> Mean:
        return Mean(count=count, sum=sum, squares=squares)

    return _restored("mean", number, lambda parts: make(*parts), payload)


def restore_seat_summary(number: int, payload: tuple[str, int, int, int, Mean]) -> SeatSummary:
    """Make it again from its values in the order of its keywords."""

    def make(agent: str, wins: int, dealt: int, wins_as_dealer: int, points: Mean) -> SeatSummary:
        return SeatSummary(
            agent=agent, wins=wins, dealt=dealt, wins_as_dealer=wins_as_dealer, points=points
        )

    return _restored("seat of a summary", number, lambda parts: make(*parts), payload)


def restore_summary(number: int, payload: Mapping[str, Any]) -> Summary:
    """Make it again from its values by their keywords."""
    return _restored("summary", number, lambda parts: Summary(**parts), payload)


def restore_results(
    number: int, payload: tuple[Ruleset, tuple[str, ...], int, dict[str, Any]]
) -> Results:
    """Make it again from ruleset, agents, seed and columns."""

    def make(
        rules: Ruleset, agents: tuple[str, ...], seed: int, columns: dict[str, Any]
    ) -> Results:
        return Results.from_columns(rules, agents, seed=seed, columns=columns)

    return _restored("results", number, lambda parts: make(*parts), payload)


def restore_vector_rounds(
    number: int,
    payload: tuple[
        Ruleset, tuple[str | None, ...], str, int, tuple[tuple[int, int, bytes | None], ...]
    ],
) -> VectorRounds:
    """Make them again from ruleset, agents, mode, threads and (seed, round, answers) of each slot."""
    return _restored(
        "vector of rounds", number, lambda parts: VectorRounds._restore(*parts), payload
    )
