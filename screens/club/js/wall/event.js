// An event as the wall shows it: which ones there are, how far each is, and the sheets that turn.

import { useAnswer } from "../club.js";
/** @import { Line, Overview, Row, Seating, TableWithFinals } from "../../../types/club" */
/** @import { Live, LiveTable, Published } from "../club.js" */

/** What is shown of an event. @typedef {NonNullable<ReturnType<typeof useEvent>>} Shown */
/** A table of the round; `live` where it sends its scores. @typedef {TableWithFinals & { live: LiveTable | null }} Seen */
/** One sheet of tables, of rows, or without either.
    @typedef {{ kind: "tables", shown: Seen[] } & Page | { kind: "standings", shown: Row[] } & Page | { kind: "about" | "empty" }} Sheet */
/** @typedef {{ page: number, pages: number, size: number }} Page */
/** @typedef {{ width: number, height: number }} Panel */
/** @typedef {{ tables: number, rows: number, columns: number }} Room */

const HOUR_MS = 3_600_000;
const TODAY_MS = 18 * HOUR_MS;
/** So long the final standings hang beside what is still played. */
const AFTERWARDS_MS = 3 * HOUR_MS;

/** The events that hang on the wall, by number: those that are asked for, those of this hall now, or the newest one.
    @param {Line[]} all @param {number[]} asked @param {(id: number) => unknown} clocked @param {number} now */
export function onTheWall(all, asked, clocked, now) {
  const known = [...all].sort((a, b) => a.id - b.id);
  if (asked.length) return known.filter(({ id }) => asked.includes(id)).map(({ id }) => id);
  /** @param {Line} event */
  const since = (event) => now - event.lately_ms;
  const here = known.filter((event) => !event.closed && since(event) < TODAY_MS && (event.played || clocked(event.id)));
  const over = known.filter((event) => event.closed && since(event) < AFTERWARDS_MS);
  if (here.length) return [...here, ...over].map(({ id }) => id).sort((a, b) => a - b);
  const newest = (over.length ? over : known).reduce((/** @type {Line | null} */ a, b) => (!a || b.lately_ms >= a.lately_ms ? b : a), null);
  return newest ? [newest.id] : [];
}

/** The round that is shown: the one that is played, else the next one that is drawn, else the last one.
    @param {Overview} overview */
function shownRound(overview) {
  if (overview.playing) return overview.playing;
  const drawn = overview.draws.find((draw) => draw.state === "drawn" && !overview.closed);
  return drawn?.round ?? overview.draws.findLast((draw) => draw.state === "closed")?.round ?? null;
}

/** What the tables of the round show: seating and results from the log, live scores where a table sends them.
    @param {Seating} seating @param {Live} link @param {number} id @param {number | null} round @returns {Seen[]} */
function tablesOf(seating, link, id, round) {
  const live = new Map(link.tables(id).filter((table) => table.round === round).map((table) => [Number(table.label), table]));
  return seating.tables.map((table) => {
    const sent = live.get(table.table);
    const here = sent && sent.players?.every((person, seat) => person === table.players[seat]);
    return { ...table, live: here ? sent : null };
  });
}

/** How far an event is; `none`: nothing has been drawn.
    @typedef {"coming" | "playing" | "between" | "over" | "none"} Phase */

/** @param {Overview} overview @param {Seating | null} seating @returns {Phase} */
function phaseOf(overview, seating) {
  if (overview.closed) return "over";
  if (overview.playing) return "playing";
  if (seating?.state === "drawn") return "coming";
  return overview.played ? "between" : "none";
}

/** Everything that is shown of an event; null until it is known. @param {Live} link @param {number} id */
export function useEvent(link, id) {
  const seq = link.parts[`tournament/${id}`]?.seq;
  /** @type {`tournaments/${number}`} */
  const at = `tournaments/${id}`;
  const overview = /** @type {Published | null} */ (useAnswer(at, seq).data);
  const names = useAnswer(`${at}/people`, seq).data ?? {};
  const rows = useAnswer(`${at}/standings`, seq).data?.standings ?? [];
  const round = overview && shownRound(overview);
  const asked = useAnswer(round ? `${at}/rounds/${round}` : null, seq).data;
  if (!overview) return null;
  const seating = asked?.round === round ? asked : null;
  const tables = seating ? tablesOf(seating, link, id, round) : [];
  const ended = tables.filter((table) => table.finished).length;
  const clock = link.parts[`clock/${id}`] ?? null;
  return {
    id, overview, names, rows, round, tables, ended,
    byes: seating?.byes ?? [],
    phase: phaseOf(overview, seating),
    allEnded: tables.length > 0 && ended === tables.length,
    clock: clock?.round === round ? clock : null,
  };
}

/** When a round begins, where one line of the timetable names its number and a time; null where none or several do.
    @param {string[]} timetable @param {number} round */
export function startsAt(timetable, round) {
  const found = timetable
    .map((line) => ({ time: line.match(/\b\d{1,2}[:.]\d{2}\b/)?.[0], rest: line.replace(/\d{1,4}([:./-]\d{1,4})+/g, " ") }))
    .filter(({ time, rest }) => time && new RegExp(`(?<!\\d)${round}(?!\\d)`).test(rest));
  return found.length === 1 ? found[0].time : null;
}

/** Pages that are equally full; each knows the `size` of the fullest.
    @template Item @template {string} Kind @param {Item[]} items @param {number} room @param {Kind} kind */
function paged(items, room, kind) {
  const pages = Math.ceil(items.length / room);
  const size = Math.ceil(items.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, page) => ({ kind, shown: items.slice(page * size, (page + 1) * size), page, pages, size }));
}

/** The sheets of an event in the order in which they turn; `room` says how many tables and rows one holds.
    @param {Pick<Shown, "tables" | "rows" | "phase" | "allEnded">} event @param {Pick<Room, "tables" | "rows">} room @param {string | null} held @returns {Sheet[]} */
export function sheetsOf(event, room, held) {
  const tables = paged(event.tables, room.tables, "tables");
  const rows = paged(event.rows, room.rows, "standings");
  if (held === "standings") return rows.length ? rows : [{ kind: "empty" }];
  if (held) return tables.length ? tables : [{ kind: "empty" }];
  /** @type {Record<Phase, Sheet[]>} */
  const turning = {
    coming: [...tables, ...tables, ...rows],
    playing: event.allEnded ? [...rows, ...tables] : [...tables, ...rows],
    between: [...rows, ...rows, ...tables],
    over: rows,
    none: [],
  };
  const found = turning[event.phase];
  return found.length ? found : [{ kind: "about" }];
}

/** As many columns of cards of `n` tables as make them largest in a panel of this size. @param {number} n @param {Panel} panel */
export function columnsOf(n, { width, height }) {
  /** @param {number} columns */
  const size = (columns) => Math.min(width / columns / 380, height / Math.ceil(n / columns) / 200);
  return Array.from({ length: Math.max(1, n) }, (_, k) => k + 1).reduce((best, k) => (size(k) > size(best) + 1e-9 ? k : best), 1);
}

/** How many tables and rows of standings a panel holds so that they can be read.
    @param {Panel} panel @param {number} unit @returns {Room} */
export function roomOf(panel, unit) {
  /** @param {number} length @param {number} least */
  const fit = (length, least) => Math.max(1, Math.floor(length / (least * unit)));
  const columns = panel.width >= 1300 * unit ? 2 : 1;
  return { tables: fit(panel.width, 400) * fit(panel.height, 172), rows: columns * fit(panel.height, 46), columns };
}
