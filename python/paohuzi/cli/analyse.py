"""``paohuzi analyse``: what a hand wins with, in which blocks, and for how much."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from paohuzi import (
    Arrangement,
    Card,
    DiscardAdvice,
    PaohuziError,
    Reason,
    Ruleset,
    Useful,
    View,
    Wait,
    Win,
    arrangements,
    best_win,
    discard_advice,
    distance,
    santi_wukan,
    useful_cards,
    waits,
    why_not,
)
from paohuzi.cli.advice import advice_lines, distance_text
from paohuzi.cli.console import Console
from paohuzi.cli.hands import CONTEXT_WORDS, Question, read_context, read_line
from paohuzi.cli.inputs import (
    add_output_options,
    add_rules_option,
    load_rules,
    position,
    read_text,
    seat_in,
    whole_number,
)
from paohuzi.cli.problems import ERRORS, OK, InputError, UsageError, complain
from paohuzi.cli.reasons import add_lang_option, explanation_lines, lang_for, reason_lines
from paohuzi.cli.text import columns, listed, paragraph
from paohuzi.cli.worth import (
    block_lines,
    block_text,
    blocks_dict,
    items_text,
    win_dict,
    worth_lines,
)

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
What a hand is worth: with --draw, its best win with that card, in blocks with the huxi of each, then units, patterns
and score, or why it does not win; without it, the cards that the hand waits for and how far it is from ready, or its
win where it is complete already.
"""
EPILOG: Final = """\
A card on offer is one drawn from the stock, by another seat, or with --own by the hand itself. Which of them it is
changes the huxi of three equal cards, the units, and at times whether there is a win at all.

examples:
  waits         paohuzi analyse "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6"
  in hanzi      paohuzi analyse "壹壹壹 肆肆肆 陆陆陆 三 四 五 八八 捌 九九 玖 五 六" --draw 七
  with melds    paohuzi analyse "b7x3 s7x2 b4x3 b8x3 s5x3" --melds "peng:s1 wei:b3" --draw b7 --all
  explained     paohuzi analyse "b7x3 s7x2 b4x3 b8x3 s5x3" --melds "peng:s1 wei:b3" --draw b7 --explain --lang zh
  discards      paohuzi analyse "s1 s2 s3 s4x2 s6 s8 s9 b1 b2x2 b3 b5 b6 b7x2 b8 b9x3 b10" --discards
  own draw      paohuzi analyse "b7x2 s8 s9" --melds "ti:b5 pao:s5 peng:b4 chi:b1-b2-b3 chi:s1-s2-s3" --draw s10 --own
  other rules   paohuzi analyse "b5x2 s1x3 s6x3 b9x3 b4x3 s2 s7 s10" --melds chi:s8-s9-s10 --rules hunan_half
  many hands    paohuzi analyse --file hands.txt --json

A file has one hand a line; # starts a comment:
  b5x2 s1x3 s6x3 b9x3 b4x3 s2 s7 s10 ; melds=chi:s8-s9-s10 ; draw=b5 own ; context=last_card
A line may also have seen=CARDS.
"""


COMPLETE: Final = ("too_few_huxi", "no_pattern")
"""What keeps a hand from winning that is complete as it stands."""


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "analyse",
        aliases=["analyze"],
        help="what a hand wins with, in which blocks, for how much",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("hand", nargs="*", metavar="HAND", help="the cards in hand")
    parser.add_argument("--melds", default="", help="the melds on the table before it")
    parser.add_argument("--draw", metavar="CARD", help="the card on offer, from the stock")
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--own", action="store_true", help="the hand drew the card itself")
    whose.add_argument(
        "--discarded",
        action="store_true",
        help="another seat discarded the card, which some rulesets let win",
    )
    parser.add_argument(
        "--context",
        action="append",
        default=[],
        metavar="WORDS",
        help="what cards alone cannot say, with commas between: " + ", ".join(CONTEXT_WORDS),
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="every way to arrange the finished hand, not only the best",
    )
    parser.add_argument(
        "--discards",
        action="store_true",
        help="what each discard leaves, the best first: distance, useful cards and their copies, scores",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="the win step by step, with the clause of the rulebook behind each",
    )
    add_lang_option(parser)
    parser.add_argument(
        "--seen",
        default="",
        metavar="CARDS",
        help="cards that lie elsewhere in sight and cannot come any more",
    )
    parser.add_argument(
        "--position",
        metavar="LINE",
        help="the hand and melds of a seat of this position, as paohuzi replay --to prints it, and "
        "what the seat sees and may not take",
    )
    parser.add_argument(
        "--seat",
        type=whole_number(0, 3),
        default=0,
        metavar="N",
        help="with --position, whose hand",
    )
    parser.add_argument("--file", help="a file with one hand a line, - for standard input")
    add_rules_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


