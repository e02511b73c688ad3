// A score and what the shown result makes of it: the difference, the new score, the place.

import { html } from "../../../shared/vendor/preact.js";
import { number, signed, t } from "../../../shared/js/i18n.js";
/** @import { SeatView, Snapshot } from "../../../types/contract" */
/** @import { Ended } from "../../../shared/js/worth.js" */

/** Places 1..4 by points; equal points share the better one. @param {number[]} scores */
export const places = (scores) => scores.map((own) => 1 + scores.filter((other) => other > own).length);

/** Scores before and after the result that is shown, or the scores twice.
    @param {Pick<Snapshot, "phase" | "result" | "seats">} state @returns {[before: number[], after: number[]]} */
export function beforeAndAfter({ phase, result, seats }) {
  const now = seats.map((seat) => seat.score);
  if (!result || !["confirm", "idle", "finished"].includes(phase)) return [now, now];
  return result.paid ? [now.map((n, seat) => n - result.deltas[seat]), now] : [now, now.map((n, seat) => n + result.deltas[seat])];
}

/** The place; where the result changes it, the old and the new one. @param {{ state: Snapshot, seat: SeatView }} its */
export function Place({ state, seat }) {
  const [old, next] = beforeAndAfter(state).map((scores) => places(scores)[seat.seat]);
  if (new Set(state.seats.map((s) => s.score)).size === 1 && old === next) return null;
  if (old === next) return html`<span class="place" data-place-of=${old}>${t("place", { n: old })}</span>`;
  return html`<span class=${`place ${next < old ? "gain" : "loss"}`} data-place-of=${`${old}>${next}`}>${t("place", { n: old })} → ${t("place", { n: next })}</span>`;
}

/** What the result moves at a seat and, until it is paid, what the score becomes. @param {{ state: Ended, seat: SeatView }} its */
export function Delta({ state, seat }) {
  const value = state.result.deltas[seat.seat];
  if (!value) return null;
  const after = beforeAndAfter(state)[1][seat.seat];
  return html`<span class=${`delta ${value > 0 ? "gain" : "loss"}`}><i>${value > 0 ? "▲" : "▼"}</i>${signed(value)}</span>
    ${!state.result.paid && html`<span class="becomes" data-becomes=${after}>→ ${number(after)}</span>`}`;
}
