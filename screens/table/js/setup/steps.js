// The steps of the set-up, each by itself.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { language, languages, t } from "../../../shared/js/i18n.js";
import { advice } from "../calibrate/report.js";
import { Doctor } from "../doctor.js";
import { look } from "./api.js";
import { CAMERAS, forKind, forNetwork, keyOf, kindOf, KINDS, networkOf, NETWORKS, steps, valueOf } from "./draft.js";
import { Buttons, Field, Fixed, inWords } from "./fields.js";
import { Picture } from "./pictures.js";
import { Learning } from "./learning.js";
import { Firmware, Version } from "./machine.js";
import { Said } from "./said.js";
import { Teach } from "./teach.js";
import { TestHand } from "./test_hand.js";
import { TileSize } from "./tile_size.js";
import { Wifi } from "./wifi.js";
/** @import { Json } from "../../../types/contract" */
/** @import { SetupFound, SetupLook } from "../../../types/table" */
/** @import { Refused } from "./api.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Its } from "./fields.js" */

/** `onChanges`: several keys at once; `again`: what is connected is looked for again; `speak` changes the pages' language,
    `reload` asks for the form anew, `write` has the machine's firmware written.
    @typedef {Its & { found: SetupFound | null, onChanges: (changes: Draft) => void, again: () => void, speak: (code: string) => void, reload: () => void, write: () => void }} Step */

/** The languages by their own names. */
const NAMES = { en: "English", ru: "Русский", uk: "Українська", ja: "日本語", sv: "Svenska", de: "Deutsch" };

/** @param {Step} its */
export const Language = ({ speak }) => html`<p>${t("setup.language_about")}</p>
  <div class="cards small">${languages().map((code) => html`<button type="button" key=${code} class="card" lang=${code} data-language=${code} aria-pressed=${code === language()} onClick=${() => speak(code)}>
    <strong>${/** @type {Record<string, string>} */ (NAMES)[code] ?? code}</strong>
  </button>`)}</div>`;

/** @param {Step} its */
export function KindOfTable(its) {
  const { form, draft, onChanges } = its;
  const now = kindOf(form, draft);
  return html`<p>${t("setup.kind_about")}</p>
    <div class="cards">${KINDS.map((kind) => html`<button type="button" key=${kind} class="card" data-kind=${kind} aria-pressed=${kind === now} onClick=${() => onChanges(forKind(form, draft, kind))}>
      <${Picture} kind=${kind} /><span><strong>${t(`setup.kind.${kind}`)}</strong><small>${t(`setup.kind_tells.${kind}`)}</small></span>
    </button>`)}</div>
    ${now === "bought" && html`<${Buttons} its=${its} name="table.walls" only=${["raised", "dealt"]} />`}`;
}

/** The picture of the camera that is chosen, when somebody wants to see it. @param {Its} its */
function Living({ form, draft }) {
  const [seen, setSeen] = useState(/** @type {SetupLook | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [busy, setBusy] = useState(false);
  const kind = String(valueOf(form, draft, "camera.kind"));
  const source = String(valueOf(form, draft, "camera.source"));
  useEffect(() => (setSeen(null), setRefused(null)), [kind, source]);
  const used = form.running && !("camera.kind" in draft) && !("camera.source" in draft);
  if (used) return html`<img class="living" src="camera.mjpg" alt=${t("setup.picture")} />`;
  const open = async () => {
    setBusy(true);
    const exposure = valueOf(form, draft, "camera.exposure_ms");
    const answer = await look({ kind: /** @type {"v4l2"} */ (kind), source, exposure_ms: exposure === null ? null : Number(exposure) });
    setBusy(false);
    setSeen(answer.ok);
    setRefused(answer.refused);
  };
  return html`<div class="look">
    <button type="button" class="knob" data-look disabled=${busy} onClick=${open}>${t(busy ? "setup.looking" : "setup.look")}</button>
    ${refused && html`<${Said} refused=${refused} />`}
    ${seen && html`<img class="living" src=${seen.picture} alt=${t("setup.picture")} />`}
    ${seen && (seen.advice.length ? html`<ul>${seen.advice.map((each) => html`<li key=${each.code} data-advice=${each.code}>${advice(each)}</li>`)}</ul>` : html`<p>${t("setup.picture_good")}</p>`)}
  </div>`;
}

