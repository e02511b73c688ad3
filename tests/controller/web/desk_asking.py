"""Asks a page's desk of a running web server, as the house or as whoever."""

from __future__ import annotations

import base64
import json
import urllib.error
import urllib.request
from typing import Final

from controller.web.server import Web

HOUSE: Final = ("house-anna", "right")


def asked(
    web: Web, path: str, body: object = None, account: tuple[str, str] | None = HOUSE, kind: str = ""
) -> tuple[int, bytes]:
    """Status and body of the answer; bytes are sent as they are, all else as JSON."""
    headers = {"content-type": kind or "application/json"}
    if account is not None:
        headers["authorization"] = f"Basic {base64.b64encode(':'.join(account).encode()).decode()}"
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(f"{web.url}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
