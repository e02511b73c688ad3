// Why the table refuses something, in the language of the page: the sentence of its reason with the values, else
// that of its code. The table's own sentence is English and for programs.

import { has, t } from "./i18n.js";

/** @param {string} key @param {string} otherwise */
const known = (key, otherwise) => (has(key) ? t(key) : otherwise);
/** @param {string} letter */
const wind = (letter) => known(`wind_name.${letter}`, letter);

/** Values that have words of their own. @type {Record<string, (value: any) => string>} */
const WORDS = {
  faults: (/** @type {string[]} */ names) => names.map((name) => known(`fault.${name}`, "")).join(" ").trim(),
  wind,
  place: wind,
  winds: (/** @type {string[]} */ letters) => letters.map(wind).join(", "),
  sanction: (name) => known(`sanction.${name}`, name),
  role: (name) => known(`device_role.${name}`, name),
};

/** The sentence for `{code, reason, values}` of a reply, an alert or a preview.
    @param {{ code: string, reason?: string, values?: Record<string, any> }} refusal */
export function whyNot({ code, reason, values = {} }) {
  const said = Object.entries(values).map(([name, value]) => [name, WORDS[name]?.(value) ?? value]);
  const text = reason && has(`reason.${reason}`) ? t(`reason.${reason}`, Object.fromEntries(said)) : "";
  return text || known(`reply.${code}`, t("ui.not_now"));
}
