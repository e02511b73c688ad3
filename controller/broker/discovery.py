"""Being found and finding in the local network (zeroconf): the table's page, its broker, a club's broker.

Nothing is announced on the loopback interface. What is found is believed only with the certificate of the
club's authority: anybody in a network can announce anything.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import zeroconf

from contract.channels import root_of
from controller.broker.errors import BrokerError
from runtime.tasks import Part, Tasks

PAGE: Final = "_jantaku._tcp.local."
BROKER: Final = "_mqtt._tcp.local."
SEARCH_S: Final = 3.0
LABEL: Final = 63
"""Bytes that the name of a service may have (RFC 6763, 4.1.1)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A service of this computer. People read `name` in a list of services, with the address behind it: two
    tables of one name that are switched on together would take the same one, and neither notices."""

    kind: str
    name: str
    port: int
    properties: dict[str, str] = field(default_factory=dict)

    def info(self, addresses: Sequence[str]) -> zeroconf.ServiceInfo:
        host = socket.gethostname().partition(".")[0]
        at = f" ({':'.join((*addresses[:1], str(self.port)))})"
        name = self.name.encode()[: LABEL - len(at)].decode(errors="ignore")
        return zeroconf.ServiceInfo(
            self.kind,
            f"{name}{at}.{self.kind}",
            port=self.port,
            properties=self.properties,
            parsed_addresses=list(addresses),
            server=f"{host}.local.",
        )


@dataclass(frozen=True, slots=True)
class Found:
    """A broker that says it is a club's."""

    club: str
    host: str
    port: int
    ca: str
    """Fingerprint of its authority's certificate; "" where it encrypts nothing."""

    @property
    def url(self) -> str:
        return f"mqtts://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


