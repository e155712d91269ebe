import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import paohuzi
import pytest
from paohuzi.cli import analyse, convert, human, main, replay, rules, simulate, watch
from paohuzi.cli import main as main_function
from paohuzi.cli.main import EPILOG as MAIN_EPILOG
from paohuzi.simulate import game_of

from cli_runner import Run, in_process, run_apart

ROOT = Path(__file__).parents[2]
HAND = "b1x3 b4x3 b6x3 s3 s4 s5 s8x2 b8 s9x2 b9 s5 s6"
PAGES = {
    "": MAIN_EPILOG,
    "analyse": analyse.EPILOG,
    "play": human.EPILOG,
    "watch": watch.EPILOG,
    "simulate": simulate.EPILOG,
    "replay": replay.EPILOG,
    "convert": convert.EPILOG,
    "rules": rules.EPILOG,
}
EXAMPLES = [
    # What stands behind a wide gap is said to the reader.
    re.split(r"\s{4,}", line)[0]
    for page in PAGES.values()
    for line in re.findall(r"(paohuzi .*)$", page.partition("examples:")[2], re.M)
]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the files that the examples name."""
    desk = tmp_path_factory.mktemp("desk")
    shutil.copy(ROOT / "examples" / "hands.txt", desk)
    record = game_of(paohuzi.rulesets.default(), 7, 0)
    while not record.is_over:
        record.push(record.legal_ids()[0])
    desk.joinpath("round.json").write_text(record.record.dumps(), encoding="utf-8")
    desk.joinpath("rounds.txt").write_text(record.record.dumps() + "\n", encoding="utf-8")
    rules_text = paohuzi.rulesets.text_of("hunan_half")
    desk.joinpath("my-rules.toml").write_text(rules_text, encoding="utf-8")
    return desk


@pytest.mark.parametrize("example", sorted(set(EXAMPLES)))
def test_every_example_of_the_help_pages_works(example: str, desk: Path) -> None:
    command = re.sub(r"\bpaohuzi ", f"{shlex.quote(sys.executable)} -m paohuzi ", example)
    # As many rounds as the example has take too long here.
    command = re.sub(r"--(rounds|first) \d{4,}", r"--\1 200", command)
    done = subprocess.run(
        command,
        shell=True,
        cwd=desk,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no win:" not in done.stdout


@pytest.mark.parametrize("command", sorted(PAGES))
def test_help_teaches_with_examples(run: Run, command: str) -> None:
    status, out, _ = run(*filter(None, [command]), "--help")
    assert status == 0
    assert "examples:" in out
    assert f"paohuzi {command}".rstrip() in out


def test_without_a_command_the_help_is_shown_and_the_code_is_that_of_a_wrong_command(
    run: Run,
) -> None:
    status, out, _ = run()
    assert status == 2
    assert "simulate" in out


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version") == (0, f"paohuzi {paohuzi.__version__}\n", "")


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("gamble", 2, "'gamble'"),
        ("analyse", 2, "found no hand"),
        ("analyse s1 --own", 2, "--draw CARD"),
        ("analyse s1 --discarded", 2, "--draw CARD"),
        ("analyse s1 --draw s2 --own --discarded", 2, "not allowed with"),
        ("analyse s1 --file x", 2, "found --file and a hand"),
        ("analyse s1 --context lastcard", 2, "found 'lastcard', expected last_card"),
        ("analyse s1 --rules nowhere", 2, "found no ruleset 'nowhere', expected"),
        ("analyse s1 --rules missing.toml", 1, "cannot read missing.toml"),
        ("analyse s11", 1, "s11"),
        ("analyse s1x3 --melds peng:s1", 1, "card s1 appears 6 times"),
        ("analyse s1 --draw s0", 1, "s0"),
        ("analyse s1 --melds gang:s1", 1, "gang:s1"),
        ("watch --seed -1", 2, "found '-1', expected a whole number from 0"),
        ("watch --seed 18446744073709551616", 2, "expected a whole number from 0"),
        (
            "watch --agents clever",
            2,
            "found no agent 'clever', expected one of: random, simple, greedy",
        ),
        ("watch --agents greedy,greedy", 2, "found 2 agents"),
        ("watch --seat 3", 2, "found seat 3, expected 0 to 2"),
        ("simulate --rounds 0", 2, "found '0', expected a whole number from 1"),
        ("simulate --threads many", 2, "found 'many'"),
        ("replay missing.json", 1, "cannot read missing.json"),
        ("rules", 2, "VERB"),
        ("rules show nowhere", 2, "found no ruleset 'nowhere'"),
    ],
)
def test_errors_are_one_line_with_what_was_found(
    run: Run, command: str, status: int, said: str
) -> None:
    ran = run(*command.split())
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith("paohuzi: error: ")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert ("--help)" in ran.err) == (status == 2)


def test_the_module_and_the_function_are_the_same_command() -> None:
    assert main is main_function
    assert run_apart("--version").out == f"paohuzi {paohuzi.__version__}\n"


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LANG": "C", "LC_ALL": "", "LC_CTYPE": ""},
    ],
)
@pytest.mark.parametrize(
    "command", [("analyse", "壹壹壹 肆肆肆", "--json"), ("rules", "list"), ("watch", "--help")]
)
def test_an_output_without_chinese_gets_ascii(
    env: dict[str, str], command: tuple[str, ...]
) -> None:
    ran = run_apart(*command, env={"PYTHONIOENCODING": "", **env})
    assert (ran.status, ran.err) == (0, "")
    if "ascii" in env.values():
        assert ran.out.isascii()


def test_an_error_about_chinese_text_is_no_crash() -> None:
    ran = run_apart("analyse", "牌", env={"PYTHONIOENCODING": "ascii"})
    assert ran.status == 1
    assert ran.err.startswith("paohuzi: error: ")
    assert "Traceback" not in ran.err


def test_arguments_that_are_no_text_are_no_crash() -> None:
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"paohuzi", b"analyse", b"s1 \xff"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a shell's pipes")
@pytest.mark.parametrize("command", ["watch --seed 7", f'analyse "{HAND}"', "rules show luzhou"])
def test_a_reader_that_goes_away_is_no_error(command: str) -> None:
    script = f"{shlex.quote(sys.executable)} -m paohuzi {command}"
    # The reader ends before a byte is written.
    piped = f"set -o pipefail; (sleep 1; {script}) | true"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, check=False)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "paohuzi", "rules", "show", "luzhou"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"paohuzi: error: ")
    assert b"Traceback" not in done.stderr