class Wanted(NamedTuple):
    """What is asked for beside the win and the waits."""

    ways: bool = False
    """Every arrangement."""
    discards: bool = False
    explanation: bool = False
    lang: Literal["en", "zh"] = "en"

    @classmethod
    def of(cls, console: Console, args: Namespace) -> Wanted:
        """Give what the options ask for."""
        lang = lang_for(console, args.lang)
        return cls(args.all, args.discards, args.explain, lang)


class Answer(NamedTuple):
    """What can be said about a hand."""

    question: Question
    rules: Ruleset
    win: Win | None
    waits: dict[Card, Wait] | None
    """None where the hand is complete or a card is on offer."""
    why_not: tuple[Reason, ...]
    """What keeps it from winning; nothing where it wins, or waits for a card to be named."""
    distance: int | None
    useful: Useful | None
    """None where the hand is complete or a card is on offer."""
    discards: tuple[DiscardAdvice, ...] | None
    """None where they were not asked for."""
    santi_wukan: Win | None
    """What the hand wins with at once, if it is one just dealt."""
    arrangements: tuple[Arrangement, ...] | None
    """None where they were not asked for."""


def run(args: Namespace) -> int:
    """Run the command."""
    console = Console.of(args)
    wanted = Wanted.of(console, args)
    view = None if args.position is None else _take_position(args)
    rules = load_rules(args.rules) if view is None else view.rules
    try:
        context = read_context(" ".join(args.context))
    except InputError as error:
        raise UsageError(f"--{error}") from error
    if args.file is not None:
        if args.hand or args.melds or args.draw or args.own or args.discarded or args.seen:
            raise UsageError("found --file and a hand, expected one of them")
        return _run_file(console, args.file, rules, wanted, lambda line: read_line(line, context))
    if not args.hand:
        raise UsageError("found no hand, expected HAND or --file")
    if (args.own or args.discarded) and args.draw is None:
        option = "--own" if args.own else "--discarded"
        raise UsageError(f"found {option} without a card, expected --draw CARD")
    question = Question.of(
        " ".join(args.hand),
        args.melds,
        args.draw,
        own_draw=args.own,
        discard=args.discarded,
        context=context,
        seen=args.seen,
    )
    if view is not None:
        question = question._replace(stale_chi=view.stale_chi, stale_peng=view.stale_peng)
    answer = analysed(question, rules, wanted)
    if console.as_json:
        console.json(answer_dict(answer, wanted))
    else:
        console.write(*_page(console, answer, wanted))
    return OK


def _take_position(args: Namespace) -> View:
    """Put the hand of the position, and what its seat sees, where those of the command line stand."""
    if args.file is not None or args.hand or args.melds or args.seen:
        raise UsageError("found --position and a hand, expected one of them")
    start = position(args.position, args.rules)
    seat = seat_in(args.seat, start.rules, "--seat") or 0
    view = start.view(seat)
    owned = [*view.hand, *(card for meld in start.melds[seat] for card in meld.cards)]
    args.hand = [str(card) for card in view.hand]
    args.melds = " ".join(str(meld) for meld in start.melds[seat])
    if args.draw is None:
        elsewhere = {card: 4 - owned.count(card) - left for card, left in view.unseen.items()}
        args.seen = " ".join(f"{card}x{count}" for card, count in elsewhere.items() if count)
    return view


def _run_file(
    console: Console,
    name: str,
    rules: Ruleset,
    wanted: Wanted,
    read: Callable[[str], Question | None],
) -> int:
    status = OK
    for place, line in enumerate(read_text(name).splitlines(), start=1):
        try:
            question = read(line)
            if question is None:
                continue
            answer = analysed(question, rules, wanted)
        except (InputError, PaohuziError) as error:
            complain(f"{name}:{place}: {error}")
            status = ERRORS
            if console.as_json:
                code = getattr(error, "code", "line")
                console.json({"line": place, "error": {"code": code, "message": str(error)}})
            continue
        if console.as_json:
            console.json({"line": place, **answer_dict(answer, wanted)})
        else:
            console.write(*_entry(console, place, answer, wanted))
    return status


