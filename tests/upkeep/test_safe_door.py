"""The door of any program that cannot begin: what it answers to whom, and what it leaves behind."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Any
from urllib.request import Request, urlopen

import pytest
from starlette.requests import Request as Asked

from runtime.tasks import Tasks
from runtime.web.crowd import Crowd, listen
from runtime.web.files import Files
from runtime.web.guard import Names, Rules
from tests.asking import Client
from tests.upkeep.computer import Computer
from upkeep.finding import Finding, Level
from upkeep.safe_door import Place, SafeDoor, Upkeep
from upkeep.taken import What

NEAR = "127.0.0.1"
FULL = Finding("disk", Level.FAULT, "data_unwritable", {"folder": "/srv"})
CARD = Finding("disk", Level.ADVICE, "card_away")


class Door(SafeDoor):
    """Whoever brings the word looks after the computer."""

    OF = "hub"

    def __init__(
        self, folder: Path, upkeep: Upkeep | None = None, proxies: Sequence[str] = (), **more: Any
    ) -> None:
        place = Place(NEAR, 0, ("door.example",), proxies)
        super().__init__(place, listen(NEAR, 0, Crowd(90, 80, 70)), upkeep, **more)
        self.folder = folder

    def _files(self, own: tuple[str, ...]) -> Files:
        return Files().put(self.folder, ["safe.html", "*.js", *own])

    def _cares(self, request: Asked) -> bool:
        return request.headers.get("word") == "the word"

    def client(self, host: str = NEAR, word: str = "") -> Client:
        rules = Rules(Names.of(()), 65_536)
        return Client(self._app(rules, Tasks()), host, ((b"word", word.encode()),))


def written(what: What, out: IO[bytes]) -> None:
    out.write(what.encode() * 50_000)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for name in ("safe.html", "care.html", "setup.html", "safe.js"):
        (tmp_path / name).write_text(name)
    return tmp_path


def report_of(client: Client, language: str = "") -> Any:
    async def asked(scope: Any, receive: Any, send: Any) -> None:
        await client.app({**scope, "query_string": f"lang={language}".encode()}, receive, send)

    return replace(client, app=asked).get("/safe.json").json()


def test_what_is_amiss_is_said_with_the_report_and_the_number_of_the_attempt(pages: Path) -> None:
    door = Door(pages)
    door.show("It cannot be.", [CARD, FULL])
    door.show(FULL.message, [CARD, FULL])
    found = report_of(door.client())
    assert (found["of"], found["tries"], found["here"], found["first"]) == ("hub", 2, True, 1)
    assert (found["trouble"], found["language"]) == (FULL.message, "en")
    assert [each["check"] for each in found["findings"]] == ["disk", "disk"]
    german = report_of(door.client(), "de")
    assert (german["trouble"], german["language"]) == (FULL.said("de"), "de")
    door.show("It cannot be.", [FULL])
    assert report_of(door.client(), "de")["language"] == "en", (
        "a sentence that the doctor does not say stays English"
    )
    assert door.client().get("/health").status == 503
    assert door.client().get("/health").json()["wrong"] == ["not_begun"]
    door.close()


def test_who_is_elsewhere_gets_no_sentence_and_presses_nothing(pages: Path) -> None:
    door = Door(pages)
    door.show("It cannot be.", [FULL])
    far = door.client("192.0.2.9")
    found = report_of(far)
    assert (found["here"], found["trouble"], found["findings"], found["first"]) == (False, None, [], None)
    assert (found["setup"], found["care"]) == (False, False)
    answer = far.post("/safe/again")
    assert (answer.status, answer.json(), door._again.is_set()) == (403, {"code": "forbidden"}, False)
    near = door.client().post("/safe/again")
    assert (near.status, near.json(), door._again.is_set()) == (200, {"code": "ok"}, True)
    door.close()


def test_one_page_stands_for_all_and_no_browser_keeps_it(pages: Path) -> None:
    door = Door(pages)
    for path in ("/", "/table.html", "/setup.html", "/care.html", "/safe.html"):
        answer = door.client().get(path)
        assert (answer.status, answer.body, "etag" in answer.headers) == (503, b"safe.html", False), path
    script = door.client().get("/safe.js")
    assert (script.status, script.body, "etag" in script.headers) == (200, b"safe.js", True)
    assert [door.client().get(f"/{name}").status for name in ("other.js", "care.json")] == [404, 404]
    (pages / "safe.html").unlink()
    assert door.client().get("/").status == 404
    door.close()


def test_the_computer_is_looked_after_by_whom_the_program_says(pages: Path) -> None:
    computer = Computer(pages / "computer")
    door = Door(pages, Upkeep(computer.desk, lambda what: partial(written, what)))
    house, other = door.client(word="the word"), door.client()
    assert (report_of(other)["care"], report_of(other)["setup"]) == (True, False)
    care = other.get("/care.html")
    assert (care.status, care.body, "etag" in care.headers) == (200, b"care.html", True)
    for what in ("backup", "support"):
        assert (other.get(f"/host/{what}.zip").status, other.get("/care.json").status) == (403, 403)
        answer = house.get(f"/host/{what}.zip")
        assert (answer.status, answer.body) == (200, what.encode() * 50_000)
        assert answer.headers["content-disposition"] == f'attachment; filename="jantaku-{what}.zip"'
        assert answer.headers["content-type"] == "application/zip"
    assert other.get("/host/backup.zip").json() == {"code": "forbidden"}
    assert house.post("/care", {"what": "reset"}).json() == {"code": "ok"}, "nothing is played here"
    assert computer.started == ["jantaku-care@reset.service"]
    door.close()


def test_where_the_page_is_stands_written_until_the_program_writes_its_own_place(pages: Path) -> None:
    note, fails = pages / "url", [True]

    def keep(url: str) -> Any:
        if fails[0]:
            raise OSError
        note.write_text(url)
        return note.unlink

    door = Door(pages, keep=keep)
    door.show("It cannot be.", [])
    assert not note.exists(), "data that cannot be written are what the page says"
    fails[0] = False
    door.show("It cannot be.", [])
    assert note.read_text() == door.url == f"http://127.0.0.1:{door.port}/"
    listener = door.hand_over(NEAR, door.port)
    assert listener is not None
    assert (note.exists(), door.open) == (False, True)
    listener.close()
    note.write_text("of the program")
    door.close()
    door.close()
    assert (note.read_text(), door.open) == ("of the program", False)


@pytest.mark.parametrize(
    ("host", "same_port", "own"),
    [(NEAR, True, True), (NEAR, False, True), ("0.0.0.0", True, None), ("0.0.0.0", False, False)],
)
def test_the_socket_goes_to_whoever_listens_there_next(
    pages: Path, host: str, same_port: bool, own: bool | None
) -> None:
    """None: nobody; the program makes its own. False: a new one at the port that open pages know."""
    door = Door(pages)
    port = door.port
    listener = door.hand_over(host, port if same_port else 0)
    assert door.open == (own is True)
    assert (listener is None) == (own is None)
    if listener is not None:
        assert listener.getsockname() == (host, port)
        listener.close()
    else:
        listen(host, port, Crowd(90, 80, 70)).close()
    door.close()


def test_another_port_of_the_same_host_is_left_to_the_program(pages: Path) -> None:
    door = Door(pages)
    assert door.hand_over(NEAR, door.port + 1) is None
    assert not door.open


def test_a_wait_ends_with_time_or_a_press_that_counts_once(pages: Path) -> None:
    """A signal may come while an attempt is made; the wait after it ends at once."""
    door = Door(pages)
    door.show("It cannot be.", [])
    door.press()
    door.press()
    assert door.wait(20.0) is True
    assert door.wait(0.05) is False
    pressed: list[bool] = []
    waits = threading.Thread(target=lambda: pressed.append(door.wait(20.0)))
    waits.start()
    while not pressed:
        door.press()
        waits.join(0.05)
    assert pressed == [True]
    door.close()


@pytest.mark.parametrize("proxies", [(), (NEAR,)])
def test_it_is_served_under_its_names_and_by_web_servers_that_are_known(
    pages: Path, proxies: tuple[str, ...]
) -> None:
    """A known one says for whom it asks; of any other nothing is believed."""
    door = Door(pages, proxies=proxies)
    door.show("It cannot be.", [])
    waits = threading.Thread(target=door.wait, args=(20.0,))
    waits.start()
    asked = Request(f"{door.url}safe.json", headers={"Host": "door.example", "X-Forwarded-For": "192.0.2.9"})
    with urlopen(asked, timeout=60) as answer:
        assert json.load(answer)["here"] == (not proxies)
    door.press()
    waits.join(20)
    door.close()
