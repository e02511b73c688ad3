// What hangs on the wall of a hall, and how it takes turns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, onTheWall, roomOf, sheetsOf, startsAt } from "../../../screens/club/js/wall/event.js";
import { fitting } from "../../../screens/club/js/wall/sheets.js";

const HOUR = 3_600_000;
const event = (id, over = {}) => ({ id, lately_ms: 0, closed: false, played: 1, ...over });
const never = () => false;

test("the events of this hall now, in their order; those that are asked for before all", () => {
  const all = [event(2), event(1), event(3, { lately_ms: -20 * HOUR })];
  assert.deepEqual(onTheWall(all, [], never, HOUR), [1, 2]);
  assert.deepEqual(onTheWall(all, [3, 9], never, HOUR), [3]);
  assert.deepEqual(onTheWall([], [], never, 0), []);
});

test("final standings hang for three hours beside what is still played", () => {
  const all = [event(1, { closed: true }), event(2)];
  assert.deepEqual(onTheWall(all, [], never, 2 * HOUR), [1, 2]);
  assert.deepEqual(onTheWall(all, [], never, 4 * HOUR), [2]);
});

test("an event without games hangs there once its clock runs; else the newest one does", () => {
  const all = [event(1, { played: 0 }), event(2, { played: 0, lately_ms: 5 })];
  assert.deepEqual(onTheWall(all, [], (id) => id === 1, HOUR), [1]);
  assert.deepEqual(onTheWall(all, [], never, HOUR), [2]);
});

test("the time of a round is the one line that names it", () => {
  const lines = ["1 09:30 game 1", "1 11:15 game 2", "2026-05-16 13:00 lunch"];
  assert.equal(startsAt(lines, 2), "11:15");
  assert.equal(startsAt(lines, 16), null, "a date is no number of a round");
  assert.equal(startsAt([...lines, "1 12:00 game 2"], 2), null);
});

test("every table and every row has its sheet, and sheets are equally full", () => {
  const tables = [...Array(13).keys()];
  const rows = [...Array(52).keys()];
  const room = { tables: 6, rows: 20, columns: 1 };
  for (const phase of ["coming", "playing", "between"]) {
    const sheets = sheetsOf({ tables, rows, phase, allEnded: false }, room);
    for (const [kind, all] of [["tables", tables], ["standings", rows]]) {
      const once = sheets.filter((sheet) => sheet.kind === kind);
      const pages = once.slice(0, once[0].pages);
      assert.deepEqual(pages.flatMap(({ shown }) => shown), all, `${phase} ${kind}`);
      assert.ok(pages.every(({ shown, size }) => shown.length <= size));
    }
  }
  assert.deepEqual(sheetsOf({ tables, rows: [], phase: "over" }, room).map(({ kind }) => kind), ["about"]);
  assert.deepEqual(sheetsOf({ tables, rows: [], phase: "playing" }, room, "standings").map(({ kind }) => kind), ["empty"]);
});

test("cards fill a panel, and a panel holds at least one", () => {
  assert.equal(columnsOf(1, { width: 1920, height: 900 }), 1);
  assert.ok(columnsOf(8, { width: 1920, height: 400 }) > columnsOf(8, { width: 400, height: 1920 }));
  const small = roomOf({ width: 100, height: 50 }, 1);
  assert.deepEqual([small.tables, small.rows], [1, 1]);
});

test("a long name is set smaller, wide letters count more, and none becomes unreadable", () => {
  assert.equal(fitting("Olga", 16), "1.00");
  assert.ok(Number(fitting("Konstantin Konstantinopolsky", 16)) < 1);
  assert.ok(Number(fitting("東西南北東西南北東西", 16)) < Number(fitting("abcdefghij", 16)));
  assert.equal(fitting("x".repeat(200), 16), "0.55");
});

test("an event that nobody plays and one that is long over stay away, unless they are asked for", () => {
  const now = 1000 * HOUR;
  const line = (id, ago, played = 0, closed = false) => ({ id, lately_ms: now - ago * HOUR, played, closed });
  const [forgotten, coming, playing, ended, longOver] = [line(1, 300, 2), line(4, 1), line(2, 1, 1), line(3, 2, 4, true), line(5, 40, 4, true)];
  const every = [forgotten, playing, ended, coming, longOver];
  const clocked = (...ids) => (id) => ids.includes(id);
  assert.deepEqual(onTheWall(every, [], clocked(1, 2), now), [2, 3]);
  assert.deepEqual(onTheWall(every, [], clocked(4), now), [2, 3, 4]);
  assert.deepEqual(onTheWall(every, [5, 1], never, now), [1, 5]);
  assert.deepEqual(onTheWall([coming, longOver], [], never, now), [4]);
  assert.deepEqual(onTheWall([ended, longOver], [], never, now), [3]);
});

test("times of a timetable in people's own words", () => {
  const lines = ["2026-12-05", "10:00–11:30 Round 1", "11:45 Round 2", "13.15 lunch", "14:00 Round 12"];
  assert.deepEqual([1, 2, 3].map((round) => startsAt(lines, round)), ["10:00", "11:45", null]);
  assert.equal(startsAt([...lines, "15:00 Round 2 again"], 2), null);
});
