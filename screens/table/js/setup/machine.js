// What stands behind the port that is in use: the machine says its firmware over the table's broker.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { has, t } from "../../../shared/js/i18n.js";
import { Link } from "../bus.js";
/** @import { MachineReport } from "../../../types/contract" */
/** @import { SetupForm } from "../../../types/table" */

/** One for the page: a step may be opened again and again. @type {Link | null} */
let link = null;

/** Null until the machine has reported. @returns {MachineReport | null} */
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
  return html`<p class=${lost ? "warn" : "note"} data-version=${lost ? "lost" : "known"}>${t(lost ? "setup.version_lost" : "setup.version", { firmware: report.firmware, protocol: report.protocol })}</p>`;
}

/** The firmware of this release for a board of its own, and what became of it. @param {{ form: SetupForm, write: () => void }} its */
export function Firmware({ form: { board, flashed }, write }) {
  if (!board) return null;
  const good = flashed?.code === "flashed";
  const said = flashed && `setup.firmware.end.${flashed.code}`;
  return html`<h3>${t("setup.firmware.title")}</h3><p>${t("setup.firmware.about")}</p>
    ${flashed && html`<p class=${good ? "good" : "warn"} role=${good ? "status" : "alert"} data-flashed=${flashed.code}>${t(said && has(said) ? said : `alert.machine_lost_${flashed.code}`, { firmware: flashed.firmware, message: flashed.message })}</p>`}
    <p><button type="button" class="knob" data-firmware onClick=${write}>${t("setup.firmware.write")}</button></p>`;
}
