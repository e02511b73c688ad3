// The end of a hand and of the game: wins with their value, draws with the hands, the standings.

import { html } from "../vendor/preact.js";
import { Counted, NotPlayed } from "./counted.js";
import { number, round, signed, t } from "./i18n.js";
import { Payments } from "./payments.js";
import { Meld, Row, Tile, Wind } from "./tile.js";

/** "Pinfu — no points": the name, and what it means in a quieter voice. */
function Name({ text }) {
  const [name, meaning] = text.split(" — ");
  return html`<span class="yaku-name">${name}${meaning && html`<small>${meaning}</small>`}</span>`;
}

function Yaku({ win }) {
  const lines = win.yaku.map(([id, han]) => ({ id, text: t(`yaku.${id}`), han }));
  for (const id of ["dora", "red", "ura"]) if (win[id]) lines.push({ id, text: t(`ui.${id}`), han: win[id] });
  return html`<ol class=${`yaku ${lines.length > 6 ? "many" : ""}`}>
    ${lines.map((line) => html`<li key=${line.id} data-yaku=${line.id}>
      <${Name} text=${line.text} /><i></i>${win.yakuman && line.han >= 13 ? html`<b>${t("limit.yakuman")}</b>` : html`<b>${line.han}</b>`}
    </li>`)}
  </ol>`;
}

function value(win) {
  if (win.yakuman > 1) return t("times_yakuman", { n: win.yakuman });
  if (win.yakuman) return t("limit.yakuman");
  if (win.limit) return t(`limit.${win.limit === "yakuman" ? "kazoe_yakuman" : win.limit}`);
  return t("han_fu", { han: win.han, fu: win.fu });
}

function Total({ win }) {
  const counted = !win.yakuman && win.limit;
  return html`<div class="total" data-limit=${win.limit ?? ""}>
    <span class="value">${value(win)}</span>
    ${counted && html`<span class="han">${t("han_fu", { han: win.han, fu: win.fu })}</span>`}
    <span class="points">${win.points}<small>${t("ui.points")}</small></span>
  </div>`;
}

/** Fu only matter below the limits. */
function Fu({ win }) {
  if (win.limit || win.yakuman || !win.fu_parts.length) return null;
  return html`<p class="fu">${win.fu_parts.map(([id, n], i) => html`${i > 0 && " + "}<span>${t(`fu.${id}`)} ${n}</span>`)} → ${t("fu_sum", { n: win.fu })}</p>`;
}

/** Three kans and more make a row of tiles that must be drawn smaller. */
const long = (melds) => (melds.filter((meld) => meld.tiles.length === 4).length > 2 ? "long" : "");

function Win({ state, win, wide, side }) {
  const winner = state.seats[win.seat];
  const tsumo = win.seat === win.source;
  return html`<section class="win" data-winner=${win.seat}>
    <header>
      <span class="call">${t(tsumo ? "ui.tsumo" : "ui.ron")}</span>
      <${Wind} wind=${winner.wind} dealer=${state.dealer === win.seat} />
      <span class="winner">${winner.name}</span>
      ${!tsumo && html`<span class="source">${t("from", { name: state.seats[win.source].name })}</span>`}
      ${wide && html`<${Indicators} state=${state} />`}
    </header>
    <div class=${`hand ${long(win.melds)}`}>
      <${Row} tiles=${win.tiles} />
      <${Tile} face=${win.win_tile} kind="winning" />
      ${win.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${win.seat} />`)}
    </div>
    <div class="worth">
      <div class="why"><${Yaku} win=${win} /><${Fu} win=${win} /></div>
      <div class="sum"><${Total} win=${win} />${wide && html`<${Payments} state=${state} side=${side} />`}</div>
    </div>
  </section>`;
}

function Indicators({ state }) {
  return html`<div class="shown-dora">
    <span>${t("ui.dora")}</span><${Row} tiles=${state.dora} />
    ${state.ura.length > 0 && html`<span>${t("ui.ura")}</span><${Row} tiles=${state.ura} />`}
  </div>`;
}

function Draw({ state, side }) {
  const { result } = state;
  const exhaustive = result.reason === "exhaustive" || result.reason === "nagashi";
  return html`<section class="draw">
    <div class="hands">
      ${state.seats.map((seat) => html`<div class="hand-line" key=${seat.seat} data-hand=${seat.seat}>
        <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} />
        <span class="holder">
          <span class="winner">${seat.name}</span>
          ${result.offenders.includes(seat.seat) && html`<span class="claim chombo">${t("sanction.chombo")}</span>`}
          ${exhaustive && html`<span class=${`claim ${result.tenpai[seat.seat] ? "yes" : ""}`}>${t(result.tenpai[seat.seat] ? "ui.tenpai" : "ui.noten")}</span>`}
        </span>
        <span class=${`hand ${long(seat.melds)}`}>${result.shown[seat.seat] && html`<${Row} tiles=${result.shown[seat.seat]} />`}
          ${result.shown[seat.seat] && seat.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${seat.seat} />`)}</span>
      </div>`)}
    </div>
    ${result.deltas.some(Boolean) ? html`<${Payments} state=${state} side=${side} />` : html`<p class="even">${t("ui.all_equal")}</p>`}
  </section>`;
}

