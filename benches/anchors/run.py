"""Installs the libraries of `requirements.txt` and this checkout in an environment of their own, and measures them."""

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACE = ROOT / "target" / "anchors"


def install(python: Path, *what: str) -> bool:
    """Say whether pip could install it, from wheels where there are some."""
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
    return subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0


def main() -> int:
    """Install and measure."""
    venv.create(PLACE, with_pip=True, clear=True)
    python = PLACE / "bin" / "python"
    names = (HERE / "requirements.txt").read_text(encoding="utf-8").split()
    missing = [name for name in names if not install(python, "--only-binary", ":all:", name)]
    if not install(python, "numpy") or not install(python, str(ROOT)):
        print("this checkout did not install", file=sys.stderr)
        return 1
    if missing:
        print(f"did not install, and so not measured: {', '.join(missing)}\n")
    return subprocess.run([python, HERE / "measure.py"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
