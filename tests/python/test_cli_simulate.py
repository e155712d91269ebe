"""``paohuzi simulate``."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time

import paohuzi as phz
import pytest

from cli_runner import Run, in_process, run_apart


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return in_process(capsys)


ARGS = ("simulate", "--rounds", "1500", "--agents", "greedy,greedy,random", "--seed", "3")


def test_the_document_adds_up(run: Run) -> None:
    document = run(*ARGS, "--json").json
    results = phz.simulate(agents=("greedy", "greedy", "random"), rounds=1500, seed=3)
    winners = results.winner.tolist()
    payments = list(zip(*results.payments.tolist(), strict=True))
    assert document["rounds"] == document["asked"] == 1500
    assert document["drawn"] == winners.count(-1)
    for seat, row in enumerate(document["seats"]):
        assert row["wins"] == winners.count(seat)
        assert row["dealt"] == 500
        assert row["points"]["mean"] == pytest.approx(sum(payments[seat]) / 1500)
        assert row["points"]["std_error"] > 0
    assert sum(row["points"]["mean"] for row in document["seats"]) == pytest.approx(0)
    wins = 1500 - document["drawn"]
    for spread in ("huxi", "units", "fan"):
        assert sum(document[spread].values()) == wins
    assert sum(document["kinds"].values()) == 1500
    assert document["kinds"]["drawn"] == document["drawn"]
    assert document["items"]["dianhu"] > 0


def test_people_read_the_same_numbers(run: Run) -> None:
    document = run(*ARGS, "--json").json
    status, out, err = run(*ARGS)
    assert status == 0
    for seat, row in enumerate(document["seats"]):
        mean = f"{row['points']['mean']:+.3f}"
        assert re.search(
            rf"^ +{seat} +{row['agent']} +{row['wins']:,} .*{re.escape(mean)} +± ", out, re.M
        )
    assert re.search(rf"黄庄 drawn +{document['drawn']:,} ", out)
    assert re.search(rf"自摸 self_draw +{document['kinds']['self_draw']:,} ", out)
    wins = sum(document["huxi"].get(str(huxi), 0) for huxi in (15, 16, 17))
    assert re.search(rf"15-17 +{wins:,} ", out)
    assert re.search(rf"点胡 dianhu +{document['items']['dianhu']:,} ", out)
    assert re.fullmatch(r"1,500 rounds in [\d.]+ s, [\d,]+ rounds a second\n", err)
    assert run(*ARGS, "--ascii").out.isascii()


def test_threads_and_parts_change_nothing(run: Run) -> None:
    one = run(*ARGS, "--threads", "1", "--json").out
    assert run(*ARGS, "--threads", "2", "--json").out == one
    assert run_apart(*ARGS, "--json", env={"PAOHUZI_NUM_THREADS": "2"}).out == one
    first = run("simulate", "--rounds", "700", "--seed", "3", "--json").json
    rest = run("simulate", "--rounds", "800", "--seed", "3", "--first", "700", "--json").json
    whole = run("simulate", "--rounds", "1500", "--seed", "3", "--json").json
    assert first["drawn"] + rest["drawn"] == whole["drawn"]
    assert first["kinds"]["self_draw"] + rest["kinds"]["self_draw"] == whole["kinds"]["self_draw"]


def test_long_runs_are_played_in_parts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*ARGS, "--json").out
    monkeypatch.setattr("paohuzi.cli.simulate.PART", 400)
    assert run(*ARGS, "--json").out == whole


def test_one_name_sits_on_all_seats(run: Run) -> None:
    document = run("simulate", "--rounds", "30", "--agents", "random", "--json").json
    assert document["agents"] == ["random"] * 3


def test_a_variable_that_is_no_number_is_one_line() -> None:
    ran = run_apart(*ARGS, env={"PAOHUZI_NUM_THREADS": "lots"})
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "PAOHUZI_NUM_THREADS" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal and its signals")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_it_soon_with_what_is_finished(threads: str) -> None:
    terminal, theirs = os.openpty()
    command = [sys.executable, "-m", "paohuzi", "simulate", "--rounds", "50000000", "--json"]
    with subprocess.Popen(
        [*command, "--threads", threads], stdout=subprocess.PIPE, stderr=theirs, bufsize=0
    ) as process:
        os.close(theirs)
        shown = b""
        # The progress bar says that rounds are being played.
        while b"rounds a second" not in shown:
            assert select.select([terminal], [], [], 60)[0], "no progress was shown"
            shown += os.read(terminal, 4096)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert process.stdout is not None
        out = process.stdout.read()
        status = process.wait(timeout=60)
        took = time.monotonic() - start
    os.close(terminal)
    document = json.loads(out)
    assert status == 130
    assert 0 < document["rounds"] < document["asked"] == 50_000_000
    assert sum(document["kinds"].values()) == document["rounds"]
    # A second, and as much again for a machine that is busy with other things.
    assert took < 5
    assert b"[" in shown
    assert b"\r" in shown


def test_no_progress_bar_where_there_is_no_terminal() -> None:
    ran = run_apart(*ARGS)
    assert "\r" not in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="a system with affinities")
def test_no_more_threads_than_the_process_may_use() -> None:
    program = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "from paohuzi.processors import processors; print(processors())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "1\n"
