"""Being found, finding, and choosing the club's broker."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Any

import pytest
import zeroconf
from zeroconf._utils.name import service_type_name

from controller.broker.discovery import (
    BROKER,
    PAGE,
    Announced,
    Found,
    Offer,
    Seen,
    addresses,
    announce,
    brokers,
    choose,
    offers,
)
from controller.broker.errors import BrokerError
from tests.controller.broker.client import until
from tests.ports import free_port

OURS, OTHERS = "aa" * 32, "bb" * 32


class Registrar:
    """Keeps what is registered."""

    def __init__(self, fails: bool = False) -> None:
        self.there: list[zeroconf.ServiceInfo] = []
        self.pages: dict[str, zeroconf.ServiceInfo] = {}
        self.fails = fails
        self.closed = False

    def register_service(self, info: zeroconf.ServiceInfo, *, allow_name_change: bool) -> None:
        assert allow_name_change
        if self.fails:
            raise zeroconf.NonUniqueNameException
        self.there.append(info)

    def unregister_service(self, info: zeroconf.ServiceInfo) -> None:
        self.there = [each for each in self.there if each is not info]

    def get_service_info(self, type_: str, name: str, timeout: int) -> zeroconf.ServiceInfo | None:
        return self.pages.get(name)

    def look(self, registrar: object, seen: object) -> None:
        """Nobody else is in this network."""

    def close(self) -> None:
        self.closed = True


def test_a_table_offers_its_page_and_its_own_broker() -> None:
    page, broker = offers("home", "table-1", 8090, 1883)
    assert (page.kind, page.port, page.properties["table"]) == (PAGE, 8090, "table-1")
    assert (broker.kind, broker.port) == (BROKER, 1883)
    assert broker.properties["root"] == "jantaku/1/home/table-1"
    assert "websocket" not in broker.properties
    assert offers("home", "table-1", 8090, None) == [page]


def test_what_is_announced_is_taken_back() -> None:
    registrar = Registrar()
    there = offers("home", "table-1", 8090, 1883)
    announced = announce(there, "192.0.2.7", lambda _: registrar, look=registrar.look)
    limit = time.monotonic() + 5
    while len(registrar.there) < 2 and time.monotonic() < limit:
        time.sleep(0.01)
    assert registrar.there[0].name == "Jantaku home table-1 (192.0.2.7:8090)._jantaku._tcp.local."
    assert registrar.there[0].parsed_addresses() == ["192.0.2.7"]
    announced.end()
    assert (registrar.there, registrar.closed) == ([], True)


def test_a_network_that_forbids_it_is_no_trouble() -> None:
    def closed(_: str) -> Registrar:
        raise OSError("no network")

    announce([Offer(PAGE, "x", 1)], "192.0.2.7", closed).end()
    registrar = Registrar(fails=True)
    announce([Offer(PAGE, "x", 1)], "192.0.2.7", lambda _: registrar, look=registrar.look).end()
    assert registrar.closed


@pytest.mark.slow
def test_two_tables_of_one_name_find_each_other_over_the_wire() -> None:
    """Both show it, whichever came first, until one of them goes; tables of other names do not."""
    lo = ["127.0.0.1"]
    try:
        zeroconf.Zeroconf(interfaces=lo).close()
    except OSError as error:
        pytest.skip(f"this computer has no multicast: {error}")

    with ExitStack() as there:
        name = f"table-{free_port()}"  # another run on this computer has another one

        def table(name: str, port: int, until_end: ExitStack) -> Announced:
            offered = offers("home", name, port, None)
            made = announce(offered, "127.0.0.1", lambda _: zeroconf.Zeroconf(interfaces=lo))
            until_end.callback(made.end)
            return made

        first, other = table(name, 8090, there), table("table-2", 8091, there)
        with ExitStack() as soon:
            second = table(name, 8092, soon)
            assert until(lambda: len(first.namesakes) == len(second.namesakes) == 1)
            assert first.namesakes.isdisjoint(second.namesakes)
        assert until(lambda: not first.namesakes)
        assert not other.namesakes


def test_tables_that_are_switched_on_together_have_different_services_whatever_their_names() -> None:
    """Each probes for its name before the other has it; and the longest names fit in with the address."""
    (page,) = offers("c" * 32, "t" * 32, 8090, None)
    names = [page.info([address]).name for address in ("192.0.2.7", "192.0.2.8")]
    names.append(offers("c" * 32, "t" * 32, 8091, None)[0].info(["192.0.2.7"]).name)
    assert len(set(names)) == len(names)
    for name in names:
        assert len(name.removesuffix(f".{PAGE}").encode()) == 63
        assert service_type_name(name) == PAGE


def test_a_table_whose_name_is_like_the_numbered_one_is_another_table() -> None:
    """A table may be called by its club as a network calls the second of two services of one name."""
    registrar = Registrar()
    (page,) = offers("home", "table-1-2", 8091, None)
    name = page.info([]).name
    registrar.pages[name] = page.info([])
    seen_tables: list[Seen] = []
    here = offers("home", "table-1", 8090, None)
    announced = announce(
        here, "192.0.2.7", lambda _: registrar, look=lambda _, seen: seen_tables.append(seen)
    )
    assert until(lambda: bool(seen_tables))
    seen_tables[0](name, True)
    assert announced.namesakes == set()
    registrar.pages[name] = here[0].info([])
    seen_tables[0](name, True)
    assert announced.namesakes == {name}
    seen_tables[0](name, False)
    assert announced.namesakes == set()
    announced.end()


def test_a_given_address_is_the_address() -> None:
    assert addresses("192.0.2.7") == ["192.0.2.7"]
    assert "127.0.0.1" not in addresses("0.0.0.0")


def found(club: str, host: str, ca: str) -> Found:
    return Found(club, host, 8883, ca)


def test_the_broker_of_the_club_and_its_authority_is_chosen() -> None:
    there = [
        found("home", "a", OURS),
        found("home", "b", OTHERS),
        found("away", "c", OURS),
        found("home", "d", ""),
    ]
    assert choose(there, "home", OURS).url == "mqtts://a:8883"
    assert choose([found("home", "a", OURS)] * 2, "home", OURS).host == "a"
    assert choose([found("home", "fe80::1", OURS)], "home", OURS).url == "mqtts://[fe80::1]:8883"


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ([], "No broker of the club home answers: switch it on, or name it in broker.url."),
        ([found("away", "a", OURS)], "No broker of the club home answers"),
        ([found("home", "a", OURS), found("home", "b", OURS)], r"Several .*mqtts://a:8883, mqtts://b:8883"),
        ([found("home", "a", OTHERS)], "are not of the authority in broker.ca"),
        ([found("home", "a", "")], "are not of the authority in broker.ca"),
    ],
)
def test_none_and_several_are_one_sentence(there: list[Found], said: str) -> None:
    with pytest.raises(BrokerError, match=said) as caught:
        choose(there, "home", OURS)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_broker_is_found_over_the_wire() -> None:
    """Over the loopback interface: what a club's computer announces is what a table finds."""
    lo = ["127.0.0.1"]
    given: dict[str, Any] = {"jantaku": "home", "host": "hub.local", "ca": OURS}
    try:
        there = zeroconf.Zeroconf(interfaces=lo)
    except OSError as error:
        pytest.skip(f"this computer has no multicast: {error}")
    with there:
        there.register_service(Offer(BROKER, "Jantaku home", 8883, given).info(lo))
        there.register_service(Offer(BROKER, "Some printer", 1883, {}).info(lo))
        brokers_found = brokers(4.0, interfaces=lo)
    assert brokers_found == [Found("home", "hub.local", 8883, OURS)]
