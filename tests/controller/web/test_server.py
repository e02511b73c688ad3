"""The web server: pages, configuration, the camera's picture, and ports that are taken."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import Message as Headers
from functools import partial
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account, Accounts
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.evidence.store import CLIP, PICTURE, Store, picture
from controller.web.place import WebError
from controller.web.qr import qr
from controller.web.server import Web, road_to
from engine.play.apply import replay
from engine.state.events import GameStarted, HandStarted
from runtime.web.files import pack
from screens import SHARED, TABLE, TABLE_LANGUAGES

TOPICS = Topics("home", "table-1")
BROKER = Address("127.0.0.1", guest=("guest", "new"))
JUDGE = ("referee-anna", "right")
pytestmark = pytest.mark.skipif(
    not (SHARED / "vendor" / "mqtt.js").is_file(),
    reason="the screens' libraries are missing: run `python screens/vendor.py`",
)


@pytest.fixture
def web() -> Iterator[Web]:
    made = Web(TOPICS, BROKER, port=0)
    made.start()
    yield made
    made.stop()


def get(web: Web, path: str, account: tuple[str, str] = JUDGE) -> tuple[int, Headers, bytes]:
    signed = base64.b64encode(":".join(account).encode()).decode()
    request = urllib.request.Request(web.url + path, headers={"authorization": f"Basic {signed}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


@pytest.mark.parametrize(
    "page",
    ["", "index.html", "table.html", "camera.html", "seat.html?seat=2", "table/js/table.js", "lang/uk.json"],
)
def test_the_screens_are_served(web: Web, page: str) -> None:
    status, headers, body = get(web, page)
    assert status == 200
    assert body
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "vendor.py",
        "vendor.py/",
        "vendor%2epy",
        "vendor.py%2f",
        "vendor.py%00.js",
        "vendor.py%20",
        "vendor.PY",
        "shared/vendor/",
        "shared/vendor/lock.sha256",
        "shared/vendor//mqtt.js",
        "table/js/",
        "table/js/table.js/",
        "table/js/./table.js",
        "js%2f..%2fvendor.py",
        "/table/js/table.js",
        "table.html/",
        "package.json",
        "package-lock.json/",
        ".npmrc",
        "../web.py",
        "../web/server.py",
        "%2e%2e/web/server.py",
        "..%2fweb%2fserver.py",
        "..%5cweb%5cserver.py",
        "%252e%252e/web/server.py",
        "%c0%ae%c0%ae/web/server.py",
        "nothing.html",
    ],
)
def test_nothing_else_is_served(web: Web, path: str) -> None:
    status, _, body = get(web, path)
    assert (status, body) == (404, b"Not found.")


def test_a_screen_gets_the_account_of_a_guest_and_no_other_way(web: Web) -> None:
    config = json.loads(get(web, "config.json")[2])
    assert config["guest"] == {"device": "guest", "key": "new"}
    assert "websocket" not in config
    assert config["root"] == TOPICS.root
    assert config["languages"] == list(TABLE_LANGUAGES)
    assert json.loads(get(web, "lang/offered.json")[2]) == list(TABLE_LANGUAGES)


def test_no_picture_is_said_in_a_sentence(web: Web) -> None:
    status, _, body = get(web, "camera.jpg")
    assert (status, body.decode()) == (503, "There is no picture: the camera has given none yet.")


def test_the_latest_picture_is_a_jpeg_of_bounded_size(web: Web) -> None:
    import cv2
    import numpy as np

    from vision.camera.frame import Frame

    web.show(Frame("test", 1.0, np.zeros((1080, 1920, 3), np.uint8)))
    web.show(Frame("test", 2.5, np.full((1080, 1920, 3), 200, np.uint8)))
    status, headers, body = get(web, "camera.jpg")
    assert (status, headers["content-type"], headers["x-frame-time"]) == (200, "image/jpeg", "2.500")
    picture = cv2.imdecode(np.frombuffer(body, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (720, 1280, 3)
    assert abs(float(picture.mean()) - 200) < 3
    web.show(None)
    assert get(web, "camera.jpg")[0] == 503


def test_the_film_brings_whole_pictures_and_ends_with_the_server(web: Web) -> None:
    import numpy as np

    from vision.camera.frame import Frame

    web.show(Frame("test", 1.0, np.zeros((90, 160, 3), np.uint8)))
    with urllib.request.urlopen(web.url + "camera.mjpg", timeout=60) as film:
        assert film.headers["content-type"] == "multipart/x-mixed-replace; boundary=frame"
        assert film.readline() == b"--frame\r\n"
        film.readline()
        size = int(film.readline().split(b":")[1])
        film.readline()
        assert film.read(size)[:2] == b"\xff\xd8"
        web.stop()


def test_films_end_with_their_pages_and_one_address_has_so_many(web: Web) -> None:
    """They hold connections that nobody else has then."""
    import numpy as np

    from controller.web.picture import FILMS
    from vision.camera.frame import Frame

    web.show(Frame("test", 1.0, np.zeros((90, 160, 3), np.uint8)))
    with ExitStack() as films:
        for _ in range(FILMS):
            film = films.enter_context(urllib.request.urlopen(web.url + "camera.mjpg", timeout=60))
            assert film.readline() == b"--frame\r\n"
        status, _, body = get(web, "camera.mjpg")
        assert (status, b"close other pages" in body) == (429, True)
        assert get(web, "camera.jpg")[0] == 200
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(web.url + "camera.mjpg", timeout=60) as film:
                assert film.readline() == b"--frame\r\n"
                return
        except urllib.error.HTTPError as error:
            error.close()
            time.sleep(0.2)
    raise AssertionError("films that ended still count")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Web]:
    """A server over a folder of games with one picture of evidence, and others that are none."""
    store = Store(tmp_path / "games", 10_000)
    (tmp_path / "games").mkdir()
    store.put("20260101-a", 7, PICTURE, b"the picture")
    store.put("20260101-a", 7, CLIP, b"the clip")
    (tmp_path / "7.jpg").write_bytes(b"secret")
    (tmp_path / "games" / "7.jpg").write_bytes(b"secret")
    (tmp_path / "games" / "20260101-a.jsonl").write_bytes(b"secret")
    evidence = partial(picture, tmp_path / "games")
    made = Web(
        TOPICS,
        BROKER,
        port=0,
        evidence=evidence,
        door=Door(lambda *account: Role.REFEREE if account == JUDGE else None),
    )
    made.start()
    yield made
    made.stop()


def test_the_picture_of_a_line_is_served_to_judges_and_kept_out_of_other_sites(archive: Web) -> None:
    assert get(archive, "evidence/20260101-a/7.jpg", ("", ""))[0] == 403
    status, headers, body = get(archive, "evidence/20260101-a/7.jpg")
    assert (status, headers["content-type"], body) == (200, "image/jpeg", b"the picture")
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "evidence",
        "evidence/",
        "evidence/20260101-a",
        "evidence/20260101-a/",
        "evidence/20260101-a/8.jpg",
        "evidence/20260101-a/7.avi",
        "evidence/20260101-a/7.jpg/",
        "evidence/20260101-a/-7.jpg",
        "evidence/20260101-a/7",
        "evidence/../7.jpg",
        "evidence/%2e%2e/7.jpg",
        "evidence/./7.jpg",
        "evidence/%2e/7.jpg",
        "evidence/..%2fgames/7.jpg",
        "evidence/20260101-a.evidence/7.jpg",
        "evidence/20260101-a/..%2f7.jpg",
        "evidence/20260101-a/7%00.jpg",
        "evidence/*/7.jpg",
        "evidence/20260101-a/" + "9" * 5000 + ".jpg",
    ],
)
def test_no_other_path_under_evidence_gives_anything(archive: Web, path: str) -> None:
    assert get(archive, path)[0] == 404


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "192.0.2.7"])
@pytest.mark.parametrize(
    ("device", "secret", "status"),
    [
        ("referee-anna", "right", 200),
        ("house-first", "right", 200),
        ("wall-hall", "right", 403),
        ("referee-anna", "wrong", 403),
        ("referee-nobody", "right", 403),
        ("", "", 403),
    ],
)
def test_a_judge_sees_evidence_from_anywhere_and_nobody_else_does(
    tmp_path: Path, device: str, secret: str, status: int, host: str
) -> None:
    (tmp_path / "a.evidence").mkdir()
    (tmp_path / "a.evidence" / "7.jpg").write_bytes(b"the picture")
    accounts = Accounts(tmp_path, "home")
    for name in ("referee-anna", "house-first", "wall-hall"):
        account = Account.of(name)
        assert account is not None
        accounts.put(account, "right")

    app = Web(TOPICS, BROKER, evidence=partial(picture, tmp_path), door=Door(accounts.role)).app()
    basic = base64.b64encode(f"{device}:{secret}".encode())
    assert status_of(app, "/evidence/a/7.jpg", host, b"Basic " + basic) == status


@pytest.mark.parametrize("header", [b"", b"Basic", b"Basic !", b"Basic /w==", b"Bearer cmVmZXJlZTpyaWdodA=="])
def test_what_is_no_account_opens_nothing(tmp_path: Path, header: bytes) -> None:
    app = Web(TOPICS, BROKER, evidence=partial(picture, tmp_path), door=Door(lambda *_: Role.REFEREE)).app()
    assert status_of(app, "/evidence/a/7.jpg", "192.0.2.7", header) == 403


def status_of(app: Starlette, path: str, host: str, authorization: bytes = b"") -> int:
    """What a client at another address is answered."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"authorization", authorization), (b"host", b"localhost")],
        "client": (host, 5000),
        "server": ("127.0.0.1", 8090),
        "scheme": "http",
    }
    codes: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            codes.append(message["status"])

    asyncio.run(app(scope, receive, send))
    return codes[0]


