"""Files that a table needs before it begins: a damaged one is put aside, never deleted, and it is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.broker.accounts import FILE, AccountError, read_accounts
from controller.config import Config, ConfigError
from controller.doctor.checks import card
from controller.table.journal import JournalError
from controller.table.recovery import Found
from runtime.stored import mended
from vision.calibration.surface import CalibrationError, Surface

SENTENCES: Final = {
    "mended_accounts_copy": "The list of accounts was damaged on the disk: its last good copy is in use.",
    "mended_accounts_lost": "The list of accounts was damaged on the disk and put aside: authorise displays "
    "and referees again.",
    "mended_calibration_copy": "The calibration was damaged on the disk: its last good copy is in use.",
    "mended_calibration_lost": "The calibration was damaged on the disk and put aside: calibrate the camera "
    "again.",
}


def see_to_card() -> None:
    """JournalError where what a table writes would be gone with the power: it does not begin, so that nothing
    seems to be kept. The sentence is the doctor's, who says it in every language."""
    for found in card():
        raise JournalError(found.message)


def see_to_files(config: Config) -> Found:
    """What was found. StoredError, CalibrationError and AccountError for a newer program's file, ConfigError
    where the disk does not let us put one aside."""
    found: Found = {}
    if not config.broker.url or config.broker.bridge:
        _see("accounts", config.data / "broker" / FILE, read_accounts, AccountError, found)
    if config.camera.kind != "none" and (kept := kept_calibration(config)) is not None:
        _see("calibration", kept, Surface.load, CalibrationError, found)
    return found


def calibration_file(config: Config) -> Path:
    """Where the calibration lies: where the configuration says, or where `jantaku calibrate` writes it."""
    return config.camera.calibration or config.data / "calibration.json"


def kept_calibration(config: Config) -> Path | None:
    """The same; None for a virtual table whose configuration names none: it calibrates itself each time."""
    virtual = config.camera.kind == "rendered"
    return None if virtual and config.camera.calibration is None else calibration_file(config)


def _see(
    name: str, path: Path, load: Callable[[Path], object], refused: type[Exception], found: Found
) -> None:
    try:
        done = mended(path, load, refused)
    except OSError as error:
        raise ConfigError(
            f"{path} is damaged and cannot be put aside ({error.strerror}): mend the disk."
        ) from error
    if done is not None:
        code = f"mended_{name}_{done}"
        found[code] = SENTENCES[code]
