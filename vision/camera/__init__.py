"""Cameras and their pictures: sources, recordings, formats, and advice about quality."""
