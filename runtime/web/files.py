"""Files of a folder that are named one by one: nothing else of it can be asked for, however it is written."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Self

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_LEVEL: Final = 6
_LEAST: Final = 500
"""Bytes below which packing wins nothing."""
_LARGEST: Final = 512
"""Answers that are kept packed: more than there are files of the screens."""
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


class Files:
    """Nothing until it is `put` there. `kinds` are patterns such as `js/*.js`, of what is there then; `below`
    stands before their names."""

    def __init__(self) -> None:
        self._known: dict[str, Path] = {}
        self._made: dict[str, Callable[[], Packed]] = {}

    def put(self, folder: Path, kinds: Sequence[str], below: str = "") -> Self:
        """Adds these files, except where there is one of the name."""
        for kind in kinds:
            for path in folder.glob(kind):
                if path.is_file():
                    self._known.setdefault(below + path.relative_to(folder).as_posix(), path)
        return self

    def name(self, name: str, path: Path) -> None:
        """Adds this file under another name."""
        self._known[name] = path

    def make(self, name: str, body: Callable[[], bytes]) -> None:
        """Adds this content, which no file has; it is made when it is first requested."""
        self._made[name] = cache(lambda: pack(body(), _type(name)))

    def answer(self, request: Request) -> Response:
        """The endpoint of `{path:path}`."""
        name = request.path_params["path"]
        if name in self._made:
            return send(self._made[name](), _type(name), request.headers)
        path = self._known.get(name)
        try:
            stat = None if path is None else path.stat()
        except OSError:
            stat = None
        if path is None or stat is None:
            return PlainTextResponse("Not found.", 404)
        found = _file(path, stat.st_size, stat.st_mtime_ns)
        return send(found, _type(path.name), request.headers)


@lru_cache(_LARGEST)
def _file(path: Path, _size: int, _changed_ns: int) -> Packed:
    return pack(path.read_bytes(), _type(path.name))


def _type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