def analysed(question: Question, rules: Ruleset, wanted: Wanted) -> Answer:
    """Answer a question about a hand.

    Raises
    ------
    PositionError
        A hand that cannot be.
    """
    hand, melds, draw, own_draw, discard, context, seen, stale_chi, stale_peng = question
    win = best_win(
        hand, melds, draw=draw, own_draw=own_draw, discard=discard, rules=rules, context=context
    )
    is_open = win is None and draw is None
    reasons: tuple[Reason, ...] = ()
    if win is None:
        reasons = why_not(hand, melds, draw=draw, own_draw=own_draw, discard=discard, rules=rules)
    if is_open:
        # Without a card it is no win as it stands; only a complete hand is expected to be one.
        reasons = tuple(reason for reason in reasons if reason.name in COMPLETE)
    is_dealt = not melds and len(hand) in (rules.hand_size, rules.hand_size + 1)
    return Answer(
        question,
        rules,
        win,
        waits(hand, melds, rules=rules, seen=seen, context=context) if is_open else None,
        reasons,
        distance(hand, melds, rules=rules, seen=seen, stale_chi=stale_chi, stale_peng=stale_peng)
        if is_open
        else None,
        useful_cards(
            hand, melds, rules=rules, seen=seen, stale_chi=stale_chi, stale_peng=stale_peng
        )
        if is_open
        else None,
        discard_advice(
            hand,
            melds,
            rules=rules,
            seen=seen,
            stale_chi=stale_chi,
            stale_peng=stale_peng,
            context=context,
        )
        if wanted.discards
        else None,
        santi_wukan(hand, rules=rules, context=context) if is_dealt else None,
        arrangements(hand, melds, draw=draw, own_draw=own_draw, discard=discard, rules=rules)
        if wanted.ways
        else None,
    )


def answer_dict(answer: Answer, wanted: Wanted) -> dict[str, object]:
    """Give an answer for JSON."""
    question, rules = answer.question, answer.rules
    context = question.context
    found: dict[str, object] = {
        "rules": rules.name,
        "hand": " ".join(str(card) for card in sorted(question.hand)),
        "melds": [str(meld) for meld in question.melds],
        "draw": None if question.draw is None else str(question.draw),
        "own_draw": question.own_draw,
        "discard": question.discard,
        "seen": " ".join(str(card) for card in sorted(question.seen)),
        "context": {
            "last_card": context.last_card,
            "tianhu": context.tianhu,
            "dihu": context.dihu,
            "nothing_taken": context.nothing_taken,
            "drawn_before": context.drawn_before,
            "first_card": context.first_card,
            "flipped": None if context.flipped is None else str(context.flipped),
            "bi": context.bi,
        },
        "win": win_dict(rules, answer.win),
        "waits": None,
        "why_not": [reason.as_dict() for reason in answer.why_not],
        "santi_wukan": win_dict(rules, answer.santi_wukan),
    }
    if answer.useful is not None:
        found["distance"] = answer.distance
        found["useful"] = answer.useful.as_dict()
    if answer.discards is not None:
        found["discards"] = [each.as_dict() for each in answer.discards]
    if wanted.explanation:
        found["explanation"] = None if answer.win is None else answer.win.explain().as_dict()
    if answer.waits is not None:
        found["waits"] = [
            {
                "card": str(card),
                "unseen": wait.unseen,
                "others": win_dict(rules, wait.others),
                "own": win_dict(rules, wait.own),
            }
            for card, wait in answer.waits.items()
        ]
    if answer.arrangements is not None:
        found["arrangements"] = [
            {"huxi": each.huxi, "blocks": blocks_dict(rules, each)} for each in answer.arrangements
        ]
    return found


def _page(console: Console, answer: Answer, wanted: Wanted) -> list[str]:
    """Tell all about one hand."""
    question, rules = answer.question, answer.rules
    lines = columns(
        [
            ("hand", _hand(console, question)),
            ("melds", "  ".join(console.meld(meld) for meld in question.melds) or "-"),
            *([("card", _offer(console, question))] if question.draw else []),
            *([("seen", console.cards(sorted(question.seen)))] if question.seen else []),
            ("rules", console.term(rules.name, rules.hanzi)),
        ],
        indent=0,
    )
    lines.append("")
    if answer.santi_wukan is not None:
        lines += [*_santi_wukan(console, rules, answer.santi_wukan), ""]
    if answer.win is not None:
        if wanted.explanation:
            lines += explanation_lines(answer.win.explain(wanted.lang))
        else:
            lines += [
                *block_lines(console, rules, answer.win.arrangement.blocks),
                "",
                *worth_lines(console, rules, answer.win),
            ]
    else:
        lines += _no_win(console, answer, wanted)
    if answer.waits:
        lines += ["", *_waits(console, answer.waits)]
    if answer.discards is not None:
        lines += ["", *advice_lines(console, answer.discards)]
    if answer.arrangements is not None:
        lines += ["", *_arrangements(console, rules, answer.arrangements)]
    return lines


