"""What somebody takes along, a backup or a report for whoever helps: made and sent as a file."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import IO, Final, Literal

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from upkeep.trouble import TroubleError

What = Literal["backup", "support"]
WHATS: Final[tuple[What, ...]] = ("backup", "support")
Maker = Callable[[IO[bytes]], object]
"""Writes it. OSError, TroubleError."""
_BLOCK: Final = 65_536
_MAKING = threading.Lock()


async def taken(what: What, make: Maker) -> Response:
    """One at a time: making it costs a second or two of the processor."""
    if not _MAKING.acquire(blocking=False):
        return PlainTextResponse("Another one is being made: ask again.", 503)
    try:
        made = await run_in_threadpool(_made, make)
    except (OSError, TroubleError) as error:
        return PlainTextResponse(str(error), 500)
    finally:
        _MAKING.release()
    headers = {
        "content-disposition": f'attachment; filename="jantaku-{what}.zip"',
        "cache-control": "no-store",
    }
    return StreamingResponse(_blocks(made), media_type="application/zip", headers=headers)


def _made(make: Maker) -> IO[bytes]:
    out = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it was sent
    try:
        make(out)
        out.seek(0)
    except BaseException:
        out.close()
        raise
    return out


def _blocks(made: IO[bytes]) -> Iterator[bytes]:
    with made:
        while block := made.read(_BLOCK):
            yield block
