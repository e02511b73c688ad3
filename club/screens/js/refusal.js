// Why the club does not accept something, in the language of the page: it tells a code and values.

import { has, t } from "../common/js/i18n.js";
import { entryWords } from "./entries.js";

/** Values that have words of their own. */
const WORDS = {
  option: (option) => (has(`option.${option}`) ? `${t(`option.${option}`)} (${option})` : option),
  method: (method) => t(`method.${method}`),
  fault: (names) => names.map((name) => t(`fault.${name}`)).join(" "),
  what: (what) => (typeof what === "object" ? entryWords(what) : what),
};

/** The sentence for `{code, values}`. */
export function refusal({ code, values = {} }) {
  const said = Object.entries(values).map(([name, value]) => [name, WORDS[name]?.(value) ?? value]);
  return t(`refusal.${code}`, Object.fromEntries(said));
}
