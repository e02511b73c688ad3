// A telephone of a seat at a score table: one touch enters the hand that was read as the result of the hand in play.

import { t } from "../../../shared/js/i18n.js";
import { useLink } from "../../../shared/js/page.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { Link, tells } from "../bus.js";
import { said, scores } from "../scoring/scoring.js";
/** @import { Around } from "../../../shared/js/hand_state.js" */
/** @import { Snapshot } from "../../../types/contract" */
/** @import { HandWorth } from "../../../types/table" */

const SEATS = [0, 1, 2, 3];

export const joined = () => new Link(["state"]);

/** Whether a result can be entered now. @param {Snapshot} state */
const open = (state) => scores(state) && state.phase === "play" && !state.paused;

/** What the game knows of it: the winds, the counters, and riichi of whoever has laid a stick. @param {Link} link @param {number} seat @returns {Partial<Around>} */
export function known(link, seat) {
  if (!tells(link) || !link.state.round || !open(link.state)) return {};
  const { wind, riichi } = link.state.seats[seat];
  const { wind: round, honba } = link.state.round;
  return { round, honba, ...(wind ? { seat: wind } : {}), ...(riichi === "paid" ? { riichi: 1 } : {}) };
}

/** The result as it is entered. @param {Snapshot} state @param {number} seat @param {number} source @param {Around} around @param {HandWorth} worth */
function resultOf({ seats }, seat, source, around, worth) {
  const laid = seats.filter((each) => each.riichi === "paid" || (each.seat === seat && around.riichi)).map((each) => each.seat);
  const { han, fu, yakuman } = worth;
  return { type: "result_entered", reason: "win", tenpai: SEATS.map(() => false), riichi: laid, wins: [{ seat, source, han, fu, yakuman, responsible: null }] };
}

/** A touch for a tsumo, or for whoever gave the tile. @param {{ link: Link, seat: number, around: Around, worth: HandWorth }} its */
export function Enter({ link, seat, around, worth }) {
  useLink(link);
  const [note, setNote] = useState("");
  if (!tells(link)) return null;
  const { state } = link;
  /** @param {number} source */
  const enter = async (source) => {
    const reply = await link.command("result.enter", { event: resultOf(state, seat, source, around, worth), seat }, state.rev);
    if (reply?.ok) location.assign(`seat.html?seat=${seat}`);
    else setNote(said(reply));
  };
  if (!open(state)) return html`<p class="quiet" data-enter="closed">${t("hand.not_now")}</p>`;
  const sources = around.tsumo ? [seat] : SEATS.filter((each) => each !== seat);
  return html`<div class="enter" role="group" aria-label=${t("entry.title")}>
    ${sources.map((source) => html`<button type="button" class="knob strong" key=${source} data-enter=${source} disabled=${!link.connected} onClick=${() => enter(source)}>${source === seat ? t("hand.enter_tsumo") : t("hand.enter_ron", { name: state.seats[source].name })}</button>`)}
    ${note && html`<p class="warn" role="alert" data-note>${note}</p>`}
  </div>`;
}
