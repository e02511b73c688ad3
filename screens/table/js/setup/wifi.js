// Wi-Fi of the table's computer: what is seen, what it has joined, and joining another.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { askWifi, joinWifi } from "./api.js";
import { Said } from "./said.js";
/** @import { Entry } from "../../../shared/vendor/preact.js" */
/** @import { SetupNetwork, SetupWifi } from "../../../types/table" */
/** @import { Refused } from "./api.js" */

const LEVELS = [25, 50, 75];

/** How strong it is, in bars that need no colour. @param {{ signal: number }} its */
const Strength = ({ signal }) => html`<svg class="strength" viewBox="0 0 22 16" role="img" aria-label=${t("setup.wifi.strength", { n: signal })}>
  ${[0, ...LEVELS].map((least, n) => html`<rect key=${least} x=${n * 6} y=${12 - n * 4} width="4" height=${4 + n * 4} class=${signal >= least ? "" : "faint"} />`)}</svg>`;

/** @param {{ each: SetupNetwork, chosen: boolean, off: boolean, choose: () => void }} its */
const One = ({ each, chosen, off, choose }) => html`<button type="button" class="card" data-wifi=${each.name} data-kind=${each.kind} disabled=${off} aria-pressed=${chosen} onClick=${choose}>
  <span><strong>${each.name}</strong><small><${Strength} signal=${each.signal} /> ${each.joined ? t("setup.wifi.joined") : t(`setup.wifi.kind.${each.kind}`)}</small></span></button>`;

export function Wifi() {
  const [air, setAir] = useState(/** @type {SetupWifi | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [name, setName] = useState(/** @type {string | null} */ (null));
  const [password, setPassword] = useState("");
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(true);
  /** @param {Promise<import("./api.js").Answer<SetupWifi>>} asked */
  const take = async (asked) => {
    setBusy(true);
    const answer = await asked;
    if (answer.ok) setAir(answer.ok);
    setRefused(answer.refused);
    setBusy(false);
    return answer.ok;
  };
  const look = async () => {
    setNote(t("setup.wifi.looking"));
    await take(askWifi());
    setNote("");
  };
  useEffect(() => void look(), []);
  const chosen = air?.networks.find((each) => each.name === name) ?? null;
  const asks = chosen && chosen.kind !== "open";
  const join = async () => {
    setNote(t("setup.wifi.joining", { name: name ?? "" }));
    const joined = await take(joinWifi({ name: name ?? "", password }));
    setNote(joined ? t("setup.wifi.is_joined", { name: name ?? "" }) : "");
    if (joined) (setName(null), setPassword(""));
  };
  return html`<section class="wifi"><h3>${t("setup.wifi.title")}</h3>
    ${air?.stands && html`<p class="note" data-wifi-stands=${air.stands}>${t(`setup.refused.${air.stands}`)}</p>`}
    ${air && !air.stands && !air.may && html`<p class="note" data-not-allowed>${t("setup.refused.wifi_not_allowed")}</p>`}
    ${air && !air.stands && html`<p class="note">${t("setup.wifi.about")}</p>
      ${!air.networks.length && html`<p data-none>${t("setup.wifi.none")}</p>`}
      <div class="cards small">${air.networks.map((each) => html`<${One} key=${each.name} each=${each} chosen=${each.name === name} off=${busy || !air.may || each.kind === "other"} choose=${() => (setName(each.name), setPassword(""), setRefused(null))} />`)}</div>`}
    ${chosen && html`<form class="field" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), void join())}>
      ${asks && html`<label for="wifi-password">${t("setup.wifi.password", { name: chosen.name })}</label>
        <input id="wifi-password" type="password" autocomplete="off" maxlength="128" value=${password} onInput=${(/** @type {Entry} */ event) => setPassword(event.target.value)} />`}
      <button type="submit" class="knob" data-join disabled=${busy || (asks && !password)}>${t("setup.wifi.join", { name: chosen.name })}</button></form>`}
    ${!air?.stands && html`<p><button type="button" class="knob" data-look-around disabled=${busy} onClick=${() => void look()}>${t("setup.look_again")}</button></p>`}
    <p class="note" role="status" data-wifi-note>${note}</p>
    ${refused && (refused.code === "away" ? html`<p class="warn" role="alert" data-refused="away">${t("setup.wifi.away")}</p>` : html`<${Said} refused=${refused} />`)}
  </section>`;
}