class Registrar(Protocol):
    """What of `zeroconf.Zeroconf` is used to be found."""

    def register_service(self, info: zeroconf.ServiceInfo, *, allow_name_change: bool) -> Any: ...

    def unregister_service(self, info: zeroconf.ServiceInfo) -> Any: ...

    def get_service_info(self, type_: str, name: str, timeout: int) -> zeroconf.ServiceInfo | None: ...

    def close(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Announced:
    """What others find; `end` takes it back. `namesakes` are the pages of other tables of this club and name,
    by the names that the network gives them."""

    end: Callable[[], None]
    namesakes: set[str] = field(default_factory=set)


def offers(club: str, table: str, web_port: int, far: int | None, *, tls: bool = False) -> list[Offer]:
    """What a table offers: its page, and `far`, the port of its own broker for other computers."""
    wire = {"tls": "1"} if tls else {}
    who = {"club": club, "table": table, **wire}
    found = [Offer(PAGE, f"Jantaku {club} {table}", web_port, {**who, "path": "/"})]
    if far is not None:
        root = root_of(club, table)
        more = {"jantaku": club, "table": table, "root": root, **wire}
        found.append(Offer(BROKER, f"Jantaku {club} {table}", far, more))
    return found


def addresses(host: str) -> list[str]:
    """Where other computers reach what is served at `host`: there, or at the address that this computer has
    in its network; none without a network."""
    if host not in {"", "0.0.0.0", "::"}:
        return [host]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of no computer (RFC 5737), and nothing is sent
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _open(host: str) -> Registrar:
    return zeroconf.Zeroconf(interfaces=addresses(host), ip_version=zeroconf.IPVersion.V4Only)


Seen = Callable[[str, bool], None]
"""Gets the name of a page that is there, or is there no more."""


def _look(registrar: Registrar, seen: Seen) -> object:
    """Tells of every page in the network from now on."""

    def changed(*, name: str, state_change: zeroconf.ServiceStateChange, **_: object) -> None:
        seen(name, state_change is not zeroconf.ServiceStateChange.Removed)

    assert isinstance(registrar, zeroconf.Zeroconf)
    return zeroconf.ServiceBrowser(registrar, PAGE, handlers=[changed])


def announce(
    wanted: Sequence[Offer],
    host: str,
    opened: Callable[[str], Registrar] = _open,
    part: Part | None = None,
    look: Callable[[Registrar, Seen], object] = _look,
) -> Announced:
    """Lets others find what is served at `host`, and looks for others that offer the same.

    A network that does not allow it is no reason not to play: then nothing is announced. A name that is
    taken gets a number.
    """
    try:
        registrar = opened(host)
    except OSError:
        return Announced(lambda: None)
    services = [offer.info(addresses(host)) for offer in wanted]
    namesakes: set[str] = set()
    part = part or Tasks().part("announce")

    def publish() -> None:
        for info in services:
            try:
                registrar.register_service(info, allow_name_change=True)
            except (zeroconf.Error, OSError):
                continue
        look(registrar, part.guard(seen))

    def seen(name: str, there: bool) -> None:
        namesakes.discard(name)
        if there and name not in {info.name for info in services}:
            other = registrar.get_service_info(PAGE, name, int(SEARCH_S * 1000))
            if other is not None and any(_same(other, info) for info in services):
                namesakes.add(name)

    part.start(publish)  # probing a name takes a second

    def end() -> None:
        part.end(10)
        for info in services:
            registrar.unregister_service(info)
        registrar.close()

    return Announced(end, namesakes)


def _same(one: zeroconf.ServiceInfo, other: zeroconf.ServiceInfo) -> bool:
    """Whether two services are pages of a table of the same club and name."""
    who = [(info.type, *map(info.decoded_properties.get, ("club", "table"))) for info in (one, other)]
    return who[0] == who[1]


def brokers(seconds: float = SEARCH_S, interfaces: Any = zeroconf.InterfaceChoice.All) -> list[Found]:
    """Brokers of clubs that answer in this time. BrokerError when the network cannot be asked."""
    names: set[str] = set()

    def browsed(*, name: str, state_change: zeroconf.ServiceStateChange, **_: object) -> None:
        if state_change is not zeroconf.ServiceStateChange.Removed:
            names.add(name)

    try:
        with zeroconf.Zeroconf(interfaces=interfaces, ip_version=zeroconf.IPVersion.V4Only) as asked:
            browser = zeroconf.ServiceBrowser(asked, BROKER, handlers=[browsed])
            threading.Event().wait(seconds)
            browser.cancel()
            infos = [asked.get_service_info(BROKER, name, timeout=1000) for name in sorted(names)]
    except OSError as error:
        raise BrokerError(
            f"The network cannot be asked for a broker ({error.strerror}): name it in broker.url."
        ) from error
    return [found for info in infos if info is not None and (found := _read(info)) is not None]


def _read(info: zeroconf.ServiceInfo) -> Found | None:
    """None where it is no broker of a club's."""
    properties = {key: value or "" for key, value in info.decoded_properties.items()}
    where = [properties["host"]] if properties.get("host") else info.parsed_addresses()
    if "jantaku" not in properties or not where or info.port is None:
        return None
    return Found(properties["jantaku"], where[0], info.port, properties.get("ca", "").lower())


def choose(found: Sequence[Found], club: str, ca: str) -> Found:
    """The one broker of the club whose authority has this fingerprint. BrokerError: none, or several."""
    mine = {each.url: each for each in found if each.club == club}
    right = [each for each in mine.values() if each.ca == ca]
    if len(right) == 1:
        return right[0]
    if right:
        several = ", ".join(sorted(each.url for each in right))
        raise BrokerError(f"Several brokers of the club {club} answer ({several}): name one in broker.url.")
    if mine:
        others = ", ".join(sorted(mine))
        raise BrokerError(
            f"The brokers that call themselves {club} ({others}) are not of the authority in broker.ca: copy "
            "the right ca.pem, or name the broker in broker.url."
        )
    raise BrokerError(f"No broker of the club {club} answers: switch it on, or name it in broker.url.")
