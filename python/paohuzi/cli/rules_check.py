"""``paohuzi rules check`` and ``rules diff``: what is wrong with ruleset files, and how two rulesets differ."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping

from paohuzi import FanItem, rulesets
from paohuzi.cli.choices import AMOUNTS, CHOICES, NEUTRAL, sentence
from paohuzi.cli.console import Console
from paohuzi.cli.fan import condition, worth
from paohuzi.cli.fan_zh import condition_zh, worth_zh
from paohuzi.cli.inputs import load_rules, read_text
from paohuzi.cli.problems import ERRORS, OK
from paohuzi.cli.reasons import lang_for
from paohuzi.cli.text import columns

__all__ = ["run_check", "run_diff"]


def run_check(args: Namespace) -> int:
    """Run ``rules check``."""
    console = Console.of(args)
    files: list[dict[str, object]] = []
    is_sound = True
    for file in args.files:
        text = read_text(file)
        problems = rulesets.check(text)
        is_sound = is_sound and not problems
        for problem in problems:
            if not console.as_json:
                where = file if problem.line is None else f"{file}:{problem.line}"
                console.write(f"{where}: {problem}")
        rules = None if problems else rulesets.loads(text)
        if rules is not None and not console.as_json:
            console.write(f"{file}: a ruleset, {rules.name}, hash {rules.content_hash}")
        files.append(
            {
                "file": file,
                "hash": None if rules is None else rules.content_hash,
                "problems": [vars(problem) for problem in problems],
            }
        )
    if console.as_json:
        console.json({"files": files})
    return OK if is_sound else ERRORS


def run_diff(args: Namespace) -> int:
    """Run ``rules diff``."""
    console = Console.of(args)
    lang = lang_for(console, args.lang)
    pair = [load_rules(args.first), load_rules(args.second)]
    items = [{item.name: item for item in rules.fan} for rules in pair]
    rows: list[dict[str, object]] = []
    for difference in rulesets.diff(*pair):
        values = (difference.first, difference.second)
        said = [
            _meaning(difference.key, value, of, lang)
            for value, of in zip(values, items, strict=True)
        ]
        rows.append({"key": difference.key, "values": list(values), "meanings": said})
        if console.as_json:
            continue
        name = difference.key.split(".")[1] if difference.key.startswith("fan.") else ""
        item = items[0].get(name) or items[1].get(name)
        console.write(console.term(difference.key, "" if item is None else item.hanzi))
        table = [
            (rules.name, _shown(difference.key, value), meaning)
            for rules, value, meaning in zip(pair, values, said, strict=True)
        ]
        console.write(*columns(table, align="lll"))
    if console.as_json:
        names = [rules.name for rules in pair]
        hashes = [rules.content_hash for rules in pair]
        console.json({"rulesets": names, "hashes": hashes, "differences": rows})
    elif not rows:
        console.write(f"{pair[0].name} and {pair[1].name} are played alike.")
    return OK


def _shown(key: str, value: object) -> str:
    if value is None:
        return "-"
    if key.startswith("fan.") and isinstance(value, Mapping):
        # What it is follows in words.
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return str(value)


def _meaning(key: str, value: object, items: Mapping[str, FanItem], lang: str) -> str:
    """Say what a value means, as far as the value does not say it."""
    if value is None:
        return ""
    parts = key.split(".")
    if parts[0] != "fan":
        is_said = key in (*CHOICES, *AMOUNTS, "ti_pays") and NEUTRAL.get(key) != value
        return sentence(key, value, lang=lang) if is_said else ""
    item = items[parts[1]]
    if parts[2:] in ([], ["when"]):
        when = condition_zh(item) if lang == "zh" else condition(item)
        return when if parts[2:] else f"{worth_zh(item) if lang == 'zh' else worth(item)}: {when}"
    return ""
