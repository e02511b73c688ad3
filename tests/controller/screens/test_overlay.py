"""The broadcast overlay in real Chromium: late, transparent, and from the delayed branch alone."""

from __future__ import annotations

import base64
import time

import pytest

from contract.messages import EventMessage, Info, Snapshot, Status
from controller.bus.delay import DelayQueue
from controller.bus.farewell import leave
from controller.bus.mqtt import Bus
from tests.controller.browser import recording, resize
from tests.controller.screens.pages import SNAPSHOTS
from tests.controller.screens.stand import TOPICS, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
def film(lone: Stand) -> Stand:
    """A table whose broadcast is minutes behind."""
    resize(lone.driver, (1920, 1080))
    lone.bus.close()
    info = Info(software="test", club="home", table="table-1")
    lone.bus = Bus(TOPICS, lone.broker.address, info, "b", late=DelayQueue(300, time.monotonic))
    lone.bus.start()
    lone.publish("play")
    lone.open("overlay.html")
    lone.wait(lambda: lone.find(".nothing"))
    return lone


def tell(stand: Stand, name: str, rev: int = 1) -> None:
    """What the relay tells, minutes later."""
    known = Snapshot.model_validate_json((SNAPSHOTS / f"{name}.json").read_text("utf-8"))
    late(stand, "$status", Status(online=True, boot="b").model_dump_json())
    late(stand, "state", known.model_copy(update={"boot": "b", "rev": rev}).model_dump_json())


def late(stand: Stand, name: str, payload: str, *, retain: bool = True) -> None:
    address = stand.broker.address
    client = address.client()
    client.connect(*address.target)
    client.loop_start()
    client.publish(f"{TOPICS.root}/delayed/{name}", payload, qos=1, retain=retain).wait_for_publish(5)
    leave(client)


def test_only_the_delayed_branch_is_subscribed_to(film: Stand) -> None:
    """As the broker was asked: every subscription that went over the page's own wire."""
    asked: list[bytes] = []

    def subscribed() -> bool:
        sent = [m for m in film.traffic() if m["method"] == "Network.webSocketFrameSent"]
        frames = [base64.b64decode(m["params"]["response"]["payloadData"]) for m in sent]
        asked.extend(frame for frame in frames if frame[0] >> 4 == 8)
        return bool(asked)

    with recording(film.driver):
        film.open("overlay.html")
        film.wait(subscribed)
    names = {name for frame in asked for name in topics(frame)}
    assert names
    assert all(name.startswith(f"{TOPICS.root}/delayed/") for name in names), names


def topics(frame: bytes) -> list[str]:
    """The filters of a SUBSCRIBE packet (MQTT 3.1.1, section 3.8)."""
    at = 1
    while frame[at] & 0x80:
        at += 1
    at += 3  # the rest of the length, and the packet's number
    out = []
    while at < len(frame):
        size = int.from_bytes(frame[at : at + 2], "big")
        out.append(frame[at + 2 : at + 2 + size].decode())
        at += 3 + size
    return out


def test_nothing_is_shown_of_what_is_published_now(film: Stand) -> None:
    film.publish("confirm_ron")
    film.say("called", seat=1, meld={"type": "pon"})
    time.sleep(0.5)
    assert film.texts("#app") == [""]


def test_the_late_game_is_shown_with_calls_and_the_win(film: Stand) -> None:
    tell(film, "play")
    film.wait(lambda: film.find(".strip"))
    assert film.texts(".player .name") == ["Akira", "Олена", "Björn", "Мария"]
    event = EventMessage(
        game="g", seq=1, rev=1, ts_ms=0, type="called", data={"seat": 1, "meld": {"type": "pon"}}
    )
    late(film, "event", event.model_dump_json(), retain=False)
    film.wait(lambda: film.texts('[data-seat="1"] [data-word]') == ["Pon"])
    tell(film, "confirm_ron", 2)
    film.wait(lambda: film.find('[data-card="win"]'))
    assert 1 <= len(film.find(".win li")) <= 6
    assert film.complaints() == []


def test_it_is_gone_when_nothing_is_published_any_more(film: Stand) -> None:
    tell(film, "play")
    film.wait(lambda: film.find(".strip"))
    late(film, "state", "")
    film.wait(lambda: film.find(".nothing"))


def test_the_film_is_seen_wherever_nothing_is_drawn(film: Stand) -> None:
    import cv2
    import numpy as np

    tell(film, "play")
    film.wait(lambda: film.find(".strip"))
    clear = {"color": {"r": 0, "g": 0, "b": 0, "a": 0}}
    film.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", clear)
    png = base64.b64decode(film.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
    film.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {})
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    assert picture.shape == (1080, 1920, 4)
    assert int(picture[:700, :, 3].max()) == 0
    assert int(picture[900:1060, 100:1800, 3].max()) > 200


INSIDE = """
return [...document.querySelectorAll(".win")].every((e) => {
  const box = e.getBoundingClientRect();
  return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
});
"""


@pytest.mark.parametrize("position", ["bottom", "top", "left", "right"])
def test_three_wins_are_all_in_the_picture(film: Stand, position: str) -> None:
    film.open("overlay.html", position=position)
    tell(film, "confirm_triple_ron")
    film.wait(lambda: len(film.find("[data-winner]")) == 3)
    assert film.driver.execute_script(INSIDE)
