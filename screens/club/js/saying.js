// What became of something that was entered: said beside it.

import { html, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";

/** `[said, tell]`: `tell(answer)` keeps what the server says of it and gives back whether it was accepted.
    @returns {[{ kind: string, text: string } | null, (answer: { ok: boolean, body: any }, text?: string) => boolean]} */
export function useSaying() {
  const [said, setSaid] = useState(null);
  const tell = ({ ok, body }, text = t("direct.entered")) => {
    setSaid(ok ? { kind: "done", text } : { kind: "warn", text: body.message });
    return ok;
  };
  return [said, tell];
}

export const Said = ({ said }) => html`<div role="status" aria-live="polite">${said && html`<p class=${said.kind} data-said=${said.kind}>${said.text}</p>`}</div>`;

/** The values of a form by name; empty ones are left out.
    @param {HTMLFormElement} form @returns {Record<string, any>} */
export const valuesOf = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
