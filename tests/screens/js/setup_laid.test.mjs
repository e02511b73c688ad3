// A laid-out set on the screen: its part of the picture, its names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { area, misread, named, plain } from "../../../screens/table/js/setup/laid.js";

const quad = (x, y) => [[x, y], [x + 10, y], [x + 10, y + 20], [x, y + 20]];
const state = { width: 400, height: 300, places: [{ face: "1m", quad: quad(100, 100) }], tiles: [] };

test("the picture is cut to where tiles belong and lie, with a margin, and never beyond its edges", () => {
  assert.deepEqual(area(state).map((each) => Math.round(each * 10) / 10), [99.4, 98.8, 11.2, 22.4]);
  const [left, top, width, height] = area({ ...state, tiles: [{ quad: quad(0, 0), read: "", meant: "", sure: 0 }] });
  assert.deepEqual([left, top], [0, 0]);
  assert.ok(width > 110 && height > 120);
  assert.deepEqual(area({ ...state, places: [] }), [0, 0, 400, 300]);
});

test("what is corrected is sent instead of what the rows say", () => {
  const looked = { ...state, id: "a", picture: "", refused: null, tiles: [{ quad: quad(0, 0), read: "2m", meant: "1m", sure: 1 }, { quad: quad(9, 0), read: "2m", meant: "2m", sure: 1 }] };
  assert.deepEqual(named(looked, {}), { id: "a", faces: ["1m", "2m"] });
  assert.deepEqual(named(looked, { 1: "", 0: "0p" }), { id: "a", faces: ["0p", ""] });
  assert.equal(misread(looked.tiles[0], "1m"), true);
  assert.equal(misread(looked.tiles[0], "2m"), false);
});

test("whatever is typed becomes a name that a file may have", () => {
  assert.equal(plain("Grüner Satz 2"), "gru-ner-satz-2");
  assert.equal(plain("--Club_A"), "club_a");
  assert.equal(plain("x".repeat(50)).length, 32);
});
