// What stands behind the port that is in use: the machine says its firmware over the table's broker.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { Link } from "../bus.js";
/** @import { MachineReport } from "../../../types/contract" */

/** One for the page: a step may be opened again and again. @type {Link | null} */
let link = null;

/** Null until the machine has told. @returns {MachineReport | null} */
function useReport() {
  const [report, setReport] = useState(/** @type {MachineReport | null} */ (null));
  useEffect(() => {
    const known = (link ??= new Link(["machine"]));
    const look = () => setReport(known.machine);
    look();
    return known.subscribe(look);
  }, []);
  return report;
}

/** Of a machine of ours that a running table drives. */
export function Version() {
  const report = useReport();
  if (!report) return html`<p class="note" data-version="unknown">${t("setup.version_unknown")}</p>`;
  const lost = report.state === "lost";
  return html`<p class=${lost ? "warn" : "note"} data-version=${lost ? "lost" : "told"}>${t(lost ? "setup.version_lost" : "setup.version", { firmware: report.firmware, protocol: report.protocol })}</p>`;
}
