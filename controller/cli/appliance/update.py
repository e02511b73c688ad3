"""`jantaku update`: a newer version beside the one that runs, tried, and kept or taken back."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import click

from controller.appliance.description import HUB_FILE, USER
from runtime.stored import replace_file
from upkeep.computer import CURRENT, HUB_DATA, PLACE, STICK, STICK_LABEL, TABLE_DATA, TRUSTED, hub_alone
from upkeep.wish import From

if TYPE_CHECKING:
    from controller.appliance.updates.update import Updating
    from controller.config import UpdatesSection
    from upkeep.progress import ProgressFile, Step

RESULT = "jantaku-update.txt"
"""The file on a stick that says what became of the update."""
_LOOKS_S = 5.0
"""Between two looks whether the hand is over."""


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--trust", type=click.Path(path_type=Path), help="Trust the minisign public key of a maker.")
@click.option("--stick", type=click.Path(path_type=Path), help="Install the latest release in this folder.")
@click.option("--back", is_flag=True, help="Go back to the version before this one.")
@click.option(
    "--wait", is_flag=True, help="If a hand is being played, start the new version when it is paid."
)
@click.option("--older", is_flag=True, help="Also install a version that is older than this one.")
@click.option("--settle", is_flag=True, help="Judge a version that was on trial when the power failed.")
@click.option("--look", is_flag=True, help="Look in the network now, if the settings want that every day.")
@click.option("--asked", type=click.Choice([*get_args(From), "plugged"]), hidden=True)
@click.option("--bring", is_flag=True, hidden=True)
def update(  # noqa: PLR0913, PLR0917 - one parameter an option
    file: Path | None,
    trust: Path | None,
    stick: Path | None,
    back: bool,
    wait: bool,
    older: bool,
    settle: bool,
    look: bool,
    asked: From | Literal["plugged"] | None,
    bring: bool,
) -> None:
    """Install the release FILE beside the version that runs, start it, and keep it if it works.

    FILE must be signed by a maker that this computer trusts; its signature, FILE.minisig, lies beside it.
    Nothing is installed during a hand. If the new version does not start, the computer goes back to the old
    one by itself, also after a power cut.

    \b
    Example: sudo jantaku update --trust jantaku.pub
             sudo jantaku update /media/stick/jantaku-0.2.0-cp311-aarch64.zip
             sudo jantaku update --wait --stick /media/jantaku
             sudo jantaku update --back
    """
    chosen = (file is not None, trust is not None, stick is not None, asked is not None)
    if sum((*chosen, back, settle, look, bring)) != 1:
        raise _wrong("Name the FILE of a release, or one of --trust, --stick, --back, --settle and --look.")
    if look or bring:  # as the table's user, who writes nothing but the folder of what is fetched
        _of_the_network(look)
        return
    if os.geteuid() != 0:
        raise _wrong("Updating services needs root: sudo jantaku update ...")
    if trust is not None:
        _trust(trust)
    elif asked is not None:
        _as_asked(asked, wait)
    elif stick is not None and (file := _later(stick)) is None:
        click.echo(f"No newer version lies in {stick}.")
    else:
        _by_hand(file, stick, wait, back=back, older=older)


def _by_hand(file: Path | None, stick: Path | None, wait: bool, *, back: bool, older: bool) -> None:
    """Does it while somebody looks on; what became of it stays on the stick, too."""
    from upkeep.release import UpdateError  # noqa: PLC0415

    try:
        said = f"{_done(_here(wait, None), file, back, older)} runs."
    except UpdateError as error:
        _leave(stick, str(error))
        raise _wrong(str(error), 1) from error
    _leave(stick, said)
    click.echo(said)


def _done(updating: Updating, file: Path | None, back: bool, older: bool) -> str | None:
    if file is not None:
        return updating.update(file, older=older)
    return updating.back() if back else updating.settle()


def _as_asked(asked: From | Literal["plugged"], wait: bool) -> None:
    """For a unit of systemd; pages read its progress."""
    from upkeep.places import plugged  # noqa: PLC0415
    from upkeep.progress import ProgressFile  # noqa: PLC0415
    from upkeep.trouble import TroubleError  # noqa: PLC0415

    progress, file = ProgressFile("back" if asked == "back" else "update"), None
    # Whoever opens the folder of a stick that is not there waits for it.
    stick = STICK if asked in ("stick", "plugged") and plugged() else None
    try:
        if asked == "stick" and stick is None:
            raise TroubleError(f"No stick called {STICK_LABEL} is plugged in.", "no_stick")
        file = _brought(progress) if asked == "network" else None if stick is None else _later(stick)
        if asked == "plugged" and file is not None and _failed(file):
            return  # a stick that stays in is plugged in at every start; pages and the shell may try again
        if file is None and asked != "back":
            if asked != "plugged":  # a stick that is plugged in for a backup is no news
                progress.ended("newest")
            return
        version = _done(_here(wait, progress), file, asked == "back", older=False)
    except TroubleError as error:
        if asked == "network" and file is not None:
            file.unlink(missing_ok=True)  # another try fetches it anew
        progress.ended(error.code, str(error))
        _leave(stick, str(error))
        raise _wrong(str(error), 1) from error
    progress.ended(detail=version or "")
    _leave(stick, f"{version} runs.")


def _brought(progress: ProgressFile) -> Path | None:
    """What the network has that is newer, fetched by the table's user. UpdateError."""
    from upkeep.network import FETCHED, offered  # noqa: PLC0415
    from upkeep.release import UpdateError  # noqa: PLC0415

    progress.doing("fetching")
    program = str(PLACE / CURRENT / "bin/jantaku")
    words = [program, "update", "--bring"]
    try:
        done = subprocess.run(words, user=USER, group=USER, extra_groups=(), check=False).returncode
    except (OSError, LookupError) as error:
        raise UpdateError(f"The network cannot be asked ({error}).", "network") from error
    offer = offered(FETCHED)
    if done != 0 or offer is None:
        raise UpdateError(
            "Nothing could be fetched." if offer is None else offer.message,
            "network" if offer is None or not offer.code else offer.code,
        )
    return _later(FETCHED)


