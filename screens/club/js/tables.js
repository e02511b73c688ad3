// Standings and statistics as tables.

import { html } from "../../shared/vendor/preact.js";
import { FigureCells, FigureHeads } from "../../shared/js/figures.js";
import { t } from "../../shared/js/i18n.js";
import { points, useAnswer } from "./club.js";
import { Lacking } from "./result_more.js";
/** @import { Names } from "./club.js" */

/** @param {{ error: string | null }} its */
const WARN = ({ error }) => error && html`<p class="warn" role="alert">${error}</p>`;

/** Penalties stand in a column of their own, so that places by points stay visible (K-FINAL-03). */
const COLUMNS = /** @type {const} */ (["points", "uma", "oka", "chips", "yakitori", "fixed", "chombo", "lateness", "fines", "carried"]);

/** @param {number | string} value */
const zero = (value) => String(value) === "0";

/** @param {{ tournament: number, names: Names, seq: number }} its */
export function Standings({ tournament, names, seq }) {
  const { data, error } = useAnswer(`tournaments/${tournament}/standings`, seq);
  if (!data?.standings.length) return html`<${WARN} error=${error} />${data && html`<p class="quiet">${t("club.no_games")}</p>`}`;
  const rows = data.standings;
  const columns = COLUMNS.filter((column) => rows.some((row) => !zero(row[column])));
  const rounds = [...new Set(rows.flatMap((row) => Object.keys(row.rounds)))].sort((a, b) => Number(a) - Number(b));
  return html`<${Lacking} lacks=${data.lacks} />${!data.check.ok && html`<p class="warn" role="alert">${t("club.sum_wrong")}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("club.standings")}><table class="wide" data-standings>
    <thead><tr><th class="num">${t("club.place")}</th><th>${t("ui.player")}</th><th class="num">${t("club.total")}</th>
      ${rounds.map((n) => html`<th class="num" key=${n}>${n}</th>`)}${columns.map((column) => html`<th class="num" key=${column}>${t(`column.${column}`)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.player} data-player=${row.player}>
      <td class="num">${row.place}</td><th scope="row">${names[row.player] ?? `#${row.player}`}</th><td class=${`num strong ${String(row.total).startsWith("-") ? "loss" : "gain"}`}>${points(row.total)}</td>
      ${rounds.map((n) => html`<td class="num" key=${n}>${n in row.rounds ? points(row.rounds[n]) : ""}</td>`)}
      ${columns.map((column) => html`<td class="num" key=${column}>${zero(row[column]) ? "" : points(row[column])}</td>`)}
    </tr>`)}</tbody>
  </table></div>`;
}

/** @param {{ tournament: number, names: Names, seq: string }} its */
export function Statistics({ tournament, names, seq }) {
  const { data, error } = useAnswer(`tournaments/${tournament}/statistics`, seq);
  const people = Object.entries(data ?? {}).sort(([a], [b]) => (names[a] ?? a).localeCompare(names[b] ?? b));
  if (!people.length) return html`<${WARN} error=${error} />${data && html`<p class="quiet">${t("club.no_games")}</p>`}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("tab.statistics")}><table class="wide" data-statistics>
    <thead><tr><th>${t("ui.player")}</th><${FigureHeads} /></tr></thead>
    <tbody>${people.map(([person, line]) => html`<tr key=${person} data-player=${person}>
      <th scope="row">${names[person] ?? `#${person}`}</th><${FigureCells} line=${line} />
    </tr>`)}</tbody>
  </table></div>`;
}