/** @param {Step} its */
export function Camera(its) {
  const { form, draft, found, onChanges, again } = its;
  const kind = valueOf(form, draft, "camera.kind");
  const source = valueOf(form, draft, "camera.source");
  return html`<h3>${t("setup.cameras")}</h3>
    ${found && !found.cameras.length && html`<p class="warn" data-none>${t("setup.no_cameras")}</p>`}
    <div class="cards small">${found?.cameras.map((each) => html`<button type="button" key=${each.source} class="card" data-camera=${each.source} aria-pressed=${each.kind === kind && each.source === source}
      onClick=${() => onChanges({ "camera.kind": each.kind, "camera.source": each.source })}><strong>${each.name}</strong><small>${each.source}</small></button>`)}</div>
    <p><button type="button" class="knob" data-again onClick=${again}>${t("setup.look_again")}</button></p>
    <${Buttons} its=${its} name="camera.kind" only=${CAMERAS} />
    <${Field} its=${its} name="camera.source" offers=${(found?.cameras ?? []).map((each) => each.source)} />
    <${Field} its=${its} name="camera.exposure_ms" />
    <${Living} ...${its} />
    <p><a class="knob" href="calibrate.html">${t("setup.calibrate")}</a> <span class="note">${t("setup.calibrate_about")}</span></p>`;
}

/** @param {Step} its */
export function Machine(its) {
  const { form, draft, found, onChange, again } = its;
  const port = valueOf(form, draft, "machine.port");
  return html`<h3>${t("setup.ports")}</h3>
    ${found && !found.ports.length && html`<p class="warn" data-none>${t("setup.no_ports")}</p>`}
    <div class="cards small">${found?.ports.map((each) => html`<button type="button" key=${each.port} class="card" data-port=${each.port} aria-pressed=${each.port === port}
      onClick=${() => onChange("machine.port", each.port)}><strong>${each.name}</strong><small>${each.port}</small></button>`)}</div>
    <p><button type="button" class="knob" data-again onClick=${again}>${t("setup.look_again")}</button></p>
    ${form.running && html`<${Version} />`}
    ${form.running && valueOf(form, {}, "machine.kind") !== "none" && html`<p><a class="knob" href="host.html#machine" data-selftest>${t("host.tab_machine")}: ${t("host.selftest")}</a></p>`}
    <${Firmware} form=${form} write=${its.write} />
    <${Field} its=${its} name="machine.port" offers=${(found?.ports ?? []).map((each) => each.port)} />
    <${Buttons} its=${its} name="machine.sets" />
    <${Buttons} its=${its} name="panel.kind" />`;
}

/** @param {Step} its */
export function Tiles(its) {
  const { form, draft, found, onChange } = its;
  const now = valueOf(form, draft, "camera.tile_set");
  const sets = found?.sets ?? [];
  return html`<h3>${t("setup.sets")}</h3>
    ${!sets.length && html`<p data-none>${t("setup.no_sets")}</p>`}
    <div class="cards small">${[null, ...sets].map((each) => html`<button type="button" key=${each ?? ""} class="card" data-set=${each ?? ""} aria-pressed=${each === now} onClick=${() => onChange("camera.tile_set", each)}>
      <strong>${each ?? t("setup.any_set")}</strong></button>`)}</div>
    <${Teach} ...${its} />
    <${Buttons} its=${its} name="camera.learn" />
    ${form.running && html`<${Learning} />`}
    ${form.running && html`<${TileSize} />`}
    <${Buttons} its=${its} name="camera.models" />`;
}

