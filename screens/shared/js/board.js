// The table from above for one reader: ponds, sets and hands of four seats around the middle.

import { html } from "../vendor/preact.js";
import { Centre } from "./centre.js";
import { number, t } from "./i18n.js";
import { Flower, Meld, Row, Stick, Tile, Wind } from "./tile.js";
/** @import { PondTile, SeatView, Snapshot } from "../../types/contract" */

const ROW = 6;

/** All discards where they fell; those that others took for a set are only outlined.
    @param {{ tiles: PondTile[], newest: boolean }} its */
function Pond({ tiles, newest }) {
  const rows = [tiles.slice(0, ROW), tiles.slice(ROW, 2 * ROW), tiles.slice(2 * ROW)];
  return html`<div class="pond">
    ${rows.map((row, i) => html`<div class="pond-row" key=${i}>
      ${row.map((tile, j) => html`<${Tile} key=${j} face=${tile.tile} sideways=${tile.sideways} kind=${tile.called ? "taken" : newest && i * ROW + j === tiles.length - 1 ? "newest" : ""} />`)}
    </div>`)}
  </div>`;
}

/** What the seat holds: open as far as it was laid open, else backs. @param {{ seat: SeatView, shown?: string[] | null }} its */
function Held({ seat, shown }) {
  if (shown) return html`<${Row} tiles=${shown} kind="b-shown" />`;
  return html`<${Row} tiles=${Array(seat.concealed).fill("back")} kind="b-backs" />`;
}

/** @param {{ state: Snapshot, seat: SeatView }} its */
function Tag({ state, seat }) {
  if (seat.dead) return html`<span class="b-tag ill">${t("sanction.dead_hand")}</span>`;
  if (seat.ready) return html`<span class="b-tag">${t("classical.ready")}</span>`;
  if (seat.riichi !== "no") return html`<span class="b-tag"><${Stick} value=${1000} />${t("ui.riichi")}</span>`;
  return state.result?.tenpai[seat.seat] && html`<span class="b-tag">${t("ui.tenpai")}</span>`;
}

/** `newest` is the seat whose last discard was the move, `word` what somebody says in it: `{seat, text}`.
    @param {{ state: Snapshot, side: (seat: number) => number, newest: number | null, word: { seat: number, text: string } | null }} its */
export function Board({ state, side, newest, word }) {
  return html`<div class="board">
    <${Centre} state=${state} />
    ${state.seats.map((seat) => html`<section class=${`field side${side(seat.seat)} ${state.turn === seat.seat ? "is-turn" : ""}`} key=${seat.seat} data-seat=${seat.seat}>
      <${Pond} tiles=${seat.pond} newest=${newest === seat.seat} />
      <div class="b-own">
        <${Held} seat=${seat} shown=${state.result?.shown[seat.seat]} />
        <span class="b-melds">${seat.flowers.length > 0 && html`<span class="row">${seat.flowers.map((face) => html`<${Flower} key=${face} face=${face} />`)}</span>`}${seat.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${seat.seat} />`)}</span>
      </div>
      <div class="b-plate">
        <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} />
        <span class="b-name">${seat.name}</span>
        <${Tag} state=${state} seat=${seat} />
        <b class="b-score">${number(seat.score)}</b>
      </div>
      ${word?.seat === seat.seat && html`<div class="word" data-word=${word.text}>${word.text}</div>`}
    </section>`)}
  </div>`;
}
