"""A page of another site that wants something of a server of ours, and a name that comes to lead to it."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final

PAGE: Final = """<!doctype html><meta charset="utf-8"><title>harmless</title><script>
window.attack = async (base, paths) => {
  const tried = {};
  const late = () => new Promise((done) => setTimeout(() => done("nothing"), 3000));
  const soon = (promise) => Promise.race([promise, late()]).catch(() => "refused");
  const read = async (path, how) => {
    const answer = await fetch(base + path, how);
    return `${answer.status} ${answer.type} ${await answer.text()}`;
  };
  const text = (path, how) => soon(read(path, how));
  const shown = (kind, path) => soon(new Promise((done) => {
    const made = document.createElement(kind);
    made.onload = () => done("loaded");
    made.onerror = () => done("refused");
    made.src = base + path;
    document.body.append(made);
  }));
  for (const path of paths) {
    tried[`read ${path}`] = await text(path, {});
    tried[`with credentials ${path}`] = await text(path, { credentials: "include" });
    tried[`post ${path}`] = await text(path, { method: "POST", mode: "no-cors", body: "{}" });
    tried[`picture ${path}`] = await shown("img", path);
    tried[`script ${path}`] = await shown("script", path);
  }
  tried.socket = await soon(new Promise((done) => {
    const made = new WebSocket(base.replace("http", "ws") + "mqtt", "mqtt");
    made.onopen = () => done("open");
    made.onerror = () => done("refused");
  }));
  const frame = document.createElement("iframe");
  frame.src = base + paths[0];
  document.body.append(frame);
  await new Promise((done) => setTimeout(done, 300));
  return tried;
};
</script><body></body>"""


class Rebinding:
    """What stands at an address and port: first the page of another site, and from `lead` on the port of
    this computer that is given, as if its name had come to mean another address."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._door = socket.create_server((host, port))
        self.port = int(self._door.getsockname()[1])
        self._to: tuple[str, int] | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    def lead(self, port: int, host: str = "127.0.0.1") -> None:
        self._to = host, port

    def close(self) -> None:
        self._door.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._door.accept()
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            asked = near.recv(65_536)
            if self._to is None:
                body = PAGE.encode()
                head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
                near.sendall(f"{head}Connection: close\r\n\r\n".encode() + body)
                return
            with socket.create_connection(self._to) as far:
                far.sendall(asked)
                threading.Thread(target=_carry, args=(far, near), daemon=True).start()
                _carry(near, far)


def _carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(65_536):
            target.sendall(piece)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def rebinding(host: str = "127.0.0.1") -> Iterator[Rebinding]:
    made = Rebinding(host)
    try:
        yield made
    finally:
        made.close()


def attacked(driver: Any, page: str, base: str, paths: Sequence[str]) -> dict[str, str]:
    """What a page reached at an address."""
    driver.get(page)
    driver.set_script_timeout(60)
    script = "const done = arguments[2]; window.attack(arguments[0], arguments[1]).then(done);"
    found: dict[str, str] = driver.execute_async_script(script, base, list(paths))
    return found


def answers(driver: Any, base: str) -> list[tuple[str, int]]:
    """Path and status of what the server has answered to the browser since the last look at its log."""
    out = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        answer = message["params"].get("response", {})
        if message["method"] == "Network.responseReceived" and answer["url"].startswith(base):
            out.append((answer["url"].removeprefix(base), int(answer["status"])))
    return out
