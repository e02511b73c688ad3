"""What an image has besides what `jantaku install` makes, as its steps; pure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.appliance.image import early
from controller.appliance.steps import File, Link, Remove, Run, Step
from controller.card import DATA

NAME: Final = "jantaku"
_INITRAMFS: Final = Path("/etc/initramfs-tools")
_UNITS: Final = Path("/etc/systemd/system")
_NAMES: Final = Path("/etc/resolv.conf")
_GROW: Final = Path("/usr/local/lib/jantaku/grow")

_USELESS: Final = (
    "mosquitto.service",
    *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer"),
    *("e2scrub_reap.service", "e2scrub_all.timer"),
)
"""The table brings a broker of its own; the others are for a system that keeps all changes, and for LVM."""
_FSTAB: Final = """\
# Mounted before systemd begins, by /etc/initramfs-tools/scripts/local-bottom/jantaku.
"""
_NETWORK: Final = """\
[main]
hostname-mode=none

[connection]
connection.mdns=0
"""
"""NetworkManager.conf(5): cables by DHCP are its default. The name is the computer's own; avahi says it."""
_ONLINE: Final = """\
[Service]
Environment=NM_ONLINE_TIMEOUT=5
"""
"""A table plays without a network: it waits for one as long as a router needs to answer, and no longer."""
_GROWS: Final = f"""\
[Unit]
Description=The data of the mahjong table get the whole card
ConditionPathIsMountPoint={DATA}
DefaultDependencies=no
After=local-fs.target
Before=jantaku-table.service jantaku-hub.service shutdown.target
Conflicts=shutdown.target

[Service]
Type=oneshot
ExecStart={_GROW}

[Install]
WantedBy=multi-user.target
"""


def imaging() -> Iterator[Step]:
    """In their order; to be done after those of `jantaku install`."""
    yield File(Path("/etc/hostname"), f"{NAME}\n")
    yield File(Path("/etc/hosts"), f"127.0.0.1 localhost\n127.0.1.1 {NAME}\n::1 localhost\n")
    yield File(Path("/etc/machine-id"), "", mode=0o444)
    yield File(Path("/etc/fstab"), _FSTAB)
    yield Remove(_NAMES)  # of the computer that builds
    yield Link(_NAMES, Path("../run/systemd/resolve/stub-resolv.conf"))
    yield File(_INITRAMFS / "conf.d/jantaku", "MODULES=most\nCOMPRESS=zstd\nRESUME=none\n")
    yield File(_INITRAMFS / "modules", "".join(f"{name}\n" for name in early.MODULES))
    yield File(_INITRAMFS / "hooks/jantaku", early.hook(), mode=0o755)
    yield File(_INITRAMFS / "scripts/local-bottom/jantaku", early.mounts(), mode=0o755)
    yield File(_GROW, early.grow(), mode=0o755)
    yield File(_UNITS / "jantaku-grow.service", _GROWS)
    yield File(Path("/etc/NetworkManager/conf.d/50-jantaku.conf"), _NETWORK)
    yield File(_UNITS / "NetworkManager-wait-online.service.d/jantaku.conf", _ONLINE)
    yield Run(("systemctl", "enable", "-q", "jantaku-grow.service", "NetworkManager.service"))
    yield Run(("systemctl", "mask", "-q", *_USELESS))
    yield Run(("passwd", "-q", "--lock", "root"))
    yield Run(("update-initramfs", "-u", "-k", "all"))
