import re
from pathlib import Path

import paohuzi as phz
import pytest
from paohuzi.cli import fan_zh
from paohuzi.cli.choices import AMOUNTS, CHOICES, NEUTRAL
from paohuzi.cli.choices_zh import AMOUNTS_ZH, CHOICES_ZH
from paohuzi.cli.fan import CONDITIONS, EFFECTS, POINTED, condition

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


# Said of no page where they change nothing.
SILENT = (
    {"one_five_ten"}
    | set(NEUTRAL)
    | {key for key, words in CHOICES.items() if "" in words.values()}
)


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
    sources = phz.rulesets.sources_of(phz.rulesets.text_of(name))
    assert run("rules", "show", name, "--json").json == {
        "ruleset": rules.to_dict(),
        "hash": rules.content_hash,
        "sources": sources,
    }
    assert rules.content_hash in out
    said = " ".join(out.split())
    for key, source in sources.items():
        if not key.startswith(("fan[", "units.", "huxi.")) and f"[{source}]" not in said:
            assert source in said or key in SILENT, key
    assert run("rules", "show", name, "--ascii").out.isascii()


def test_every_condition_of_a_preset_is_said_in_words() -> None:
    for name in phz.rulesets.names():
        for item in phz.rulesets.load(name).fan:
            if not (isinstance(item.when, dict) and "instead_of" in item.when):
                assert "_" not in condition(item), name


def test_the_keys_of_regional_games_are_said_in_words(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        "name = 'mine'\nconfidence = 'low'\nmin_huxi = 10\nmin_huxi_with_fan = 6\nzero_huxi_wins = true\n"
        "fan_base = 1\nti_pays = {small = 1, big = 2}\nrest_share = 50\ntarget = 100\ndraw_penalty = 10\n"
        "[[fan]]\nname = 'a'\nhanzi = ''\nrule = ''\nvalue = 1\nwhen = {copies_of = 'above_flipped'}\n"
        "[[fan]]\nname = 'b'\nhanzi = ''\nrule = ''\nvalue = 1\nwhen = {red_alike = {in = [4]}}\n"
        "[[fan]]\nname = 'c'\nhanzi = ''\nrule = ''\nvalue = 2\nwhen = {bi = {in = [2]}}\n"
    )
    status, out, _ = run("rules", "show", str(file))
    assert status == 0
    out = " ".join(out.split())
    for said in (
        "one weak source",
        "2 bi blocks laid in one chi",
        "at least 10 huxi, with a pattern 6.",
        "exactly 0 huxi wins too",
        "Every win has 1 fan, to which",
        "pays 1 for a ti of small cards and 2 for one of big cards",
        "earns 50 % of the winner's points",
        "The target is 100.",
        "The dealer loses 10 when nobody wins.",
        "copies of the card above the one turned up after the win, for each",
        "4 red cards, all of them copies of one",
    ):
        assert said in out


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


@pytest.mark.parametrize("name", phz.rulesets.names())
def test_a_page_in_chinese_says_the_same(run: Run, name: str) -> None:
    rules = phz.rulesets.load(name)
    status, out, err = run("rules", "show", name, "--lang", "zh")
    assert (status, err) == (0, "")
    assert f"至少 {rules.min_huxi} 息" in out
    for item in rules.fan:
        assert re.search(
            rf"{item.hanzi} {item.name} .*\b{item.value}\b.*{re.escape(item.rule)}", out
        )
    spans = re.findall(r"^  (\d+)(?: 至 (\d+))? 息 +(\d+)$", out, re.M)
    assert int(spans[0][0]) == rules.min_huxi
    page = out.split("发牌", 1)[1].split("英文说明")[0]
    # No English is left but the sources, the names in pinyin and the rulebook's clauses.
    for line in page.splitlines():
        if line.startswith("  - "):
            assert re.search("[\u4e00-\u9fff]", line), line
            assert not re.search(r"[a-z]{3}", line.partition("[")[0]), line
    assert run("rules", "diff", name, "luzhou", "--lang", "zh").status == 0


def test_both_languages_have_words_for_the_same_values() -> None:
    assert {key: set(words) for key, words in CHOICES.items()} == {
        key: set(words) for key, words in CHOICES_ZH.items()
    }
    for key, words in CHOICES.items():
        for value, said in words.items():
            assert bool(said) == bool(CHOICES_ZH[key][value]), (key, value)
    assert AMOUNTS.keys() == AMOUNTS_ZH.keys()
    for english, chinese in (
        (CONDITIONS, fan_zh.CONDITIONS),
        (POINTED, fan_zh.POINTED),
        (EFFECTS, fan_zh.EFFECTS),
    ):
        assert english.keys() == chinese.keys()


def test_chinese_needs_an_output_that_holds_it(run: Run) -> None:
    status, _, err = run("rules", "show", "luzhou", "--lang", "zh", "--ascii")
    assert status == 2
    assert "--lang zh" in err
