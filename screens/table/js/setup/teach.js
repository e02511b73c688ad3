// The club's own tile set: laid out on the mat, looked at twice, put right by touch, kept if it is read better.

import { html, useState } from "../../../shared/vendor/preact.js";
import { has, t } from "../../../shared/js/i18n.js";
import { facePictures, Tile } from "../../../shared/js/tile.js";
import { ask, picture } from "../calibrate/ask.js";
import { useLiving } from "../calibrate/living.js";
import { why } from "../calibrate/report.js";
import { misread, named, plain } from "./laid.js";
import { Mat } from "./mat.js";
/** @import { CalibrateHint, TeachLearnt, TeachLooked, TeachNow } from "../../../types/table" */
/** @import { Entry } from "../../../shared/vendor/preact.js" */
/** @import { Step } from "./steps.js" */

const LOOK_MS = 2000;
const PICTURE_MS = 700;
const FACES = facePictures().map((path) => /** @type {string} */ (path.split("/").pop()).replace(".svg", ""));

/** A look, and what of it was put right by touch. @typedef {{ looked: TeachLooked, corrected: Record<number, string> }} Look */

/** Why something is refused, in the language of the page. @param {CalibrateHint} refused */
export const said = (refused) => (has(`setup.teach_why.${refused.code}`) ? t(`setup.teach_why.${refused.code}`, refused.values) : why(refused));

/** @returns {Promise<TeachNow>} */
const now = () => ask("teach/now.json");

/** What lies on the mat now, and where each tile belongs. */
function Living() {
  const state = useLiving(now, LOOK_MS);
  const shot = useLiving(picture, PICTURE_MS);
  if (!state) return html`<p role="status">${t("calibrate.working")}</p>`;
  const tiles = state.tiles ?? [];
  return html`${shot && state.width > 0 && html`<${Mat} url=${shot.url} state=${state} />`}
    <p role="status" data-seen-now=${tiles.length}>${state.refused && (!tiles.length || state.refused.code !== "rows") ? said(state.refused) : t("setup.teach.seen", { n: tiles.length })}</p>`;
}

/** The tiles of a look in their order; a touch says what one is.
    @param {{ look: Look, onCorrect: (n: number, face: string) => void }} its */
function Read({ look: { looked, corrected }, onCorrect }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  /** @param {string} face */
  const choose = (face) => {
    if (chosen !== null) onCorrect(chosen, face);
    setChosen(null);
  };
  return html`<${Mat} url=${looked.picture} state=${looked} chosen=${chosen} />
    ${looked.refused && html`<p class="warn" role="alert" data-why=${looked.refused.code}>${said(looked.refused)}</p>`}
    <p>${t("setup.teach.correct")}</p>
    <div class="candidates laid">${looked.tiles.map((tile, n) => {
      const meant = corrected[n] ?? tile.meant;
      return html`<button type="button" key=${n} data-nth=${n} data-meant=${meant} data-read=${tile.read} aria-pressed=${n === chosen} class=${misread(tile, meant) ? "misread" : ""}
        aria-label=${meant === "" ? t("setup.teach.leave_out") : meant} onClick=${() => setChosen(n === chosen ? null : n)}><${Tile} face=${meant || null} /></button>`;
    })}</div>
    ${chosen !== null && html`<fieldset class="which"><legend>${t("setup.teach.which")}</legend>
      <div class="candidates">${FACES.map((face) => html`<button type="button" key=${face} data-face=${face} aria-label=${face} onClick=${() => choose(face)}><${Tile} face=${face} /></button>`)}</div>
      <button type="button" class="knob" data-face="" onClick=${() => choose("")}>${t("setup.teach.leave_out")}</button></fieldset>`}`;
}

