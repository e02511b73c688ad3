"""An evening whose hub hears its tables through a cluster: table, club's broker, NATS, hub."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.club_tables import LightTable
from club.hub.hub import Hub, Parts
from club.hub.mqtt_client import Address
from club.log.events import RoundStarted
from club.scale.cluster import Node
from tests.club.hub.evening import Evening, truth
from tests.club.scale.servers import Servers, needs_nats
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import Club

pytestmark = [needs_nats, needs_mosquitto, pytest.mark.slow]


class FarEvening(Evening):
    """The hub signs in at the cluster, the tables at their club's broker."""

    def __init__(self, servers: Servers, club: Club, folder: Path, tables: int) -> None:
        self.servers = servers
        super().__init__(club, folder, tables)

    def another_hub(self) -> Hub:
        nodes = [(node.host, node.mqtt_port) for node in self.servers.cluster.nodes]
        address = Address(
            *nodes[0],
            user="hub-home",
            password=self.servers.secrets["hub-home"],
            others=tuple(nodes[1:]),
        )
        self.hub = Hub(
            Parts(
                club="home",
                desk=self.desk,
                address=address,
                data=self.folder,
                names=lambda ids: {k: v.name for k, v in self.people.get(ids).items()},
                account="hub-home",
            )
        )
        self.hub.start()
        return self.hub

    @property
    def node_in_use(self) -> Node:
        """Not always the first: that one may be electing when the hub comes."""
        (found,) = (n for n in self.servers.cluster.nodes if n.mqtt_port == self.hub.wire._client.port)
        return found


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path / "cluster", ("home",))
    yield made
    made.close()


@pytest.fixture
def night(servers: Servers, tmp_path: Path) -> Iterator[FarEvening]:
    folder = tmp_path / "broker"
    (folder / "conf.d").mkdir(parents=True)
    shutil.copy(servers.folder / "bridge-home.conf", folder / "conf.d")
    club = Club(folder)
    far = FarEvening(servers, club, tmp_path, 2)
    yield far
    far.close()
    club.close()


def test_the_node_in_use_is_killed_during_play_and_every_hand_is_in_the_log_once(
    night: FarEvening,
) -> None:
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.hands) >= 2), night.servers.words()
    night.servers.kill(night.node_in_use)
    assert night.until(lambda: len(night.results) == 2, 120), night.servers.words()
    assert night.until(lambda: all(len(table.club_link.outbox) == 0 for table in night.tables))
    assert sorted((game, hand) for game, hand, _ in night.hands) == sorted(truth(night.tables))
    assert night.hub.wire.connections > 1


def begun(at: LightTable) -> bool:
    return at.table.game is not None and at.table.game.hand is not None


def test_a_club_that_is_cut_off_is_told_later(night: FarEvening) -> None:
    """Two of three nodes are no majority: nobody can connect until one of them is back.

    Both tables play by then: a start of the clock that does not arrive would hold one of them.
    """
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: night.hands and all(map(begun, night.tables))), night.servers.words()
    first, second, _ = night.servers.cluster.nodes
    night.servers.kill(first)
    night.servers.kill(second)
    assert night.until(lambda: all(t.table.game is not None and t.table.game.finished for t in night.tables))
    night.servers.start(second)
    assert night.until(lambda: len(night.results) == 2, 120), night.servers.words()
    assert night.until(lambda: all(len(table.club_link.outbox) == 0 for table in night.tables))
    assert sorted((game, hand) for game, hand, _ in night.hands) == sorted(truth(night.tables))
