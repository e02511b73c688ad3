// Places and scores around a result.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeAndAfter, places } from "../../../screens/table/js/seat/score.js";
import { snapshot } from "./words.mjs";

test("equal points share the better place", () => {
  assert.deepEqual(places([25_000, 25_000, 25_000, 25_000]), [1, 1, 1, 1]);
  assert.deepEqual(places([30_000, 20_000, 30_000, 20_000]), [1, 3, 1, 3]);
  assert.deepEqual(places([-100, 40_000, 35_100, 25_000]), [4, 1, 2, 3]);
});

test("a preview shows the scores that will be, a paid result those that were", () => {
  const state = snapshot("confirm_ron");
  const now = state.seats.map(({ score }) => score);
  const [old, next] = beforeAndAfter({ ...state, result: { ...state.result, paid: false } });
  assert.deepEqual(old, now);
  assert.deepEqual(next, now.map((score, seat) => score + state.result.deltas[seat]));
  const [was, is] = beforeAndAfter({ ...state, result: { ...state.result, paid: true } });
  assert.deepEqual(is, now);
  assert.deepEqual(was, now.map((score, seat) => score - state.result.deltas[seat]));
});

test("while a hand is played nothing is to come", () => {
  const state = snapshot("confirm_ron", { phase: "play" });
  const now = state.seats.map(({ score }) => score);
  assert.deepEqual(beforeAndAfter(state), [now, now]);
  assert.deepEqual(beforeAndAfter({ ...state, phase: "confirm", result: null }), [now, now]);
});
