"""The computers that there are images for, and the Debian packages in each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from upkeep.release import Kind

SUITES: Final = {"bookworm": "cp311", "trixie": "cp313"}
"""Debian 12 and 13, with the Python of each."""
MIRROR: Final = "http://deb.debian.org"
SYSTEM: Final = (
    *(
        "systemd-sysv",
        "systemd-timesyncd",
        "systemd-resolved",
        "network-manager",
        "wpasupplicant",
        "wireless-regdb",
        "libpam-systemd",
        "dbus",
        "udev",
        "kmod",
        "initramfs-tools",
    ),
    *("busybox", "zstd", "e2fsprogs", "cloud-guest-utils", "fdisk", "python3", "python3-venv"),
    *("ca-certificates", "tzdata", "iproute2"),
)
"""What every image has besides what `jantaku install` needs. busybox has cp, with which the early mounts
begin a kept folder; cloud-guest-utils has growpart."""
_GRAPHICS_AND_WIFI: Final = (
    "firmware-amd-graphics",
    "firmware-atheros",
    "firmware-brcm80211",
    "firmware-iwlwifi",
    "firmware-misc-nonfree",
    "firmware-realtek",
)
_FIRMWARE: Final = {
    "bookworm": _GRAPHICS_AND_WIFI,
    "trixie": (*_GRAPHICS_AND_WIFI, "firmware-intel-graphics", "firmware-mediatek"),
}
"""Of a PC, by the release of Debian, some 110 MB: without it AMD's graphics have no driver, so the screen
stays dark, and most chips for Wi-Fi find no network. Debian's own installer has it, too."""


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of computer. `architecture`: Debian's name; `processor`: that of Linux. `label`: the kind of its
    table of partitions. `boot_mib`: of the partition that the firmware reads."""

    name: str
    architecture: str
    processor: str
    label: Literal["gpt", "dos"]
    boot_mib: int
    packages: tuple[str, ...]
    components: str

    def all_packages(self, suite: str) -> tuple[str, ...]:
        """Those that every image of this computer has, with the firmware of what it may have built in."""
        return (*self.packages, *(_FIRMWARE[suite] if self.architecture == "amd64" else ()))

    def kind(self, suite: str) -> Kind:
        """The releases that its image takes."""
        return Kind(SUITES[suite], self.processor)


PC: Final = Target(
    "pc",
    "amd64",
    "x86_64",
    "gpt",
    128,
    ("linux-image-amd64", "shim-signed", "grub-efi-amd64-signed", "libgl1-mesa-dri"),
    "main non-free-firmware",
)
"""With UEFI (since about 2012), with Secure Boot or without: Debian's signed shim, GRUB and kernel."""
PI4: Final = Target(
    "pi4",
    "arm64",
    "aarch64",
    "dos",
    256,
    ("linux-image-arm64", "raspi-firmware", "firmware-brcm80211", "libgl1-mesa-dri"),
    "main contrib non-free non-free-firmware",
)
"""Keys and lamps come with the release: Debian has no package of lgpio, Raspberry Pi OS alone has one."""
TARGETS: Final = {target.name: target for target in (PC, PI4)}


def sources(target: Target, suite: str, mirror: str) -> tuple[str, ...]:
    """Lines of sources.list(5); `mirror` has the folders debian and debian-security."""
    return (
        f"deb {mirror}/debian {suite} {target.components}",
        f"deb {mirror}/debian-security {suite}-security {target.components}",
        f"deb {mirror}/debian {suite}-updates {target.components}",
    )
