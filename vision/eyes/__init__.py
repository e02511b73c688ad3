"""From pictures of a calibrated mat to observations: the only way from the camera to the game."""
