"""A page of somebody else, opened in a browser that reaches the table: what it can read and send."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.strangers.network import Computer

PAGE: Final = b"""<!doctype html><title>hostile</title><body>hostile</body>"""
SCRIPT: Final = (Path(__file__).parent / "hostile.js").read_text("utf-8")


@contextmanager
def foreign_site(computer: Computer) -> Iterator[int]:
    """The port of another site's server on the computer."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *_: Any) -> None:
            """Silent."""

    with computer.inside():
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def attacked(
    driver: Any,
    base: str,
    paths: Sequence[str],
    posts: Sequence[tuple[str, str, str]],
    sockets: Sequence[str],
) -> dict[str, list[str]]:
    """What the open page reached of `base`: answers that it read, pictures that it showed, requests that were
    answered well, WebSockets that opened, and brokers that accepted it."""
    driver.set_script_timeout(90)
    found: dict[str, list[str]] = driver.execute_async_script(SCRIPT, base, paths, posts, sockets)
    return found
