"""The addresses at which tiles are taught: who may, and what is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.calibration.desk import Calibrating
from controller.teaching.answers import TeachHand, TeachLearnt, TeachLooked, TeachNow
from controller.teaching.desk import Teaching
from controller.web.server import Web
from screens import SHARED
from tests.controller.calibration.fakes import FakeWatch, Table
from tests.controller.web.desk_asking import HOUSE, asked
from tests.vision.laid_sets import renderer, scene
from vision.calibration.by_markers import calibrate
from vision.scene.scene import Scene

pytestmark = pytest.mark.skipif(
    not (SHARED / "vendor" / "mqtt.js").is_file(),
    reason="the screens' libraries are missing: run `python screens/vendor.py`",
)
STRANGER = ("seat-2", "right")
GETS = ("now.json", "hand.json")
POSTS = ("look", "learn", "hand")


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    camera = renderer()
    table = Table(Calibrating(None), FakeWatch(camera.render(scene(), 1.0)))
    table.eyes.surface = calibrate(camera.render(Scene(), 0.0))
    folder: Path = tmp_path_factory.mktemp("data")
    door = Door(lambda *account: Role.HOUSE if account == HOUSE else None)
    desk = Teaching(table.desk, folder)
    topics, broker = Topics("home", "table-1"), Address("127.0.0.1")
    with table.running():
        made = Web(topics, broker, port=0, door=door, calibrating=table.desk, teaching=desk)
        made.start()
        yield made
        made.stop()


def ask(
    web: Web, path: str, body: object = None, account: tuple[str, str] | None = HOUSE, kind: str = ""
) -> tuple[int, bytes]:
    return asked(web, f"teach/{path}", body, account, kind)


def test_what_lies_on_the_mat_is_reported_and_kept(web: Web) -> None:
    now = TeachNow.model_validate_json(ask(web, "now.json")[1])
    assert now.refused is None
    assert len(now.tiles) == len(now.places) == 38
    looked = TeachLooked.model_validate_json(ask(web, "look", {})[1])
    assert looked.id
    assert [tile.meant for tile in looked.tiles] == [place.face for place in now.places]
    seen = {"id": looked.id, "faces": [tile.meant for tile in looked.tiles]}
    learnt = TeachLearnt.model_validate_json(ask(web, "learn", {"name": "a b", "looks": [seen, seen]})[1])
    assert learnt.refused is not None
    assert learnt.refused.code == "name"


def test_a_hand_is_drawn_and_another_one(web: Web) -> None:
    first = TeachHand.model_validate_json(ask(web, "hand.json")[1])
    assert len(first.wanted) == 14
    assert TeachHand.model_validate_json(ask(web, "hand.json")[1]).wanted == first.wanted
    assert TeachHand.model_validate_json(ask(web, "hand", {})[1]).wanted != first.wanted


@pytest.mark.parametrize("path", [*GETS, *POSTS])
@pytest.mark.parametrize("account", [None, STRANGER])
def test_strangers_see_and_teach_nothing(web: Web, path: str, account: tuple[str, str] | None) -> None:
    status, learnt = ask(web, path, {} if path in POSTS else None, account)
    assert status == 403
    assert json.loads(learnt)["code"] == "forbidden"


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"{", ""), (b"{}", "text/plain"), (b'{"after": 1, "name": 2}', ""), (b" " * 70_000, "")],
)
def test_what_no_page_of_ours_sends_is_refused(web: Web, path: str, body: bytes, kind: str) -> None:
    assert ask(web, path, body, kind=kind)[0] in {413, 422}
