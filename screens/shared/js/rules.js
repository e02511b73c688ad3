// Rules of a game: a preset, and each option that is played otherwise, in the words of the page.

import { has, language, t } from "./i18n.js";
import { html } from "../vendor/preact.js";
/** @import { Entry } from "../vendor/preact.js" */

/** What an option takes: `choices` where they are listed, else `bounds` by its `type`; `value` is the preset's.
    @typedef {{ id: string, type: string, choices: any[], bounds: { [name: string]: any }, value: any }} Option */
/** @typedef {{ [id: string]: any }} Options */
/** A control of an option; `put` chooses. @template [Value=any] @typedef {{ option: Option, value: Value, put: (value: unknown) => void }} Chooses */

const PLACES = [0, 1, 2, 3];
const STICKS = ["10000", "5000", "1000", "500", "100"];
const SUITS = ["m", "p", "s"];
const FORMULA = "2*uma_step";

/** One number, or two that bound a range. @param {number | null | (number | null)[]} value */
const bounds = (value) => {
  const [low, high] = Array.isArray(value) ? value : [value, value];
  if (high === null) return t("choice.from", { low });
  return low === high ? String(low) : t("choice.range", { low, high });
};

/** @param {unknown} value @returns {string} */
const signed = (value) => (typeof value === "number" && value > 0 ? `+${value}` : worth(value));

/** The value of an option in the words of the page. @param {unknown} value @returns {string} */
export function worth(value) {
  if (value === null) return t("choice.unset");
  if (typeof value === "boolean") return t(value ? "found.yes" : "found.no");
  if (Array.isArray(value)) return value.map(signed).join(", ") || t("found.none");
  if (typeof value === "object" && Object.values(value).every((each) => each === 0)) return t("found.none");
  if (typeof value === "object") return Object.entries(value).map(([name, each]) => `${name}: ${bounds(each)}`).join(", ");
  const known = [`choice.${value}`, `found.${value}`, `after.${value}`].find(has);
  return known ? t(known) : String(value).replace("-", "−");
}

/** The name of an option; of one that there are no words for, its id. @param {string} option */
export const titleOf = (option) => (has(`option.${option}`) ? t(`option.${option}`) : option);

/** @param {Entry} event */
const numberOf = ({ target }) => (target.value === "" ? null : Number(target.value));

/** @param {Chooses} its */
const Choice = ({ option, value, put }) => html`<select aria-label=${titleOf(option.id)} onChange=${(event) => put(option.choices[event.target.selectedIndex])}>${option.choices.map((each) => html`<option key=${each} selected=${each === value}>${worth(each)}</option>`)}</select>`;

/** @param {Chooses<number>} its */
const Whole = ({ option: { id, bounds }, value, put }) => html`<input type="number" aria-label=${titleOf(id)} min=${bounds.min} step=${bounds.step ?? bounds.multiple_of ?? 1} value=${value} onInput=${(event) => put(numberOf(event))} />`;

/** A number, or where it is left empty what follows from the uma. @param {Chooses<number | string>} its */
const Formula = ({ option, value, put }) => html`<input type="number" aria-label=${titleOf(option.id)} min="0" placeholder=${worth(FORMULA)} value=${typeof value === "number" ? value : ""} onInput=${(event) => put(numberOf(event) ?? FORMULA)} />`;

/** @param {Chooses<(number | null)[]>} its */
const Uma = ({ value, put }) => PLACES.map((place) => html`<label key=${place}>${t("place", { n: place + 1 })}<input type="number" step="100" value=${value[place]} onInput=${(event) => put(value.map((each, i) => (i === place ? numberOf(event) : each)))} /></label>`);

/** So many of each; a file may say `none` of all of them.
    @param {string[]} names @param {(name: string) => unknown} nameOf @returns {(its: Chooses<{ [name: string]: number } | "none">) => unknown} */
