// The hub's time of day, counted on by a clock of the page that nobody sets: a screen's own date may be wrong, and jump.

const KEPT = 8;
/** What the hub's time was ahead of the page's clock, by its newest messages. @type {number[]} */
let ahead = [];
let another = false;

/** The hub's time, as a message that has just come says: each is late by its way, so the least late one counts.
    @param {number} ms */
export function hearTime(ms) {
  ahead = [...(another ? [] : ahead.slice(1 - KEPT)), ms - performance.now()];
  another = false;
}

/** Another connection, which may be to a hub that was set right. */
export function forgetTime() {
  another = true;
}

/** Milliseconds since 1970; the screen's own time until the hub has spoken. */
export const now = () => (ahead.length ? performance.now() + Math.max(...ahead) : Date.now());
