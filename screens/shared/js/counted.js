// The end of a hand of Chinese Classical: four counted hands and the payments between all of them.

import { html } from "../vendor/preact.js";
import { t } from "./i18n.js";
import { Payments, Transfers } from "./payments.js";
import { Flower, Meld, Row, Tile, width, Wind } from "./tile.js";
/** @import { CountedView } from "../../types/contract" */
/** @import { VNode } from "../vendor/preact.js" */
/** @import { Mahjong, Ended } from "./worth.js" */

/** @param {{ hand: CountedView }} its */
const Hand = ({ hand }) => html`<div class="hand" style=${`--tiles: ${Math.max(14.3, width(hand, hand.seat)).toFixed(2)}`}>
  <${Row} tiles=${hand.tiles} />
  ${hand.win_tile && html`<${Tile} face=${hand.win_tile} kind="winning" />`}
  ${hand.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${hand.seat} />`)}
  ${hand.flowers.length > 0 && html`<span class="row">${hand.flowers.map((face) => html`<${Flower} key=${face} face=${face} />`)}</span>`}
</div>`;

/** Equal parts once, with how many there are.
    @param {[id: string, n: number][]} parts @returns {{ id: string, n: number, times: number }[]} */
function gathered(parts) {
  const found = new Map();
  for (const [id, n] of parts) found.set(id, { id, n, times: (found.get(id)?.times ?? 0) + 1 });
  return [...found.values()];
}

/** The name without what it means: the card has no room for both. A number stays with its last word.
    @param {{ text: string, worth: string | number }} its */
const Part = ({ text, worth }) => html`${text.split(" — ")[0]}${"\u00a0"}<b>${worth}</b>`;

/** @param {{ hand: CountedView }} its */
function Parts({ hand }) {
  const base = gathered(hand.base);
  const doubles = gathered(hand.doubles);
  return html`
    ${base.length > 0 && html`<p class="parts">${base.map(({ id, n, times }) => html`<span key=${id} data-base=${id}>
      <${Part} text=${t(`base_value.${id}`)} worth=${times > 1 ? `${times} × ${n}` : n} />
    </span>`)}</p>`}
    ${doubles.length > 0 && html`<p class="parts">${doubles.map(({ id, n, times }) => html`<span key=${id} data-double=${id}>
      <${Part} text=${t(`double.${id}`)} worth=${Array(times).fill(`×${n}`).join(" ")} />
    </span>`)}</p>`}`;
}

/** `32 × 8 = 256`; nothing where there is nothing to reckon. @param {{ hand: CountedView }} its */
function Reckoning({ hand: { base, doubles, points, value } }) {
  if (!points || base.length + doubles.length < 2) return null;
  const sum = base.reduce((all, [, n]) => all + n, 0);
  const factor = doubles.reduce((all, [, n]) => all * n, 1);
  return html`<span class="reckoning">${factor > 1 ? `${sum} × ${factor} ` : ""}= ${points}${value < points && ` → ${t("classical.limit")}`}</span>`;
}

/** Long lists are set smaller. @param {CountedView} hand */
function crowd({ base, doubles }) {
  const n = gathered(base).length + gathered(doubles).length;
  return n > 9 ? "many" : n > 5 ? "some" : "few";
}

/** @param {{ state: Ended, hand: Mahjong }} its */
export function Winner({ state, hand }) {
  const { wind, name: called } = state.seats[hand.seat];
  const from = hand.source === hand.seat ? t("classical.from_wall") : t("from", { name: state.seats[hand.source].name });
  return html`<section class="win" data-winner=${hand.seat} data-counted=${hand.seat}>
    <header>
      <span class="call">${t("classical.mahjong")}</span>
      <${Wind} wind=${wind} dealer=${state.dealer === hand.seat} />
      <span class="winner">${called}</span>
      <span class="source">${from}</span>
    </header>
    <${Hand} hand=${hand} />
    ${hand.limit && html`<p class="limit" data-limit=${hand.limit}><span>${t("classical.limit_hand")}</span>${t(`limit_hand.${hand.limit}`)}</p>`}
    <div class=${`why ${crowd(hand)}`}><${Parts} hand=${hand} /></div>
  </section>`;
}

/** @param {{ state: Ended, hand: CountedView }} its */
export const Loser = ({ state, hand }) => html`<section class="loser" data-counted=${hand.seat}>
  <header>
    <${Wind} wind=${state.seats[hand.seat].wind} dealer=${state.dealer === hand.seat} />
    <span class="winner">${state.seats[hand.seat].name}</span>
    <${Hand} hand=${hand} />
    <b class="worth-of">${hand.value}</b>
  </header>
  <div class="why"><${Parts} hand=${hand} /><${Reckoning} hand=${hand} /></div>
</section>`;

/** The winner first, the others in play order; the value and the payments beside them.
    @param {{ state: Ended, winner: Mahjong, side: (seat: number) => number, stamp: VNode }} its */
export function Counted({ state, winner, side, stamp }) {
  const { counted } = state.result;
  const others = [1, 2, 3].map((n) => counted[(winner.seat + n) % 4]);
  return html`<div class="counted">
    <div class="four">
      <${Winner} state=${state} hand=${winner} />
      <div class="losers">${others.map((hand) => html`<${Loser} key=${hand.seat} state=${state} hand=${hand} />`)}</div>
    </div>
    <div class="settled">
      ${stamp}
      <div class="total"><${Reckoning} hand=${winner} /><span class="points">${winner.value}<small>${t("ui.points")}</small></span></div>
      <${Transfers} state=${state} side=${side} />
    </div>
  </div>`;
}

/** Nobody has won, or people ruled that the hand is dealt again. @param {{ state: Ended, side: (seat: number) => number }} its */
export function NotPlayed({ state, side }) {
  const { again, deltas, reason } = state.result;
  return html`<section class="not-played">
    ${reason === "exhaustive" && html`<h2>${t("classical.not_counted")}</h2>`}
    ${again && html`<h2>${t("classical.again")}</h2>`}
    ${deltas.some(Boolean) ? html`<${Payments} state=${state} side=${side} />` : html`<p class="even">${t("ui.all_equal")}</p>`}
  </section>`;
}
