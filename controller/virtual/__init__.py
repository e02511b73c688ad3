"""The virtual club table: players, where every tile physically lies, records played back.

Its truth is used to render frames and, afterwards, to compare. Nothing of it reaches the
road from the camera to the engine.
"""
