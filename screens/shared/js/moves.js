// A finished hand as the moves at which its replay stops.

import { patched } from "./patch.js";
import { spoken, wordOf } from "./spoken.js";
/** @import { Snapshot } from "../../types/contract" */
/** @import { Ukeire } from "../../types/table" */
/** @import { Operation } from "./patch.js" */

// What nobody sees happen by itself goes with what follows it.
const PASSING = ["drawn", "identified", "riichi_paid", "fetched", "reseated"];

/** @typedef {{ type: string, data: any, changes: Operation[], ukeire?: Ukeire | null }} Frame */
/** @typedef {{ first: Snapshot, frames: Frame[], hands: number }} Hand */
/** @typedef {{ state: Snapshot, event: Frame | null }} Move */

/** The snapshots at which the replay stops, each with the event that led there: `{state, event}`.
    @param {Pick<Hand, "first" | "frames">} hand @returns {Move[]} */
export function movesOf({ first, frames }) {
  const moves = [/** @type {Move} */ ({ state: first, event: null })];
  let state = first;
  for (const frame of frames) {
    state = patched(state, frame.changes);
    if (!PASSING.includes(frame.type)) moves.push({ state, event: frame });
  }
  return moves;
}

/** What is said aloud in a move, or null. @param {Frame} event @param {string} [rules] */
export function saying(event, rules) {
  const code = spoken(event, rules);
  return code && wordOf(code, rules);
}
