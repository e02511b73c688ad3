"""What the camera shows, for pages."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from runtime.web.address import origin

if TYPE_CHECKING:
    from vision.camera.frame import Frame

PICTURE_SIDE: Final = 1280
"""Longest side in pixels: a full-screen overlay on a tablet, about 150 kB."""
FILM_S: Final = 0.25
"""Pause between pictures of `/camera.mjpg`: four a second cost a Pi little."""
FILMS: Final = 8
"""Films at once for one address: they never end by themselves, and each holds a connection."""
ALL_FILMS: Final = 64
"""And for all."""


class Picture:
    """The latest frame, and its JPEG once somebody asked for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.frame: Frame | None = None
        self._encoded: tuple[Frame, bytes] | None = None
        self._films = Counter[str]()
        """How many run, by address."""

    def show(self, frame: Frame | None) -> None:
        self.frame = frame

    def jpeg(self) -> tuple[bytes, float] | None:
        """JPEG and time of the latest frame, None while there is none."""
        frame = self.frame
        if frame is None:
            return None
        with self._lock:
            if self._encoded is None or self._encoded[0] is not frame:
                from vision.camera.jpeg import encode  # noqa: PLC0415 - a table without camera needs no OpenCV

                self._encoded = (frame, encode(frame.pixels, PICTURE_SIDE))
            return self._encoded[1], frame.t

    def routes(self, stopping: threading.Event) -> list[Route]:
        """The picture as it is now, and as a film until `stopping` is set."""

        async def still(_request: Request) -> Response:
            found = await run_in_threadpool(self.jpeg)
            if found is None:
                return PlainTextResponse("There is no picture: the camera has given none yet.", 503)
            return Response(found[0], media_type="image/jpeg", headers={"x-frame-time": f"{found[1]:.3f}"})

        async def film(request: Request) -> Response:
            who = origin(request.client.host if request.client else "")
            if self._films[who] >= FILMS or self._films.total() >= ALL_FILMS:
                return PlainTextResponse(
                    "The camera's film is open too often: close other pages that show it.", 429
                )
            return StreamingResponse(
                self._film(stopping, who), media_type="multipart/x-mixed-replace; boundary=frame"
            )

        return [Route("/camera.jpg", still), Route("/camera.mjpg", film)]

    async def _film(self, stopping: threading.Event, who: str) -> AsyncIterator[bytes]:
        last: bytes | None = None
        self._films[who] += 1
        try:
            while not stopping.is_set():
                found = await run_in_threadpool(self.jpeg)
                if found is not None and found[0] is not last:
                    last = found[0]
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(last)}\r\n\r\n"
                    yield head.encode() + last + b"\r\n"
                await asyncio.sleep(FILM_S)
        finally:
            self._films[who] -= 1
            self._films += Counter()  # who has none is forgotten
