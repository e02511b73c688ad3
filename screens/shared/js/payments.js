// From whom to whom points move: one side of the table for each seat.

import { html } from "../vendor/preact.js";
import { signed, t } from "./i18n.js";
import { Stick } from "./tile.js";
/** @import { WinView } from "../../types/contract" */
/** @import { Ended } from "./worth.js" */

/** @typedef {[x: number, y: number]} Spot */

/** Where the seats lie around the middle: bottom, right, top, left. @type {(x: number, y: number) => Spot[]} */
const around = (x, y) => [[0, y], [x, 0], [0, -y], [-x, 0]];
const NEAR = around(128, 80);
const FAR = around(150, 112);

const Tip = () => html`<defs><marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto"><path d="M0 0 10 5 0 10z" /></marker></defs>`;

/** A line on which arrows travel from payer to receiver; they stand still for who wants no motion.
    @param {{ ends: Spot[] }} its */
const Flow = ({ ends: [a, b] }) => html`<path class="rail" d=${`M${a}L${b}`} marker-end="url(#tip)" /><path class="flow" d=${`M${a}L${b}`} />`;

/** What each seat wins or loses in all.
    @param {{ state: Ended, spots: (seat: number) => Spot }} its */
const Nets = ({ state, spots }) =>
  state.seats.map(({ seat, wind }) => {
    const net = state.result.deltas[seat];
    return html`<g key=${seat} transform=${`translate(${spots(seat)})`} data-pays=${net} class=${net > 0 ? "gain" : net < 0 ? "loss" : ""}>
      <rect x="-69" y="-21" width="138" height="42" rx="21" />
      <text x="-49" y="7" class="w" text-anchor="middle">${t(`wind.${wind}`)}</text>
      <text x="15" y="9" text-anchor="middle">${net ? signed(net) : "0"}</text>
    </g>`;
  });

/** From whom to whom the points move; what comes from the pot leaves the middle.
    @param {{ state: Ended, side: (seat: number) => number }} its */
export function Payments({ state, side }) {
  const { deltas } = state.result;
  /** @param {number} seat */
  const spot = (seat) => NEAR[side(seat)];
  const payers = deltas.flatMap((d, seat) => (d < 0 ? [seat] : []));
  const takers = deltas.flatMap((d, seat) => (d > 0 ? [seat] : []));
  const arrows = takers.flatMap((to) => payers.map((from) => line(spot(from), spot(to))));
  const pot = deltas.reduce((a, b) => a + b, 0);
  if (pot > 0) arrows.push([[0, 0], line([0, 0], spot(takers[0]))[1]]);
  return html`<svg class="payments" viewBox="-199 -103 398 206" role="img" aria-label=${t("ui.total")}>
    <${Tip} />
    ${arrows.map((ends, i) => html`<${Flow} key=${i} ends=${ends} />`)}
    ${pot > 0 && html`<g class="pot"><rect x="-26" y="-3.5" width="52" height="7" rx="2" /><circle r="2.6" /><text y="-15" text-anchor="middle">${signed(pot)}</text></g>`}
    <${Nets} state=${state} spots=${spot} />
  </svg>`;
}

/** What comes to the value of a win: the counters, and the sticks that lay on the table.
    @param {{ win: WinView, honba: number }} its */
export function Extras({ win, honba }) {
  const pot = win.deltas.reduce((a, b) => a + b, 0);
  const counters = win.deltas[win.seat] - pot - win.points;
  if (!pot && !counters) return null;
  return html`<ul class="extras">
    ${counters > 0 && html`<li data-extra="honba"><${Stick} value=${100} />${t("honba", { n: honba })}<b>${signed(counters)}</b></li>`}
    ${pot > 0 && html`<li data-extra="sticks"><${Stick} value=${1000} />${t("ui.sticks")}<b>${signed(pot)}</b></li>`}
  </ul>`;
}

/** Every payment between two seats with its points, and what comes out of them (C-SETTLE-04).
    @param {{ state: Ended, side: (seat: number) => number }} its */
export function Transfers({ state, side }) {
  /** @param {number} seat */
  const spot = (seat) => FAR[side(seat)];
  const paid = state.result.transfers.filter(([, , points]) => points);
  const lines = paid.map(([from, to, points]) => ({ from, to, points, ends: line(spot(from), spot(to)) }));
  return html`<svg class="payments" viewBox="-222 -140 444 280" role="img" aria-label=${t("ui.total")}>
    <${Tip} />
    ${lines.map(({ ends }, i) => html`<${Flow} key=${i} ends=${ends} />`)}
    ${lines.map(({ from, to, points, ends }) => html`<g key=${`${from}${to}`} class="transfer" transform=${`translate(${label(ends, (to - from) % 2 === 0)})`} data-transfer=${`${from}>${to}:${points}`}>
      <rect x=${-5 - 7 * String(points).length} y="-14" width=${10 + 14 * String(points).length} height="28" />
      <text y="8" text-anchor="middle">${points}</text>
    </g>`)}
    <${Nets} state=${state} spots=${spot} />
  </svg>`;
}

/** Lines between opposite seats cross in the middle: their points stand nearer to the payer.
    @param {Spot[]} ends @param {boolean} opposite */
function label([a, b], opposite) {
  const far = opposite ? 0.25 : 0.46;
  return [a[0] + (b[0] - a[0]) * far, a[1] + (b[1] - a[1]) * far];
}

/** From rim to rim of two seats. @param {Spot} from @param {Spot} to @returns {[Spot, Spot]} */
function line([ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const rim = Math.min(72 / Math.abs(dx), 24 / Math.abs(dy));
  return [[ax + dx * rim, ay + dy * rim], [bx - dx * rim, by - dy * rim]];
}
