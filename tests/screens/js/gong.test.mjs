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

test("a clock that stops, gets time after its end, and is followed by others", () => {
  const rung = [];
  const gong = new Gong((id, signal) => rung.push(signal), [5]);
  const played = { gong: "a", begun_ms: 0, ends_ms: 600_000, total_ms: 600_000 };
  const sounds = (change, ...times) => {
    rung.length = 0;
    for (const now of times) gong.look({ ...played, ...change }, now, 0);
    return [...rung];
  };
  assert.deepEqual(sounds({ gong: "", begun_ms: null, ends_ms: null }, 0, 1e9), [], "before the gong");
  assert.deepEqual(sounds({}, 0, 1, 299_999), ["start"]);
  assert.deepEqual(sounds({}, 300_000, 300_200, 599_999), ["warning"]);
  assert.deepEqual(sounds({ ends_ms: null }, 700_000), [], "the clock stands");
  assert.deepEqual(sounds({}, 601_000, 601_200), ["end"]);
  const extra = sounds({ ends_ms: 660_000, total_ms: 660_000 }, 602_000, 659_999, 660_000, 661_000);
  assert.deepEqual(extra, ["end"], "extra time has an end of its own, and the warning's moment is long past");
  assert.deepEqual(sounds({ gong: "b", begun_ms: 0 }, 16_000), [], "sixteen seconds ago");
  const short = sounds({ gong: "c", begun_ms: 650_000, ends_ms: 750_000, total_ms: 100_000 }, 664_000, 750_000);
  assert.deepEqual(short, ["start", "end"], "a game too short for the warning");
});
