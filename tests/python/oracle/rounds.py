"""A whole round of every preset, for the records that are kept.

`python -m oracle.rounds` in `tests/python` adds to `tests/data/records/presets.toml` the presets that it lacks; what is
there stays. Nothing here asks the engine.
"""

import random
import tomllib
from collections.abc import Sequence

from .decks import rigged_deck
from .play import choose, next_asked
from .round import OracleRound, Settlement
from .ruleset import PRESETS
from .vectors import DATA

__all__ = ["INDEX", "entry", "kept_round", "missing", "replayed"]

INDEX = DATA / "records" / "presets.toml"
KINDS = ("near_ready", "pairs", "bi", "one_ti")
TRIES = 120
HEADER = """\
# A round of every preset and how it ends, as the plain second implementation in tests/python/oracle plays it; beside
# it, in the folder `presets`, the engine's records of them. Both stay for good.
# Written by `python -m oracle.rounds` in tests/python, which does not ask the engine.
"""

Answers = list[tuple[int, str]]


def played(name: str, seed: int) -> tuple[OracleRound, list[str], Answers]:
    """Play one round in the order in which a game asks; nobody declines a win."""
    rng = random.Random(f"kept {name} {seed}")
    rules = PRESETS[name]
    deck = rigged_deck(KINDS[seed % len(KINDS)], rng, rules)
    state = OracleRound(rules, deck, seed % rules.seats)
    answers: Answers = []
    while not state.is_over:
        seat = next_asked(state)
        assert seat is not None
        action = choose(rng, state.legal_actions(seat), hu=1.0, take=0.4)
        answers.append((seat, action))
        state.apply(seat, action)
    return state, deck, answers


def replayed(name: str, deck: Sequence[str], dealer: int, answers: Sequence[str]) -> Settlement:
    """Give the settlement of a round that is told."""
    state = OracleRound(PRESETS[name], deck, dealer)
    for answer in answers:
        seat, action = answer.split(" ")
        assert next_asked(state) == int(seat)
        state.apply(int(seat), action)
    assert state.settlement is not None
    return state.settlement


def kept_round(name: str) -> tuple[OracleRound, list[str], Answers]:
    """Give the won round that shows most: many items, some answers before."""
    best, most = None, -1
    for seed in range(TRIES):
        state, deck, answers = played(name, seed)
        settled = state.settlement
        assert settled is not None
        if settled["winner"] is None or len(answers) < 10:
            continue
        melds = {meld.partition(":")[0] for laid in state.melds for meld in laid}
        shown = 3 * len(settled["items"]) + len(melds) + 2 * (settled["kind"] == "discard")
        if shown > most:
            best, most = (state, deck, answers), shown
    assert best is not None
    return best


def entry(name: str) -> str:
    """Give the lines of one preset."""
    state, deck, answers = kept_round(name)
    settled = state.settlement
    assert settled is not None
    items = ", ".join(f"{item} = {value}" for item, value in sorted(settled["items"].items()))
    told = ", ".join(f'"{seat} {action}"' for seat, action in answers)
    return f"""
[[record]]
rules = "{name}"
dealer = {state.dealer}
deck = "{" ".join(deck)}"
answers = [{told}]
kind = "{settled["kind"]}"
winner = {settled["winner"]}
huxi = {settled["huxi"]}
units = {settled["units"]}
fan = {settled["fan"]}
score = {settled["score"]}
items = {{ {items} }}
points = {settled["payments"]}
blocks = "{" ".join(settled["arrangement"])}"
""".replace("{  }", "{}")


def missing(text: str) -> list[str]:
    """Give the presets without a round."""
    there = {record["rules"] for record in tomllib.loads(text).get("record", [])}
    return [name for name in PRESETS if name not in there]


if __name__ == "__main__":
    text = INDEX.read_text(encoding="utf-8") if INDEX.exists() else HEADER
    INDEX.write_text(text + "".join(entry(name) for name in missing(text)), encoding="utf-8")
