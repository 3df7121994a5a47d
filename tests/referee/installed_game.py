"""The example of a game from outside, built and put into a folder as an installer does."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIEN_LEN = ROOT / "docs/examples/tien_len"


def install_tien_len(folder: Path) -> dict[str, str]:
    """Install the package into a folder; return an environment in which Python finds it, and this checkout."""
    command = ["hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    built = subprocess.run(
        [sys.executable, "-m", *command], cwd=TIEN_LEN, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def run(environment: dict[str, str], *words: str) -> str:
    """Run Python in the checkout and return what it prints.  Fails with that if it fails."""
    process = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-3000:] + process.stderr[-3000:]
    return process.stdout
