// The middle of the mat: the round for all four sides, dora, sticks, tiles left.

import { html } from "../vendor/preact.js";
import { round, t } from "./i18n.js";
import { Stick, Tile } from "./tile.js";

const INDICATORS = 5;

const Side = ({ n, state }) => html`<div class=${`edge side${n}`}>
  <span class="round">${round(state.round)}</span>
  ${state.tiles_left !== null && html`<span class="left">${t("left", { n: state.tiles_left })}</span>`}
</div>`;

const Count = ({ value, n, label }) => html`<span class=${`count v${value}`} title=${label} data-count=${n}><${Stick} value=${value} /><b>${n}</b></span>`;

export function Centre({ state }) {
  if (!state.round) return html`<div class="centre"></div>`;
  const empty = Array(Math.max(0, INDICATORS - state.dora.length)).fill(null);
  return html`<div class="centre" data-round=${`${state.round.wind}${state.round.number}`}>
    ${[0, 1, 2, 3].map((n) => html`<${Side} key=${n} n=${n} state=${state} />`)}
    <div class="core">
      <div class="indicators" title=${t("ui.dora")}>
        ${state.dora.map((face, i) => html`<${Tile} key=${i} face=${face} />`)}${empty.map((_, i) => html`<span key=${`e${i}`} class="slot"></span>`)}
      </div>
      <div class="counts">
        <${Count} value=${100} n=${state.round.honba} label=${t("honba", { n: state.round.honba })} />
        <${Count} value=${1000} n=${state.round.kyotaku} label=${t("ui.riichi")} />
      </div>
    </div>
  </div>`;
}
