// A table without a camera as a score table: how each hand ended is entered here, from any side.

import { Entry } from "../../../shared/js/entry/entry.js";
import { number, signed, t } from "../../../shared/js/i18n.js";
import { whyNot } from "../../../shared/js/refused.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { useEffectOf, worthOf } from "../effect.js";
/** @import { Entered } from "../../../shared/js/entry/form.js" */
/** @import { Asked } from "../../../shared/js/forms.js" */
/** @import { Snapshot } from "../../../types/contract" */
/** @import { Answer, Told } from "../bus.js" */
/** @import { Effect } from "../effect.js" */

/** Whether people enter the results of this table. @param {Snapshot} state */
export const scores = (state) => state.sight === "none";

/** @param {Answer | null} reply */
export const said = (reply) => (!reply ? t("ui.no_answer") : reply.ok ? "" : reply.code === "stale_rev" ? t("ui.result_changed") : whyNot(reply));

/** Whether another result may be entered in the place of the one that waits; a ruling is taken back instead. @param {Snapshot} state */
export const changeable = ({ phase, result }) => phase === "confirm" && !["chombo", "redeal"].includes(result?.reason ?? "");

/** The result that waits, as it was entered, for whoever changes it. @param {Snapshot} state @returns {Entered | null} */
function entered(state) {
  const said = state.result?.entered;
  return changeable(state) && said ? { type: "result_entered", ...said } : null;
}

/** What each of the four gets or pays. @param {{ state: Snapshot, effect: Effect }} its */
function Pays({ state, effect }) {
  if (!effect.after) return html`<p class="entry-worth" role="alert" data-effect="refused">${"failed" in effect ? t("entry.unreached") : whyNot(effect)}</p>`;
  const deltas = effect.after.result?.deltas ?? [0, 0, 0, 0];
  return html`<ul class="entry-pays" data-effect="allowed">${state.seats.map(({ seat, name }) => html`<li key=${seat} data-pays=${deltas[seat]}>
    <b class=${deltas[seat] > 0 ? "gain" : deltas[seat] < 0 ? "loss" : ""}>${deltas[seat] ? signed(deltas[seat]) : number(0)}</b><span>${name}</span></li>`)}</ul>`;
}

/** The form of this hand with its payments, and the button that enters it; `seat` is whose display this is, the table's screen without.
    `sticks`: they are asked for here.
    @param {{ link: Told, seat?: number | null, sticks?: boolean, onDone?: () => void, onChombo?: (() => void) | null }} its */
export function EnterResult({ link, seat = null, sticks = true, onDone = () => {}, onChombo = null }) {
  const { state } = link;
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  const [note, setNote] = useState("");
  const [before] = useState(() => entered(state));
  const effect = useEffectOf(asked, state.rev);
  /** @param {number} each */
  const lay = (each) => void link.command("panel", { seat: each, button: "riichi" });
  const event = asked && "event" in asked ? asked.event : null;
  const enter = async () => {
    if (!event) return;
    if (!effect) return;
    // What was looked at is entered, and nothing that has come since.
    const reply = await link.command("result.enter", seat === null ? { event } : { event, seat }, effect.rev);
    setNote(said(reply));
    if (reply?.ok) onDone();
  };
  /** @param {Asked | null} found */
  const ask = (found) => (setAsked(found), setNote(""));
  return html`<${Entry} state=${state} value=${worthOf} onAsk=${ask} onChombo=${onChombo} before=${before} sticks=${sticks} onStick=${seat === null && state.phase === "play" ? lay : null}>
    <div class="entry-foot">
      ${note ? html`<p class="entry-worth" role="alert" data-note>${note}</p>` : effect ? html`<${Pays} state=${state} effect=${effect} />` : html`<p class="entry-worth quiet">${asked ? "…" : t("entry.steps")}</p>`}
      <button type="button" class="touch-key main entry-enter" data-touch="enter" disabled=${!effect?.after || effect.rev !== state.rev || !link.connected} onClick=${enter}>${t("entry.enter")}</button>
    </div>
  <//>`;
}
