// The middle of the mat: the round for all four sides, tiles left; dora and sticks, or the loose tiles.

import { html } from "../vendor/preact.js";
import { Clock, clockText } from "./clock.js";
import { round, t } from "./i18n.js";
import { Stick, Tile } from "./tile.js";
/** @import { RoundView, Snapshot } from "../../types/contract" */
/** @import { Clocked } from "./clock.js" */

const INDICATORS = 5;
const LOOSE = 2;

/** @typedef {Snapshot & { round: RoundView }} InRound */

/** What changes its width is another element (`key`), so that nothing that is seen moves.
    @param {{ n: number, state: InRound, link: Clocked | null }} its */
function Side({ n, state, link }) {
  const clock = link && clockText(link);
  return html`<div class=${`edge side${n}`}>
    <span class="round" key=${`${round(state.round)}${clock?.kind}`}>${round(state.round)}</span>
    <span class="left" key=${`${state.tiles_left} ${clock?.text.length}`}>${state.tiles_left !== null && html`<span>${t("left", { n: state.tiles_left })}</span>`}${link && html`<${Clock} link=${link} />`}</span>
  </div>`;
}

/** @param {{ value: number, n: number, label: string }} its */
const Count = ({ value, n, label }) => html`<span class=${`count v${value}`} title=${label} data-count=${n}><${Stick} value=${value} /><b>${n}</b></span>`;

/** @param {{ n: number }} its */
const Slots = ({ n }) => Array.from({ length: Math.max(0, n) }, (_, i) => html`<span key=${`e${n - i}`} class="slot"></span>`);

/** Chinese Classical has neither dora nor sticks on the table. @param {{ n: number }} its */
const Loose = ({ n }) => html`<div class="core">
  <div class="loose" data-loose=${n}>${Array.from({ length: n }, (_, i) => html`<${Tile} key=${i} face="back" />`)}<${Slots} n=${LOOSE - n} /></div>
  <span class="left">${t("classical.loose")}</span>
</div>`;

/** Counters, and sticks that wait for a winner. @param {{ round: RoundView }} its */
export const Counts = ({ round: { honba, kyotaku } }) => html`<span class="counts">
  <${Count} value=${100} n=${honba} label=${t("honba", { n: honba })} /><${Count} value=${1000} n=${kyotaku} label=${t("ui.riichi")} />
</span>`;

/** @param {{ state: InRound }} its */
const Riichi = ({ state }) => html`<div class="core">
  <div class="indicators" title=${t("ui.dora")}>
    ${state.dora.map((face, i) => html`<${Tile} key=${i} face=${face} />`)}<${Slots} n=${INDICATORS - state.dora.length} />
  </div>
  <${Counts} round=${state.round} />
</div>`;

/** `link` brings the clock; a replay has none. @param {{ state: Snapshot, link?: Clocked | null }} its */
export function Centre({ state, link = null }) {
  if (!state.round) return html`<div class="centre"></div>`;
  return html`<div class="centre" data-round=${`${state.round.wind}${state.round.number}`}>
    ${[0, 1, 2, 3].map((n) => html`<${Side} key=${n} n=${n} state=${state} link=${link} />`)}
    ${state.rules === "classical" ? html`<${Loose} n=${state.loose ?? 0} />` : html`<${Riichi} state=${state} />`}
  </div>`;
}
