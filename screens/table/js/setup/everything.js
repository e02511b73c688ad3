// Every key of the configuration, by its section, to be searched; the rule options and the firmware's settings among them.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { CONTROLS, worth } from "../../../shared/js/rules.js";
import { matches, shown, typed, valueOf, withOption } from "./draft.js";
import { Field } from "./fields.js";
/** @import { Json } from "../../../types/contract" */
/** @import { SetupForm, SetupOption, SetupSetting } from "../../../types/table" */
/** @import { Entry } from "../../../shared/vendor/preact.js" */
/** @import { Its } from "./fields.js" */

const RULES = "table.options";
const SETTINGS = "machine.settings";

/** @typedef {{ option: SetupOption, chosen: Json, onChange: (value: Json) => void }} OptionIts */

/** A rule option whose value has parts, each in a field of its own. @param {OptionIts} its */
const Several = ({ option, chosen, onChange }) => html`<fieldset class="field several" data-option=${option.id}><legend>${option.title}</legend><code>${option.id}</code>
    <${CONTROLS[option.type]} option=${option} value=${chosen ?? option.value} put=${onChange} />
    <p class="note">${t("setup.as_rules", { value: worth(option.value) })}</p>
    ${chosen !== null && html`<button type="button" class="link" data-reset onClick=${() => onChange(null)}>${t("setup.reset")}</button>`}
  </fieldset>`;

/** A rule option: as the rules say, or otherwise. @param {OptionIts} its */
function Option({ option, chosen, onChange }) {
  if (option.kind === "several") return html`<${Several} option=${option} chosen=${chosen} onChange=${onChange} />`;
  const id = `option-${option.id}`;
  const usual = t("setup.as_rules", { value: worth(option.value) });
  const choices = option.kind === "switch" ? [true, false] : option.choices;
  /** @param {Entry} event */
  const selected = (event) => onChange(event.target.value === "" ? null : choices[Number(event.target.value)]);
  /** @param {Entry} event */
  const entered = (event) => onChange(typed({ kind: "number", whole: true, count: null }, event.target.value));
  return html`<div class="field" data-option=${option.id}>
    <label for=${id}>${option.title}</label><code>${option.id}</code>
    ${choices.length
      ? html`<select id=${id} onChange=${selected}><option value="" selected=${chosen === null}>${usual}</option>
          ${choices.map((each, n) => html`<option key=${n} value=${n} selected=${each === chosen}>${worth(each)}</option>`)}</select>`
      : html`<input id=${id} type="number" min=${option.low} step=${option.step ?? 1} value=${shown(chosen)} placeholder=${shown(option.value)} onChange=${entered} />
          <p class="note">${usual}</p>`}
  </div>`;
}

/** @param {{ setting: SetupSetting, chosen: Json, onChange: (value: Json) => void }} its */
function Setting({ setting: { name, unit, default: usual, low, high }, chosen, onChange }) {
  const id = `setting-${name}`;
  /** @param {Entry} event */
  const entered = (event) => onChange(typed({ kind: "number", whole: true, count: null }, event.target.value));
  return html`<div class="field" data-setting=${name}>
    <label for=${id}>${name}</label>
    <input id=${id} type="number" min=${low} max=${high} value=${shown(chosen)} placeholder=${usual} onChange=${entered} />
    <p class="note">${t("setup.range", { low, high })} ${unit} · ${t("setup.default", { value: usual })}</p>
  </div>`;
}

/** @param {Json} chosen @param {string} id @returns {Json} */
const within = (chosen, id) => /** @type {Record<string, Json>} */ (chosen ?? {})[id] ?? null;

/** @param {SetupForm} form @param {string} search */
const options = (form, search) => form.options.filter((option) => matches(search, RULES, option.id, option.title, t(`setup.help.${RULES}`)));
/** @param {SetupForm} form @param {string} search */
const settings = (form, search) => form.settings.filter((each) => matches(search, SETTINGS, each.name, t(`setup.help.${SETTINGS}`)));

/** @param {{ its: Its, search: string }} props */
function Rules({ its: { form, draft, onChange }, search }) {
  const chosen = valueOf(form, draft, RULES);
  const found = options(form, search);
  return found.length > 0 && html`<details open=${search !== ""} data-key=${RULES}><summary><h3>${t(`setup.help.${RULES}`)}</h3> <code>${RULES}</code></summary>
    ${found.map((option) => html`<${Option} key=${option.id} option=${option} chosen=${within(chosen, option.id)} onChange=${(/** @type {Json} */ value) => onChange(RULES, withOption(chosen, option.id, value))} />`)}
  </details>`;
}

/** @param {{ its: Its, search: string }} props */
function Settings({ its: { form, draft, onChange }, search }) {
  const chosen = valueOf(form, draft, SETTINGS);
  const found = settings(form, search);
  return found.length > 0 && html`<details open=${search !== ""} data-key=${SETTINGS}><summary><h3>${t(`setup.help.${SETTINGS}`)}</h3> <code>${SETTINGS}</code></summary>
    ${found.map((each) => html`<${Setting} key=${each.name} setting=${each} chosen=${within(chosen, each.name)} onChange=${(/** @type {Json} */ value) => onChange(SETTINGS, withOption(chosen, each.name, value))} />`)}
  </details>`;
}

/** @param {Its} its */
export function Everything(its) {
  const [search, setSearch] = useState("");
  const { form, draft, onChange } = its;
  const plainKeys = form.keys.filter((key) => key.kind !== "rules" && key.kind !== "settings" && matches(search, key.name, t(`setup.help.${key.name}`)));
  const sections = [...new Set(form.keys.map((key) => key.section))];
  const none = !plainKeys.length && !options(form, search).length && !settings(form, search).length;
  return html`<div class="field"><label for="search">${t("setup.search")}</label><input id="search" type="search" value=${search} onInput=${(/** @type {Entry} */ event) => setSearch(event.target.value)} /></div>
    ${form.unknown.filter((name) => !(name in draft)).map((name) => html`<p key=${name} class="warn" data-unknown=${name}><code>${name}</code> ${t("setup.unknown_key")} <button type="button" class="knob" onClick=${() => onChange(name, null)}>${t("setup.remove")}</button></p>`)}
    ${none && html`<p data-none>${t("setup.found_none")}</p>`}
    ${sections.map((section) => {
      const keys = plainKeys.filter((key) => key.section === section);
      return html`<section key=${section} data-section=${section}>
        ${keys.length > 0 && html`<h3><code>${section ? `[${section}]` : t("setup.top")}</code></h3>`}
        ${keys.map((key) => html`<${Field} key=${key.name} its=${its} name=${key.name} raw=${true} />`)}
        ${section === "table" && html`<${Rules} its=${its} search=${search} />`}
        ${section === "machine" && html`<${Settings} its=${its} search=${search} />`}
      </section>`;
    })}`;
}
