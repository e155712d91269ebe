"""The files written by `vectors` are what it writes, as far as that takes little time."""

import tomllib
from dataclasses import replace

from .play import next_asked
from .round import OracleRound
from .ruleset import PRESETS
from .vectors import DATA, chacha8, decks_file, perft


def test_chacha_gives_the_published_words() -> None:
    # The first block for a key of zeros, from the test vectors of the ChaCha8 reference.
    words = chacha8(bytes(32))
    block = b"".join(next(words).to_bytes(4, "little") for _ in range(16))
    assert block.hex() == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )


def test_decks_are_as_written() -> None:
    assert (DATA / "decks.toml").read_text(encoding="utf-8") == decks_file()


def test_counts_are_as_written() -> None:
    positions = tomllib.loads((DATA / "perft.toml").read_text(encoding="utf-8"))["position"]
    for position in positions:
        rules = replace(PRESETS[position["rules"]], **position.get("options", {}))
        state = OracleRound(rules, position["deck"].split(), position["dealer"])
        for answer in position.get("answers", []):
            seat, action = answer.split(" ")
            assert next_asked(state) == int(seat)
            state.apply(int(seat), action)
        assert [perft(state, depth) for depth in (1, 2, 3)] == position["counts"][:3]
