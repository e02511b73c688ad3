// The rules of an event: a preset, and each option that is played otherwise, in the words of the page.

import { language, t } from "../../../shared/js/i18n.js";
import { html, useEffect, useLayoutEffect, useState } from "../../../shared/vendor/preact.js";
import { Changed, useWriting } from "./changed.js";
import { ask, submit, useAnswer } from "../club.js";
import { Deviations, titleOf, worth } from "../deviations.js";
import { laidDown } from "./laid_down.js";
import { Said } from "../saying.js";
/** @import { Choice as Option, Deviations as Found, Plan } from "../../../types/club" */
/** @import { Entry, Sending } from "../../../shared/vendor/preact.js" */
/** @import { Laid, Published, Told } from "../club.js" */

/** @typedef {{ preset: string, options: { [id: string]: any } }} Rules */
/** The time limit of a plan. @typedef {{ minutes: number, after: Required<Plan>["after"] }} Times */
/** A control of an option; `put` chooses. @template [Value=any] @typedef {{ option: Option, value: Value, put: (value: unknown) => void }} Chooses */

const PLACES = [0, 1, 2, 3];
const STICKS = ["10000", "5000", "1000", "500", "100"];
const SUITS = ["m", "p", "s"];
const FORMULA = "2*uma_step";
const WAIT_MS = 300;

/** The time limit of a plan; null while its form says none. @param {Partial<Plan>} plan @returns {Times | null} */
export const timesOf = ({ minutes, after }) => (minutes && after && minutes > 0 ? { minutes, after } : null);

/** What these rules with the time limit of a plan change in the regulation's, asked while they are chosen.
    @param {string} preset @param {Rules["options"]} options @param {Times | null} plan */
export function useRules(preset, options, plan) {
  const [found, setFound] = useState(/** @type {Told<Found> | null} */ (null));
  useEffect(() => {
    let alive = true;
    const timer = setTimeout(async () => {
      const answer = await ask("rules", { preset, options, plan });
      if (alive) setFound(answer);
    }, WAIT_MS);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [preset, JSON.stringify([options, plan])]);
  return found;
}

/** The list that is read out, or what is wrong with the rules. @param {{ found: Told<Found> | null }} its */
export const Deviating = ({ found }) => html`<section class="card" aria-live="polite"><h3>${t("club.deviations")}</h3>${found && (found.ok ? html`<${Deviations} report=${found.body} />` : html`<p class="warn" data-rules-wrong>${found.body.message}</p>`)}</section>`;

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

/** @param {string[]} names @param {(name: string) => unknown} nameOf @returns {(its: Chooses<{ [name: string]: number }>) => unknown} */
const Counts = (names, nameOf) => ({ value, put }) => names.map((name) => html`<label key=${name}>${nameOf(name)}<input type="number" min="0" value=${value[name] ?? 0} onInput=${(event) => put({ ...value, [name]: numberOf(event) })} /></label>`);

/** @param {Chooses<string[]>} its */
const Several = ({ option, value, put }) => option.choices.map((each) => html`<label key=${each} class="line"><input type="checkbox" checked=${value.includes(each)} onChange=${() => put(value.includes(each) ? value.filter((one) => one !== each) : [...value, each])} />${worth(each)}</label>`);

/** @type {{ [type: string]: (its: Chooses) => unknown }} */
const CONTROLS = {
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

/** @param {{ id: string, option?: Option, value: unknown, put: (value: unknown) => void, drop: () => void }} its */
function Chosen({ id, option, value, put, drop }) {
  const Control = option && (CONTROLS[option.type] ?? (option.choices.length ? Choice : Whole));
  return html`<fieldset data-chosen=${id}><legend>${titleOf(id)}</legend>
    ${Control ? html`<${Control} option=${option} value=${value} put=${put} />` : html`<span>${worth(value)}</span>`}
    <button type="button" class="knob small" aria-label=${`${t("accounts.remove")}: ${titleOf(id)}`} onClick=${drop}>${t("accounts.remove")}</button></fieldset>`;
}

/** The preset and its options, with what they change; `change(preset, options)`.
    @param {Rules & { change: (preset: string, options: Rules["options"]) => void, found: Told<Found> | null }} its */
export function RulesFields({ preset, options, change, found }) {
  const known = useAnswer("presets").data ?? [];
  const presets = known.some(({ id }) => id === preset) ? known : [...known, { id: preset }];
  const offered = useAnswer(`presets/${preset}/options`).data ?? [];
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
  return html`<label>${t("club.rules")}<select name="preset" value=${preset} onChange=${(event) => change(event.target.value, options)}>${presets.map((each) => html`<option key=${each.id} value=${each.id} selected=${each.id === preset}>${t(`preset.${each.id}`)}</option>`)}</select></label>
    <label>${t("direct.otherwise")}<select data-otherwise value="" onChange=${add}><option value="">–</option>${others.map(({ option, title }) => html`<option key=${option.id} value=${option.id}>${title}</option>`)}</select></label>
    <div class="chosen">${Object.entries(options).map(([id, value]) => html`<${Chosen} key=${id} id=${id} option=${offered.find((each) => each.id === id)} value=${value} put=${(/** @type {unknown} */ given) => put(id, given)} drop=${() => drop(id)} />`)}</div>
    <${Deviating} found=${found} />`;
}

/** The rules of an event changed, which can be done until its first round starts.
    @param {{ told: Published, laid: Laid, again: () => void }} its */
export function ChangeRules({ told, laid, again }) {
  const writing = useWriting(laid);
  const [given, give] = useState(/** @type {Rules | null} */ (null));
  useLayoutEffect(() => give(null), [writing.base.revision]);
  const { preset, options } = given ?? writing.base.fields;
  const found = useRules(preset, options, timesOf(told.plan));
  /** @param {Rules} rules */
  const choose = (rules) => {
    writing.touch();
    give(rules);
  };
  /** @param {Sending} event */
  const change = async (event) => {
    event.preventDefault();
    /** @param {Rules} rules @param {string} revision */
    const send = (rules, revision) => submit([{ type: "tournament_changed", tournament: told.id, ...rules }], revision);
    if (await writing.write({ preset, options }, send)) again();
  };
  if (told.played) return html`<details data-rules-fixed><summary>${t("direct.change_rules")}</summary><p class="quiet">${t("refusal.rules_fixed")}</p></details>`;
  return html`<details><summary>${t("direct.change_rules")}</summary><form onSubmit=${change} data-change-rules>
    <${RulesFields} preset=${preset} options=${options} change=${(/** @type {string} */ newer, /** @type {Rules["options"]} */ others) => choose({ preset: newer, options: others })} found=${found} />
    <${Changed} writing=${writing} shown=${laidDown} />
    <p><button class="knob" disabled=${!found?.ok}>${t("club.save")}</button></p><${Said} said=${writing.said} />
  </form></details>`;
}
