"""The steps of a walk that are about data: backups on stick and computer, restoring, a factory reset."""

from __future__ import annotations

import os
import threading
import time
import zipfile
from collections import Counter
from typing import Any, Final

from benchmarks.appliance.booted.computer import FaultError, Stick
from benchmarks.appliance.booted.house import House, needed
from controller.appliance.description import TABLE_FILE
from upkeep.computer import STATE, TABLE_DATA
from upkeep.places import HERE

TORN_S: Final = (0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.3)
"""Seconds after the first write at which a stick is pulled."""
LARGE: Final = "sets/large.taught"
"""A file of the data that takes a while to be written."""
WRITES_S: Final = 10.0


def done(found: dict[str, Any], code: str = "done") -> dict[str, Any]:
    needed(found["code"] == code, f"{found['what']} ended with {found['code']}: {found['message']}")
    return found


def backed_up(house: House) -> str:
    """A backup on this computer, as the page asks for it; the table plays on."""
    process = house.process()
    made = done(house.care("backup", "here"))["detail"]
    needed(house.process() == process, "the table was started anew")
    listed = done(house.care("look"))["backups"]
    needed([each["file"] for each in listed] == [made], f"the page shows {listed}")
    needed(listed[0]["own"] and listed[0]["whole"], f"it is {listed[0]}")
    return f"{made}, {listed[0]['size']} bytes"


def restored(house: House) -> str:
    """What was changed after the backup is gone after restoring it."""
    changed = house.computer.path(TABLE_FILE)
    before = changed.read_text("utf-8")
    changed.write_text(f"{before}\n# changed\n", "utf-8")
    listed = done(house.care("look"))["backups"]
    done(house.care("restore", "here", listed[0]["file"]))
    house.begins()
    needed(changed.read_text("utf-8") == before, "the settings are not those of the backup")
    owner = house.computer.must("stat", "-c", "%U:%a", str(TABLE_DATA), str(TABLE_FILE)).split()
    needed(owner == ["jantaku:700", "jantaku:600"], f"whose the data are: {owner}")
    return "settings are those of the backup"


def foreign(house: House) -> str:
    """Another computer's backup is named and asked about."""
    place = house.computer.path(HERE)
    own = next(file for file in place.iterdir() if file.suffix == ".zip")
    other = place / "jantaku-table-other-20260101-000000.zip"
    with zipfile.ZipFile(own) as source, zipfile.ZipFile(other, "w") as packed:
        for member in source.infolist():
            data = source.read(member)
            if member.filename == "backup.json":
                data = data.replace(b'"machine": "', b'"machine": "other-').replace(
                    b'"machine":"', b'"machine":"other-'
                )
            packed.writestr(member, data)
    done(house.care("restore", "here", other.name), "foreign")
    done(house.care("foreign", "here", other.name))
    house.begins()
    other.unlink()
    return "refused, then restored when asked again"


def reset(house: House) -> str:
    """A factory reset: everything is as installed, but for one last backup."""
    changed = house.computer.path(TABLE_FILE)
    changed.write_text(changed.read_text("utf-8") + "\n# changed\n", "utf-8")
    account = house.page.account
    last = done(house.care("reset"))["detail"]
    house.begins()
    needed(house.page.account != account, "the accounts are the old ones")
    needed("# changed" not in changed.read_text("utf-8"), "the settings stayed")
    files = [path.name for path in house.computer.path(HERE).iterdir()]
    needed(files == [last], f"backups on this computer: {files}, the last is {last}")
    done(house.care("forget"))
    needed(not list(house.computer.path(HERE).iterdir()), "backups stayed")
    aside = [path.name for path in house.computer.path(STATE).iterdir() if ".before-" in path.name]
    needed(not aside, f"these lie aside: {aside}")
    return f"the last backup was {last}"


def on_a_stick(house: House) -> str:
    """A stick gets a backup as soon as it is plugged in, is mounted only meanwhile, and is restored from."""
    house.plugged()
    listed = done(house.care("look"))["backups"]
    listed = [each for each in listed if each["place"] == "stick"]
    needed(len(listed) == 1, f"on the stick: {listed}")
    done(house.care("backup", "stick"))
    done(house.care("restore", "stick", listed[0]["file"]))
    house.begins()
    house.pulled()
    names = [name for name in house.stick.names() if name.endswith(".zip")]
    needed(len(names) == 2, f"on the stick lie {house.stick.names()}")
    try:
        house.care("backup", "stick")
    except Exception as error:  # the page says so
        needed("no_stick" in str(error), str(error))
    else:
        needed(False, "a backup was written to no stick")
    return f"{len(names)} backups, restored from one"


def full_stick(house: House) -> str:
    """A stick without room is said to be full; what lies on it stays as it is."""
    before = house.stick.names()
    house.stick.fill()
    house.plugged()
    done(house.care("backup", "stick"), "full")
    house.pulled()
    house.stick.clear()
    needed(house.stick.names() == before, f"on the stick lie {house.stick.names()}, before {before}")
    return f"said so, {len(before)} files stay"


def torn_out(house: House) -> str:
    """A stick is pulled while it is written: it is said, the table plays on, and every backup that a page
    shows of it afterwards is whole."""
    process, ends = house.process(), Counter[str]()
    large = house.computer.path(TABLE_DATA / LARGE)
    large.parent.mkdir(exist_ok=True)
    large.write_bytes(os.urandom(1 << 26))
    for after_s in TORN_S:
        house.plugged()
        puller = threading.Thread(target=_torn, args=(house.stick, after_s))
        puller.start()
        try:
            ends[house.care("backup", "stick")["code"]] += 1
        except FaultError as error:
            needed("no_stick" in str(error), str(error))
            ends["no_stick"] += 1
        puller.join()
        house.idle()
        house.pulled()
    large.unlink()
    needed(house.process() == process, "the table was started anew")
    house.plugged()
    listed = [each for each in done(house.care("look"))["backups"] if each["place"] == "stick"]
    house.pulled()
    needed(listed and all(each["whole"] for each in listed), f"on the stick: {listed}")
    return f"{dict(ends)}, {len(listed)} whole backups"


def _torn(stick: Stick, after_s: float) -> None:
    """Pulls it so long after something was written on it."""
    before, end = stick.written(), time.monotonic() + WRITES_S
    while stick.written() == before and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(after_s)
    stick.tear_out()
