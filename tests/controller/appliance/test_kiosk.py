"""The computer's own screen: what its units may do, and how its page comes to it."""

from __future__ import annotations

import codecs
import re
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
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
    assert re.findall(r"^Exec(\w+)", unit, re.MULTILINE) == ["StartPre", "StartPre", "Start"]


def test_a_screen_is_installed_with_what_its_compositor_needs() -> None:
    """Without Xwayland cage 0.1.4 (Debian 12) ends with "Cannot create XWayland server"."""
    assert {"cage", "xwayland"} <= set(TABLE.packages)
    assert "xwayland" not in HUB.packages


class Screen:
    """The script of the screen, with another compositor in the place of cage, and /dev/dri in a folder."""

    def __init__(self, folder: Path, compositor: str, devices: Sequence[str]) -> None:
        self.folder = folder
        for name in devices:
            (folder / name).touch()
        self._cage = folder / "cage"
        self._cage.write_text(f'#!/bin/sh\necho "${{WLR_RENDERER:-chip}}" >>{folder}/drawn\n{compositor}\n')
        self._cage.chmod(0o755)

    def show(self) -> int:
        """Until it ends; the exit code."""
        text = kiosk.shown().replace("/usr/bin/cage", str(self._cage)).replace("/dev/dri", str(self.folder))
        text = text.replace("/run/jantaku-kiosk", str(self.folder))
        return subprocess.run(["/bin/sh", "-c", text], check=False, capture_output=True).returncode

    @property
    def drawn(self) -> list[str]:
        """By what each compositor that was started draws."""
        return (self.folder / "drawn").read_text().split()


@pytest.mark.parametrize("signal", ["SEGV", "ABRT", "BUS", "ILL"])
def test_the_processor_draws_after_the_compositor_has_crashed(signal: str, tmp_path: Path) -> None:
    screen = Screen(tmp_path, f'[ "$WLR_RENDERER" ] || kill -{signal} $$; exit 3', ["renderD128"])
    assert screen.show() == 3
    assert screen.drawn == ["chip", "pixman"]
    assert screen.show() == 3
    assert screen.drawn[2:] == ["pixman"], "until the computer is switched on again"


def test_the_browser_of_a_compositor_that_has_crashed_ends_with_it(tmp_path: Path) -> None:
    """It would keep its profile, and the next browser would hand its page over to it and end."""
    browser = f"sleep 60 >/dev/null 2>&1 & echo $! >{tmp_path}/browser; kill -SEGV $$"
    screen = Screen(tmp_path, f'[ "$WLR_RENDERER" ] && exit; {browser}', ["renderD128"])
    assert screen.show() == 0
    browser = (tmp_path / "browser").read_text().strip()
    for _ in range(200):
        try:
            if f"{browser} (sleep) Z" in Path(f"/proc/{browser}/stat").read_text():
                return  # nobody collects it
        except OSError:
            return
        time.sleep(0.05)
    pytest.fail("it still runs")


def test_a_screen_that_ends_is_not_drawn_by_the_processor(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "exit 1", ["renderD128"])
    assert screen.show() == 1
    assert screen.drawn == ["chip"]


def test_the_processor_draws_where_no_driver_draws_by_the_graphics_chip(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "exit 0", ["card0"])
    assert screen.show() == 0
    assert screen.drawn == ["pixman"]


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


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", "-c", command], env={}, check=False, capture_output=True, text=True)


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
