// The club's server as pages see it: questions, what is entered, and the live feed.

import { useEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { forgetTime, hearTime } from "./hub_time.js";
import { refusal } from "./refusal.js";

const RETRY_MS = 2000;
const SILENT_MS = 40_000;
// A hall full of telephones does not ask at the same moment, and none of them more often than this.
const SPREAD_MS = 2_000;
/** `me` is what the server says of who is signed in. @type {{ me: any }} */
const session = { me: null };

/** `{ok, later, body}`; `later`: the same question may be answered soon. The `message` of what is not accepted, or of no answer at all, is in the language of the page.
    @param {string} path @param {any} [body] @returns {Promise<{ ok: boolean, later: boolean, body: any }>} */
export async function ask(path, body) {
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
}

/** Who is signed in; asked until it is known: where it cannot be now, `unknown` hears why.
    @param {(why: string) => void} unknown */
export async function me(unknown = () => {}) {
  for (;;) {
    const { ok, body } = await ask("me");
    if (ok) return (session.me = body);
    unknown(body.message);
    await new Promise((soon) => setTimeout(soon, RETRY_MS));
  }
}

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
    @param {object[]} events @param {any} revision */
export const submit = (events, revision = null) => submitKey("submit", { events, revision });

/** Sends what is confirmed with a key of its own; however often it is sent, it counts once. */
export async function submitKey(path, body) {
  const keyed = { key: token(), ...body };
  const answer = await ask(path, keyed);
  return answer.body.code === "no_link" ? ask(path, keyed) : answer;
}

export const hasRole = (who, roles, tournament) =>
  (who?.roles ?? []).some((each) => roles.includes(each.role) && (each.tournament === null || each.tournament === tournament));

const bootOf = (id) => id?.split("-")[0];

/** The live feed: `parts` by name, each as it was told last; `heard` is when, of the page's own clock. */
export class Live {
  constructor(path = "/api/live") {
    this.path = path;
    /** @type {Record<string, any>} */
    this.parts = {};
    this.connected = false;
    this.heard = performance.now();
    /** @type {string | null} */
    this.last = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
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
      this.told(false);
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
      this.heard = performance.now();
      hearTime(at);
      // A server that was started again tells everything, and nothing of what is gone.
      if (bootOf(lastEventId) !== bootOf(this.last)) this.parts = {};
      this.last = lastEventId;
      if (!this.connected || Object.keys(parts).length) this.take(parts);
    };
  }

  take(parts) {
    this.parts = { ...this.parts, ...parts };
    for (const name of Object.keys(parts)) if (parts[name] === null) delete this.parts[name];
    this.told(true);
  }

  told(connected) {
    this.connected = connected;
    for (const listener of this.listeners) listener();
  }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tables of a tournament's current seating, by their number. */
  tables(tournament) {
    return Object.entries(this.parts)
      .filter(([name, table]) => name.startsWith("table/") && table.tournament === tournament)
      .map(([, table]) => table)
      .sort((a, b) => Number(a.label) - Number(b.label));
  }
}

/** Whether somebody is signed in who works here and does not want to wait. */
const works = () => session.me?.roles.some(({ role }) => role !== "player");

/** What a question answers: at once, and a moment after each change of `seq`: `{data, error}`.
    @param {string | null | false} path @param {string | number} seq @returns {{ data: any, error: string | null, path: any }} */
export function useAnswer(path, seq = 0) {
  const [found, setFound] = useState(/** @type {{ data: any, error: string | null, path: any }} */ ({ data: null, error: null, path: null }));
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

/** What changes with anything that happens in a tournament, hands included. */
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

/** Exact points: a whole number, or a fraction such as "1000/3" to two places. */
export function points(value, plus = true) {
  const [over, under = 1] = String(value).split("/").map(Number);
  const number = over / under;
  const text = Math.abs(number).toFixed(under === 1 ? 0 : 2);
  if (number < 0) return `−${text}`;
  return number > 0 && plus ? `+${text}` : text;
}
