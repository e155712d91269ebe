"""``paohuzi analyse`` on hands of the rulebook: section 5, numbered as there."""

import re
from pathlib import Path
from typing import Any

import pytest

from cli_runner import Run, documents, in_process, run_apart

E13 = "b1 b2 b3 b2 b7 b10 s1 s2 s3 b4 b5 b6 s4 s5 s6 s8 s9 b8 b9 b10"
E19 = "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6"
E22 = ("b7x3 s7x2 b4x3 b8x3 s5x3", "--melds", "peng:s1 wei:b3")
E30 = "s1x3 s3 s4 b9x2 s9 b5x3 b1x3 s6 s7 s8 b6 b7 b8"
E33 = "s1x3 s3x3 s4x3 s5x3 s6x3 b1 b3 b5 b7 b9"
E50 = ("s2 s7 s10 s4 s5 s6 s8 s9 b1x3 b5x3 s3x2 b3", "--melds", "chi:s1-s2-s3")
E51 = ("s4x3 s3x3 s9x2 b6x2 s6", "--melds", "peng:s8 chi:s5-s6-s7 wei:b9")
EXAMPLES = Path(__file__).parents[2] / "examples" / "hands.txt"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


def win_of(run: Run, *args: str) -> Any:
    status, out, err = run("analyse", *args, "--json")
    assert (status, err) == (0, "")
    (document,) = documents(out)
    return document["win"]


def worth(win: Any) -> tuple[int, int, int, int]:
    return win["huxi"], win["units"], win["fan"], win["score"]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((E13, "--draw", "s7"), (15, 1, 1, 1)),  # E13
        ((E13, "--draw", "s7", "--own"), (15, 2, 1, 2)),  # E14
        ((E13, "--draw", "s7", "--context", "tianhu"), (15, 2, 6, 12)),  # E15
        ((E19, "--draw", "s7"), (18, 2, 4, 8)),  # E19
        ((E19, "--draw", "s7", "--rules", "hunan_half"), (18, 2, 3, 6)),  # E19
        ((E19, "--draw", "s4"), (18, 2, 6, 12)),  # E20
        ((*E22, "--draw", "b7"), (31, 6, 6, 36)),  # E22
        ((*E22, "--draw", "b7", "--rules", "hunan_half"), (31, 6, 4, 24)),  # E22
        ((E30, "--draw", "s5", "--context", "last_card"), (15, 1, 6, 6)),  # E30
        ((E30, "--draw", "s5", "--own", "--context", "last_card"), (15, 2, 6, 12)),  # E30
    ],
)
def test_wins_of_the_rulebook(
    run: Run, args: tuple[str, ...], expected: tuple[int, int, int, int]
) -> None:
    assert worth(win_of(run, *args)) == expected


def test_the_best_win_shows_its_blocks_with_their_huxi(run: Run) -> None:
    win = win_of(run, *E22, "--draw", "b7")  # E22
    blocks = {(block["meld"], block["huxi"]) for block in win["blocks"]}
    assert blocks == {
        ("peng:s1", 1),
        ("wei:b3", 6),
        ("pao:b7", 9),
        ("kan:s5", 3),
        ("kan:b4", 6),
        ("kan:b8", 6),
        ("pair:s7", 0),
    }
    (item,) = win["items"]
    assert (item["name"], item["hanzi"], item["value"]) == ("duiduihu", "对对胡", 6)
    assert "R41" in item["rule"]


def test_people_read_the_same_as_programs(run: Run) -> None:
    _, out, _ = run("analyse", *E22, "--draw", "b7")
    assert re.search(r"跑 pao +柒柒柒柒 +9\n", out)
    assert re.search(r"huxi +31\b", out)
    assert re.search(r"units +6\n", out)
    assert "对对胡 duiduihu 6 (R41, C7)" in out
    assert re.search(r"score +36\b", out)


def test_all_ways_to_arrange_it(run: Run) -> None:
    _, out, _ = run("analyse", *E22, "--draw", "b7", "--all", "--json")
    (document,) = documents(out)
    assert sorted(way["huxi"] for way in document["arrangements"]) == [28, 31]  # E22
    for way in document["arrangements"]:
        assert sum(block["huxi"] for block in way["blocks"]) == way["huxi"]
    _, told, _ = run("analyse", *E22, "--draw", "b7", "--all")
    assert "2 ways to arrange it" in told


