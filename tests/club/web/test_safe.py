"""The door of a hub that cannot begin: who reads why, and who looks after its computer."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from club.doctor import finding_of
from club.hub.config import ConfigError, WebSection
from club.log.faults import LogRefusal
from club.web.request.call import COOKIE
from club.web.safe import HubDoor
from club.web.server import bind
from tests.controller.assembly.test_safe import answering, ask, code_of, post
from tests.ports import free_port
from tests.upkeep.computer import Computer
from upkeep.safe_door import Upkeep

TICKET = {"Authorization": "Bearer the-ticket"}
DIRECTOR = {"Cookie": f"{COOKIE}=directs"}


class Stand:
    """A door of a computer that is a club's alone; one session is a director's."""

    def __init__(self, root: Path, proxies: tuple[str, ...] = ()) -> None:
        self.computer, self.asked = Computer(root), []
        web = WebSection(port=free_port(), proxies=proxies)

        def directs(token: str) -> bool:
            self.asked.append(token)
            return token == "directs"

        upkeep = Upkeep(self.computer.desk, lambda what: partial(written, what))
        self.door = HubDoor(web, bind(web.host, web.port), "the-ticket", directs, upkeep)
        found = finding_of(ConfigError("club.toml is no TOML: line 3."))
        self.door.show(found.message, [found])

    asked: list[str]


def written(what: str, out: object) -> None:
    out.write(what.encode())  # type: ignore[attr-defined]


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path)
    yield made
    made.door.close()


@pytest.fixture
def far(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> Stand:
    """Whoever asks now asks from another computer."""
    monkeypatch.setattr("club.web.safe.from_here", lambda _: False)
    return stand


def test_every_page_says_why_in_the_readers_language(stand: Stand) -> None:
    with answering(stand.door):
        for path in ("", "index.html", "director.html", "wall.html?tournament=1"):
            status, body = ask(stand.door, path)
            assert (status, "shared/js/safe.js" in body) == (503, True)
        report = json.loads(ask(stand.door, "safe.json?lang=de")[1])
        assert (report["of"], report["here"], report["care"], report["setup"]) == ("hub", True, True, False)
        assert report["trouble"].startswith("Die Einstellungen des Hubs sind nicht zu gebrauchen")
        assert "line 3" in report["trouble"]
        words = json.loads(ask(stand.door, "lang/ja.json")[1])["safe_hub"]
        assert {"title", "elsewhere", "more"} == words.keys()
        assert json.loads(ask(stand.door, "health")[1])["wrong"] == ["not_begun"]


def test_what_the_log_refuses_is_said_by_the_clubs_own_words(stand: Stand) -> None:
    found = finding_of(LogRefusal("newer_database", where="club.db", version="9"))
    stand.door.show(found.message, [found])
    with answering(stand.door):
        for language, word in (("en", "newer version"), ("sv", "nyare"), ("xx", "newer version")):
            assert word in json.loads(ask(stand.door, f"safe.json?lang={language}")[1])["trouble"]


def test_the_computer_is_looked_after_from_itself(stand: Stand) -> None:
    with answering(stand.door):
        status, page = ask(stand.door, "care.html")
        assert (status, "club/js/care.js" in page) == (200, True)
        for path in (
            "club/js/care.js",
            "club/css/director.css",
            "shared/js/upkeep.js",
            "shared/js/ticket.js",
        ):
            assert code_of(stand.door, path) == 200
        assert post(stand.door, {"what": "reset"}) == (200, "ok")
        assert ask(stand.door, "host/support.zip") == (200, "support")
    assert stand.computer.started == ["jantaku-care@reset.service"]


@pytest.mark.parametrize("sign", [{}, {"Authorization": "Bearer other"}, {"Cookie": f"{COOKIE}=plays"}])
def test_a_stranger_learns_nothing_and_does_nothing(far: Stand, sign: dict[str, str]) -> None:
    with answering(far.door) as pressed:
        report = json.loads(ask(far.door, "safe.json", **sign)[1])
        assert (report["here"], report["trouble"], report["findings"]) == (False, None, [])
        assert ask(far.door, "safe/again", "POST", **sign)[0] == 403
        assert code_of(far.door, "care.json", **sign) == code_of(far.door, "host/backup.zip", **sign) == 403
        assert post(far.door, {"what": "reset"}, **sign) == (403, "forbidden")
        assert pressed == []
    assert far.computer.started == []


@pytest.mark.parametrize("sign", [TICKET, DIRECTOR])
def test_who_holds_the_computer_and_who_directs_the_club_look_after_it(
    far: Stand, sign: dict[str, str]
) -> None:
    with answering(far.door):
        assert "line 3" in json.loads(ask(far.door, "safe.json", **sign)[1])["trouble"]
        assert code_of(far.door, "care.json", **sign) == 200
        assert post(far.door, {"what": "backup", "place": "here"}, **sign) == (200, "ok")
    assert far.computer.started == ["jantaku-care@backup:here.service"]


def test_no_other_site_asks_in_a_directors_name(far: Stand) -> None:
    with answering(far.door):
        sign = {**DIRECTOR, "Origin": "http://elsewhere.example"}
        asked = urllib.request.Request(
            f"{far.door.url}care", b'{"what":"reset"}', {**sign, "Content-Type": "application/json"}
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked, timeout=60)
        refused.value.close()
        assert refused.value.code == 403
    assert far.computer.started == []


def test_sessions_are_looked_up_once_between_two_attempts_and_a_guesser_costs_little(far: Stand) -> None:
    with answering(far.door):
        for number in range(80):
            ask(far.door, "safe.json", Cookie=f"{COOKIE}=guess-{number % 70}")
        assert len(far.asked) == len(set(far.asked)) == 64
    far.door.show("Again.", [])
    with answering(far.door):
        assert json.loads(ask(far.door, "safe.json", **DIRECTOR)[1])["here"] is True


def test_what_an_unknown_web_server_hands_on_does_not_come_from_here(stand: Stand, tmp_path: Path) -> None:
    forwarded = {"X-Forwarded-For": "192.0.2.9"}
    with answering(stand.door):
        assert json.loads(ask(stand.door, "safe.json", **forwarded)[1])["here"] is False
    known = Stand(tmp_path / "known", ("127.0.0.1",))
    try:
        with answering(known.door):
            assert json.loads(ask(known.door, "safe.json", **forwarded)[1])["here"] is False
            assert json.loads(ask(known.door, "safe.json")[1])["here"] is True
    finally:
        known.door.close()
