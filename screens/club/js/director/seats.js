// A round seated by hand: four people a table, each once; who is left sits out.

import { t } from "../../../shared/js/i18n.js";
import { html, useState } from "../../../shared/vendor/preact.js";
/** @import { Deed } from "../../../types/club" */
/** @import { Entry, Sending } from "../../../shared/vendor/preact.js" */
/** @import { Four, Names, Published } from "../club.js" */

const WINDS = "ESWN";

/** Who may be seated in a round, those with a place first. @param {Published} published */
const peopleOf = (published) => [...published.admitted, ...published.substitutes].filter((person) => !published.away.includes(person));

/** @param {{ published: Published, n: number, names: Names, act: (event: Deed) => Promise<unknown> }} its */
export function Seats({ published, n, names, act }) {
  const people = peopleOf(published);
  const [seats, setSeats] = useState(published.admitted.filter((person) => !published.away.includes(person)).slice(0, 4 * Math.floor(people.length / 4)));
  const stage = published.stages.find((each) => n >= each.first && n < each.first + each.rounds);
  const first = published.plan.first_table;
  const tables = Array.from({ length: Math.floor(seats.length / 4) }, (_, i) => seats.slice(4 * i, 4 * i + 4));
  /** @param {number} person */
  const twice = (person) => seats.filter((each) => each === person).length > 1;
  /** @param {number} place @returns {(event: Entry) => void} */
  const change = (place) => (event) => setSeats(seats.map((person, i) => (i === place ? Number(event.target.value) : person)));
  /** @param {Sending} event */
  const enter = (event) => {
    event.preventDefault();
    const sittings = tables.map((players, i) => ({ table: first + i, players: /** @type {Four} */ (players) }));
    const byes = stage?.cut ? [] : published.admitted.filter((person) => people.includes(person) && !seats.includes(person));
    void act({ type: "round_drawn", round: n, method: "manual", sittings, byes });
  };
  return html`<details data-by-hand open=${stage?.method === "manual"}><summary>${t("rounds.by_hand")}</summary><form onSubmit=${enter}>
    ${tables.map((players, i) => html`<fieldset key=${i} class="seats"><legend>${t("club.table", { n: first + i })}</legend>${players.map((person, seat) => html`<label key=${seat}>${t(`wind_name.${WINDS[seat]}`)}
      <select value=${person} aria-invalid=${twice(person)} onChange=${change(4 * i + seat)}>${people.map((each) => html`<option key=${each} value=${each} selected=${each === person}>${names[each] ?? `#${each}`}</option>`)}</select></label>`)}</fieldset>`)}
    ${seats.some(twice) && html`<p class="warn" role="alert">${t("rounds.seated_twice", { name: names[seats.find(twice) ?? 0] ?? "" })}</p>`}
    <p class="choice">${tables.length > 1 && html`<button type="button" class="knob" onClick=${() => setSeats(seats.slice(0, -4))}>${t("rounds.table_less")}</button>`}
      <button class="knob main" data-act="seat" disabled=${!tables.length || seats.some(twice)}>${t("rounds.seat")}</button></p>
  </form></details>`;
}
