// The wall of the hall: each event's clock, seating, results as they come, and standings, in turn.
// `?tournament=1,2` chooses events, `?show=tables|standings` holds one view, `?turn=` is its seconds, `?sound=on` asks for
// the gong where the browser needs no press, `?warn=15,5` lets it warn so many minutes before the end.

import { t } from "../../shared/js/i18n.js";
import { start, stayAwake } from "../../shared/js/page.js";
import { html, useEffect, useMemo, useState } from "../../shared/vendor/preact.js";
import { Live, newest, useAnswer } from "./club.js";
import { Gong } from "./wall/gong.js";
import { now } from "./hub_time.js";
import { Sound } from "./wall/sound.js";
import { Bar } from "./wall/bar.js";
import { ClockFace, ClockWords } from "./wall/clock.js";
import { onTheWall, roomOf, sheetsOf, startsAt, useEvent } from "./wall/event.js";
import { useNews, useSize, useTurn } from "./wall/live.js";
import { Find, List, useOwn } from "./wall/own.js";
import { About, Empty, fitting, Standings, Tables } from "./wall/sheets.js";
/** @import { Line, WallClock } from "../../types/club" */
/** @import { Sheet as Sheeted, Shown } from "./wall/event.js" */
/** @import { Own } from "./wall/own.js" */

const query = new URLSearchParams(location.search);
/** @param {string} name */
const numbers = (name) => (query.get(name) ?? "").split(",").map(Number).filter((n) => n > 0);
const ASKED = numbers("tournament");
const HELD = query.get("show");
const TURN_MS = 1000 * (Number(query.get("turn")) || 12);
const LOOK_MS = 200;
/** So many events share the screen; more of them turn below all their clocks. */
const SIDE_BY_SIDE = 2;
/** @type {Record<Sheeted["kind"], unknown>} */
const SHEETS = { tables: Tables, standings: Standings, about: About, empty: Empty };

/** Where a round stands, in words: when it begins, or what comes next. @param {Shown} event */
function stateOf({ overview, phase, round, clock }) {
  const { plan, rounds, closed } = overview;
  if (closed) return t("club.closed");
  if (phase === "none") return t("club.coming");
  if (phase === "between" || round === null) return t("club.between");
  const at = phase === "coming" && startsAt(plan.timetable, round);
  const of = t("hall_wall.round_of", { n: round, of: Math.max(rounds, round) });
  return at && clock?.state === "waiting" ? `${of} · ${t("hall_wall.starts", { time: at })}` : of;
}

/** Letters of an event's name that fit beside its clock, where the events share the screen and where one has it all. */
const NAME_ROOM = [22, 60];

/** @param {{ event: Shown, alone: boolean }} its */
function Head({ event, alone }) {
  const { name } = event.overview;
  return html`<header class=${`head ${event.clock ? "" : "bare"}`}>
    <div class="what"><h1 style=${`--fit: ${fitting(name, NAME_ROOM[Number(alone)])}`}>${name}</h1><p>${stateOf(event)}</p>
      ${event.clock && html`<p><${ClockWords} clock=${event.clock} ended=${event.allEnded} /></p>`}</div>
    ${event.clock && html`<${ClockFace} clock=${event.clock} ended=${event.allEnded} />`}
  </header>`;
}

/** The window's part that an event's sheet has, in pixels.
    @param {{ width: number, height: number }} size @param {number} count @param {WallClock | null | undefined} clock */
function panelOf({ width, height }, count, clock) {
  const unit = Math.min(width, height) / 1080;
  const columns = count <= SIDE_BY_SIDE && width > height ? count : 1;
  const rows = count <= SIDE_BY_SIDE && width <= height ? count : 1;
  return { unit, width: (0.98 * width) / columns, height: (0.93 * height) / rows - (clock ? 285 : 170) * unit };
}

/** One event: its clock always, its sheet where `turn` says which.
    @param {{ link: Live, id: number, size: ReturnType<typeof useSize>, count: number, turn: number | null, own: Own, gong: Gong, tell: (id: number, sheets: number) => void }} its */
