"""New firmware into the machine of a table that has stopped for it: asked for on the set-up page."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from controller.config import Config
from controller.setup.answers import FlashedCode, SetupFlashed
from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.exchange import Reporting
from firmware_bridge.flash.image import ImageError, read_image
from firmware_bridge.flash.install import install
from firmware_bridge.flash.stock import FIRMWARE, Kept, of_release
from runtime.notify import MANAGER

LONGEST_S = 300.0
"""Writing takes seconds; where the board has to be switched off and on, people have a minute, twice."""
_LOST: Final[Mapping[Trouble, FlashedCode]] = {
    Trouble.PORT: "port",
    Trouble.HELD: "held",
    Trouble.DENIED: "denied",
    Trouble.CABLE: "cable",
}
"""What becomes of a port, before and meanwhile; for any other trouble the machine does not answer."""


def has_board(config: Config) -> bool:
    """Whether the machine is a board of its own, with firmware that can be another."""
    return config.machine.kind == "serial"


def bring(config: Config) -> SetupFlashed:
    """What became of it. The port must be free. No error of the exchange is raised: the table begins again
    with whatever the machine has now."""
    MANAGER.begins("New firmware is written into the machine.", LONGEST_S)
    say = logging.getLogger(__name__).warning
    try:
        image = read_image(of_release(FIRMWARE))
        kept = Kept(config.data)
        kept.prepare()
        install(config.machine.port, image, kept, Reporting(say, lambda _: None))
    except FlashError as error:
        return SetupFlashed(code=error.code, message=str(error))
    except DeviceLostError as error:
        return SetupFlashed(code=_LOST.get(error.trouble, "silent"), message=str(error))
    except (ImageError, OSError) as error:
        return SetupFlashed(code="failed", message=str(error))
    return SetupFlashed(code="flashed", firmware=image.identity.firmware.hex())
