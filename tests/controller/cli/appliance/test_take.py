"""What a club's page sends as a file, by the program that a hub runs."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

MODULE = (sys.executable, "-m", "controller.cli.appliance.take")


def test_a_report_of_a_hub_has_no_password(tmp_path: Path) -> None:
    (tmp_path / "club.head").write_text("{}")
    done = subprocess.run([*MODULE, "support", str(tmp_path)], capture_output=True, check=True, timeout=120)
    with zipfile.ZipFile(io.BytesIO(done.stdout)) as packed:
        assert "club.head" in packed.read("files.txt").decode()


def test_what_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run([*MODULE, "backup", str(tmp_path)], capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"jantaku: {tmp_path} holds no data")
