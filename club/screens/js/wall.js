// The wall of the hall: before a round the seating, during it clock and live scores, and standings in turn.
// `?tournament=` chooses one, `?show=seating|live|standings` holds one view, `?turn=` is its seconds.

import { html, useEffect, useState } from "../common/vendor/preact.js";
import { minutes } from "../common/js/clock.js";
import { language, number, round, t } from "../common/js/i18n.js";
import { start, stayAwake, Switches, useLink } from "../common/js/page.js";
import { left, Live, points, useAnswer, useTournament } from "./club.js";

const ROWS = 16;
const AT_ONCE = 20;
const query = new URLSearchParams(location.search);
const HELD = query.get("show");
const TURN_MS = 1000 * (Number(query.get("turn")) || 12);

/** Pages of a list that turn by themselves: `{shown, page, pages}`. */
function useTurns(items, size, turn) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = turn % pages;
  return { shown: items.slice(page * size, (page + 1) * size), page, pages };
}

/** Counts up as the pages turn. */
function useTurn() {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((n) => n + 1), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  return turn;
}

const Pages = ({ page, pages }) => pages > 1 && html`<span class="pages" data-page=${page}>${page + 1} / ${pages}</span>`;

/** The round's clock: its colour says how much is left, and words say it too (K-GONG-01). */
function clockOf(clock) {
  if (!clock) return null;
  const ms = left(clock);
  if (clock.state === "waiting") return { kind: "waiting", text: t("hall_wall.waiting") };
  if (clock.state === "over" || ms <= 0) return { kind: "over", text: t("hall_wall.over") };
  const kind = clock.state === "paused" ? "paused" : ms < 300_000 ? "soon" : "running";
  return { kind, text: minutes(ms) };
}

