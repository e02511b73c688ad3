// The forms of rulings. Each reports by `onAsk` what is to be ruled: `{event}`, `{penalty}`, or null while it is not
// complete.

import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "./i18n.js";
import { FACES, Faces } from "./question.js";
import { Row } from "./tile.js";
/** @import { SeatView, Snapshot } from "../../types/contract" */
/** @import { HandLog, LogLine, PenaltyRow } from "../../types/table" */

const SEATS = [0, 1, 2, 3];
const SANCTIONS = ["reminder", "dead_hand", "chombo", "redeal", "fine", "disqualification"];
/** @type {Record<string, string>} */
const CARRIED = { reminder_cancel: "reminder" };
const READABLE = ["discarded", "dora_revealed"];

/** @param {number[]} list @param {number} item */
const without = (list, item) => (list.includes(item) ? list.filter((each) => each !== item) : [...list, item].sort());

/** @typedef {{ event: { type: string, [field: string]: unknown } } | { penalty: object }} Asked */
/** @typedef {(asked: Asked | null) => void} OnAsk */
/** What a penalty is asked for by. @typedef {{ seat: number, row: string, at: number }} Wish */
/** @typedef {string | number | boolean | null} Value */
/** @typedef {[value: Value, text: string | number]} Option */
/** @typedef {{ seats: Pick<SeatView, "seat" | "name">[] }} Seated */

/** One of several, by a touch. `options` are `[value, text]`.
    @template {Value} Chosen @param {{ label: string, options: [value: Chosen, text: string | number][], value: Chosen, onChange: (value: Chosen) => void }} its */
export const Choice = ({ label, options, value, onChange }) => html`<fieldset class="choice"><legend>${label}</legend>
  ${options.map(([each, text]) => html`<button type="button" key=${each} aria-pressed=${each === value} data-choice=${each} onClick=${() => onChange(each)}>${text}</button>`)}
</fieldset>`;

/** Any number of seats.
    @param {{ label: string, seats: Seated["seats"], chosen: number[], onChange: (seats: number[]) => void }} its */
export const Several = ({ label, seats, chosen, onChange }) => html`<fieldset class="choice"><legend>${label}</legend>
  ${seats.map((seat) => html`<button type="button" key=${seat.seat} aria-pressed=${chosen.includes(seat.seat)} data-choice=${seat.seat} onClick=${() => onChange(without(chosen, seat.seat))}>${seat.name}</button>`)}
</fieldset>`;

/** @param {{ label: string, options: Option[], value: Value, onChange: (value: string) => void }} its */
export const Pick = ({ label, options, value, onChange }) => html`<label class="pick">${label}
  <select value=${value} onChange=${(event) => onChange(event.target.value)}>${options.map(([each, text]) => html`<option key=${each} value=${each} selected=${String(each) === String(value)}>${text}</option>`)}</select>
</label>`;

/** @param {Seated} state @returns {[seat: number, name: string][]} */
const people = (state) => state.seats.map((seat) => [seat.seat, seat.name]);

/** Tells what is asked for whenever it changes. @param {Asked | null} asked @param {OnAsk} onAsk */
const useAsk = (asked, onAsk) => useEffect(() => onAsk(asked), [JSON.stringify(asked)]);

/** @param {PenaltyRow} row @param {string} words */
const fits = ({ id, violation }, words) => `${id} ${violation}`.toLowerCase().includes(words.toLowerCase());

/** @param {{ rows: PenaltyRow[], row: string | null, onChange: (id: string) => void }} its */
export function Rows({ rows, row, onChange }) {
  const [words, setWords] = useState("");
  const found = rows.filter((each) => fits(each, words));
  return html`<input type="search" placeholder=${t("referee.search")} aria-label=${t("referee.search")} value=${words} onInput=${(event) => setWords(event.target.value)} />
    <ul class="rows">${found.map((each, n) => html`${each.section !== found[n - 1]?.section && html`<li class="section" key=${each.section}>${t(`penalty_section.${each.section}`)}</li>`}
      <li key=${each.id}><button type="button" aria-pressed=${each.id === row} data-row=${each.id} onClick=${() => onChange(each.id)}><small>${each.id}</small><span>${each.violation}</span><i>${t(`sanction.${each.measure}`)}</i></button></li>`)}</ul>`;
}

