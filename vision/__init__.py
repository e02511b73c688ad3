"""What the camera sees: frames, calibration, detection, tracking, observations.

Knows tiles (`engine.tiles.tile`) and millimetres, and no rule of the game.
"""
