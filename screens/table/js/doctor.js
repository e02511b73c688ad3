// What the doctor finds at a running table, in the reader's language, and what to do first.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { account, credentials } from "../../shared/js/account.js";
import { language, t } from "../../shared/js/i18n.js";

/** @typedef {{ check: string, code: string, name: string, level: "ok" | "advice" | "fault", message: string, fix: string | null }} Finding */
/** @typedef {{ findings: Finding[], first: number | null }} Report */

/** Null where nobody answers, or this browser may not ask. @returns {Promise<Report | null>} */
async function asked() {
  try {
    const answer = await fetch(`doctor.json?lang=${language()}`, { cache: "no-store", headers: credentials(account()) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const CALIBRATE = "calibrate.html";
const CAMERA = "setup.html#camera";
const NETWORK = "setup.html#network";
/** Where a page mends what was found. @type {Record<string, string>} */
const PAGES = {
  ...{ calibration_unread: CALIBRATE, calibration_error: CALIBRATE, calibration_size: CALIBRATE, calibration_cut: CALIBRATE, moved: CALIBRATE },
  ...{ edges_unheld: CALIBRATE, edges_hidden: CALIBRATE, markers_hidden: CALIBRATE, tiles_small: CALIBRATE },
  ...{ camera_fault: CAMERA, camera_no_picture: CAMERA, clock_early: "setup.html#time", clock_jumped: "setup.html#time", machine_away: "setup.html#machine" },
  ...{ broker_away: NETWORK, broker_untrusted: NETWORK, broker_unused: NETWORK, broker_open: NETWORK, broker_no_account: NETWORK, certificate_unread: "setup.html#everything" },
};

/** What to do about it: on a page where one does it, else what to type. @param {{ found: Finding }} its */
function Remedy({ found }) {
  const page = PAGES[found.code];
  if (page) return html`<a class="knob" href=${page} data-mends=${found.code}>${t(page === CALIBRATE ? "calibrate.title" : "ui.setup")}</a>`;
  return found.fix && html`<span class="quiet">${t("doctor.shell")}</span> <code lang="en">${found.fix}</code>`;
}

/** @param {{ found: Finding }} its */
const Line = ({ found }) => html`<li data-check=${found.check} data-level=${found.level}>
  <strong>${found.name}: ${found.level === "ok" ? t("doctor.ok") : t(`safe.${found.level}`)}</strong> <span>${found.message}</span>
  ${found.level !== "ok" && html`<${Remedy} found=${found} />`}
</li>`;

/** It takes some seconds, and the game goes on meanwhile. */
export function Doctor() {
  const [found, setFound] = useState(/** @type {Report | null | "looking"} */ ("looking"));
  const look = async () => {
    setFound("looking");
    setFound(await asked());
  };
  useEffect(() => void look(), []);
  const busy = found === "looking";
  const report = busy ? null : found;
  const first = report && report.first !== null ? report.findings[report.first] : null;
  return html`<section class="doctor" data-doctor=${busy ? "looking" : report ? "report" : "away"} aria-busy=${busy}>
    <p class="quiet">${t("doctor.about")}</p>
    <p><button type="button" class="knob" data-look-again disabled=${busy} onClick=${look}>${t(busy ? "doctor.looking" : "doctor.run")}</button></p>
    ${found === null && html`<p class="warn" role="alert">${t("ui.no_answer")}</p>`}
    ${report && !first && html`<p data-well>${t("doctor.well")}</p>`}
    ${first && html`<div class=${first.level === "fault" ? "warn" : "better"} role="status" data-first=${first.check}><strong>${t(first.level === "fault" ? "doctor.first" : "doctor.better")}</strong><p>${first.message}</p><${Remedy} found=${first} /></div>`}
    ${report && html`<ul>${report.findings.map((found, n) => html`<${Line} key=${n} found=${found} />`)}</ul>`}
  </section>`;
}
