// From whom to whom points move, and where that is drawn: each seat on its side, arrows between their rims.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Extras, Payments, Transfers } from "../../../screens/shared/js/payments.js";
import { draw } from "./dom.mjs";
import { snapshot, speak } from "./words.mjs";

before(() => speak());

// Half the plate of a seat.
const [WIDE, HIGH] = [69, 21];
const PAID = ["confirm_ron", "confirm_tsumo", "confirm_double_ron", "confirm_triple_ron", "confirm_exhaustive", "confirm_chombo", "confirm_nagashi"];
const from = (south) => (seat) => (seat - south + 4) % 4;
const numbers = (text) => text.match(/-?\d+(\.\d+)?/g).map(Number);
const placed = (group) => numbers(group.attributes.transform);
const ends = (path) => {
  const [ax, ay, bx, by] = numbers(path.attributes.d);
  return [[ax, ay], [bx, by]];
};
const arrows = (drawn) => drawn.tags("path").filter(({ attributes }) => attributes.class === "flow").map(ends);
const away = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
const within = ([x, y], [cx, cy]) => Math.abs(x - cx) < WIDE && Math.abs(y - cy) < HIGH;
const nearest = (spot, spots) => spots.indexOf([...spots].sort((a, b) => away(a, spot) - away(b, spot))[0]);
/** On the line through two spots. */
const straight = ([px, py], [ax, ay], [bx, by]) => Math.abs((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / Math.hypot(bx - ax, by - ay) < 0.01;

test("each seat has its plate on its side, with what it wins or loses", () => {
  for (const south of [0, 1, 2, 3]) {
    const state = snapshot("confirm_ron");
    const plates = draw(Payments, { state, side: from(south) }).having("data-pays");
    assert.deepEqual(plates.map((plate) => Number(plate.attributes["data-pays"])), state.result.deltas);
    const [bottom, right, top, left] = [0, 1, 2, 3].map((n) => placed(plates[(south + n) % 4]));
    assert.ok(bottom[1] > 0 && bottom[0] === 0 && top[1] === -bottom[1] && top[0] === 0, "below and above");
    assert.ok(right[0] > 0 && right[1] === 0 && left[0] === -right[0] && left[1] === 0, "right and left");
    assert.deepEqual(plates.map((plate) => plate.attributes.class), state.result.deltas.map((n) => (n > 0 ? "gain" : n < 0 ? "loss" : "")));
  }
});

test("an arrow goes from everybody who pays to everybody who gets something, from rim to rim", () => {
  for (const name of PAID) {
    const state = snapshot(name);
    const { deltas } = state.result;
    const drawn = draw(Payments, { state, side: from(1) });
    const spots = drawn.having("data-pays").map(placed);
    const found = arrows(drawn).filter(([start]) => away(start, [0, 0]) > 1);
    const pairs = found.map(([a, b]) => `${nearest(a, spots)}>${nearest(b, spots)}`);
    const wanted = deltas.flatMap((gain, to) => (gain > 0 ? deltas.flatMap((loss, payer) => (loss < 0 ? [`${payer}>${to}`] : [])) : []));
    assert.deepEqual([...pairs].sort(), wanted.sort(), name);
    for (const [n, [a, b]] of found.entries()) {
      const [payer, to] = pairs[n].split(">").map((seat) => spots[Number(seat)]);
      assert.ok(straight(a, payer, to) && straight(b, payer, to), `${name}: ${pairs[n]} is straight`);
      assert.ok(!within(a, payer) && !within(b, to), `${name}: ${pairs[n]} covers no plate`);
      assert.ok(away(a, payer) + away(b, to) < away(payer, to), `${name}: ${pairs[n]} points to who gets it`);
    }
  }
});

test("what lay on the table comes out of the middle", () => {
  const state = snapshot("confirm_ron");
  const pot = state.result.deltas.reduce((a, b) => a + b, 0);
  assert.equal(pot, 1000);
  const drawn = draw(Payments, { state, side: from(0) });
  const out = arrows(drawn).filter(([start]) => away(start, [0, 0]) < 1);
  const spots = drawn.having("data-pays").map(placed);
  assert.deepEqual(out.map(([, end]) => nearest(end, spots)), [state.result.wins[0].seat]);
  assert.match(drawn.text, /\+1000/);
  const even = { ...state, result: { ...state.result, deltas: [3000, -1000, -1000, -1000] } };
  assert.equal(arrows(draw(Payments, { state: even, side: from(0) })).length, 3);
});

test("a win says what the counters and the sticks on the table add, and nothing where there are none", () => {
  const win = (deltas, points) => ({ seat: 0, points, deltas });
  const extras = (one, honba = 2) => draw(Extras, { win: one, honba }).having("data-extra").map((line) => [line.attributes["data-extra"], line.tags("b")[0].text]);
  assert.deepEqual(extras(win([4900, -3900, 0, 0], 3900)), [["sticks", "+1000"]]);
  assert.deepEqual(extras(win([4500, -4500, 0, 0], 3900)), [["honba", "+600"]]);
  assert.deepEqual(extras(win([6500, -4500, 0, 0], 3900)), [["honba", "+600"], ["sticks", "+2000"]]);
  assert.deepEqual(extras(win([3900, -3900, 0, 0], 3900)), []);
});

test("every payment of Chinese Classical stands on its own line, and no two on each other", () => {
  for (const name of ["confirm_classical", "confirm_classical_limit"]) {
    const state = snapshot(name);
    const drawn = draw(Transfers, { state, side: from(0) });
    const paid = state.result.transfers.filter(([, , points]) => points);
    const labels = drawn.having("data-transfer");
    assert.deepEqual(labels.map((label) => label.attributes["data-transfer"]), paid.map(([payer, to, points]) => `${payer}>${to}:${points}`));
    const spots = drawn.having("data-pays").map(placed);
    const boxes = labels.map((label) => ({ at: placed(label), half: Number(label.tags("rect")[0].attributes.width) / 2 }));
    for (const [n, [payer, to]] of paid.entries()) {
      const { at } = boxes[n];
      assert.ok(straight(at, spots[payer], spots[to]), `${name}: ${labels[n].text} lies on its line`);
      assert.ok((to - payer) % 2 !== 0 || away(at, spots[payer]) < away(at, spots[to]), `${name}: across the middle it is near who pays`);
    }
    for (const [n, one] of boxes.entries())
      for (const other of boxes.slice(n + 1)) assert.ok(Math.abs(one.at[0] - other.at[0]) >= one.half + other.half || Math.abs(one.at[1] - other.at[1]) >= 28, `${name}: ${one.at} and ${other.at}`);
  }
});

test("nothing that nobody pays is drawn", () => {
  const state = snapshot("confirm_classical");
  const transfers = [[0, 1, 0], [2, 1, 64]];
  const drawn = draw(Transfers, { state: { ...state, result: { ...state.result, transfers } }, side: from(0) });
  assert.deepEqual(drawn.having("data-transfer").map((label) => label.attributes["data-transfer"]), ["2>1:64"]);
  assert.equal(arrows(drawn).length, 1);
});
