"""Newer versions from the network: a real web server, real keys, and whatever may be wrong with it."""

from __future__ import annotations

import errno
import http.client
import http.server
import json
import shutil
import socket
import stat
import threading
import urllib.error
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.appliance.updates.make import pack
from runtime.clock import CLOCK
from runtime.programs import call
from tests.upkeep.test_release import HERE, Maker, wheels
from upkeep import network as networks
from upkeep.network import INDEX, PART, Network, Offer, fetch, index_of, offered
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


class Wire:
    """Gives these bodies by address, or fails; remembers what was asked, and how much it might bring."""

    def __init__(self, **bodies: bytes | Exception) -> None:
        self.bodies = bodies
        self.asked: list[tuple[str, int]] = []

    def __call__(self, address: str, file: Path, largest: int) -> None:
        self.asked.append((address, largest))
        found = self.bodies.get(file.name.replace(".", "_"), b"")
        if isinstance(found, Exception):
            raise found
        file.write_bytes(found)


ADDRESS = "https://releases.example/club/index.json"
ROW = {"version": "0.2.0", "python": HERE.python, "machine": HERE.machine, "size": 1}


def index(*rows: dict[str, object]) -> bytes:
    return json.dumps({"format": "jantaku-index/1", "releases": rows}).encode()


def by_wire(wire: Wire, folder: Path, now: str = "0.1.0") -> Offer:
    return Network(ADDRESS, [folder / "a.pub"], folder / "fetched", wire, lambda _: 0, HERE).look(now)


def answered(code: int) -> urllib.error.HTTPError:
    return urllib.error.HTTPError(ADDRESS, code, "No", http.client.HTTPMessage(), None)


@pytest.mark.parametrize(
    ("index_json", "index_json_minisig", "code", "message"),
    [
        (answered(404), b"", "network", f"{ADDRESS} cannot be fetched (404 No)."),
        (b"", answered(404), "unsigned", f"{ADDRESS}.minisig cannot be fetched (404 No)."),
        (b"", answered(500), "network", f"{ADDRESS}.minisig cannot be fetched (500 No)."),
        (OSError(errno.ENOSPC, "Full"), b"", "full", f"{ADDRESS} cannot be fetched ([Errno 28] Full)."),
        (OSError(errno.EROFS, "No"), b"", "read_only", f"{ADDRESS} cannot be fetched ([Errno 30] No)."),
        (OSError(errno.EIO, "Worn"), b"", "worn", f"{ADDRESS} cannot be fetched ([Errno 5] Worn)."),
        (OSError(errno.ENOENT, "Gone"), b"", "network", f"{ADDRESS} cannot be fetched ([Errno 2] Gone)."),
        (TimeoutError("timed out"), b"", "network", f"{ADDRESS} cannot be fetched (timed out)."),
        (ValueError("It is large."), b"", "network", "It is large."),
    ],
)
def test_why_nothing_was_fetched_is_kept_in_a_code_and_a_sentence(
    tmp_path: Path, index_json: Any, index_json_minisig: Any, code: str, message: str
) -> None:
    begun = CLOCK.now_ms()
    offer = by_wire(Wire(index_json=index_json, index_json_minisig=index_json_minisig), tmp_path)
    assert (offer.code, offer.message, offer.version, offer.size) == (code, message, "", 0)
    assert begun <= offer.looked_at_ms <= CLOCK.now_ms()
    assert offered(tmp_path / "fetched") == offer


def test_each_file_is_asked_for_beside_the_index_and_no_more_of_it_than_it_may_have(tmp_path: Path) -> None:
    wire, begun = Wire(index_json=index(ROW)), CLOCK.now_ms()
    network = Network(ADDRESS, [tmp_path / "a.pub"], tmp_path / "fetched", wire, lambda _: 0, HERE)
    offer = network.look("0.1.0")
    assert (offer.version, offer.size, offer.code, offer.message) == ("0.2.0", 1, "", "")
    assert begun <= offer.looked_at_ms <= CLOCK.now_ms()
    network.bring(offer)
    release = f"https://releases.example/club/{name_of('0.2.0', HERE)}"
    assert wire.asked == [
        (ADDRESS, 1_000_000),
        (f"{ADDRESS}.minisig", 10_000),
        (f"{release}.minisig", 10_000),
        (release, 1_000_000_000),
    ]
    odd = network.bring(offer.model_copy(update={"version": "0.2.0+1"}))
    assert wire.asked[-1][0] == release.replace("0.2.0", "0.2.0%2B1")
    assert odd.name == name_of("0.2.0+1", HERE)
    assert stat.S_IMODE((tmp_path / "fetched").stat().st_mode) == 0o700


