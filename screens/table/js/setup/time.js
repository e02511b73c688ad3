// The clock of the table's computer and its zone: shown, and set where the computer lets the table.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { language, t } from "../../../shared/js/i18n.js";
import { askTime, setTime } from "./api.js";
import { Said } from "./said.js";
import { known, shownThere, when } from "./zoned.js";
/** @import { Entry } from "../../../shared/vendor/preact.js" */
/** @import { SetupTime, SetupTimeChange } from "../../../types/table" */
/** @import { Refused } from "./api.js" */
/** @import { Step } from "./steps.js" */

/** @param {Step} its */
export function Time({ form: { clock }, reload }) {
  const [may, setMay] = useState(/** @type {SetupTime | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [note, setNote] = useState("");
  const zone = known(clock.zone);
  const [text, setText] = useState(shownThere(clock.now_ms, zone));
  useEffect(() => {
    void askTime().then((answer) => (setMay(answer.ok), setRefused(answer.refused)));
  }, []);
  /** @param {Partial<SetupTimeChange>} change */
  const set = async (change) => {
    setNote(t("setup.clock.setting"));
    const answer = await setTime({ zone: null, network: null, at_ms: null, ...change });
    setRefused(answer.refused);
    setNote(answer.ok ? t("setup.clock.is_set") : "");
    if (answer.ok) setMay(answer.ok);
    reload();
  };
  const time = new Date(clock.now_ms).toLocaleString(language(), { dateStyle: "full", timeStyle: "short", timeZone: zone });
  return html`${clock.trouble && html`<p class="warn" data-clock=${clock.trouble}>${t(`setup.clock_trouble.${clock.trouble}`)}</p>`}
    <p class="big" data-time>${t("setup.time_now", { time })}</p>
    <p data-zone=${clock.zone}>${t("setup.time_zone", { zone: clock.zone })} ${may?.synchronised && t("setup.clock.synchronised")}</p>
    <p>${clock.trouble ? "" : t("setup.time_good")} ${!may?.time && !may?.zone && t("setup.time_wrong")}</p>
    ${may && !may.there && html`<p class="note" data-none>${t("setup.clock.none")}</p>`}
    ${may?.there && !may.time && !may.zone && html`<p class="note" data-not-allowed>${t("setup.clock.not_allowed")}</p>`}
    ${may?.zone && html`<div class="field"><label for="zone">${t("setup.clock.zone")}</label>
      <select id="zone" onChange=${(/** @type {Entry} */ event) => void set({ zone: event.target.value })}>${zones(clock.zone).map((each) => html`<option key=${each} value=${each} selected=${each === clock.zone}>${each}</option>`)}</select></div>`}
    ${may?.switches && html`<fieldset class="choice field"><legend>${t("setup.clock.network")}</legend>
      ${[true, false].map((each) => html`<button type="button" key=${String(each)} data-network-time=${String(each)} aria-pressed=${may.network === each} onClick=${() => void set({ network: each })}>${t(each ? "setup.yes" : "setup.no")}</button>`)}</fieldset>`}
    ${may?.time && may.network === false && html`<div class="field"><label for="clock">${t("setup.clock.time")}</label>
      <input id="clock" type="datetime-local" value=${text} onInput=${(/** @type {Entry} */ event) => setText(event.target.value)} />
      <button type="button" class="knob" data-set-time disabled=${when(text, zone) === null} onClick=${() => void set({ at_ms: when(text, zone) })}>${t("setup.clock.set")}</button>
      <button type="button" class="knob" data-set-mine onClick=${() => void set({ at_ms: Date.now() })}>${t("setup.clock.mine")}</button></div>`}
    <p class="note" role="status" data-time-note>${note}</p>
    ${refused && html`<${Said} refused=${refused} />`}`;
}

/** All of them, that of the computer too, whatever it calls it. @param {string} own */
const zones = (own) => [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
