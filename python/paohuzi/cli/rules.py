"""``paohuzi rules``: which rulesets there are, and what one of them says."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Ruleset, rulesets
from paohuzi.cli.choices import sentences
from paohuzi.cli.console import Console
from paohuzi.cli.fan import condition, worth
from paohuzi.cli.huxi import unit_spans
from paohuzi.cli.inputs import add_output_options, load_rules
from paohuzi.cli.problems import OK
from paohuzi.cli.rules_check import run_check, run_diff
from paohuzi.cli.text import columns, paragraph, width
from paohuzi.cli.words import MELDS

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
The rulesets that come with the package, and what each says: the deal, what a win needs, huxi, units, patterns, and the
points on which towns differ.
"""
EPILOG: Final = """\
examples:
  paohuzi rules list
  paohuzi rules show quanmingtang
  paohuzi rules show my-rules.toml --json
  paohuzi rules check my-rules.toml
  paohuzi rules diff quanmingtang my-rules.toml
"""

HUXI_ROWS: Final = {
    "peng": MELDS["peng"],
    "kan": MELDS["kan"],
    "wei": MELDS["wei"],
    "pao": MELDS["pao"],
    "ti": MELDS["ti"],
    "one_two_three": "一二三",
    "two_seven_ten": "二七十",
    "one_five_ten": "一五十",
}
HUXI_COLUMNS: Final = ("small", "big", "red_small", "red_big")

CONFIDENCE: Final = {
    "medium": "It rests on two sources or one good one.",
    "low": "It rests on one weak source or on inference.",
}
"""How well a ruleset is attested; nothing is said of one that is well attested."""


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "rules",
        help="which rulesets there are, and what each says",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    verbs = parser.add_subparsers(
        title="commands", metavar="VERB", dest="verb", required=True, prog="paohuzi rules"
    )
    listing = verbs.add_parser("list", help="the rulesets by name", allow_abbrev=False)
    add_output_options(listing)
    listing.set_defaults(run=run_list)
    showing = verbs.add_parser("show", help="a ruleset in words", allow_abbrev=False)
    showing.add_argument("name", metavar="NAME", help="a name of the list, or a TOML file")
    add_output_options(showing)
    showing.set_defaults(run=run_show)
    checking = verbs.add_parser(
        "check",
        help="whether files are rulesets, and all that is wrong with them",
        description="All that is wrong with ruleset files, each with its line, what was found, what was expected and "
        "the name that may have been meant. The exit code is 0 where nothing is.",
        allow_abbrev=False,
    )
    checking.add_argument(
        "files", metavar="FILE", nargs="+", help="a TOML file, - for standard input"
    )
    add_output_options(checking)
    checking.set_defaults(run=run_check)
    differing = verbs.add_parser(
        "diff",
        help="how two rulesets differ",
        description="How the second ruleset is played otherwise than the first: each key that differs, both values and "
        "what they mean; fan items by name.",
        allow_abbrev=False,
    )
    for name in ("first", "second"):
        differing.add_argument(name, metavar="RULES", help="a name of the list, or a TOML file")
    add_output_options(differing)
    differing.set_defaults(run=run_diff)


def run_list(args: Namespace) -> int:
    """Run ``rules list``."""
    console = Console.of(args)
    found = [rulesets.load(name) for name in rulesets.names()]
    if console.as_json:
        rows = [
            {
                "name": rules.name,
                "hanzi": rules.hanzi,
                "description": _first_sentence(rules),
                "reconstructed": rules.reconstructed,
                "confidence": rules.confidence,
            }
            for rules in found
        ]
        console.json({"rulesets": rows})
        return OK
    names = columns([(rules.name, *_hanzi(console, rules)) for rules in found], indent=0)
    indent = max(map(width, names)) + 2
    for name, rules in zip(names, found, strict=True):
        console.write(*paragraph(_first_sentence(rules), indent=indent, first=name))
    return OK


def run_show(args: Namespace) -> int:
    """Run ``rules show``."""
    console = Console.of(args)
    rules = load_rules(args.name)
    if console.as_json:
        console.json(rules.to_dict())
    else:
        console.write(*page(console, rules))
    return OK


