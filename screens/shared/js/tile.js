// Tiles, sticks and dice as pictures.

import { html, useState } from "../vendor/preact.js";
import { t } from "./i18n.js";
/** @import { MeldView } from "../../types/contract" */

/** A tile as it is drawn; null: it could not be read.
    @typedef {{ face: string | null, sideways?: boolean, kind?: string }} Drawn */

const SUITED = ["m", "p", "s"].flatMap((suit) => [..."0123456789"].map((n) => `${n}${suit}`));
const FACES = [...SUITED, ...[..."1234567"].map((n) => `${n}z`), "back"];
/** @type {HTMLImageElement[]} */
const kept = [];

/** Where the pictures of all faces are. */
export const facePictures = () => FACES.map((face) => `shared/tiles/${face}.svg`);

/** Brings all faces while nothing is urgent: a tile is drawn in the moment in which it falls. */
export function bringFaces() {
  for (const address of facePictures()) {
    const picture = new Image();
    picture.src = address;
    kept.push(picture);
  }
}

/** A tile by its text (`5m`, `0p`), `back`, or null for one that could not be read. @param {Drawn} its */
export function Tile({ face, sideways = false, kind = "" }) {
  const [missing, setMissing] = useState(false);
  const known = face && !missing;
  const red = face?.[0] === "0";
  const cls = `tile ${sideways ? "sideways" : ""} ${face === "back" ? "back" : ""} ${face ? "" : "unread"} ${red ? "red-five" : ""} ${kind}`;
  return html`<span class=${cls} data-tile=${face ?? "?"}>
    <span class="body">${
      known
        ? html`<img src=${`shared/tiles/${face}.svg`} alt=${face} draggable=${false} onError=${() => setMissing(true)} />`
        : html`<b>${face ?? "?"}</b>`
    }</span>
  </span>`;
}

/** @param {{ tiles: (string | null)[], kind?: string }} its */
export const Row = ({ tiles, kind = "" }) => html`<span class=${`row ${kind}`}>${tiles.map((face, i) => html`<${Tile} key=${i} face=${face} />`)}</span>`;

const PETALS = [0, 72, 144, 216, 288];

/** A flower (`1f`..`4f`, a blossom) or season (`1g`..`4g`, a leaf) with its number, as the set has no picture of it.
    @param {{ face: string }} its */
export const Flower = ({ face }) => html`<span class="tile flower" data-tile=${face}>
  <span class="body"><svg viewBox="0 0 100 131" role="img" aria-label=${face}>
    <text x="50" y="52" text-anchor="middle">${face[0]}</text>
    ${face[1] === "f"
      ? html`<g class="blossom" transform="translate(50 92)">${PETALS.map((turn) => html`<circle key=${turn} cy="-16" r="11" transform=${`rotate(${turn})`} />`)}<circle r="8" class="heart" /></g>`
      : html`<path class="leaf" d="M22 112C22 74 46 64 80 66C82 100 62 116 34 106L22 118M34 106L64 82" />`}
  </svg></span>
</span>`;

/** A set as it lies before its owner: the called tile sideways, at the place of its source.
    @param {{ meld: MeldView, seat: number }} its */
export function Meld({ meld, seat }) {
  return html`<span class=${`meld ${meld.type}`} data-meld=${meld.type}>
    ${lay(meld, seat).map((tile, i) => html`<${Tile} key=${i} ...${tile} />`)}
  </span>`;
}

/** Left neighbour: leftmost; opposite: the middle; right neighbour: rightmost (E-MELD-01).
    @param {MeldView} meld @param {number} seat @returns {Drawn[]} */
export function lay({ type, tiles, called, source }, seat) {
  if (called === null || source === null) return tiles.map((face, i) => ({ face: i === 0 || i === 3 ? "back" : face }));
  const rest = [...tiles];
  rest.splice(Math.max(0, rest.indexOf(called)), 1);
  const added = type === "shouminkan" ? rest.pop() : null;
  const from = (source - seat + 4) % 4;
  const place = from === 3 ? 0 : from === 2 ? 1 : rest.length;
  /** @type {Drawn[]} */
  const row = rest.map((face) => ({ face }));
  /** @type {Drawn[]} */
  const across = [{ face: called, sideways: true }];
  if (added) across.push({ face: added, sideways: true, kind: "added" });
  row.splice(place, 0, ...across);
  return row;
}

/** How many tiles wide a hand lies, `seat` its holder: a tile across is wider, a gap stands before each set.
    @param {{ tiles: (string | null)[], win_tile: string | null, melds: MeldView[], flowers: string[] }} hand @param {number} seat */
export function width({ tiles, win_tile, melds, flowers }, seat) {
  const sets = melds.map((meld) => {
    const across = meld.source === null || meld.source === seat ? 0 : 0.31;
    return 0.3 + across + (meld.type === "shouminkan" ? 3 : meld.tiles.length);
  });
  return tiles.length + (win_tile ? 1.3 : 0) + sets.reduce((a, b) => a + b, 0) + (flowers.length ? 0.3 + flowers.length : 0);
}

const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/** A die; the one is large and red as on Japanese dice. @param {{ value: number }} its */
export const Die = ({ value }) => html`<svg class="die" viewBox="-2.4 -2.4 4.8 4.8" role="img" aria-label=${value}>
  <rect x="-2.2" y="-2.2" width="4.4" height="4.4" rx="0.8" />
  ${PIPS[value].map(([x, y]) => html`<circle cx=${x * 1.15} cy=${y * 1.15} r=${value === 1 ? 0.75 : 0.42} class=${value === 1 ? "one" : ""} />`)}
</svg>`;

/** @param {number[]} xs @param {number[]} ys @param {number} r */
const dots = (xs, ys, r) => xs.flatMap((x) => ys.map((y) => html`<circle cx=${x} cy=${y} r=${r} />`));

/** A scoring stick of 1000 (one red dot) or 100 (eight black dots). @param {{ value: number }} its */
export const Stick = ({ value }) => html`<svg class=${`stick v${value}`} viewBox="-50 -5 100 10" role="img" aria-label=${value}>
  <rect x="-49" y="-4" width="98" height="8" rx="2.5" />
  ${value === 1000 ? html`<circle cx="0" cy="0" r="2.6" />` : dots([-6, -2, 2, 6], [-1.6, 1.6], 0.95)}
</svg>`;

/** @param {{ wind: string, dealer: boolean }} its */
export const Wind = ({ wind, dealer }) => html`<span class=${`wind ${dealer ? "dealer" : ""}`} data-wind=${wind} title=${t(`wind_name.${wind}`)}>${t(`wind.${wind}`)}</span>`;
