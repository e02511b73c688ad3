// The end of a hand: wins with their value, draws with the hands.

import { html } from "../vendor/preact.js";
import { Counted, NotPlayed } from "./counted.js";
import { t } from "./i18n.js";
import { Extras, Payments } from "./payments.js";
import { Proofs } from "./proof.js";
import { Meld, Row, Tile, width, Wind } from "./tile.js";
import { mahjong, title, value } from "./worth.js";
/** @import { ResultView, SeatView, Snapshot, WinView } from "../../types/contract" */
/** @import { VNode } from "../vendor/preact.js" */
/** @import { Account } from "./account.js" */
/** @import { Ended } from "./worth.js" */

/** What a card is given; `link` brings the pictures of the hands, a replay has none.
    @typedef {{ state: Ended, side: (seat: number) => number, link?: { account: Account | null } | null }} Shown */

/** "Pinfu — no points": the name, and what it means in a quieter voice. @param {{ text: string }} its */
function Name({ text }) {
  const [name, meaning] = text.split(" — ");
  return html`<span class="yaku-name">${name}${meaning && html`<small>${meaning}</small>`}</span>`;
}

/** How large the lines of a win can be: few and short ones are read from further away.
    @param {{ text: string, worth: string | number }[]} lines */
function room(lines) {
  const longest = Math.max(...lines.map(({ text, worth }) => text.length + String(worth).length));
  if (lines.length > 6) return "many";
  return longest > 28 ? "long" : longest > 23 || lines.length > 4 ? "" : "few";
}

/** @param {{ win: WinView }} its */
function Yaku({ win }) {
  const lines = win.yaku.map(([id, han]) => ({ id, text: t(`yaku.${id}`), worth: win.yakuman && han >= 13 ? t("limit.yakuman") : han }));
  for (const id of /** @type {const} */ (["dora", "red", "ura"])) if (win[id]) lines.push({ id, text: t(`ui.${id}`), worth: win[id] });
  return html`<ol class=${`yaku ${room(lines)}`}>
    ${lines.map((line) => html`<li key=${line.id} data-yaku=${line.id}>
      <${Name} text=${line.text} /><i></i><b>${line.worth}</b>
    </li>`)}
  </ol>`;
}

/** @param {{ win: WinView }} its */
function Total({ win }) {
  const counted = !win.yakuman && win.limit;
  return html`<div class="total" data-limit=${win.limit ?? ""}>
    <span class="value">${value(win)}</span>
    ${counted && win.fu > 0 && html`<span class="han">${t("han_fu", { han: win.han, fu: win.fu })}</span>`}
    <span class="points">${win.points}<small>${t("ui.points")}</small></span>
  </div>`;
}

/** Fu only matter below the limits. @param {{ win: WinView }} its */
function Fu({ win }) {
  if (win.limit || win.yakuman || !win.fu_parts.length) return null;
  return html`<p class="fu">${win.fu_parts.map(([id, n], i) => html`${i > 0 && " + "}<span>${t(`fu.${id}`)} ${n}</span>`)} → ${t("fu_sum", { n: win.fu })}</p>`;
}

/** Each tile that the eyes were not sure of is outlined, so that people look at the real one.
    @param {WinView} win @returns {(face: string) => string} */
function doubts(win) {
  const left = [...win.unsure];
  return (face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0 ? "unsure" : "";
  };
}

/** Whether it is paid already. @param {{ result: ResultView }} its */
export const Stamp = ({ result }) => html`<span key=${`stamp${result.paid}`} class=${`stamp ${result.paid ? "paid" : ""}`}>${t(result.paid ? "ui.paid" : "ui.preview")}</span>`;

/** `wide`: it has the card for itself. Without a `stamp` payments and dora stand on another page.
    @param {Shown & { win: WinView, wide?: boolean, stamp?: VNode | null }} its */
