// The lines of a timetable.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { lineWords, PARTS, parsed, written } from "../../../screens/club/js/timetable.js";
import { speak } from "./words.mjs";

before(() => speak("en", "club"));

test("a line has a day, a time, a part and its number", () => {
  assert.deepEqual(parsed("2026-05-16 09:30 game 3"), { day: "2026-05-16", time: "09:30", part: "game", number: "3", words: "" });
  assert.deepEqual(parsed("1 08:45 gather"), { day: "1", time: "08:45", part: "gather", number: "", words: "" });
});

test("what is no part is an organiser's own words", () => {
  assert.deepEqual(parsed("1 19:00 Dinner at Olga's"), { day: "1", time: "19:00", part: "", number: "", words: "Dinner at Olga's" });
  assert.deepEqual(parsed("Bring tea"), { day: "", time: "", part: "", number: "", words: "Bring tea" });
  assert.equal(parsed("game 3").words, "game 3", "without a day it is only words");
});

test("what was read is written as it was", () => {
  for (const part of PARTS) for (const tail of ["", " 2"]) {
    const line = `2026-05-16 10:00 ${part}${tail}`;
    assert.equal(written(parsed(line)), line);
  }
  for (const line of ["1 19:00 Dinner at Olga's", "Bring tea", ""]) assert.equal(written(parsed(line)), line);
});

test("in words it names the day and the part", () => {
  assert.match(lineWords("1 10:00 game 2"), /1.* 10:00 .*2/);
  assert.match(lineWords("2026-05-16 10:00 lunch"), /Saturday.* 10:00 /);
  assert.equal(lineWords("Bring tea"), "Bring tea");
});