const Counts = (names, nameOf) => ({ value, put }) => {
  const counts = Object.fromEntries(names.map((name) => [name, value === "none" ? 0 : (value[name] ?? 0)]));
  return names.map((name) => html`<label key=${name}>${nameOf(name)}<input type="number" min="0" value=${counts[name]} onInput=${(event) => put({ ...counts, [name]: numberOf(event) })} /></label>`);
};

/** @param {Chooses<string[]>} its */
const Several = ({ option, value, put }) => option.choices.map((each) => html`<label key=${each} class="line"><input type="checkbox" checked=${value.includes(each)} onChange=${() => put(value.includes(each) ? value.filter((one) => one !== each) : [...value, each])} />${worth(each)}</label>`);

/** Of values that have parts, or are a number or a word. @type {{ [type: string]: (its: Chooses) => unknown }} */
export const CONTROLS = {
  "array of 4 integers": Uma,
  "array of yaku ids or forms": Several,
  "formula or integer": Formula,
  "object denomination:count": Counts(STICKS, (name) => name),
  "object m,p,s": Counts(SUITS, (suit) => html`<img class="face" src=${`shared/tiles/0${suit}.svg`} alt=${`0${suit}`} />`),
};

/** What an option begins with when it is chosen: something else than the preset has where it is one of a list.
    @param {Option} option */
function firstOf({ type, choices, bounds, value }) {
  if (!(type in CONTROLS) && choices.length) return choices.find((each) => each !== value);
  return value ?? bounds.min ?? null;
}

/** @param {{ id: string, option?: Option, value: unknown, put: (value: unknown) => void, drop: () => void, label: string }} its */
function Chosen({ id, option, value, put, drop, label }) {
  const Control = option && (CONTROLS[option.type] ?? (option.choices.length ? Choice : Whole));
  return html`<fieldset data-chosen=${id}><legend>${titleOf(id)}</legend>
    ${Control ? html`<${Control} option=${option} value=${value} put=${put} />` : html`<span>${worth(value)}</span>`}
    <button type="button" class="knob small" aria-label=${`${label}: ${titleOf(id)}`} onClick=${drop}>${label}</button></fieldset>`;
}

/** The preset and what is played otherwise; `change(preset, options)`.
    @param {{ preset: string, presets: string[], options: Options, offered: Option[], labels: { rules: string, otherwise: string, remove: string }, change: (preset: string, options: Options) => void }} its */
export function OptionFields({ preset, presets, options, offered, labels, change }) {
  const others = offered.filter(({ id }) => !(id in options)).map((option) => ({ option, title: titleOf(option.id) }));
  others.sort((one, other) => one.title.localeCompare(other.title, language()));
  /** @param {string} id @param {unknown} value */
  const put = (id, value) => change(preset, { ...options, [id]: value });
  /** @param {string} id */
  const drop = (id) => change(preset, Object.fromEntries(Object.entries(options).filter(([name]) => name !== id)));
  /** @param {Entry} event */
  const add = ({ target }) => {
    const option = offered.find(({ id }) => id === target.value);
    target.value = "";
    if (option) put(option.id, firstOf(option));
  };
  return html`<label>${labels.rules}<select name="preset" value=${preset} onChange=${(event) => change(event.target.value, options)}>${presets.map((id) => html`<option key=${id} value=${id} selected=${id === preset}>${t(`preset.${id}`)}</option>`)}</select></label>
    <label>${labels.otherwise}<select data-otherwise value="" onChange=${add}><option value="">–</option>${others.map(({ option, title }) => html`<option key=${option.id} value=${option.id}>${title}</option>`)}</select></label>
    <div class="chosen">${Object.entries(options).map(([id, value]) => html`<${Chosen} key=${id} id=${id} option=${offered.find((each) => each.id === id)} value=${value} put=${(/** @type {unknown} */ given) => put(id, given)} drop=${() => drop(id)} label=${labels.remove} />`)}</div>`;
}
