"""The steps of a walk that are about a hub, beside a table and alone, and about taking everything away."""

from __future__ import annotations

from benchmarks.appliance.booted.data import done
from benchmarks.appliance.booted.house import TABLE, UP_S, WATCHED_S, House, needed
from benchmarks.appliance.booted.page import until
from controller.appliance.description import HUB_FILE, TABLE_FILE
from controller.appliance.first_link import ON_STICK
from controller.appliance.system import first_hub
from upkeep.computer import FIRST_LINK, HUB_DATA, PLACE

HUB = "jantaku-hub.service"


def beside_a_table(house: House) -> str:
    """A hub is installed beside the table, which goes on; both come back when they are killed."""
    process = house.process()
    house.jantaku("install", "--hub", "--no-kiosk")
    until(lambda: house.hub.health().get("ok"), UP_S, "the hub is not well")
    needed(house.process() == process, "the table was started anew")
    before = house.restarts(HUB)
    house.computer.kill("KILL", house.process(HUB))
    until(lambda: house.restarts(HUB) > before and house.hub.health().get("ok"), UP_S, "the hub stays away")
    made = house.care("backup", "stick" if house.page.json("care.json")["stick"] else "here")
    needed(made["code"] == "done", f"backup: {made}")
    kinds = {name.split("-")[1] for name in house.computer.must("ls", "/var/lib/jantaku/backups").split()}
    needed(kinds == {"table", "hub"}, f"backups of {kinds}")
    return f"backups of {', '.join(sorted(kinds))}"


def uninstalled(house: House) -> str:
    """Games and settings stay, and are there again when it is installed again; with --data they go."""
    computer = house.computer
    program = str(PLACE / computer.path(PLACE / "current").readlink().name / "bin/jantaku")
    kept = computer.path(TABLE_FILE).read_text("utf-8")
    computer.must(program, "uninstall")
    for unit in (TABLE, HUB, "jantaku-backup.timer", "media-jantaku.automount", "jantaku-care@look.service"):
        needed(house.state(unit) in ("inactive", ""), f"{unit} is {house.state(unit)}")
    left = computer.ask(
        "sh", "-c", "ls /etc/systemd/system /etc/polkit-1/rules.d /etc/udev/rules.d | grep jantaku"
    )
    needed(not left.strip(), f"these stay: {left}")
    needed(house.page.asked("index.html")[0] == 0, "the table still answers")
    needed(computer.path(TABLE_FILE).read_text("utf-8") == kept, "the settings are gone")
    computer.must(program, "install", "--no-kiosk")
    house.begins()
    needed(computer.path(TABLE_FILE).read_text("utf-8") == kept, "the settings changed")
    computer.must(program, "uninstall", "--data", "--yes")
    needed(not computer.path("/var/lib/jantaku").exists(), "data stay")
    needed(not computer.ask("id", "jantaku").strip(), "the user stays")
    return "data stay, come back, and go with --data"


def hub_alone(house: House) -> str:
    """A computer that is a club's alone: the link of its first director comes on a stick, and their page has
    a backup made, restores it, and resets the hub; one that hangs comes back."""
    computer, hub = house.computer, house.hub
    folder = next(path for path in computer.path(PLACE).iterdir() if (path / "bin/jantaku").exists())
    computer.must(str(PLACE / folder.name / "bin/jantaku"), "install", "--hub", "--no-table", "--no-kiosk")
    _signed_in(house)
    made = done(hub.care("backup", "here"))["detail"]
    done(hub.care("restore", "here", made, lambda: _signed_in(house)))
    until(lambda: hub.health().get("ok"), UP_S, "the hub is not well with what was restored")
    settings = computer.path(HUB_FILE)
    settings.write_text(f"{settings.read_text('utf-8')}\n# changed\n", "utf-8")
    done(hub.care("reset", again=lambda: _signed_in(house)))
    needed(settings.read_text("utf-8") == first_hub(), "the settings are not those of the beginning")
    restarts = house.restarts(HUB)
    computer.kill("STOP", house.process(HUB))
    until(lambda: house.restarts(HUB) > restarts and hub.health().get("ok"), WATCHED_S, "the hub hangs on")
    return "the link is on the stick; backup, restore and reset by the director; it comes back when it hangs"


def _signed_in(house: House) -> None:
    """By the link that a stick gets when it is plugged in."""
    until(lambda: house.hub.health().get("ok"), UP_S, "the hub is not well")
    until(house.computer.path(HUB_DATA / FIRST_LINK).exists, 30, "the hub has no link for its first director")
    house.plugged()
    house.pulled()
    said = house.stick.text(ON_STICK)
    needed("#link=" in said, f"on the stick stands {said!r}")
    house.hub.sign_in(said)
