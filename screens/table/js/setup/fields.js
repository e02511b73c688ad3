// One key of the configuration as a field: by its kind, with what it is for.

import { html } from "../../../shared/vendor/preact.js";
import { has, t } from "../../../shared/js/i18n.js";
import { bounds, fits, keyOf, shown, typed, valueOf } from "./draft.js";
/** @import { Json } from "../../../types/contract" */
/** @import { SetupForm, SetupKey } from "../../../types/table" */
/** @import { Entry } from "../../../shared/vendor/preact.js" */
/** @import { Change, Draft } from "./draft.js" */

/** What every step is given. @typedef {{ form: SetupForm, draft: Draft, onChange: Change }} Its */

/** A value in words. @param {SetupKey} key @param {Json} value @returns {string} */
export function inWords(key, value) {
  if (value === null || value === "") return t("setup.nothing");
  if (typeof value === "boolean") return t(value ? "setup.yes" : "setup.no");
  if (typeof value === "object" && !Array.isArray(value)) return Object.entries(value).map(([name, each]) => `${name} ${shown(each)}`).join(", ");
  const title = key.titles[key.choices.indexOf(/** @type {string} */ (value))];
  if (title) return title;
  const word = `setup.word.${key.name}.${value}`;
  return key.kind === "choice" && has(word) ? t(word) : shown(value);
}

/** One of several, as buttons. @param {{ its: Its, name: string, only?: (string | number)[] }} props */
export function Buttons({ its: { form, draft, onChange }, name, only }) {
  const key = keyOf(form, name);
  const now = valueOf(form, draft, name);
  const choices = key.kind === "switch" ? [true, false] : (only ?? key.choices);
  return html`<fieldset class="choice field" data-key=${name} disabled=${key.fixed}>
    <legend>${t(`setup.help.${name}`)}</legend>
    ${choices.map((each) => html`<button type="button" key=${each} aria-pressed=${each === now} data-choice=${String(each)} onClick=${() => onChange(name, each)}>${inWords(key, each)}</button>`)}
    <${Fixed} form=${form} name=${name} />
  </fieldset>`;
}

/** That the command line says otherwise. @param {{ form: SetupForm, name: string }} its */
export function Fixed({ form, name }) {
  const key = keyOf(form, name);
  return key.fixed && html`<p class="note" data-fixed>${t("setup.fixed", { value: key.secret ? "***" : inWords(key, key.now) })}</p>`;
}

/** A choice of a list. @param {{ id: string, form: SetupForm, name: string, now: Json, onChange: Change }} its */
function Select({ id, form, name, now, onChange }) {
  const key = keyOf(form, name);
  const known = key.kind === "switch" ? [true, false] : key.choices;
  /** @type {Json[]} */
  const all = now === null || known.some((each) => each === now) ? known : [now, ...known];
  /** @param {Entry} event */
  const chosen = (event) => onChange(name, event.target.value === "" ? null : all[Number(event.target.value)]);
  return html`<select id=${id} disabled=${key.fixed} onChange=${chosen}>
    ${key.optional && html`<option value="" selected=${now === null}>${t("setup.nothing")}</option>`}
    ${all.map((each, n) => html`<option key=${n} value=${n} selected=${each === now}>${inWords(key, each)}</option>`)}
  </select>`;
}

/** A key with what it is for; `raw` shows its name in the file, too. `offers` are values to choose from.
    @param {{ its: Its, name: string, raw?: boolean, offers?: string[] }} props */
export function Field({ its: { form, draft, onChange }, name, raw = false, offers = [] }) {
  const key = keyOf(form, name);
  const now = valueOf(form, draft, name);
  const id = `key-${name}`;
  const range = key.kind === "number" || (key.kind === "list" && key.whole) ? bounds(key) : null;
  const numbers = (Array.isArray(now) ? now : [now]).filter((each) => typeof each === "number");
  const wrong = range !== null && !numbers.every((each) => fits(key, each));
  /** @param {Entry} event */
  const entered = (event) => onChange(name, typed(key, event.target.value));
  const notes = [key.kind === "list" ? t("setup.commas") : "", range ? t(range.says, range.values) : "", raw && !key.secret ? t("setup.default", { value: inWords(key, key.default) }) : ""];
  return html`<div class=${`field${name in draft ? " changed" : ""}`} data-key=${name}>
    <label for=${id}>${t(`setup.help.${name}`)}</label>
    ${raw && html`<code>${name}</code>`}
    ${key.kind === "choice" || key.kind === "switch"
      ? html`<${Select} id=${id} form=${form} name=${name} now=${now} onChange=${onChange} />`
      : html`<input id=${id} type=${key.secret ? "password" : key.kind === "number" ? "number" : "text"} step=${key.whole ? 1 : "any"} disabled=${key.fixed}
          value=${key.secret ? (draft[name] ?? "") : shown(now)} aria-invalid=${wrong} autocomplete="off" list=${offers.length ? `${id}-offers` : undefined}
          placeholder=${key.secret && key.given ? t("setup.kept_secret") : ""} onChange=${entered} />`}
    ${offers.length > 0 && html`<datalist id=${`${id}-offers`}>${offers.map((each) => html`<option key=${each} value=${each}></option>`)}</datalist>`}
    ${notes.some(Boolean) && html`<p class=${wrong ? "note wrong" : "note"}>${notes.filter(Boolean).join(" · ")}</p>`}
    ${raw && (key.given || name in draft) && draft[name] !== null && !key.fixed && html`<button type="button" class="link" data-reset onClick=${() => onChange(name, null)}>${t("setup.reset")}</button>`}
    <${Fixed} form=${form} name=${name} />
  </div>`;
}
