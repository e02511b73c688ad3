// The end of the game: places, and what was added to the points (R-FINAL).

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Standings } from "../../../screens/table/js/standings.js";
import { draw } from "./dom.mjs";
import { snapshot, speak } from "./words.mjs";

before(() => speak());

const line = (seat, place, score, over = {}) => ({ seat, place, score, points: (score - 30_000) / 1000, uma: 0, oka: 0, penalty: 0, ...over });
const END = [line(0, 2, 31_000), line(1, 1, 42_000), line(2, 4, -1_500), line(3, 3, 28_500)];
const table = (standings, over = {}) => draw(Standings, { state: snapshot("finished", { standings, ...over }) });
const rows = (drawn) => drawn.having("data-place");
const cells = (drawn, name) => rows(drawn).map((row) => row.tags("td").find((cell) => cell.attributes.class?.split(" ")[0] === name)?.text);

test("the first is said first, with name and score", () => {
  const drawn = table(END);
  const { seats } = snapshot("finished");
  assert.deepEqual(rows(drawn).map((row) => row.attributes["data-place"]), ["1", "2", "3", "4"]);
  assert.deepEqual(cells(drawn, "winner"), [1, 0, 3, 2].map((seat) => seats[seat].name));
  assert.deepEqual(cells(drawn, "final"), ["42000", "31000", "28500", "−1500"]);
  assert.deepEqual(rows(drawn).map((row) => row.attributes.class ?? ""), ["first", "", "", ""]);
});

test("who shares a place stands by score", () => {
  const shared = [line(0, 2, 30_000), line(1, 2, 31_000), line(2, 1, 40_000), line(3, 4, 0)];
  assert.deepEqual(cells(table(shared), "final"), ["40000", "31000", "30000", "0"]);
});

test("only what was added to somebody has a column, in the order in which it is added", () => {
  const columns = (standings) => table(standings).having("data-columns")[0].attributes["data-columns"];
  assert.equal(columns(END), "");
  assert.equal(columns(END.map((each) => ({ ...each, uma: each.place === 1 ? 15_000 : -5_000 }))), "uma");
  const fined = END.map((each) => ({ ...each, penalty: each.seat === 3 ? -20_000 : 0, oka: each.place === 1 ? 20_000 : 0 }));
  assert.equal(columns(fined), "oka penalty");
  assert.equal(columns(fined.map((each) => ({ ...each, uma: 5_000 }))), "uma oka penalty");
});

test("what is added is counted in thousands, nothing as 0, the result with its one digit", () => {
  const drawn = table([line(0, 2, 31_000, { uma: 5_000, points: 6 }), line(1, 1, 42_000, { uma: 15_500, points: 27.5 }), line(2, 4, -1_500, { uma: -20_500, points: -52 }), line(3, 3, 28_500)]);
  assert.deepEqual(drawn.having("data-added").map(({ text }) => text), ["+15.5", "+5", "0", "−20.5"]);
  assert.deepEqual(drawn.having("data-added").map((cell) => cell.attributes["data-added"]), ["uma:15500", "uma:5000", "uma:0", "uma:-20500"]);
  assert.deepEqual(cells(drawn, "uma"), ["+27.5", "+6.0", "−1.5", "−52.0"]);
  assert.deepEqual(rows(drawn).map((row) => row.tags("td").at(-1).attributes.class), ["uma gain", "uma gain", "uma loss", "uma loss"]);
});

test("Chinese Classical ends with the scores alone", () => {
  const drawn = table(END.map((each) => ({ ...each, uma: 10_000 })), { rules: "classical" });
  assert.equal(drawn.having("data-added").length, 0);
  assert.deepEqual(rows(drawn).map((row) => row.tags("td").length), [3, 3, 3, 3]);
  assert.equal(drawn.tags("th").length, 2);
});
