"""The browser and the check for accessibility that all pages share."""

from tests.controller.screens.conftest import axe, driver

__all__ = ["axe", "driver"]
