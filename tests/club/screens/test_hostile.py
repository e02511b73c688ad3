"""A hostile page in real Chromium: it reads nothing of the club and enters nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club.web.server import Config, Server
from tests.club.web.stand import Stand
from tests.club.web.test_tls import certificate
from tests.controller.browser import chromium
from tests.runtime.web.hostile import answers, attacked, rebinding

__all__ = ["certificate"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
EVIL = "evil.test"
PATHS = ("index.html", "api/me", "api/tournaments", "api/sign-in", "shared/js/page.js", "api/live")
HARMLESS = ("refused", "nothing", "0 opaque", "403 ", "421 ")


@pytest.fixture(scope="module")
def victim(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser that is led astray by names; `driver` skips where there is none."""
    flags = (f"--host-resolver-rules=MAP {EVIL} 127.0.0.1", "--ignore-certificate-errors")
    with chromium(tmp_path_factory.mktemp("victim"), flags=flags, records=True) as made:
        yield made


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path)
    made.played()
    yield made
    made.close()


@pytest.fixture
def encrypted(club: Stand, certificate: Path) -> Iterator[Server]:
    config = Config(port=0, certificate=certificate, key=certificate.with_name("key.pem"))
    made = Server(club.desk, club.people, club.hall, club.access, config)
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("name", ["127.0.0.1", EVIL])
@pytest.mark.parametrize("secure", [False, True])
def test_a_page_of_another_origin_gets_nothing(
    victim: Any, club: Stand, encrypted: Server, name: str, secure: bool
) -> None:
    base = encrypted.url if secure else club.server.url
    before = club.desk.state.seq
    with rebinding() as page:
        found = attacked(victim, f"http://{name}:{page.port}/", base, PATHS)
        victim.get("about:blank")
    assert [f"{what}: {seen}" for what, seen in found.items() if not seen.startswith(HARMLESS)] == []
    assert {status for _, status in answers(victim, base)} <= {403}
    assert club.desk.state.seq == before


def test_a_name_that_comes_to_lead_to_the_hub_gets_nothing(victim: Any, club: Stand) -> None:
    with rebinding() as page:
        base = f"http://{EVIL}:{page.port}/"
        victim.get(base)
        page.lead(club.server.port)
        script = "const done = arguments[2]; window.attack(arguments[0], arguments[1]).then(done);"
        found = victim.execute_async_script(script, base, list(PATHS))
        victim.get("about:blank")
    assert [f"{what}: {answer}" for what, answer in found.items() if not answer.startswith(HARMLESS)] == []
    answer = [status for path, status in answers(victim, base) if path in PATHS]
    assert answer
    assert set(answer) == {421}


def test_an_encrypted_hub_has_no_other_name(victim: Any, encrypted: Server) -> None:
    victim.get(f"https://{EVIL}:{encrypted.port}/api/tournaments")
    text = victim.execute_script("return document.body.innerText")
    assert text.startswith(f"{EVIL} is no name of this computer")
