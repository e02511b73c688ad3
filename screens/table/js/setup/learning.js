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
  const told = useLiving(now, LOOK_MS);
  const [sure, setSure] = useState(false);
  /** @param {"learn" | "forget"} what */
  const order = (what) => (setSure(false), ask("teach/learning", { do: what }));
  if (!told || (!told.on && !told.used)) return null;
  const lacking = told.lacking ?? [];
  const ready = told.on && !told.few && !lacking.length;
  return html`<section data-learning aria-busy=${told.busy}>
    ${told.on && html`<p data-hands=${told.hands}>${t("setup.learning.hands", { n: told.hands })}</p>`}
    ${told.on && !ready && html`<p>${t("setup.learning.waits")}</p>`}
    ${told.on && lacking.length > 0 && told.hands > 0 && html`<div class="candidates laid" data-lacking=${lacking.length}>${lacking.map((face) => html`<span key=${face} role="img" aria-label=${face}><${Tile} face=${face} /></span>`)}</div>`}
    ${told.last && html`<${Last} last=${told.last} />`}
    ${told.used && html`<p data-used>${t("setup.learning.used")}</p>`}
    <p class="others">
      ${ready && html`<button type="button" class="knob" data-learn-hands disabled=${told.busy} onClick=${() => order("learn")}>${t(told.busy ? "calibrate.working" : "setup.learning.learn")}</button>`}
      ${(told.hands > 0 || told.used) && !sure && html`<button type="button" class="knob" data-forget disabled=${told.busy} onClick=${() => setSure(true)}>${t("setup.learning.forget")}</button>`}
      ${sure && html`<button type="button" class="knob strong" data-forget-surely onClick=${() => order("forget")}>${t("setup.learning.surely")}</button>
        <button type="button" class="knob" onClick=${() => setSure(false)}>${t("setup.learning.keep")}</button>`}
    </p>
  </section>`;
}
