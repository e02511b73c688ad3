"""Who may ask: own names, own pages, and links of others; and how much."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from runtime.web.guard import Names, Rules
from runtime.web.words import FOREIGN_HOST, FOREIGN_PAGE, TOO_LARGE, said
from words import offered

RULES = Rules(
    Names.of(["Club.Example.", "*.tables.example", "192.0.2.80"]), 1000, frozenset({"/overlay.html"})
)
OWN = "192.168.1.7"


def status(
    method: str = "GET", path: str = "/", scheme: str = "http", own: str = OWN, **headers: str
) -> int | None:
    """What a request is answered at the door; None: it passes."""
    given = {"host": "192.168.1.7:8090"} | {name.replace("_", "-"): text for name, text in headers.items()}
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "scheme": scheme,
        "server": (own, 8090),
        "headers": [(name.encode(), text.encode()) for name, text in given.items()],
    }
    problem = RULES.problem(scope)
    return None if problem is None else problem.status


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.7:8090",
        "192.168.1.7",
        "localhost:8090",
        "LOCALHOST",
        "127.0.0.1:1",
        "127.0.0.2",
        "[::1]:8090",
        "club.example",
        "CLUB.example.:443",
        "table-1.tables.example",
        "192.0.2.80",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8090",
    ],
)
def test_own_names_pass(host: str) -> None:
    assert status(host=host) is None


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8090",
        "192.168.1.8:8090",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "club.example.evil.example",
        "tables.example",
        "a.b.tables.example",
        "[::2]",
        "[::1",
        "0.0.0.0",
        "192.168.1.7:8090@evil.example",
        "evil.example#192.168.1.7",
        "2130706433",
    ],
)
def test_other_names_are_misdirected(host: str) -> None:
    assert status(host=host) == 421


def test_an_address_that_changes_is_known_at_once() -> None:
    assert status(host="10.0.0.9:8090") == 421
    assert status(host="10.0.0.9:8090", own="10.0.0.9") is None
    assert status(host="[fe80::1]:8090", own="fe80::1%eth0") is None
    assert status(host="10.0.0.9", own="::ffff:10.0.0.9") is None


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    ("origin", "scheme", "found"),
    [
        ("http://192.168.1.7:8090", "http", None),
        ("https://192.168.1.7:8090", "http", None),
        ("https://192.168.1.7:8090", "https", None),
        ("http://192.168.1.7:8090", "https", 403),
        ("http://192.168.1.7:8091", "http", 403),
        ("http://192.168.1.7", "http", 403),
        ("http://evil.example", "http", 403),
        ("http://evil.example:8090", "http", 403),
        ("http://192.168.1.7:8090.evil.example", "http", 403),
        ("null", "http", 403),
        ("", "http", 403),
        ("file://", "http", 403),
        ("http://[", "http", 403),
    ],
)
def test_only_the_own_origin_asks(method: str, origin: str, scheme: str, found: int | None) -> None:
    assert status(method, scheme=scheme, origin=origin) == found


def test_ports_that_a_scheme_has_by_itself_are_the_same() -> None:
    assert status(host="club.example", origin="https://club.example", scheme="https") is None
    assert status(host="club.example:443", origin="https://club.example", scheme="https") is None
    assert status(host="club.example:80", origin="https://club.example", scheme="https") == 403


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ({"sec_fetch_site": "same-origin", "sec_fetch_mode": "cors"}, None),
        ({"sec_fetch_site": "none", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}, None),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}, None),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}, 403),
        ({"sec_fetch_site": "same-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "object"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "image"}, 403),
        ({"sec_fetch_site": "same-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "script"}, 403),
    ],
)
def test_another_site_may_lead_here_and_take_nothing(headers: dict[str, str], found: int | None) -> None:
    assert status(**headers) == found
    assert status("POST", **headers) == (
        None if headers["sec_fetch_site"] in {"same-origin", "none"} else 403
    )


def test_the_overlay_may_stand_in_another_page_and_nothing_else_may() -> None:
    framed = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}
    assert status(path="/overlay.html", **framed) is None
    assert status(path="/table.html", **framed) == 403


@pytest.mark.parametrize(("length", "found"), [("1000", None), ("1001", 413), ("9" * 30, 413)])
def test_a_body_that_says_that_it_is_too_large_is_not_read(length: str, found: int | None) -> None:
    assert status("POST", content_length=length) == found


def test_the_sentence_says_where_to_go_in_the_language_of_the_browser() -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "scheme": "http",
        "server": (OWN, 8090),
        "headers": [(b"host", b"old.example")],
    }
    problem = Rules(Names(), 1000).problem(scope)
    assert problem is not None
    assert problem.sentence("fr, sv;q=0.5").startswith("old.example är inget namn")
    for code in offered("door"):
        sentence = problem.sentence(f"{code}-XX,en;q=0.5")
        assert "old.example" in sentence
        assert "http://192.168.1.7:8090/" in sentence
        assert "web.names" in sentence


@pytest.mark.parametrize("sentence", [FOREIGN_HOST, FOREIGN_PAGE, TOO_LARGE])
def test_every_refusal_has_a_sentence_in_each_language(sentence: str) -> None:
    values = {"host": "a", "here": "b", "most": 1}
    assert len({said(sentence, code, values) for code in offered("door")}) == len(offered("door"))
    assert said(sentence, "*", values) == said(sentence, "en", values)
