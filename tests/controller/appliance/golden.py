"""`python -m tests.controller.appliance.golden`: writes the golden plans anew; look at the difference."""

from __future__ import annotations

from controller.appliance.steps import written
from tests.controller.appliance.test_steps import GOLDEN, PLANS

if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, plan in PLANS.items():
        (GOLDEN / f"{name}.txt").write_text(written(plan), "utf-8")
