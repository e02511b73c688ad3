"""What `jantaku club hub` prints once it has begun, and while it cannot."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from club.cli.hub import _announce, _waits, trouble
from runtime.version import version

URL, LINK = "http://127.0.0.1:8080/", "http://127.0.0.1:8080/me.html#link=abc"
BROKER = SimpleNamespace(url="mqtt://127.0.0.1:1883", joins="jantaku run --join /srv/table.toml")


def begun(*, link: str | None, broker: object | None) -> Any:
    return SimpleNamespace(server=SimpleNamespace(url=URL), first_link=link, broker=broker)


@pytest.mark.parametrize("link", [LINK, None])
@pytest.mark.parametrize("broker", [BROKER, None])
def test_where_its_pages_and_its_broker_are(
    capsys: pytest.CaptureFixture[str], link: str | None, broker: Any
) -> None:
    running = begun(link=link, broker=broker)
    _announce(running, as_json=True)
    assert json.loads(capsys.readouterr().out) == {
        "type": "started",
        "software": version(),
        "url": URL,
        "link": link,
        "broker": None if broker is None else BROKER.url,
        "joins": None if broker is None else BROKER.joins,
    }
    _announce(running, as_json=False)
    signs = [] if link is None else [f"Sign in as its director, once: {LINK}"]
    joins = [
        f"Its broker, for this computer only, is at {BROKER.url}",
        f"A virtual table joins with: {BROKER.joins}",
    ]
    assert capsys.readouterr().out.splitlines() == [
        f"Jantaku {version()}. The club's pages are at {URL}",
        *signs,
        *([] if broker is None else joins),
    ]


def test_why_it_waits_and_which_page_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _waits("The port is in use.", URL, as_json=True)
    out, err = capsys.readouterr()
    assert json.loads(out) == {"type": "waits", "sentence": "The port is in use.", "page": URL}
    assert err == "jantaku: The port is in use.\n"
    _waits("The port is in use.", URL, as_json=False)
    out, err = capsys.readouterr()
    assert out == f"The hub is tried again until it begins; {URL} says why it does not.\n"
    assert err == "jantaku: The port is in use.\n"


@pytest.mark.parametrize(
    ("connected", "refusal", "said"),
    [
        (True, "", ""),
        (False, "", "The broker does not answer"),
        (False, "bad password", "The broker refuses the hub (bad password)"),
        (True, "bad password", "The broker refuses the hub (bad password)"),
    ],
)
def test_what_keeps_hub_and_tables_apart(connected: bool, refusal: str, said: str) -> None:
    wire = SimpleNamespace(connected=connected, refusal=refusal)
    found = trouble(SimpleNamespace(hub=SimpleNamespace(wire=wire)))  # type: ignore[arg-type]
    assert found.startswith(said)
    assert bool(found) == bool(said)
