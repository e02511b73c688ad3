"""A hub among strangers: no way in without an account, from the network or by a page of another site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest

from controller.broker.certificates import make_authority, make_server
from tests.controller.broker.client import needs_mosquitto
from tests.controller.browser import chromium
from tests.strangers.doors import fetch, guesses, open_doors
from tests.strangers.hostile import attacked, foreign_site
from tests.strangers.network import Computer
from tests.strangers.programs import started

pytestmark = [pytest.mark.slow, needs_mosquitto, pytest.mark.timeout(300)]
PORT: Final = 8080
PAGES: Final = (
    "/index.html",
    "/wall.html",
    "/api/tournaments",
    "/api/presets",
    "/api/me",
    "/health",
    "/lang/en.json",
)
"""What everybody reads who opens the club's own pages."""
INSIDE: Final = (
    "/api/hall",
    "/api/people",
    "/api/accounts",
    "/api/tournaments/1/log",
    "/api/tournaments/1/plan",
    "/api/tournaments/1/officials",
    "/api/tournaments/1/desk",
    "/api/tournaments/1/mine",
)
"""What needs an account."""
FIGURES: Final = "/metrics"
"""For monitors on the hub's own computer."""
POSTS: Final = (
    ("/api/submit", "application/json", "{}"),
    ("/api/submit", "text/plain", "{}"),
    ("/api/people", "application/json", '{"name": "X"}'),
    ("/api/accounts", "application/json", '{"login": "x", "roles": ["director"]}'),
    ("/api/sign-in", "application/json", '{"login": "x", "password": "y"}'),
)


@dataclass
class Club:
    """A running hub as strangers meet it."""

    home: Computer
    away: Computer
    shown: bool
    tls: bool

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    @property
    def reached(self) -> tuple[Computer, str]:
        """From where strangers come, and under which address."""
        return (self.away, self.home.address) if self.shown else (self.home, "127.0.0.1")


@pytest.fixture(scope="module", params=["alone", "network", "encrypted"])
def club(
    request: pytest.FixtureRequest,
    computers: tuple[Computer, Computer],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Club]:
    home, away = computers
    folder = tmp_path_factory.mktemp(request.param)
    shown, tls = request.param != "alone", request.param == "encrypted"
    words = ["club", "hub", "--json", "--data", str(folder / "data"), "--port", str(PORT)]
    if shown:
        words += ["--host", "0.0.0.0"]
    if tls:
        make_authority(folder / "ca.pem", folder / "ca.key", "home")
        pair = folder / "web.pem", folder / "web.key"
        make_server((folder / "ca.pem", folder / "ca.key"), *pair, [home.address, "127.0.0.1"])
        (folder / "club.toml").write_text(f'[web]\ncertificate = "{pair[0]}"\nkey = "{pair[1]}"\n')
        words += ["--config", str(folder / "club.toml")]
    with started(home, folder, words, "url"):
        yield Club(home, away, shown, tls)


@pytest.fixture(scope="module")
def browser(club: Club, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """On the hub's own computer; `rebound.test` is the hub under the name of another site."""
    rules = "--host-resolver-rules=MAP evil.test 127.0.0.1, MAP rebound.test 127.0.0.1"
    profile = tmp_path_factory.mktemp("profile")
    with club.home.inside(), chromium(profile, flags=(rules, "--ignore-certificate-errors")) as driver:
        yield driver


def test_only_the_documented_doors_are_open(club: Club) -> None:
    far = {port for host, port in club.home.listeners() if not host.startswith("127.") and host != "::1"}
    assert far == ({PORT} if club.shown else set())


def test_nobody_in_the_network_comes_in_without_an_account(club: Club) -> None:
    ports = {port for _, port in club.home.listeners()}
    with club.away.inside():
        assert open_doors(club.home.address, ports) == []


def test_nobody_on_the_hubs_own_computer_comes_in_by_being_there(club: Club) -> None:
    ports = {port for _, port in club.home.listeners()}
    with club.home.inside():
        assert open_doors("127.0.0.1", ports) == []
        assert guesses(f"{club.scheme.replace('http', 'ws')}://127.0.0.1:{PORT}/mqtt") == []


def test_an_address_of_another_name_reads_nothing(club: Club) -> None:
    """What DNS rebinding sends: the right address under the name of another site."""
    computer, host = club.reached
    with computer.inside():
        for name in ("evil.test", f"evil.test:{PORT}", "127.0.0.1.evil.test", "8.8.8.8", ""):
            for path in (*PAGES, *INSIDE, FIGURES):
                status, _ = fetch(host, PORT, path, tls=club.tls, headers={"Host": name})
                assert status in (400, 403, 421), (name, path)


def test_a_stranger_reads_and_sends_nothing_that_needs_an_account(club: Club) -> None:
    computer, host = club.reached
    with computer.inside():
        for path in (*INSIDE, *([FIGURES] if club.shown else [])):
            status, _ = fetch(host, PORT, path, tls=club.tls)
            assert status in (401, 403, 404), path
        for path, kind, body in POSTS:
            given = {"Content-Type": kind, "Origin": f"{club.scheme}://{host}:{PORT}"}
            status, _ = fetch(
                host, PORT, path, tls=club.tls, method="POST", body=body.encode(), headers=given
            )
            assert 400 <= status < 500, path


def test_a_page_of_another_site_reads_nothing_and_sends_nothing(club: Club, browser: Any) -> None:
    sockets = [f"ws://127.0.0.1:{port}{path}" for _, port in club.home.listeners() for path in ("/mqtt", "/")]
    with club.home.inside(), foreign_site(club.home) as port:
        for host in ("evil.test", "127.0.0.1"):
            browser.get(f"http://{host}:{port}/")
            base = f"{club.scheme}://127.0.0.1:{PORT}"
            found = attacked(browser, base, (*PAGES, *INSIDE, FIGURES), POSTS, sockets)
            assert found == {name: [] for name in found}, host


def test_a_page_under_a_rebound_name_reads_nothing(club: Club, browser: Any) -> None:
    base = f"{club.scheme}://rebound.test:{PORT}"
    with club.home.inside():
        browser.get(f"{base}/index.html")
        socket = f"{base.replace('http', 'ws')}/mqtt"
        found = attacked(browser, base, (*PAGES, *INSIDE, FIGURES), POSTS, [socket])
    assert found == {name: [] for name in found}


def test_its_own_page_reads_what_others_may_not(club: Club, browser: Any) -> None:
    """The proof that the two tests above would see an answer that can be read."""
    with club.home.inside():
        browser.get(f"{club.scheme}://127.0.0.1:{PORT}/index.html")
        found = attacked(browser, f"{club.scheme}://127.0.0.1:{PORT}", PAGES, (), ())
    assert sorted(found["read"]) == sorted(PAGES)
