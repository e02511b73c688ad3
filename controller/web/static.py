"""What the web server sends is packed and known by its content: unchanged things are not sent again."""

from __future__ import annotations

import gzip
import hashlib
import io
import mimetypes
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

_LEVEL: Final = 6
_LEAST: Final = 500
"""Bytes below which packing wins nothing."""
_LARGEST: Final = 256
"""Answers that are kept packed: more than there are files of the screens."""
SVG: Final = "image/svg+xml"
_UNPACKED: Final = ("image/jpeg", "image/png", "font/woff2")


@dataclass(frozen=True, slots=True)
class Packed:
    """A body, the same one packed where that is shorter, and the hash by which browsers know it."""

    body: bytes
    packed: bytes | None
    etag: str


def pack(body: bytes, media_type: str) -> Packed:
    """The body ready to be sent to anybody."""
    packed = None
    if len(body) >= _LEAST and media_type not in _UNPACKED:
        packed = gzip.compress(body, _LEVEL, mtime=0)
    return Packed(body, packed, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def send(found: Packed, media_type: str, headers: Headers) -> Response:
    """The answer to a request with these headers: 304 to a browser that has the content already."""
    own = {"etag": found.etag, "vary": "accept-encoding"}
    known = headers.get("if-none-match", "")
    if known.strip() == "*" or found.etag in {tag.strip().removeprefix("W/") for tag in known.split(",")}:
        return Response(status_code=304, headers=own)
    if found.packed is not None and "gzip" in headers.get("accept-encoding", ""):
        return Response(found.packed, headers={**own, "content-encoding": "gzip"}, media_type=media_type)
    return Response(found.body, headers=own, media_type=media_type)


def qr(address: str) -> Packed:
    """An address as a QR code, an SVG of black on white whatever the theme: phones read nothing else."""
    import segno  # noqa: PLC0415 - only where other computers are served

    svg = io.BytesIO()
    segno.make(address, micro=False).save(svg, kind="svg", light="#fff", border=3, scale=4)
    return pack(svg.getvalue(), SVG)


@lru_cache(_LARGEST)
def _file(path: str, _size: int, _changed_ns: int) -> Packed:
    return pack(Path(path).read_bytes(), _type(path))


def _type(path: str) -> str:
    return mimetypes.guess_type(path)[0] or "application/octet-stream"


class PackedFiles(StaticFiles):
    """Files of a folder, each packed once."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        del status_code  # the folder has no page of its own for what is missing
        path = os.fspath(full_path)
        found = _file(path, stat_result.st_size, stat_result.st_mtime_ns)
        return send(found, _type(path), Headers(scope=scope))
