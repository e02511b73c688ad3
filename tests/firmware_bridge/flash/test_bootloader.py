"""How a chip is asked: again and again, and not without a pause."""

from __future__ import annotations

from firmware_bridge.flash.bootloader import Bootloader
from tests.firmware_bridge.flash.test_exchange import OLD, Chip


class Silent(Chip):
    """Nobody answers."""

    def __init__(self) -> None:
        super().__init__(OLD)
        self.asked: list[float] = []

    def write(self, data: bytes) -> None:
        del data
        self.asked.append(self.now())


def test_who_does_not_answer_is_asked_again_after_a_pause_and_given_up_in_time() -> None:
    chip = Silent()
    assert Bootloader(chip, chip).look(1.0) is None
    pauses = [after - before for before, after in zip(chip.asked, chip.asked[1:], strict=False)]
    assert chip.asked[0] == 0.0
    assert 3 <= len(chip.asked) <= 5
    assert max(pauses) - min(pauses) < 0.03
    assert 1.0 <= chip.now() < 1.1
