// The program and the computer: begun anew or ended, as soon as nothing moves.

import { html } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { Big, Twice } from "../../../shared/js/press.js";
/** @import { HostView } from "../../../types/table" */
/** @import { Told } from "../bus.js" */
/** @import { Send } from "./data.js" */

const WHATS = /** @type {const} */ (["restart", "stop", "computer_restart", "computer_off"]);

/** @param {{ link: Told, view: HostView, send: Send }} its */
export function Power({ link, view, send }) {
  const closing = link.state.alerts.some((alert) => alert.code === "closing");
  return html`<section class="power">
    <p>${t("host.about_power")}</p>
    ${closing && html`<div class="warn" role="status" data-closing><p>${t("alert.closing")}</p></div>
      <${Big} name="stay" kind="main" onPress=${() => send("power", { what: "stay" })}>${t("host.stay")}<//>`}
    <div class="acts-of-host">${WHATS.map((what) => html`<${Twice} key=${what} name=${what} why=${view.power.includes(what) ? null : "host.why_power"} off=${closing} sure=${t(`host.${what}_sure`)} onPress=${() => send("power", { what })}>${t(`host.${what}`)}<//>`)}
      <${Big} name="sync" onPress=${() => send("sync", {})}>${t("host.sync")}<//>
    </div>
  </section>`;
}
