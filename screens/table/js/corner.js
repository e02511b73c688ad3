// The corner of the table screen: whether it hears its table, telephones, and behind "More" what is set once.

import { html } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { Switches } from "../../shared/js/page.js";
import { chooseSides, sides } from "./layout.js";
import { PhonesButton } from "./phones.js";
import { WaysHere } from "./way_out.js";
/** @import { Entry } from "../../shared/vendor/preact.js" */
/** @import { Told } from "./bus.js" */

/** @param {{ link: Told }} its */
function Pulse({ link }) {
  const well = !link.trouble();
  return html`<div class=${`pulse ${well ? "well" : "ill"}`} data-link=${well ? "up" : "down"}><i></i><span>${well ? t("ui.live") : ""}</span></div>`;
}

/** Who sits around the screen. @param {{ onChange: () => void }} its */
function Sides({ onChange }) {
  const now = String(sides());
  /** @param {Entry} event */
  const choose = (event) => (chooseSides(event.target.value), onChange());
  return html`<label class="sides-choice">${t("ui.sides")}
    <select data-sides value=${now} onChange=${choose}>${["1", "4"].map((n) => html`<option key=${n} value=${n} selected=${n === now}>${t(`ui.sides_${n}`)}</option>`)}</select>
  </label>`;
}

const Bars = () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg>`;

/** @param {{ link: Told, redraw: () => void, onPhones: () => void }} its */
export const Corner = ({ link, redraw, onPhones }) => html`<div class="corner" key=${`corner${link.trouble() === null}`}>
  ${link.account && html`<${PhonesButton} onOpen=${onPhones} />`}
  <details class="more"><summary aria-label=${t("ui.more")} title=${t("ui.more")}><${Bars} /></summary>
    <div class="more-panel">
      ${link.account && html`<a class="to-host" href="host.html">${t("host.title")}</a>`}
      ${!link.state.machine.asks && !link.state.paused && html`<${WaysHere} link=${link} but=${sides() === 4 ? "start" : ""} />`}
      <${Sides} onChange=${redraw} />
      <${Switches} onChange=${redraw} />
    </div>
  </details>
  <${Pulse} link=${link} />
</div>`;
