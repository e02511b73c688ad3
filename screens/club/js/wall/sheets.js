// What hangs below an event's clock: its tables with seating, live scores and results, its standings, its plan.

import { minutes } from "../../../shared/js/clock.js";
import { number, round, t } from "../../../shared/js/i18n.js";
import { html } from "../../../shared/vendor/preact.js";
import { points } from "../club.js";
import { columnsOf } from "./event.js";
/** @import { Row as Line } from "../../../types/club" */
/** @import { Names } from "../club.js" */
/** @import { Page, Panel, Room, Seen, Shown } from "./event.js" */

/** What every sheet is given; `named` where several events take turns. @typedef {{ event: Shown, named?: boolean }} Whose */
/** @typedef {true | null} Mark */
/** @typedef {{ table: Seen, names: Names, own?: Mark, extra?: number }} Card */

const WIDE = /[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/gu;

/** How much smaller a name is set so that it fits where `room` letters do. @param {string} name @param {number} room */
export function fitting(name, room) {
  const letters = name.length + 0.8 * (name.match(WIDE)?.length ?? 0);
  return Math.max(0.55, Math.min(1, room / letters)).toFixed(2);
}

/** @param {Names} names @param {number} person */
export const nameOf = (names, person) => names[person] ?? `#${person}`;

/** @param {{ names: Names, person: number, room: number }} its */
function Name({ names, person, room }) {
  const name = nameOf(names, person);
  return html`<span class="name"><span style=${`font-size: ${fitting(name, room)}em`}>${name}</span></span>`;
}

/** @param {Page} its */
const Pages = ({ page, pages }) => pages > 1 && html`<span class="pages" data-page=${page}>${page + 1} / ${pages}</span>`;

/** What a table has beyond the clock of the hall (K-TIMER-07). @param {{ ms?: number }} its */
const Extra = ({ ms = 0 }) => ms > 0 && html`<b class="extra" data-extra=${ms}>+${minutes(ms)}</b>`;

/** @param {Card} its */
function Seated({ table, names, own, extra }) {
  return html`<article class="seated" data-table=${table.table} data-own=${own}>
    <p class="number"><b class="big">${table.table}</b><${Extra} ms=${extra} /></p>
    <ol>${table.players.map((person, seat) => html`<li key=${seat} data-person=${person}><span class="wind">${t(`wind.${"ESWN"[seat]}`)}</span><${Name} names=${names} person=${person} room=${16} /></li>`)}</ol>
  </article>`;
}

/** Live scores where a table sends them, the result as soon as the log has it, until then who plays there. @param {Seen} table */
function scoresOf({ finished, scores, live, hands }) {
  if (finished) return scores;
  return live?.scores ?? (hands ? scores : null);
}

/** @param {Seen} table */
function whereOf({ finished, live }) {
  if (finished || live?.finished) return t("phase.finished");
  if (!live) return t("hall_wall.playing");
  return live.last ? t("hall_wall.after", { hand: round(live.last) }) : t("hall_wall.begins");
}

/** @param {Card} its */
function Scored({ table, names, own, extra }) {
  const { live, finished, finals } = table;
  const scores = scoresOf(table);
  const best = Math.max(...(scores ?? [0]));
  const dealer = finished ? null : (live?.dealer ?? null);
  /** @param {number} seat */
  const mark = (seat) => finished && finals
    ? html`<span class="wind won">${finals[seat].place}</span>`
    : html`<span class=${`wind ${dealer === seat ? "dealer" : ""}`}>${t(`wind.${"ESWN"[(seat - (dealer ?? 0) + 4) % 4]}`)}</span>`;
  return html`<article class=${`scored ${finished ? "ended" : ""} ${live && !live.online ? "gone" : ""}`} data-table=${table.table} data-own=${own} data-ended=${String(finished)} data-scores=${scores?.join(" ")}>
    <header><b class="big">${table.table}</b><span>${whereOf(table)}</span>${!finished && html`<${Extra} ms=${extra} />`}${finished && html`<b class="tick">✓</b>`}${live?.called && html`<b class="called">${t("hall_wall.called")}</b>`}</header>
    <ol>${table.players.map((person, seat) => html`<li key=${seat} data-person=${person} class=${scores?.[seat] === best ? "first" : ""}>
      ${mark(seat)}<${Name} names=${names} person=${person} room=${scores ? 15 : 21} /><b>${scores ? number(scores[seat]) : ""}</b>
    </li>`)}</ol>
  </article>`;
}

/** Whose sheet it is, where several events take turns. @param {Whose} its */
const whose = ({ event, named }) => (named ? `${event.overview.name} · ` : "");

/** @param {Pick<Whose, "event">} its */
const playing = ({ event }) => event.phase === "playing" || event.phase === "between" || event.phase === "over";

/** @param {Whose} props */
function headingOf(props) {
  const { event } = props;
  const n = t("club.round", { n: event.round });
  if (!playing(props)) return `${whose(props)}${n} · ${t("hall_wall.seating")}`;
  return `${whose(props)}${n} · ${t("hall_wall.ended", { n: event.ended, of: event.tables.length })}`;
}

/** All of one kind on a sheet: seats before the gong and until something has been played, then scores.
    @param {Whose & { sheet: Page & { shown: Seen[] }, panel?: Panel, own?: (table: Seen) => Mark }} its */
export function Tables({ event, sheet, panel, named, own }) {
  const { shown } = sheet;
  const scored = event.tables.some((table) => scoresOf(table));
  const Card = scored && playing({ event }) ? Scored : Seated;
  const columns = panel ? columnsOf(shown.length, panel) : 1;
  const grid = `--columns: ${columns}; --rows: ${Math.ceil(shown.length / columns)}`;
  const view = Card === Scored ? "live" : "seating";
  return html`<section class=${`view ${view}`} data-view=${view}>
    <h2><span>${headingOf({ event, named })}</span><${Pages} ...${sheet} /></h2>
    <div class="tables" style=${grid}>${shown.map((table) => html`<${Card} key=${table.table} table=${table} names=${event.names} own=${own?.(table)} extra=${event.clock?.granted[table.table]} />`)}</div>
    ${event.byes.length > 0 && !event.ended && html`<p class="byes">${t("club.byes")}: ${event.byes.map((person) => nameOf(event.names, person)).join(", ")}</p>`}
  </section>`;
}

/** Rows in the columns of a sheet, as large as they fit: `fit` rows are as high as the panel.
    @param {Page & { shown: Line[] }} sheet @param {Room} [room] */
function columned({ shown, size }, room) {
  if (!room) return { fit: 1, columns: [shown] };
  const columns = size > room.rows / room.columns ? room.columns : 1;
  const high = Math.ceil(size / columns);
  return { fit: Math.max(high, 8), columns: [shown.slice(0, high), shown.slice(high)].filter((column) => column.length) };
}

/** @type {Record<string, string>} */
const TITLES = { over: "hall_wall.final", playing: "hall_wall.provisional" };

/** @param {number | string} total */
const sign = (total) => (String(total).startsWith("-") ? "loss" : "gain");

/** @param {{ row: Line, names: Names, own?: Mark }} its */
function Row({ row, names, own }) {
  return html`<tr data-player=${row.player} data-own=${own}><th scope="row">${row.place}</th><td class="who"><${Name} names=${names} person=${row.player} room=${29} /></td><td class=${sign(row.total)}>${points(row.total)}</td></tr>`;
}

/** @param {Whose & { sheet: Page & { shown: Line[] }, room?: Room, own?: (person: number) => Mark }} its */
export function Standings({ event, sheet, room, named, own }) {
  const { fit, columns } = columned(sheet, room);
  const title = t(event.phase === "playing" && event.allEnded ? "club.standings" : (TITLES[event.phase] ?? "club.standings"));
  const after = event.phase === "playing" && !event.allEnded && ` · ${t("hall_wall.ended", { n: event.ended, of: event.tables.length })}`;
  return html`<section class="view standings" data-view="standings">
    <h2><span>${whose({ event, named })}${title}${after}</span><${Pages} ...${sheet} /></h2>
    <div class="columns" style=${`--fit: ${fit}; --n: ${columns.length}`}>${columns.map((column, i) => html`<table key=${i}>
      <thead class="unseen"><tr><th>${t("club.place")}</th><th>${t("ui.player")}</th><th>${t("club.total")}</th></tr></thead>
      <tbody>${column.map((row) => html`<${Row} key=${row.player} row=${row} names=${event.names} own=${own?.(row.player)} />`)}</tbody>
    </table>`)}</div>
  </section>`;
}

/** Before anything is drawn: what the event is and when. @param {{ event: Shown }} its */
export function About({ event }) {
  const { plan, players } = event.overview;
  const lines = [plan.dates.join(", "), plan.place, players > 0 && t("club.players", { n: players })].filter(Boolean);
  return html`<section class="view about" data-view="about">
    ${lines.map((line) => html`<p key=${line}>${line}</p>`)}
    ${plan.timetable.length > 0 && html`<ul>${plan.timetable.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
  </section>`;
}

export const Empty = () => html`<p class="empty" data-view="empty">${t("club.no_games")}</p>`;
