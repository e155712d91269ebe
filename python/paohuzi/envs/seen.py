"""What single environments show, a dict of an observation and a mask, and what they take, the number of an action."""

from operator import index
from typing import Any, SupportsIndex, TypeAlias

from paohuzi._core import ACTION_SPACE_SIZE, OBS_BYTES, OBS_SIZE, View
from paohuzi.envs.missing import needs
from paohuzi.envs.observation import encode, encode_packed

with needs("rl"):
    import numpy as np
    from gymnasium import spaces

__all__ = ["Seen", "action_number", "seen", "seen_space"]

Seen: TypeAlias = dict[str, Any]
"""``observation``: (OBS_SIZE,) float32 or packed (OBS_BYTES,) uint8; ``action_mask``: (128,) int8."""


def seen_space(packed: bool) -> spaces.Dict:
    """Give the space of what is shown.

    Parameters
    ----------
    packed
        Whether observations are bits of bytes.

    Examples
    --------
    >>> seen_space(packed=True)["observation"].shape
    (499,)
    """
    bits, floats = (
        spaces.Box(0, 255, (OBS_BYTES,), np.uint8),
        spaces.Box(0, 1, (OBS_SIZE,), np.float32),
    )
    mask = spaces.Box(0, 1, (ACTION_SPACE_SIZE,), np.int8)
    return spaces.Dict({"observation": bits if packed else floats, "action_mask": mask})


def seen(view: View, *, packed: bool) -> Seen:
    """Give what is shown of a view, in new arrays.

    The mask is that of what the seat may answer; pass (0) alone where it is not asked, so that a learner that has to
    choose finds something.

    Parameters
    ----------
    view
        What the seat sees.
    packed
        Whether observations are bits of bytes.

    Examples
    --------
    >>> from paohuzi import Game
    >>> seen(Game(seed=7).view(1), packed=False)["action_mask"].nonzero()[0].tolist()
    [0]
    """
    mask = np.zeros(ACTION_SPACE_SIZE, np.int8)
    mask[view.legal_ids() or 0] = 1
    return {
        "observation": encode_packed(view) if packed else encode(view),
        "action_mask": mask,
    }


def action_number(action: SupportsIndex) -> int:
    """Give the number that an environment was given; 8.7, "8" and True are none.

    Parameters
    ----------
    action
        A whole number of Python or numpy.

    Raises
    ------
    TypeError
        Anything else.

    Examples
    --------
    >>> action_number(np.int64(8))
    8
    """
    if isinstance(action, bool):
        raise TypeError("expected the number of an action, found bool")
    return index(action)
