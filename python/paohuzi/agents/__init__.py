"""Players: what an agent is, and the bots that come with the package."""

from paohuzi._core import Bot
from paohuzi.agents.agent import Agent, names
from paohuzi.agents.players import Player, RoundAgents

__all__ = ["Agent", "Bot", "Player", "RoundAgents", "names"]
