// Corners that are dragged or moved by keys, and the magnifier beside the finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, grabbed, keyed, nearest, within } from "../../../screens/table/js/calibrate/moves.js";

const SIZE = { width: 2028, height: 1520 };
const CORNERS = [[100, 1400], [1900, 1400], [1900, 100], [100, 100]];

test("a corner stays in the picture, to a tenth of a pixel", () => {
  assert.deepEqual(within([-3, 1600], SIZE), [0, 1519]);
  assert.deepEqual(within([10.26, 20.04], SIZE), [10.3, 20]);
});

test("arrow keys move by a pixel, with shift by ten, and other keys not at all", () => {
  assert.deepEqual(keyed([5, 5], "ArrowLeft", false), [4, 5]);
  assert.deepEqual(keyed([5, 5], "ArrowDown", true), [5, 15]);
  assert.equal(keyed([5, 5], "Tab", false), null);
  assert.equal(keyed([5, 5], "toString", false), null);
});

test("the nearest corner is taken, where it is held", () => {
  assert.equal(nearest(CORNERS, [1500, 300]), 2);
  assert.deepEqual(grabbed(CORNERS, [110, 1395], 90), { number: 0, offset: [-10, 5] });
  assert.deepEqual(grabbed(CORNERS, [400, 300], 90), { number: 3, offset: [0, 0] }, "a touch far from it sets it there");
});

test("the magnifier is never under the finger, and within the picture", () => {
  const room = { width: 640, height: 480 };
  const [side, gap] = [180, 56];
  for (let x = 0; x <= room.width; x += 8) {
    for (let y = 0; y <= room.height; y += 8) {
      const [left, top] = beside([x, y], room, side, gap);
      const [dx, dy] = [Math.max(left - x, 0, x - left - side), Math.max(top - y, 0, y - top - side)];
      assert.ok(Math.hypot(dx, dy) >= 44, `${x}, ${y}`);
      assert.ok(left >= 0 && left + side <= room.width && top >= 0 && top + side <= room.height, `${x}, ${y}`);
    }
  }
});

test("on a telephone it is as near to the picture as it goes", () => {
  const [left, top] = beside([20, 10], { width: 360, height: 270 }, 122, 56);
  assert.deepEqual([left, top], [76, 0]);
});
