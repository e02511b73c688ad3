// What a host takes along: a backup, and a report for whoever helps from afar.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { asked } from "./data.js";
import { Big } from "./parts.js";
/** @import { Account } from "../../../shared/js/account.js" */

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

/** @param {{ account: Account | null }} its */
export function Take({ account }) {
  const [stands, setStands] = useState(/** @type {"taking" | "taken" | "not_taken" | null} */ (null));
  /** @param {string} what */
  const take = async (what) => {
    setStands("taking");
    try {
      const answer = await asked(`host/${what}.zip`, account);
      if (!answer.ok) throw new Error(String(answer.status));
      save(what, await answer.blob());
      setStands("taken");
    } catch {
      setStands("not_taken");
    }
  };
  return html`<section class="take">
    <p>${t("host.about_take")}</p>
    <div class="acts-of-host">${WHATS.map((what) => html`<${Big} key=${what} name=${what} off=${stands === "taking"} onPress=${() => take(what)}>${t(`host.${what}`)}<//>`)}</div>
    <p class=${`said ${stands === "not_taken" ? "ill" : "well"}`} role="status" data-take=${stands ?? "none"}>${stands && t(`host.${stands}`)}</p>
  </section>`;
}
