// The club's server as pages see it: questions, what is entered, and the live feed.

import { useEffect, useState } from "../common/vendor/preact.js";
import { t } from "../common/js/i18n.js";
import { refusal } from "./refusal.js";

const RETRY_MS = 2000;
const SILENT_MS = 40_000;
// A hall full of telephones does not ask at the same moment, and none of them more often than this.
const SPREAD_MS = 2_000;
const session = { me: null };
// How far the club's clock is ahead of this computer's, which may be wrong.
let ahead = 0;

/** `{ok, body}`; the `message` of what is not accepted, or of no answer at all, is in the language of the page. */
export async function ask(path, body) {
  const post = body !== undefined;
  const options = post
    ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", "x-csrf-token": session.me?.csrf ?? "" } }
    : {};
  try {
    const answer = await fetch(`/api/${path}`, options);
    const told = Date.parse(answer.headers.get("date"));
    if (told) ahead = told - Date.now();
    const found = await answer.json();
    return { ok: answer.ok, body: answer.ok ? found : { ...found, message: refusal(found) } };
  } catch {
    return { ok: false, body: { code: "no_link", message: t("club.no_server") } };
  }
}

/** Who is signed in; asked once, and again where `fresh`. */
export async function me(fresh = false) {
  if (!session.me || fresh) session.me = (await ask("me")).body;
  return session.me;
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

/** Enters events as one transaction; however often it is sent, it counts once. */
export async function submit(events, key = token()) {
  const answer = await ask("submit", { events, key });
  return answer.body.code === "no_link" ? ask("submit", { events, key }) : answer;
}

export const hasRole = (who, roles, tournament) =>
  (who?.roles ?? []).some((each) => roles.includes(each.role) && (each.tournament === null || each.tournament === tournament));

/** The live feed: `parts` by name, each as it was told last. */
export class Live {
  constructor(path = "/api/live") {
    this.path = path;
    this.parts = {};
    this.connected = false;
    this.last = null;
    this.listeners = new Set();
    this.open();
    // A page that the browser keeps in memory would keep its connection, and a host has six.
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.open());
  }

  close() {
    clearTimeout(this.patience);
    clearTimeout(this.retry);
    this.source.close();
  }

  open() {
    const source = new EventSource(this.last ? `${this.path}?last=${encodeURIComponent(this.last)}` : this.path);
    this.source = source;
    const again = () => {
      this.close();
      this.told(false);
      this.retry = setTimeout(() => this.open(), RETRY_MS);
    };
    source.onopen = () => this.told(true);
    source.onerror = again;
    source.onmessage = ({ data, lastEventId }) => {
      this.last = lastEventId;
      this.take(JSON.parse(data));
      clearTimeout(this.patience);
      this.patience = setTimeout(() => void this.look(again), SILENT_MS);
    };
  }

  /** After a silence: whether the server is there at all. */
  async look(again) {
    if (!(await ask("me")).ok) again();
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

/** What a question answers: at once, and a moment after each change of `seq`: `{data, error}`. */
export function useAnswer(path, seq = 0) {
  const [found, setFound] = useState({ data: null, error: null, path: null });
  useEffect(() => {
    let alive = true;
    const look = async () => {
      const { ok, body } = await ask(path);
      if (alive) setFound((old) => (ok ? { data: body, error: null, path } : { data: old.data, error: body.message, path }));
    };
    const wait = found.path === path && !works() ? SPREAD_MS * (0.25 + 0.75 * Math.random()) : 0;
    const timer = path && setTimeout(look, wait);
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

/** Milliseconds that a running clock has left now, by what was told of it. */
export const left = (clock) => (clock.state === "running" ? Math.max(0, clock.left_ms - (Date.now() + ahead - clock.ts_ms)) : clock.left_ms);
