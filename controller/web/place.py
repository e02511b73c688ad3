"""Where the pages of a table are served: sockets, ports, addresses."""

from __future__ import annotations

import errno
from typing import Final

from controller.config import Config
from controller.setup.desk import RefusedError
from runtime.web.crowd import Crowd, Listener, listen

DEFAULT_PORT: Final = 8090
PORTS_TRIED: Final = 20
CONNECTIONS: Final = (1024, 512, 128)
"""At once: in all, of one address (a hall behind one router), and of these screens that stay open."""


class WebError(Exception):
    """The web server cannot start; the message says what to do."""


def bind(host: str, asked: int | None, crowd: Crowd) -> Listener:
    """A socket at the port that was asked for, or at the first free one. WebError says why there is none."""
    ports = [asked] if asked is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED), 0]
    for port in ports:
        try:
            return listen(host, port, crowd)
        except OSError as error:
            if asked is not None or error.errno != errno.EADDRINUSE:
                raise WebError(_why(error, host, port)) from None
    raise WebError("No free port for the web page was found; give one with --port.")


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: give another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator: give one above 1023 with --port."
    return f"The web page cannot be served at {host}:{port} ({error.strerror}): check the host."


def can_serve(config: Config, own: int) -> None:
    """RefusedError where the pages of a configuration cannot be served; the port `own` is served already."""
    if config.web.port in (0, own):
        return
    try:
        bind(config.web.host, config.web.port, Crowd(*CONNECTIONS)).close()
    except WebError as error:
        raise RefusedError("port", "web.port", str(error)) from error
