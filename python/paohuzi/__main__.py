"""What ``paohuzi`` and ``python -m paohuzi`` run."""

import sys

from paohuzi.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
