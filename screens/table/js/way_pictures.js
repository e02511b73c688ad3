// A picture of each thing that people can do about the machine: the table from the side, or from above where rows count.
// What matters is shown by shape, never by colour alone.

import { html } from "../../shared/vendor/preact.js";

const LANES = [0, 1, 2, 3];

/** A tile with its upper left corner at x, y. @param {number} x @param {number} y */
const tile = (x, y) => html`<rect class="ivory" x=${x} y=${y} width="9" height="12" rx="1.5" />`;
/** @param {number} x @param {number} y @param {number} n */
const wall = (x, y, n) => Array.from({ length: n }, (_, at) => tile(x + 9 * at, y));
const up = html`<path class="go" d="M12 42V22M6 28l6-7 6 7" />`;
const down = html`<path class="go" d="M12 20v20M6 34l6 7 6-7" />`;
const mat = html`<path d="M2 40h76" />`;
/** The table with its gap in the middle. */
const gap = html`<path d="M2 34h24M54 34h24M26 34v16M54 34v16" />`;
const drum = html`<circle cx="52" cy="32" r="20" /><path d="M52 12a20 20 0 0 1 0 40" stroke-dasharray="3 5" />`;
/** A stroke that is seen over tiles, too. @param {string} d */
const mark = (d) => html`<path class="halo" d=${d} /><path class="go" d=${d} />`;
const cross = mark("M6 12l29 34M35 12L6 46");
const tick = mark("M46 34l8 10 18-26");

/** The rows of the table from above, one of them without tiles. @param {number | null} lane */
const rows = (lane) => html`<g transform="translate(40 29)"><rect x="-26" y="-26" width="52" height="52" rx="4" />
  ${LANES.map((n) => html`<rect key=${n} transform=${`rotate(${-90 * n})`} x="-14" y="13" width="28" height="8" rx="1.5" class=${n === lane ? "none" : "ivory"} />`)}
  ${lane !== null && html`<path class="go" transform=${`rotate(${-90 * lane})`} d="M-7 24l14 -14" />`}</g>`;

const play = html`<circle cx="40" cy="29" r="24" /><path class="fill" d="M33 17l19 12-19 12z" />`;

/** @type {Record<string, (lane: number | null) => unknown>} */
const PICTURES = {
  start: () => play,
  go_on: () => html`<path class="go" d="M6 30l9 11 18-26" /><path class="fill" d="M46 15l24 14-24 14z" />`,
  close: () => html`${gap}<path class="go" d="M24 14h32v8H24z" /><path class="go" d="M40 3v7M36 6l4 5 4-5" />${wall(31, 42, 2)}`,
  hatch: () => html`${gap}<path d="M24 6h32v8H24z" />${tile(35, 19)}<path class="go" d="M62 12v16M57 23l5 6 5-6" /><path class="go" d="M40 35v12M35 42l5 6 5-6" />`,
  raise: () => html`${mat}${up}${wall(28, 14, 5)}${wall(28, 27, 5)}`,
  lower: () => html`<path d="M2 18h76" />${down}${wall(28, 22, 5)}${wall(28, 35, 5)}`,
  row_empty: rows,
  tile_back: () => html`${drum}${tile(8, 34)}<path class="go" d="M13 29C13 8 34 4 45 20M38 19l8 3 2-9" />`,
  give_up: () => html`${wall(7, 16, 3)}${wall(7, 30, 3)}${cross}<g transform="translate(40)">${wall(4, 16, 3)}${wall(4, 30, 3)}</g>${tick}`,
  by_hand: () => html`${mat}${wall(6, 27, 4)}${wall(6, 14, 2)}<path class="hand" d="M74 8L58 8C50 8 46 12 42 16L34 20C31 22 33 26 36 25L46 23 42 30C40 34 45 36 47 33L53 26C58 27 62 26 66 24L74 24" />`,
  by_machine: () => html`${mat}${wall(34, 14, 4)}${wall(34, 27, 4)}<circle cx="17" cy="26" r="9" /><path d="M17 11v6M17 35v6M2 26h6M26 26h6M6.4 15.4l4.2 4.2M23.4 32.4l4.2 4.2M27.6 15.4l-4.2 4.2M10.6 32.4l-4.2 4.2" />`,
  release: () => html`<path d="M22 42h36v10H22z" /><path class="fill" d="M18 30h44v10H18z" /><path class="go" d="M24 24a18 9 0 1 1 30 1M55 15v10h-10" />`,
  lid: () => html`<path d="M8 36h64v14H8z" /><path d="M8 34L62 6" /><path class="go" d="M70 8v20M64 22l6 7 6-7" />`,
  plug: () => html`<path d="M2 30h20M22 20h14v20H22zM36 25h10M36 35h10" /><path d="M54 16h20v28H54zM54 25h8M54 35h8" />`,
  throw: () => html`<g transform="rotate(-12 24 32)"><rect class="ivory" x="12" y="20" width="24" height="24" rx="4" /><circle class="pip" cx="18" cy="26" r="2.4" /><circle class="pip" cx="30" cy="38" r="2.4" /><circle class="pip" cx="24" cy="32" r="2.4" /></g>
    <g transform="rotate(14 58 24)"><rect class="ivory" x="46" y="12" width="24" height="24" rx="4" /><circle class="pip" cx="52" cy="18" r="2.4" /><circle class="pip" cx="64" cy="30" r="2.4" /></g>`,
};

/** @param {{ act: string, lane: number | null }} its */
export const Picture = ({ act, lane }) => html`<svg class="way-picture" viewBox="0 0 80 58" aria-hidden="true">${PICTURES[act]?.(lane)}</svg>`;
