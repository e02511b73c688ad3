// Why the club does not accept something, in the language of the page: it sends a code and values.

import { has, t } from "../../shared/js/i18n.js";
import { whyNot } from "../../shared/js/refused.js";
import { entryWords } from "./entries.js";
import { needsInWords } from "./result_more.js";

/** Values that have words of their own.
    @type {{ [name: string]: (value: any, values: { [name: string]: unknown }) => string }} */
const WORDS = {
  option: (option) => (has(`option.${option}`) ? `${t(`option.${option}`)} (${option})` : option),
  method: (method) => t(`method.${method}`),
  fault: (/** @type {string[]} */ names) => names.map((name) => t(`fault.${name}`)).join(" "),
  what: (what) => (typeof what === "object" ? entryWords(what) : what),
  why: whyNot,
  needs: needsInWords,
  field: (name) => t(`field.${name}`),
  wrong: (kind, { limit }) => t(`wrong.${kind}`, { limit }),
};

/** The sentence for `{code, values}`. @param {{ code: string, values?: { [name: string]: any } }} refused */
export function refusal({ code, values = {} }) {
  const said = Object.entries(values).map(([name, value]) => [name, WORDS[name]?.(value, values) ?? value]);
  return t(`refusal.${code}`, Object.fromEntries(said));
}
