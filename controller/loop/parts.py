"""What a table is put together of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from controller.infer.begun import Raised
from controller.loop.following import Habits
from runtime.tasks import Tasks

if TYPE_CHECKING:
    from controller.broker.phones import Phones
    from controller.bus.mqtt import Bus
    from controller.calibration.desk import Calibrating
    from controller.evidence.keeper import Evidence
    from controller.panel.panel import Panel
    from controller.panel.voice import Voice
    from controller.people.table_requests import Uptime
    from controller.power import Power
    from controller.table.round_clock import Limit
    from controller.teaching.learning import Learning
    from controller.web.server import Web
    from firmware_bridge.device import Device
    from vision.camera.sources import Camera
    from vision.eyes.eyes import Eyes
    from vision.eyes.taught import Teacher


@dataclass(frozen=True, slots=True)
class Parts:
    """What a table is made of; real and virtual tables differ only here."""

    device: Device | None
    """None: a table without a machine."""
    panel: Panel
    camera: Camera | None
    """None: a table that sees nothing."""
    eyes: Eyes | None
    bus: Bus
    web: Web
    evidence: Evidence | None = None
    teacher: Teacher | None = None
    habits: Habits = field(default_factory=Habits)
    walls: Raised = Raised.PEOPLE
    """Where they come from at a table without a machine of ours."""
    sets: int = 1
    """Sets of tiles that the machine holds, one or two."""
    assigned_only: bool = False
    """Nothing is played that the club has not assigned."""
    limit: Limit | None = None
    """Of the time of a game; None: it has none."""
    uptime: Uptime | None = None
    """Of the computer; None where the time is stopped while the service is away."""
    data: Path = field(default_factory=Path)
    """Where the table's files lie, on the disk whose free space is reported."""
    unsaved: Callable[[], bool] = lambda: False
    """Whether games have lain in no backup for too long."""
    voice: Voice | None = None
    """Says aloud what the screens show; None: a silent table."""
    power: Power | None = None
    """Switches the computer; None: nobody does here."""
    calibrating: Calibrating | None = None
    """Where pages calibrate the camera."""
    learning: Learning | None = None
    """What the hands teach the eyes."""
    phones: Phones | None = None
    """Telephones with an account for the learning; None: another broker keeps the accounts."""
    tasks: Tasks = field(default_factory=Tasks)
    """Watches all background work."""

    @property
    def watched(self) -> bool:
        """A camera follows the hands; else people enter how they ended."""
        return self.camera is not None