def test_without_evidence_there_is_none() -> None:
    app = Web(TOPICS, BROKER, door=Door(lambda *_: Role.REFEREE)).app()
    assert status_of(app, "/evidence/a/7.jpg", "127.0.0.1", b"Basic " + base64.b64encode(b"a:b")) == 404


def test_a_host_that_is_not_ours_is_one_sentence() -> None:
    with pytest.raises(WebError, match=r"cannot be served at 192\.0\.2\.1:8123 .*: check the host\."):
        Web(TOPICS, BROKER, host="192.0.2.1", port=8123).start()


def test_what_a_browser_has_already_is_not_sent_again(web: Web) -> None:
    _, headers, body = get(web, "table/js/table.js")
    request = urllib.request.Request(
        web.url + "table/js/table.js", headers={"If-None-Match": headers["etag"]}
    )
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        urllib.request.urlopen(request, timeout=60)
    with unchanged.value as answer:
        assert (answer.code, answer.read(), answer.headers["etag"]) == (304, b"", headers["etag"])
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert body == (TABLE / "js" / "table.js").read_bytes()


def test_a_page_is_sent_packed_to_who_can_unpack_it(web: Web) -> None:
    request = urllib.request.Request(
        web.url + "shared/vendor/mqtt.js", headers={"Accept-Encoding": "br, gzip"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        packed = answer.read()
    whole = (SHARED / "vendor" / "mqtt.js").read_bytes()
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == whole
    assert len(packed) < len(whole) / 2


def test_another_content_has_another_name() -> None:
    assert pack(b"a" * 600, "text/css").etag != pack(b"b" * 600, "text/css").etag
    assert pack(b"a" * 600, "text/css").etag == pack(b"a" * 600, "text/css").etag


def test_a_table_for_this_computer_only_has_nothing_for_phones(web: Web) -> None:
    assert json.loads(get(web, "config.json")[2])["far"] is None


def test_a_qr_code_is_a_picture_that_screens_may_show() -> None:
    picture = qr("http://192.0.2.7:8090/seat.html?seat=2").body
    assert b"<svg" in picture
    assert b"http://192" not in picture


def ask(web: Web, path: str, body: bytes) -> tuple[int, bytes]:
    request = urllib.request.Request(web.url + path, data=body)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_the_referee_s_desk_answers_about_the_game_that_is_played(web: Web) -> None:
    assert json.loads(get(web, "referee.json")[2])["log"] == []
    assert ask(web, "referee/preview", b"{}")[0] == 404
    game = replay((GameStarted("rrc"), HandStarted(0, 1, 0, 0, 0, (30000,) * 4)))
    web.follow(lambda: None if game is None else ("g", game))
    assert json.loads(get(web, "referee.json?lang=ja")[2])["game"] == "g"
    assert get(web, "referee.json?lang=xx")[0] == 400
    status, body = ask(web, "referee/preview", b'{"penalty": {"seat": 1, "row": "P-14"}}')
    assert (status, json.loads(body)["event"]["sanction"]) == (200, "chombo")
    assert ask(web, "referee/preview", b" " * 70_000)[0] == 413


def test_the_way_to_a_clubs_broker_is_encrypted_where_the_club_says_so() -> None:
    plain, tls = (road_to(Address("hub.local", 8883, tls=each)) for each in (False, True))
    assert plain.tls is None
    assert tls.tls is not None
    assert tls.tls.check_hostname
