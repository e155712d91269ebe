"""Players: what an agent is, and the bots that come with the package."""

from paohuzi._core import Bot
from paohuzi.agents.agent import Agent, names

__all__ = ["Agent", "Bot", "names"]
