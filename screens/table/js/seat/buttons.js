// The buttons of a seat: which there are in a phase, what they say, and what a press sends.

import { has, t } from "../../../shared/js/i18n.js";
import { whyNot } from "../../../shared/js/refused.js";
import { scores } from "../scoring/scoring.js";
/** @import { Button, SeatView, Snapshot } from "../../../types/contract" */
/** @import { Answer, Told } from "../bus.js" */

/** @type {Partial<Record<Button, string>>} */
export const MARKS = { confirm: "✓ ", dispute: "✕ " };

/** `?keys=off`: a display without a touch screen. */
export const KEYS = new URLSearchParams(location.search).get("keys") !== "off";

/** The buttons of the phase, always in their places; the table decides what is allowed.
    @param {Snapshot} state @returns {Button[]} */
export function buttons(state) {
  const { phase, result, rules, paused } = state;
  if (!KEYS || paused) return [];
  if (scores(state) && phase === "play") return ["riichi"];
  if (phase === "confirm") return result?.others_may_win ? ["confirm", "dispute", "ron"] : ["confirm", "dispute"];
  if (phase === "show") return result?.reason === "exhaustive" ? ["noten", "ron"] : ["ron"];
  if ((phase === "play" || phase === "deal") && rules === "classical") return ["riichi", "tsumo", "ron"];
  if (phase === "play" || phase === "deal") return ["riichi", "tsumo", "ron", "abort"];
  if (phase === "idle" || phase === "finished") return ["start"];
  return [];
}

/** Whether a seat has laid its stick where nobody sees it, and may take it back. @param {Snapshot} state @param {SeatView} seat */
export const laid = (state, seat) => scores(state) && seat.riichi === "paid";

/** Whether the seat has won the previewed hand, or pays it. @param {Snapshot} state @param {SeatView} seat */
const concerned = ({ result }, { seat }) => Boolean(result?.wins.some((win) => win.seat === seat || win.source === seat));

/** Who is in riichi or has declared a ready hand is not offered it again; nor a ron of a previewed hand to who won it or pays it.
    @param {Button} button @param {Snapshot} state @param {SeatView} seat */
export const offered = (button, state, seat) => {
  if (button === "ron" && state.phase === "confirm") return !concerned(state, seat);
  return button !== "riichi" || laid(state, seat) || (seat.riichi === "no" && !seat.ready);
};

/** In Chinese Classical the button of riichi declares a ready hand, those of a win a mahjong.
    @param {Button} button @param {Snapshot} state @param {SeatView} seat */
export function label(button, state, seat) {
  if (button === "riichi" && laid(state, seat)) return t("entry.unlay");
  return t(state.rules === "classical" && has(`classical_button.${button}`) ? `classical_button.${button}` : `ui.${button}`);
}

/** What a button says of a result. @type {Partial<Record<Button, boolean>>} */
const SAYS = { confirm: true, dispute: false };

/** Whether the button says what this seat has said of the result already.
    @param {Button} button @param {Snapshot} state @param {SeatView} seat */
export const given = (button, { phase }, seat) => phase === "confirm" && seat.confirmed === SAYS[button];

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Sends a press. A confirmation holds for the result that the player has seen, and for no other.
    @param {Told} link @param {number} seat @param {Button} button */
export async function press(link, seat, button) {
  const seen = link.state;
  const guard = button === "confirm" ? seen.rev : null;
  const reply = await link.command("panel", { seat, button }, guard);
  if (reply?.code === "stale_rev" && same(link.state.result, seen.result) && link.state.phase === "confirm") {
    return link.command("panel", { seat, button }, reply.rev);
  }
  return reply;
}

/** @param {Answer | null} reply */
export function said(reply) {
  if (!reply) return t("ui.no_answer");
  if (reply.ok) return t("ui.sent");
  if (reply.code === "stale_rev") return t("ui.result_changed");
  return whyNot(reply);
}
