// What the desk knows and does: the hall asked for anew whenever the live feed has news, and acts of referees.

import { useEffect, useState } from "../../../shared/vendor/preact.js";
import { ask, me, useAnswer } from "../club.js";
/** @import { DeskView, Me } from "../../../types/club" */
/** @import { Live, Names } from "../club.js" */

// What changes within this time is asked for once.
const TOGETHER_MS = 250;
// Calls age and clocks run without any news; a table that is looked at sends its state without being asked.
const LOOK_MS = 4000;

const token = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A number that grows when the feed has sent something, and once in a while; `look` makes it grow now.
    @returns {[number, () => void]}
    @param {Live} live */
function useNews(live) {
  const [news, setNews] = useState(0);
  const look = () => setNews((n) => n + 1);
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const soon = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        look();
      }, TOGETHER_MS);
    };
    const timer = setInterval(soon, LOOK_MS);
    const off = live.subscribe(soon);
    return () => {
      clearInterval(timer);
      clearTimeout(waiting);
      off();
    };
  }, [live]);
  return [news, look];
}

/** Milliseconds that the club's clock is ahead of this device's. @param {DeskView | null} view */
function useAhead(view) {
  const [ahead, setAhead] = useState(0);
  useEffect(() => {
    if (view) setAhead(view.ts_ms - Date.now());
  }, [view?.ts_ms]);
  return ahead;
}

/** @typedef {ReturnType<typeof useDesk>} Opening */
/** A desk whose hall is known. @typedef {Opening & { view: DeskView }} Desk */

/** The desk of a tournament: `view` is null until it is known, `error` says why it is not.
    @param {Live} live @param {number | null} tournament */
export function useDesk(live, tournament) {
  const [news, look] = useNews(live);
  const [signed, setSigned] = useState(/** @type {Me | null} */ (null));
  const [unknown, setUnknown] = useState(/** @type {string | null} */ (null));
  useEffect(() => void me(setUnknown).then(setSigned), []);
  /** @type {`tournaments/${number}`} */
  const event = `tournaments/${tournament ?? 0}`;
  const base = tournament && signed?.csrf ? event : null;
  const { data: view, error } = useAnswer(base && `${base}/desk`, news);
  const { data: people } = useAnswer(base && `${base}/people`, view?.seq ?? 0);
  const { data: judges } = useAnswer(base && `${base}/desk/judges`);
  const ahead = useAhead(view);
  return {
    view,
    error: signed ? error : unknown,
    stranger: signed !== null && !signed.csrf,
    seq: news,
    /** @type {`tournaments/${number}/desk`} */
    path: `${event}/desk`,
    event,
    look,
    who: signed,
    /** @type {Names} */
    names: people ?? {},
    now: () => Date.now() + ahead,
    /** @param {number} person */
    name: (person) => people?.[person] ?? `#${person}`,
    /** @type {Names} */
    accounts: judges ?? {},
    /** Whether this account may enter events of a type. @param {string} type */
    may: (type) => Boolean(signed?.may.includes(type)),
    /** @param {string} account */
    judge: (account) => judges?.[account] ?? account,
    /** Does something once, however often it is sent. @param {string} name @param {object} body */
    act: async (name, body) => {
      const sent = { name, body, key: token() };
      const answer = await ask(`${event}/desk/do`, sent);
      const reply = !answer.ok && answer.body.code === "no_link" ? await ask(`${event}/desk/do`, sent) : answer;
      look();
      return reply;
    },
  };
}
