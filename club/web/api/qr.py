"""Codes that telephones read."""

from __future__ import annotations

import io

import segno
from starlette.responses import Response


def qr(address: str) -> Response:
    """An address as a QR code, black on white whatever the theme: telephones read nothing else."""
    svg = io.BytesIO()
    segno.make(address, micro=False).save(svg, kind="svg", light="#fff", border=3, scale=4)
    return Response(svg.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})
