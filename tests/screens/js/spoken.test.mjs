// What people say aloud, by the events of the game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken } from "../../../screens/shared/js/spoken.js";

const called = (type) => ({ type: "called", data: { seat: 0, meld: { type } } });

test("a call is named as it is said", () => {
  assert.deepEqual(["chi", "pon", "daiminkan"].map((type) => spoken(called(type))), ["chi", "pon", "kan"]);
  assert.equal(spoken({ type: "kan_declared", data: {} }), "kan");
});

test("a win is tsumo by the own tile, ron by another's, mahjong in Chinese Classical", () => {
  const win = (source) => ({ type: "win_declared", data: { seat: 1, source } });
  assert.equal(spoken(win(1), "riichi"), "tsumo");
  assert.equal(spoken(win(2), "riichi"), "ron");
  assert.equal(spoken(win(2), "classical"), "mahjong");
});

test("what nobody says is no word", () => {
  for (const type of ["discarded", "drawn", "riichi_paid", "hand_ended"]) assert.equal(spoken({ type, data: {} }), null);
});
