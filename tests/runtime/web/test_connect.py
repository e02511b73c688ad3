"""The first packet of a browser: read whole, refused without a user name, and under another name."""

from __future__ import annotations

import pytest

from runtime.web.connect import MOST, ConnectError, renamed, size
from tests.runtime.web.packets import connect, field, packet

EXPIRES = b"\x11\x00\x00\x0e\x10"
OTHERS = b"\x21\x00\x0a" + b"\x26" + field(b"key") + field(b"value") + b"\x27\x00\x10\x00\x00"


@pytest.mark.parametrize("level", [4, 5])
@pytest.mark.parametrize("will", [None, (b"presence/wall-hall", b"gone")])
def test_only_the_client_id_changes(level: int, will: tuple[bytes, bytes] | None) -> None:
    given = connect(level=level, will=will)
    assert renamed(given, "web-1") == connect(level=level, will=will, client_id=b"web-1")


@pytest.mark.parametrize("level", [4, 5])
def test_a_session_ends_with_its_connection(level: int) -> None:
    given = connect(level=level, clean=False, properties=EXPIRES + OTHERS if level == 5 else b"")
    expected = connect(level=level, properties=OTHERS if level == 5 else b"", client_id=b"x" * 200)
    assert renamed(given, "x" * 200) == expected


@pytest.mark.parametrize(("level", "answer"), [(4, b"\x20\x02\x00\x05"), (5, b"\x20\x03\x00\x87\x00")])
@pytest.mark.parametrize("user", [None, b""])
def test_without_a_user_name_the_answer_is_that_of_mqtt(
    level: int, answer: bytes, user: bytes | None
) -> None:
    with pytest.raises(ConnectError, match="An account is required") as refused:
        renamed(connect(level=level, user=user, secret=None), "web-1")
    assert refused.value.answer == answer


def test_another_version_is_refused_with_its_code() -> None:
    with pytest.raises(ConnectError, match=r"Only MQTT 3\.1\.1 and 5") as refused:
        renamed(connect(level=3), "web-1")
    assert refused.value.answer == b"\x20\x02\x00\x01"


def test_every_packet_that_is_cut_off_or_goes_on_is_refused() -> None:
    for given in (connect(will=(b"a", b"b")), connect(level=5, properties=OTHERS, will=(b"a", b"b"))):
        body = given[2:]
        for length in range(len(body)):
            with pytest.raises(ConnectError):
                renamed(packet(0x10, body[:length]), "web-1")
        with pytest.raises(ConnectError, match="longer than what it says"):
            renamed(packet(0x10, body + b"x"), "web-1")


def test_unknown_flags_and_properties_are_refused() -> None:
    given = bytearray(connect())
    given[9] |= 1
    with pytest.raises(ConnectError, match="flag that MQTT does not know"):
        renamed(bytes(given), "web-1")
    with pytest.raises(ConnectError, match="property that MQTT does not know"):
        renamed(connect(level=5, properties=b"\x7f\x00"), "web-1")


def test_the_length_is_known_as_soon_as_it_has_come() -> None:
    given = connect(client_id=b"x" * 300)
    assert [size(given[:n]) for n in (0, 1, 2)] == [None, None, None]
    assert size(given[:3]) == size(given + b"more") == len(given)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"\x30\x02\x00\x00", "no CONNECT"),
        (b"GET / HTTP/1.1", "no CONNECT"),
        (b"\x10\xff\xff\xff\x7f", "too large"),
        (packet(0x10, b"x" * MOST), "too large"),
        (b"\x10\x80\x80\x80\x80", "more than four bytes"),
    ],
)
def test_what_is_no_connect_is_refused_before_it_is_whole(given: bytes, why: str) -> None:
    with pytest.raises(ConnectError, match=why):
        size(given)