/** @param {{ state: Snapshot, desk: HandLog | null, wish: Wish | null, onAsk: OnAsk }} its */
export function Penalties({ state, desk, wish, onAsk }) {
  const [seat, setSeat] = useState(wish?.seat ?? null);
  const [row, setRow] = useState(wish?.row ?? null);
  const [mild, setMild] = useState(false);
  const [sanction, setSanction] = useState(/** @type {string | null} */ (null));
  const [points, setPoints] = useState(1000);
  const chosen = desk?.penalties.find((each) => each.id === row);
  const measure = mild && chosen?.minimum ? chosen.minimum : chosen?.measure;
  const free = measure && !SANCTIONS.includes(CARRIED[measure] ?? measure);
  const fine = (free ? sanction : measure) === "fine";
  const whole = seat !== null && chosen && (!free || sanction);
  const body = { seat, row, mild: mild && Boolean(chosen?.minimum), ...(free ? { sanction } : {}), ...(fine ? { points } : {}) };
  useAsk(whole ? { penalty: body } : null, onAsk);
  /** @param {string} id */
  const choose = (id) => (setRow(id), setMild(false), setSanction(null));
  return html`<${Choice} label=${t("ui.player")} options=${people(state)} value=${seat} onChange=${setSeat} />
    <${Rows} rows=${desk?.penalties ?? []} row=${row} onChange=${choose} />
    ${chosen?.minimum && html`<${Choice} label=${chosen.id} options=${[[false, t(`sanction.${chosen.measure}`)], [true, `${t(`sanction.${chosen.minimum}`)} (${t("referee.mild")})`]]} value=${mild} onChange=${setMild} />`}
    ${free && html`<${Choice} label=${t(`sanction.${measure}`)} options=${SANCTIONS.map((each) => [each, t(`sanction.${each}`)])} value=${sanction} onChange=${setSanction} />`}
    ${fine && html`<label class="pick">${t("referee.points")} <input type="number" min="0" step="1000" value=${points} onInput=${(event) => setPoints(Number(event.target.value))} /></label>`}`;
}

/** @param {{ state: Snapshot, onAsk: OnAsk }} its */
export function Withdrawals({ state, onAsk }) {
  const [seat, setSeat] = useState(/** @type {number | null} */ (null));
  const [type, setType] = useState("win_withdrawn");
  useAsk(seat === null ? null : { event: { type, seat } }, onAsk);
  return html`<${Choice} label=${t("referee.what")} options=${["win_withdrawn", "riichi_withdrawn"].map((each) => [each, t(`referee.${each}`)])} value=${type} onChange=${setType} />
    <${Choice} label=${t("ui.player")} options=${people(state)} value=${seat} onChange=${setSeat} />`;
}

/** @param {LogLine} line */
const tilesOf = ({ data }) => [data.tile ?? [], data.meld?.tiles ?? [], data.tiles ?? []].flat();

/** The events of the hand, the last first: one can be taken out, read otherwise, or all since be taken back.
    @param {{ state: Snapshot, desk: HandLog | null, onAsk: OnAsk }} its */
export function Corrections({ state, desk, onAsk }) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  useAsk(asked, onAsk);
  const log = desk?.log ?? [];
  const line = log.find((each) => each.at === at);
  const end = (log.at(-1)?.at ?? -1) + 1;
  /** @param {number} count @param {object[]} [events] */
  const correct = (count, events = []) => setAsked({ event: { type: "correct", at, count, events } });
  /** @param {number} to */
  const choose = (to) => (setAt(to), setAsked(null));
  return html`<ul class="rows log">${[...log].reverse().map((each) => html`<li key=${each.at}>
      <button type="button" aria-pressed=${each.at === at} data-at=${each.at} onClick=${() => choose(each.at)}><small>${each.at}</small><span>${each.data.seat !== undefined && html`<b>${state.seats[each.data.seat].name}</b> `}${t(`move.${each.type}`)}</span><${Row} tiles=${tilesOf(each)} /></button>
    </li>`)}</ul>
    ${line && html`<div class="acts">
      <button type="button" class="knob" data-do="out" onClick=${() => correct(1)}>${t("referee.take_out")}</button>
      <button type="button" class="knob" data-do="back" onClick=${() => correct(end - line.at)}>${t("referee.take_back", { n: end - line.at })}</button>
    </div>`}
    ${line && READABLE.includes(line.type) && html`<p class="quiet">${t("referee.read_as")}</p><${Faces} faces=${FACES} onChoose=${(/** @type {string} */ tile) => correct(1, [{ type: line.type, ...line.data, tile }])} />`}`;
}

/** Who really sits where; scores and hands stay with the seats.
    @param {{ state: { seats: Pick<SeatView, "seat" | "name" | "wind">[] }, onAsk: OnAsk }} its */
export function Seating({ state, onAsk }) {
  const now = state.seats.map((seat) => seat.name);
  const [names, setNames] = useState(now);
  const changed = names.some((name, seat) => name !== now[seat]);
  useAsk(changed ? { event: { type: "reseated", names } } : null, onAsk);
  /** Two people change places. @param {number} seat @returns {(name: string) => void} */
  const put = (seat) => (name) => {
    const from = names.indexOf(name);
    setNames(names.map((each, n) => (n === seat ? name : n === from ? names[seat] : each)));
  };
  return html`<p class="quiet">${t("referee.seating")}</p>
    ${SEATS.map((seat) => html`<${Pick} key=${seat} label=${`${t("ui.seat")} ${seat + 1} · ${t(`wind_name.${state.seats[seat].wind}`)}`} options=${now.map((name) => [name, name])} value=${names[seat]} onChange=${put(seat)} />`)}`;
}
