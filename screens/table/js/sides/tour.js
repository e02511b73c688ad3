// Towards whom the words in the middle stand where four read the screen, and which page of a result they see.

import { useEffect, useState } from "../../../shared/vendor/preact.js";
import { asked } from "./asked.js";
/** @import { Snapshot } from "../../../types/contract" */

/** Long enough to read one page. */
const PAGE_MS = 8000;
const SHOWN = ["confirm", "idle", "finished"];

/** The seat that what is shown concerns first; null: all alike. @param {Snapshot} state @returns {number | null} */
export function concerned({ phase, questions, findings, result, settle, next, machine }) {
  const doubt = questions.find(({ seat }) => seat !== null) ?? findings.find(({ seat }) => seat !== null);
  if (doubt) return doubt.seat;
  if (settle) return settle.seat;
  if (machine.asks && machine.lane !== null) return machine.lane;
  if (result && SHOWN.includes(phase)) return result.wins[0]?.seat ?? result.offenders[0] ?? null;
  return phase === "idle" ? next?.dealer ?? null : null;
}

/** What is shown: another topic stands towards whom it concerns again. @param {Snapshot} state */
const topicOf = ({ phase, questions, findings, result, settle, undo, paused, machine }) =>
  JSON.stringify([machine.asks, phase, questions.map(({ id }) => id), findings.length, result?.reason, result?.deltas, settle?.row, undo?.seq, paused?.since_ms]);

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where the words stand now, and what turns them and their pages. Nobody touches them: a result that still waits goes through its
    pages and then to the next side, until all have answered; not for who wants no motion.
    @param {Snapshot} state @param {number} south who is faced where it concerns all alike @param {number} pages */
export function useTour(state, south, pages) {
  const topic = topicOf(state);
  const [kept, setKept] = useState({ topic: "", seat: 0, page: 0, touched: false });
  const now = kept.topic === topic ? kept : { topic, seat: concerned(state) ?? south, page: 0, touched: false };
  const goes = pages > 1 && !now.touched && !still() && asked(state);
  useEffect(() => {
    if (!goes) return undefined;
    const last = now.page + 1 >= pages;
    const on = { ...now, page: last ? 0 : now.page + 1, seat: last ? (now.seat + 1) % 4 : now.seat };
    const timer = setTimeout(() => setKept(on), PAGE_MS);
    return () => clearTimeout(timer);
  }, [goes, topic, now.seat, now.page, pages]);
  return {
    seat: now.seat,
    page: Math.min(now.page, Math.max(0, pages - 1)),
    /** @param {number} seat */
    turn: (seat) => setKept({ ...now, seat, touched: true }),
    /** @param {number} page */
    leaf: (page) => setKept({ ...now, page: (page + pages) % pages, touched: true }),
  };
}
