// How a hand ended, in a few words.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { inShort, title, value } from "../../../screens/shared/js/worth.js";
import { snapshot, speak } from "./words.mjs";

before(() => speak());
const win = (over) => ({ han: 3, fu: 40, yakuman: 0, limit: null, ...over });

test("a win is worth its limit, else han and fu", () => {
  assert.match(value(win()), /3.*40/);
  assert.equal(value(win({ han: 5, limit: "mangan" })), "Mangan");
  assert.match(value(win({ yakuman: 2 })), /2|double/i);
});

test("thirteen han that are no yakuman are counted ones", () => {
  assert.notEqual(value(win({ han: 13, limit: "yakuman" })), value(win({ yakuman: 1, limit: "yakuman" })));
});

test("one win says itself; more, and draws, have a title", () => {
  assert.equal(title(snapshot("confirm_ron")), null);
  assert.match(title(snapshot("confirm_double_ron")), /2/);
  assert.match(title(snapshot("confirm_triple_ron")), /3/);
  assert.ok(title(snapshot("confirm_exhaustive")));
  assert.notEqual(title(snapshot("confirm_classical_draw")), title(snapshot("confirm_exhaustive")));
});

test("in short every winner stands with name and points", () => {
  for (const name of ["confirm_ron", "confirm_tsumo", "confirm_double_ron", "confirm_triple_ron", "confirm_yakuman"]) {
    const state = snapshot(name);
    const line = inShort(state);
    for (const { seat, points } of state.result.wins) assert.ok(line.includes(state.seats[seat].name) && line.includes(String(points)), `${name}: ${line}`);
  }
  const classical = snapshot("confirm_classical");
  const winner = classical.result.counted.find((hand) => hand.win_tile);
  assert.ok(inShort(classical).startsWith(`${classical.seats[winner.seat].name}: `));
  assert.equal(inShort(snapshot("confirm_nagashi")), title(snapshot("confirm_nagashi")));
});
