// What an event changes in the regulation's rules: read out before the first game (K-EVENT-03).

import { has, t } from "../../shared/js/i18n.js";
import { html } from "../../shared/vendor/preact.js";
/** @import { Accreditation } from "../../types/club" */

/** One number, or two that bound a range. @param {number | null | (number | null)[]} value */
const bounds = (value) => {
  const [low, high] = Array.isArray(value) ? value : [value, value];
  if (high === null) return t("choice.from", { low });
  return low === high ? String(low) : t("choice.range", { low, high });
};

/** @param {unknown} value @returns {string} */
const signed = (value) => (typeof value === "number" && value > 0 ? `+${value}` : worth(value));

/** The value of an option in the words of the page. @param {unknown} value @returns {string} */
export function worth(value) {
  if (value === null) return t("choice.unset");
  if (typeof value === "boolean") return t(value ? "found.yes" : "found.no");
  if (Array.isArray(value)) return value.map(signed).join(", ") || t("found.none");
  if (typeof value === "object" && Object.values(value).every((each) => each === 0)) return t("found.none");
  if (typeof value === "object") return Object.entries(value).map(([name, each]) => `${name}: ${bounds(each)}`).join(", ");
  const known = [`choice.${value}`, `found.${value}`, `after.${value}`].find(has);
  return known ? t(known) : String(value).replace("-", "−");
}

/** The name of an option; of one that the club has no words for, its id. @param {string} option */
export const titleOf = (option) => (has(`option.${option}`) ? t(`option.${option}`) : option);

/** @param {{ report: Pick<Accreditation, "deviations"> }} its */
export function Deviations({ report }) {
  if (!report.deviations.length) return html`<p data-deviations="0">${t("club.no_deviations")}</p>`;
  return html`<ul class="deviations" data-deviations=${report.deviations.length}>${report.deviations.map((each) => html`<li key=${each.option} data-option=${each.option}>
    <b>${titleOf(each.option)}</b>: ${worth(each.value)}${!each.permitted && html` <em class="tag">${t("club.not_permitted")}</em>`}
  </li>`)}</ul>`;
}
