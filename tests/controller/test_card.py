"""Whether a computer that was started from an image keeps what is written to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.appliance.image.layout import Names, words
from controller.appliance.image.target import TARGETS
from controller.card import trouble
from tests.controller.card import image


@pytest.mark.parametrize(
    ("mounted", "said"),
    [
        ("rw,errors=remount-ro", None),
        ("ro,errors=remount-ro", "card_read_only"),
        ("rw,emergency_ro,errors=remount-ro", "card_read_only"),
        ("rw,shutdown,errors=remount-ro", "card_read_only"),
        (None, "card_away"),
    ],
)
def test_a_card_that_keeps_nothing_is_known_by_its_mount(
    mounted: str | None, said: str | None, tmp_path: Path
) -> None:
    assert trouble(image(tmp_path, mounted)) == said


@pytest.mark.parametrize("name", TARGETS)
def test_an_image_is_known_by_the_words_of_its_kernel_and_other_computers_have_none(
    name: str, tmp_path: Path
) -> None:
    image(tmp_path, mounted=None)
    cmdline = tmp_path / "proc/cmdline"
    cmdline.write_text("root=/dev/sda1 ro quiet\n")
    assert trouble(tmp_path) is None
    cmdline.write_text(words(Names(TARGETS[name], "seed")) + "\n")
    assert trouble(tmp_path) == "card_away"


def test_a_computer_that_says_nothing_of_itself_is_no_image(tmp_path: Path) -> None:
    assert trouble(tmp_path) is None
    assert trouble() is None, "this computer"
