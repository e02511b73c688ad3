"""`jantaku test`: format, style, types and tests, as CI runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[2]


@click.command()
@click.option("--quick", is_flag=True, help="Leave out whole games, browsers and killed processes.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def test(quick: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Run the test suite with everything it needs.

    Example: jantaku test --quick
    """
    if not (ROOT / "tests").is_dir():
        raise click.UsageError("The tests live in a checkout; clone the repository and run ./jantaku test.")
    checks = (
        ["ruff", "format", "--check", "."],
        ["ruff", "check", "."],
        ["mypy"],
    )
    for check in checks:
        click.echo(f"$ {' '.join(check)}", err=True)
        code = subprocess.run([sys.executable, "-m", *check], cwd=ROOT, check=False).returncode
        if code:
            raise SystemExit(1)
    selection = ["-m", "not slow"] if quick else []
    workers = ["-n", str(min(4, os.cpu_count() or 1))]
    command = [sys.executable, "-m", "pytest", *workers, *selection, *pytest_arguments]
    raise SystemExit(1 if subprocess.run(command, cwd=ROOT, check=False).returncode else 0)
