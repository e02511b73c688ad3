"""A support bundle: what somebody who helps from afar has to know, in one zip file without secrets."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from controller.appliance.description import HUB_FILE
from controller.appliance.running_hand import played_since_ms
from controller.appliance.secrets import clean, known, without_secrets
from controller.config import KEPT, Config, ConfigError, present
from controller.doctor import checks
from controller.doctor.whole import examined
from controller.table.games import Games
from controller.table.journal import JournalError
from runtime.clock import CLOCK
from runtime.version import version

UNITS: Final = (
    *("jantaku-table", "jantaku-hub", "jantaku-kiosk", "jantaku-page", "jantaku-backup"),
    *("jantaku-settle", "jantaku-settings", "jantaku-look", "jantaku-care@*", "jantaku-update@*"),
)
"""All of ours; an update that failed stands in its own unit's log alone."""
Ask = Callable[..., str]
_LINES: Final = 5000
_SHOWN: Final = "Id,ActiveState,SubState,Result,NRestarts,StatusText,ExecMainStatus,ActiveEnterTimestamp"
_PACKAGES: Final = ("mosquitto", "cage", "chromium", "systemd", "linux-image-*", "raspi-firmware")


def output_of(*command: str) -> str:
    """What a program says, also where it is not content with all it was asked."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}\n"
    return done.stdout + done.stderr


def make(
    data: Path, out: IO[bytes], *, whole: bool, ask: Ask = output_of, club: Path = HUB_FILE
) -> list[str]:
    """Writes it, and gives the names of its files. `whole`: with the log of the hand that is played, in which
    an error may name a tile. `ask` runs a program, `club` is the hub's configuration. OSError."""
    files = [file for file in (data / KEPT, *sorted(data.glob(f"{KEPT}.~*~")), club) if _there(file)]
    secrets = known(data, files)
    parts = dict(_parts(data, files, ask, None if whole else _played_since(data)))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, clean(text, secrets))
    return list(parts)


def _parts(data: Path, files: Sequence[Path], ask: Ask, until_ms: int | None) -> Iterator[tuple[str, str]]:
    machine = checks.Machine()
    yield "about.json", json.dumps(_about(machine, ask), indent=1, ensure_ascii=False)
    yield "doctor.txt", _doctor(data)
    for file in files:
        if not file.name.endswith("~"):
            yield f"settings/{file.name}", _settings(file)
    end = () if until_ms is None else (f"--until=@{until_ms // 1000}",)
    plain = ("journalctl", "--no-pager", "-q", "-o", "short-iso", *end)
    ours = (word for unit in UNITS for word in ("-u", unit))
    yield "log.txt", ask(*plain, "-n", str(_LINES), *ours)
    yield "kernel.txt", ask(*plain, "-n", "500", "-k", "-p", "warning")
    yield (
        "services.txt",
        ask("systemctl", "show", "-p", _SHOWN, *(f"{unit}.service" for unit in UNITS)),
    )
    yield "files.txt", _listing(data)


def _there(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:
        return False


def _played_since(data: Path) -> int | None:
    """By the clock of the log, which is set while that of the journals goes on: the earlier of both."""
    newest = Games(data).newest()
    try:
        since = None if newest is None else played_since_ms(newest)
    except (JournalError, OSError):
        return 0
    ahead = CLOCK.now_ms() - round(1000 * time.time())
    return None if since is None else max(0, min(since, since - ahead))


def _about(machine: checks.Machine, ask: Ask) -> dict[str, object]:
    release = dict(line.partition("=")[::2] for line in machine.text("etc/os-release").splitlines())
    return {
        "version": version(),
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(CLOCK.now_ms() / 1000)),
        "python": platform.python_version(),
        "system": release.get("PRETTY_NAME", "").strip('"'),
        "kernel": platform.release(),
        "processor": platform.machine(),
        "model": machine.text("proc/device-tree/model").strip("\0\n"),
        "uptime_s": (machine.text("proc/uptime").split() or [""])[0],
        "memory": machine.text("proc/meminfo").splitlines()[:3],
        "packages": sorted(f"{each.name} {each.version}" for each in importlib.metadata.distributions()),
        "debian": ask("dpkg-query", "-W", *_PACKAGES).splitlines(),
    }


def _doctor(data: Path) -> str:
    out: list[str] = []
    config = Config(data=data)
    try:
        config = present(data / KEPT if (data / KEPT).is_file() else None, data)
    except ConfigError as error:
        out.append(f"FAULT settings: {error}")
    out += [f"{found.level.value} {found.check}: {found.message}" for found in examined(config, camera=False)]
    return "\n".join(out) + "\n"


def _settings(file: Path) -> str:
    try:
        return without_secrets(file)
    except ConfigError as error:
        return f"# {error}\n"


def _listing(data: Path) -> str:
    """Sizes and times of the files, not what stands in them; names of people are in none."""
    rows = []
    for path in sorted(data.rglob("*")) if data.is_dir() else ():
        try:
            about = path.lstat()
        except OSError:
            continue
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(about.st_mtime))
        mode, name = about.st_mode & 0o7777, path.relative_to(data)
        rows.append(f"{mode:04o} {about.st_uid:>6} {about.st_size:>12} {at} {name}")
    return "\n".join(rows) + "\n"
