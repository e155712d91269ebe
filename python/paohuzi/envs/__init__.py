"""Environments for learners: many rounds at once, and the interfaces of PettingZoo, Gymnasium and OpenSpiel.

`VectorEnv` plays many rounds at once in Rust and writes into numpy arrays. The adapters are modules of their own, for
whoever imports them: `paohuzi.envs.pettingzoo`, `paohuzi.envs.gymnasium` and `paohuzi.envs.openspiel`. All of them
show a seat what `paohuzi.envs.observation` explains, and all but OpenSpiel, which draws its own cards, deal alike:
round e of seed s has the deck ``Deck.shuffled(s, e)`` and the dealer e modulo the seats, as in a simulation.
"""

from paohuzi._core import OBS_BYTES, OBS_SIZE, OBS_VERSION
from paohuzi.envs.observation import LAYOUT, Part, encode, encode_packed, split, unpack
from paohuzi.envs.vector import Arrays, VectorEnv

__all__ = [
    "LAYOUT",
    "OBS_BYTES",
    "OBS_SIZE",
    "OBS_VERSION",
    "Arrays",
    "Part",
    "VectorEnv",
    "encode",
    "encode_packed",
    "split",
    "unpack",
]
