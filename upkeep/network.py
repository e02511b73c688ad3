"""Newer versions from the network: an index at an address of the configuration, and the releases beside it.

`index.json` and its signature `index.json.minisig` name the versions that there are; a release and its
signature have their usual names beside them. Looked for and fetched as the table's user; what is fetched is
installed by root, who copies it and checks the copy's signature as if it came on a stick.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from contract.messages import Model
from runtime.clock import CLOCK
from runtime.programs import Call, call
from runtime.stored import replace_file
from upkeep.computer import STATE
from upkeep.release import (
    HERE,
    LARGEST,
    SIGNED,
    VERSION,
    Kind,
    UpdateError,
    name_of,
    order,
    signed,
)
from upkeep.trouble import Code, of_disk

FORMAT: Final = "jantaku-index/1"
INDEX: Final = "index.json"
FETCHED: Final = STATE / "releases"
OFFER: Final = "offer.json"
PART: Final = ".part"
_LARGEST_INDEX: Final = 1_000_000
_LARGEST_SIGNATURE: Final = 10_000
_PATIENCE_S: Final = 30.0
_CHUNK: Final = 1 << 18
Fetch = Callable[[str, Path, int], None]
"""Writes what lies at an address into a file, of so many bytes at most. OSError, ValueError."""


class Listed(Model):
    """A release of an index."""

    version: Annotated[str, Field(pattern=f"^{VERSION.pattern}$")]
    python: str
    machine: str
    size: Annotated[int, Field(gt=0, le=LARGEST)]


class Offer(Model):
    """What was found at the last look: a version that is later than this one, or empty, and its bytes. `code`
    says why a look failed; empty: it did not."""

    looked_at_ms: int
    version: str = ""
    size: int = 0
    code: Code | Literal[""] = ""
    message: str = ""


def index_of(releases: Iterable[Path]) -> str:
    """The text of an index of these releases, by their names."""
    rows = []
    for file in sorted(releases):
        version, python, machine = file.name.removeprefix("jantaku-").removesuffix(".zip").rsplit("-", 2)
        rows.append({"version": version, "python": python, "machine": machine, "size": file.stat().st_size})
    return json.dumps({"format": FORMAT, "releases": rows}, indent=1) + "\n"


def fetch(address: str, file: Path, largest: int) -> None:
    """Fetches a file by HTTP or HTTPS, whole or not at all."""
    if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
        raise ValueError(f"{address} is no address of the web.")
    part, size = file.with_name(file.name + PART), 0
    with urllib.request.urlopen(address, timeout=_PATIENCE_S) as source, part.open("wb") as out:
        while block := source.read(_CHUNK):
            size += len(block)
            if size > largest:
                raise ValueError(f"{address} is larger than {largest} bytes.")
            out.write(block)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


def offered(folder: Path = FETCHED) -> Offer | None:
    """What the last look has found; None where nobody has looked."""
    try:
        return Offer.model_validate_json((folder / OFFER).read_bytes())
    except (OSError, ValidationError):
        return None


class Network:
    """An index at an `address`; what is fetched lies in `folder`."""

    def __init__(
        self,
        address: str,
        keys: Sequence[Path],
        folder: Path = FETCHED,
        get: Fetch = fetch,
        run: Call = call,
        kind: Kind = HERE,
    ) -> None:
        self._address, self._keys, self._folder = address, keys, folder
        self._get, self._run, self._kind = get, run, kind

    def look(self, now: str) -> Offer:
        """The newest version for this computer where it is later than that of `now`. What was found is kept
        for the pages, also that nothing was, and why."""
        try:
            found = self._newest(now)
            offer = Offer(looked_at_ms=CLOCK.now_ms())
            if found is not None:
                offer = Offer(looked_at_ms=CLOCK.now_ms(), version=found.version, size=found.size)
        except UpdateError as error:
            offer = Offer(looked_at_ms=CLOCK.now_ms(), code=error.code, message=str(error))
        return self._keep(offer)

    def _keep(self, offer: Offer) -> Offer:
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            replace_file(self._folder / OFFER, offer.model_dump_json().encode())
        except OSError as error:
            message = f"{self._folder} cannot be written ({error.strerror})."
            return offer.model_copy(update={"code": of_disk(error), "message": message})
        return offer

    def bring(self, offer: Offer) -> Path:
        """Fetches what was offered, unless it is here, and its signature. UpdateError, kept for the pages."""
        file = self._folder / name_of(offer.version, self._kind)
        try:
            for old in self._folder.glob("jantaku-*"):
                if old.name not in (file.name, file.name + SIGNED):
                    old.unlink(missing_ok=True)
            if not (file.is_file() and file.stat().st_size == offer.size):
                self._fetched(file.name + SIGNED, _LARGEST_SIGNATURE)
                self._fetched(file.name, LARGEST)
        except UpdateError as error:
            self._keep(offer.model_copy(update={"code": error.code, "message": str(error)}))
            raise
        return file

    def _newest(self, now: str) -> Listed | None:
        if not self._address:
            raise UpdateError("No address of releases is set: see [updates] of the settings.", "no_index")
        if not self._keys:
            raise UpdateError("Nobody's releases are trusted here.", "no_key")
        self._fetched(INDEX, _LARGEST_INDEX)
        self._fetched(INDEX + SIGNED, _LARGEST_SIGNATURE)
        index = self._folder / INDEX
        signed(index, index, self._keys, self._run)
        try:
            stated: Any = json.loads(index.read_text("utf-8"))
            if stated["format"] != FORMAT:
                raise ValueError(f"its format is {stated['format']!r}")
            listed = [Listed.model_validate(each) for each in stated["releases"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UpdateError(f"{self._address} is no index of releases ({error}).", "no_release") from error
        ours = [each for each in listed if Kind(each.python, each.machine) == self._kind]
        later = [each for each in ours if order(each.version) > order(now)]
        return max(later, key=lambda each: order(each.version), default=None)

    def _fetched(self, name: str, largest: int) -> None:
        where = self._address if name == INDEX else self._beside(name)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._get(where, self._folder / name, largest)
        except urllib.error.HTTPError as error:
            code: Code = "unsigned" if name.endswith(SIGNED) and error.code == 404 else "network"
            raise UpdateError(f"{where} cannot be fetched ({error.code} {error.reason}).", code) from error
        except OSError as error:
            of = of_disk(error)
            code = of if of in ("full", "read_only", "worn") else "network"
            raise UpdateError(f"{where} cannot be fetched ({error}).", code) from error
        except ValueError as error:
            raise UpdateError(str(error), "network") from error

    def _beside(self, name: str) -> str:
        """A file beside the index; its signature is beside it by its own name."""
        if name == INDEX + SIGNED:
            return self._address + SIGNED
        return urllib.parse.urljoin(self._address, urllib.parse.quote(name))
