// Pictures of evidence, shown on the page itself to a judge who has signed in.

import { html, useRef, useState } from "../vendor/preact.js";
import { credentials } from "./account.js";
import { t } from "./i18n.js";
/** @import { Account } from "./account.js" */

/** @param {Blob} blob @returns {Promise<string>} */
const read = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

/** `url` of a picture, or `error`: why there is none. @typedef {{ url?: string, error?: string }} Shown */

/** @param {string} path @param {Account} account @returns {Promise<Shown>} */
async function fetched(path, account) {
  try {
    const answer = await fetch(path, { headers: credentials(account) });
    if (answer.ok) return { url: await read(await answer.blob()) };
    return { error: t(answer.status === 403 ? "reply.forbidden" : "referee.no_picture") };
  } catch {
    return { error: t("history.no_server") };
  }
}

/** Buttons for the pictures of what is asked or was found; none where nobody would be shown them.
    @param {{ of: { pictures: string[] }, link: { account: Account | null } }} its */
export function Proofs({ of, link }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null));
  const { account } = link;
  if (!of.pictures.length || !account) return null;
  /** @param {string} path */
  const show = async (path) => {
    setShown(null);
    dialog.current?.showModal();
    setShown(await fetched(path, account));
  };
  return html`<p class="proofs">
    ${of.pictures.map((path, n) => html`<button type="button" class="knob" key=${path} data-picture=${path} onClick=${() => show(path)}>${t("ui.evidence")}${of.pictures.length > 1 ? ` ${n + 1}` : ""}</button>`)}
    <dialog ref=${dialog} class="proof" onClick=${() => dialog.current?.close()}>
      ${shown?.url ? html`<img src=${shown.url} alt=${t("ui.evidence")} />` : html`<p>${shown?.error ?? "…"}</p>`}
      <button type="button" class="knob">${t("referee.close")}</button>
    </dialog>
  </p>`;
}
