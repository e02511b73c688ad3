"""Drawn pictures to train the nets on."""
