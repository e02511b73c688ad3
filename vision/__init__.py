"""What the camera sees: frames, calibration, detection, tracking, observations.

Knows tiles (`engine.tiles.tile`) and millimetres, and no rule of the game.
"""

import os

# onnxruntime for Linux reports its use to its maker and keeps an identifier of the computer, unless this is
# set before it is first imported (github.com/microsoft/onnxruntime, pull request 27379). A table reports to
# nobody.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
