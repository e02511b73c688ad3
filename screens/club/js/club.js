// The club's server as pages see it: questions, what is entered, and the live feed.

import { useEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { forgetTime, hearTime } from "./hub_time.js";
import { refusal } from "./refusal.js";
/** @import { AnswerTo, BodyOf, LastHand, Me, OutcomeOf, Overview, Plan, Role, Submitted, WallClock } from "../../types/club" */

const RETRY_MS = 2000;
const SILENT_MS = 40_000;
// A hall full of telephones does not ask at the same moment, and none of them more often than this.
const SPREAD_MS = 2_000;

/** Names by the ids of people. @typedef {{ [person: string]: string }} Names */
/** By seat. @typedef {[number, number, number, number]} Four */
/** A tournament as it is published. @typedef {Omit<Overview, "plan"> & { plan: Required<Plan> }} Published */
/** Everything that is laid down of one.
    @typedef {{ revision: string, fields: Required<Plan> & { name: string, preset: string, options: { [id: string]: any } } }} Laid */
/** Why something is not accepted; `message` is in the language of the page.
    @typedef {{ code: string, message: string, values?: { [name: string]: any } }} Refused */
/** `later`: the same question may be answered soon.
    @template Body @typedef {{ ok: true, later: boolean, body: Body } | { ok: false, later: boolean, body: Refused }} Reply */
/** @template {string} Path @typedef {{ data: AnswerTo<Path> | null, error: string | null, path: Path | null }} Found */
/** What everybody may know of a table.
    @typedef {{ online: boolean, tournament: number | null, round: number | null, label: string | null, players: number[] | null, scores: number[] | null, dealer: number | null, hands: number, last: LastHand | null, finished: boolean, called: boolean }} LiveTable */
/** @typedef {{ seq: number, hands: number }} News */
/** @typedef {{ [tournament: `tournament/${number}`]: News, [clock: `clock/${number}`]: WallClock, [table: `table/${string}`]: LiveTable, calls?: { open: number }, hub?: string[] }} Parts */

/** `me` is what the server says of who is signed in. @type {{ me: Me | null }} */
const session = { me: null };

/** The server's whole answer to a question, or to what is to be done, outside its API.
    @param {string} path @param {object} [body] */
export const raw = (path, body) =>
  fetch(`/${path}`, body ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", "x-csrf-token": session.me?.csrf ?? "" } } : {});

/** A question, or what is to be done.
    @type {{ <Path extends string>(path: Path): Promise<Reply<AnswerTo<Path>>>, <Path extends string>(path: Path, body: BodyOf<Path>): Promise<Reply<OutcomeOf<Path>>> }} */
export const ask = async (/** @type {string} */ path, /** @type {unknown} */ body = undefined) => {
  const post = body !== undefined;
  const options = post
    ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", "x-csrf-token": session.me?.csrf ?? "" } }
    : {};
  try {
    const answer = await fetch(`/api/${path}`, options);
    const found = await answer.json();
    return { ok: answer.ok, later: answer.status === 503, body: answer.ok ? found : { ...found, message: refusal(found) } };
  } catch {
    return { ok: false, later: true, body: { code: "no_link", message: t("club.no_server") } };
  }
};

/** Who is signed in; asked until it is known: where it cannot be now, `unknown` hears why.
    @param {(why: string) => void} [unknown] @returns {Promise<Me>} */
export async function me(unknown = () => {}) {
  for (;;) {
    const { ok, body } = await ask("me");
    if (ok) return (session.me = body);
    unknown(body.message);
    await new Promise((soon) => setTimeout(soon, RETRY_MS));
  }
}

/** @param {BodyOf<"sign-in">} secret */
export async function signIn(secret) {
  const answer = await ask("sign-in", secret);
  if (answer.ok) session.me = answer.body;
  return answer;
}

export async function signOut() {
  await ask("sign-out", {});
  session.me = null;
}

const token = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Enters events as one transaction; however often it is sent, it counts once. `revision` is that of what they write over.
    @param {Submitted["events"]} events @param {string | null} [revision] */
export const submit = (events, revision = null) => submitKey("submit", { events, revision });

/** Sends what is confirmed with a key of its own; however often it is sent, it counts once.
    @template {"submit" | `tournaments/${number}/ending` | `tournaments/${number}/rounds/${number}/tables/${number}/assistant/${"enter" | "end"}`} Path
    @param {Path} path @param {Omit<BodyOf<Path>, "key">} body @returns {Promise<Reply<OutcomeOf<Path>>>} */
export async function submitKey(path, body) {
  const keyed = /** @type {BodyOf<Path>} */ ({ key: token(), ...body });
  const answer = await ask(path, keyed);
  return !answer.ok && answer.body.code === "no_link" ? ask(path, keyed) : answer;
}

/** @param {Me | null} who @param {Role[]} roles @param {number | null} [tournament] */
export const hasRole = (who, roles, tournament) =>
  (who?.roles ?? []).some((each) => roles.includes(each.role) && (each.tournament === null || each.tournament === tournament));

/** @param {string | null} id */
const bootOf = (id) => id?.split("-")[0];

/** Those of one kind. @param {Parts} parts @param {"table" | "tournament"} kind */
const partsOf = (parts, kind) => Object.entries(parts).flatMap(([name, part]) => (name.startsWith(`${kind}/`) ? [part] : []));

/** The live feed: `parts` by name, each as it was sent last; `received` is when, by the page's own clock. */
export class Live {
  constructor(path = "/api/live") {
    this.path = path;
    /** @type {Parts} */
    this.parts = {};
    this.connected = false;
    this.received = performance.now();
    /** @type {string | null} */
    this.last = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.patience = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    this.open();
    // A page that the browser keeps in memory would keep its connection, and a host has six.
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.open());
  }

  close() {
    clearTimeout(this.patience);
    clearTimeout(this.retry);
    this.source?.close();
  }

  open() {
    const source = new EventSource(this.last ? `${this.path}?last=${encodeURIComponent(this.last)}` : this.path);
    this.source = source;
    forgetTime();
    const again = () => {
      this.close();
      this.changed(false);
      this.retry = setTimeout(() => this.open(), RETRY_MS);
    };
    // A link that is silently gone says nothing either: the server speaks every 15 s.
    const wait = () => {
      clearTimeout(this.patience);
      this.patience = setTimeout(again, SILENT_MS);
    };
    wait();
    source.onerror = again;
    source.onmessage = ({ data, lastEventId }) => {
      wait();
      const { now: at, ...parts } = JSON.parse(data);
      this.received = performance.now();
      hearTime(at);
      // A server that was started again sends everything, and nothing of what is gone.
      if (bootOf(lastEventId) !== bootOf(this.last)) this.parts = {};
      this.last = lastEventId;
      if (!this.connected || Object.keys(parts).length) this.take(parts);
    };
  }

  /** What is new; null is what is gone. @param {{ [part: string]: unknown }} parts */
  take(parts) {
    const kept = Object.entries(/** @type {{ [part: string]: any }} */ ({ ...this.parts, ...parts })).filter(([, part]) => part !== null);
    this.parts = Object.fromEntries(kept);
    this.changed(true);
  }

  /** @param {boolean} connected */
  changed(connected) {
    this.connected = connected;
    for (const listener of this.listeners) listener();
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tables of a tournament's current seating, by their number.
      @param {number} tournament @returns {LiveTable[]} */
  tables(tournament) {
    return /** @type {LiveTable[]} */ (partsOf(this.parts, "table"))
      .filter((table) => table.tournament === tournament)
      .sort((a, b) => Number(a.label) - Number(b.label));
  }
}

/** Whether somebody is signed in who works here and does not want to wait. */
const works = () => session.me?.roles.some(({ role }) => role !== "player");

/** What a question answers: at once, and a moment after each change of `seq`.
    @template {string} Path @param {Path | null | false} path @param {string | number} [seq] @returns {Found<Path>} */
export function useAnswer(path, seq = 0) {
  const [found, setFound] = useState(/** @type {Found<Path>} */ ({ data: null, error: null, path: null }));
  useEffect(() => {
    if (!path) return undefined;
    let alive = true;
    const look = async () => {
      const { ok, later, body } = await ask(path);
      if (alive && later) timer = setTimeout(look, RETRY_MS * (1 + Math.random()));
      if (alive) setFound((old) => (ok ? { data: body, error: null, path } : { data: old.data, error: body.message, path }));
    };
    const wait = found.path === path && !works() ? SPREAD_MS * (0.25 + 0.75 * Math.random()) : 0;
    let timer = setTimeout(look, wait);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [path, seq]);
  return found;
}

/** What changes with any entry of any tournament. @param {Parts} parts */
export const newest = (parts) => /** @type {News[]} */ (partsOf(parts, "tournament")).map(({ seq }) => seq).join();

/** What changes with anything that happens in a tournament, hands included. @param {News} [part] */
export const everySeq = (part) => `${part?.seq}/${part?.hands}`;

/** The number in `?tournament=`; else the newest one's. */
export function useTournament() {
  const asked = Number(new URLSearchParams(location.search).get("tournament")) || null;
  const { data } = useAnswer(asked ? null : "tournaments");
  return asked ?? data?.find((each) => each.playing)?.id ?? data?.[0]?.id ?? null;
}

/** The address part behind `#`, followed as it changes. */
export function useHash() {
  const [hash, setHash] = useState(location.hash.slice(1));
  useEffect(() => {
    const look = () => setHash(decodeURIComponent(location.hash.slice(1)));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return hash;
}

/** Exact points: a whole number, or a fraction such as "1000/3" to two places. @param {number | string} value */
export function points(value, plus = true) {
  const [over, under = 1] = String(value).split("/").map(Number);
  const number = over / under;
  const text = Math.abs(number).toFixed(under === 1 ? 0 : 2);
  if (number < 0) return `−${text}`;
  return number > 0 && plus ? `+${text}` : text;
}
