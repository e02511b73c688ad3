"""What the configuration of a table may say that somebody was setting up when the power failed."""

from __future__ import annotations

import pytest

from benchmarks.appliance.game import SETTINGS
from benchmarks.appliance.setting_up import value_of


def test_the_configuration_has_one_of_the_values_that_it_may_have() -> None:
    assert value_of(SETTINGS, {None}) is None
    changed = SETTINGS + "\n[broadcast]\ndelay_s = 7\n"
    assert value_of(changed, {6, 7}) == 7
    for torn in (changed, changed[:-2], "", SETTINGS.replace("tenhou", "ema")):
        with pytest.raises(ValueError, match=r"The configuration says|Invalid value"):
            value_of(torn, {5, 6})
