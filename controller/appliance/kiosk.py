"""The computer's own screen: Chromium alone on it, in cage, a compositor for one window."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from controller.appliance.description import KIOSK_STATE, KIOSK_USER, Appliance
from controller.broker.ticket import FILE
from upkeep.computer import SETTINGS, STATE, STICK, TABLE_DATA

STARTING: Final = Path("/usr/local/lib/jantaku/starting.html")
"""Shown until the table is up, so that the browser starts beside it."""
SCREEN: Final = Path("/usr/local/lib/jantaku/screen.sh")
_RUN: Final = "/run/jantaku-kiosk"
_SCREEN: Final = """\
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
"""
"""A session of its own at the first terminal, whose screen it takes."""
_BROWSER: Final = " ".join([
    "/usr/bin/chromium",
    "--kiosk --ozone-platform=wayland --no-first-run --noerrdialogs --disable-session-crashed-bubble",
    "--disable-translate --password-store=basic",
    # Chromium draws pages of its own for an address bar that a kiosk has not: a third of its start.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    f"--user-data-dir={KIOSK_STATE}/profile --disk-cache-dir={_RUN}/cache file://{STARTING}",
])  # fmt: skip


def starting() -> str:
    """The page that waits for the table. Its address comes as a script, as a page that was opened from a file
    may read nothing else."""
    return Path(__file__).with_name("starting.html").read_text("utf-8").replace("ADDRESS", f"{_RUN}/page.js")


def shown() -> str:
    """The script that starts the browser, and again where the compositor has crashed."""
    text = Path(__file__).with_name("screen.sh").read_text("utf-8")
    return text.replace("RUN", _RUN).replace("BROWSER", _BROWSER)


def screen() -> str:
    """The unit of the browser.

    Whatever systemd starts for a service with `TTYVHangup` hangs up its terminal first, so nothing may be
    started beside the screen: `ExecStartPost` would end it. `ProtectHome` would hide /run/user, too, where
    the session has the socket of its windows."""
    return f"""\
[Unit]
Description=Screen of the mahjong table
Wants=dbus.socket systemd-logind.service jantaku-page.service
After=dbus.socket systemd-logind.service systemd-user-sessions.service plymouth-quit-wait.service
After=getty@tty1.service
Conflicts=getty@tty1.service
ConditionPathExists=/dev/tty0
StartLimitIntervalSec=0

[Service]
User={KIOSK_USER}
{_SCREEN}StateDirectory=jantaku-kiosk
StateDirectoryMode=0700
RuntimeDirectory=jantaku-kiosk
RuntimeDirectoryMode=0700
RuntimeDirectoryPreserve=restart
Environment=HOME={KIOSK_STATE}
ExecStartPre=-+/usr/bin/chvt 1
ExecStartPre=+/bin/rm -f {_RUN}/page.js
ExecStart=/bin/sh {SCREEN}
Restart=always
RestartSec=2
OOMScoreAdjust=500
ProtectSystem=full
PrivateTmp=yes
InaccessiblePaths=-/home -/root -{STATE} -{SETTINGS} -{STICK}

[Install]
WantedBy=multi-user.target
"""


def page(appliance: Appliance) -> str:
    """The unit that gives the browser, at each of its starts, the address with the rights of the house. Root
    reads it where the table has left it: the browser's own user cannot. The program is asked only where no
    table has left one, as on a card that is worn out: it needs seconds to start."""
    left = f'read -r base ticket first <{TABLE_DATA}/broker/{FILE} && [ "$first" ]'
    asked = f"page=$({appliance.program} link --first --data {TABLE_DATA})"
    link = f'{left} && page="$base$first#here=$ticket" || {asked}'
    # Octal quotes: systemd, the shell and printf would each take plain ones for their own.
    said = f'printf "location.replace(\\\\042%%s\\\\042)" "$page" >{_RUN}/page'
    given = f"chown {KIOSK_USER}: {_RUN}/page && mv {_RUN}/page {_RUN}/page.js"
    return f"""\
[Unit]
Description=Page of the mahjong table for its screen
After=jantaku-table.service jantaku-kiosk.service
PartOf=jantaku-kiosk.service
StartLimitIntervalSec=0

[Service]
Type=oneshot
UMask=0077
ExecStart=/bin/sh -c '{link} && {said} && {given}'
Restart=on-failure
RestartSec=2
"""
