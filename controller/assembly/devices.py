"""The table without its voice: machine, seats, camera and eyes, of a virtual table or of a real one."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Final

from contract.messages.seat_panel import Lamp
from controller.clock import Clock
from controller.config import Config, ConfigError
from controller.eyes.cameras import camera_of
from controller.eyes.steady import SteadyCamera
from controller.panel.panel import Panel, PanelSignal
from controller.panel.panel_gpio import GpioPanel, open_panel
from controller.virtual.restart import machine_left
from controller.virtual.world import VirtualTable
from firmware_bridge.device import Device
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.virtual.device import VirtualDevice, virtual_device
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults
from runtime.tasks import Tasks
from vision.calibration.surface import CalibrationError, Surface, calibrate
from vision.camera.sources import Camera, CameraError, FileCamera
from vision.eyes.eyes import Eyes
from vision.eyes.reading import THREADS
from vision.eyes.taught import Taught, Teacher
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.nets.enrol import EnrolError, TileSet, set_file
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

    device: Device
    panel: Panel
    camera: Camera
    eyes: Eyes
    teacher: Teacher
    rig: Rig


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
    left = machine_left(saved, config.machine.sets)
    if world is None:
        device, panel, camera = _real(config, clock, tasks)
    else:
        device = _virtual(config, world, left, fast, tasks)
        panel, camera = world.panel, _rendered(config, clock, world, rig)
    if isinstance(panel, GpioPanel):
        opened.callback(panel.close)
    device.open()
    opened.callback(device.close)
    steady = camera if isinstance(camera, FileCamera) else SteadyCamera(camera)
    steady.open()
    opened.callback(steady.close)
    teacher = _teacher(config)
    eyes = Eyes(teacher.detector, _surface(config, camera), tasks.part("readings"))
    opened.callback(eyes.close)
    return Devices(device, panel, steady, eyes, teacher, rig)


def _teacher(config: Config) -> Teacher:
    """The detector for the table's tile set, and what answers teach it beside that."""
    name = config.camera.tile_set
    try:
        enrolled = None if name is None else TileSet.load(set_file(config.data, name))
        taught, path = Taught(enrolled), set_file(config.data, f"{name or 'any'}.taught")
        taught.load(path)
    except EnrolError as error:
        raise ConfigError(str(error)) from error
    folder = PRECISE if config.camera.models == "fp32" else MODELS
    return Teacher(Detector(folder, THREADS, taught, colours=Colours()), taught, path)


def _real(config: Config, clock: Clock, tasks: Tasks) -> tuple[Device, Panel, Camera]:
    """Machine, seat panel and camera of the configuration."""
    device = SerialDevice(config.machine.port, config.machine.settings, tasks)
    keys = config.panel.kind == "gpio"
    panel = open_panel(config.panel, tasks.part("seat-panel")) if keys else ScreenPanel()
    return device, panel, camera_of(config.camera, clock.now, tasks.part("camera"))


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
    rendered = RenderedCamera(world.scene, rig, clock.now)
    rendered.fault = CameraFault(config.virtual.fault)
    return rendered


def _surface(config: Config, camera: Camera) -> Surface | None:
    """The calibration: of the file that the configuration names, of the one that `jantaku calibrate`
    wrote, or of what the camera sees now. None leaves the eyes closed, and they say so."""
    if isinstance(camera, RenderedCamera):
        return calibrate(camera.empty())
    if config.camera.calibration is not None:
        return Surface.load(config.camera.calibration)
    if (config.data / "calibration.json").exists():
        return Surface.load(config.data / "calibration.json")
    with contextlib.suppress(CalibrationError, CameraError):
        frame = camera.read()
        return None if frame is None else calibrate(frame.pixels)
    return None