def _of_the_network(look: bool) -> None:
    """Looks, and with `look` False fetches what is newer; what became of it is kept for the pages."""
    from controller.appliance.care.playing import game_on  # noqa: PLC0415
    from controller.config import ConfigError  # noqa: PLC0415
    from upkeep.network import Network  # noqa: PLC0415
    from upkeep.release import UpdateError, trusted  # noqa: PLC0415
    from upkeep.versions import Versions  # noqa: PLC0415

    try:
        wanted = _wanted()
    except ConfigError as error:
        raise _wrong(str(error)) from error
    if look and (not wanted.daily or not wanted.index or game_on(TABLE_DATA)):
        click.echo("Nothing is looked for: the settings do not want it, or somebody plays.")
        return
    network = Network(wanted.index, trusted())
    offer = network.look(Versions().version(CURRENT) or "")
    if offer.code:
        raise _wrong(offer.message, 1)
    if look or not offer.version:
        click.echo(f"{offer.version or 'Nothing'} is newer.")
        return
    try:
        network.bring(offer)
    except UpdateError as error:
        raise _wrong(str(error), 1) from error


def _wanted() -> UpdatesSection:
    """What the settings of the table say, or of a hub that is alone here. ConfigError."""
    from controller.config import Config, ConfigError, parse, present, values_of  # noqa: PLC0415

    if not hub_alone():
        return present(None, TABLE_DATA).updates
    updates = values_of(HUB_FILE).get("updates", {})
    if not isinstance(updates, dict):
        raise ConfigError(f"{HUB_FILE}: updates is no section.")
    found: Config = parse({"data": HUB_DATA, "updates": updates}, str(HUB_FILE))
    return found.updates


def _later(folder: Path) -> Path | None:
    """The release in a folder that is later than the version that runs. UpdateError."""
    from upkeep.places import of_stick, plugged  # noqa: PLC0415
    from upkeep.release import UpdateError, later  # noqa: PLC0415
    from upkeep.versions import Versions  # noqa: PLC0415

    try:
        found = later(folder, Versions().version(CURRENT))
    except OSError as error:
        code = of_stick(error, folder == STICK and plugged())
        raise UpdateError(f"{folder} cannot be read ({error.strerror}).", code) from error
    return None if found is None else found[1]


def _failed(file: Path) -> bool:
    """Whether it is the release of the version that did not work here."""
    from upkeep.release import name_of  # noqa: PLC0415
    from upkeep.versions import Versions  # noqa: PLC0415

    failed = Versions().failed()
    return failed is not None and file.name == name_of(failed)


def _leave(stick: Path | None, said: str) -> None:
    """What became of it, for who has no other screen; a stick that was pulled meanwhile gets nothing."""
    if stick is not None:
        with suppress(OSError):
            replace_file(stick / RESULT, f"{time.strftime('%Y-%m-%d %H:%M')} {said}\n".encode())


def _trust(key: Path) -> None:
    """Keeps a public key; which one a table trusts only root decides."""
    try:
        lines = key.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise _wrong(f"{key} cannot be read: name the public key of who makes your releases.") from error
    if len(lines) != 2 or not lines[0].startswith("untrusted comment:") or not lines[1].startswith("RW"):
        raise _wrong(f"{key} is no public key of minisign: it has two lines, the second begins with RW.")
    kept = TRUSTED / f"{key.stem}.pub"
    try:
        TRUSTED.mkdir(parents=True, exist_ok=True)
        replace_file(kept, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        raise _wrong(f"{kept} cannot be written ({error.strerror}): nobody else is trusted.") from error
    click.echo(f"Releases that {key.stem} has signed are installed from now on. To undo it delete {kept}.")


def _here(wait: bool, progress: ProgressFile | None) -> Updating:
    from controller.appliance.care.playing import hand_played  # noqa: PLC0415
    from controller.appliance.steps import options  # noqa: PLC0415
    from controller.appliance.updates.services import Services  # noqa: PLC0415
    from controller.appliance.updates.update import Updating  # noqa: PLC0415
    from upkeep.release import trusted  # noqa: PLC0415
    from upkeep.versions import Versions  # noqa: PLC0415

    def say(line: str, step: Step) -> None:
        click.echo(line)
        if progress is not None:
            progress.doing(step)

    services = Services()

    def playing() -> bool:
        return services.begun() and hand_played(TABLE_DATA)

    waits = (lambda: time.sleep(_LOOKS_S)) if wait else None
    return Updating(Versions(), services, playing, options, say, trusted(), waits)


def _wrong(sentence: str, code: int = 2) -> SystemExit:
    click.echo(f"jantaku: {sentence}", err=True)
    return SystemExit(code)
