// What is laid down of an event, in the words of the page, to be compared.

import { t } from "../../../shared/js/i18n.js";
import { titleOf, worth } from "../../../shared/js/rules.js";
import { lineWords } from "../timetable.js";
/** @import { Official } from "../../../types/club" */
/** @import { Names } from "../club.js" */

/** @param {{ [id: string]: unknown }} chosen */
const options = (chosen) => Object.entries(chosen).map(([id, value]) => `${titleOf(id)}: ${worth(value)}`).join("; ");

/** Fields with words of their own; `names` are people's by id.
    @type {{ [field: string]: (value: any, names: Names) => string }} */
const WORDS = {
  after: (value) => t(`after.${value}`),
  preset: (value) => t(`preset.${value}`),
  options,
  timetable: (/** @type {string[]} */ lines) => lines.map(lineWords).join(" · "),
  teams_by: (value) => t(`teams.${value}`),
  officials: (/** @type {Official[]} */ judges, names) => judges.map(({ person }) => names[person] ?? `#${person}`).join(", "),
};

/** The value of a field as people read it; empty where there is none.
    @param {string} field @param {unknown} value @param {Names} [names] */
export function laidDown(field, value, names = {}) {
  if (value === null || value === "") return "";
  if (field in WORDS) return WORDS[field](value, names);
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "boolean" ? worth(value) : String(value);
}
