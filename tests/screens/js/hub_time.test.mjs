// The hub's time of day, counted on by a clock of the page that nobody sets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetTime, hearTime, now } from "../../../screens/club/js/hub_time.js";

test("the message that was the least late counts, of the newest eight, and of this connection alone", (context) => {
  let page = 1000;
  context.mock.method(performance, "now", () => page);
  context.mock.method(Date, "now", () => 42);
  assert.equal(now(), 42, "the screen's own time until the hub has spoken");
  hearTime(500_000);
  assert.equal(now(), 500_000);
  page = 2000;
  assert.equal(now(), 501_000, "it is counted on");
  hearTime(500_200);
  assert.equal(now(), 501_000, "a message that came 800 ms late changes nothing");
  for (let n = 0; n < 8; n += 1) hearTime(500_200);
  assert.equal(now(), 500_200, "but when all newer ones say so, the clock was set");
  forgetTime();
  assert.equal(now(), 500_200, "until another connection speaks");
  hearTime(400_000);
  assert.equal(now(), 400_000);
});
