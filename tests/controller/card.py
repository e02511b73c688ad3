"""Stands in the place of a computer that was started from an image: what its kernel says of its card."""

from __future__ import annotations

from pathlib import Path


def image(root: Path, mounted: str | None) -> Path:
    """Writes it below `root`; `mounted` are the options of the data partition's file system, None: it could
    not be mounted."""
    (root / "proc/self").mkdir(parents=True, exist_ok=True)
    (root / "proc/cmdline").write_text("root=PARTUUID=1-02 ro jantaku.data=PARTUUID=1-03 quiet\n")
    lines = ["24 1 0:22 / / rw,relatime shared:1 - overlay jantaku rw,lowerdir=/run/jantaku/system"]
    if mounted is not None:  # a service sees the folder read-only (ProtectSystem=strict)
        lines.append(f"31 24 8:3 / /run/jantaku/data ro,noatime master:4 - ext4 /dev/sda3 {mounted}")
    (root / "proc/self/mountinfo").write_text("".join(f"{line}\n" for line in lines))
    return root
