// The lines of a timetable: `DAY HH:MM PART NUMBER`, where the day is a date or counts; or just words.

import { has, language, t } from "../../shared/js/i18n.js";
import { html } from "../../shared/vendor/preact.js";

/** @typedef {{ day: string, time: string, part: string, number: string, words: string }} Line */

export const PARTS = ["gather", "opening", "game", "break", "lunch", "close", "evening", "results", "awards", "end", "afterwards"];
const LINE = /^(\d{4}-\d{2}-\d{2}|\d{1,2}) (\d{2}:\d{2}) (\S.*)$/;
const PART = /^([a-z]+)(?: (\d+))?$/;

/** `{day, time, part, number, words}`; `part` is empty where it is words of an organiser. @param {string} line @returns {Line} */
export function parsed(line) {
  const [, day = "", time = "", rest = line] = line.match(LINE) ?? [];
  const [, part, number = ""] = (day && rest.match(PART)) || [];
  return PARTS.includes(part) ? { day, time, part, number, words: "" } : { day, time, part: "", number: "", words: rest };
}

/** The line as the plan keeps it. @param {Line} line */
export const written = ({ day, time, part, number, words }) => [day, time, part ? [part, number].filter(Boolean).join(" ") : words].filter(Boolean).join(" ");

/** @param {string} day */
export const dayName = (day) => (day.length > 2 ? new Date(`${day}T12:00`).toLocaleDateString(language(), { weekday: "long", day: "numeric", month: "long" }) : t("timetable.day", { n: day }));

/** What begins, in the words of the page. @param {{ part: string, number?: string, words?: string }} line */
export const partName = ({ part, number, words }) => (part ? (has(`timetable.${part}_n`) && number ? t(`timetable.${part}_n`, { n: number }) : t(`timetable.${part}`)) : words);

/** @param {string} line */
export const lineWords = (line) => {
  const found = parsed(line);
  return [found.day && dayName(found.day), found.time, partName(found)].filter(Boolean).join(" ");
};

/** The timetable as everybody reads it, day by day. @param {{ lines: string[] }} its */
export function TimetableList({ lines }) {
  const rows = lines.map(parsed);
  const days = [...new Set(rows.map(({ day }) => day))];
  return days.map((day) => html`<section key=${day} data-day=${day}>${day && html`<h3>${dayName(day)}</h3>`}
    <ul class="list times">${rows.filter((row) => row.day === day).map((row, i) => html`<li key=${i} class=${row.part === "game" ? "strong" : ""}>${row.time && html`<time>${row.time}</time> `}${partName(row)}</li>`)}</ul></section>`);
}
