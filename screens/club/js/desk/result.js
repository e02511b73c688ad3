// The result of a table at the desk: the organisers' form, by which a referee corrects it.

import { t } from "../../../shared/js/i18n.js";
import { html } from "../../../shared/vendor/preact.js";
import { useAnswer } from "../club.js";
import { Sheet } from "../director/results.js";
/** @import { CaseView } from "../../../types/club" */
/** @import { Desk } from "./link.js" */

/** @param {{ desk: Desk, caseView: CaseView }} its */
export function Result({ desk, caseView }) {
  const { data: event } = useAnswer(desk.event, desk.seq);
  const { data: round } = useAnswer(`${desk.event}/rounds/${caseView.round}`, desk.seq);
  const table = round?.tables.find((each) => each.table === caseView.table);
  if (!event || !table) return html`<p class="quiet">${t("desk.waiting")}</p>`;
  if (!table.finished) return html`<p class="quiet">${t("refusal.no_result", { tables: caseView.table })}</p>`;
  return html`<div class="entry"><${Sheet} published=${event} n=${caseView.round} table=${table} names=${desk.names} signed=${{ who: desk.who, again: desk.look }} again=${desk.look} /></div>`;
}
