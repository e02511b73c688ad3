"""Whatever a table's web server is asked: a page, a picture or a sentence, and never a bare 500."""

from __future__ import annotations

import base64
import http.client
from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.evidence.store import picture
from controller.history.archive import Archive
from controller.web.server import Web
from screens import SHARED
from tests.club.web.whatever import Asked, asked, places, sent

pytestmark = pytest.mark.skipif(
    not (SHARED / "vendor" / "mqtt.js").is_file(),
    reason="the screens' libraries are missing: run `python screens/vendor.py`",
)
MONITORS: Final = {"/health", "/metrics"}
"""Answer programs in a form of their own (tests/runtime/test_health.py)."""
ACCOUNTS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"authorization": "Basic " + base64.b64encode(b"referee-anna:right").decode()},
    {"authorization": "Basic \xff"},
    {"authorization": "Basic " + base64.b64encode(b"\xff:\x00").decode()},
)
"""Nobody, and who is none."""


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    folder = tmp_path_factory.mktemp("games")
    made = Web(
        Topics("home", "table-1"),
        Address("127.0.0.1", guest=("guest", "new")),
        port=0,
        evidence=partial(picture, folder),
        archive=Archive(folder),
        door=Door(lambda *account: Role.REFEREE if account == ("referee-anna", "right") else None),
    )
    made.start()
    yield made
    made.stop()


def test_whatever_is_asked_is_answered(web: Web) -> None:
    known = [each for each in places(web.app()) if each[1] not in MONITORS]

    @settings(
        max_examples=150,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(asked(known, len(ACCOUNTS)))
    def holds(request: Asked) -> None:
        link = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
        status, _kind, text = sent(link, request, ACCOUNTS[request.who])
        assert status < 500 or (status == 503 and text.strip().endswith(b".")), (request, status, text[:300])

    holds()
