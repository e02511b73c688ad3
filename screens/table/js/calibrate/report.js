// What a calibration is worth, in words, an icon and a colour; and what the camera's picture lacks.

import { html } from "../../../shared/vendor/preact.js";
import { has, t } from "../../../shared/js/i18n.js";
import { whyNot } from "../../../shared/js/refused.js";
/** @import { CalibrateHint, CalibrateNow, CalibrateTried, Calibrated } from "../../../types/table" */

/** Why something is refused, in the language of the page. @param {CalibrateHint} refused */
export function why({ code, values, message }) {
  if (code === "away") return t("calibrate.away");
  if (code === "forbidden") return t("calibrate.sign_in");
  if (has(`calibrate_why.${code}`)) return t(`calibrate_why.${code}`, { ...values, missing: listed(values.missing) });
  return has(`reason.${code}`) ? whyNot({ code: "not_now", reason: code, values }) : message;
}

/** @param {unknown} numbers */
const listed = (numbers) => (Array.isArray(numbers) ? numbers.join(", ") : "");

/** What would make it better, in the language of the page. @param {CalibrateHint} hint */
export const advice = ({ code, values, message }) => (has(`calibrate_hint.${code}`) ? t(`calibrate_hint.${code}`, values) : message);

/** The one sentence on the camera that is most pressing; null where it may simply be used. @param {CalibrateNow} now */
export function camera(now) {
  if (now.refused) return why(now.refused);
  if (!["ok", "uncalibrated", "moved"].includes(now.sight)) return t(`sight.${now.sight}`);
  if (now.hints.length) return advice(now.hints[0]);
  if (now.hidden.length) return t("calibrate.hidden");
  return now.sight === "moved" ? t("sight.moved") : null;
}

/** Shapes as well as colours. @type {Record<string, string>} */
const MARKS = { good: "M5 13l5 5 9-11", fair: "M5 12h14", poor: "M6 6l12 12M18 6L6 18" };

/** @param {{ grade: string }} its */
const Icon = ({ grade }) => html`<svg class="grade" viewBox="0 0 24 24" aria-hidden="true"><path d=${MARKS[grade]} /></svg>`;

/** @param {Calibrated} found */
const error = (found) => t(`calibrate_error.${found.by}`, { mm: found.error_mm.toFixed(2), worst: (found.worst_mm ?? found.error_mm).toFixed(2) });

/** @param {{ tried: CalibrateTried | null, busy: boolean }} its */
export function Result({ tried, busy }) {
  if (!tried) return html`<p class="result" role="status">${busy ? t("calibrate.working") : ""}</p>`;
  if (tried.refused) return html`<div class="result" role="status" data-grade="poor" data-why=${tried.refused.code}><${Icon} grade="poor" /><p>${why(tried.refused)}</p></div>`;
  const { found } = tried;
  if (!found) return null;
  const todo = found.hints.length ? advice(found.hints[0]) : t(`calibrate_todo.${found.grade}`);
  return html`<div class="result" role="status" data-grade=${found.grade} data-by=${found.by}>
    <${Icon} grade=${found.grade} />
    <p><strong>${t(`calibrate_grade.${found.grade}`)}</strong> · ${error(found)}.<br />${todo}</p>
  </div>`;
}

/** @param {{ now: CalibrateNow }} its */
export function Camera({ now }) {
  const said = camera(now);
  return html`<p class=${said ? "warn" : "quiet"} data-camera=${said ? "lacks" : "good"}>${said ?? t("calibrate.picture_good")}</p>
    <p class="quiet" data-in-use>${now.current ? t("calibrate.in_use", { field: now.current.field_mm, tile: now.current.tile_mm, mm: now.current.error_mm.toFixed(2) }) : t("calibrate.none_yet")}</p>`;
}
