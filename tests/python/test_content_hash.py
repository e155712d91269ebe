"""The content hash of a ruleset, computed a second time from what the documentation says of it."""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from paohuzi import Ruleset, rulesets

FROZEN = Path(__file__).parents[1] / "data" / "content_hashes.toml"
VECTORS = tomllib.loads(FROZEN.read_text(encoding="utf-8"))["ruleset"]
ABOUT = {"format", "name", "hanzi", "description", "reconstructed", "confidence"}
# Rulesets that differ from the defaults in nothing.
PLAIN = Ruleset.from_toml("name = 'plain'").to_dict()


def difference(table: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    """Give what the table has otherwise than the default."""
    rest: dict[str, Any] = {}
    for key, value in table.items():
        other = default.get(key)
        if isinstance(value, dict) and isinstance(other, dict):
            value = difference(value, other) or other
        if value != other:
            rest[key] = value
    return rest


def content(rules: Ruleset) -> str:
    """Spell what affects play and is no default."""
    whole: dict[str, Any] = rules.to_dict()
    played = {key: value for key, value in whole.items() if key not in ABOUT}
    played["fan"] = [
        {key: value for key, value in item.items() if key not in {"hanzi", "rule"}}
        for item in whole["fan"]
    ]
    return json.dumps(difference(played, PLAIN), sort_keys=True, separators=(",", ":"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["what"] for vector in VECTORS])
def test_contents_and_hashes_never_change(vector: dict[str, str]) -> None:
    rules = Ruleset.from_toml(vector["toml"])
    assert rules.content == vector["content"]
    assert rules.content_hash == vector["hash"]


@pytest.mark.parametrize("name", rulesets.names())
def test_every_preset_has_the_hash_that_the_documentation_gives_it(name: str) -> None:
    rules = rulesets.load(name)
    assert rules.content == content(rules)
    assert rules.content_hash == hashlib.sha256(content(rules).encode()).hexdigest()


def test_no_two_presets_are_played_alike() -> None:
    assert len({rulesets.load(name).content_hash for name in rulesets.names()}) == len(
        rulesets.names()
    )
