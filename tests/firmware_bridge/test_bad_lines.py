from __future__ import annotations

import pytest

from tests.firmware_bridge.line import Line
from tests.firmware_bridge.ports import BAD, Mangle


@pytest.mark.parametrize("mangle", BAD.values(), ids=BAD.keys())
def test_over_a_bad_line_and_resets_nothing_is_executed_twice_or_invented(mangle: Mangle) -> None:
    line = Line(mangle, 5)
    line.run(20.0, reset_s=3.0)
    assert (line.twice, line.strange) == (0, 0)
    assert line.lives >= 6
    assert line.executed > line.sent / 2 > 10, "the line still works"
