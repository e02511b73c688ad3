// How sets lie before their owners (E-MELD-01), and how wide a hand is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lay, width } from "../../../screens/shared/js/tile.js";

const meld = (type, tiles, called, source) => ({ type, tiles, called, source });
const across = (row) => row.flatMap(({ sideways }, n) => (sideways ? [n] : []));

test("the called tile lies across at the place of its source", () => {
  const from = (source) => across(lay(meld("pon", ["5m", "5m", "0m"], "0m", source), 0));
  assert.deepEqual(from(3), [0], "left neighbour: leftmost");
  assert.deepEqual(from(2), [1], "opposite: the middle");
  assert.deepEqual(from(1), [2], "right neighbour: rightmost");
  assert.equal(lay(meld("pon", ["5m", "5m", "0m"], "0m", 3), 0)[0].face, "0m", "it is the tile itself that lies across");
});

test("the place is counted from the owner, not from seat 0", () => {
  for (const seat of [0, 1, 2, 3]) assert.deepEqual(across(lay(meld("chi", ["1p", "2p", "3p"], "2p", (seat + 3) % 4), seat)), [0]);
});

test("an open kan has four tiles, an added one two across, a concealed one its ends turned", () => {
  assert.deepEqual(across(lay(meld("daiminkan", ["1z", "1z", "1z", "1z"], "1z", 1), 0)), [3]);
  const added = lay(meld("shouminkan", ["1z", "1z", "1z", "1z"], "1z", 2), 0);
  assert.deepEqual([across(added), added.filter(({ kind }) => kind === "added").length], [[1, 2], 1]);
  assert.deepEqual(lay(meld("ankan", ["1z", "1z", "1z", "1z"], null, null), 0).map(({ face }) => face), ["back", "1z", "1z", "back"]);
});

test("every tile of a set lies there once", () => {
  for (const type of ["chi", "pon", "daiminkan", "shouminkan"]) {
    const tiles = ["3s", "4s", "5s", "6s"].slice(0, type === "chi" || type === "pon" ? 3 : 4);
    for (const source of [1, 2, 3]) assert.deepEqual(lay(meld(type, tiles, "4s", source), 0).map(({ face }) => face).sort(), tiles);
  }
});

test("a hand is as wide as its tiles, with a gap before each set", () => {
  const hand = (over) => ({ tiles: Array(13).fill("1m"), win_tile: null, melds: [], flowers: [], ...over });
  assert.equal(width(hand(), 0), 13);
  assert.equal(width(hand({ win_tile: "1m" }), 0), 14.3);
  const pon = meld("pon", ["1z", "1z", "1z"], "1z", 1);
  assert.ok(Math.abs(width(hand({ tiles: Array(10).fill("1m"), melds: [pon] }), 0) - 13.61) < 1e-9);
  const kan = meld("shouminkan", ["1z", "1z", "1z", "1z"], "1z", 1);
  assert.equal(width(hand({ melds: [kan] }), 0), width(hand({ melds: [pon] }), 0), "the added tile lies upon the called one");
});
