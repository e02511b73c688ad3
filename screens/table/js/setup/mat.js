// The part of the mat's picture on which tiles lie, with what is seen drawn over it.

import { html } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { area, misread } from "./laid.js";
/** @import { TeachNow } from "../../../types/table" */

/** @param {[number, number][]} quad */
const points = (quad) => quad.map((p) => p.join(",")).join(" ");
/** @param {[number, number][]} quad @param {0 | 1} axis */
const along = (quad, axis) => quad.reduce((sum, spot) => sum + spot[axis], 0) / quad.length;

/** @param {{ url: string, state: TeachNow, chosen?: number | null }} its */
export function Mat({ url, state, chosen = null }) {
  const [left, top, width, height] = area(state);
  return html`<svg class="mat" viewBox=${`${left} ${top} ${width} ${height}`} role="img" aria-label=${t("setup.picture")}>
    <image href=${url} x="-0.5" y="-0.5" width=${state.width} height=${state.height} />
    ${state.places.map(({ face, quad }, n) => html`<g key=${`place${n}`} class="place"><polygon points=${points(quad)} />
      <text x=${along(quad, 0)} y=${along(quad, 1)} style=${{ fontSize: `${width / 46}px` }}>${face === "back" ? "▮" : face}</text></g>`)}
    ${state.tiles.map((tile, n) => html`<polygon key=${n} points=${points(tile.quad)} data-seen=${tile.read}
      class=${`seen ${misread(tile, tile.meant) ? "misread" : ""} ${n === chosen ? "chosen" : ""}`} />`)}
  </svg>`;
}