def _hanzi(console: Console, rules: Ruleset) -> tuple[str, ...]:
    return (rules.hanzi,) if console.hanzi else ()


def _first_sentence(rules: Ruleset) -> str:
    text = " ".join(rules.description.split())
    return text.partition(". ")[0].removesuffix(".")


def page(console: Console, rules: Ruleset) -> list[str]:
    """Give a ruleset in words."""
    lines = [console.term(rules.name, rules.hanzi), *paragraph(rules.description)]
    if rules.reconstructed:
        lines += paragraph(
            "Some of its values were restored from other sources; its file says which."
        )
    if rules.confidence in CONFIDENCE:
        lines += paragraph(CONFIDENCE[rules.confidence])
    for title, part in (
        ("The deal", _deal(rules)),
        ("A win", _win(rules)),
        ("Huxi of a block", _huxi(console, rules)),
        ("Units", _units(rules)),
        ("Patterns", _patterns(console, rules)),
        ("Where towns differ", _choices(rules)),
    ):
        lines += ["", title, *part]
    return lines


def _deal(rules: Ruleset) -> list[str]:
    undrawn = rules.to_dict().get("undrawn")
    last = f"The last {undrawn} of it are not drawn." if undrawn else ""
    return paragraph(
        f"{rules.seats} seats with {rules.hand_size} cards each; the dealer gets one more, for all to see, "
        f"and begins with a discard. The rest is the stock. {last}",
        indent=2,
    )


def _win(rules: Ruleset) -> list[str]:
    cap = rules.to_dict().get("score_cap")
    most = f", of which no more than {cap} count" if cap else ""
    fewer = f", with a pattern {rules.min_huxi_with_fan}" if rules.min_huxi_with_fan else ""
    return paragraph(
        f"{rules.blocks} blocks and at least {rules.min_huxi} huxi{fewer}. The score is units times fan{most}.",
        indent=2,
    )


def _huxi(console: Console, rules: Ruleset) -> list[str]:
    table = rules.huxi_table
    shown = [name for name in HUXI_ROWS if name != "one_five_ten" or rules.one_five_ten]
    keys = [key for key in HUXI_COLUMNS if any(key in table[name] for name in shown)]
    rows = [
        (
            console.term(name.replace("_", "-"), HUXI_ROWS[name]),
            *(str(table[name].get(key, table[name][key.removeprefix("red_")])) for key in keys),
        )
        for name in shown
    ]
    header = ("block", *(key.replace("_", " ") for key in keys))
    lines = columns(rows, align="lrrrr", header=header)
    return [*lines, "  Other runs, jiao and the pair have none."]


def _units(rules: Ruleset) -> list[str]:
    spans = islice(unit_spans(rules, rules.min_huxi + 100), 5)
    rows = [
        (f"{low} to {high} huxi" if high > low else f"{low} huxi", str(n)) for low, high, n in spans
    ]
    return [*columns(rows, align="lr"), f"  and so on; {_self_draw(rules)}"]


def _self_draw(rules: Ruleset) -> str:
    how = rules.to_dict().get("zimo_add", "before")
    if how == "double":
        return "a self-drawn win counts double"
    more = f"{rules.self_draw_units} more for a self-draw"
    return more if how == "before" else f"{more}, which the fan does not multiply"


def _patterns(console: Console, rules: Ruleset) -> list[str]:
    rows = [
        (console.term(item.name, item.hanzi), worth(item), condition(item), item.rule)
        for item in rules.fan
    ]
    if not rows:
        return ["  none: the fan is always 1"]
    lines = columns(rows, align="llll", header=("pattern", "fan", "when", "rule"))
    if rules.fan_base:
        return [
            *lines,
            f"  Every win has {rules.fan_base} fan, to which those of its patterns are added.",
        ]
    return [*lines, "  The fan of several are added; without any the fan is 1."]


def _choices(rules: Ruleset) -> list[str]:
    said: list[str] = []
    for sentence in sentences(rules):
        said += paragraph(sentence, indent=4, first="  -")
    return said