/** Two looks, one after the other. @param {{ onTaught: (name: string) => void, onEnd: () => void, sets: string[] }} its */
function Lesson({ onTaught, onEnd, sets }) {
  const [name, setName] = useState(sets.includes("club") ? "" : "club");
  const [looks, setLooks] = useState(/** @type {Look[]} */ ([]));
  const [shown, setShown] = useState(/** @type {number | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(/** @type {CalibrateHint | null} */ (null));
  const [learnt, setLearnt] = useState(/** @type {TeachLearnt | null} */ (null));
  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  const while_busy = async (work) => {
    setBusy(true);
    setRefused(null);
    const answer = await work();
    setBusy(false);
    return answer;
  };
  const look = async () => {
    /** @type {TeachLooked} */
    const looked = await while_busy(() => ask("teach/look", { after: looks[0]?.looked.id ?? "" }));
    if (!looked.id) return setRefused(looked.refused);
    setShown(looks.length);
    setLooks([...looks, { looked, corrected: {} }]);
  };
  const again = () => (setLooks([]), setShown(null), setRefused(null), setLearnt(null));
  const learn = async () => {
    const wanted = plain(name);
    /** @type {TeachLearnt} */
    const state = await while_busy(() => ask("teach/learn", { name: wanted, looks: looks.map(({ looked, corrected }) => named(looked, corrected)) }));
    if (state.refused) return setRefused(state.refused);
    setLearnt(state);
    setName(wanted);
    onTaught(wanted);
  };
  /** @param {number} n @param {string} face */
  const onCorrect = (n, face) => setLooks(looks.map((each, k) => (k === shown ? { ...each, corrected: { ...each.corrected, [n]: face } } : each)));
  if (learnt) return html`<p class="good" role="status" data-taught=${name}>${t("setup.teach.taught", { name, right: learnt.right, then: learnt.then, count: learnt.count })}</p>`;
  return html`<div class="lesson" data-looks=${looks.length} data-shown=${shown ?? "living"} aria-busy=${busy}>
    <label class="field"><span>${t("setup.teach.name")}</span><input id="set-name" maxlength="32" value=${name} onInput=${(/** @type {Entry} */ event) => setName(event.target.value)} /></label>
    <p>${t(looks.length === 0 ? "setup.teach.about" : "setup.teach.second")}</p>
    ${shown === null ? html`<${Living} />` : html`<${Read} key=${shown} look=${looks[shown]} onCorrect=${onCorrect} />`}
    ${refused && html`<p class="warn" role="alert" data-refused=${refused.code}>${said(refused)}</p>`}
    <p class="others">
      ${shown === null && looks.length < 2 && html`<button type="button" class="knob strong" data-take disabled=${busy} onClick=${look}>${t(busy ? "calibrate.working" : looks.length ? "setup.teach.second_look" : "setup.teach.first_look")}</button>`}
      ${shown === 0 && looks.length === 1 && html`<button type="button" class="knob strong" data-right onClick=${() => setShown(null)}>${t("setup.teach.right")}</button>`}
      ${looks.length === 2 && html`<button type="button" class="knob strong" data-learn disabled=${busy} onClick=${learn}>${t(busy ? "calibrate.working" : "setup.teach.learn")}</button>`}
      ${looks.length > 1 && html`<button type="button" class="knob" data-other onClick=${() => setShown(shown ? 0 : 1)}>${t(shown ? "setup.teach.show_first" : "setup.teach.show_second")}</button>`}
      ${looks.length > 0 && html`<button type="button" class="knob" data-anew disabled=${busy} onClick=${again}>${t("setup.teach.again")}</button>`}
      <button type="button" class="knob" data-end disabled=${busy} onClick=${onEnd}>${t("setup.teach.end")}</button>
    </p>
  </div>`;
}

/** By the camera of the table that runs. @param {Step} its */
export function Teach({ form, draft, found, onChange, again }) {
  const [open, setOpen] = useState(false);
  const unsaved = !form.running || Object.keys(draft).some((name) => name.startsWith("camera.") && name !== "camera.tile_set");
  const taught = (/** @type {string} */ name) => (onChange("camera.tile_set", name), again());
  return html`<h3>${t("setup.teach.title")}</h3>
    ${unsaved ? html`<p class="note">${t("setup.camera_first")}</p>` : open ? html`<${Lesson} sets=${found?.sets ?? []} onTaught=${taught} onEnd=${() => setOpen(false)} />`
      : html`<p>${t("setup.teach.tells")}</p><p><button type="button" class="knob" data-teach onClick=${() => setOpen(true)}>${t("setup.teach.start")}</button></p>`}`;
}
