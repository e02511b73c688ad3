"""What `jantaku doctor` finds out about broker and pages: are they there and trusted, and for how long."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from controller.broker.broker import Address, loopback
from controller.broker.certificates import RENEW, CertificateError, check, expires
from controller.broker.choice import external
from controller.broker.errors import BrokerError
from controller.config import Config
from controller.doctor.checks import Machine
from runtime.mosquitto import BINARY_FOLDERS
from upkeep.computer import SETTINGS
from upkeep.finding import Finding, Level

ANSWER_S: Final = 3.0
RENEWAL: Final = {
    "broker": "sudo jantaku mqtt setup FOLDER --club CLUB",
    "pages": "sudo jantaku mqtt certificate HOST --dir FOLDER",
}
"""Where the club's authority is kept."""


def findings(config: Config, machine: Machine) -> Iterator[Finding]:
    """What is wrong with the broker, in the order in which to mend it."""
    if not config.broker.url or config.broker.bridge:
        yield _own(machine)
    if config.broker.url:
        yield from _club(config)
    if not loopback(config.web.host):
        yield _pages(config)


def _own(machine: Machine) -> Finding:
    if any(machine.find(name) for name in ("mosquitto", *(f"{f}/mosquitto" for f in BINARY_FOLDERS))):
        return Finding("broker", Level.OK, "broker_ok")
    return Finding("broker", Level.FAULT, "broker_missing", fix="sudo apt install -y mosquitto")


def _pages(config: Config) -> Finding:
    """What other computers are served."""
    pair = config.web.pair
    if pair is None:
        return Finding("web", Level.ADVICE, "pages_open", {"folder": str(SETTINGS)}, _encrypts(config))
    try:
        check(pair)
        return certificate(expires(pair.certificate), datetime.now(UTC), "pages")
    except CertificateError as error:
        return Finding("web", Level.FAULT, "certificate_unread", {"detail": str(error)})


def _encrypts(config: Config) -> str:
    """What makes a certificate: here, or where the authority of its club is kept."""
    name = f"{socket.gethostname().partition('.')[0]}.local"
    if config.broker.ca is not None:
        return f"sudo jantaku mqtt certificate {name} --dir FOLDER"
    made = f"sudo jantaku mqtt setup {SETTINGS} --club {config.table.club} --host {name}"
    return f"{made} && sudo jantaku mqtt certificate {name} --dir {SETTINGS} --out {SETTINGS}"


def _club(config: Config) -> Iterator[Finding]:
    try:
        address = external(config.broker, config.table.club).address
    except BrokerError as error:
        yield Finding("broker", Level.FAULT, "broker_unused", {"detail": str(error)})
        return
    where = str(address)
    try:
        end = _looked(address)
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", "") or error.reason or str(error)
        fix = None if address.ca is None else "sudo jantaku mqtt setup FOLDER --club CLUB"
        yield Finding("broker", Level.FAULT, "broker_untrusted", {"where": where, "detail": reason}, fix)
        return
    except OSError as error:
        reason = error.strerror or "no answer"
        yield Finding("broker", Level.FAULT, "broker_away", {"where": where, "detail": reason})
        return
    yield Finding("broker", Level.OK, "broker_answers", {"where": where})
    if not address.tls:
        yield Finding("broker", Level.ADVICE, "broker_open")
    if end is not None:
        yield certificate(end, datetime.now(UTC), "broker")
    if not address.username:
        yield Finding("broker", Level.ADVICE, "broker_no_account")


def certificate(end: datetime, now: datetime, whose: Literal["broker", "pages"]) -> Finding:
    """One that ends then."""
    left = end - now
    code, values = f"certificate_{whose}", {"date": f"{end:%Y-%m-%d}", "days": left.days}
    if left >= RENEW:
        return Finding("certificate", Level.OK, code, values)
    level = Level.FAULT if left < timedelta(days=7) else Level.ADVICE
    return Finding("certificate", level, code, values, RENEWAL[whose])


def _looked(address: Address) -> datetime | None:
    """When the broker's certificate ends; None without encryption. OSError: it is not reached."""
    with socket.create_connection((address.host, address.port), ANSWER_S) as plain:
        if not address.tls:
            return None
        trust = ssl.create_default_context(cafile=None if address.ca is None else str(address.ca))
        with trust.wrap_socket(plain, server_hostname=address.host) as wire:
            ends = (wire.getpeercert() or {})["notAfter"]
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(ends)), UTC)
