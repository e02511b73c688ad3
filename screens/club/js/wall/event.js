// An event as the wall shows it: which ones there are, how far each is, and the sheets that turn.

import { useAnswer } from "../club.js";

const HOUR_MS = 3_600_000;
const TODAY_MS = 18 * HOUR_MS;
/** So long the final standings hang beside what is still played. */
const AFTERWARDS_MS = 3 * HOUR_MS;

/** The events that hang on the wall, by number: those that are asked for, those of this hall now, or the newest one. */
export function onTheWall(all, asked, clocked, now) {
  const known = [...all].sort((a, b) => a.id - b.id);
  if (asked.length) return known.filter(({ id }) => asked.includes(id)).map(({ id }) => id);
  const since = (event) => now - event.lately_ms;
  const here = known.filter((event) => !event.closed && since(event) < TODAY_MS && (event.played || clocked(event.id)));
  const over = known.filter((event) => event.closed && since(event) < AFTERWARDS_MS);
  if (here.length) return [...here, ...over].map(({ id }) => id).sort((a, b) => a - b);
  const newest = (over.length ? over : known).reduce((a, b) => (!a || b.lately_ms >= a.lately_ms ? b : a), null);
  return newest ? [newest.id] : [];
}

/** The round that is shown: the one that is played, else the next one that is drawn, else the last one. */
function shownRound(overview) {
  if (overview.playing) return overview.playing;
  const drawn = overview.draws.find((draw) => draw.state === "drawn" && !overview.closed);
  return drawn?.round ?? overview.draws.findLast((draw) => draw.state === "closed")?.round ?? null;
}

/** What the tables of the round show: seating and results from the log, live scores where a table tells them. */
function tablesOf(seating, link, id, round) {
  const live = new Map(link.tables(id).filter((table) => table.round === round).map((table) => [Number(table.label), table]));
  return seating.tables.map((table) => {
    const told = live.get(table.table);
    const here = told && told.players?.every((person, seat) => person === table.players[seat]);
    return { ...table, live: here ? told : null };
  });
}

/** coming, playing, between, over, or none: nothing has been drawn. */
function phaseOf(overview, seating) {
  if (overview.closed) return "over";
  if (overview.playing) return "playing";
  if (seating?.state === "drawn") return "coming";
  return overview.played ? "between" : "none";
}

/** Everything that is shown of an event; null until it is known. */
export function useEvent(link, id) {
  const seq = link.parts[`tournament/${id}`]?.seq;
  const at = `tournaments/${id}`;
  const overview = useAnswer(at, seq).data;
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

/** When a round begins, where one line of the timetable names its number and a time; null where none or several do. */
export function startsAt(timetable, round) {
  const found = timetable
    .map((line) => ({ time: line.match(/\b\d{1,2}[:.]\d{2}\b/)?.[0], rest: line.replace(/\d{1,4}([:./-]\d{1,4})+/g, " ") }))
    .filter(({ time, rest }) => time && new RegExp(`(?<!\\d)${round}(?!\\d)`).test(rest));
  return found.length === 1 ? found[0].time : null;
}

/** Pages that are equally full; each knows the `size` of the fullest. */
function paged(items, room, kind) {
  const pages = Math.ceil(items.length / room);
  const size = Math.ceil(items.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, page) => ({ kind, shown: items.slice(page * size, (page + 1) * size), page, pages, size }));
}

/** The sheets of an event in the order in which they turn; `room` says how many tables and rows one holds. */
export function sheetsOf(event, room, held) {
  const tables = paged(event.tables, room.tables, "tables");
  const rows = paged(event.rows, room.rows, "standings");
  if (held === "standings") return rows.length ? rows : [{ kind: "empty" }];
  if (held) return tables.length ? tables : [{ kind: "empty" }];
  const turning = {
    coming: [...tables, ...tables, ...rows],
    playing: event.allEnded ? [...rows, ...tables] : [...tables, ...rows],
    between: [...rows, ...rows, ...tables],
    over: rows,
    none: [],
  }[event.phase];
  return turning.length ? turning : [{ kind: "about" }];
}

/** As many columns of cards of `n` tables as make them largest in a panel of this size. */
export function columnsOf(n, { width, height }) {
  const size = (columns) => Math.min(width / columns / 380, height / Math.ceil(n / columns) / 200);
  return Array.from({ length: Math.max(1, n) }, (_, k) => k + 1).reduce((best, k) => (size(k) > size(best) + 1e-9 ? k : best), 1);
}

/** How many tables and rows of standings a panel holds so that they can be read. */
export function roomOf(panel, unit) {
  const fit = (length, least) => Math.max(1, Math.floor(length / (least * unit)));
  const columns = panel.width >= 1300 * unit ? 2 : 1;
  return { tables: fit(panel.width, 400) * fit(panel.height, 172), rows: columns * fit(panel.height, 46), columns };
}