def waits_of(run: Run, *args: str) -> dict[str, tuple[int | None, int | None]]:
    _, out, _ = run("analyse", *args, "--json")
    (document,) = documents(out)
    assert document["win"] is None

    def huxi(win: Any) -> int | None:
        return None if win is None else win["huxi"]

    return {wait["card"]: (huxi(wait["others"]), huxi(wait["own"])) for wait in document["waits"]}


def test_waits_of_the_rulebook(run: Run) -> None:
    assert waits_of(run, E13) == {"s7": (15, 15), "s10": (15, 15)}  # E40
    assert waits_of(run, E19) == {"s4": (18, 18), "s7": (18, 18)}  # E41
    assert waits_of(run, *E22) == {  # E43
        "s1": (33, 33),
        "s5": (31, 34),
        "s7": (29, 31),
        "b3": (31, 34),
        "b4": (31, 34),
        "b7": (31, 34),
        "b8": (31, 34),
    }
    assert waits_of(run, *E50)["s3"] == (15, None)  # E50


def test_a_wait_on_others_only_says_so_to_people(run: Run) -> None:
    _, out, _ = run("analyse", *E50)
    assert "waits for 三, 七, 十 and 叁" in out
    assert re.search(r"三 +1 +others +15 .*\n +oneself +no win\n", out)  # E50


def test_too_few_huxi_are_named(run: Run) -> None:
    _, out, _ = run("analyse", *E51, "--draw", "s9")
    assert "14 huxi" in out  # E51
    assert "a win needs 15" in out
    assert win_of(run, *E51, "--draw", "s9", "--own")["huxi"] == 16  # E51


def test_a_card_that_fits_nowhere_is_no_win(run: Run) -> None:
    status, out, _ = run("analyse", E13, "--draw", "b1", "--ascii")
    assert status == 0
    assert "no win with b1:\n" in out
    assert re.search(r"\n  \d+ cards? fits? no block: [sb0-9 ]+\(R26\)\n", out)


@pytest.mark.parametrize(("rules", "score"), [("quanmingtang", 12), ("hunan_half", 2)])
def test_five_kan_as_dealt_win_at_once(run: Run, rules: str, score: int) -> None:
    _, out, _ = run("analyse", E33, "--rules", rules, "--json")
    (document,) = documents(out)
    win = document["santi_wukan"]
    assert (win["huxi"], win["units"], win["score"]) == (15, 2, score)  # E33
    _, told, _ = run("analyse", E33, "--rules", rules)
    assert "三提五坎" in told


def test_a_complete_hand_is_a_win_as_it_stands(run: Run) -> None:
    assert worth(win_of(run, f"{E13} s7")) == (15, 1, 1, 1)  # E13
    assert worth(win_of(run, f"{E13} s7", "--context", "tianhu")) == (15, 2, 6, 12)  # E15


D4 = (
    "s1 s2 s3 s4 b9",
    "--melds",
    "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6",
)
D5 = ("s1 s2 s3 s4x2 b9", *D4[1:])


def test_what_to_discard(run: Run) -> None:
    # D5: ready after b9, one away after any other card.
    _, out, _ = run("analyse", *D5, "--discards", "--ascii")
    assert re.search(r"\n  b9 +ready +5 +1\.47 +3  s4 \(2\) b4 \(3\)\n", out)
    assert re.search(r"\n  s4 +1 +4 +s5 \(4\)\n?$", out)
    found = run("analyse", *D5, "--discards", "--json").json
    assert [(each["card"], each["distance"]) for each in found["discards"]] == [
        ("b9", 0),
        ("s1", 1),
        ("s2", 1),
        ("s3", 1),
        ("s4", 1),
    ]
    best = found["discards"][0]
    assert best["waits"]["b4"]["own"]["score"] == 2
    assert "discards" not in run("analyse", *D5, "--json").json
    _, out, _ = run("analyse", *D4, "--discards")
    assert "no discard is due" in out


