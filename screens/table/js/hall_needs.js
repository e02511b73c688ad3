// Which table of a hall needs somebody, and how large its card can be.

import { clockText } from "../../shared/js/clock.js";
import { age, language, t } from "../../shared/js/i18n.js";
/** @import { Snapshot } from "../../types/contract" */
/** @import { Table } from "./hall_link.js" */

/** @typedef {Table & { state: Snapshot }} Reporting A table that has sent its state. */
/** Who should go there: `text` says why, null where all is well. @typedef {{ rank: number, kind: string, text: string | null | false | undefined }} Need */

/** @param {Table} table @returns {table is Reporting} */
export const reports = (table) => table.state !== null;

// The main loop of a table ticks once a second.
const SILENT_MS = 15_000;
const CARD_RATIO = 1.4;

/** Why somebody should go there, the most pressing first; null where all is well.
    @type {[kind: string, because: (table: Reporting) => string | null | false | undefined][]} */
const NEEDS = [
  ["called", ({ state }) => state.calls?.some((call) => !call.answered) && t("hall.called")],
  ["fault", ({ state }) => (state.machine.fault > 0 || state.sight !== "ok") && t("hall.fault")],
  ["over", ({ state, clock }) => (clock ?? state.clock)?.over && clockText({ state: { clock: clock ?? state.clock } })?.text],
  ["disputed", ({ state }) => state.phase === "confirm" && state.seats.some((seat) => seat.confirmed === false) && t("ui.disputed")],
  ["coming", ({ state }) => state.calls?.length > 0 && t("ui.referee_comes")],
  ["paused", ({ state }) => state.paused && `${t("ui.paused")}${state.paused.reason ? `: ${state.paused.reason}` : ""}`],
  ["alert", ({ alerts, state }) => (alerts.size > 0 || state.alerts.length > 0) && t("hall.alert")],
  ["asked", ({ state }) => state.questions.length > 0 && t("ui.question")],
];

/** A silent table ranks behind those that need somebody. @param {Reporting} table @returns {Need} */
export function needOf(table) {
  const gone = table.status?.online === false;
  const silent = performance.now() - table.receivedAt;
  if (gone || silent > SILENT_MS) return { rank: 2.5, kind: "gone", text: gone ? t(table.status?.reason === "stopped" ? "ui.stopped" : "hall.lost") : t("ui.silent", { age: age(silent) }) };
  const rank = NEEDS.findIndex(([, because]) => because(table));
  if (rank < 0) return { rank: NEEDS.length, kind: "well", text: null };
  return { rank, kind: NEEDS[rank][0], text: NEEDS[rank][1](table) };
}

/** @param {Reporting} a @param {Reporting} b */
export const byName = (a, b) => a.id.localeCompare(b.id, language(), { numeric: true });

/** Columns and rows in which the cards become largest. @param {number} n @param {number} width @param {number} height */
export function layOut(n, width, height) {
  const tries = Array.from({ length: n }, (_, i) => ({ columns: i + 1, rows: Math.ceil(n / (i + 1)) }));
  /** @param {{ columns: number, rows: number }} grid */
  const size = ({ columns, rows }) => Math.min(width / columns / CARD_RATIO, height / rows);
  return tries.reduce((best, each) => (size(each) > size(best) + 0.5 ? each : best), { columns: 1, rows: n });
}
