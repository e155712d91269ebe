"""What the documents show is what happens."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# `...` stands for what differs from run to run, such as the speed.
FLAGS = doctest.ELLIPSIS | doctest.REPORT_UDIFF


def blocks(document: str, language: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [block for found, block in BLOCK.findall(text) if found == language]


def commands() -> list[tuple[str, str]]:
    """Give the commands that the documents show, and the output that they show with them."""
    found: list[tuple[str, str]] = []
    for document in DOCUMENTS:
        for block in blocks(document, "console"):
            parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
            found += zip(parts[1::2], parts[2::2], strict=True)
    return [(command, output) for command, output in found if "paohuzi " in command]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python_sessions_run(document: str) -> None:
    session = "\n".join(blocks(document, "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, document, document, 0)
    outcome = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert outcome.failed == 0


@pytest.mark.parametrize(("command", "expected"), commands())
def test_commands_print_what_is_shown(command: str, expected: str) -> None:
    scripts = Path(sys.executable).parent
    path = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path, "PYTHONUTF8": "1", "COLUMNS": "100"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown, printed = expected.strip(), done.stdout.strip()
    assert not shown or doctest.OutputChecker().check_output(shown, printed, FLAGS), printed


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        if "://" not in target:
            assert (ROOT / document).parent.joinpath(target).exists(), target
