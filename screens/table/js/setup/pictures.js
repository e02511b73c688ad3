// The kinds of table as drawings: seen from above, the camera over them where there is one.

import { html } from "../../../shared/vendor/preact.js";
/** @import { Kind } from "./draft.js" */

const SIDES = [0, 90, 180, 270];
const WALL = html`<rect x="28" y="27" width="44" height="6" rx="1" class="tiles" />`;
const STACKS = html`<g class="tiles">${[28, 34, 40, 46, 58, 64].map((x) => html`<rect key=${x} x=${x} y="27" width="5" height="6" rx="1" />`)}</g>`;
const CAMERA = html`<g class="camera"><path d="M78 8h12v9H78z" /><path d="M90 11l6-3v9l-6-3z" /><path class="ray" d="M80 18L64 34M86 18L78 38" /></g>`;

/** @param {unknown} drawn */
const four = (drawn) => SIDES.map((turn) => html`<g key=${turn} transform=${`rotate(${turn} 50 50)`}>${drawn}</g>`);

/** @type {Record<Kind, unknown>} */
const DRAWN = {
  ours: html`${four(WALL)}<circle cx="50" cy="50" r="11" class="unit" /><path class="arrow" d="M50 58V43m-5 5l5-6 5 6" />${CAMERA}`,
  bought: html`${four(WALL)}<rect x="38" y="38" width="24" height="24" rx="4" class="unit" /><g class="dice"><rect x="42" y="45" width="7" height="7" rx="1" /><rect x="51" y="49" width="7" height="7" rx="1" /></g>${CAMERA}`,
  people: html`${four(STACKS)}<path class="hand" d="M44 76c0-8 3-14 3-22 0-3 4-3 4 0v9c4 0 8 1 8 6 0 4-1 7-2 10z" />${CAMERA}`,
  scores: html`<g class="sheet"><rect x="33" y="30" width="34" height="40" rx="3" /><path d="M38 39h24M38 47h24M38 55h24M38 63h14" /></g>`,
  virtual: html`<rect x="26" y="30" width="48" height="33" rx="3" class="sheet" /><path class="sheet" d="M42 71h16" /><g transform="translate(25 24) scale(0.5)">${four(WALL)}</g>`,
};

/** @param {{ kind: Kind }} its */
export const Picture = ({ kind }) => html`<svg class="drawing" viewBox="0 0 100 100" aria-hidden="true">
  <rect x="10" y="10" width="80" height="80" rx="6" class="rim" /><rect x="17" y="17" width="66" height="66" rx="3" class="cloth" />${DRAWN[kind]}
</svg>`;
