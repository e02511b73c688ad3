// Times of day in other zones: there and back, over the nights on which clocks are put on and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { known, shownThere, when } from "../../../screens/table/js/setup/zoned.js";

const ZONES = ["Europe/Kyiv", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe", "UTC"];

test("what a clock shows there is when it shows it", () => {
  for (const zone of ZONES)
    for (let day = 0; day < 366; day += 1) {
      const at = Date.UTC(2026, 0, 1 + day, (day * 7) % 24, 30);
      const back = when(shownThere(at, zone), zone);
      assert.equal(shownThere(back, zone), shownThere(at, zone), `${zone} ${new Date(at).toISOString()}`);
    }
});

test("a plain time is the one that people mean", () => {
  assert.equal(when("2026-11-27T16:20", "Europe/Kyiv"), Date.UTC(2026, 10, 27, 14, 20));
  assert.equal(when("2026-07-01T09:00", "America/New_York"), Date.UTC(2026, 6, 1, 13, 0));
  assert.equal(shownThere(Date.UTC(2026, 0, 1, 0, 5), "UTC"), "2026-01-01T00:05");
});

test("of an hour that comes twice the first one, and an hour that never comes is near", () => {
  assert.equal(when("2026-10-25T03:30", "Europe/Kyiv"), Date.UTC(2026, 9, 25, 0, 30));
  const never = when("2026-03-29T03:30", "Europe/Kyiv");
  assert.ok(Math.abs(never - Date.UTC(2026, 2, 29, 1, 30)) <= 3_600_000);
});

test("what is no time is none", () => {
  for (const text of ["", "soon", "2026-13-01T00:00"]) assert.equal(when(text, "UTC"), null);
  assert.equal(known("Nowhere/City"), undefined);
  assert.equal(known("Europe/Kyiv") ?? known("Europe/Kiev"), known("Europe/Kyiv") ?? "Europe/Kiev");
});