def test_what_is_here_whole_is_not_fetched_again(tmp_path: Path) -> None:
    release = name_of("0.2.0", HERE)
    wire = Wire(**{release.replace(".", "_"): b"x"})
    network = Network(ADDRESS, [], tmp_path, wire, lambda _: 0, HERE)
    offer = Offer(looked_at_ms=1, version="0.2.0", size=1)
    assert [network.bring(offer) for _ in range(2)] == [tmp_path / release] * 2
    assert len(wire.asked) == 2
    network.bring(offer.model_copy(update={"size": 2}))
    assert len(wire.asked) == 4
    for name in ("jantaku-0.1.0.zip.part", "jantaku-notes", "notes", release + SIGNED):
        (tmp_path / name).touch()
    network.bring(offer)
    assert {file.name for file in tmp_path.iterdir()} == {release, release + SIGNED, "notes"}


@pytest.mark.parametrize(
    ("change", "good"),
    [
        *(({"size": 0}, False), ({"size": 1}, True), ({"size": 10**9}, True), ({"size": 10**9 + 1}, False)),
        *(({"version": "0.2.0/x"}, False), ({"version": ""}, False), ({"version": 2}, False)),
        *(({"more": 1}, False), ({"python": None}, False)),
    ],
)
def test_each_row_of_an_index_is_a_release_or_it_is_no_index(
    tmp_path: Path, change: dict[str, object], good: bool
) -> None:
    offer = by_wire(Wire(index_json=index({**ROW, **change})), tmp_path)
    assert (offer.version, offer.code) == (("0.2.0", "") if good else ("", "no_release"))
    assert good or f"{ADDRESS} is no index of releases (" in offer.message


def test_an_index_of_another_format_is_named(tmp_path: Path) -> None:
    offer = by_wire(Wire(index_json=b'{"format": "jantaku-index/2", "releases": []}'), tmp_path)
    assert offer.message == f"{ADDRESS} is no index of releases (its format is 'jantaku-index/2')."


def test_the_text_of_an_index_names_each_release_in_their_order(tmp_path: Path) -> None:
    files = [tmp_path / name_of(version, HERE) for version in ("0.3.0", "0.2.0")]
    for size, file in enumerate(files):
        file.write_bytes(b"x" * size)
    text = index_of(files)
    assert json.loads(text)["releases"] == [{**ROW, "size": 1}, {**ROW, "version": "0.3.0", "size": 0}]
    assert text.startswith('{\n "format": "jantaku-index/1",\n')
    assert text.endswith("}\n"), "people read it, too"


def test_a_folder_that_cannot_be_written_is_said_and_not_kept(tmp_path: Path) -> None:
    (tmp_path / "fetched").write_text("a file")
    offer = by_wire(Wire(), tmp_path)
    assert offer.message == f"{tmp_path / 'fetched'} cannot be written (File exists)."
    assert (offer.code, offered(tmp_path / "fetched")) == ("other", None)


def test_a_file_is_fetched_up_to_its_largest_size_and_not_a_byte_more(there: Maker99, tmp_path: Path) -> None:
    address, file = there.address.replace(INDEX, "some"), tmp_path / "some"
    (there.served / "some").write_bytes(bytes(600_000))
    fetch(address, file, 600_000)
    assert file.stat().st_size == 600_000
    file.unlink()
    with pytest.raises(ValueError, match=rf"^{address} is larger than 599999 bytes\.$"):
        fetch(address, file, 599_999)
    assert not file.exists()
    with pytest.raises(ValueError, match=r"^ftp://x/some is no address of the web\.$"):
        fetch("ftp://x/some", file, 1)


def test_a_server_that_says_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert networks._PATIENCE_S == 30.0
    monkeypatch.setattr(networks, "_PATIENCE_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimeoutError):
        fetch(f"http://127.0.0.1:{silent.getsockname()[1]}/", tmp_path / "some", 1)
