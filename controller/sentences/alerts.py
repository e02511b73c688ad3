"""What a person should know about the table itself: by code, with one English sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from contract.messages import Alert
from controller.sentences.machine_faults import refused, remedy
from controller.sentences.refusals import Refusal
from firmware_bridge.device import DeviceLostError
from firmware_bridge.faults import fault_of
from firmware_bridge.message import Fault, Flag, MachineState, Outcome, Reason, Status
from runtime.tasks import Part
from vision.eyes.observation import Sight, SightChanged
from words import catalogue

PART: Final = "part_failed_"
FAILED: Final = (
    "The table's program failed in one part, {part}, which starts again by itself. If this stays, start the "
    "program anew between two hands; its log says more."
)


def codes() -> dict[str, str]:
    """The codes that are whole words with what the screens say of them in English; of `no_hand` the reason
    says it, of `machine_warning_...` the remedy of the fault."""
    words = catalogue("en", "table")
    sights = {
        f"camera_{sight.value}": words["sight"][sight.value] for sight in Sight if sight is not Sight.OK
    }
    return {**words["alert"], **sights}


HELD: Final = (
    "The machine stood still because its computer was silent: see that nothing is in its way, then press "
    "START, and it goes on."
)

BACKS: Final = (
    "The walls have backs of two colours: two sets are mixed. Take out the tiles of the other set and build "
    "anew."
)


TOO_LIGHT: Final = (
    "The light is too strong for the camera: white tiles lose their strokes. Dim the lamp, or turn it aside."
)


class Alerts:
    """The alerts that stand now; one per code."""

    def __init__(self) -> None:
        self._standing: dict[str, Alert] = {}

    @property
    def all(self) -> list[Alert]:
        return list(self._standing.values())

    def put(self, code: str, message: str | Refusal) -> None:
        why_not = {"reason": message.reason, "values": message.values} if isinstance(message, Refusal) else {}
        self._standing[code] = Alert(code=code, message=str(message), **why_not)

    def warn(self, code: str, message: str | Refusal | None) -> None:
        """None takes it back."""
        if message is None:
            self.clear(code)
        else:
            self.put(code, message)

    def clear(self, code: str) -> None:
        self._standing.pop(code, None)

    def sight(self, change: SightChanged) -> None:
        """The camera's state: `camera_missing`, `camera_dark`, `camera_covered`, `camera_moved`."""
        for sight in Sight:
            self.clear(f"camera_{sight.value}")
        if change.sight is not Sight.OK:
            self.put(f"camera_{change.sight.value}", change.message)

    def cut(self, sentence: str | None) -> None:
        """`camera_cut`: the picture ends before the mat does; None when it does not."""
        self.clear("camera_cut")
        if sentence is not None:
            self.put("camera_cut", sentence)

    def backs(self, *, differ: bool) -> None:
        """`backs_differ`: the walls have tiles of two sets."""
        self.warn("backs_differ", BACKS if differ else None)

    def burnt(self, *, stays: bool) -> None:
        """`camera_burnt`: white is burnt out, and the camera does not expose less."""
        self.warn("camera_burnt", TOO_LIGHT if stays else None)

    def lost(self, error: DeviceLostError | None) -> None:
        """`machine_lost_` and what the trouble is; None when the machine answers again."""
        self._clear_all("machine_lost_")
        if error is not None:
            self.put(f"machine_lost_{error.trouble}", str(error))

    def refused(self, reason: Reason | None) -> None:
        """`machine_refused_` and why; None when the machine obeyed the next command."""
        self._clear_all("machine_refused_")
        if reason is not None:
            self.put(f"machine_refused_{reason.name.lower()}", refused(reason))

    def fault(self, fault: Fault) -> None:
        """What the machine warns of, `machine_warning_` and its name: it stands until `warned`."""
        known = fault_of(fault.code)
        if fault.outcome is Outcome.WARNING and known.kind is not None:
            self.put(f"machine_warning_{known.name}", f"{remedy(known)} (Fault {known.code}.)")

    def parts(self, troubled: Iterable[Part]) -> None:
        """`part_failed_` and the name of each part of the program that does not run steadily."""
        names = {part.name: part.about.does for part in troubled}
        standing = [code for code in self._standing if code.startswith(PART)]
        for code in standing:
            if code.removeprefix(PART) not in names:
                self.clear(code)
        for name, does in names.items():
            self.put(PART + name, FAILED.format(part=does))

    def warned(self) -> None:
        """People have had time to read the warnings."""
        self._clear_all("machine_warning_")

    def read(self) -> None:
        """A hand was played since: people have read which files were damaged (`mended_`)."""
        self._clear_all("mended_")

    def _clear_all(self, beginning: str) -> None:
        for code in [code for code in self._standing if code.startswith(beginning)]:
            self.clear(code)

    def machine(self, status: Status) -> None:
        """Faults of the machine: `machine_jam` while it clears itself, `machine_fault` when it cannot;
        `machine_held` when its motion was interrupted."""
        self.clear("machine_jam")
        self.clear("machine_fault")
        self.clear("machine_held")
        fault = fault_of(status.fault)
        if status.state in (MachineState.FAULT, MachineState.ESTOP):
            todo = remedy(fault) or "The machine stopped: look what stops it."
            self.put("machine_fault", f"{todo} (Fault {fault.code}; START clears it.)")
        elif status.state is MachineState.HOLD and Flag.LEASE in status.flags:
            self.put("machine_held", HELD)
        elif status.state is MachineState.RECOVERING:
            where = "The machine is stuck" if fault.lane is None else f"Lane {fault.lane + 1} is stuck"
            self.put("machine_jam", f"{where} (fault {fault.code}); the machine is clearing it.")
