// Values of a club in words: exact points, options, troubles, entries.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { hasRole, points } from "../../../screens/club/js/club.js";
import { titleOf, worth } from "../../../screens/shared/js/rules.js";
import { laidDown } from "../../../screens/club/js/director/laid_down.js";
import { troubleOf } from "../../../screens/club/js/troubles.js";
import { speak } from "./words.mjs";

before(() => speak("en", "club"));

test("points are whole, or a fraction to two places", () => {
  assert.deepEqual(["1000", "-1000", "0", "1000/3", "-1000/3"].map((value) => points(value)), ["+1000", "−1000", "0", "+333.33", "−333.33"]);
  assert.equal(points(12, false), "12");
});

test("a role of one event is none of another", () => {
  const who = { roles: [{ role: "director", tournament: 3 }, { role: "referee", tournament: null }] };
  assert.equal(hasRole(who, ["director"], 3), true);
  assert.equal(hasRole(who, ["director"], 4), false);
  assert.equal(hasRole(who, ["referee"], 4), true);
  assert.equal(hasRole(null, ["referee"], 4), false);
});

test("every kind of value has words, and no word is an object's", () => {
  for (const value of [null, true, false, 0, -5, "riichi", [], [15, 5, -5, -15], { aka: 0 }, { fu: [20, null], han: 3 }]) {
    assert.match(worth(value), /\S/);
    assert.doesNotMatch(worth(value), /object|undefined|null/);
  }
  assert.equal(worth([15, -15]), "+15, −15");
  assert.equal(titleOf("of_a_newer_hub"), "of_a_newer_hub");
});

test("what is laid down of an event can be read", () => {
  assert.equal(laidDown("place", null), "");
  assert.equal(laidDown("place", ""), "");
  assert.equal(laidDown("officials", [{ person: 1 }, { person: 2 }], { 1: "Aiko" }), "Aiko, #2");
  assert.equal(laidDown("games", 8), "8");
});

test("a trouble without words only says that there is one", () => {
  assert.match(troubleOf({ code: "of_a_newer_hub" }), /\S/);
  assert.doesNotMatch(troubleOf({ code: "of_a_newer_hub" }), /newer/);
});
