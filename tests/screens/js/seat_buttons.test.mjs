// Which buttons a seat has: what it may do next, and nothing that it cannot.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { snapshot, speak } from "./words.mjs";

globalThis.location ??= new URL("http://127.0.0.1/seat.html");
const { buttons, offered } = await import("../../../screens/table/js/seat/buttons.js");

beforeEach(() => speak());

/** The buttons of each seat. */
const had = (state) => state.seats.map((seat) => buttons(state).filter((button) => offered(button, state, seat)));
const previewed = (others_may_win) => {
  const state = snapshot("confirm_ron");
  return { ...state, result: { ...state.result, others_may_win } };
};

test("while others may win on the same tile they are offered it, beside the answers that stay in their places", () => {
  const state = previewed(true);
  const [win] = state.result.wins;
  assert.notEqual(win.source, win.seat, "a ron");
  had(state).forEach((keys, seat) => {
    const concerned = seat === win.seat || seat === win.source;
    assert.deepEqual(keys, concerned ? ["confirm", "dispute"] : ["confirm", "dispute", "ron"]);
  });
});

test("afterwards there is nothing but to agree or not", () => {
  assert.deepEqual(had(previewed(false)), Array(4).fill(["confirm", "dispute"]));
});