function Event({ link, id, size, count, turn, own, gong, tell }) {
  const event = useEvent(link, id);
  const panel = panelOf(size, count, event?.clock);
  const room = roomOf(panel, panel.unit);
  const sheets = event && !size.narrow ? sheetsOf(event, room, HELD) : [];
  useEffect(() => tell(id, sheets.length), [id, sheets.length]);
  useEffect(() => gong.nobodyPlays(event?.clock?.gong ?? "", Boolean(event?.allEnded)), [event?.clock?.gong, event?.allEnded]);
  if (!event) return null;
  const sheet = turn === null ? null : sheets[turn % sheets.length];
  const Sheet = sheet && SHEETS[sheet.kind];
  const isOwn = size.narrow && event.tables.some((table) => table.players.some((person) => own.is(event, person)));
  return html`<section class=${`event ${isOwn ? "own" : ""} ${sheet ? "shown" : ""}`} data-event=${id} data-phase=${event.phase}>
    <${Head} event=${event} alone=${count === 1 && size.width > size.height} />
    ${size.narrow && html`<${List} event=${event} own=${own} />`}
    ${sheet && html`<div class="panel"><${Sheet} event=${event} sheet=${sheet} panel=${panel} room=${room} named=${count > SIDE_BY_SIDE} /></div>`}
  </section>`;
}

/** How many sheets each event has. @typedef {{ [id: number]: number }} Counts */

/** Which sheet each event shows: all turn at once side by side, or one after the other.
    @param {number[]} ids @param {number} id @param {number} turn @param {Counts} counts */
function turnOf(ids, id, turn, counts) {
  if (ids.length <= SIDE_BY_SIDE) return turn;
  const sizes = ids.map((each) => counts[each] ?? 1);
  let at = turn % sizes.reduce((sum, size) => sum + size, 0);
  for (const [i, size] of sizes.entries()) {
    if (at < size) return ids[i] === id ? at : null;
    at -= size;
  }
  return null;
}

/** @param {Live} link @param {number[]} ids @param {Sound} sound */
function useGong(link, ids, sound) {
  const gong = useMemo(() => new Gong((...moment) => sound.ring(...moment), numbers("warn")), []);
  useEffect(() => {
    const look = () => ids.forEach((id, voice) => {
      const clock = link.parts[`clock/${id}`];
      if (clock) gong.look(clock, now(), voice);
    });
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [ids.join()]);
  return gong;
}

/** @param {{ link: Live, sound: Sound, all: Line[] }} its */
function Events({ link, sound, all }) {
  /** @param {number} id */
  const clocked = (id) => link.parts[`clock/${id}`];
  const ids = onTheWall(all, ASKED, clocked, now());
  const size = useSize();
  const turn = useTurn(TURN_MS);
  const own = useOwn(size.narrow);
  const gong = useGong(link, ids, sound);
  const [counts, setCounts] = useState(/** @type {Counts} */ ({}));
  /** @param {number} id @param {number} n */
  const tell = (id, n) => setCounts((known) => (known[id] === n ? known : { ...known, [id]: n }));
  const shape = ids.length <= SIDE_BY_SIDE ? "side" : "turning";
  if (!ids.length) return html`<h1 class="empty" data-view="nothing">${t("club.none")}</h1>`;
  return html`${size.narrow && html`<${Find} own=${own} />`}
    <div class=${`events ${shape}`} style=${`--events: ${ids.length}`}>${ids.map((id) => html`<${Event}
      key=${id} link=${link} id=${id} size=${size} count=${ids.length} turn=${turnOf(ids, id, turn, counts)} own=${own} gong=${gong} tell=${tell} />`)}</div>`;
}

/** @param {{ link: Live, sound: Sound, redraw: () => void }} its */
function App({ link, sound, redraw }) {
  useNews(link);
  const { data: all } = useAnswer("tournaments", newest(link.parts));
  return html`<div class="wall">
    <${Bar} link=${link} sound=${sound} redraw=${redraw} />
    ${all && html`<${Events} link=${link} sound=${sound} all=${all} />`}
  </div>`;
}

void stayAwake();
start(App, { link: new Live(), sound: new Sound(query.get("sound") === "on" ? { wanted: true } : {}) });
