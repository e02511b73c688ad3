"""What the appliance sets in the rest of the system: users, names of devices, who may switch it off, logs,
and the settings with which table and hub begin."""

from __future__ import annotations

from pathlib import Path

from controller.appliance.description import (
    BOARDS,
    CAMERA,
    GROUPS,
    HUB_PORT,
    KIOSK_GROUPS,
    KIOSK_STATE,
    KIOSK_USER,
    MACHINE,
    PORT,
    USER,
    Appliance,
)
from controller.broker.ticket import FIRST_PAGE
from controller.config import kept_file
from upkeep.computer import STATE, STICK_LABEL

_SETUP = "setup.html"


def users(appliance: Appliance) -> str:
    """sysusers.d(5). A group that Debian does not have, such as gpio on a PC, is made."""
    lines = [f'u {USER} - "Mahjong table" {STATE}', *(f"m {USER} {group}" for group in GROUPS)]
    if appliance.kiosk:
        lines.append(f'u {KIOSK_USER} - "Screen of the mahjong table" {KIOSK_STATE}')
        lines += [f"m {KIOSK_USER} {group}" for group in KIOSK_GROUPS]
    return "\n".join(lines) + "\n"


def device_names(appliance: Appliance) -> str:
    """udev(7): the camera and the machine under the same name wherever they are plugged in. ModemManager
    leaves the machine alone: it would talk to it at every start."""
    usb = 'ENV{ID_BUS}=="usb"'
    boards = "".join(
        f'SUBSYSTEM=="tty", {usb}, ENV{{ID_VENDOR_ID}}=="{maker}", ENV{{ID_MODEL_ID}}=="{kinds}", '
        f'SYMLINK+="{MACHINE[5:]}", OPTIONS+="link_priority={likely}", ENV{{ID_MM_DEVICE_IGNORE}}="1"\n'
        for maker, kinds, likely in BOARDS
    )
    camera = (
        f'SUBSYSTEM=="video4linux", {usb}, ATTR{{index}}=="0", ENV{{ID_V4L_CAPABILITIES}}=="*:capture:*", '
        f'SYMLINK+="{CAMERA[5:]}"'
    )
    stick = (
        f'SUBSYSTEM=="block", ENV{{ID_FS_LABEL}}=="{STICK_LABEL}", TAG+="systemd", '
        'ENV{SYSTEMD_WANTS}+="jantaku-backup.service"'
    )
    if appliance.version is not None:
        stick += ', ENV{SYSTEMD_WANTS}+="jantaku-update@plugged.service"'
    return f"""\
# Camera and machine of the mahjong table under names that stay.
{camera}
{boards}SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
# What happens when a stick of the table is plugged in.
{stick}
"""


def switching() -> str:
    """polkit(8): pages of the table restart the computer, switch it off, set its clock, join Wi-Fi, start the
    units that look after its data and its program, and nothing else. NetworkManager knows no right that is
    narrower. In the JavaScript of 2009: Debian's polkit knows no later one."""
    return f"""\
// Pages of the mahjong table restart this computer, switch it off, set its clock, join Wi-Fi, ask for care.
polkit.addRule(function (action, subject) {{
  if (subject.user !== "{USER}") return;
  var power = /^org\\.freedesktop\\.login1\\.(power-off|reboot)(-multiple-sessions)?$/;
  var clock = /^org\\.freedesktop\\.timedate1\\.set-(time|timezone|ntp)$/;
  var wifi =
    /^org\\.freedesktop\\.NetworkManager\\.(wifi\\.scan|network-control|settings\\.modify\\.system)$/;
  if (power.test(action.id) || clock.test(action.id) || wifi.test(action.id)) return polkit.Result.YES;
  var unit = /^jantaku-(care|update)@[A-Za-z0-9:._-]+\\.service$/;
  if (action.id === "org.freedesktop.systemd1.manage-units" && action.lookup("verb") === "start"
      && unit.test(action.lookup("unit"))) return polkit.Result.YES;
}});
"""


def journal() -> str:
    """journald.conf(5): the log survives a restart and never fills the card."""
    return """\
[Journal]
Storage=persistent
SystemMaxUse=100M
SystemKeepFree=500M
RuntimeMaxUse=32M
MaxRetentionSec=90day
"""


def found(appliance: Appliance) -> str:
    """avahi.service(5): the pages stand in lists of what the network offers."""
    pages = ((appliance.table, PORT), (appliance.hub, HUB_PORT))
    services = "".join(
        f"  <service><type>_http._tcp</type><port>{port}</port></service>\n" for on, port in pages if on
    )
    return f"""\
<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">Jantaku on %h</name>
{services}</service-group>
"""


def updates() -> str:
    """apt.conf(5): security updates once a day; the computer is never restarted for one."""
    return """\
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
Unattended-Upgrade::Automatic-Reboot "false";
"""


def first_table(appliance: Appliance) -> str:
    """With which a table begins that nobody has set up yet: what is connected, and nothing that moves by
    itself."""
    camera = f'kind = "v4l2"\nsource = "{CAMERA}"' if appliance.camera else 'kind = "none"'
    serial = appliance.camera and appliance.machine
    machine = f'kind = "serial"\nport = "{MACHINE}"' if serial else 'kind = "none"'
    return f"""\
# Written once by `jantaku install`; the page setup.html changes it.
[camera]
{camera}

[machine]
{machine}

[web]
host = "0.0.0.0"
port = {PORT}
"""


def first_hub() -> str:
    return f"""\
# Written once by `jantaku install`; all keys: docs/club.md.
club = "home"

[web]
host = "0.0.0.0"
port = {HUB_PORT}
"""


def first_page(data: Path) -> str:
    """The page with which the computer's own screen begins: the set-up until somebody has set the table up,
    then the table, which also says why it cannot begin. `data`: the table's folder."""
    try:
        begun = kept_file(data).read_text("utf-8")
    except FileNotFoundError:
        return _SETUP
    except (OSError, UnicodeDecodeError):
        return FIRST_PAGE
    firsts = (
        Appliance(Path(), camera=camera, machine=machine)
        for camera in (False, True)
        for machine in (False, True)
    )
    return _SETUP if begun in map(first_table, firsts) else FIRST_PAGE
