"""The units of systemd: table, hub, and the kiosk that shows the table's screen."""

from __future__ import annotations

from typing import Final

from controller.appliance.description import (
    HUB_DATA,
    HUB_FILE,
    KIOSK_STATE,
    KIOSK_USER,
    STATE,
    TABLE_DATA,
    USER,
    Appliance,
)

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
Wants=network-online.target
After=network-online.target time-sync.target sound.target jantaku-hub.service
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
    return f"""\
[Unit]
Description=Mahjong club
Wants=network-online.target
After=network-online.target time-sync.target postgresql.service
StartLimitIntervalSec=0

[Service]
Type=notify
User={USER}
ExecStart={appliance.program} club hub --config {HUB_FILE} --data {HUB_DATA}
StateDirectory=jantaku jantaku/club
StateDirectoryMode=0700
Environment=HOME={STATE}
{_ALIVE}{_HARDENED}PrivateDevices=yes

[Install]
WantedBy=multi-user.target
"""


def kiosk(appliance: Appliance) -> str:
    """Chromium alone on the screen, in cage, a compositor for one window. The link that lets it press buttons
    is fetched by root at every start: the browser's own user cannot read where it lies."""
    browser = " ".join([
        "/usr/bin/chromium",
        "--kiosk --ozone-platform=wayland --no-first-run --noerrdialogs --disable-session-crashed-bubble",
        "--disable-translate --password-store=basic",
        f"--user-data-dir={KIOSK_STATE}/profile --disk-cache-dir=/run/jantaku-kiosk/cache",
    ])  # fmt: skip
    fetched = f"{appliance.program} link --first --data {TABLE_DATA} >/run/jantaku-kiosk/page"
    return f"""\
[Unit]
Description=Screen of the mahjong table
Wants=dbus.socket systemd-logind.service
After=dbus.socket systemd-logind.service systemd-user-sessions.service plymouth-quit-wait.service
After=getty@tty1.service jantaku-table.service
Conflicts=getty@tty1.service
ConditionPathExists=/dev/tty0
StartLimitIntervalSec=0

[Service]
User={KIOSK_USER}
PAMName=login
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
StandardOutput=journal
StandardError=journal
UtmpIdentifier=tty1
UtmpMode=user
StateDirectory=jantaku-kiosk
StateDirectoryMode=0700
RuntimeDirectory=jantaku-kiosk
RuntimeDirectoryMode=0700
Environment=HOME={KIOSK_STATE}
ExecStartPre=+/bin/sh -c 'umask 077 && {fetched} && chown {KIOSK_USER}: /run/jantaku-kiosk/page'
ExecStart=/bin/sh -c 'exec /usr/bin/cage -d -s -- {browser} "$(cat /run/jantaku-kiosk/page)"'
ExecStartPost=-+/usr/bin/chvt 1
Restart=always
RestartSec=5
OOMScoreAdjust=500
ProtectSystem=full
ProtectHome=yes
PrivateTmp=yes
InaccessiblePaths=-{STATE} -/etc/jantaku

[Install]
WantedBy=multi-user.target
"""
