"""Addresses as pictures."""

from __future__ import annotations

import io
from typing import Final

from runtime.web.files import Packed, pack

SVG: Final = "image/svg+xml"


def qr(address: str) -> Packed:
    """An address as a QR code, an SVG of black on white whatever the theme: phones read nothing else."""
    import segno  # noqa: PLC0415 - only where other computers are served

    svg = io.BytesIO()
    segno.make(address, micro=False).save(svg, kind="svg", light="#fff", border=3, scale=4)
    return pack(svg.getvalue(), SVG)
