"""What a hub cannot begin without: the error that stopped it, and what else is amiss, in every language."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from club.database import engine
from club.hub.config import Config, ConfigError, NoBrokerError
from club.hub.mqtt_client import BrokerAddressError
from club.log.faults import LogRefusal
from club.sentences import in_language
from club.web.server import ServerError
from runtime.mosquitto import MissingError, find_mosquitto
from runtime.stored import LOW_DISK_MB
from upkeep.finding import Finding, Level, spoken

MOSQUITTO = "sudo apt install -y mosquitto"


@dataclass(frozen=True, slots=True)
class Refused(Finding):
    """What the club's log says, by the club's own words."""

    def said(self, language: str) -> str:
        return in_language(spoken(language), self.code, self.values)


def finding_of(error: Exception) -> Finding:
    """What stopped the hub."""
    match error:
        case NoBrokerError():
            return Finding("broker", Level.FAULT, "broker_missing", fix=MOSQUITTO)
        case LogRefusal():
            return Refused("database", Level.FAULT, error.code, error.values)
        case BrokerAddressError():
            return Finding("broker", Level.FAULT, "broker_unused", {"detail": error})
        case ServerError():
            return Finding("web", Level.FAULT, "hub_pages", {"detail": error})
        case ConfigError():
            return Finding("settings", Level.FAULT, "hub_settings", {"detail": error})
        case OSError():
            what, why = error.filename or "?", error.strerror or str(error)
            return Finding("disk", Level.FAULT, "hub_file", {"file": what, "detail": why})
    return Finding("packages", Level.FAULT, "hub_program", {"detail": type(error).__name__})


def examined(config: Config) -> Iterator[Finding]:
    """What else is amiss, in the order in which one mends it."""
    folder = config.data if config.data.is_dir() else config.data.parent
    if not os.access(folder, os.W_OK):
        yield Finding("disk", Level.FAULT, "hub_data_unwritable", {"folder": str(folder)}, f"ls -ld {folder}")
    elif (mb := shutil.disk_usage(folder).free // 1_000_000) < LOW_DISK_MB:
        yield Finding("disk", Level.ADVICE, "disk_low", {"mb": mb, "folder": str(folder)})
    if (file := _database(config)) is not None and file.exists() and not os.access(file, os.W_OK):
        yield Finding("database", Level.FAULT, "database_closed", {"file": str(file)}, f"ls -l {file}")
    if not config.broker.url:
        try:
            find_mosquitto()
        except MissingError:
            yield Finding("broker", Level.FAULT, "broker_missing", fix=MOSQUITTO)


def _database(config: Config) -> Path | None:
    """The file of the log; None where it lies on a server, or nowhere."""
    try:
        return engine.file_of(engine.parsed(config.log))
    except LogRefusal:
        return None
