// Which table of a hall needs somebody first, and how the cards share a screen.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { byName, layOut, needOf } from "../../../screens/table/js/hall_needs.js";
import { snapshot, speak } from "./words.mjs";

before(() => speak());
const table = (state = {}, over = {}) => ({
  id: "table-1", state: snapshot("play", { sight: "ok", alerts: [], questions: [], calls: [], paused: null, clock: null, ...state }),
  clock: null, status: { online: true }, leftMs: null, alerts: new Map(), receivedAt: performance.now(), ...over,
});
const call = (answered) => ({ id: "1", seat: 0, by: "seat0", since_ms: 0, answered });
const question = { id: "q", code: "unread_discard" };

test("a table that needs nobody says nothing", () => assert.deepEqual([needOf(table()).kind, needOf(table()).text], ["well", null]));

test("the most pressing need is named, and ranks come in their order", () => {
  const over = { kind: "round", over: true, deals_left: null };
  const needs = [
    ["called", { calls: [call(false)], sight: "dark", questions: [question] }],
    ["fault", { sight: "dark", clock: over }],
    ["over", { clock: over, paused: { by: "house", reason: "", since_ms: 0 } }],
    ["coming", { calls: [call(true)], questions: [question] }],
    ["paused", { paused: { by: "house", reason: "tea", since_ms: 0 }, alerts: [{ code: "x" }] }],
    ["alert", { alerts: [{ code: "x", message: "" }], questions: [question] }],
    ["asked", { questions: [question] }],
  ];
  const found = needs.map(([, state]) => needOf(table(state)));
  assert.deepEqual(found.map(({ kind }) => kind), needs.map(([kind]) => kind));
  assert.deepEqual(found.map(({ rank }) => rank), [...found.map(({ rank }) => rank)].sort((a, b) => a - b));
  assert.ok(found.every(({ text }) => text));
  assert.match(found[4].text, /tea/);
});

test("a table that is gone or silent says so, whatever it needed", () => {
  assert.equal(needOf(table({ calls: [call(false)] }, { status: { online: false, reason: "stopped" } })).kind, "gone");
  assert.equal(needOf(table({}, { receivedAt: performance.now() - 16_000 })).kind, "gone");
  assert.equal(needOf(table({}, { receivedAt: performance.now() - 14_000 })).kind, "well");
});

test("tables are sorted as people count", () => {
  const ids = ["table-10", "table-9", "table-1"].map((id) => table({}, { id })).sort(byName).map(({ id }) => id);
  assert.deepEqual(ids, ["table-1", "table-9", "table-10"]);
});

test("all cards have room, and a wide screen has more columns than a high one", () => {
  for (let n = 1; n <= 40; n += 1) {
    for (const [width, height] of [[1920, 1000], [1080, 1800]]) {
      const { columns, rows } = layOut(n, width, height);
      assert.ok(columns * rows >= n && columns * (rows - 1) < n, `${n}: ${columns} x ${rows}`);
    }
    assert.ok(layOut(n, 1920, 1000).columns >= layOut(n, 1080, 1800).columns);
  }
});
