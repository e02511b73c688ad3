"""The partition that a computer's firmware reads: its files, where they come from, and its texts; pure."""

from __future__ import annotations

from typing import Final

from controller.appliance.image.layout import Names, words
from controller.appliance.image.target import Target

KERNEL: Final = "vmlinuz"
INITRD: Final = "initrd.img"
_PC_FILES: Final = {
    "usr/lib/shim/shimx64.efi.signed": "EFI/BOOT/BOOTX64.EFI",
    "usr/lib/shim/mmx64.efi.signed": "EFI/BOOT/mmx64.efi",
    "usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed": "EFI/BOOT/grubx64.efi",
    "boot/vmlinuz-*": KERNEL,
    "boot/initrd.img-*": INITRD,
}
_PI_FILES: Final = {
    "usr/lib/raspi-firmware/*": "",
    "usr/lib/linux-image-*/broadcom/bcm2711-*.dtb": "",
    "usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-*.dtb": "",
    "boot/vmlinuz-*": KERNEL,
    "boot/initrd.img-*": INITRD,
}
_GRUB: Final = """\
search --no-floppy --file --set=root /jantaku.id
linux /{kernel} {words}
initrd /{initrd}
boot
"""
_CONFIG: Final = """\
# Read by the Raspberry Pi's firmware.
arm_64bit=1
kernel={kernel}
initramfs {initrd} followkernel
upstream_kernel=1
enable_uart=1
disable_overscan=1
"""


def taken(target: Target) -> dict[str, str]:
    """Patterns of files in the system -> their place on the boot partition. "" keeps their own names; else
    exactly one file matches."""
    return _PC_FILES if target.name == "pc" else _PI_FILES


def written(names: Names) -> dict[str, str]:
    """Texts there. GRUB, signed by Debian, reads its file in EFI/debian."""
    if names.target.name == "pc":
        grub = _GRUB.format(kernel=KERNEL, initrd=INITRD, words=words(names))
        return {"EFI/debian/grub.cfg": grub, "jantaku.id": f"{names.disk}\n"}
    return {
        "config.txt": _CONFIG.format(kernel=KERNEL, initrd=INITRD),
        "cmdline.txt": f"{words(names)}\n",
    }
