"""Newer versions from the network: a real web server, real keys, and whatever may be wrong with it."""

from __future__ import annotations

import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from controller.appliance.updates.make import pack
from runtime.programs import call
from tests.upkeep.test_release import HERE, Maker, wheels
from upkeep.network import INDEX, PART, Network, index_of, offered
from upkeep.release import SIGNED, UpdateError, name_of, trusted, unpacked

pytestmark = pytest.mark.skipif(shutil.which("minisign") is None, reason="needs Debian's minisign")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002 - its name there


class Maker99:
    """Has releases at an address, and signs them."""

    def __init__(self, root: Path) -> None:
        self.served, self.maker, self._root = root / "served", Maker(root / "keys"), root
        self.served.mkdir()
        answers = partial(Quiet, directory=str(self.served))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/{INDEX}"
        self.fetched = root / "fetched"

    def release(self, *versions: str) -> None:
        """Makes and signs them, and the index of all."""
        for version in versions:
            made = pack(wheels(self._root / version, version), self.served, HERE)
            self.maker.sign(made)
        (self.served / INDEX).write_text(index_of(self.served.glob("*.zip")))
        self.maker.sign(self.served / INDEX)

    def network(self, address: str | None = None, maker: Maker | None = None) -> Network:
        keys = [(maker or self.maker).public]
        return Network(self.address if address is None else address, keys, self.fetched, kind=HERE)


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Maker99]:
    made = Maker99(tmp_path)
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_the_newest_for_this_computer_is_found_fetched_and_installable(
    there: Maker99, tmp_path: Path
) -> None:
    there.release("0.2.0", "0.10.0", "0.9.0")
    offer = there.network().look("0.1.0")
    assert (offer.version, offer.code) == ("0.10.0", "")
    assert offer == offered(there.fetched)
    file = there.network().bring(offer)
    assert file.stat().st_size == offer.size
    staging = tmp_path / "staging"
    staging.mkdir()
    assert unpacked(file, staging, [there.maker.public], call, HERE).version == "0.10.0"


@pytest.mark.parametrize("now", ["0.2.0", "0.3.0"])
def test_what_is_not_later_is_not_offered(there: Maker99, now: str) -> None:
    there.release("0.2.0")
    offer = there.network().look(now)
    assert (offer.version, offer.code) == ("", "")


def test_another_kind_of_computer_is_offered_nothing(there: Maker99) -> None:
    there.release("0.2.0")
    index = json.loads((there.served / INDEX).read_text())
    index["releases"][0]["machine"] = "riscv64"
    (there.served / INDEX).write_text(json.dumps(index))
    there.maker.sign(there.served / INDEX)
    assert there.network().look("0.1.0").version == ""


def test_an_index_of_a_stranger_a_changed_one_and_an_unsigned_one_are_refused(
    there: Maker99, tmp_path: Path
) -> None:
    there.release("0.2.0")
    assert there.network(maker=Maker(tmp_path / "others")).look("0.1.0").code == "stranger"
    text = (there.served / INDEX).read_text()
    (there.served / INDEX).write_text(text.replace("0.2.0", "0.8.0"))
    assert there.network().look("0.1.0").code == "stranger"
    (there.served / (INDEX + SIGNED)).unlink()
    assert there.network().look("0.1.0").code == "unsigned"


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": "x"}', '{"format": "jantaku-index/1", "releases": [{}]}']
)
def test_what_is_no_index_is_refused_though_it_is_signed(there: Maker99, text: str) -> None:
    there.release("0.2.0")
    (there.served / INDEX).write_text(text)
    there.maker.sign(there.served / INDEX)
    assert there.network().look("0.1.0").code == "no_release"


def test_nobody_there_and_nothing_there_say_so(there: Maker99) -> None:
    assert there.network().look("0.1.0").code == "network"
    assert there.network("http://127.0.0.1:1/index.json").look("0.1.0").code == "network"
    assert there.network("file:///etc/passwd").look("0.1.0").code == "network"
    assert there.network("").look("0.1.0").code == "no_index"
    assert Network(there.address, [], there.fetched).look("0.1.0").code == "no_key"


def test_a_release_that_was_cut_is_refused_by_its_signature(there: Maker99, tmp_path: Path) -> None:
    there.release("0.2.0")
    offer = there.network().look("0.1.0")
    served = there.served / name_of("0.2.0", HERE)
    served.write_bytes(served.read_bytes()[:-20])
    file = there.network().bring(offer)
    assert file.stat().st_size < offer.size
    staging = tmp_path / "staging"
    staging.mkdir()
    with pytest.raises(UpdateError) as error:
        unpacked(file, staging, [there.maker.public], call, HERE)
    assert error.value.code == "stranger"
    there.release("0.2.0")
    assert there.network().bring(offer).stat().st_size == offer.size, "it is fetched anew"


def test_a_fetch_that_breaks_leaves_no_release_and_the_next_one_goes_on(there: Maker99) -> None:
    there.release("0.2.0")
    offer = there.network().look("0.1.0")
    served = there.served / name_of("0.2.0", HERE)
    aside = served.rename(served.with_suffix(".aside"))
    with pytest.raises(UpdateError):
        there.network().bring(offer)
    kept = offered(there.fetched)
    assert kept is not None
    assert (kept.code, kept.version) == ("network", "0.2.0")
    assert not (there.fetched / served.name).exists()
    aside.rename(served)
    assert there.network().bring(offer).is_file()
    assert list(there.fetched.glob(f"*{PART}")) == []


def test_an_index_of_a_gigabyte_is_not_swallowed(there: Maker99) -> None:
    there.release("0.2.0")
    (there.served / INDEX).write_bytes(b" " * 2_000_000)
    offer = there.network().look("0.1.0")
    assert offer.code == "network"
    assert "larger than" in offer.message


def test_a_fetched_release_that_is_not_wanted_any_more_is_deleted(there: Maker99) -> None:
    there.release("0.2.0")
    there.network().bring(there.network().look("0.1.0"))
    there.release("0.3.0")
    there.network().bring(there.network().look("0.1.0"))
    assert [file.name for file in there.fetched.glob("*.zip")] == [name_of("0.3.0", HERE)]


def test_keys_of_the_computer_and_of_the_version_are_trusted(tmp_path: Path) -> None:
    for name in ("etc/a.pub", "own/project.pub", "own/README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert [key.name for key in trusted(tmp_path / "etc", tmp_path / "own")] == ["a.pub", "project.pub"]
