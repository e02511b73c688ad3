// What a host may do, and why not; who is to play.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inHand, noEnd, noEntry, noSetUp, noStart, noUndo, startName } from "../../../screens/table/js/host/can.js";
import { LONGEST, nameOf, swapped, toggled, whole } from "../../../screens/table/js/host/draft.js";

const state = (more) => ({ phase: "idle", hands_played: 0, paused: null, undo: null, sight: "ok", rules: "riichi", machine: { state: "ready" }, ...more });
const FOUR = ["Anna", "Bo", "Chie", "Dan"];

test("between two hands START goes on, in a hand it says why not", () => {
  assert.equal(noStart(state({})), null);
  assert.equal(noStart(state({ phase: "finished" })), null);
  assert.equal(noStart(state({ phase: "collect" })), null, "the hatch is closed by it");
  for (const phase of ["deal", "play", "show", "confirm"]) assert.equal(noStart(state({ phase })), "host.why_hand");
  for (const phase of ["shuffle", "raise", "dice"]) assert.equal(noStart(state({ phase })), "host.why_machine");
  assert.equal(noStart(state({ paused: { by: "x" } })), "host.why_paused");
  assert.equal(noStart(state({ phase: "play", machine: { state: "fault" } })), null, "it clears the fault");
});

test("START has the name of what it begins", () => {
  assert.equal(startName(state({})), "entry.first");
  assert.equal(startName(state({ hands_played: 2 })), "entry.next");
  assert.equal(startName(state({ phase: "finished", hands_played: 8 })), "entry.again");
  assert.equal(startName(state({ phase: "play", machine: { state: "estop" } })), "host.clear");
});

test("a move is taken back in a hand, a game ended once it has begun, another set up when it is over", () => {
  assert.equal(noUndo(state({})), "host.why_no_hand");
  assert.equal(noUndo(state({ phase: "show" })), null);
  assert.equal(noEnd(state({})), "host.why_nothing");
  assert.equal(noEnd(state({ phase: "play" })), null);
  assert.equal(noEnd(state({ hands_played: 1 })), null);
  assert.equal(noEnd(state({ phase: "finished", hands_played: 8 })), "host.why_over");
  assert.equal(noSetUp(state({})), null);
  assert.equal(noSetUp(state({ phase: "finished", hands_played: 8 })), null);
  assert.equal(noSetUp(state({ hands_played: 1 })), "host.why_playing");
  assert.equal(noSetUp(state({ phase: "play" })), "host.why_playing");
  assert.equal(noSetUp(state({ phase: "raise" })), "host.why_machine");
  assert.ok(inHand(state({ phase: "deal" })) && !inHand(state({ phase: "dice" })));
});

test("a hand is entered while it is played, corrected afterwards", () => {
  assert.equal(noEntry(state({})), "host.why_nothing");
  assert.equal(noEntry(state({ phase: "play" })), null);
  assert.equal(noEntry(state({ hands_played: 1 })), null);
  assert.equal(noEntry(state({ phase: "play", sight: "none", paused: { by: "x" } })), "host.why_paused");
});

test("every reason has words", async () => {
  const words = JSON.parse(await readFile(new URL("../../../words/en/table.json", import.meta.url), "utf-8"));
  const script = await readFile(new URL("../../../screens/table/js/host/can.js", import.meta.url), "utf-8");
  const keys = [...script.matchAll(/"(host|entry)\.(\w+)"/g)];
  assert.ok(keys.length > 10);
  for (const [, section, key] of keys) assert.ok(words[section][key], `${section}.${key}`);
});

test("a touch seats somebody at the first free seat, and takes them away again", () => {
  assert.deepEqual(toggled(["Anna", "", "Chie", ""], "Bo"), ["Anna", "Bo", "Chie", ""]);
  assert.deepEqual(toggled(["Anna", "Bo", "Chie", ""], "Anna"), ["", "Bo", "Chie", ""]);
  assert.deepEqual(toggled(FOUR, "Eve"), FOUR, "nobody is put out");
});

test("people change places with the next seat, the last with the first", () => {
  assert.deepEqual(swapped(FOUR, 0), ["Bo", "Anna", "Chie", "Dan"]);
  assert.deepEqual(swapped(FOUR, 3), ["Dan", "Bo", "Chie", "Anna"]);
});

test("four different people make a game", () => {
  assert.ok(whole(FOUR));
  assert.ok(!whole(["Anna", "Bo", "Chie", ""]));
  assert.ok(!whole(["Anna", "Bo", "Anna", "Dan"]));
});

test("a name is one line without spaces at its ends", () => {
  assert.equal(nameOf("  Anna \n Maria\t"), "Anna Maria");
  assert.equal(nameOf("x".repeat(99)).length, LONGEST);
  assert.equal(nameOf(" \u0007 "), "");
});
