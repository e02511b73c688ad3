"""How long the renderer takes: `python -m benchmarks.render`. One thread, processor time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import cv2

from benchmarks.progress import Command, Options
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer
from vision.scene.scene import ArmBody, Scene


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    start = time.process_time()
    work()
    return 1e3 * (time.process_time() - start)


def takes(_: Options) -> float:
    return 10


def main() -> None:
    Command(__doc__, takes).begin()
    cv2.setNumThreads(1)
    made: list[Renderer] = []
    print(f"start of a renderer          {timed(lambda: made.append(Renderer())):7.1f} ms")
    renderer = made[0]
    table = demo_scene(1)
    print(f"{len(table.tiles)} tiles never seen before  {timed(lambda: renderer.render(table, 0.0)):7.1f} ms")
    renderer.render(Scene(), 0.1)
    print(f"the same once drawn          {timed(lambda: renderer.render(table, 0.2)):7.1f} ms")
    print(f"nothing moves                {timed(lambda: renderer.render(table, 0.3)):7.1f} ms")
    moving = []
    for i in range(60):
        held = replace(table.tiles[5], x=table.tiles[5].x + 2 * i, z=30.0)
        arm = ArmBody(0, held.x, held.y - 10.0)
        scene = replace(table, tiles=(*table.tiles[:5], held, *table.tiles[6:]), arms=(arm,))
        moving.append(timed(lambda scene=scene, t=i / 12.5: renderer.render(scene, 1 + t)))  # type: ignore[misc]
    print(f"an arm with a tile, median   {statistics.median(moving):7.1f} ms, at worst {max(moving):.1f} ms")


if __name__ == "__main__":
    main()
