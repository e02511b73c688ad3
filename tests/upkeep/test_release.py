"""The file of a release: who is trusted decides, then what it is for, and nothing is unpacked before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.appliance.updates.make import pack
from runtime.programs import Call, call
from upkeep import release as releases
from upkeep.release import (
    ABOUT,
    FORMAT,
    VERSION,
    Kind,
    UpdateError,
    later,
    name_of,
    newest,
    order,
    trusted,
    unpacked,
)

HERE = Kind("cp311", "aarch64")
needs_minisign = pytest.mark.skipif(shutil.which("minisign") is None, reason="needs Debian's minisign")


class Maker:
    """Has a key, and signs with Debian's minisign."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.public, self._secret = folder / "maker.pub", folder / "maker.key"
        self._ask("-G", "-W", "-p", str(self.public), "-s", str(self._secret))

    def sign(self, file: Path) -> None:
        self._ask("-S", "-s", str(self._secret), "-m", str(file))

    def _ask(self, *words: str) -> None:
        subprocess.run(["minisign", *words], check=True, capture_output=True, stdin=subprocess.DEVNULL)


def wheels(folder: Path, version: str = "0.2.0") -> list[Path]:
    folder.mkdir(exist_ok=True)
    names = [f"jantaku-{version}-py3-none-any.whl", "click-8.1.7-py3-none-any.whl"]
    for name in names:
        (folder / name).write_bytes(b"a wheel")
    return [folder / name for name in names]


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path / "keys")


@pytest.fixture
def staging(tmp_path: Path) -> Path:
    folder = tmp_path / "staging"
    folder.mkdir()
    return folder


def test_a_release_without_the_program_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no wheel of the program"):
        pack(wheels(tmp_path / "w")[1:], tmp_path)


@needs_minisign
def test_what_a_trusted_maker_signed_is_unpacked(tmp_path: Path, maker: Maker, staging: Path) -> None:
    file = pack(wheels(tmp_path / "w"), tmp_path, HERE)
    maker.sign(file)
    other = Maker(tmp_path / "others")
    release = unpacked(file, staging, [other.public, maker.public], call, HERE)
    assert (file.name, release.version) == (name_of("0.2.0", HERE), "0.2.0")
    assert [wheel.name for wheel in release.wheels] == [
        "click-8.1.7-py3-none-any.whl",
        "jantaku-0.2.0-py3-none-any.whl",
    ]
    assert all(wheel.read_bytes() == b"a wheel" for wheel in release.wheels)


@needs_minisign
@pytest.mark.parametrize("where", [0.0, 0.3, 0.6, 0.99])
def test_one_flipped_byte_is_refused(where: float, tmp_path: Path, maker: Maker, staging: Path) -> None:
    file = pack(wheels(tmp_path / "w"), tmp_path, HERE)
    maker.sign(file)
    data = bytearray(file.read_bytes())
    data[int(where * len(data))] ^= 1
    file.write_bytes(data)
    with pytest.raises(UpdateError, match="was changed, or is signed by nobody who is trusted"):
        unpacked(file, staging, [maker.public], call, HERE)
    assert not (staging / "wheels").exists()


@needs_minisign
def test_what_a_stranger_signed_is_refused(tmp_path: Path, maker: Maker, staging: Path) -> None:
    file = pack(wheels(tmp_path / "w"), tmp_path, HERE)
    Maker(tmp_path / "others").sign(file)
    with pytest.raises(UpdateError, match="signed by nobody who is trusted here"):
        unpacked(file, staging, [maker.public], call, HERE)


def test_without_a_key_a_signature_or_minisign_it_says_what_to_do(tmp_path: Path, staging: Path) -> None:
    file = pack(wheels(tmp_path / "w"), tmp_path, HERE)
    key = tmp_path / "maker.pub"
    with pytest.raises(UpdateError, match=r"update --trust KEY\.pub"):
        unpacked(file, staging, [], call, HERE)
    with pytest.raises(UpdateError, match=rf"copy {file.name}\.minisig there"):
        unpacked(file, staging, [key], call, HERE)
    file.with_name(file.name + ".minisig").write_text("")
    with pytest.raises(UpdateError, match="apt install minisign"):
        unpacked(file, staging, [key], lambda command: 127, HERE)
    with pytest.raises(UpdateError, match="cannot be read"):
        unpacked(tmp_path / "no", staging, [key], call, HERE)


