"""The computer's own screen: what its units may do, and how its page comes to it."""

from __future__ import annotations

import codecs
import re
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from controller.appliance import kiosk
from controller.appliance.description import Appliance
from controller.broker.ticket import FILE, put_ticket
from tests.controller.browser import chromium, missing
from upkeep.computer import SETTINGS, STATE, STICK, TABLE_DATA

TABLE = Appliance(Path("/opt/jantaku/current/bin/jantaku"), "0.1.0")
HUB = Appliance(Path("/opt/jantaku/bin/jantaku"), table=False, hub=True, kiosk=False)


def test_the_browser_reads_no_data_of_the_table() -> None:
    unit = kiosk.screen()
    assert "User=jantaku-kiosk" in unit
    assert f"InaccessiblePaths=-/home -/root -{STATE} -{SETTINGS} -{STICK}" in unit
    assert "ProtectHome" not in unit, "it hides /run/user, too: no compositor opens its socket"


def test_nothing_is_started_that_hangs_up_the_terminal_of_the_screen() -> None:
    """systemd hangs it up before each process of the service: one beside the browser ended it with SIGHUP, in
    9 of 10 starts of the image in a virtual machine."""
    unit = kiosk.screen()
    assert "TTYVHangup=yes" in unit
    assert re.findall(r"^Exec(\w+)", unit, re.MULTILINE) == ["StartPre", "StartPre", "Start", "StopPost"]


def test_a_screen_is_installed_with_what_its_compositor_needs() -> None:
    """Without Xwayland cage 0.1.4 (Debian 12) ends with "Cannot create XWayland server"."""
    assert {"cage", "xwayland"} <= set(TABLE.packages)
    assert "xwayland" not in HUB.packages


@pytest.mark.parametrize(("status", "drawn"), [("SEGV", True), ("ABRT", True), ("TERM", False), ("1", False)])
def test_the_processor_draws_after_the_compositor_has_crashed(
    status: str, drawn: bool, tmp_path: Path
) -> None:
    (tmp_path / "renderD128").touch()
    shell(line(kiosk.screen(), "StopPost", tmp_path), EXIT_STATUS=status)
    assert (tmp_path / "by-processor").exists() is drawn
    assert by_processor(tmp_path) is drawn


def test_the_processor_draws_where_no_driver_draws_by_the_graphics_chip(tmp_path: Path) -> None:
    (tmp_path / "card0").touch()
    assert by_processor(tmp_path)


def by_processor(run: Path) -> bool:
    """Whether the compositor is started so; what lies in `run` lies in /dev/dri, too."""
    asked = line(kiosk.screen(), "Start", run).replace("exec /usr/bin/cage", "echo $WLR_RENDERER")
    return shell(asked.replace("/dev/dri", str(run))).stdout.startswith("pixman")


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_the_browser_goes_to_the_table_as_soon_as_it_has_left_its_address(
    tmp_path: Path, address: str
) -> None:
    run, program = tmp_path / "run", tmp_path / "jantaku"
    run.mkdir()
    page = tmp_path / "starting.html"
    page.write_text(kiosk.starting().replace("/run/jantaku-kiosk", str(run)))
    program.write_text("#!/bin/sh\nexit 2\n")
    program.chmod(0o755)
    left = tmp_path / "broker"
    given = line(kiosk.page(Appliance(program)), "Start", run).replace(f"{TABLE_DATA}/broker", str(left))
    with chromium(tmp_path / "profile") as driver:
        driver.get(page.as_uri())
        assert driver.title == "Jantaku"
        assert shell(given).returncode == 2, "no table has left an address: it is tried again"
        assert list(run.iterdir()) == []
        put_ticket(left, address, "a-ticket_1", "table.html")
        assert shell(given).returncode == 0
        WebDriverWait(driver, 60).until(lambda at: at.title == "The table")
        assert driver.current_url == f"{address}table.html#here=a-ticket_1"


@pytest.mark.parametrize("left", [None, "http://127.0.0.1:8090/ ticket\n"])
def test_the_program_says_the_address_where_the_table_has_left_none(tmp_path: Path, left: str | None) -> None:
    """As with a card that is worn out, or by a version before this one."""
    program = tmp_path / "jantaku"
    program.write_text("#!/bin/sh\necho http://127.0.0.1:8090/table.html\n")
    program.chmod(0o755)
    if left is not None:
        (tmp_path / FILE).write_text(left)
    given = line(kiosk.page(Appliance(program)), "Start", tmp_path).replace(
        f"{TABLE_DATA}/broker", str(tmp_path)
    )
    assert shell(given).returncode == 0
    assert (tmp_path / "page.js").read_text() == 'location.replace("http://127.0.0.1:8090/table.html")'


def line(unit: str, name: str, run: Path) -> str:
    """A command as systemd hands it to the shell: escapes in quotes resolved, `%%` one `%`."""
    (found,) = re.findall(rf"^Exec{name}=\+?/bin/sh -c '(.*)'$", unit, re.MULTILINE)
    text = codecs.decode(found, "unicode_escape").replace("%%", "%")
    return text.replace("/run/jantaku-kiosk", str(run)).replace("chown jantaku-kiosk:", "test -e")


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", command], env=environment, check=False, capture_output=True, text=True
    )


class Table(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>The table</title>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Table) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
