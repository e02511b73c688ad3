// A finished hand as the moves at which its replay stops.

import assert from "node:assert/strict";
import { test } from "node:test";
import { movesOf } from "../../../screens/shared/js/moves.js";

const first = { rev: 0, turn: null };
const frame = (type, rev) => ({ type, data: {}, changes: [{ op: "replace", path: "/rev", value: rev }] });

test("what nobody sees happen goes with what follows it", () => {
  const moves = movesOf({ first, frames: [frame("drawn", 1), frame("discarded", 2), frame("identified", 3), frame("called", 4)] });
  assert.deepEqual(moves.map(({ event, state }) => [event?.type ?? null, state.rev]), [[null, 0], ["discarded", 2], ["called", 4]]);
});

test("a hand without moves has its beginning", () => assert.deepEqual(movesOf({ first, frames: [] }), [{ state: first, event: null }]));
