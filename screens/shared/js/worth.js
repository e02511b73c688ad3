// How a hand ended, in a few words.

import { t } from "./i18n.js";
/** @import { CountedView, ResultView, Snapshot, WinView } from "../../types/contract" */

/** @typedef {Snapshot & { result: ResultView }} Ended A table with a result. */

/** @param {Snapshot} state @returns {state is Ended} */
export const ended = (state) => state.result !== null;

/** Who has won a hand of Chinese Classical. @typedef {CountedView & { source: number, win_tile: string }} Mahjong */

/** The hand that has won, if one has. @param {CountedView[]} counted */
export const mahjong = (counted) => /** @type {Mahjong | undefined} */ (counted.find((hand) => hand.win_tile !== null));

/** What a win is worth: its limit, or han and fu. @param {Pick<WinView, "yakuman" | "limit" | "han" | "fu">} win */
export function value(win) {
  if (win.yakuman > 1) return t("times_yakuman", { n: win.yakuman });
  if (win.yakuman) return t("limit.yakuman");
  if (win.limit) return t(`limit.${win.limit === "yakuman" ? "kazoe_yakuman" : win.limit}`);
  return t("han_fu", { han: win.han, fu: win.fu });
}

/** What a result is called; null where one win says it itself. @param {Ended} state */
export function title(state) {
  const { wins, reason } = state.result;
  if (state.rules === "classical" && reason === "exhaustive") return t("classical.draw");
  if (wins.length > 1) return t("ui.wins", { n: wins.length });
  return wins.length ? null : t(`end.${reason}`);
}

/** The result as one line, as on a seat's own display. @param {Ended} state */
export function inShort(state) {
  const { wins, counted } = state.result;
  const winner = mahjong(counted);
  if (winner) return `${state.seats[winner.seat].name}: ${t("classical.mahjong")} ${winner.value}`;
  const lines = wins.map((win) => `${state.seats[win.seat].name}: ${t(win.seat === win.source ? "ui.tsumo" : "ui.ron")} ${value(win)} ${win.points}`);
  return lines.length ? lines.join(" · ") : title(state);
}
