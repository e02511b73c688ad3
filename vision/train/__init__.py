"""Reproducible training of the models in `vision/models` (needs the `train` extra)."""
