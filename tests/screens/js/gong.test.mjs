// When the gong sounds (K-GONG-01).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Gong, LATE_MS, moments } from "../../../screens/club/js/wall/gong.js";

const clock = (over = {}) => ({ gong: "7/1", begun_ms: 1_000_000, ends_ms: 1_000_000 + 75 * 60_000, total_ms: 75 * 60_000, ...over });

test("the start and the end of the main time, and the warnings that are asked for, in their order", () => {
  assert.deepEqual(moments(clock()).map(({ signal }) => signal), ["start", "end"]);
  const found = moments(clock(), [15, 5]);
  assert.deepEqual(found.map(({ signal }) => signal), ["start", "warning", "warning", "end"]);
  assert.deepEqual(found.map(({ at }) => at), [...found.map(({ at }) => at)].sort((a, b) => a - b));
  assert.equal(found.at(-1).at - found[1].at, 15 * 60_000);
});

test("no gong, no moment; a paused clock has only begun; a warning before the start is none", () => {
  assert.deepEqual(moments(clock({ gong: null })), []);
  assert.deepEqual(moments(clock({ ends_ms: null })).map(({ signal }) => signal), ["start"]);
  assert.deepEqual(moments(clock(), [75, 90]).map(({ signal }) => signal), ["start", "end"]);
});

test("each moment sounds once, and one that is long past does not", () => {
  const rung = [];
  const gong = new Gong((id, signal) => rung.push(signal), []);
  const { begun_ms: begun, ends_ms: ends } = clock();
  for (const now of [begun - 1, begun, begun + 1000, ends - 1, ends, ends + 1]) gong.look(clock(), now, 0);
  assert.deepEqual(rung, ["start", "end"]);
  new Gong(() => assert.fail("it is past"), []).look(clock(), ends + LATE_MS, 0);
});

test("extra time makes another end", () => {
  const rung = [];
  const gong = new Gong((id) => rung.push(id), []);
  const more = clock({ ends_ms: clock().ends_ms + 60_000, total_ms: clock().total_ms + 60_000 });
  gong.look(clock(), clock().ends_ms, 0);
  gong.look(more, more.ends_ms, 0);
  assert.equal(new Set(rung).size, 2);
});

test("the end of a round in which nobody plays any more is nobody's", () => {
  const gong = new Gong((id, signal) => assert.equal(signal, "start"), []);
  gong.nobodyPlays("7/1", true);
  gong.look(clock(), clock().ends_ms, 0);
});
