// Where the dice break the wall (R-WALL-04, R-WALL-05, R-WALL-07).

/** @import { WallView } from "../../types/contract" */

export const STACKS = 17;
const DEAD = 7;

/** A stack counted from the right end of a seat's wall, over the corner to the left where it runs on.
    @param {number} seat @param {number} stack */
export function place(seat, stack) {
  const turns = Math.floor(stack / STACKS);
  return { seat: (seat - turns + 8) % 4, stack: stack - turns * STACKS };
}

/** Every stack by seat: `dead` to the right of the break, `first` the first that is dealt.
    @param {WallView} wall */
export function kinds({ seat, stacks }) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (let n = 1; n <= DEAD; n += 1) {
    const at = place(seat, stacks - n);
    found.set(`${at.seat} ${at.stack}`, "dead");
  }
  const first = place(seat, stacks);
  found.set(`${first.seat} ${first.stack}`, "first");
  return found;
}
