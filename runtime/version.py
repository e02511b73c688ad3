"""The version of the program: that of `pyproject.toml`, in a checkout and in an installed wheel alike."""

from __future__ import annotations

import importlib.metadata
import tomllib
from functools import cache
from pathlib import Path

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"


@cache
def version() -> str:
    """The version, such as `0.1.0` (semver.org). In a checkout it is read from the checkout, since pip's
    note may be older."""
    try:
        project = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        return importlib.metadata.version("jantaku")
    return (
        str(project["version"]) if project.get("name") == "jantaku" else importlib.metadata.version("jantaku")
    )