def _entry(console: Console, place: int, answer: Answer, wanted: Wanted) -> list[str]:
    """Tell the most important about one hand of many."""
    question, rules = answer.question, answer.rules
    melds = "".join(f" {console.meld(meld)}" for meld in question.melds)
    told = console.cards(sorted(question.hand)) + (f" ;{melds}" if melds else "")
    lines = paragraph(told, indent=6, first=f"{place}:")
    if question.draw is not None:
        lines.append(f"      + {_offer(console, question)}")
    if answer.santi_wukan is not None:
        lines += _santi_wukan(console, rules, answer.santi_wukan, indent=6)
    if answer.win is not None:
        if wanted.explanation:
            lines += explanation_lines(answer.win.explain(wanted.lang), indent=6)
        else:
            lines += [
                f"      {block_text(console, rules, answer.win.arrangement.blocks)}",
                f"      {_sum(console, answer.win)}",
            ]
    else:
        lines += _no_win(console, answer, wanted, indent=6)
    if answer.waits:
        lines += _waits(console, answer.waits, indent=6)
    if answer.discards is not None:
        lines += advice_lines(console, answer.discards, indent=6)
    if answer.arrangements is not None:
        lines += _arrangements(console, rules, answer.arrangements, indent=6)
    return [*lines, ""]


def _hand(console: Console, question: Question) -> str:
    count = len(question.hand)
    return f"{console.cards(sorted(question.hand))}  ({count} card{'' if count == 1 else 's'})"


def _offer(console: Console, question: Question) -> str:
    card = console.card(question.draw) if question.draw is not None else ""
    if question.context.tianhu:
        return f"{card}, the dealer's last card"
    if question.context.dihu:
        return f"{card}, the dealer's open card"
    if question.discard:
        return f"{card}, discarded by another seat"
    return f"{card}, own draw" if question.own_draw else f"{card}, drawn by another seat"


def _sum(console: Console, win: Win) -> str:
    patterns = items_text(console, win.items) or "no pattern"
    units = f"{win.units} unit{'' if win.units == 1 else 's'}"
    return f"{win.huxi} huxi, {units}, fan {win.fan} ({patterns}): score {win.score}"


def _no_win(console: Console, answer: Answer, wanted: Wanted, *, indent: int = 0) -> list[str]:
    """Say that there is no win and why, or what the hand waits for."""
    question = answer.question
    if question.draw is not None or answer.why_not:
        card = "" if question.draw is None else f" with {console.card(question.draw)}"
        reasons = reason_lines(answer.why_not, wanted.lang, indent=indent + 2)
        lines = paragraph(f"no win{card}:", indent=indent) + reasons
    elif answer.waits:
        cards = listed(console.card(card) for card in answer.waits)
        lines = paragraph(f"waits for {cards}", indent=indent)
    else:
        lines = paragraph("waits for nothing: no card completes it", indent=indent)
    if answer.useful is not None and not answer.waits:
        said = distance_text(console, answer.distance, answer.useful)
        lines += paragraph(said, indent=indent)
    return lines


def _waits(console: Console, found: dict[Card, Wait], *, indent: int = 2) -> list[str]:
    rows = []
    for card, wait in found.items():
        first = (console.card(card), str(wait.unseen))
        rows.append((*first, "others", *_wait_cells(console, wait.others)))
        rows.append(("", "", "oneself", *_wait_cells(console, wait.own)))
    header = ("card", "left", "drawn by", "huxi", "units", "fan", "score", "patterns")
    return columns(rows, align="lrlrrrrl", header=header, indent=indent)


def _wait_cells(console: Console, win: Win | None) -> tuple[str, ...]:
    if win is None:
        return ("no win",)
    return (
        str(win.huxi),
        str(win.units),
        str(win.fan),
        str(win.score),
        items_text(console, win.items),
    )


def _arrangements(
    console: Console, rules: Ruleset, found: tuple[Arrangement, ...], *, indent: int = 0
) -> list[str]:
    margin = " " * indent
    rows = [(f"{each.huxi} huxi", block_text(console, rules, each.blocks)) for each in found]
    count = f"{len(found)} way{'' if len(found) == 1 else 's'} to arrange it"
    return [f"{margin}{count}", *columns(rows, align="rl", indent=indent + 2)]


def _santi_wukan(console: Console, rules: Ruleset, win: Win, *, indent: int = 0) -> list[str]:
    name = console.term("santi_wukan", "三提五坎")
    blocks = block_text(console, rules, win.arrangement.blocks)
    return paragraph(
        f"as dealt, it wins at once with {name}: {blocks}; {_sum(console, win)}", indent=indent
    )
