"""The table without its voice: machine, seats, camera and eyes, of a virtual table or of a real one."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Any, Final

from contract.messages.seat_panel import Lamp
from controller.assembly.files import kept_calibration
from controller.clock import Clock
from controller.config import Config, ConfigError
from controller.eyes.cameras import camera_of
from controller.eyes.steady import SteadyCamera
from controller.panel.panel import Panel, PanelSignal
from controller.panel.panel_gpio import open_panel
from controller.table.recovery import Found
from controller.teaching.learning import Learning
from controller.virtual.restart import machine_left
from controller.virtual.world import VirtualTable
from firmware_bridge.device import Device
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.virtual.device import VirtualDevice, virtual_device
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults
from runtime.tasks import Tasks
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.sources import Camera, FileCamera
from vision.eyes.eyes import Eyes
from vision.eyes.reading import THREADS
from vision.eyes.same_set import SameSet
from vision.eyes.taught import Taught, Teacher
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.nets.enrol import UNNAMED, EnrolError, TileSet, known_set, set_file
from vision.nets.load import MODELS, PRECISE
from vision.scene.camera import CameraFault, RenderedCamera
from vision.scene.rig import Rig
from vision.scene.venue import Venue

FAST_MACHINE: Final = 5.0
"""How much hastier a simulated machine works when the table runs as fast as it can."""


class ScreenPanel:
    """The panel of a table without buttons: players declare on a touch screen, over the bus."""

    def poll(self, now: float) -> list[PanelSignal]:
        del now
        return []

    def show(self, seat: int, lamp: Lamp) -> None:
        """The screens show what is asked; there is no lamp."""


@dataclass(frozen=True, slots=True)
class Devices:
    """Opened."""

    device: Device | None
    """The machine; None: people build the walls."""
    panel: Panel
    camera: Camera | None
    eyes: Eyes | None
    teacher: Teacher | None
    rig: Rig
    found: Found = field(default_factory=dict)
    """What is wrong with their files."""
    learning: Learning | None = None
    """What the hands teach the eyes."""


def body_of(
    config: Config,
    clock: Clock,
    venue: Venue,
    world: VirtualTable | None,
    saved: dict[str, Any] | None,
    opened: contextlib.ExitStack,
    tasks: Tasks,
    *,
    fast: bool,
) -> Devices:
    """All of it; `opened` closes it. `saved` is how a virtual table stood; `fast`: no time is waited for."""
    bump = config.virtual.bump
    rig = venue.rig(bumps=() if bump is None else (clock.now() + bump,))
    if config.scores_only:
        return Devices(None, _panel(config, tasks, opened), None, None, None, rig)
    device: Device | None = None
    if world is None:
        panel, camera = (
            _panel(config, tasks, opened),
            camera_of(config.camera, clock.now, tasks.part("camera")),
        )
    else:
        panel, camera = world.panel, _rendered(config, clock, world, rig)
    if config.machine.kind != "none":
        device = _machine(config, world, saved, fast, tasks)
        device.open()
        opened.callback(device.close)
    steady = camera if isinstance(camera, FileCamera) else SteadyCamera(camera)
    steady.open()
    opened.callback(steady.close)
    found: Found = {}
    teacher = _teacher(config, found)
    eyes = Eyes(teacher.detector, _surface(config, camera), tasks.part("readings"))
    opened.callback(eyes.close)
    learning = Learning(
        config.data, config.camera.tile_set, teacher.taught, tasks.part("learning"), on=config.camera.learn
    )
    opened.callback(learning.close)
    return Devices(device, panel, steady, eyes, teacher, rig, found, learning)


def _teacher(config: Config, found: Found) -> Teacher:
    """The detector for the table's tile set, and what answers teach it beside that.

    A set that cannot be used is said: the eyes read any set without it, less surely.
    """
    name = config.camera.tile_set
    reads_with: TileSet | None = None
    try:
        reads_with = known_set(config.data, name)
    except EnrolError as error:
        found["tile_set"] = str(error)
    taught, path = (
        Taught(None if reads_with is None else SameSet(reads_with)),
        set_file(config.data, f"{name or UNNAMED}.taught"),
    )
    try:
        taught.load(path)
    except EnrolError as error:
        raise ConfigError(str(error)) from error
    folder = PRECISE if config.camera.models == "fp32" else MODELS
    return Teacher(Detector(folder, THREADS, taught, colours=Colours()), taught, path)


def _machine(
    config: Config, world: VirtualTable | None, saved: dict[str, Any] | None, fast: bool, tasks: Tasks
) -> Device:
    """The machine of the configuration; that of a virtual table goes on as it was `saved`."""
    if world is None:
        return SerialDevice(config.machine.port, config.machine.settings, tasks, waits=True)
    return _virtual(config, world, machine_left(saved, config.machine.sets), fast, tasks)


def _panel(config: Config, tasks: Tasks, opened: contextlib.ExitStack) -> Panel:
    """Keys and lamps at the seats, or their screens."""
    if config.panel.kind != "gpio":
        return ScreenPanel()
    keys = open_panel(config.panel, tasks.part("seat-panel"))
    opened.callback(keys.close)
    return keys


def _virtual(config: Config, world: VirtualTable, left: Left, fast: bool, tasks: Tasks) -> VirtualDevice:
    """Firmware or its model; ConfigError where the firmware is wished and cannot be built."""
    hurry, jams = FAST_MACHINE if fast else 1.0, Faults(jam=config.machine.jam)
    seed, sets, simulator = world.save()["seed"], config.machine.sets, config.machine.simulator
    part = tasks.part("firmware-build")
    try:
        return virtual_device(simulator, world, seed, jams, left, sets, hurry, wait=fast, part=part)
    except BuildError as error:
        raise ConfigError(str(error)) from error


def _rendered(config: Config, clock: Clock, world: VirtualTable, rig: Rig) -> RenderedCamera:
    rendered = RenderedCamera(world.scene, rig, clock.now, shutter=rig.expose)
    rendered.fault = CameraFault(config.virtual.fault)
    return rendered


def _surface(config: Config, camera: Camera) -> Surface | None:
    """The calibration: of the file that the configuration names, or of the one that was saved. None: of the
    first picture that shows the markers, or of the page on which people calibrate."""
    path = kept_calibration(config)
    if path is not None:
        return Surface.load(path) if path.exists() else None
    assert isinstance(camera, RenderedCamera)
    try:
        return calibrate(camera.empty()).with_tiles(config.virtual.tile, config.virtual.centre)
    except CalibrationError:
        return None
