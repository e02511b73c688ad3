"""Which broker the configuration means: the table's own, the club's, or both."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from contract.topics import Topics
from controller.broker.broker import Address, Broker, EmbeddedBroker, ExternalBroker, listening
from controller.broker.certificates import CertificateError, fingerprint
from controller.broker.errors import BrokerError
from controller.config import BrokerSection, Config
from runtime.tasks import Tasks

AUTO: Final = "auto"


def broker_of(config: Config, topics: Topics, tasks: Tasks | None = None) -> Broker:
    """The broker that the configuration means, not started. BrokerError: it means none."""
    section = config.broker
    club = external(section, config.table.club) if section.url else None
    if club is not None and not section.bridge:
        return club
    bridge = None if club is None else club.address
    folder, web = config.data / "broker", config.web
    return EmbeddedBroker(
        folder, topics, web.host, section.port, bridge, web.pair, (tasks or Tasks()).part("broker")
    )


def address_of(config: Config, topics: Topics) -> Address:
    """Where a program of this computer reaches a table that runs. BrokerError where that is unknown."""
    if config.broker.url and not config.broker.bridge:
        return broker_of(config, topics).address
    return listening(config.data / "broker")


def external(section: BrokerSection, club: str) -> ExternalBroker:
    """The club's broker that the section names. BrokerError: it names none, or none is found."""
    url = section.url or ""
    account = (section.user, section.password) if section.user else None
    where = _found(section.ca, club) if url == AUTO else url
    return ExternalBroker(where, section.ca, account)


def _found(ca: Path | None, club: str) -> str:
    """The club's broker in this network."""
    from controller.broker.discovery import brokers, choose  # noqa: PLC0415 - only where one is looked for

    if ca is None:
        raise BrokerError(
            "To find the club's broker its authority must be known: copy its ca.pem here, and name the "
            "file in broker.ca."
        )
    try:
        mark = fingerprint(ca)
    except CertificateError as error:
        raise BrokerError(str(error)) from error
    return choose(brokers(), club, mark).url