function title(state) {
  const { wins, reason } = state.result;
  if (state.rules === "classical" && reason === "exhaustive") return t("classical.draw");
  if (wins.length > 1) return t("ui.wins", { n: wins.length });
  return wins.length ? null : t(`end.${reason}`);
}

function Wins({ state, side }) {
  const { wins } = state.result;
  return html`<div class="wins">${wins.map((win) => html`<${Win} key=${win.seat} state=${state} win=${win} wide=${wins.length === 1} side=${side} />`)}</div>
    ${wins.length > 1 && html`<div class="below"><${Indicators} state=${state} /><${Payments} state=${state} side=${side} /></div>`}`;
}

function Body({ state, side }) {
  if (state.result.wins.length) return html`<${Wins} state=${state} side=${side} />`;
  return state.rules === "classical" ? html`<${NotPlayed} state=${state} side=${side} />` : html`<${Draw} state=${state} side=${side} />`;
}

export function Result({ state, side }) {
  const { result } = state;
  const next = html`<p class="next">${result.paid ? (state.phase === "idle" ? t("ui.press_start") : "") : t("ui.please_confirm")}</p>`;
  const when = html`<span class="when">${state.round && round(state.round)}${state.round?.honba ? ` · ${t("honba", { n: state.round.honba })}` : ""}</span>`;
  const stamp = html`<span class=${`stamp ${result.paid ? "paid" : ""}`}>${t(result.paid ? "ui.paid" : "ui.preview")}</span>`;
  return html`<article class=${`result wins${result.wins.length}`} data-result=${result.reason} data-paid=${result.paid}>
    ${result.counted.length
      ? html`<${Counted} state=${state} side=${side} when=${when} stamp=${stamp} next=${next} />`
      : html`<div class="head">${when}${title(state) && html`<h1>${title(state)}</h1>`}${stamp}</div>
          <${Body} state=${state} side=${side} />${next}`}
  </article>`;
}

export function Standings({ state }) {
  return html`<article class="result standings">
    <div class="head"><h1>${t("ui.game_over")}</h1><span class="stamp paid">${t("ui.hands_played", { n: state.hands_played })}</span></div>
    <table>
      <tbody>
        ${[...state.standings].sort((a, b) => a.place - b.place).map((s) => html`<tr key=${s.seat} data-place=${s.place} class=${s.place === 1 ? "first" : ""}>
          <td class="place">${t("place", { n: s.place })}</td>
          <td class="winner">${state.seats[s.seat].name}</td>
          <td class="final">${number(s.score)}</td>
          ${state.rules !== "classical" && html`<td class=${`uma ${s.points >= 0 ? "gain" : "loss"}`}>${signed(Number(s.points.toFixed(1))) || "0"}</td>`}
        </tr>`)}
      </tbody>
    </table>
  </article>`;
}
