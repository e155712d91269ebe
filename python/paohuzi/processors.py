"""The processors that there are for this process."""

import os

__all__ = ["processors"]


def processors() -> int:
    """Give how many processors this process may use: its affinity counts where the system tells it.

    Examples
    --------
    >>> processors() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
