"""What stands among the alerts, and until when."""

from __future__ import annotations

from controller.sentences.alerts import PART, Alerts
from runtime.tasks import Tasks


def test_a_part_that_fails_stands_by_its_name_until_it_runs_again() -> None:
    alerts = Alerts()
    part = Tasks().part("evidence")
    alerts.parts([part])
    (standing,) = alerts.all
    assert standing.code == f"{PART}evidence"
    assert part.about.does in standing.message
    other = Tasks().part("readings")
    alerts.parts([other])
    assert [alert.code for alert in alerts.all] == [f"{PART}readings"]
    alerts.parts([])
    assert not alerts.all