/** @param {Step} its */
export const Game = (its) => html`<${Field} its=${its} name="table.preset" />
  <${Buttons} its=${its} name="table.declare" />
  <${Buttons} its=${its} name="table.confirm" />
  ${valueOf(its.form, its.draft, "table.confirm") === "silence" && html`<${Field} its=${its} name="table.silence_s" />`}
  <${Buttons} its=${its} name="clock.kind" />
  ${valueOf(its.form, its.draft, "clock.kind") === "round" && html`<${Buttons} its=${its} name="clock.start" />`}
  <p><a class="knob" href="host.html">${t("setup.to_host")}</a></p>`;

/** A voice that is switched on speaks the language of the page, where nobody has said another.
    @param {Step} its */
export const Sound = (its) => html`<${Buttons} its=${{ ...its, onChange: (/** @type {string} */ name, /** @type {Json} */ value) => its.onChanges({ [name]: value, ...(value && !keyOf(its.form, "voice.language").given ? { "voice.language": language() } : {}) }) }} name="voice.enabled" />
  ${valueOf(its.form, its.draft, "voice.enabled") === true && html`<${Buttons} its=${its} name="voice.language" /><${Field} its=${its} name="voice.volume" />`}`;

const HUB = ["broker.url", "broker.user", "broker.password", "broker.ca", "table.club", "table.name"];

/** @param {Step} its */
export function NetworkStep(its) {
  const { form, draft, onChanges } = its;
  const now = networkOf(form, draft);
  return html`<div class="cards small">${NETWORKS.map((each) => html`<button type="button" key=${each} class="card" data-network=${each} aria-pressed=${each === now}
      onClick=${() => onChanges(forNetwork(form, draft, each))}><span><strong>${t(`setup.network.${each}`)}</strong><small>${t(`setup.network_tells.${each}`)}</small></span></button>`)}</div>
    <${Fixed} form=${form} name="web.host" /><${Fixed} form=${form} name="broker.url" />
    ${now === "hub" && HUB.map((name) => html`<${Field} key=${name} its=${its} name=${name} />`)}
    ${now === "phones" && html`<${Field} its=${its} name="table.name" />`}
    ${form.far && html`<figure class="phone"><img src="setup/qr.svg" alt=${t("setup.qr_alt")} data-qr /><figcaption>${t("setup.on_phone")}<br /><span class="note">${form.far}setup.html</span></figcaption></figure>
      <p><a class="knob" href="index.html">${t("setup.pair")}</a></p>`}
    <${Wifi} />`;
}

/** Whether tiles are read at the table that these settings make. @param {Step["form"]} form @param {Draft} draft */
const sees = (form, draft) => steps(form, draft).includes("tiles");

/** @param {Step} its */
export function Finish({ form, draft }) {
  const names = Object.keys(draft);
  return html`<p>${t("setup.finish_about")}</p>
    ${names.length ? html`<ul data-list>${names.map((name) => {
      const key = form.keys.find((each) => each.name === name);
      return html`<li key=${name}>${key ? html`${t(`setup.help.${name}`)}: <strong>${key.secret ? "***" : inWords(key, draft[name] ?? key.default)}</strong>` : html`<code>${name}</code>`}</li>`;
    })}</ul>` : html`<p>${t("setup.nothing_to_save")}</p>`}
    ${form.running && sees(form, {}) ? html`<${TestHand} />` : html`<p data-test-hand>${t(sees(form, draft) ? "setup.test_hand_later" : "setup.test_hand")}</p>`}
    ${form.running && html`<h3>${t("doctor.title")}</h3><${Doctor} key=${form.boot} />`}
    <p class="others"><a class="knob" href="table.html" data-table>${t("setup.to_table")}</a> <a class="knob" href="host.html">${t("setup.to_host")}</a></p>`;
}
