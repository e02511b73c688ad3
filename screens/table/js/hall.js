// The wall screen of a hall: one card for each table, those first that need somebody.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { clockText } from "../../shared/js/clock.js";
import { Hall } from "./hall_link.js";
import { byName, layOut, needOf, reports } from "./hall_needs.js";
import { language, number, round, t } from "../../shared/js/i18n.js";
import { troubleText } from "../../shared/js/alerts.js";
import { stayAwake, start, Switches, useLink } from "../../shared/js/page.js";
import { Stick, Wind } from "../../shared/js/tile.js";
/** @import { SeatView, Snapshot } from "../../types/contract" */
/** @import { Need, Reporting } from "./hall_needs.js" */

const AT_ONCE = 40;
const PAGE_MS = 12_000;
/** So narrow a screen is a telephone's, on which people scroll. */
const PHONE = 600;

/** @param {{ state: Snapshot, seat: SeatView, first: boolean }} its */
function Player({ state, seat, first }) {
  return html`<li class=${first ? "first" : ""} data-seat=${seat.seat}>
    <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} /><span class="name">${seat.name}</span>
    ${seat.riichi !== "no" && state.phase !== "finished" && html`<${Stick} value=${1000} />`}<b>${number(seat.score)}</b>
  </li>`;
}

/** @param {{ table: Reporting, need: Need }} its */
function Card({ table, need }) {
  const { state, clock, leftMs } = table;
  const said = clockText({ state: { clock: clock ?? state.clock }, leftMs });
  const scores = state.seats.map((seat) => seat.score);
  const best = new Set(scores).size > 1 ? Math.max(...scores) : null;
  const where = state.phase === "finished" ? t("phase.finished") : state.round ? `${round(state.round)}${state.round.honba ? ` · ${t("honba", { n: state.round.honba })}` : ""}` : t(`phase.${state.phase}`);
  return html`<article class=${`place need-${need.kind}`} data-table=${table.id} data-need=${need.kind} data-rev=${state.rev}><div class="sheet">
    <header><h2>${table.id}</h2><span class="round">${where}</span>${said && html`<span class=${`time ${said.kind}`} key=${said.text.length}>${said.text}</span>`}</header>
    <ol>${state.seats.map((seat) => html`<${Player} key=${`${seat.seat} ${seat.score} ${seat.riichi} ${state.phase}`} state=${state} seat=${seat} first=${seat.score === best} />`)}</ol>
    <p class="need" key=${need.text ?? state.phase}>${need.text ?? t(`phase.${state.phase}`)}</p>
  </div></article>`;
}

function useSize() {
  const [size, setSize] = useState([innerWidth, innerHeight]);
  useEffect(() => {
    const look = () => setSize([innerWidth, innerHeight]);
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return size;
}

/** Which of the pages is shown; they turn by themselves. @param {number} pages */
function usePage(pages) {
  const [page, setPage] = useState(0);
  useEffect(() => {
    if (pages < 2) return undefined;
    const timer = setInterval(() => setPage((n) => n + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [pages]);
  return page % Math.max(1, pages);
}

/** @param {{ link: Hall, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const [width, height] = useSize();
  const tables = [...link.tables.values()].filter(reports).map((table) => ({ table, need: needOf(table) }));
  const sorted = tables.sort((a, b) => a.need.rank - b.need.rank || byName(a.table, b.table));
  const most = width > PHONE ? AT_ONCE : Math.max(1, sorted.length);
  const pages = Math.ceil(sorted.length / most);
  const page = usePage(pages);
  const shown = sorted.slice(page * most, (page + 1) * most);
  const { columns, rows } = layOut(Math.max(1, Math.min(sorted.length, most)), width, height * 0.92);
  const trouble = link.refused ? troubleText(link) : !link.connected ? t("ui.connecting") : null;
  const calls = tables.filter(({ need }) => need.kind === "called").length;
  const name = link.config?.root.split("/")[2] ?? "Jantaku";
  return html`<div class="hall" data-tables=${sorted.length}>
    <header class="bar">
      <h1 key=${name}>${name}</h1>
      <span key=${`${name} ${sorted.length}`}>${t("hall.tables", { n: sorted.length })}</span>
      ${calls > 0 && html`<b class="calls" key=${`calls ${name} ${sorted.length} ${calls}`}>${t("hall.called")}: ${calls}</b>`}
      ${trouble && html`<b class="calls" data-notice="link" key=${`link ${name} ${sorted.length} ${trouble}`}>${trouble}</b>`}
      ${pages > 1 && html`<span data-page=${page}>${page + 1} / ${pages}</span>`}
      <time>${new Date().toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}</time>
      <${Switches} onChange=${redraw} />
    </header>
    <div class="places" style=${`--columns: ${columns}; --rows: ${rows}`}>
      ${shown.map(({ table, need }) => html`<${Card} key=${table.id} table=${table} need=${need} />`)}
      ${!sorted.length && !trouble && html`<p class="empty">${t("hall.none")}</p>`}
    </div>
  </div>`;
}

void stayAwake();
start(App, { link: new Hall() });
