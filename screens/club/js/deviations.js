// What an event changes in the regulation's rules: read out before the first game (K-EVENT-03).

import { t } from "../../shared/js/i18n.js";
import { titleOf, worth } from "../../shared/js/rules.js";
import { html } from "../../shared/vendor/preact.js";
/** @import { Accreditation } from "../../types/club" */

/** @param {{ report: Pick<Accreditation, "deviations"> }} its */
export function Deviations({ report }) {
  if (!report.deviations.length) return html`<p data-deviations="0">${t("club.no_deviations")}</p>`;
  return html`<ul class="deviations" data-deviations=${report.deviations.length}>${report.deviations.map((each) => html`<li key=${each.option} data-option=${each.option}>
    <b>${titleOf(each.option)}</b>: ${worth(each.value)}${!each.permitted && html` <em class="tag">${t("club.not_permitted")}</em>`}
  </li>`)}</ul>`;
}