export function Win({ state, win, wide = true, side, stamp = null, link }) {
  const winner = state.seats[win.seat];
  const tsumo = win.seat === win.source;
  const tiles = Math.max(14.3, width({ ...win, flowers: [] }, win.seat));
  const kind = doubts(win);
  return html`<section class="win" data-winner=${win.seat}>
    <header>
      <span class="call">${t(tsumo ? "ui.tsumo" : "ui.ron")}</span>
      <${Wind} wind=${winner.wind} dealer=${state.dealer === win.seat} />
      <span class="winner">${winner.name}</span>
      ${!tsumo && wide && html`<span class="source">${t("from", { name: state.seats[win.source].name })}</span>`}
      ${win.responsible != null && html`<span class="source" data-pao=${win.responsible}>${t("ui.pao", { name: state.seats[win.responsible].name })}</span>`}
      ${link && html`<${Proofs} of=${win} link=${link} />`}
      ${wide && stamp}
    </header>
    ${win.tiles.length > 0 && html`<div class="hand" style=${`--tiles: ${tiles.toFixed(2)}`}>
      <span class="row">${win.tiles.map((face, i) => html`<${Tile} key=${i} face=${face} kind=${kind(face)} />`)}</span>
      <${Tile} face=${win.win_tile} kind=${`winning ${kind(win.win_tile)}`} />
      ${win.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${win.seat} />`)}
    </div>`}
    <div class=${win.tiles.length ? "worth" : "worth bare"}>
      ${win.tiles.length > 0 && html`<div class="why"><${Yaku} win=${win} /><${Fu} win=${win} />${wide && stamp && html`<${Indicators} state=${state} />`}</div>`}
      <div class="sum"><${Total} win=${win} /><${Extras} win=${win} honba=${state.round?.honba ?? 0} />${wide && stamp && html`<${Payments} state=${state} side=${side} />`}</div>
    </div>
  </section>`;
}

/** @param {{ name: string, tiles: string[] }} its */
const Turned = ({ name, tiles }) => tiles.length > 0 && html`<span class="turned">${name}<${Row} tiles=${tiles} /></span>`;

/** @param {{ state: Snapshot }} its */
export const Indicators = ({ state }) => html`<div class="shown-dora"><${Turned} name=${t("ui.dora")} tiles=${state.dora} /><${Turned} name=${t("ui.ura")} tiles=${state.ura} /></div>`;

/** @param {{ seat: SeatView, tiles: string[] | null }} its */
function Held({ seat, tiles }) {
  if (!tiles) return html`<span class="hand"></span>`;
  const n = Math.max(13.3, width({ tiles, win_tile: null, melds: seat.melds, flowers: [] }, seat.seat));
  return html`<span class="hand" style=${`--tiles: ${n.toFixed(2)}`}>
    <${Row} tiles=${tiles} />${seat.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${seat.seat} />`)}
  </span>`;
}

/** What a seat has at the end of a draw: nagashi mangan, tenpai or not; null where nobody was asked.
    @param {ResultView} result @param {number} seat */
function claim({ reason, tenpai, deltas }, seat) {
  if (reason === "nagashi" && deltas[seat] > 0) return { text: t("end.nagashi"), yes: true };
  if (reason !== "exhaustive" && reason !== "nagashi") return null;
  return { text: t(tenpai[seat] ? "ui.tenpai" : "ui.noten"), yes: tenpai[seat] };
}

/** @param {{ result: ResultView, seat: number }} its */
function Claim({ result, seat }) {
  if (result.offenders.includes(seat)) return html`<span class="claim chombo">${t("sanction.chombo")}</span>`;
  const made = claim(result, seat);
  return made && html`<span class=${`claim ${made.yes ? "yes" : ""}`}>${made.text}</span>`;
}

/** What each of the four has shown; where nobody saw any, who is tenpai. @param {{ state: Ended }} its */
export const Hands = ({ state }) => html`<div class=${`hands ${state.result.shown.some(Boolean) ? "" : "unshown"}`}>
  ${state.seats.map((seat) => html`<div class="hand-line" key=${seat.seat} data-hand=${seat.seat}>
    <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} />
    <span class="holder">
      <span class="winner">${seat.name}</span>
      <${Claim} result=${state.result} seat=${seat.seat} />
    </span>
    <${Held} seat=${seat} tiles=${state.result.shown[seat.seat]} />
  </div>`)}
</div>`;

/** @param {Shown} its */
function Draw({ state, side }) {
  const { result } = state;
  const moved = result.deltas.some(Boolean);
  const played = moved || result.reason === "exhaustive" || result.offenders.length || result.shown.some(Boolean);
  if (!played) return html`<section class="not-played"><h2>${t("ui.all_equal")}</h2></section>`;
  return html`<section class="draw">
    <${Hands} state=${state} />
    ${moved ? html`<${Payments} state=${state} side=${side} />` : html`<p class="even">${t("ui.all_equal")}</p>`}
  </section>`;
}

/** @param {Shown & { stamp: VNode }} its */
function Wins({ state, side, stamp, link }) {
  const { wins } = state.result;
  return html`<div class="wins">${wins.map((win) => html`<${Win} key=${win.seat} state=${state} win=${win} wide=${wins.length === 1} side=${side} stamp=${stamp} link=${link} />`)}</div>
    ${wins.length > 1 && html`<div class="below"><${Indicators} state=${state} /><${Payments} state=${state} side=${side} /></div>`}`;
}

/** @param {Shown & { stamp: VNode }} its */
function Body({ state, side, stamp, link }) {
  if (state.result.wins.length) return html`<${Wins} state=${state} side=${side} stamp=${stamp} link=${link} />`;
  return state.rules === "classical" ? html`<${NotPlayed} state=${state} side=${side} />` : html`<${Draw} state=${state} side=${side} />`;
}

/** @param {Shown} its */
export function Result({ state, side, link = null }) {
  const { result } = state;
  const winner = mahjong(result.counted);
  const stamp = html`<${Stamp} result=${result} />`;
  return html`<article class=${`result wins${result.wins.length}`} data-result=${result.reason} data-paid=${result.paid}>
    ${title(state) && !winner && html`<div class="head"><h1>${title(state)}</h1>${result.wins.length > 0 && html`<span class="source">${t("from", { name: state.seats[result.wins[0].source].name })}</span>`}${stamp}</div>`}
    ${winner ? html`<${Counted} state=${state} winner=${winner} side=${side} stamp=${stamp} />` : html`<${Body} state=${state} side=${side} stamp=${stamp} link=${link} />`}
  </article>`;
}
