// What became of something that was entered: said beside it.

import { html, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
/** @import { Refused } from "./club.js" */

/** @typedef {{ kind: string, text: string }} SaidNow */

/** `[said, tell]`: `tell(answer)` keeps what the server says of it and gives back whether it was accepted.
    @returns {[SaidNow | null, (answer: { ok: true } | { ok: false, body: Pick<Refused, "message"> }, text?: string) => boolean]} */
export function useSaying() {
  const [said, setSaid] = useState(/** @type {SaidNow | null} */ (null));
  /** @param {{ ok: true } | { ok: false, body: Pick<Refused, "message"> }} answer */
  const tell = (answer, text = t("direct.entered")) => {
    setSaid(answer.ok ? { kind: "done", text } : { kind: "warn", text: answer.body.message });
    return answer.ok;
  };
  return [said, tell];
}

/** @param {{ said: SaidNow | null }} its */
export const Said = ({ said }) => html`<div role="status" aria-live="polite">${said && html`<p class=${said.kind} data-said=${said.kind}>${said.text}</p>`}</div>`;

/** The values of a form by name; empty ones are left out.
    @param {HTMLFormElement} form @returns {Record<string, any>} */
export const valuesOf = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));

/** What empties a form that is sent now, once it is entered. What somebody has typed into it meanwhile stays.
    @param {HTMLFormElement} form @returns {() => void} */
export function emptying(form) {
  const all = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.elements]);
  const sent = all.filter(({ name }) => name).map((field) => ({ field, value: field.value }));
  return () => {
    for (const { field, value } of sent) {
      if (field.value === value) field.value = "options" in field ? field.options[0].value : field.defaultValue;
    }
  };
}
