"""``paohuzi rules``: which rulesets there are, and what one of them says."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, Final

from paohuzi import Ruleset, rulesets
from paohuzi.cli.console import Console
from paohuzi.cli.inputs import (
    add_output_options,
    load_rules,
    rules_text,
)
from paohuzi.cli.problems import OK
from paohuzi.cli.reasons import add_lang_option, lang_for
from paohuzi.cli.rules_check import run_check, run_diff
from paohuzi.cli.ruleset_page import Page
from paohuzi.cli.text import columns, paragraph, width

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["add_to"]

DESCRIPTION: Final = """\
The rulesets that come with the package, and what each says: the deal, what a win needs, huxi, units, patterns, and the
points on which towns differ, each with its source.
"""
EPILOG: Final = """\
examples:
  paohuzi rules list
  paohuzi rules show quanmingtang
  paohuzi rules show quanmingtang --lang zh
  paohuzi rules show my-rules.toml --json
  paohuzi rules check my-rules.toml
  paohuzi rules diff quanmingtang my-rules.toml
"""


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
    add_lang_option(showing)
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
    add_lang_option(differing)
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
    lang = lang_for(console, args.lang)
    rules, text = load_rules(args.name), rules_text(args.name)
    sources = rulesets.sources_of(text)
    if console.as_json:
        console.json({"ruleset": rules.to_dict(), "hash": rules.content_hash, "sources": sources})
    else:
        console.write(*Page(console, rules, sources, lang).lines())
    return OK


def _hanzi(console: Console, rules: Ruleset) -> tuple[str, ...]:
    return (rules.hanzi,) if console.hanzi else ()


def _first_sentence(rules: Ruleset) -> str:
    text = " ".join(rules.description.split())
    return text.partition(". ")[0].removesuffix(".")
