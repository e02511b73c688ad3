"""What a host takes along, a backup or a report for whoever helps: made and sent as a file.

A host is a player, so nothing of the hand that is played is in it.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Final, Literal

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from controller.appliance import backup, support

What = Literal["backup", "support"]
WHATS: Final[tuple[What, ...]] = ("backup", "support")
_MAKERS: Final[dict[What, Callable[[Path, IO[bytes]], object]]] = {
    "backup": partial(backup.make, whole=False),
    "support": partial(support.make, whole=False),
}
_BLOCK: Final = 65_536
_MAKING = threading.Lock()


async def taken(what: What, data: Path) -> Response:
    """Of the table whose data lie there. One at a time: making it costs a second or two of the processor."""
    if not _MAKING.acquire(blocking=False):
        return PlainTextResponse("Another one is being made: ask again.", 503)
    try:
        made = await run_in_threadpool(_made, what, data)
    except (OSError, backup.BackupError) as error:
        return PlainTextResponse(str(error), 500)
    finally:
        _MAKING.release()
    headers = {
        "content-disposition": f'attachment; filename="jantaku-{what}.zip"',
        "cache-control": "no-store",
    }
    return StreamingResponse(_blocks(made), media_type="application/zip", headers=headers)


def _made(what: What, data: Path) -> IO[bytes]:
    out = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it was sent
    try:
        _MAKERS[what](data, out)
        out.seek(0)
    except BaseException:
        out.close()
        raise
    return out


def _blocks(made: IO[bytes]) -> Iterator[bytes]:
    with made:
        while block := made.read(_BLOCK):
            yield block
