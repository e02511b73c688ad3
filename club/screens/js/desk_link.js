// The desk's link to the club: one picture of the hall over server-sent events, everything else by request.

const RETRY_MS = 2000;

const token = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

/** What an answer says: its JSON, or `{code, message}` where there is none. */
async function read(answer) {
  try {
    return await answer.json();
  } catch {
    return { code: "unreadable", message: answer.statusText };
  }
}

export class DeskLink {
  constructor(tournament) {
    this.base = `api/referee/${tournament}`;
    this.view = null;
    this.people = {};
    this.connected = false;
    this.refusal = null;
    this.csrf = "";
    this.ahead = 0;
    this.listeners = new Set();
    this.open();
  }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** Signs in by the session that the browser holds, then listens; for ever tried again. */
  async open() {
    const { ok, body } = await this.get("start");
    if (!ok) {
      this.refusal = body;
      this.changed();
      return void setTimeout(() => this.open(), RETRY_MS);
    }
    this.refusal = null;
    this.csrf = body.csrf;
    this.people = body.people;
    this.listen();
  }

  listen() {
    const source = new EventSource(`${this.base}/live`);
    source.onopen = () => this.told({ connected: true });
    source.onmessage = ({ data }) => this.take(JSON.parse(data));
    source.onerror = () => {
      source.close();
      this.told({ connected: false });
      setTimeout(() => this.open(), RETRY_MS);
    };
  }

  told(change) {
    Object.assign(this, change);
    this.changed();
  }

  take(view) {
    this.ahead = view.ts_ms - Date.now();
    this.told({ view });
    const seated = view.tables.flatMap((table) => table.players ?? []);
    if (seated.some((person) => !(person in this.people))) void this.readPeople();
  }

  async readPeople() {
    const { ok, body } = await this.get("start");
    if (ok) this.told({ people: body.people });
  }

  /** Milliseconds since 1970 by the club's clock. */
  now() {
    return Date.now() + this.ahead;
  }

  name(person) {
    return this.people[person] ?? `#${person}`;
  }

  async get(path) {
    return this.fetched(path, {});
  }

  /** `{ok, body}` of a question that changes nothing. */
  async ask(path, body) {
    return this.fetched(path, { method: "POST", body: JSON.stringify(body), headers: this.headers() });
  }

  /** Does something once, however often it is sent; `{ok, body}` with the sentence of a refusal. */
  async act(name, body, key = token()) {
    return this.ask("do", { name, body, key });
  }

  headers() {
    return { "content-type": "application/json", "x-csrf-token": this.csrf };
  }

  async fetched(path, options) {
    try {
      const answer = await fetch(`${this.base}/${path}`, { cache: "no-store", ...options });
      return { ok: answer.ok, body: await read(answer) };
    } catch {
      return { ok: false, body: { code: "no_link", message: "" } };
    }
  }
}
