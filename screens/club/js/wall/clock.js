// The clock of an event's round, large enough for a hall, with what it means in words (K-TIMER-06, K-GONG-01).

import { minutes } from "../../../shared/js/clock.js";
import { t } from "../../../shared/js/i18n.js";
import { html } from "../../../shared/vendor/preact.js";
import { LATE_MS } from "./gong.js";
import { now } from "../hub_time.js";
import { useSeen } from "./live.js";
/** @import { WallClock } from "../../../types/club" */

const SOON_MS = 300_000;
/** @type {Record<string, string>} */
const AFTER = { finish_current_plus_one: "hall_wall.one_more", finish_current: "hall_wall.no_more" };

/** Milliseconds that a clock has left now, by what was sent of it. @param {WallClock} clock */
const left = (clock) => (clock.ends_ms === null ? clock.left_ms : Math.max(0, clock.ends_ms - now()));

/** waiting, running, soon, paused, over; or ended, where nobody plays any more.
    @param {WallClock} clock @param {boolean} ended */
function kindOf(clock, ended) {
  if (ended) return "ended";
  if (clock.state === "waiting" || clock.state === "paused") return clock.state;
  const ms = left(clock);
  if (ms <= 0) return "over";
  return ms < SOON_MS ? "soon" : "running";
}

/** The gong for the eyes: which of its moments has just been. @param {WallClock} clock @param {string} kind */
function rung(clock, kind) {
  /** @param {number | null} moment */
  const since = (moment) => moment !== null && now() >= moment && now() - moment < LATE_MS;
  if (kind === "over" && since(clock.ends_ms)) return "end";
  return kind !== "ended" && since(clock.begun_ms) ? "start" : "";
}

/** @param {string} kind @param {string} gong @param {string} after */
function saying(kind, gong, after) {
  if (gong === "start") return t("hall_wall.begin");
  if (kind === "waiting") return t("hall_wall.waiting");
  if (kind === "paused") return t("hall_wall.paused");
  if (kind === "ended") return t("hall_wall.all_ended");
  return kind === "over" ? `${t("hall_wall.over")}: ${t(AFTER[after] ?? AFTER.finish_current)}` : "";
}

/** @param {string} seen */
const split = (seen) => seen.split("|");

/** Digits that change every second, and nothing else of the page with them. @param {{ clock: WallClock, ended: boolean }} its */
export function ClockFace({ clock, ended }) {
  const [kind, text, gong] = split(useSeen(() => {
    const found = kindOf(clock, ended);
    return `${found}|${minutes(left(clock))}|${rung(clock, found)}`;
  }));
  return html`<b class="clock" role="timer" data-clock=${kind} data-gong=${gong}>${kind === "ended" ? "✓" : text}</b>`;
}

/** What the digits mean, in words. @param {{ clock: WallClock, ended: boolean }} its */
export function ClockWords({ clock, ended }) {
  const [kind, gong] = split(useSeen(() => {
    const found = kindOf(clock, ended);
    return `${found}|${rung(clock, found)}`;
  }));
  const said = saying(kind, gong, clock.after);
  return said && html`<span class=${`said ${kind}`} data-said=${kind}>${said}</span>`;
}
