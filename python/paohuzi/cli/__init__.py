"""The command line."""

from paohuzi.cli.main import main

__all__ = ["main"]
