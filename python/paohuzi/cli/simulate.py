"""``paohuzi simulate``: many rounds of bots, and what they add up to."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Ruleset, Summary
from paohuzi.cli.console import Console
from paohuzi.cli.huxi import unit_spans
from paohuzi.cli.inputs import (
    add_output_options,
    add_rules_option,
    agents_for,
    load_rules,
    whole_number,
)
from paohuzi.cli.problems import OK, InputError, UsageError
from paohuzi.cli.text import columns, number, pad, percent
from paohuzi.cli.words import ENDS
from paohuzi.processors import processors
from paohuzi.simulate import simulate

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
Many rounds of bots, and what they add up to: who wins, how rounds end, how huxi, fan and patterns are spread, and the
points of each seat a round, with the standard error of their mean.
"""
EPILOG: Final = """\
The results depend on the ruleset, the agents, the seed and the numbers of the rounds alone, never on the threads.
The seats deal in turn. Ctrl-C ends the simulation and shows what was finished.

examples:
  paohuzi simulate --rounds 10000
  paohuzi simulate --rounds 100000 --agents greedy,greedy,random --seed 1 --rules hunan_half --threads 2
  paohuzi simulate --rounds 100000 --json > results.json
  paohuzi simulate --rounds 5000000 --backend ray    on the processors that Ray has
  paohuzi simulate --rounds 50000 --first 50000      the second half of the same 100,000 rounds
"""
MOST: Final = 2**64 - 1
PART: Final = 250_000
"""Rounds whose results are kept at a time; only their sums stay."""
INTERRUPTED: Final = 130
BAR: Final = 30
"""Columns of the progress bar."""


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "simulate",
        help="many rounds of bots, and what they add up to",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1, 2**40),
        default=10_000,
        metavar="N",
        help="how many rounds; %(default)s by default",
    )
    parser.add_argument(
        "--agents",
        default="greedy,random,random",
        help="bots by name (random, simple, greedy), one for all seats or one a seat with commas between; "
        "%(default)s by default",
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MOST), default=1, help="decides everything; 1 by default"
    )
    parser.add_argument(
        "--first",
        type=whole_number(0, 2**40),
        default=0,
        metavar="I",
        help="the number of the first round; 0 by default",
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, 1024),
        metavar="N",
        help="how many threads play; PAOHUZI_NUM_THREADS, or as many as there are processors, by default",
    )
    parser.add_argument(
        "--backend",
        choices=("local", "ray"),
        default="local",
        help="where to play: on threads of this machine, or as Ray tasks; %(default)s by default",
    )
    parser.add_argument(
        "--address",
        help="the Ray cluster to play on, such as auto; one of this machine by default",
    )
    add_rules_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Run the command."""
    console = Console.of(args)
    if args.address is not None and args.backend != "ray":
        raise UsageError("--address: it is that of a Ray cluster, expected --backend ray")
    rules = load_rules(args.rules)
    agents = agents_for(args.agents, rules)
    meter = Meter(args.rounds)
    try:
        with _interrupt_into(meter), _executor(args) as executor:
            summary = _play(args, rules, agents, meter, executor)
    except ImportError as error:
        raise InputError(str(error)) from error
    meter.end(summary.rounds)
    if console.as_json:
        console.json(_as_dict(args, rules, agents, summary))
    else:
        console.write(*_page(console, args, rules, summary))
    return INTERRUPTED if meter.is_stopped else OK


def _executor(args: Namespace) -> AbstractContextManager[Executor | None]:
    """Give what plays; none for threads of this process."""
    if args.backend == "local":
        return nullcontext()
    from paohuzi.ray import RayExecutor

    return RayExecutor(args.address)


def _play(
    args: Namespace,
    rules: Ruleset,
    agents: Sequence[str],
    meter: Meter,
    executor: Executor | None,
) -> Summary:
    summary: Summary | None = None
    done = 0
    while summary is None or (done < args.rounds and not meter.is_stopped):
        part = simulate(
            rules,
            agents,
            rounds=min(PART, args.rounds - done),
            seed=args.seed,
            first=args.first + done,
            threads=_threads(args.threads),
            progress=meter.after(done),
            executor=executor,
        ).summary()
        done += part.rounds
        summary = part if summary is None else summary.merged(part)
    return summary


def _threads(wanted: int | None) -> int | None:
    """Give the number of threads; none where the environment says it."""
    if wanted is not None or "PAOHUZI_NUM_THREADS" in os.environ:
        return wanted
    return processors()


class Meter:
    """How far a simulation is, on standard error, and whether it has to stop."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.is_stopped = False
        self._start = time.monotonic()
        self._shown = 0.0
        self._is_terminal = sys.stderr.isatty()

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Let the simulation end with what is finished; a second time, at once."""
        if self.is_stopped:
            raise KeyboardInterrupt
        self.is_stopped = True

    def after(self, before: int) -> Callable[[int, int], bool]:
        """Give a progress function for a part that begins after so many rounds."""

        def progress(done: int, _: int) -> bool:
            self._show(before + done)
            return not self.is_stopped

        return progress

    def _rate(self, done: int) -> str:
        seconds = time.monotonic() - self._start
        return f"{number(round(done / seconds)) if seconds else '-'} rounds a second"

    def _show(self, done: int) -> None:
        now = time.monotonic()
        if not self._is_terminal or now - self._shown < 0.1:
            return
        self._shown = now
        bar = pad("#" * (BAR * done // self.rounds), BAR)
        line = f"[{bar}] {number(done)} of {number(self.rounds)}, {self._rate(done)}"
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    def end(self, done: int) -> None:
        """Say how fast it went."""
        seconds = time.monotonic() - self._start
        start = "\r\x1b[K" if self._is_terminal else ""
        what = f"stopped after {number(done)} of {number(self.rounds)} rounds"
        said = what if self.is_stopped else f"{number(done)} rounds"
        print(f"{start}{said} in {seconds:.1f} s, {self._rate(done)}", file=sys.stderr)


@contextmanager
def _interrupt_into(meter: Meter) -> Iterator[None]:
    """Let Ctrl-C stop the meter instead of the program."""
    try:
        before = signal.signal(signal.SIGINT, meter.stop)
    except ValueError:  # Signals reach the main thread only.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _as_dict(
    args: Namespace, rules: Ruleset, agents: Sequence[str], summary: Summary
) -> dict[str, object]:
    """Give the results for JSON: the same for the same rounds, however they were played."""
    return {
        "rules": rules.name,
        "agents": list(agents),
        "seed": args.seed,
        "first": args.first,
        "asked": args.rounds,
        "rounds": summary.rounds,
        "drawn": summary.drawn,
        "seats": [
            {
                "seat": seat,
                "agent": each.agent,
                "wins": each.wins,
                "dealt": each.dealt,
                "wins_as_dealer": each.wins_as_dealer,
                "points": _mean_dict(each.points.mean, each.points.std_error),
            }
            for seat, each in enumerate(summary.seats)
        ],
        "kinds": summary.kinds,
        "huxi": {str(huxi): wins for huxi, wins in summary.huxi.items()},
        "units": {str(units): wins for units, wins in summary.units.items()},
        "fan": {str(fan): wins for fan, wins in summary.fan.items()},
        "items": summary.items,
        "decisions": _mean_dict(summary.decisions.mean, summary.decisions.std_error),
        "draws": _mean_dict(summary.draws.mean, summary.draws.std_error),
    }


def _mean_dict(mean: float, std_error: float) -> dict[str, float]:
    return {"mean": mean, "std_error": std_error}


def _page(console: Console, args: Namespace, rules: Ruleset, summary: Summary) -> list[str]:
    wins = summary.rounds - summary.drawn
    return [
        f"{console.term(rules.name, rules.hanzi)}, seed {args.seed}, {number(summary.rounds)} rounds",
        "",
        *_seats(console, summary),
        "",
        *_kinds(console, summary),
        "",
        *_spread("huxi", _by_units(rules, summary.huxi), wins),
        "",
        *_spread("fan", {str(fan): count for fan, count in summary.fan.items()}, wins),
        "",
        *_spread("pattern", _patterns(console, rules, summary), wins),
        "",
        f"A round has {summary.decisions.mean:.1f} decisions and {summary.draws.mean:.1f} draws.",
    ]


def _seats(console: Console, summary: Summary) -> list[str]:
    sign = "±" if console.hanzi else "+-"
    rows = [
        (
            str(seat),
            each.agent,
            number(each.wins),
            percent(each.wins, summary.rounds),
            number(each.wins_as_dealer),
            percent(each.wins_as_dealer, each.dealt),
            f"{each.points.mean:+.3f}",
            f"{sign} {each.points.std_error:.3f}",
        )
        for seat, each in enumerate(summary.seats)
    ]
    header = ("seat", "agent", "wins", "", "as dealer", "", "points a round", "")
    return columns(rows, align="llrrrrrl", header=header)


def _kinds(console: Console, summary: Summary) -> list[str]:
    rows = [
        (
            console.term(kind, ENDS[kind][0]),
            number(count),
            percent(count, summary.rounds),
            ENDS[kind][2],
        )
        for kind, count in summary.kinds.items()
    ]
    return columns(rows, align="lrrl", header=("end", "rounds", "", ""))


def _by_units(rules: Ruleset, huxi: Mapping[int, int]) -> dict[str, int]:
    """Put the huxi together that make the same units."""
    spans = unit_spans(rules, max(huxi, default=0))
    counts = {
        f"{low}-{high}": sum(huxi.get(n, 0) for n in range(low, high + 1)) for low, high, _ in spans
    }
    return {span: count for span, count in counts.items() if count}


def _patterns(console: Console, rules: Ruleset, summary: Summary) -> dict[str, int]:
    return {console.term(item.name, item.hanzi): summary.items[item.name] for item in rules.fan}


def _spread(what: str, counts: Mapping[str, int], wins: int) -> list[str]:
    """Give counts of wins as a table with bars."""
    most = max(counts.values(), default=0) or 1
    rows = [
        (name, number(count), percent(count, wins), "#" * round(BAR * count / most))
        for name, count in counts.items()
    ]
    return columns(rows, align="rrrl", header=(what, "wins", "", ""))
