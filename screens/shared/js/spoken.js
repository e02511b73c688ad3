// The words that people say at the table, as its events have them.

import { t } from "./i18n.js";

/** The code of the word that an event says aloud, or null; each game has its own.
    @param {{ type: string, data: Record<string, any> }} event @param {string} [rules] */
export function spoken({ type, data }, rules) {
  if (type === "called") return ["chi", "pon"].includes(data.meld.type) ? data.meld.type : "kan";
  if (type === "kan_declared") return "kan";
  if (type === "riichi_declared") return "riichi";
  if (type === "ready_declared") return "ready";
  if (type === "win_declared" && rules === "classical") return "mahjong";
  if (type === "win_declared") return data.seat === data.source ? "tsumo" : "ron";
  return null;
}

/** @param {string} code @param {string} [rules] */
export const wordOf = (code, rules) => (rules === "classical" ? t(`classical_call.${code}`) : t(`call.${code}`));
