// What people can do about the machine now: a large button with a picture for each, and pictures of what is done by hand.

import { html, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { whyNot } from "../../shared/js/refused.js";
import { KEYS } from "./seat/buttons.js";
import { Picture } from "./way_pictures.js";
/** @import { ActView } from "../../types/contract" */
/** @import { Answer, Told } from "./bus.js" */

/** Nobody sends these. */
const BY_PEOPLE = ["release", "lid", "plug", "throw"];
/** What START at a seat does, too. */
const START = ["start", "go_on", "close"];

/** Whether the machine waits for somebody to choose. @param {Told} link */
export const waysAsked = ({ state }) => state.machine.asks && state.machine.acts.length > 0 && !state.paused;

/** @param {{ one: ActView, off: boolean, onPress: ((one: ActView) => void) | null }} its */
function Way({ one, off, onPress }) {
  const words = html`<${Picture} act=${one.act} lane=${one.lane} /><span>${t(`way.${one.act}`, { n: (one.lane ?? 0) + 1 })}</span>`;
  if (onPress === null || BY_PEOPLE.includes(one.act)) return html`<p class="way plain" data-way=${one.act}>${words}</p>`;
  return html`<button type="button" class="way" data-way=${one.act} disabled=${off} onClick=${() => onPress(one)}>${words}</button>`;
}

/** `send` does one; without an account, or where nobody can touch, only what is done by hand or by START is shown.
    @param {{ link: Told, send: (one: ActView) => Promise<Answer | null>, but?: string }} its */
export function Ways({ link, send, but = "" }) {
  const [note, setNote] = useState("");
  const [sent, setSent] = useState(false);
  const touched = link.account !== null && KEYS;
  const acts = link.state.machine.acts.filter(({ act }) => act !== but && (touched || [...BY_PEOPLE, ...START].includes(act)));
  if (!acts.length) return null;
  /** @param {ActView} one */
  const press = async (one) => {
    setSent(true);
    const reply = await send(one);
    setSent(false);
    setNote(reply?.ok ? "" : reply ? whyNot(reply) : t("ui.no_answer"));
  };
  return html`<section class="ways" aria-label=${t("way.title")} data-ways=${acts.length}>
    ${acts.map((one) => html`<${Way} key=${`${one.act}${one.lane}${one.set}`} one=${one} off=${sent || !link.connected} onPress=${touched ? press : null} />`)}
    ${note && html`<p class="way-note" role="alert">${note}</p>`}
  </section>`;
}

/** At the table's own screen; `but` is shown elsewhere. @param {{ link: Told, but?: string }} its */
export function WaysHere({ link, but }) {
  /** @param {ActView} one */
  const send = (one) => link.command("machine.act", one);
  return html`<${Ways} link=${link} send=${send} but=${but} />`;
}
