// Hands that a telephone keeps while the hub is away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toEnter } from "../../../screens/club/js/kept_hands.js";

/** @param {number} first @param {string} letters */
const kept = (first, letters) => ({ first, results: /** @type {any[]} */ ([...letters]) });

test("they are entered in the order in which they were played", () => {
  assert.deepEqual(toEnter(kept(4, "abc"), 4), ["a", "b", "c"]);
});

test("what another telephone entered meanwhile is not entered again", () => {
  assert.deepEqual(toEnter(kept(4, "abc"), 5), ["b", "c"]);
  assert.deepEqual(toEnter(kept(4, "abc"), 7), []);
  assert.deepEqual(toEnter(kept(4, "abc"), 9), []);
});

test("a hand that a referee cancelled makes none of them known", () => {
  assert.deepEqual(toEnter(kept(4, "abc"), 3), ["a", "b", "c"]);
});
