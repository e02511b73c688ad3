// A telephone in front of the wall: everything in one list, the own table first where a name is found.

import { store, stored, t } from "../../../shared/js/i18n.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { useAnswer } from "../club.js";
import { About, nameOf, Standings, Tables } from "./sheets.js";
/** @import { Row } from "../../../types/club" */
/** @import { Seen, Shown } from "./event.js" */

const KEY = "own_name";
const LEAST = 2;

/** Letters without their marks, so that "ozol" finds "Ozoliņa". @param {string} text */
export const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** @typedef {ReturnType<typeof useOwn>} Own */

/** `{text, write, is}`: whether a person of an event is who is looked for: the one who has signed in, or by name.
    @param {boolean} narrow */
export function useOwn(narrow) {
  const [text, setText] = useState(stored(KEY) ?? "");
  const { data: me } = useAnswer(narrow ? "me" : null);
  const asked = folded(text);
  return {
    text,
    write: (/** @type {string} */ said) => {
      store(KEY, said);
      setText(said);
    },
    is: (/** @type {Shown} */ event, /** @type {number} */ person) => (asked.length >= LEAST ? folded(nameOf(event.names, person)).includes(asked) : person === (me?.person ?? null)),
  };
}

/** @param {{ own: Own }} its */
export function Find({ own }) {
  return html`<label class="find">${t("hall_wall.find")}
    <input type="search" data-find value=${own.text} autocomplete="off" onInput=${(event) => own.write(event.target.value)} />
  </label>`;
}

/** All of an event, one below the other. @param {{ event: Shown, own: Own }} its */
export function List({ event, own }) {
  /** @param {Seen} table */
  const sits = (table) => table.players.some((person) => own.is(event, person));
  const first = event.tables.filter(sits);
  const tables = [...first, ...event.tables.filter((table) => !sits(table))];
  const rows = event.rows.filter((row) => own.is(event, row.player));
  /** @param {boolean} found */
  const mark = (found) => found || null;
  /** @param {Seen[] | Row[]} shown */
  const sheet = (shown) => ({ shown, page: 0, pages: 1, size: shown.length });
  return html`
    ${rows.length > 0 && html`<${Standings} event=${event} sheet=${sheet(rows)} own=${() => true} />`}
    ${tables.length > 0 && html`<${Tables} event=${event} sheet=${sheet(tables)} own=${(/** @type {Seen} */ table) => mark(sits(table))} />`}
    ${event.rows.length > 0 && html`<${Standings} event=${event} sheet=${sheet(event.rows)} own=${(/** @type {number} */ person) => mark(own.is(event, person))} />`}
    ${event.phase === "none" && html`<${About} event=${event} />`}`;
}