def test_how_far_a_hand_is_from_ready(run: Run) -> None:
    _, out, _ = run("analyse", *D4)
    assert "1 card to take before it is ready; nearer with 五 (4)" in out
    found = run("analyse", *D4, "--json", "--seen", "s5x3").json
    assert (found["distance"], found["useful"]["unseen"]) == (1, {"s5": 1})
    _, out, _ = run("analyse", *D4, "--seen", "s5x4", "--ascii")
    assert "seen   s5x4" in out
    assert "no cards that it may take lead to a win" in out
    _, out, _ = run("analyse", E13, "--seen", "s7x3 s10x4", "--ascii")
    assert re.search(r"\n  s7 +1  others +15 ", out)
    assert re.search(r"\n  s10 +0  others +15 ", out)
    assert run("analyse", E13, "--seen", "b1x4").status == 1


def test_why_a_hand_does_not_win(run: Run) -> None:
    _, out, _ = run("analyse", *E51, "--draw", "s9")
    assert "no win with 九:\n  14 huxi, a win needs 15 (R27)\n" in out  # E51
    _, out, _ = run("analyse", *E51, "--draw", "s9", "--lang", "zh")
    assert "\n  只有14胡，至少要15胡（R27）\n" in out
    found = run("analyse", *E51, "--draw", "s9", "--json").json
    assert [reason["name"] for reason in found["why_not"]] == ["too_few_huxi"]
    assert found["why_not"][0]["zh"] == "只有14胡，至少要15胡（R27）"
    complete = f"{E51[0]} s9"
    _, out, _ = run("analyse", complete, *E51[1:], "--rules", "luzhou")
    assert run("analyse", *E51, "--draw", "s9", "--own", "--json").json["why_not"] == []


def test_a_win_step_by_step(run: Run) -> None:
    _, out, _ = run("analyse", E19, "--draw", "s7", "--explain")
    assert "  kan b1: 6 huxi (R34)\n" in out
    assert out.endswith("  each of the 2 losers pays 8, the winner gets 16 (2.10)\n")  # E19
    _, out, _ = run("analyse", E19, "--draw", "s7", "--explain", "--lang", "zh")
    assert "  坎壹：6胡（R34）\n" in out
    assert "  点胡：4番（R41）\n" in out
    found = run("analyse", E19, "--draw", "s7", "--explain", "--json").json["explanation"]
    assert found["steps"][-1]["context"] == {"score": 8}
    assert found["pays"]["zh"] == "2家各付8，胡家得16（2.10）"
    assert run("analyse", E19, "--draw", "b1", "--explain", "--json").json["explanation"] is None


def test_chinese_needs_an_output_that_holds_it(run: Run) -> None:
    status, out, err = run("analyse", E19, "--draw", "s7", "--lang", "zh", "--ascii")
    assert (status, out) == (2, "")
    assert "--lang zh" in err
    assert run("analyse", E19, "--lang", "fr").status == 2


