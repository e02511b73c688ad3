"""`jantaku test`: format, style, types and tests, as CI runs them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).resolve().parents[2]
STYLE: Final = (["ruff", "format", "--check", "."], ["ruff", "check", "."])
TYPES: Final = ["mypy"]
QUICK_S: Final = 75
"""Of two minutes; collecting the tests takes the rest."""
MOST_WORKERS: Final = 4
HEAP: Final = {name: str(2**30) for name in ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_")}
"""What is freed stays with the process: pictures that come and go as pages of the kernel take 12 % of the
processor time of the tests of the eyes."""


class Beside:
    """A check that runs while others do; what it says is kept until somebody asks."""

    def __init__(self, module: Sequence[str], root: Path) -> None:
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by `passed`
        command = [sys.executable, "-m", *module]
        self._process = subprocess.Popen(
            command, cwd=root, stdout=self._said, stderr=subprocess.STDOUT, env=environment()
        )

    def passed(self) -> bool:
        """Waits for the end of the check and shows what it found, if anything is wrong."""
        code = self._process.wait()
        with self._said as said:
            if code:
                said.seek(0)
                click.echo(said.read(), err=True, nl=False)
        return code == 0


@click.command()
@click.option("--quick", is_flag=True, help="Run the quickest tests for two minutes, without whole games.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def test(quick: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Run the test suite with everything it needs.

    Types are checked while the tests run. The last run on this computer says which tests are quick; tests
    that have never run are included, so the first quick run takes longer. Example: jantaku test --quick
    """
    if not (ROOT / "tests").is_dir():
        raise click.UsageError("The tests live in a checkout; clone the repository and run ./jantaku test.")
    selection = ["-m", "not slow", "--within", str(QUICK_S)] if quick else []
    raise SystemExit(0 if check(ROOT, [*selection, *pytest_arguments]) else 1)


def check(root: Path, pytest_arguments: Sequence[str]) -> bool:
    """Whether style, types and tests of a checkout pass; the summary of the tests is the last that it prints
    where they do."""
    for style in STYLE:
        click.echo(f"$ {' '.join(style)}", err=True)
        if subprocess.run([sys.executable, "-m", *style], cwd=root, check=False).returncode:
            return False
    click.echo(f"$ {' '.join(TYPES)} (beside the tests)", err=True)
    types = Beside(TYPES, root)
    if not (root / "tests" / "__pycache__").is_dir():
        compile_once(root, pytest_arguments)
    # A third of the time of the tests is waiting, for disks, sockets and clocks: one worker more than cores.
    workers = ["-n", str(min(MOST_WORKERS, 1 + (os.cpu_count() or 1))), "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", *workers, *pytest_arguments]
    tests = subprocess.run(command, cwd=root, check=False, env=environment()).returncode
    return types.passed() and tests == 0


def compile_once(root: Path, pytest_arguments: Sequence[str]) -> None:
    """Compiles the tests and what they import, which every worker would do by itself, all at the same time.
    What is wrong is shown by the tests."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *pytest_arguments]
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=root, check=False, env=environment(), stdout=quiet, stderr=quiet)


def environment() -> dict[str, str]:
    """The environment of the tests. Python keeps what it compiles even where that is switched off: some
    hundred tests start the program, which takes three times as long from the sources alone."""
    return {**os.environ, **HEAP, "PYTHONDONTWRITEBYTECODE": ""}
