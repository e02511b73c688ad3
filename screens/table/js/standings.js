// The end of the game: places, and how the points become the final result (R-FINAL).

import { html } from "../../shared/vendor/preact.js";
import { number, signed, t } from "../../shared/js/i18n.js";
/** @import { Snapshot, Standing } from "../../types/contract" */

const PARTS = /** @type {const} */ (["uma", "oka", "penalty"]);

/** Thousands as what is added is counted. @param {number} points */
const thousands = (points) => signed(Number((points / 1000).toFixed(1)));

/** The result, always with its one digit. @param {number} points */
const tenths = (points) => `${points > 0 ? "+" : ""}${number(points.toFixed(1))}`;

/** What was added to the points, only where there was something: `{key, name}`. @param {Standing[]} standings */
function parts(standings) {
  return PARTS.filter((key) => standings.some((s) => s[key])).map((key) => ({ key, name: t(`ui.${key}`) }));
}

/** @param {{ state: Snapshot }} its */
export function Standings({ state }) {
  const classical = state.rules === "classical";
  const added = classical ? [] : parts(state.standings);
  const rows = [...state.standings].sort((a, b) => a.place - b.place || b.score - a.score);
  return html`<article class="result standings" data-columns=${added.map((part) => part.key).join(" ")}>
    <div class="head"><h1>${t("ui.game_over")}</h1><span class="stamp paid">${t("ui.hands_played", { n: state.hands_played })}</span></div>
    <table>
      <thead><tr><td></td><th class="player">${t("ui.player")}</th><th>${t("ui.score")}</th>${added.map(({ key, name }) => html`<th key=${key}>${name}</th>`)}${!classical && html`<th>${t("ui.result")}</th>`}</tr></thead>
      <tbody>
        ${rows.map((s) => html`<tr key=${s.seat} data-place=${s.place} class=${s.place === 1 ? "first" : ""}>
          <td class="place">${t("place", { n: s.place })}</td>
          <td class="winner">${state.seats[s.seat].name}</td>
          <td class="final">${number(s.score)}</td>
          ${added.map(({ key, name }) => html`<td class="added" key=${key} data-label=${name} data-added=${`${key}:${s[key]}`}>${thousands(s[key])}</td>`)}
          ${!classical && html`<td class=${`uma ${s.points >= 0 ? "gain" : "loss"}`}>${tenths(s.points)}</td>`}
        </tr>`)}
      </tbody>
    </table>
  </article>`;
}
