"""Machines without hardware: the real firmware in a plant, and its model in Python."""
