"""The units of systemd: table and hub, and what looks after them."""

from __future__ import annotations

from typing import Final

from controller.appliance.description import HUB_FILE, USER, Appliance
from controller.appliance.settings import FOLDER
from upkeep.computer import (
    CURRENT,
    HUB_DATA,
    KEPT_BACKUPS,
    PLACE,
    PREVIOUS,
    SETTINGS,
    STATE,
    STICK,
    STICK_DEVICE,
    TABLE_DATA,
    TRIAL,
    TRUSTED,
)

RESTORED: Final = "jantaku-settings.service"
_HARDENED: Final = """\
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectHostname=yes
RestrictNamespaces=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
LockPersonality=yes
SystemCallArchitectures=native
UMask=0077
"""
_CAREFUL: Final = f"""\
NoNewPrivileges=yes
CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH CAP_FOWNER
ProtectSystem=full
ReadWritePaths={SETTINGS}
ReadOnlyPaths={TRUSTED}
ReadOnlyPaths=-{PLACE}
ProtectHome=yes
PrivateTmp=yes
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
"""
"""Of root, who writes data and settings."""
_DEVICES: Final = (
    "alsa",
    "dma_heap",
    "gpiochip",
    "media",
    "ttyACM",
    "ttyAMA",
    "ttyUSB",
    "vchiq",
    "vcio",
    "video4linux",
)
"""Kinds of devices, as /proc/devices has them, that a table may open."""
_ALIVE: Final = """\
Restart=on-failure
RestartSec=2
WatchdogSec=60
TimeoutStartSec=300
TimeoutStopSec=30
"""
"""An end in order (`stop` on the host's page, exit code 0) is no failure and stays; a restart that is asked
for there is the same process, which begins anew by itself."""


def table(appliance: Appliance) -> str:
    devices = "".join(f"DeviceAllow=char-{kind} rw\n" for kind in _DEVICES)
    return f"""\
[Unit]
Description=Mahjong table
Wants=network-online.target {RESTORED}
After=network-online.target time-sync.target sound.target jantaku-hub.service {RESTORED}
StartLimitIntervalSec=0

[Service]
Type=notify
User={USER}
ExecStart={appliance.program} run --data {TABLE_DATA} --no-browser
StateDirectory=jantaku jantaku/table
StateDirectoryMode=0700
Environment=HOME={STATE}
SupplementaryGroups=systemd-journal
OOMScoreAdjust=-500
{_ALIVE}{_HARDENED}DevicePolicy=closed
{devices}
[Install]
WantedBy=multi-user.target
"""


def hub(appliance: Appliance) -> str:
    """It opens no device, and sees whether a stick is plugged in."""
    return f"""\
[Unit]
Description=Mahjong club
Wants=network-online.target {RESTORED}
After=network-online.target time-sync.target postgresql.service {RESTORED}
StartLimitIntervalSec=0

[Service]
Type=notify
User={USER}
ExecStart={appliance.program} club hub --config {HUB_FILE} --data {HUB_DATA}
StateDirectory=jantaku jantaku/club
StateDirectoryMode=0700
Environment=HOME={STATE}
SupplementaryGroups=systemd-journal
{_ALIVE}{_HARDENED}DevicePolicy=closed

[Install]
WantedBy=multi-user.target
"""


def settle() -> str:
    """After a power cut in an update: the previous version's program judges the one that was on trial."""
    return f"""\
[Unit]
Description=Keeps an update of the mahjong table that works, and takes back one that does not
ConditionPathIsSymbolicLink={PLACE}/{TRIAL}
After=jantaku-table.service jantaku-hub.service

[Service]
Type=oneshot
ExecStart={PLACE}/{PREVIOUS}/bin/jantaku update --settle
TimeoutStartSec=1200

[Install]
WantedBy=multi-user.target
"""


def update() -> str:
    """Newer and signed by somebody who is trusted, or nothing happens: from a stick, as soon as it is plugged
    in or when a page asks, from the network, or the version before."""
    return f"""\
[Unit]
Description=Update of the mahjong table (%i)
After=jantaku-backup.service

[Service]
Type=oneshot
ExecStart={PLACE}/{CURRENT}/bin/jantaku update --wait --asked %i
TimeoutStartSec=infinity
"""


