"""Long runs keep no memory."""

import sys
from pathlib import Path

import paohuzi as phz
import pytest


def resident() -> int:
    """Give the memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a system that tells the memory in use")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_million_rounds_take_no_more_memory_than_some(threads: int) -> None:
    part = 20_000
    sizes = []
    summary = None
    for first in range(0, 1_000_000, part):
        each = phz.simulate(
            agents="random", rounds=part, seed=1, first=first, threads=threads
        ).summary()
        summary = each if summary is None else summary.merged(each)
        sizes.append(resident())
    assert summary is not None
    assert summary.rounds == 1_000_000
    # The first parts build tables and fill what the allocator keeps.
    assert max(sizes[10:]) - sizes[9] < 4 * 2**20