const WIDE = /[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/gu;

/** How much smaller a name is set so that it fits where `room` letters do. */
function fitting(name, room) {
  const letters = name.length + 0.8 * (name.match(WIDE)?.length ?? 0);
  return Math.max(0.55, Math.min(1, room / letters)).toFixed(2);
}

function Name({ names, person, room }) {
  const name = names[person] ?? `#${person}`;
  return html`<span class="name"><span style=${`font-size: ${fitting(name, room)}em`}>${name}</span></span>`;
}

/** Who sits where: the number of the table in letters that are read from the far wall. */
function Seating({ told, names, turn }) {
  const { shown, page, pages } = useTurns(told.tables, AT_ONCE, turn);
  return html`<section class="view seating" data-view="seating">
    <h2>${t("club.round", { n: told.round })} · ${t("hall_wall.seating")}<${Pages} page=${page} pages=${pages} /></h2>
    <div class="tables" style=${grid(shown.length)}>${shown.map((table) => html`<article key=${table.table} data-table=${table.table}>
      <b class="big">${table.table}</b>
      <ol>${table.players.map((person, seat) => html`<li key=${seat}><span class="wind">${t(`wind.${"ESWN"[seat]}`)}</span><${Name} names=${names} person=${person} room=${15} /></li>`)}</ol>
    </article>`)}</div>
  </section>`;
}

function Scores({ table, names }) {
  const best = Math.max(...(table.scores ?? [0]));
  const where = table.finished ? t("phase.finished") : table.last ? t("hall_wall.after", { hand: round(table.last) }) : t("hall_wall.begins");
  return html`<article class=${table.online ? "" : "gone"} data-table=${table.label} data-scores=${(table.scores ?? []).join(" ")}>
    <header><b class="big">${table.label}</b><span>${where}</span>${table.called && html`<b class="called">${t("hall_wall.called")}</b>`}</header>
    <ol>${(table.players ?? []).map((person, seat) => html`<li key=${seat} class=${table.scores?.[seat] === best ? "first" : ""}>
      <span class=${`wind ${table.dealer === seat ? "dealer" : ""}`}>${t(`wind.${"ESWN"[(seat - (table.dealer ?? 0) + 4) % 4]}`)}</span>
      <${Name} names=${names} person=${person} room=${16} /><b>${table.scores ? number(table.scores[seat]) : ""}</b>
    </li>`)}</ol>
  </article>`;
}

function LiveScores({ tables, names, turn }) {
  const { shown, page, pages } = useTurns(tables, AT_ONCE, turn);
  return html`<section class="view live" data-view="live">
    <h2>${t("hall_wall.live")}<${Pages} page=${page} pages=${pages} /></h2>
    <div class="tables" style=${grid(shown.length)}>${shown.map((table) => html`<${Scores} key=${table.label} table=${table} names=${names} />`)}</div>
  </section>`;
}

function Standings({ rows, names, turn }) {
  const { shown, page, pages } = useTurns(rows, 2 * ROWS, turn);
  const columns = [shown.slice(0, ROWS), shown.slice(ROWS)].filter((column) => column.length);
  return html`<section class="view standings" data-view="standings">
    <h2>${t("club.standings")}<${Pages} page=${page} pages=${pages} /></h2>
    <div class="columns" style=${`--row: ${Math.min(8.8, 78.4 / Math.max(1, ...columns.map((column) => column.length))).toFixed(2)}vh`}>${columns.map((column, i) => html`<table key=${i}>
      <thead class="unseen"><tr><th>${t("club.place")}</th><th>${t("ui.player")}</th><th>${t("club.total")}</th></tr></thead>
      <tbody>${column.map((row) => html`<tr key=${row.player} data-player=${row.player}><th scope="row">${row.place}</th><td class="who">${names[row.player] ?? `#${row.player}`}</td><td class=${String(row.total).startsWith("-") ? "loss" : "gain"}>${points(row.total)}</td></tr>`)}</tbody>
    </table>`)}</div>
  </section>`;
}

/** As many columns as leave the cards widest where the screen is wider than high. */
function grid(n) {
  const columns = Math.min(5, Math.max(1, Math.round(Math.sqrt(n * 1.2))));
  return `--columns: ${columns}; --rows: ${Math.max(1, Math.ceil(n / columns))}`;
}

/** The views in turn: a round that is coming is shown before everything else until its gong. */
function viewOf({ turn, waits, tables, rows }) {
  if (HELD) return HELD;
  if (waits) return rows.length && turn % 4 === 3 ? "standings" : "seating";
  if (!tables.length) return rows.length ? "standings" : "nothing";
  return rows.length && turn % 3 === 2 ? "standings" : "live";
}

function App({ link, redraw }) {
  useLink(link);
  const turn = useTurn();
  const chosen = useTournament();
  const seq = link.parts[`tournament/${chosen}`]?.seq;
  const at = chosen && `tournaments/${chosen}`;
  const overview = useAnswer(at, seq).data;
  const names = useAnswer(at && `${at}/people`, seq).data ?? {};
  const rows = useAnswer(at && `${at}/standings`, seq).data?.standings ?? [];
  const next = overview?.draws.filter((draw) => draw.state === "drawn").at(-1);
  const seating = useAnswer(next ? `${at}/rounds/${next.round}` : null, seq).data;
  const tables = link.tables(chosen);
  const waits = next && !overview.playing && seating?.round === next.round;
  const view = viewOf({ turn, waits, tables, rows });
  const clock = clockOf(link.parts.clock);
  const calls = link.parts.calls?.open ?? 0;
  return html`<div class=${`wall ${clock ? `clock-${clock.kind}` : ""}`} data-tournament=${chosen}>
    <header class="bar">
      <h1>${overview?.name ?? t("club.title")}</h1>
      ${overview?.playing && html`<span>${t("club.round", { n: overview.playing })}</span>`}
      ${clock && html`<b class="clock" data-clock=${clock.kind}>${clock.text}</b>`}
      ${calls > 0 && html`<b class="calls" data-calls=${calls}>${t("hall_wall.calls", { n: calls })}</b>`}
      ${!link.connected && html`<b class="calls" role="status">${t("club.no_server")}</b>`}
      <time>${new Date().toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}</time>
      <${Switches} onChange=${redraw} />
    </header>
    ${view === "seating" && seating && html`<${Seating} told=${seating} names=${names} turn=${turn} />`}
    ${view === "live" && html`<${LiveScores} tables=${tables} names=${names} turn=${turn} />`}
    ${view === "standings" && html`<${Standings} rows=${rows} names=${names} turn=${turn} />`}
    ${view === "nothing" && html`<p class="empty">${t("hall_wall.nothing")}</p>`}
  </div>`;
}

void stayAwake();
start(App, { link: new Live() });
