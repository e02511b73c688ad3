// What is laid down of an event, in the words of the page, to be compared.

import { t } from "../../../shared/js/i18n.js";
import { titleOf, worth } from "../deviations.js";
import { lineWords } from "../timetable.js";

const options = (chosen) => Object.entries(chosen).map(([id, value]) => `${titleOf(id)}: ${worth(value)}`).join("; ");

/** `names` are people's by id. */
const WORDS = {
  after: (value) => t(`after.${value}`),
  preset: (value) => t(`preset.${value}`),
  options,
  timetable: (lines) => lines.map(lineWords).join(" · "),
  teams_by: (value) => t(`teams.${value}`),
  officials: (judges, names) => judges.map(({ person }) => names[person] ?? `#${person}`).join(", "),
};

/** The value of a field as people read it; empty where there is none. */
export function laidDown(field, value, names = {}) {
  if (value === null || value === "") return "";
  if (field in WORDS) return WORDS[field](value, names);
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "boolean" ? worth(value) : String(value);
}
