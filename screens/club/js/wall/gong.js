// When the gong sounds (K-GONG-01): as a round starts and as its main time ends. The regulation knows no warning before
// that; a club that wants one names its minutes in the address.

/** What is longer ago than this is past: a page that is opened, or finds its server again, is silent about it. */
export const LATE_MS = 15_000;

/** The moments of a round's clock: `{id, at, signal}`. A moment that is moved by extra time is another one. */
export function moments(clock, warnings = []) {
  if (!clock.gong) return [];
  const start = { id: `${clock.gong}/start`, at: clock.begun_ms, signal: "start" };
  if (clock.ends_ms === null) return [start];
  const early = warnings
    .map((minutes) => ({ id: `${clock.gong}/${minutes}/${clock.total_ms}`, at: clock.ends_ms - 60_000 * minutes, signal: "warning" }))
    .filter(({ at }) => at > clock.begun_ms);
  return [start, ...early, { id: `${clock.gong}/end/${clock.total_ms}`, at: clock.ends_ms, signal: "end" }];
}

/** Hears each moment once: `ring(id, signal, voice)` is called as it comes. */
export class Gong {
  constructor(ring, warnings) {
    this.ring = ring;
    this.warnings = warnings;
    this.done = new Set();
    /** Gongs of rounds in which nobody plays any more: the end of their time is nobody's. */
    this.ended = new Set();
  }

  nobodyPlays(gong, so) {
    if (so) this.ended.add(gong);
    else this.ended.delete(gong);
  }

  /** The clock of an event as it stands `now`, by the hub's time. */
  look(clock, now, voice) {
    for (const { id, at, signal } of moments(clock, this.warnings)) {
      if (at > now || this.done.has(id)) continue;
      this.done.add(id);
      if (now - at < LATE_MS && !this.ended.has(clock.gong)) this.ring(id, signal, voice);
    }
  }
}
