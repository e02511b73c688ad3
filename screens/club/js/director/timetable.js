// The timetable of an event: worked out from its rounds, changed line by line, moved when it starts late (K-TIMER-09).

import { t } from "../../../shared/js/i18n.js";
import { html, useLayoutEffect, useState } from "../../../shared/vendor/preact.js";
import { Changed, useWriting } from "./changed.js";
import { ask, submit } from "../club.js";
import { laidDown } from "./laid_down.js";
import { Said, useSaying, valuesOf } from "../saying.js";
import { parsed, PARTS, partName, TimetableList, written } from "../timetable.js";
/** @import { Plan } from "../../../types/club" */
/** @import { Entry, Sending } from "../../../shared/vendor/preact.js" */
/** @import { Laid, Published } from "../club.js" */
/** @import { Line as Row } from "../timetable.js" */

const NUMBERED = ["game", "close", "end"];
const DAY_MIN = 1440;
/** @param {string} time */
const minutesOf = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** @param {number} minutes */
const clockOf = (minutes) => [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0")).join(":");

/** The lines worked out from games, slots and breaks.
    @param {{ published: Published, plan: Required<Plan>, take: (lines: string[]) => void }} its */
function WorkOut({ published, plan, take }) {
  const [said, tell] = useSaying();
  /** @param {Sending} event */
  const work = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    const [games, slot, pause, lunch] = ["games", "slot", "pause", "lunch"].map((name) => Number(given[name]));
    const answer = await ask("timetable", { dates: plan.dates, games, slot, pause, lunch, start: minutesOf(given.start), lunch_from: minutesOf(given.lunch_from) });
    tell(answer, t("timetable.worked_out"));
    if (answer.ok) take(answer.body.lines);
  };
  /** @param {string} name @param {string} label @param {number} value @param {number} min */
  const count = (name, label, value, min) => html`<label>${label}<input name=${name} type="number" min=${min} max="1439" defaultValue=${value} required /></label>`;
  return html`<form onSubmit=${work} data-work-out>
    ${count("games", t("direct.rounds"), Math.max(1, published.rounds), 1)}<label>${t("timetable.start")}<input name="start" type="time" defaultValue="10:00" required /></label>
    ${count("slot", t("timetable.slot"), plan.minutes + 15, 1)}${count("pause", t("timetable.pause"), 15, 0)}${count("lunch", t("timetable.lunch_min"), 75, 60)}
    <label>${t("timetable.lunch_from")}<input name="lunch_from" type="time" defaultValue="13:00" required /></label>
    <p><button class="knob">${t("timetable.work_out")}</button></p><${Said} said=${said} /></form>`;
}

/** One line: when it begins and what.
    @param {{ row: Row, n: number, days: string[], put: (row: Row) => void, drop: () => void }} its */
function Line({ row, n, days, put, drop }) {
  /** @param {keyof Row} name @returns {(event: Entry) => void} */
  const set = (name) => (event) => put({ ...row, [name]: event.target.value });
  const at = { number: n + 1 };
  /** @param {string} name */
  const label = (name) => t("timetable.of", { what: name, n: at.number });
  return html`<fieldset class="slot" data-line=${n}><legend class="unseen">${t("timetable.line", { n: at.number })}</legend>
    ${days.length > 1 && html`<select aria-label=${label(t("timetable.which_day"))} value=${row.day} onChange=${set("day")}>${days.map((day) => html`<option key=${day} value=${day} selected=${day === row.day}>${day}</option>`)}</select>`}
    <input type="time" required=${Boolean(row.part)} aria-label=${label(t("field.time"))} value=${row.time} onInput=${(event) => put({ ...row, day: row.day || days[0], time: event.target.value })} />
    <select aria-label=${label(t("timetable.what"))} value=${row.part} onChange=${set("part")}>${PARTS.map((part) => html`<option key=${part} value=${part} selected=${part === row.part}>${partName({ part })}</option>`)}<option value="" selected=${!row.part}>${t("timetable.own")}</option></select>
    ${NUMBERED.includes(row.part) && html`<input type="number" min="1" max="100" aria-label=${label(t("timetable.number"))} value=${row.number} onInput=${set("number")} />`}
    ${!row.part && html`<input required maxlength="200" aria-label=${label(t("timetable.own"))} value=${row.words} onInput=${set("words")} />`}
    <button type="button" class="knob small" aria-label=${label(t("accounts.remove"))} onClick=${drop}>${t("accounts.remove")}</button></fieldset>`;
}

