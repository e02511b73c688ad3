"""Firmware exchanged while power fails, in simavr with bootloader and fuses."""

from __future__ import annotations

from functools import partial

from benchmarks.machine.campaign import campaign
from firmware_bridge.flash.boot import BootHello
from firmware_bridge.message import MachineHello
from hardware.sim.board import Cut, cut_and_again, firmware


def flashes(count: int, first: int, processes: int) -> None:
    """Half of the cuts at some moment, half in the middle of a page that is erased or written."""
    if not count:
        return
    image = firmware()
    cuts = campaign("flashes", partial(cut_and_again, image=image), range(first, first + count), processes)
    ours = image.identity.firmware
    well = [cut for cut in cuts if cut.after is not None and cut.after.firmware == ours]
    waits = sum(isinstance(cut.between, BootHello) for cut in cuts)
    old, new = (sum(_runs(cut, is_new, ours) for cut in cuts) for is_new in (False, True))
    print(f"firmware exchanged and cut off, then exchanged again: {len(well)} of {len(cuts)} greet (all)")
    print(
        f"between the two: {waits} in the bootloader, {old} with the old firmware, {new} with the new one, ",
        end="",
    )
    print(f"{sum(cut.between is None for cut in cuts)} silent (0)", flush=True)
    for cut in cuts:
        if cut not in well or cut.between is None:
            print(f"  cut at {cut.where}: {cut.between}, then {cut.after}")


def _runs(cut: Cut, new: bool, ours: bytes) -> bool:
    return isinstance(cut.between, MachineHello) and (cut.between.firmware == ours) is new
