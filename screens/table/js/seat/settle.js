// The four settle a breach themselves (K-PEN-08): asked at one seat, agreed to at the others, the offender's too.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { language, t } from "../../../shared/js/i18n.js";
/** @import { CaseBody, SettleRequest, Snapshot } from "../../../types/contract" */
/** @import { HandLog, PenaltyRow } from "../../../types/table" */

/** What the display of a seat asks for, or agrees to. @typedef {Omit<CaseBody, "seat">} Settled */

const PLAYED = ["deal", "play", "show"];
/** What a table may settle; for every other row a referee comes. */
const OURS = ["dead_hand", "chombo"];

/** Whether there is something to settle in: where people enter results, also a win that turns out to be none. Chinese Classical names no breaches. @param {Snapshot} state */
export const settles = ({ phase, rules, paused, settle, sight }) =>
  Boolean(settle) || (rules === "riichi" && !paused && (PLAYED.includes(phase) || (phase === "confirm" && sight === "none")));

/** The rows of the penalty table that are the table's own, in the language of the page. @param {boolean} open */
function useRows(open) {
  const [rows, setRows] = useState(/** @type {PenaltyRow[]} */ ([]));
  useEffect(() => {
    let alive = open;
    if (!open) return undefined;
    fetch(`referee.json?lang=${language()}`)
      .then((answer) => (answer.ok ? answer.json() : { penalties: [] }))
      .catch(() => ({ penalties: [] }))
      .then((/** @type {Pick<HandLog, "penalties">} */ desk) => alive && setRows(desk.penalties.filter((row) => OURS.includes(row.measure))));
    return () => {
      alive = false;
    };
  }, [open, language()]);
  return rows;
}

/** @param {{ state: Snapshot, settle: SettleRequest, seat: number, rows: PenaltyRow[], onAsk: (body: Settled) => void }} its */
function Asked({ state, settle, seat, rows, onAsk }) {
  const { agreed, sanction, row, seat: offender } = settle;
  const what = t("ui.settle_asked", { name: state.seats[offender].name, what: t(`sanction.${sanction}`), n: agreed.filter(Boolean).length });
  return html`<p data-settle-asked>${what}</p><p><small>${row}</small> ${rows.find((each) => each.id === row)?.violation}</p>
    <p class="acts">${!agreed[seat] && html`<button data-settle="yes" onClick=${() => onAsk({ offender, row })}>${t("ui.agree")}</button>`}<button data-settle="no" onClick=${() => onAsk({ offender, row, agree: false })}>${t("ui.refuse")}</button></p>`;
}

/** @param {{ state: Snapshot, rows: PenaltyRow[], onAsk: (body: Settled) => void }} its */
function Choice({ state, rows, onAsk }) {
  const [offender, setOffender] = useState(/** @type {number | null} */ (null));
  return html`<p>${t("ui.settle_who")}</p>
    <p class="acts">${state.seats.map(({ seat, name }) => html`<button key=${seat} data-offender=${seat} aria-pressed=${seat === offender} onClick=${() => setOffender(seat)}>${name}</button>`)}</p>
    <ul class="rows">${rows.map((row) => html`<li key=${row.id}><button data-row=${row.id} disabled=${offender === null} onClick=${() => offender !== null && onAsk({ offender, row: row.id })}><small>${row.id}</small> ${row.violation} <b>${t(`sanction.${row.measure}`)}</b></button></li>`)}</ul>`;
}

/** Over the display of the seat while it is `open`; `onAsk` sends {offender, row, agree}.
    @param {{ state: Snapshot, seat: number, open: boolean, onAsk: (body: Settled) => void, onClose: () => void }} its */
export function Settle({ state, seat, open, onAsk, onClose }) {
  const rows = useRows(open);
  if (!open || !settles(state)) return null;
  return html`<div class="settle-pad" role="dialog" aria-label=${t("ui.settle")}>
    <h2>${t("ui.settle")}</h2>
    ${state.settle ? html`<${Asked} state=${state} settle=${state.settle} seat=${seat} rows=${rows} onAsk=${onAsk} />` : html`<${Choice} state=${state} rows=${rows} onAsk=${onAsk} />`}
    <button class="settle-close" onClick=${onClose}>${t("sign_in.close")}</button>
  </div>`;
}
