"""Tiles in photographs and films of unknown scale (`jantaku read`)."""
