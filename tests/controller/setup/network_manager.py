"""The real NetworkManager, on a D-Bus of its own in a network of its own: no radio is there, and nobody's
network is touched."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from runtime.programs import Done

NEEDED: Final = ("NetworkManager", "nmcli", "dbus-daemon", "unshare", "nsenter")
_BUS: Final = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow own="*"/><allow send_destination="*"/><allow eavesdrop="true"/>
  </policy>
</busconfig>
"""
_CONFIG: Final = """\
[main]
plugins=keyfile
auth-polkit=false
dns=none
rc-manager=unmanaged
hostname-mode=none
[keyfile]
path={folder}/connections
"""


def missing() -> str | None:
    """Why it cannot run here."""
    away = [name for name in NEEDED if shutil.which(name) is None]
    if away:
        return f"needs {', '.join(away)} (Debian: network-manager, dbus, util-linux)"
    return None if os.geteuid() == 0 else "needs root, for a network of its own"


class NetworkManager:
    """Runs until `close`; `run` runs a program beside it."""

    def __init__(self, folder: Path) -> None:
        self.connections = folder / "connections"
        self.connections.mkdir(mode=0o700)
        (folder / "bus.conf").write_text(_BUS.format(socket=folder / "bus"))
        (folder / "nm.conf").write_text(_CONFIG.format(folder=folder))
        self._environment = {
            **os.environ,
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus",
            "LC_ALL": "C.UTF-8",
        }
        script = (
            "mount -t tmpfs tmpfs /run && ip link set lo up && "
            f"dbus-daemon --nofork --nopidfile --config-file={folder}/bus.conf & "
            f"while [ ! -S {folder}/bus ]; do sleep 0.1; done; "
            f"exec NetworkManager --no-daemon --config={folder}/nm.conf --config-dir={folder}/none "
            f"--system-config-dir={folder}/none --intern-config={folder}/intern --state-file={folder}/state"
        )
        (folder / "none").mkdir()
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                ["unshare", "--net", "--mount", "sh", "-c", script],
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.log = folder / "log"
        for _ in range(150):
            if self.run(("nmcli", "--terse", "general", "status"), "", 5).code == 0:
                return
            time.sleep(0.2)
        self.close()
        raise AssertionError(self.log.read_text(errors="replace")[-2000:])

    def run(self, command: Sequence[str], given: str, patience_s: float) -> Done:
        """As `runtime.programs.done` does on a computer that it belongs to."""
        ran = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            timeout=patience_s,
            env=self._environment,
            check=False,
        )
        return Done(ran.returncode, ran.stdout, ran.stderr)

    def close(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
