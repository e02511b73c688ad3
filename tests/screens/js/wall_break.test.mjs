// Where the dice break the wall: 17 stacks a side, counted from the right end as its owner sees it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds, place, STACKS } from "../../../screens/table/js/wall_break.js";

test("a count that runs over the end goes on over the wall of the player to the left", () => {
  assert.deepEqual(place(0, 0), { seat: 0, stack: 0 });
  assert.deepEqual(place(0, 16), { seat: 0, stack: 16 });
  assert.deepEqual(place(0, 17), { seat: 3, stack: 0 });
  assert.deepEqual(place(2, 18), { seat: 1, stack: 1 });
  assert.deepEqual(place(1, -1), { seat: 2, stack: STACKS - 1 }, "and before its beginning over that to the right");
});

test("seven stacks are dead, and the first that is dealt follows them, wherever the wall is broken", () => {
  for (const seat of [0, 1, 2, 3]) {
    for (let stacks = 2; stacks <= 18; stacks += 1) {
      const found = [...kinds({ seat, stacks })];
      const dead = found.filter(([, kind]) => kind === "dead");
      assert.equal(dead.length, 7);
      assert.equal(found.length, 8);
      assert.ok(found.every(([at]) => /^[0-3] (\d|1[0-6])$/.test(at)), String(found));
    }
  }
});

test("a seven from the own wall leaves its seven dead stacks in it", () => {
  const found = kinds({ seat: 0, stacks: 7 });
  assert.deepEqual([...Array(8).keys()].map((stack) => found.get(`0 ${stack}`)), [...Array(7).fill("dead"), "first"]);
});
