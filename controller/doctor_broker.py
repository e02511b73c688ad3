"""What `jantaku doctor` finds out about the broker: is it there and trusted, and for how long."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from controller.broker import Address
from controller.broker_choice import external
from controller.certificates import RENEW
from controller.config import Config
from controller.doctor import Finding, Level, Machine
from controller.mosquitto import BINARY_FOLDERS, BrokerError

ANSWER_S: Final = 3.0


def findings(config: Config, machine: Machine) -> Iterator[Finding]:
    """In the order in which one mends it."""
    if not config.broker.url or config.broker.bridge:
        yield _own(machine)
    if config.broker.url:
        yield from _club(config)


def _own(machine: Machine) -> Finding:
    if any(machine.find(name) for name in ("mosquitto", *(f"{f}/mosquitto" for f in BINARY_FOLDERS))):
        return Finding("broker", Level.OK, "mosquitto is installed.")
    return Finding("broker", Level.FAULT, "The MQTT broker is missing.", "sudo apt install -y mosquitto")


def _club(config: Config) -> Iterator[Finding]:
    try:
        address = external(config.broker, config.table.club).address
    except BrokerError as error:
        yield Finding("broker", Level.FAULT, str(error))
        return
    where = f"{address.host}:{address.port}"
    try:
        end = _looked(address)
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", "") or error.reason or str(error)
        fix = None if address.ca is None else "sudo jantaku mqtt setup FOLDER --club CLUB"
        yield Finding("broker", Level.FAULT, f"The broker at {where} is not trusted: {reason}.", fix)
        return
    except OSError as error:
        reason = error.strerror or "no answer"
        yield Finding("broker", Level.FAULT, f"The broker at {where} is not reached ({reason}).")
        return
    yield Finding("broker", Level.OK, f"The broker at {where} answers.")
    if not address.tls:
        yield Finding(
            "broker", Level.ADVICE, "The way to the broker is not encrypted: take mqtts:// with its ca."
        )
    if end is not None:
        yield certificate(end, datetime.now(UTC))
    if not address.username:
        yield Finding("broker", Level.ADVICE, "The table has no account there: name it in broker.user.")


def certificate(end: datetime, now: datetime) -> Finding:
    """Of the broker, which ends then."""
    left = end - now
    message = f"The broker's certificate ends on {end:%Y-%m-%d}, in {left.days} days."
    if left >= RENEW:
        return Finding("certificate", Level.OK, message)
    level = Level.FAULT if left < timedelta(days=7) else Level.ADVICE
    return Finding("certificate", level, message, "sudo jantaku mqtt setup FOLDER --club CLUB")


def _looked(address: Address) -> datetime | None:
    """When the broker's certificate ends; None without encryption. OSError: it is not reached."""
    with socket.create_connection((address.host, address.port), ANSWER_S) as plain:
        if not address.tls:
            return None
        trust = ssl.create_default_context(cafile=None if address.ca is None else str(address.ca))
        with trust.wrap_socket(plain, server_hostname=address.host) as wire:
            told = (wire.getpeercert() or {})["notAfter"]
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(told)), UTC)
