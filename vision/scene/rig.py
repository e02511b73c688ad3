"""A camera that may be pushed in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.calibration.layout import STANDARD, Layout
from vision.camera.frame import Pixels
from vision.scene.render import Renderer, Truth, View
from vision.scene.scene import Scene
from vision.scene.spread import spread


def pushed(view: View, x: float = 0.0, y: float = 0.0, roll: float = 0.0, tilt: float = 0.0) -> View:
    """The camera moved by (x, y) mm and turned by degrees, as a shoulder or a slipping clamp does it."""
    return replace(view, x=view.x + x, y=view.y + y, roll=view.roll + roll, tilt=view.tilt + tilt)


class Rig:
    """Renderers that take turns: from each moment of `pushes` on the camera looks as its view says.

    `make` gives a renderer for a view and a share of the room's exposure; it is asked when they are first
    needed. Scenes are laid out as on
    the mat of 750 mm with tiles of 34 mm, and drawn as they lie in `layout`.
    """

    def __init__(
        self,
        make: Callable[[View, float], Renderer],
        view: View,
        pushes: Sequence[tuple[float, View]] = (),
        layout: Layout = STANDARD,
    ) -> None:
        self.layout = layout
        self._make = make
        self._views = [(float("-inf"), view), *sorted(pushes, key=lambda push: push[0])]
        self._made: dict[View, Renderer] = {}
        self._exposure = 1.0

    def at(self, t: float) -> Renderer:
        """The renderer of the moment `t` in seconds."""
        view = [view for since, view in self._views if since <= t][-1]
        if view not in self._made:
            self._made[view] = self._make(view, self._exposure)
        return self._made[view]

    def expose(self, factor: float) -> None:
        """From now on pictures are exposed for `factor` times as long."""
        self._exposure *= factor
        self._made.clear()

    def render(self, scene: Scene, t: float) -> Pixels:
        """Like `Renderer.render`."""
        return self.at(t).render(spread(scene, self.layout), t)

    def exposed(self, source: Callable[[float], Scene], t: float) -> Pixels:
        """Like `Renderer.exposed`."""
        return self.at(t).exposed(lambda moment: spread(source(moment), self.layout), t)

    def truth(self, scene: Scene, t: float) -> list[Truth]:
        """Like `Renderer.truth` at the moment `t`."""
        return self.at(t).truth(spread(scene, self.layout))
