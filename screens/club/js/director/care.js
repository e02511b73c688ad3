// Upkeep of a computer that is the club's alone.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { Care } from "../../../shared/js/upkeep.js";
import { raw } from "../club.js";
/** @import { Tab } from "../director.js" */

/** @param {Tab} its */
export function Upkeep({ who }) {
  const [beside, setBeside] = useState(false);
  useEffect(() => {
    void raw("care.json").then(({ status }) => setBeside(status === 404), () => {});
  }, []);
  if (beside) return html`<p class="warn" data-beside-table>${t("care_hub.beside_table")}</p>`;
  return html`<${Care} of="hub" asked=${raw} who=${who.login} why=${null} />`;
}
