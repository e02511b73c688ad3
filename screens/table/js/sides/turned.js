// The middle of a screen that four read: its words stand towards one of them, and every side can turn them to itself.

import { html } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { side } from "../layout.js";
import { Machine } from "../machine.js";
import { Notices, Paused, prompt, said } from "../notices.js";
import { Standings } from "../standings.js";
import { askedFirst, Card, pagesOf } from "./card.js";
/** @import { Told } from "../bus.js" */
/** @import { useTour } from "./tour.js" */

/** @typedef {ReturnType<typeof useTour>} Tour */

const ON_THE_MAT = ["deal", "play", "show"];
const MACHINE = ["collect", "shuffle", "raise", "dice"];

/** Pages of the card that is shown; none where another thing is. @param {Told} link */
export function shownPages(link) {
  const { phase, standings } = link.state;
  return [...ON_THE_MAT, ...MACHINE].includes(phase) || (phase === "finished" && standings.length) ? [] : pagesOf(link);
}

/** Whether there is anything to turn: on the mat in play only what is shown over it. @param {Told} link */
export const turns = (link) => link.state.phase !== "play" || Boolean(link.state.paused) || said(link).some(Boolean);

/** @param {{ link: Told, tour: Tour }} its */
function Topic({ link, tour }) {
  const { state } = link;
  if (ON_THE_MAT.includes(state.phase)) return null;
  if (state.phase === "finished" && state.standings.length) return html`<${Standings} state=${state} />`;
  const page = shownPages(link)[tour.page];
  /** @param {number} seat */
  const seen = (seat) => (side(seat) - side(tour.seat) + 4) % 4;
  if (page) return html`<${Card} key=${JSON.stringify([page, state.result?.deltas])} link=${link} page=${page} side=${seen} />`;
  return html`<${Machine} link=${link} />`;
}

/** @param {{ tour: Tour, n: number }} its */
const Leaves = ({ tour, n }) => html`<span class="leaves">
  <button type="button" class="rim-key" data-leaf="before" aria-label=${t("ui.page_before")} onClick=${() => tour.leaf(tour.page - 1)}>‹</button>
  <span data-leaf-at=${`${tour.page + 1}/${n}`}>${tour.page + 1}/${n}</span>
  <button type="button" class="rim-key" data-leaf="next" aria-label=${t("ui.page_next")} onClick=${() => tour.leaf(tour.page + 1)}>›</button>
</span>`;

/** `bare`: the form of a score table is there, and only what the table says beside it is shown.
    @param {{ link: Told, tour: Tour, acts?: unknown, bare?: boolean }} its */
export function Turned({ link, tour, acts = null, bare = false }) {
  const { state } = link;
  const pages = bare ? 0 : shownPages(link).length;
  const hint = bare ? null : prompt(state, link);
  // What takes room from something else makes all of it another element, so that nothing that is seen moves.
  const at = JSON.stringify([state.phase, tour, pages, said(link)]);
  return html`<div class="turned-frame" key=${at}><div class=${`facing side${side(tour.seat)}`} data-facing=${tour.seat}>
    ${state.paused ? html`<${Paused} paused=${state.paused} link=${link} />` : html`<div class="topic">${!bare && html`<${Topic} link=${link} tour=${tour} />`}</div>`}
    <${Notices} link=${link} but=${pages ? askedFirst(link) : null} />
    ${acts}
    ${(hint || pages > 1) && html`<div class="foot">
      ${hint && html`<p class="hint" key=${hint.replace(/\d+/, "")} data-notice="hint">${hint}</p>`}
      ${pages > 1 && html`<${Leaves} tour=${tour} n=${pages} />`}
    </div>`}
  </div></div>`;
}
