"""Who may import whom: the direction of dependencies between the rooms (docs/architecture.md)."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "words",
    "engine",
    "runtime",
    "contract",
    "vision",
    "firmware_bridge",
    "screens",
    "upkeep",
    "controller",
    "club",
)
MAY = {
    "words": {"words"},
    "engine": {"engine", "words"},
    "runtime": {"runtime", "words"},
    "contract": {"contract", "engine", "runtime", "words"},
    "vision": {"vision", "engine.tiles.tile", "runtime"},
    "firmware_bridge": {"firmware_bridge", "contract.messages", "runtime"},
    "screens": {"screens", "runtime", "words"},
    "upkeep": {"upkeep", "contract", "runtime", "words"},
    "controller": {
        *(
            "upkeep",
            "controller",
            "contract",
            "screens",
            "engine",
            "runtime",
            "vision",
            "firmware_bridge",
            "words",
        ),
    },
    "club": {"club", "contract", "engine", "runtime", "screens", "upkeep", "words"},
}
HOME = {
    "cv2": {"vision"},
    "onnxruntime": {"vision"},
    "numpy": {"vision"},
    "serial": {"firmware_bridge"},
    "cobs": {"firmware_bridge"},
    "paho": {"controller", "club", "runtime"},
    "starlette": {"controller", "club", "runtime", "upkeep"},
    "uvicorn": {"controller", "club", "runtime"},
    "gpiozero": {"controller"},
    "zeroconf": {"controller"},
    "segno": {"controller", "club"},
    "sqlalchemy": {"club"},
    "alembic": {"club"},
    "prometheus_client": {"runtime", "controller", "club"},
    "websockets": {"runtime"},
    "argon2": {"club"},
    "fpdf": {"club"},
    "tomlkit": {"controller"},
}
"""Libraries that live in these rooms only."""
TRUTH = "controller.virtual"
ROAD = ("engine", "vision", "firmware_bridge", "controller")
WIRING = {
    "controller/assembly/resuming.py",
    "controller/assembly/run.py",
    "controller/assembly/devices.py",
    "controller/cli/run.py",
    "controller/cli/starting.py",
    "controller/cli/render.py",
}
"""The only modules outside the virtual table that know of it: they put the parts together."""


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield from (f"{node.module}.{a.name}" for a in node.names)


def sources(*rooms: str) -> list[Path]:
    return sorted(p for r in rooms for p in (ROOT / r).rglob("*.py") if "node_modules" not in p.parts)


def under(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@pytest.mark.parametrize("room", ROOMS)
def test_a_shelf_can_be_seen_at_a_glance(room: str) -> None:
    """About twenty modules in a folder; one that grows past it is split by noun."""
    shelves = Counter(path.parent for path in sources(room) if path.name != "__init__.py")
    full = [f"{shelf.relative_to(ROOT)} has {held} modules" for shelf, held in shelves.items() if held > 21]
    assert full == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(room)
        for name in imports(path)
        if name.split(".")[0] in ROOMS and not any(under(name, allowed) for allowed in MAY[room])
    ]
    assert wrong == []


_CONTROLLER: dict[str, set[str]] = {
    "sentences": set(),
    "hand": {"sentences"},
    "panel": {"config"},
    "table": {"panel"},
    "infer": {"panel"},
    "broker": {"config"},
    "eyes": {"config", "clock", "health", "sentences"},
    "machine": {"sentences", "table", "infer"},
    "ending": {"panel", "table", "infer"},
    "public": {"machine", "ending"},
    "bus": {"health", "sentences", "panel", "table", "infer", "broker", "ending", "public"},
    "history": {"table", "machine", "ending", "public"},
    "evidence": {"sentences", "table", "infer", "bus", "history"},
    "calibration": {"sentences", "eyes", "evidence"},
    "club_link": {"sentences", "table", "ending", "public", "bus", "history", "evidence"},
    "people": {"sentences", "table", "public", "broker", "bus", "history", "club_link", "power"},
    "setup": {"config", "eyes", "power"},
    "teaching": {"clock", "table", "infer", "calibration"},
    "appliance": {"card", "config", "setup", "table", "broker", "doctor", "power"},
    "web": {
        *(
            "appliance",
            "config",
            "sentences",
            "hand",
            "setup",
            "table",
            "broker",
            "bus",
            "history",
            "machine",
            "people",
            "calibration",
            "teaching",
            "doctor",
        ),
    },
    "loop": {
        *("clock", "health", "sentences", "panel", "table", "infer", "eyes", "machine", "ending", "public"),
        *("broker", "bus", "evidence", "calibration", "teaching", "club_link", "people", "web", "power"),
    },
    "virtual": {"panel", "table", "loop"},
    "doctor": {"card", "config", "panel", "table", "broker", "eyes"},
}
SHELVES: dict[str, dict[str, set[str]]] = {
    "engine": {
        "tiles": set(),
        "rules": {"tiles"},
        "value": {"tiles", "rules"},
        "state": {"tiles", "rules", "value"},
        "result": {"tiles", "rules", "value", "state", "classical"},
        "play": {"tiles", "rules", "value", "state", "result", "classical"},
        "judge": {"tiles", "rules", "value", "state", "result", "play"},
        "notation": {"tiles", "rules", "value", "state", "result", "play"},
        "statistics": {"state", "notation"},
    },
    "vision": {
        "camera": set(),
        "calibration": {"camera"},
        "nets": {"camera", "calibration"},
        "eyes": {"camera", "calibration", "nets"},
        "photo": {"camera", "calibration", "nets", "eyes"},
        "faces": {"camera", "calibration"},
        "scene": {"camera", "calibration", "faces"},
    },
    "controller": _CONTROLLER,
    "club/log": {
        "events": set(),
        "tournament": {"faults", "events"},
        "steps": {"faults", "events", "tournament"},
        "store": {"faults", "events", "state"},
        "people": {"faults", "state", "store"},
    },
    "club/web": {
        "live": set(),
        "views": {"live"},
        "request": {"live"},
        "api": {"live", "views", "request"},
    },
}
"""By room: each shelf whose imports are held to, and the shelves of its room that it may know.

