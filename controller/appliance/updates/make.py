"""Makes a release of this checkout, for computers like this one:

    python -m controller.appliance.updates.make dist --key ~/.minisign/minisign.key

It builds the wheel with the pages and the firmware in it, gets the wheels of all that it needs as pip chooses
them here, and puts them into one file. That file is the lock: a table installs these and no others. The index
of all releases in the folder is written, too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from upkeep.network import INDEX, index_of
from upkeep.release import ABOUT, FORMAT, HERE, Kind, name_of

ROOT: Final = Path(__file__).resolve().parents[3]
_OURS: Final = "jantaku-"


def pack(wheels: Iterable[Path], out: Path, kind: Kind = HERE) -> Path:
    """Writes the release of these wheels into a folder. ValueError where the program's is not among them."""
    found = sorted(wheels)
    ours = next((wheel for wheel in found if wheel.name.startswith(_OURS)), None)
    if ours is None:
        raise ValueError("no wheel of the program itself")
    version = ours.name.removeprefix(_OURS).split("-")[0]
    about = {"format": FORMAT, "version": version, "python": kind.python, "machine": kind.machine}
    file = out / name_of(version, kind)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr(ABOUT, json.dumps(about, indent=1) + "\n")
        for wheel in found:
            packed.write(wheel, f"wheels/{wheel.name}")
    return file


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--key", type=click.Path(path_type=Path), help="minisign's secret key: the release is signed.")
def main(out: Path, key: Path | None) -> None:
    """Make a release of this checkout in the folder OUT, for computers like this one, and the index there."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "-w", folder]
        subprocess.run([*pip, f"{ROOT}[club]"], check=True, env={**os.environ, "JANTAKU_RELEASE": "1"})
        file = pack(Path(folder).glob("*.whl"), out)
    index = out / INDEX
    index.write_text(index_of(out.glob("jantaku-*.zip")), encoding="utf-8")
    if key is not None:
        subprocess.run(["minisign", "-S", "-s", str(key), "-m", str(file), str(index)], check=True)
    click.echo(f"{file}: {file.stat().st_size / 1e6:.0f} MB.")


if __name__ == "__main__":
    main()