def restored(appliance: Appliance) -> str:
    """After a power cut in a restore: settings that travelled with the data get their place. Without a cut
    there is nothing to do."""
    folders = ((appliance.table, TABLE_DATA), (appliance.hub, HUB_DATA))
    left = "".join(f"ConditionPathIsDirectory=|{folder}/{FOLDER}\n" for on, folder in folders if on)
    return f"""\
[Unit]
Description=Settings of the mahjong table that came with restored data
{left}
[Service]
Type=oneshot
ExecStart={appliance.program.with_name("python")} -m controller.cli.appliance.settle
{_CAREFUL}"""


def care(appliance: Appliance) -> str:
    """What a page asks of the data. As root: a stick of any file system is root's, and the table or the hub
    stands meanwhile. It writes nothing but data and settings: the program, the system, and whose releases
    are installed are read-only to it."""
    return f"""\
[Unit]
Description=Data of the mahjong table (%i)
After=jantaku-backup.service

[Service]
Type=oneshot
ExecStart={appliance.program.with_name("python")} -m controller.cli.appliance.care %i
TimeoutStartSec=1800
{_CAREFUL}"""


def look() -> str:
    """The unit that looks for newer versions as the table's user: the index is another's file, and nothing
    of it is installed here."""
    return f"""\
[Unit]
Description=Looks whether there is a newer version of the mahjong table
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User={USER}
ExecStart={PLACE}/{CURRENT}/bin/jantaku update --look
TimeoutStartSec=300
StateDirectory=jantaku
StateDirectoryMode=0700
{_HARDENED}PrivateDevices=yes
"""


def every_day() -> str:
    """Nothing is looked for unless the configuration says so (`[updates]`)."""
    return """\
[Unit]
Description=Looks every day whether there is a newer version of the mahjong table

[Timer]
OnCalendar=*-*-* 04:00
RandomizedDelaySec=3600
Persistent=true

[Install]
WantedBy=timers.target
"""


def stick_mount() -> str:
    """A stick whose file system is called JANTAKU; mounted while a backup is written, so it may be pulled at
    any other time. Who opens its folder then waits for it no longer than its timeout."""
    return f"""\
[Unit]
Description=USB stick for backups of the mahjong table
JobTimeoutSec=20

[Mount]
What={STICK_DEVICE}
Where={STICK}
Options=noatime,nosuid,nodev,noexec
TimeoutSec=30
"""


def stick_wait() -> str:
    return f"""\
[Unit]
Description=USB stick for backups of the mahjong table

[Automount]
Where={STICK}
TimeoutIdleSec=5

[Install]
WantedBy=multi-user.target
"""


def backups(appliance: Appliance) -> str:
    """The unit that makes backups as root, since root can read a stick of any file system. A missing stick
    is no failure."""
    folders = ((appliance.table, TABLE_DATA), (appliance.hub, HUB_DATA))
    data = " ".join(f"--data {folder}" for on, folder in folders if on)
    return f"""\
[Unit]
Description=Backup of the mahjong table on a USB stick
ConditionPathExists={STICK_DEVICE}
StartLimitIntervalSec=60
StartLimitBurst=3

[Service]
Type=oneshot
ExecStart={appliance.program} backup {STICK} --keep {KEPT_BACKUPS} {data}
Nice=19
IOSchedulingClass=idle
TimeoutStartSec=1800
NoNewPrivileges=yes
CapabilityBoundingSet=CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH
ProtectSystem=full
ProtectHome=yes
PrivateTmp=yes
PrivateNetwork=yes
PrivateDevices=yes
RestrictAddressFamilies=AF_UNIX
"""


def every_night() -> str:
    return """\
[Unit]
Description=Every night a backup of the mahjong table, if its stick is there

[Timer]
OnCalendar=*-*-* 05:00
RandomizedDelaySec=600
Persistent=true

[Install]
WantedBy=timers.target
"""
