// The set-up of a table: step by step, or every key; saved whole or not at all, and the table begins again with it.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { OPEN_WIRE, start, Switches } from "../../shared/js/page.js";
import { steps } from "./setup/draft.js";
import { Everything } from "./setup/everything.js";
import { inWords } from "./setup/fields.js";
import { Said } from "./setup/said.js";
import * as Steps from "./setup/steps.js";
import { Time } from "./setup/time.js";
import { useSetup } from "./setup/use.js";
import { Versions } from "./setup/versions.js";
/** @import { Json } from "../../types/contract" */
/** @import { Entry } from "../../shared/vendor/preact.js" */
/** @import { SetupForm } from "../../types/table" */
/** @import { Refused } from "./setup/api.js" */
/** @import { Draft } from "./setup/draft.js" */
/** @import { State } from "./setup/use.js" */

/** @type {Record<string, (its: Steps.Step) => unknown>} */
const PAGES = {
  language: Steps.Language, kind: Steps.KindOfTable, camera: Steps.Camera, machine: Steps.Machine, tiles: Steps.Tiles, game: Steps.Game,
  sound: Steps.Sound, network: Steps.NetworkStep, time: Time, finish: Steps.Finish, everything: Everything,
};

/** Where the person is, kept in the address: a step can be opened by itself. */
const stepNow = () => location.hash.slice(1) || "language";

/** @param {{ redraw: () => void }} its */
const Head = ({ redraw }) => html`<header><a href="index.html"><img src="icon.svg" alt=${t("history.home")} /></a><h1>${t("setup.title")}</h1><${Switches} onChange=${redraw} /></header>
  ${OPEN_WIRE && html`<p class="warn">${t("ui.not_secret")}</p>`}`;

/** Whoever may not, and a table that is not set up so. @param {{ refused: Refused }} its */
function Closed({ refused: { code } }) {
  if (code === "not_here") return html`<section class="card closed" data-closed=${code}><p>${t("setup.not_here")}</p></section>`;
  if (code === "away") return html`<section class="card closed" data-closed=${code}><p role="status">${t("setup.away")}</p></section>`;
  return html`<section class="card closed" data-closed=${code}><h2>${t("setup.who")}</h2><p>${t("setup.who_about")}</p><p>${t("join.by_link")}</p><p>${t("join.by_digits")}</p>
    <p class="others"><a class="knob" href="join.html">${t("join.title")}</a> <a class="knob" href="table.html">${t("setup.to_table")}</a></p></section>`;
}

/** What is to be saved, and what became of it.
    @param {{ form: SetupForm, draft: Draft, state: State, onSave: () => void, onDiscard: () => void, onBegin: (anyway: boolean) => void, onLater: () => void }} its */
function Bar({ form, draft, state, onSave, onDiscard, onBegin, onLater }) {
  const n = Object.keys(draft).length;
  if (state === "begins" || state === "saving") return html`<div class="bar" role="status" data-state=${state}><strong>${t("setup.begins")}</strong></div>`;
  if (state === "hand") return html`<div class="bar" role="alert" data-state="hand"><strong>${t("setup.in_hand")}</strong>
    <button type="button" class="knob strong" data-anyway onClick=${() => onBegin(true)}>${t("setup.anyway")}</button><button type="button" class="knob" data-later onClick=${onLater}>${t("setup.later")}</button></div>`;
  if (n) return html`<div class="bar" data-state="changed"><strong>${t("setup.changes", { n })}</strong>
    <button type="button" class="knob strong" data-save onClick=${onSave}>${t("setup.save")}</button><button type="button" class="knob" data-discard onClick=${onDiscard}>${t("setup.discard")}</button></div>`;
  if (form.pending) return html`<div class="bar" data-state="pending"><strong>${t("setup.pending")}</strong>
    <button type="button" class="knob strong" data-begin onClick=${() => onBegin(false)}>${t("setup.apply")}</button></div>`;
  return state === "begun" && form.running && html`<div class="bar" role="status" data-state="begun"><strong>${t("setup.begun")}</strong><a class="knob" href="table.html" data-table>${t("setup.to_table")}</a></div>`;
}

/** Why the table does not run, or the file cannot be used. @param {{ form: SetupForm, onAnew: () => void }} its */
const Troubles = ({ form: { stopped, trouble }, onAnew }) => html`
  ${stopped && stopped !== trouble?.message && html`<div class="warn" role="alert" data-stopped>${t("setup.stopped")} <small lang="en">${stopped}</small></div>`}
  ${trouble && html`<div data-trouble=${trouble.code}><p>${t("setup.trouble")}</p><${Said} refused=${trouble} />
    ${trouble.code === "toml" && html`<p><button type="button" class="knob" data-anew onClick=${onAnew}>${t("setup.anew")}</button></p>`}</div>`}`;

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const { form, found, closed, refused, theirs, draft, state, again, onChanges, onBegin, save, onBack, speak, reload, discard, write, later } = useSetup(redraw);
  const [step, setStep] = useState(stepNow);
  useEffect(() => {
    const moved = () => setStep(stepNow());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  if (closed) return html`<div class="setup"><${Head} redraw=${redraw} /><${Closed} refused=${closed} /></div>`;
  if (!form) return html`<div class="setup"><${Head} redraw=${redraw} /></div>`;
  const all = steps(form, draft);
  const here = all.includes(step) ? step : all[0];
  const at = all.indexOf(here);
  const last = all.indexOf("finish");
  /** @param {string} name @param {Json} value */
  const onChange = (name, value) => onChanges({ [name]: value });
  const its = { form, draft, found, onChange, onChanges, again, speak, reload, write };
  return html`<div class="setup" data-boot=${form.boot} data-step=${here}>
    <${Head} redraw=${redraw} />
    <select class="steps" aria-label=${t("setup.steps")} onChange=${(/** @type {Entry} */ event) => (location.hash = event.target.value)}>
      ${all.map((each, n) => html`<option key=${each} value=${each} selected=${each === here}>${n + 1}. ${t(`setup.step.${each}`)}</option>`)}
    </select>
    <nav aria-label=${t("setup.steps")}>${all.map((each) => html`<a key=${each} href=${`#${each}`} aria-current=${each === here ? "step" : undefined}>${t(`setup.step.${each}`)}</a>`)}</nav>
    <${Troubles} form=${form} onAnew=${() => save(true)} />
    ${refused && html`<${Said} refused=${refused} />`}
    ${refused && theirs.length > 0 && html`<ul data-theirs>${theirs.map((key) => html`<li key=${key.name} data-their=${key.name}>${t(`setup.help.${key.name}`)}: <strong>${inWords(key, key.value)}</strong></li>`)}</ul>`}
    <form class="step" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}><h2>${t(`setup.step.${here}`)}</h2>
      ${here === "versions" ? html`<${Versions} form=${form} onBack=${onBack} />` : html`<${PAGES[here]} ...${its} />`}
    </form>
    <footer>
      <${Bar} form=${form} draft=${draft} state=${state} onSave=${() => save(false)} onDiscard=${discard} onBegin=${onBegin} onLater=${later} />
      ${at <= last && html`<div class="others walk">
        ${at > 0 && html`<a class="knob" href=${`#${all[at - 1]}`} data-back>${t("setup.back")}</a>`}
        ${at < last && html`<a class="knob strong" href=${`#${all[at + 1]}`} data-next>${t("setup.next")}</a>`}
      </div>`}
    </footer>
  </div>`;
}

await start(App, {}, "setup");
