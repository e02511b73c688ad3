// Buttons of whoever looks after it: large, and with a word why where they do nothing.

import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "./i18n.js";

const SURE_MS = 6000;

/** @typedef {{ name: string, onPress: () => void, why?: string | null, kind?: string, off?: boolean, children: unknown }} Pressed */

/** `why` is the key of the reason for which it does nothing. @param {Pressed} its */
export const Big = ({ name, onPress, why = null, kind = "", off = false, children }) => html`<div class="big-act">
  <button type="button" class=${`knob big ${kind}`} data-act=${name} disabled=${off || why !== null} onClick=${onPress}>${children}</button>
  <small key=${why} data-why=${why && name}>${why && t(why)}</small>
</div>`;

/** Asked twice: the second press is another button, which is there for some seconds.
    @param {Pressed & { sure: string }} its */
export function Twice({ name, onPress, why = null, kind = "", off = false, sure, children }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = open ? setTimeout(() => setOpen(false), SURE_MS) : undefined;
    return () => clearTimeout(timer);
  }, [open]);
  if (!open || why) return html`<${Big} name=${name} onPress=${() => setOpen(true)} why=${why} kind=${kind} off=${off}>${children}<//>`;
  const go = () => (setOpen(false), onPress());
  return html`<div class="big-act asking-twice" role="alertdialog" aria-label=${sure}>
    <p>${sure}</p>
    <p class="acts"><button type="button" class="knob big main" data-sure=${name} onClick=${go}>${t("host.yes")}</button><button type="button" class="knob big" data-not=${name} onClick=${() => setOpen(false)}>${t("host.no")}</button></p>
  </div>`;
}
