import re

import paohuzi as phz
import pytest
from paohuzi.cli.choices import CHOICES

from cli_runner import Run, in_process


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


def test_the_list_has_every_ruleset(run: Run) -> None:
    _, out, _ = run("rules", "list")
    rows = run("rules", "list", "--json").json["rulesets"]
    assert [row["name"] for row in rows] == list(phz.rulesets.names())
    for row in rows:
        assert re.search(rf"^{row['name']} +{row['hanzi']}  +\w", out, re.M)


@pytest.mark.parametrize("name", phz.rulesets.names())
def test_a_page_says_what_the_ruleset_says(run: Run, name: str) -> None:
    rules = phz.rulesets.load(name)
    status, out, err = run("rules", "show", name)
    assert (status, err) == (0, "")
    assert f"at least {rules.min_huxi} huxi" in out
    for item in rules.fan:
        assert re.search(
            rf"{item.hanzi} {item.name} .*\b{item.value}\b.*{re.escape(item.rule)}", out
        )
    for meld, row in (("peng:b1", "碰"), ("kan:b1", "坎"), ("pao:b1", "跑"), ("ti:b1", "提")):
        small, big = rules.huxi(meld.replace("b", "s")), rules.huxi(meld)
        assert re.search(rf"{row} \w+ +{small} +{big}\b", out)
    spans = re.findall(r"^  (\d+)(?: to (\d+))? huxi +(\d+)$", out, re.M)
    assert int(spans[0][0]) == rules.min_huxi
    for low, high, units in spans:
        for huxi in range(int(low), int(high or low) + 1):
            assert rules.units(huxi) == int(units)
    assert ("restored" in out) >= rules.reconstructed
    assert run("rules", "show", name, "--json").json == rules.to_dict()
    assert run("rules", "show", name, "--ascii").out.isascii()


def test_every_choice_of_a_preset_is_said_in_words() -> None:
    for name in phz.rulesets.names():
        rules = phz.rulesets.load(name).to_dict()
        for key in set(rules) & set(CHOICES):
            assert rules[key] in CHOICES[key], key


def test_a_key_that_the_page_does_not_know_is_shown_as_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(CHOICES, "dihu")
    assert "dihu: off" in run("rules", "show", "quanmingtang").out