def test_lines_of_a_file_have_their_discards_and_reasons(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    melds = D4[2]
    file.write_text(f"{D5[0]} ; melds={melds}\n{D4[0]} ; melds={melds} ; seen=s5x4 ; draw=s5\n")
    status, _, err = run("analyse", "--file", str(file))
    assert status == 1
    assert "hands.txt:2: found cards seen and a card on offer" in err
    file.write_text(f"{D5[0]} ; melds={melds}\n{D4[0]} ; melds={melds} ; seen=s5x4\n")
    status, out, _ = run("analyse", "--file", str(file), "--discards", "--ascii")
    assert status == 0
    assert re.search(r"\n        b9 +ready ", out)
    assert "      no cards that it may take lead to a win\n" in out


def test_hanzi_and_ascii_are_read_and_written(run: Run) -> None:
    hanzi = "壹壹壹 肆肆肆 陆陆陆 三 四 五 八八 捌 九九 玖 五 六"
    assert win_of(run, hanzi, "--draw", "七") == win_of(run, E19, "--draw", "s7")
    _, out, _ = run("analyse", hanzi, "--draw", "七", "--ascii")
    assert out.isascii()
    assert re.search(r"kan +b1 b1 b1 +6\n", out)
    assert re.search(r"dianhu 4 \(R41\)", out)


def test_cards_need_no_quotes(run: Run) -> None:
    assert win_of(run, *E19.split(), "--draw", "s7") == win_of(run, E19, "--draw", "s7")


def test_a_ruleset_of_ones_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ten.toml"
    file.write_text("name = 'ten'\nmin_huxi = 10\n[units]\noffset = 7\nstep = 3\n")
    win = win_of(run, *E51, "--draw", "s9", "--rules", str(file))
    assert worth(win) == (14, 2, 1, 2)
    file.write_text("name = 'ten'\nminimum = 10\n")
    status, out, err = run("analyse", "s1", "--rules", str(file))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(file) in err
    assert "min_huxi" in err


def test_a_discard_wins_where_the_ruleset_says_so(run: Run, tmp_path: Path) -> None:
    _, out, _ = run("analyse", E13, "--draw", "s7", "--discarded", "--ascii")
    assert "no win with s7:\n  a card discarded from a hand never wins (R28)\n" in out
    file = tmp_path / "discards.toml"
    file.write_text("name = 'discards'\ndiscard_wins = true\n")
    win = win_of(run, E13, "--draw", "s7", "--discarded", "--rules", str(file))
    assert worth(win) == (15, 1, 1, 1)  # E13, ruling 19


def test_the_example_hands_have_wins_and_waits(run: Run) -> None:
    status, out, err = run("analyse", "--file", str(EXAMPLES), "--json")
    assert (status, err) == (0, "")
    for document in documents(out):
        asked_for_win = document["draw"] is not None or document["waits"] is None
        assert document["win"] if asked_for_win else document["waits"], document
    status, told, err = run("analyse", "--file", str(EXAMPLES))
    assert (status, err) == (0, "")
    assert "no win:" not in told


LINES = """\
# a comment, then an empty line

b9 ; melds=pao:b5 wei:s3 peng:s1 chi:b1-b2-b3 chi:s4-s5-s6 chi:s8-s9-s10 ; draw=b9 own  # E46
s1x5
b9 ; melds=pao:b5 wei:s3 peng:s1 chi:b1-b2-b3 chi:s4-s5-s6 chi:s8-s9-s10
s1 ; draw=s2 mine
s1 ; meld=peng:s2
s1 ; context=second_card
s1x3 ; melds=peng:s1
s1 ; draw=
s1 ； draw=s2； draw=s3
"""


def test_lines_go_on_after_a_bad_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(LINES, encoding="utf-8-sig")
    status, out, err = run("analyse", "--file", str(file), "--json")
    assert status == 1
    good = {each["line"]: each for each in documents(out) if "error" not in each}
    bad = {each["line"]: each["error"] for each in documents(out) if "error" in each}
    assert set(good) == {3, 5}
    assert worth(good[3]["win"]) == (19, 3, 1, 3)  # E46 without 耍猴
    assert [wait["card"] for wait in good[5]["waits"]] == ["b9"]
    assert set(bad) == {4, 6, 7, 8, 9, 10, 11}
    assert all(error["code"] and error["message"] for error in bad.values())
    told = err.splitlines()
    assert len(told) == 7
    for line, place in zip(told, sorted(bad), strict=True):
        assert line.startswith(f"paohuzi: error: {file}:{place}: ")
    assert "expected melds=" in told[2]
    assert run("analyse", "--file", str(file)).status == 1


def test_a_context_names_the_first_card_and_the_one_turned_up(run: Run) -> None:
    context = run("analyse", E30, "--draw", "s5", "--context", "first_card,flipped=B7", "--json")
    assert context.json["context"]["first_card"]
    assert context.json["context"]["flipped"] == "b7"
    assert not context.json["context"]["last_card"]
    assert run("analyse", E30, "--context", "flipped=b11").status == 1
    assert run("analyse", E30, "--context", "flipped").status == 2


def test_lines_from_standard_input() -> None:
    hands = f"{E13} ; draw=s7\n{E13} ; draw=七 own\n".encode()
    ran = run_apart("analyse", "--file", "-", "--json", stdin=hands)
    assert ran.status == 0
    assert [each["win"]["score"] for each in documents(ran.out)] == [1, 2]  # E13, E14


def test_a_context_of_a_line_stands_before_that_of_the_command(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"{E30} ; draw=s5\n{E30} ; draw=s5 ; context=\n")
    _, out, _ = run("analyse", "--file", str(file), "--context", "last_card", "--json")
    assert [each["win"]["score"] for each in documents(out)] == [6, 1]  # E30


def test_a_file_that_is_no_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(b"s1 \xff\xfe")
    status, out, err = run("analyse", "--file", str(file))
    assert (status, out) == (1, "")
    assert "UTF-8" in err
