// A text with its values filled in: the part of ICU MessageFormat that the catalogues use, as in `words/message.py`.
// `{name}` is a value; `{n, plural, one {# tile} other {# tiles}}` takes the arm of the number's category, `#` in it the number.

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/** What stands for the names of a message. @typedef {{ [name: string]: unknown }} Values */

/** The plural category of a number in a language. @param {string} code @param {number} n */
export function category(code, n) {
  const known = rules.get(code) ?? new Intl.PluralRules(code);
  rules.set(code, known);
  return known.select(Math.abs(n));
}

const VALUE = /\{(\w+)\}/y;
const CHOICE = /\{(\w+), plural,/y;
const ARM = /\s*(\w+) \{/y;

/** @param {RegExp} pattern @param {string} text @param {number} at */
function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The text from `at` to the brace that closes it, filled in, and where it ends; `counted` stands for `#`.
    @param {string} text @param {string} code @param {Values} values @param {number} at @param {unknown} counted @returns {[text: string, end: number]} */
function piece(text, code, values, at, counted) {
  let out = "";
  while (at < text.length && text[at] !== "}") {
    const value = match(VALUE, text, at);
    const choice = value ? null : match(CHOICE, text, at);
    if (value) {
      out += String(values[value[1]] ?? value[0]);
      at += value[0].length;
    } else if (choice) {
      const n = values[choice[1]];
      /** @type {Record<string, string>} */
      const arms = {};
      at += choice[0].length;
      for (let arm = match(ARM, text, at); arm; arm = match(ARM, text, at)) {
        [arms[arm[1]], at] = piece(text, code, values, at + arm[0].length, n);
        at += 1;
      }
      out += arms[typeof n === "number" && Number.isInteger(n) ? category(code, n) : "other"] ?? arms.other;
      at += 1;
    } else {
      out += counted !== null && text[at] === "#" ? String(counted) : text[at];
      at += 1;
    }
  }
  return [out, at];
}

/** The message of a language with its values; a value that is missing stays as it is written.
    @param {string} text @param {string} code @param {Values} values */
export const filled = (text, code, values) => (text.includes("{") ? piece(text, code, values, 0, null)[0] : text);
