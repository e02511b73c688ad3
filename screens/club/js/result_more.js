// What the rules of an event need of a result beside its points: who has won a hand (yakitori), and chips.

import { html, useLayoutEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
/** @import { Lack, TableWithFinals } from "../../types/club" */
/** @import { Four, Names } from "./club.js" */

const SEATS = [0, 1, 2, 3];

/** @typedef {boolean | null} Won */

/** @type {Record<string, Won>} */
const SAID = { "": null, yes: true, no: false };
/** @param {Won} won */
const wordOf = (won) => ["", "no", "yes"][[null, false, true].indexOf(won)];

/** The names of what is needed, as a sentence has them. @param {string[]} needs */
export const needsInWords = (needs) => needs.map((name) => t(`lacks.${name}`)).join(", ");

/** Games of which nobody has said it, a sentence each. @param {{ lacks: Lack[] }} its */
export const Lacking = ({ lacks }) => lacks.map(({ round, table, needs }) => html`<p key=${`${round}/${table}`} class="warn" role="alert" data-lacks=${`${round}/${table}`}>${t("results.lacking", { round, table, needs: needsInWords(needs) })}</p>`);

/** `{fields, sent, whole}` of a table's form: its inputs, what is sent, and whether all of it is said. `touched` hears of each change; with another `revision` it is filled anew.
    @param {string[]} needs @param {TableWithFinals} table @param {Names} names @param {() => void} touched @param {string} revision */
export function useMore(needs, table, names, touched, revision) {
  /** @returns {Won[]} */
  const wonNow = () => (table.finished && table.won) || [null, null, null, null];
  const chipsNow = () => (table.finished && table.chips ? table.chips.map(String) : ["", "", "", ""]);
  const [won, setWon] = useState(wonNow);
  const [chips, setChips] = useState(chipsNow);
  useLayoutEffect(() => {
    setWon(wonNow());
    setChips(chipsNow());
  }, [revision]);
  /** @template T @param {(next: (row: T[]) => T[]) => void} set @param {number} seat @returns {(value: T) => void} */
  const change = (set, seat) => (value) => {
    touched();
    set((row) => row.map((each, i) => (i === seat ? value : each)));
  };
  /** @param {number} seat */
  const nameOf = (seat) => names[table.registered[seat]] ?? `#${table.registered[seat]}`;
  /** @param {number} seat */
  const Won = (seat) => {
    const put = change(setWon, seat);
    return html`<select data-won=${seat} required onChange=${(event) => put(SAID[event.target.value])}>${Object.keys(SAID).map((word) => html`<option key=${word} value=${word} selected=${word === wordOf(won[seat])}>${word ? t(`results.won_${word}`) : "–"}</option>`)}</select>`;
  };
  /** @param {number} seat */
  const Chips = (seat) => {
    const put = change(setChips, seat);
    return html`<input data-chips=${seat} inputmode="numeric" required pattern="[+\\-]?[0-9]+" value=${chips[seat]} onInput=${(event) => put(event.target.value)} />`;
  };
  /** @param {string} name @param {(seat: number) => unknown} Input */
  const field = (name, Input) => needs.includes(name) && html`<fieldset data-needs=${name}><legend>${t(`results.${name}`)}</legend>${SEATS.map((seat) => html`<label key=${seat}>${nameOf(seat)}${Input(seat)}</label>`)}</fieldset>`;
  /** @type {{ won?: [boolean, boolean, boolean, boolean], chips?: Four }} */
  const sent = {};
  if (needs.includes("won")) sent.won = /** @type {[boolean, boolean, boolean, boolean]} */ (won);
  if (needs.includes("chips")) sent.chips = /** @type {Four} */ (chips.map(Number));
  const whole = (!sent.won || !won.includes(null)) && (!sent.chips || chips.every((each) => /^[+-]?\d+$/.test(each.trim())));
  return { fields: [field("won", Won), field("chips", Chips)], sent, whole };
}
