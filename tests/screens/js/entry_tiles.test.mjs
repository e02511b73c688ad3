// A winning hand put together tile by tile, as the table is asked about it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, flagged, laid, missing, questionOf, turned, without } from "../../../screens/shared/js/entry/tiles.js";

const WIN = { seat: 2, source: 0, riichi: false };
const hand = (faces, held = EMPTY) => faces.reduce(laid, held);
const CLOSED = ["1m", "2m", "3m", "4p", "0p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "5z", "5z"];

test("fourteen tiles are a hand, and the last is the one that was won on", () => {
  assert.equal(questionOf(hand(CLOSED.slice(1)), WIN), null);
  const question = questionOf(hand(CLOSED), WIN);
  assert.deepEqual([question.tiles, question.win_tile], [CLOSED.slice(0, 13).join(""), "5z"]);
  assert.deepEqual([question.seat, question.from, question.riichi, question.melds], [2, 0, false, []]);
  assert.deepEqual(hand(["9p"], hand(CLOSED)), hand(CLOSED), "one too many changes nothing");
});

test("a set counts three, whatever it is", () => {
  for (const [into, face, tiles] of [["pon", "0m", ["5m", "5m", "0m"]], ["kan", "7z", ["7z", "7z", "7z", "7z"]], ["closed_kan", "0s", ["5s", "5s", "5s", "0s"]]]) {
    const held = laid(turned(EMPTY, into), face);
    assert.deepEqual([held.sets[0].tiles, missing(held), held.into], [tiles, 11, "hand"]);
  }
});

test("a sequence takes its three tiles in any order, and those that are none begin anew", () => {
  const chi = (...faces) => hand(faces, turned(EMPTY, "chi"));
  assert.deepEqual(chi("0p", "3p", "4p").sets, [{ type: "chi", tiles: ["3p", "4p", "0p"] }]);
  for (const wrong of [["1z", "2z", "3z"], ["1m", "2m", "4m"], ["1m", "2p", "3m"], ["8s", "9s", "1s"]]) {
    assert.deepEqual([chi(...wrong).sets, chi(...wrong).part], [[], [wrong[2]]]);
  }
  assert.deepEqual(without(chi("2m", "3m")).part, ["2m"]);
});

test("a closed kan is called from nobody, every other set from a neighbour", () => {
  const held = hand(CLOSED.slice(6), laid(turned(laid(turned(EMPTY, "pon"), "6z"), "closed_kan"), "7z"));
  assert.equal(missing(held), 0);
  const [pon, kan] = questionOf(held, WIN).melds;
  assert.deepEqual(pon, { type: "pon", tiles: "6z6z6z", called: "6z", from: 1 });
  assert.deepEqual(kan, { type: "ankan", tiles: "7z7z7z7z" });
});

test("indicators are no tiles of the hand, and five at most", () => {
  const held = hand(["1m", "2m", "3m", "4m", "5m", "6m"], turned(hand(CLOSED), "dora"));
  assert.deepEqual(questionOf(held, WIN).dora_indicators, ["1m", "2m", "3m", "4m", "5m"]);
  assert.equal(without(held).dora.length, 4);
});

test("double riichi is a riichi, and a circumstance touched twice is none", () => {
  const question = questionOf(flagged(hand(CLOSED), "double_riichi"), WIN);
  assert.deepEqual([question.riichi, question.double_riichi], [true, true]);
  assert.deepEqual(flagged(flagged(EMPTY, "ippatsu"), "ippatsu"), EMPTY);
});

test("what was touched last goes first", () => {
  assert.deepEqual(without(hand(CLOSED)), hand(CLOSED.slice(0, 13)));
  assert.deepEqual(without(laid(turned(EMPTY, "pon"), "1z")), EMPTY);
});
