"""The steps of a walk that are about versions: from a stick or the network, taken back, cut by the plug."""

from __future__ import annotations

import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from benchmarks.appliance.booted.computer import FaultError
from benchmarks.appliance.booted.data import done
from benchmarks.appliance.booted.house import TABLE, House, current, needed
from benchmarks.appliance.booted.page import until
from benchmarks.appliance.booted.releases import ENDS, RUNS, numbered
from benchmarks.appliance.game import SETTINGS
from controller.appliance.care.playing import hand_played
from controller.appliance.description import TABLE_FILE
from controller.cli.appliance.update import RESULT
from controller.table.games import Games
from tests.upkeep.test_release import Maker
from upkeep.computer import PLACE, TABLE_DATA, TRIAL
from upkeep.network import INDEX, index_of
from upkeep.release import SIGNED

NEXT, ENDING, CUT, THIRD = "0.1.1", "0.1.2", "0.1.3", "0.1.4"


def made(
    house: House, version: str, changed: dict[str, str] | None = None, maker: Maker | None = None
) -> Path:
    """A release under another number, signed."""
    out = house.folder / "releases"
    out.mkdir(exist_ok=True)
    file = numbered(house.release, version, out, changed)
    (maker or house.maker).sign(file)
    return file


def _both(file: Path) -> tuple[Path, Path]:
    return file, file.with_name(file.name + SIGNED)


def from_a_stranger(house: House) -> str:
    """A release that is signed by nobody who is trusted, or by another one, is not installed."""
    stranger = Maker(house.folder / "stranger")
    file = made(house, NEXT, maker=stranger)
    house.stick.put(*_both(file))
    house.plugged()
    house.pulled()
    said = house.stick.text(RESULT)
    needed("trusted" in said and current(house) == house.version, f"without a trusted key: {said!r}")
    _trusted(house)
    house.plugged()
    found = house.care("update", "stick")
    needed(found["code"] == "stranger", f"by another's key: {found}")
    house.pulled()
    needed(current(house) == house.version, f"{current(house)} runs")
    file.unlink()
    return str(found["message"])


def _trusted(house: House) -> None:
    key = house.computer.path("/root/maker.pub")
    key.write_bytes(house.maker.public.read_bytes())
    house.jantaku("update", "--trust", "/root/maker.pub")


def from_a_stick(house: House) -> str:
    """A newer version that is signed is installed when its stick is plugged in, and runs."""
    house.stick.put(*_both(made(house, NEXT)))
    begun = time.monotonic()
    house.plugged()
    took = time.monotonic() - begun
    needed(
        current(house) == NEXT,
        f"{current(house)} runs: {house.computer.ask('journalctl', '-n', '30', '-u', 'jantaku-update@*')}",
    )
    house.begins()
    view = house.page.json("care.json")
    needed(view["version"] == NEXT and view["before"] == house.version, f"the page shows {view}")
    house.pulled()
    return f"{took:.0f} s; {house.stick.text(RESULT).strip()}"


def taken_back(house: House) -> str:
    """The page goes back to the version before, and forward again."""
    done(house.care("back"))
    needed(current(house) == house.version, f"{current(house)} runs")
    house.begins()
    done(house.care("back"))
    needed(current(house) == NEXT, f"{current(house)} runs")
    house.begins()
    return "back, and forward again"


def that_ends(house: House) -> str:
    """A version that ends at once is taken back by itself, and not tried at every start from then on."""
    house.stick.put(*_both(made(house, ENDING, {RUNS: ENDS})))
    begun = time.monotonic()
    house.plugged()
    house.begins()
    house.pulled()
    needed(current(house) == NEXT, f"{current(house)} runs")
    said = house.stick.text(RESULT).strip()
    needed("does not come up" in said, said)
    starts = house.process()
    house.plugged()
    house.pulled()
    needed(house.process() == starts, "it was tried again")
    return f"{time.monotonic() - begun:.0f} s; {said}"


def cut_on_trial(house: House) -> str:
    """The power fails while a version is tried that does not work: the start after it takes it back."""
    house.stick.put(*_both(made(house, CUT, {RUNS: ENDS})))
    house.stick.plug_in()
    trial = house.computer.path(PLACE / TRIAL)
    until(trial.is_symlink, 300, "it is not tried")
    house.computer.pull()
    house.stick.pull()
    begun = time.monotonic()
    house.computer.switch_on()
    until(lambda: current(house) == NEXT and not trial.is_symlink(), 600, "it is not taken back")
    house.begins()
    return f"taken back {time.monotonic() - begun:.0f} s after the switch"


def from_the_network(house: House) -> str:
    """An index at an address of the settings: looked at, then installed because somebody presses."""
    file = made(house, THIRD)
    index = file.with_name(INDEX)
    index.write_text(index_of([file]), "utf-8")
    house.maker.sign(index)
    server = ThreadingHTTPServer(("127.0.0.1", 9000), partial(_Quiet, directory=str(file.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        _settings(house, f'\n[updates]\nindex = "http://127.0.0.1:9000/{INDEX}"\ndaily = true\n')
        house.page.json("care/look", {})
        offer = house.page.json("care.json")["offer"]
        needed(offer["version"] == THIRD, f"offered is {offer}")
        begun = time.monotonic()
        done(house.care("update", "network"))
        house.begins()
        needed(current(house) == THIRD, f"{current(house)} runs")
        house.computer.must("systemctl", "start", "jantaku-look.service")
        return f"installed in {time.monotonic() - begun:.0f} s"
    finally:
        server.shutdown()
        server.server_close()


def _settings(house: House, more: str) -> None:
    file = house.computer.path(TABLE_FILE)
    file.write_text(file.read_text("utf-8") + more, "utf-8")
    house.computer.must("systemctl", "restart", TABLE)
    house.begins()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the library
        """Nothing."""


def during_a_hand(house: House) -> str:
    """Virtual people play: no page updates, restores or resets the table then, and a kill ends no game."""
    data = house.computer.path(TABLE_DATA)
    house.computer.path(TABLE_FILE).write_text(SETTINGS, "utf-8")
    house.computer.must("systemctl", "restart", TABLE)
    house.begins()
    until(lambda: hand_played(data), 300, "no hand is played")
    for what, place in (("reset", None), ("back", None), ("update", "stick")):
        try:
            house.care(what, place)
        except FaultError as error:
            needed("refused as hand" in str(error), str(error))
        else:
            raise FaultError(f"{what} during a hand")
    asked = house.computer.run("/usr/local/bin/jantaku", "update", "--back")
    needed("A hand is being played" in asked.stderr, f"the shell goes back: {asked.stderr}")
    process, made = house.process(), done(house.care("backup", "here"))["detail"]
    needed(house.process() == process, "the table was started anew")
    before = Games(data).newest()
    house.computer.kill("KILL", process)
    until(lambda: house.process() not in ("0", process), 60, "it does not come back")
    house.begins()
    needed(Games(data).newest() == before, "another game is played")
    return f"refused; {made} is made; the same game goes on when it was killed"
