"""What comes with an extra is imported only where it is asked for, and named where it is missing."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.path[:0] = {path!r}

class Missing:
    def find_spec(self, name, *rest):
        if name.split(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
{code}
"""


def run(code: str, *missing: str) -> str:
    """Run a program in which some packages cannot be imported; give the last line of what it prints."""
    program = PROGRAM.format(path=sys.path, names=missing, code=code)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    return (done.stdout + done.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("envs", "numpy", "rl"),
        ("envs.pettingzoo", "pettingzoo", "rl"),
        ("envs.gymnasium", "gymnasium", "rl"),
        ("envs.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str, extra: str) -> None:
    for name in ("numpy", "gymnasium", "pettingzoo", "pyspiel"):
        if name != package:
            pytest.importorskip(name)
    said = run(f"import paohuzi.{module}", package)
    assert (
        said
        == f"ImportError: {package} is not installed; it comes with: pip install 'paohuzi[{extra}]'"
    )


def test_environments_import_what_they_need_only() -> None:
    loaded = run(
        "import paohuzi.envs\nprint(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    assert {"numpy", "paohuzi"} <= set(loaded.split())
    assert {"gymnasium", "pettingzoo", "pyspiel", "torch"}.isdisjoint(loaded.split())
