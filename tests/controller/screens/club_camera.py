"""A camera in the club's network, MJPEG over HTTP: it shows a drawn mat and what lies there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from vision.camera.frame import Pixels
from vision.camera.jpeg import encode
from vision.scene.render import Renderer
from vision.scene.scene import Scene

PAUSE_S: Final = 0.15
"""Between two pictures: few, so that this computer has time for the table."""
SIDE: Final = 2028
QUALITY: Final = 92
HEAD: Final = "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n"


class ClubCamera:
    """`scene` gives what lies on the mat at a time in seconds; `light` draws it in the light that is on."""

    def __init__(self, light: Renderer) -> None:
        self.light = light
        self.scene: Callable[[float], Scene] = lambda _: Scene()
        self._taking = threading.Lock()
        camera = self

        class Door(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with suppress(OSError):
                    while not camera.closed.wait(PAUSE_S):
                        picture = camera.picture()
                        self.wfile.write(HEAD.format(len(picture)).encode() + picture + b"\r\n")

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self.closed = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/mat.mjpg"

    def lay(self, scene: Scene) -> None:
        """This lies on the mat from now on."""
        self.scene = lambda _: scene

    def picture(self) -> bytes:
        """Of now, with the noise of its sensor."""
        with self._taking:
            t = time.monotonic()
            pixels: Pixels = self.light.render(self.scene(t), t)
            return encode(pixels, SIDE, QUALITY)

    @contextmanager
    def running(self) -> Iterator[ClubCamera]:
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.closed.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()
