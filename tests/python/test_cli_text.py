from paohuzi import Card
from paohuzi.cli.console import Console
from paohuzi.cli.text import LINE, columns, listed, paragraph, width


def test_chinese_characters_take_two_columns() -> None:
    assert width("七") == 2
    assert width("s7 柒") == 5
    assert width("é") == width("é") == 1


def test_columns_line_up_whatever_the_alphabet() -> None:
    lines = columns(
        [("坎", "6"), ("kan", "15"), ("臭偎", "3")], align="lr", header=("block", "huxi")
    )
    assert len({width(line) for line in lines}) == 1


def test_short_rows_leave_the_last_columns_empty() -> None:
    assert columns([("a", "b", "c"), ("a",)], indent=0) == ["a  b  c", "a"]


def test_paragraphs_keep_every_word_and_the_width() -> None:
    words = [f"word{n} 柒柒柒" for n in range(60)]
    lines = paragraph(" ".join(words), indent=6, first="12.")
    assert " ".join(line[6:] for line in lines) == " ".join(words)
    assert all(width(line) <= LINE for line in lines)
    assert lines[0].startswith("12.   word0")


def test_lists_read_as_a_sentence_says_them() -> None:
    assert listed([]) == ""
    assert listed(["chi"]) == "chi"
    assert listed(["hu", "peng"], "or") == "hu or peng"


def test_equal_cards_stand_together() -> None:
    cards = [Card(text) for text in ("b1", "s3", "b1", "s10", "b1")]
    assert Console(ascii_only=True).cards(cards) == "b1x3 s3 s10"
    assert Console().cards(cards) == "壹壹壹 三 十"