`engine/classical` is beside the others: they hand over to it where the game is Chinese Classical. In
`controller` the shelves `assembly` and `cli` know everything below them, and each other in one direction."""


@pytest.mark.parametrize(("room", "shelf"), [(room, shelf) for room in SHELVES for shelf in SHELVES[room]])
def test_a_shelf_imports_only_the_shelves_below_it(room: str, shelf: str) -> None:
    allowed = {shelf, "data", *SHELVES[room][shelf]}
    package = room.replace("/", ".")
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(f"{room}/{shelf}")
        for name in imports(path)
        if under(name, package) and name.removeprefix(package + ".").split(".")[0] not in allowed
    ]
    assert wrong == []


def test_the_engine_and_what_lies_below_it_need_only_the_standard_library() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("engine", "words")
        for name in imports(path)
        if name.split(".")[0] not in ("engine", "words") and name.split(".")[0] not in sys.stdlib_module_names
    ]
    assert wrong == []


def test_the_engine_has_no_clock_file_socket_thread_or_randomness() -> None:
    forbidden = {"time", "random", "socket", "threading", "asyncio", "os", "pathlib", "io", "secrets"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("engine")
        for name in imports(path)
        if name.split(".")[0] in forbidden
    ]
    assert wrong == []


def test_each_library_lives_in_its_room() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(*ROOMS)
        for name in imports(path)
        if (home := HOME.get(name.split(".")[0])) and path.relative_to(ROOT).parts[0] not in home
    ]
    assert wrong == []


def test_nothing_on_the_road_knows_the_virtual_table() -> None:
    """The engine learns of tiles only through the camera: no module on the way from the frame to
    the engine imports the virtual table, its renderer's truth or the scene it draws."""
    wrong = []
    for path in sources(*ROAD):
        where = str(path.relative_to(ROOT))
        if where.startswith("controller/virtual/") or where in WIRING:
            continue
        wrong += [f"{where} imports {name}" for name in imports(path) if under(name, TRUTH)]
    assert wrong == []


def test_only_the_drawing_side_knows_the_scene() -> None:
    drawing = ("vision/scene/", "vision/train/", "controller/virtual/")
    wrong = [
        f"{where} imports {name}"
        for path in sources("engine", "vision", "firmware_bridge", "controller")
        if not (where := str(path.relative_to(ROOT))).startswith(drawing) and where not in WIRING
        for name in imports(path)
        if under(name, "vision.scene.scene")
    ]
    assert wrong == []
