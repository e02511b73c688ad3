"""Whatever ends the making of an image, nothing of it stays: no folder, no program, no half of a file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from controller.appliance.image.make import TOOLS

MMDEBSTRAP = """\
#!/bin/sh
mkdir {root}
trap 'sleep 1; rmdir {root}; exit 1' TERM
sleep 600 &
echo $! >{begun}
wait
"""
"""It has begun another program, and takes its folder away when it is ended, which takes a while."""


def _until(path: Path) -> None:
    end = time.monotonic() + 60
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < end
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    tools, out, begun = tmp_path / "bin", tmp_path / "out", tmp_path / "begun"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).write_text(MMDEBSTRAP.format(root=tmp_path / "system", begun=begun))
        (tools / tool).chmod(0o755)
    release = tmp_path / "release.zip"
    release.touch()
    words = [sys.executable, "-m", "controller.appliance.image.make", str(out / "pc.img"), "--for", "pc"]
    making = subprocess.Popen(
        [*words, "--release", str(release), "--epoch", "0"],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _until(begun)
        assert (tmp_path / "system").is_dir()
        making.send_signal(number)
        assert making.wait(60) != 0
    finally:
        making.kill()
        making.wait()
    assert not (tmp_path / "system").exists(), "mmdebstrap has tidied up"
    assert list(out.iterdir()) == []
    assert not _alive(int(begun.read_text()))
