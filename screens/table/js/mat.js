// The mat in play: ponds and sets as they lie, the middle, and the words that are called.

import { html, useEffect, useRef, useState } from "../../shared/vendor/preact.js";
import { Centre } from "../../shared/js/centre.js";
import { side } from "./layout.js";
import { spoken, wordOf } from "../../shared/js/spoken.js";
import { Flower, Meld, Stick, Tile } from "../../shared/js/tile.js";
/** @import { PondTile, SeatView, Snapshot } from "../../types/contract" */
/** @import { Link, Told } from "./bus.js" */

const WORD_MS = 1500;
const ROW = 6;

/** @typedef {{ word: string, seq: number }} Word */
/** By seat. @typedef {Record<number, Word | null>} Words */

/** The last spoken word per seat, each for a moment. @param {Link} link */
export function useWords(link) {
  const [words, setWords] = useState(/** @type {Words} */ ({}));
  useEffect(
    () =>
      link.onEvent((event) => {
        const word = spoken(event, link.state?.rules);
        if (!word) return;
        const entry = { word, seq: event.seq };
        setWords((old) => ({ ...old, [event.data.seat]: entry }));
        setTimeout(() => setWords((old) => (old[event.data.seat] === entry ? { ...old, [event.data.seat]: null } : old)), WORD_MS);
      }),
    [link],
  );
  return words;
}

/** The seat whose pond grew last while this screen watched, as long as the tile lies there; else null.
    @param {Snapshot | null} state */
export function useNewest(state) {
  const seen = useRef(/** @type {{ ponds: number[] | null, newest: number | null }} */ ({ ponds: null, newest: null }));
  const ponds = state?.seats.map((seat) => seat.pond.length) ?? null;
  const memory = seen.current;
  const before = memory.ponds;
  if (ponds && before) {
    const grown = ponds.findIndex((n, seat) => n === before[seat] + 1);
    if (grown >= 0) memory.newest = grown;
    else if (ponds.some((n, seat) => n < before[seat])) memory.newest = null;
  }
  memory.ponds = ponds;
  const { newest } = memory;
  return newest !== null && state?.seats[newest].pond.at(-1)?.called === false ? newest : null;
}

/** @param {{ tiles: PondTile[], last: boolean }} its */
function Pond({ tiles, last }) {
  const lying = tiles.filter((tile) => !tile.called);
  const rows = [lying.slice(0, ROW), lying.slice(ROW, 2 * ROW), lying.slice(2 * ROW)];
  return html`<div class="pond">
    ${rows.map(
      (row, i) => html`<div class="pond-row" key=${i}>
        ${row.map((tile, j) => {
          const newest = last && i * ROW + j === lying.length - 1;
          return html`<${Tile} key=${`${i}${j}${tile.tile}`} face=${tile.tile} sideways=${tile.sideways} kind=${newest ? "newest" : ""} />`;
        })}
      </div>`,
    )}
  </div>`;
}

/** @param {{ state: Snapshot, seat: SeatView, word?: Word | null, last: boolean }} its */
function Field({ state, seat, word, last }) {
  return html`<div class=${`field side${side(seat.seat)}`} data-field=${seat.seat}>
    ${seat.riichi === "paid" && html`<div class="laid-stick"><${Stick} value=${1000} /></div>`}
    <${Pond} tiles=${seat.pond} last=${last} />
    <div class="melds">${seat.flowers.length > 0 && html`<span class="row flowers">${seat.flowers.map((face) => html`<${Flower} key=${face} face=${face} />`)}</span>`}${seat.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${seat.seat} />`)}</div>
    ${word && html`<div class="word" key=${word.seq} data-word=${word.word}>${wordOf(word.word, state.rules)}</div>`}
  </div>`;
}

/** @param {{ link: Told, words: Words, newest: number | null }} its */
export function Mat({ link, words, newest }) {
  const { state } = link;
  return html`<div class="mat">
    <${Centre} state=${state} link=${link} />
    ${state.seats.map((seat) => html`<${Field} key=${seat.seat} state=${state} seat=${seat} word=${words[seat.seat]} last=${newest === seat.seat} />`)}
  </div>`;
}