/** Everything of a day from a line on, so many minutes later; null where that is past midnight.
    @param {Row[]} rows @param {number} from @param {number} minutes @returns {Row[] | null} */
function moved(rows, from, minutes) {
  const later = rows.map((row, i) => /** @type {Row & { minutes?: number }} */ (i >= from && row.day === rows[from].day && row.time ? { ...row, minutes: minutesOf(row.time) + minutes } : row));
  if (later.some((row) => row.minutes !== undefined && (row.minutes < 0 || row.minutes >= DAY_MIN))) return null;
  return later.map(({ minutes: at, ...row }) => (at === undefined ? row : { ...row, time: clockOf(at) }));
}

/** Moves a day from a line on. @param {{ rows: Row[], change: (rows: Row[]) => void }} its */
function Move({ rows, change }) {
  const [wrong, setWrong] = useState(false);
  /** @param {Sending} event */
  const move = (event) => {
    event.preventDefault();
    const { from, minutes } = valuesOf(event.target);
    const later = moved(rows, Number(from), Number(minutes));
    setWrong(!later);
    if (later) change(later);
  };
  return html`<form onSubmit=${move} data-move><label>${t("timetable.from_line")}<select name="from">${rows.map((row, i) => html`<option key=${i} value=${i}>${[row.day, row.time, partName(row)].filter(Boolean).join(" ")}</option>`)}</select></label>
    <label>${t("timetable.later")}<input name="minutes" type="number" min="-600" max="600" defaultValue="15" required /></label>
    <p><button class="knob">${t("timetable.move")}</button></p>${wrong && html`<p class="warn" role="alert">${t("timetable.midnight")}</p>`}</form>`;
}

/** @param {{ published: Published, laid: Laid, again: () => void }} its */
export function Timetable({ published, laid, again }) {
  const writing = useWriting(laid);
  const [given, give] = useState(/** @type {Row[] | null} */ (null));
  useLayoutEffect(() => give(null), [writing.base.revision]);
  const { name, preset, options, ...plan } = writing.base.fields;
  const rows = given ?? plan.timetable.map(parsed);
  const days = [...new Set([...(plan.dates.length ? plan.dates : ["1"]), ...rows.map(({ day }) => day).filter(Boolean)])];
  /** @param {Row[]} newer */
  const change = (newer) => {
    writing.touch();
    give(newer);
  };
  /** @param {Sending} event */
  const save = async (event) => {
    event.preventDefault();
    /** @param {Plan} changed @param {string} revision */
    const send = (changed, revision) => submit([{ type: "tournament_changed", tournament: published.id, plan: changed }], revision);
    if (await writing.write({ ...plan, timetable: rows.map(written) }, send)) again();
  };
  const add = () => change([...rows, { day: rows.at(-1)?.day || days[0], time: rows.at(-1)?.time || "10:00", part: "break", number: "", words: "" }]);
  return html`<details><summary>${t("club.timetable")}</summary>
    <${WorkOut} published=${published} plan=${plan} take=${(/** @type {string[]} */ lines) => change(lines.map(parsed))} />
    ${rows.length > 0 && html`<${Move} rows=${rows} change=${change} />`}
    <form onSubmit=${save} data-timetable>${rows.map((row, n) => html`<${Line} key=${n} row=${row} n=${n} days=${days} put=${(/** @type {Row} */ newer) => change(rows.map((each, i) => (i === n ? newer : each)))} drop=${() => change(rows.filter((_, i) => i !== n))} />`)}
      <p class="choice"><button type="button" class="knob" data-add-line onClick=${add}>${t("timetable.add")}</button></p>
      <${Changed} writing=${writing} shown=${laidDown} /><p><button class="knob main">${t("club.save")}</button></p><${Said} said=${writing.said} /></form>
    <div data-preview-timetable><${TimetableList} lines=${rows.map(written)} /></div></details>`;
}
