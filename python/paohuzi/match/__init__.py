"""Rounds in a row at one table: a match, its record, and what its listeners are told."""

from paohuzi.match.match import Answering, Match
from paohuzi.match.notice import Notice, PlayedRound
from paohuzi.match.record import MATCH_FORMAT, MatchRecord, Stake

__all__ = ["MATCH_FORMAT", "Answering", "Match", "MatchRecord", "Notice", "PlayedRound", "Stake"]
