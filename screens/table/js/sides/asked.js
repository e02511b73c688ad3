// What a seat is asked on the table's own screen, and the buttons by which it answers there.

import { t } from "../../../shared/js/i18n.js";
import { buttons, given, KEYS, label, MARKS, offered, press } from "../seat/buttons.js";
/** @import { SeatView, Snapshot } from "../../../types/contract" */
/** @import { Answer, Told } from "../bus.js" */

/** A button at a side. @typedef {{ key: string, text: string, given: boolean, act: () => Promise<Answer | null> }} Act */

/** Whether a result still waits for somebody. @param {Snapshot} state */
export const asked = ({ phase, seats }) => phase === "confirm" && seats.some((seat) => seat.confirmed === null);

/** To agree to what somebody asks, or to refuse it. @param {(agree: boolean) => Promise<Answer | null>} answer @returns {Act[]} */
const consent = (answer) => [
  { key: "yes", text: t("ui.agree"), given: false, act: () => answer(true) },
  { key: "no", text: t("ui.refuse"), given: false, act: () => answer(false) },
];

/** What this seat may say now. In play it is there while the seat is `touched`: nothing covers the mat by itself.
    @param {Told} link @param {SeatView} seat @param {boolean} touched @returns {Act[]} */
export function acts(link, seat, touched) {
  const { state } = link;
  const { undo, settle } = state;
  const own = seat.seat;
  if (!link.account || !KEYS) return [];
  if (undo && !undo.agreed[own]) return consent((agree) => link.command("undo", { seat: own, seq: undo.seq, agree }));
  if (settle && !settle.agreed[own]) {
    return consent((agree) => link.command("settle", { seat: own, offender: settle.seat, row: settle.row, ...(!agree && { agree }) }));
  }
  const playing = state.phase === "play" || state.phase === "deal";
  if (playing && !touched) return [];
  const said = buttons(state).filter((button) => offered(button, state, seat));
  return [
    ...said.map((button) => ({ key: button, text: `${MARKS[button] ?? ""}${label(button, state, seat)}`, given: given(button, state, seat), act: () => press(link, own, button) })),
    ...(playing ? [{ key: "call", text: t("ui.call_referee"), given: false, act: () => link.command("referee.call", { seat: own }) }] : []),
  ];
}
