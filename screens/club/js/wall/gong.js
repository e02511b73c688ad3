// When the gong sounds (K-GONG-01): as a round starts and as its main time ends. The regulation knows no warning before
// that; a club that wants one names its minutes in the address.

/** @import { WallClock } from "../../../types/club" */

/** @typedef {"start" | "warning" | "end" | "test"} Signal */
/** @typedef {Pick<WallClock, "gong" | "begun_ms" | "ends_ms" | "total_ms">} Rings */
/** @typedef {(id: string, signal: Signal, voice: number) => void} Ring */

/** What is longer ago than this is past: a page that is opened, or finds its server again, is silent about it. */
export const LATE_MS = 15_000;

/** The moments of a round's clock. A moment that is moved by extra time is another one.
    @param {Rings} clock @param {number[]} [warnings] @returns {{ id: string, at: number, signal: Signal }[]} */
export function moments(clock, warnings = []) {
  const { gong, begun_ms: begun, ends_ms: ends } = clock;
  if (!gong || begun === null) return [];
  /** @type {{ id: string, at: number, signal: Signal }} */
  const start = { id: `${gong}/start`, at: begun, signal: "start" };
  if (ends === null) return [start];
  const early = warnings
    .map((minutes) => ({ id: `${gong}/${minutes}/${clock.total_ms}`, at: ends - 60_000 * minutes, signal: /** @type {Signal} */ ("warning") }))
    .filter(({ at }) => at > begun);
  return [start, ...early, { id: `${gong}/end/${clock.total_ms}`, at: ends, signal: "end" }];
}

/** Hears each moment once: `ring(id, signal, voice)` is called as it comes. */
export class Gong {
  /** @param {Ring} ring @param {number[]} warnings */
  constructor(ring, warnings) {
    this.ring = ring;
    this.warnings = warnings;
    /** @type {Set<string>} */
    this.done = new Set();
    /** Gongs of rounds in which nobody plays any more: the end of their time is nobody's. @type {Set<string>} */
    this.ended = new Set();
  }

  /** @param {string} gong @param {boolean} so */
  nobodyPlays(gong, so) {
    if (so) this.ended.add(gong);
    else this.ended.delete(gong);
  }

  /** The clock of an event as it stands `now`, by the hub's time.
      @param {Rings} clock @param {number} now @param {number} voice */
  look(clock, now, voice) {
    for (const { id, at, signal } of moments(clock, this.warnings)) {
      if (at > now || this.done.has(id)) continue;
      this.done.add(id);
      if (now - at < LATE_MS && !this.ended.has(clock.gong)) this.ring(id, signal, voice);
    }
  }
}
