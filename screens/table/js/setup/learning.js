// What the table has learnt from its own hands: how far it is, and what people can do about it.

import { html, useState } from "../../../shared/vendor/preact.js";
import { moment, t } from "../../../shared/js/i18n.js";
import { Tile } from "../../../shared/js/tile.js";
import { ask } from "../calibrate/ask.js";
import { useLiving } from "../calibrate/living.js";
/** @import { TeachLearning, TeachTold } from "../../../types/table" */

const LOOK_MS = 2000;

/** @returns {Promise<TeachLearning>} */
const now = () => ask("teach/learning.json");

/** What the last attempt came to. @param {{ last: TeachTold }} its */
const Last = ({ last }) => html`<p role="status" class=${last.kept ? "good" : ""} data-kept=${last.kept}>${t(last.kept ? "setup.learning.better" : "setup.learning.no_better", {
  at: moment(last.at_ms), right: last.right, then: last.then, count: last.count,
})}</p>`;

/** Of the table that runs. */
export function Learning() {
  const state = useLiving(now, LOOK_MS);
  const [sure, setSure] = useState(false);
  /** @param {"learn" | "forget"} what */
  const order = (what) => (setSure(false), ask("teach/learning", { do: what }));
  if (!state || (!state.on && !state.used)) return null;
  const lacking = state.lacking ?? [];
  const ready = state.on && !state.few && !lacking.length;
  return html`<section data-learning aria-busy=${state.busy}>
    ${state.on && html`<p data-hands=${state.hands}>${t("setup.learning.hands", { n: state.hands })}</p>`}
    ${state.on && !ready && html`<p>${t("setup.learning.waits")}</p>`}
    ${state.on && lacking.length > 0 && state.hands > 0 && html`<div class="candidates laid" data-lacking=${lacking.length}>${lacking.map((face) => html`<span key=${face} role="img" aria-label=${face}><${Tile} face=${face} /></span>`)}</div>`}
    ${state.last && html`<${Last} last=${state.last} />`}
    ${state.used && html`<p data-used>${t("setup.learning.used")}</p>`}
    <p class="others">
      ${ready && html`<button type="button" class="knob" data-learn-hands disabled=${state.busy} onClick=${() => order("learn")}>${t(state.busy ? "calibrate.working" : "setup.learning.learn")}</button>`}
      ${(state.hands > 0 || state.used) && !sure && html`<button type="button" class="knob" data-forget disabled=${state.busy} onClick=${() => setSure(true)}>${t("setup.learning.forget")}</button>`}
      ${sure && html`<button type="button" class="knob strong" data-forget-surely onClick=${() => order("forget")}>${t("setup.learning.surely")}</button>
        <button type="button" class="knob" onClick=${() => setSure(false)}>${t("setup.learning.keep")}</button>`}
    </p>
  </section>`;
}
