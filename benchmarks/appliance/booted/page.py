"""The pages of a table or a hub as a browser of the same computer uses them."""

from __future__ import annotations

import base64
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.appliance.booted.computer import FaultError

CARE_S: Final = 420.0
T = TypeVar("T")


class Page:
    """At a port of this computer."""

    def __init__(self, port: int) -> None:
        self.port, self.origin = port, f"http://127.0.0.1:{port}"
        self.account: tuple[str, str] | None = None
        self._csrf = ""
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def asked(self, path: str, body: object = None) -> tuple[int, bytes]:
        """Status and answer; 0 where nobody answers."""
        headers = {"Origin": self.origin, "Content-Type": "application/json", "X-CSRF-Token": self._csrf}
        if self.account is not None:
            headers["Authorization"] = f"Basic {base64.b64encode(':'.join(self.account).encode()).decode()}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.origin}/{path}", data, headers)
        try:
            with self._browser.open(request, timeout=60) as answer:
                return int(answer.status), bytes(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, bytes(error.read())
        except OSError:
            return 0, b""

    def json(self, path: str, body: object = None) -> dict[str, Any]:
        """FaultError where it is not answered well."""
        status, said = self.asked(path, body)
        if status not in (200, 409, 503):
            raise FaultError(f"/{path} answers {status}: {said[:200]!r}.")
        return dict(json.loads(said))

    def enter(self, link: str) -> None:
        """Gets the account of the house by the link of this computer."""
        got = self.json("pair/here", {"ticket": link.strip().partition("#here=")[2]})
        self.account = got["device"], got["key"]

    def sign_in(self, link: str) -> None:
        """Becomes who the link of a hub is for."""
        self._csrf = self.json("api/sign-in", {"link": link.strip().partition("#link=")[2]})["csrf"]

    def health(self) -> dict[str, Any]:
        status, said = self.asked("health")
        return dict(json.loads(said)) if status in (200, 503) else {}

    def care(
        self,
        what: str,
        place: str | None = None,
        file: str | None = None,
        again: Callable[[], object] = lambda: None,
    ) -> dict[str, Any]:
        """Asks for it and waits: its last progress. FaultError where it is refused. `again` gets an account
        where the one it has counts no more."""
        before = self.json("care.json")["progress"]
        body = {"what": what, "place": place, "file": file}
        code = self.json("care", {name: value for name, value in body.items() if value is not None})["code"]
        if code != "ok":
            raise FaultError(f"{what}: refused as {code}.")
        doing = "restore" if what == "foreign" else what

        def ended() -> dict[str, Any] | None:
            status, said = self.asked("care.json")
            if status == 403:
                with suppress(FaultError):
                    again()
            found = json.loads(said)["progress"] if status == 200 else None
            if found is None or found == before or found["what"] != doing or not found["code"]:
                return None
            return dict(found)

        return until(ended, CARE_S, f"{what} did not end")

    def order(self, what: str) -> None:
        """Sends the command `power`, and waits until the broker has it."""
        config = self.json("config.json")
        assert self.account is not None
        device, key = self.account
        client = paho.Client(CallbackAPIVersion.VERSION2, transport="websockets")
        client.username_pw_set(device, key)
        client.ws_set_options("/mqtt", {"Origin": self.origin})
        client.connect("127.0.0.1", self.port)
        client.loop_start()
        command = {"id": f"{what}-{time.time_ns()}", "by": device, "name": "power", "body": {"what": what}}
        sent = client.publish(f"{config['root']}/cmd/{device}", json.dumps(command), 1)
        sent.wait_for_publish(20)
        client.disconnect()
        client.loop_stop()


def until(found: Callable[[], T | None], within: float, otherwise: str) -> T:
    """What is found at last. FaultError where it is not in time."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        got = found()
        if got:
            return got
        time.sleep(0.5)
    raise FaultError(f"{otherwise} within {within:.0f} s.")
