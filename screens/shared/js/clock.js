// The time that is left, for everybody to see (K-TIMER-06); no alarm when it is over, a word.

import { html } from "../vendor/preact.js";
import { t } from "./i18n.js";
/** @import { ClockView } from "../../types/contract" */

/** @param {number} n */
const pad = (n) => String(n).padStart(2, "0");


/** 75:00, 0:09; the second that has begun counts. @param {number} ms */
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** What the clock says after the time: how many hands are still played. @param {ClockView} clock */
function afterwards({ last_hand: last, deals_left: left }) {
  if (last) return { kind: "last", text: t("clock.last_hand") };
  return left === null ? { kind: "over", text: t("clock.over") } : { kind: "more", text: t("clock.deals_left", { n: left }) };
}

/** Where a clock is shown. @typedef {{ state: { clock: ClockView | null }, leftMs?: number | null }} Clocked */

/** `{kind, text}` of the clock, null where the game has no time limit. @param {Clocked} link */
export function clockText({ state, leftMs }) {
  const { clock } = state;
  if (!clock || clock.kind === "none") return null;
  if (clock.over || clock.last_hand) return afterwards(clock);
  return { kind: clock.running ? "running" : "stopped", text: minutes(leftMs ?? clock.left_ms) };
}

/** @param {{ link: Clocked }} its */
export function Clock({ link }) {
  const said = clockText(link);
  return said && html`<span class=${`clock ${said.kind}`} data-clock=${said.kind}>${said.text}</span>`;
}
