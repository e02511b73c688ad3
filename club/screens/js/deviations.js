// What an event changes in the regulation's rules: read out before the first game (K-EVENT-03).

import { html } from "../common/vendor/preact.js";
import { has, t } from "../common/js/i18n.js";

export function Deviations({ report }) {
  if (!report.deviations.length) return html`<p data-deviations="0">${t("club.no_deviations")}</p>`;
  return html`<ul class="deviations" data-deviations=${report.deviations.length}>${report.deviations.map((each) => html`<li key=${each.option} data-option=${each.option}>
    <b>${has(`option.${each.option}`) ? t(`option.${each.option}`) : each.title}</b>: ${has(`found.${each.value}`) ? t(`found.${each.value}`) : each.value}${!each.permitted && html` <em class="tag">${t("club.not_permitted")}</em>`}
  </li>`)}</ul>`;
}
