"""Codes that telephones read: never the small kind that most of them do not, and with a light rim."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from club.web.api.qr import qr


def test_a_code_is_black_on_white_with_a_rim_and_kept_by_nobody() -> None:
    answer = qr("1")
    picture = ET.fromstring(bytes(answer.body))
    side = str((21 + 2 * 3) * 4)
    assert (picture.get("width"), picture.get("height")) == (side, side)
    assert b'fill="#fff"' in bytes(answer.body)
    assert (answer.media_type, answer.headers["cache-control"]) == ("image/svg+xml", "no-store")
