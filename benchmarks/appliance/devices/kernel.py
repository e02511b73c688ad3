"""Modules for an image's kernel that Debian does not build: v4l2loopback and gpio-sim."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from controller.appliance.image.target import MIRROR, Target, sources

NAMES: Final = ("v4l2loopback.ko", "gpio_sim.ko")
_MAKEFILE: Final = """\
obj-m := v4l2loopback.o gpio_sim.o
gpio_sim-y := gpio-sim.o irq_sim.o
ccflags-y := -I$(src)
"""
"""Debian's kernel lacks the simulated interrupts (IRQ_SIM), too: they are in the same module."""
_FETCH: Final = "mkdir /build && cd /build && apt-get download v4l2loopback-dkms && dpkg-deb -x *.deb v"
_INSTEAD: Final = {
    "irq_sim.c": ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)"),
    "v4l2loopback.c": ("if (b->count > dev->buffers_number)", "if (b->count != dev->buffers_number)"),
}
"""File -> what is replaced there, by what. Modules may not call the first. A reader who asks for one buffer
would have the picture written over while it is read, which no camera's driver does."""
_FROM_KERNEL: Final = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")


def modules(version: str, target: Target, suite: str, folder: Path) -> list[Path]:
    """The modules for the kernel of this version, such as 6.1.0-57-arm64, in `folder`, where they are built
    unless they lie there. Takes minutes for another processor than this computer's."""
    made = [folder / name for name in NAMES]
    if all(path.exists() for path in made):
        return made
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    series = ".".join(version.split(".")[:2])
    packages = f"make,xz-utils,linux-headers-{version},linux-source-{series}"
    fetch = f'chroot "$1" sh -c "{_FETCH}"'
    asked = ["mmdebstrap", "--variant=apt", f"--architectures={target.architecture}"]
    asked += [f"--include={packages}"]
    subprocess.run(
        [*asked, f"--customize-hook={fetch}", suite, str(root), *sources(target, suite, MIRROR)], check=True
    )
    source = root / "build"
    archive = root / f"usr/src/linux-source-{series}.tar.xz"
    names = [f"linux-source-{series}/{name}" for name in _FROM_KERNEL]
    subprocess.run(["tar", "-xJf", archive, "-C", source, "--strip-components=3", *names], check=True)
    for file in source.glob("v/usr/src/v4l2loopback-*/v4l2loopback*.[ch]"):
        shutil.copy(file, source)
    for name, change in _INSTEAD.items():
        (source / name).write_text((source / name).read_text("utf-8").replace(*change), "utf-8")
    (source / "Makefile").write_text(_MAKEFILE, "utf-8")
    headers = f"/usr/src/linux-headers-{version}"
    make = f"make -C {headers} M=/build modules && strip --strip-debug {' '.join(NAMES)}"
    subprocess.run(["chroot", str(root), "sh", "-c", f"cd /build && {make}"], check=True)
    for path in made:
        shutil.copy(source / path.name, path)
    shutil.rmtree(root)
    return made
