"""A slow, plain second implementation of the rulebook, to test the engine against."""

from .arrange import Arrangement, arrangements
from .cards import CARDS, parse
from .chi import chi_action, chi_options
from .decks import DECK_KINDS, deck_of, rigged_deck
from .melds import cards_of, huxi, kind_of
from .play import check, choose, next_asked, random_round
from .positions import random_position
from .round import OracleRound, Settlement
from .ruleset import PRESETS, Rules, units
from .waits import waits
from .win import Context, Win, best_win, santi_wukan

__all__ = [
    "CARDS",
    "DECK_KINDS",
    "PRESETS",
    "Arrangement",
    "Context",
    "OracleRound",
    "Rules",
    "Settlement",
    "Win",
    "arrangements",
    "best_win",
    "cards_of",
    "check",
    "chi_action",
    "chi_options",
    "choose",
    "deck_of",
    "huxi",
    "kind_of",
    "next_asked",
    "parse",
    "random_position",
    "random_round",
    "rigged_deck",
    "santi_wukan",
    "units",
    "waits",
]