def signed(file: Path) -> Path:
    file.with_name(file.name + ".minisig").write_text("")
    return file


def opened(file: Path, staging: Path) -> str:
    """What is said of a file whose signature is good."""
    with pytest.raises(UpdateError) as refused:
        unpacked(signed(file), staging, [file], lambda command: 0, HERE)
    return str(refused.value)


def test_a_key_that_others_may_change_counts_for_nothing(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    folder, none = tmp_path / "trusted", tmp_path / "none"
    folder.mkdir(mode=0o755)
    good, open_to_all = folder / "a.pub", folder / "b.pub"
    for key, mode in ((good, 0o644), (open_to_all, 0o664)):
        key.write_text("")
        key.chmod(mode)
    assert trusted(folder, none) == [good]
    (folder / "c.pub").symlink_to(open_to_all)
    (folder / "d.pub").symlink_to(tmp_path / "gone")
    assert trusted(folder, none) == [good]
    folder.chmod(0o775)
    assert trusted(folder, none) == [], "whoever writes the folder exchanges the key"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who gives files away")
def test_a_key_of_the_services_user_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.pub").write_text("")
    assert trusted(tmp_path, tmp_path / "none") == [tmp_path / "a.pub"]
    os.chown(tmp_path / "a.pub", 4321, 4321)
    assert trusted(tmp_path, tmp_path / "none") == []
    os.chown(tmp_path / "a.pub", 0, 0)
    os.chown(tmp_path, 4321, 4321)
    assert trusted(tmp_path, tmp_path / "none") == []


def test_a_release_for_another_computer_names_the_right_one(tmp_path: Path, staging: Path) -> None:
    file = pack(wheels(tmp_path / "w"), tmp_path, Kind("cp313", "x86_64"))
    said = opened(file, staging)
    assert (
        "is for cp313-x86_64 and this computer is cp311-aarch64: get jantaku-0.2.0-cp311-aarch64.zip" in said
    )


ABOUT_US = {"format": FORMAT, "version": "0.2.0", "python": "cp311", "machine": "aarch64"}


@pytest.mark.parametrize(
    ("about", "member", "said"),
    [
        ({**ABOUT_US, "format": "jantaku-backup/1"}, "wheels/a.whl", "does not say jantaku-release/1"),
        ({**ABOUT_US, "version": "../../etc"}, "wheels/a.whl", "has no version"),
        (ABOUT_US, "wheels/../../a.whl", "a.whl in it"),
        (ABOUT_US, "etc/passwd", "etc/passwd in it"),
        (ABOUT_US, None, "no wheel in it"),
        ([], "wheels/a.whl", "does not say"),
    ],
)
def test_a_signed_file_that_is_no_release_is_refused(
    about: object, member: str | None, said: str, tmp_path: Path, staging: Path
) -> None:
    file = tmp_path / "it.zip"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(ABOUT, json.dumps(about))
        if member is not None:
            packed.writestr(member, b"")
    assert said in opened(file, staging)
    assert "is no release of Jantaku" in opened(file, staging)
    file.write_bytes(b"not a zip file")
    assert "is no release of Jantaku" in opened(file, staging)
    assert not (tmp_path / "a.whl").exists()


def ends_with(status: int) -> Call:
    """A program that does."""
    return lambda command: status


def test_the_codes_of_what_is_refused_are_those_that_pages_know(tmp_path: Path, staging: Path) -> None:
    file, key = pack(wheels(tmp_path / "w"), tmp_path, HERE), tmp_path / "maker.pub"
    other = pack(wheels(tmp_path / "w"), tmp_path, Kind("cp313", "x86_64"))
    found: list[str] = []
    for release, keys, status in (
        *((file, [], 0), (tmp_path / "no", [key], 0), (file, [key], 0)),
        *((file, [key], 127), (file, [key], 1), (other, [key], 0)),
    ):
        if found == ["no_key", "gone", "unsigned"]:
            signed(file), signed(other)
        with pytest.raises(UpdateError) as refused:
            unpacked(release, staging, keys, ends_with(status), HERE)
        found.append(refused.value.code)
    assert found == ["no_key", "gone", "unsigned", "no_minisign", "stranger", "other_kind"]


def test_the_copy_is_checked_by_each_key_until_one_fits(tmp_path: Path, staging: Path) -> None:
    """Nobody who changes the file after the check changes what is installed."""
    file, asked = signed(pack(wheels(tmp_path / "w"), tmp_path, HERE)), []
    keys = [tmp_path / "a.pub", tmp_path / "b.pub", tmp_path / "c.pub"]

    def run(command: Sequence[str]) -> int:
        asked.append(tuple(command))
        return int(command[-1] != str(keys[1]))

    unpacked(file, staging, keys, run, HERE)
    copy = str(staging / "release.zip")
    assert asked == [("minisign", "-V", "-q", "-m", copy, "-p", str(key)) for key in keys[:2]]
    assert (staging / "release.zip.minisig").is_file()


VERSIONS = ("0.1.0", "0.2.0rc1", "0.2.0", "0.2.0+1", "0.9.2", "0.10.0", "0.10.1", "1.0", "1.0.1", "10.0")


def test_versions_are_in_the_order_of_their_numbers() -> None:
    assert sorted(VERSIONS, key=order) == ["0.1.0", "0.2.0rc1", *VERSIONS[2:]]
    assert len({order(version) for version in VERSIONS}) == len(VERSIONS)


def test_the_latest_for_this_computer_that_lies_there_is_found(tmp_path: Path) -> None:
    assert newest(tmp_path, HERE) is None
    for version in ("0.2.0", "0.10.0", "0.9.0", "-x"):
        (tmp_path / name_of(version, HERE)).touch()
    (tmp_path / name_of("9.9", Kind("cp311", "x86_64"))).touch()
    (tmp_path / (name_of("9.9", HERE) + ".part")).touch()
    found = ("0.10.0", tmp_path / "jantaku-0.10.0-cp311-aarch64.zip")
    assert newest(tmp_path, HERE) == found
    assert later(tmp_path, "0.9.9", HERE) == found
    assert later(tmp_path, "0.10.0", HERE) is None, "it is the same"
    assert later(tmp_path, "0.11.0", HERE) is None
    assert later(tmp_path, None, HERE) is None, "nobody knows what runs"
    assert later(tmp_path / "w", "0.1.0", HERE) is None


def test_a_release_is_no_larger_than_a_gigabyte_when_it_is_unpacked(
    tmp_path: Path, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert releases.LARGEST == 1_000_000_000
    file = pack(wheels(tmp_path / "w"), tmp_path, HERE)
    monkeypatch.setattr(releases, "LARGEST", 2 * len(b"a wheel") - 1)
    assert "unpacks to more than a gigabyte" in opened(file, staging)
    assert not (staging / "wheels").exists()
    monkeypatch.setattr(releases, "LARGEST", 2 * len(b"a wheel"))
    assert len(unpacked(file, staging, [file], lambda command: 0, HERE).wheels) == 2


@pytest.mark.parametrize("version", ["0", "1.2.3", "0.1.0rc1", "1.0+local", "9" * 41])
def test_what_is_a_version_fits_a_name_of_a_file(version: str) -> None:
    assert VERSION.fullmatch(version)


@pytest.mark.parametrize("version", ["", "x", ".1", "1-2", "1/2", "1 2", "1\n", "9" * 42])
def test_what_is_no_version(version: str) -> None:
    assert not VERSION.fullmatch(version)


def test_a_release_is_called_and_built_as_every_version_knows_it() -> None:
    """docs/appliance.md: a newer version is judged by the one before it."""
    assert (ABOUT, FORMAT, releases.SIGNED) == ("release.json", "jantaku-release/1", ".minisig")
    assert name_of("1.2", HERE) == "jantaku-1.2-cp311-aarch64.zip"
