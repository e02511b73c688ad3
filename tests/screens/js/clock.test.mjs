// What the clock of a game says (K-TIMER-02, K-TIMER-03, K-TIMER-06).

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { clockText, minutes } from "../../../screens/shared/js/clock.js";
import { speak } from "./words.mjs";

before(() => speak());
const CLOCK = { kind: "round", running: true, left_ms: 60_000, ts_ms: 0, bonus_ms: 0, deals_left: null, last_hand: false, over: false };
const said = (clock, leftMs) => clockText({ state: { clock: clock && { ...CLOCK, ...clock } }, leftMs });

test("the second that has begun counts", () => {
  assert.deepEqual([0, 1, 1000, 1001, 59_999, 60_000, 4_500_000].map(minutes), ["0:00", "0:01", "0:01", "0:02", "1:00", "1:00", "75:00"]);
  assert.equal(minutes(-1), "0:00", "nothing is less than nothing");
});

test("without a time limit nothing is said", () => {
  assert.equal(said(null), null);
  assert.equal(said({ kind: "none" }), null);
});

test("the tick counts, and the snapshot until the first one", () => {
  assert.deepEqual(said({}, 5000), { kind: "running", text: "0:05" });
  assert.deepEqual(said({}, null), { kind: "running", text: "1:00" });
  assert.deepEqual(said({}), { kind: "running", text: "1:00" });
  assert.deepEqual(said({}, 0), { kind: "running", text: "0:00" });
  assert.equal(said({ running: false }).kind, "stopped");
});

test("after the time words stand there, the last hand before all else", () => {
  assert.equal(said({ over: true }).kind, "over");
  assert.equal(said({ over: true, deals_left: 2 }).kind, "more");
  assert.match(said({ over: true, deals_left: 2 }).text, /2/);
  assert.equal(said({ over: true, deals_left: 1, last_hand: true }).kind, "last");
  assert.equal(said({ last_hand: true }, 9000).kind, "last");
});
