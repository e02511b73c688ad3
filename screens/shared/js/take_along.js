// What somebody takes along: a backup, and a report for whoever helps from afar.

import { html, useState } from "../vendor/preact.js";
import { t } from "./i18n.js";
import { Big } from "./press.js";
/** @import { Asks } from "./upkeep.js" */

const WHATS = ["backup", "support"];
const FORGET_MS = 60_000;

/** Saves it as the browser saves what it downloads: a link cannot carry the account. @param {string} what @param {Blob} made */
function save(what, made) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(made);
  link.download = `jantaku-${what}-${new Date().toISOString().slice(0, 16).replace(/[-:]/g, "")}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGET_MS);
}

/** @param {{ asked: Asks, about: string }} its */
export function Take({ asked, about }) {
  const [stands, setStands] = useState(/** @type {"taking" | "taken" | "not_taken" | null} */ (null));
  /** @param {string} what */
  const take = async (what) => {
    setStands("taking");
    try {
      const answer = await asked(`host/${what}.zip`);
      if (!answer.ok) throw new Error(String(answer.status));
      save(what, await answer.blob());
      setStands("taken");
    } catch {
      setStands("not_taken");
    }
  };
  return html`<section class="take">
    <p>${about}</p>
    <div class="acts-of-host">${WHATS.map((what) => html`<${Big} key=${what} name=${what} off=${stands === "taking"} onPress=${() => take(what)}>${t(`host.${what}`)}<//>`)}</div>
    <p class=${`said ${stands === "not_taken" ? "ill" : "well"}`} role="status" data-take=${stands ?? "none"}>${stands && t(`host.${stands}`)}</p>
  </section>`;
}
