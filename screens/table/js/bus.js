// The link of a screen to its table: one store, filled from MQTT over WebSocket, for ever retried.
// The retained snapshot is the truth; events only decorate (docs/mqtt.md). Ages are measured by `performance.now()`:
// a screen's own clock may be wrong, or be put right while it looks.

import mqtt from "../../shared/vendor/mqtt.js";
import { account, arrived } from "../../shared/js/account.js";
/** @import { Account } from "../../shared/js/account.js" */
/** @import { Client } from "../../shared/vendor/mqtt.js" */
/** @import { AssignedView, Bodies, EventMessage, Eyes, JudgedMessage, MachineReport, Reply, SeatMessage, Snapshot, Status, Tick } from "../../types/contract" */

const CONFIG_RETRY_MS = 2000;
const REPLY_WAIT_MS = 4000;
// The main loop ticks once a second; five missing ticks are no hiccup.
const SILENT_MS = 5000;
// A broker that restarts is back within a second and is no news for the players.
const QUIET_MS = 1500;
// Both together leave time for a second attempt within three seconds of a broker's end.
const CONNECT_MS = 1500;
const RETRY_MS = 400;
/** The table's answer; the page's own where it may not ask at all.
    @typedef {Reply | { ok: false, code: "forbidden" }} Answer */
/** A link whose table has sent its state. @typedef {Link & { state: Snapshot }} Told */
/** What the server says of its table; the guest's secret is new at every start.
    @typedef {{ ui: string, root: string, guest?: { device: string, key: string } | null }} Config */

/** @param {Link} link @returns {link is Told} */
export const tells = (link) => link.state !== null;

/** Topics that are taken back by an empty payload. */
const EMPTIED = ["judged", "assigned"];

const token = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

export class Link {
  /** `topics`: the names wanted besides `$status` and `tick`, such as `state`, `event`, `eyes`. @param {string[]} topics */
  constructor(topics) {
    this.topics = ["$status", "tick", ...topics];
    /** @type {Account | null} */
    this.account = null;
    this.device = `screen-${token()}`;
    this.refused = false;
    /** @type {Snapshot | null} */
    this.state = null;
    /** @type {Eyes | null} */
    this.eyes = null;
    /** @type {SeatMessage | null} */
    this.seat = null;
    /** @type {JudgedMessage | null} */
    this.judged = null;
    /** @type {AssignedView | null} */
    this.assigned = null;
    /** @type {MachineReport | null} */
    this.machine = null;
    /** @type {Status | null} */
    this.status = null;
    /** @type {Config | null} */
    this.config = null;
    this.connected = false;
    this.downSince = performance.now();
    this.tickAt = 0;
    /** @type {number | null} */
    this.tickRev = null;
    /** @type {number | null} */
    this.leftMs = null;
    /** @type {number | null} */
    this.ahead = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Set<(event: EventMessage) => void>} */
    this.eventListeners = new Set();
    /** @type {Map<string, (reply: Reply) => void>} */
    this.pending = new Map();
    /** @type {Client | null} */
    this.client = null;
    this.begin();
  }

  /** A ticket in the address becomes an account first. */
  async begin() {
    await arrived;
    this.account = account();
    this.device = this.account?.device ?? this.device;
    await this.open();
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {(event: EventMessage) => void} listener */
  onEvent(listener) {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** @returns {Promise<Config | null>} */
  async readConfig() {
    try {
      const answer = await fetch("config.json", { cache: "no-store" });
      // The table that was here has been started again and cannot begin: its address says why now.
      if (answer.status === 404 && this.config) location.reload();
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  async open() {
    const config = await this.readConfig();
    const old = this.config;
    if (config && old && config.ui !== old.ui) return void location.reload();
    if (config && (!old || this.way(config) !== this.way(old))) {
      this.config = config;
      this.client?.end(true);
      this.client = this.dial(config);
      this.changed();
    }
    // A service that was started anew may have another broker: look again while nothing answers.
    setTimeout(() => (this.connected ? this.watch() : this.open()), CONFIG_RETRY_MS);
  }

  watch() {
    const { client, config } = this;
    if (!this.connected || !client || !config) return void this.open();
    if (this.tickRev !== null && this.state && this.tickRev > this.state.rev && this.status?.boot === this.state.boot) {
      client.subscribe(`${config.root}/state`); // delivers the retained snapshot that was missed
    }
    setTimeout(() => this.watch(), CONFIG_RETRY_MS);
  }

  /** What decides how this screen speaks with the table; the guest's secret is new at every start. @param {Config} config */
  way({ root, guest }) {
    return JSON.stringify([root, this.account ?? guest]);
  }

  /** To the broker at the page's own origin, as this device or, without an account, as a guest; null where the
      table has no guests. @param {Config} config */
  dial({ root, guest }) {
    const known = this.account ?? (guest && { device: guest.device, secret: guest.key });
    this.refused = !known;
    if (!known) return null;
    const client = mqtt.connect(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/mqtt`, {
      clientId: `${this.device}-${token()}`, // the server gives it another one
      username: known.device,
      password: known.secret,
      clean: true,
      keepalive: 5,
      connectTimeout: CONNECT_MS,
      reconnectPeriod: RETRY_MS,
      resubscribe: false,
      queueQoSZero: false,
    });
    client.on("connect", () => {
      this.connected = true;
      this.refused = false;
      this.tickAt = performance.now();
      client.subscribe(this.filters(root));
      this.changed();
    });
    client.on("close", () => {
      if (client !== this.client) return;
      if (this.connected) this.downSince = performance.now();
      this.connected = false;
      this.changed();
    });
    // "close" follows and is what the screen shows; 4 and 5 (134, 135) are accounts that are refused
    client.on("error", ({ code }) => (this.refused = [4, 5, 134, 135].includes(code ?? 0)));
    client.on("message", (topic, payload) => this.hear(topic, payload, root));
    return client;
  }

  /** What is subscribed to; a screen of other topics than its table's has its own `filters` and `hear`. @param {string} root */
  filters(root) {
    return [...this.topics.map((name) => `${root}/${name}`), `${root}/reply/${this.device}`];
  }

  /** @param {string} topic @param {Uint8Array} payload @param {string} root */
  hear(topic, payload, root) {
    this.receive(topic.slice(root.length + 1), payload);
  }

  /** @param {string} name @param {Uint8Array} payload */
  receive(name, payload) {
    /** @type {any} */
    let data = null;
    try {
      if (!EMPTIED.includes(name) || payload.length) data = JSON.parse(payload.toString());
    } catch {
      return;
    }
    if (name === "state") this.takeState(data);
    else if (name === "event") for (const listener of this.eventListeners) listener(data);
    else if (name === "tick") this.takeTick(data);
    else if (name === "eyes") this.eyes = data;
    else if (name === "judged") this.judged = data;
    else if (name === "assigned") this.assigned = data;
    else if (name === "machine") this.machine = data;
    else if (name.startsWith("seat/")) this.seat = data;
    else if (name === "$status") this.status = data;
    else if (name.startsWith("reply/")) this.pending.get(data.id)?.(data);
    if (name !== "event") this.changed();
  }

  /** @param {Tick} tick */
  takeTick({ ts_ms: now, rev, left_ms: left }) {
    this.tickAt = performance.now();
    this.tickRev = rev;
    this.leftMs = left ?? null;
    this.ahead = now - this.tickAt;
  }

  /** Milliseconds since 1970 by the table's clock, to which its payloads refer. */
  tableTime() {
    return this.ahead === null ? Date.now() : performance.now() + this.ahead;
  }

  /** @param {Snapshot} data */
  takeState(data) {
    const old = this.state;
    if (old && old.boot === data.boot && data.rev < old.rev) return;
    this.state = data;
  }

  /** Sends a command and resolves with the table's reply, or with null when none comes.
    @template {keyof Bodies} Name
    @param {Name} name @param {Bodies[Name]} body @param {number | null} ifRev
    @returns {Promise<Answer | null>} */
  command(name, body, ifRev = null) {
    const id = token();
    const { client } = this;
    const root = this.config?.root;
    if (!this.connected || !client || !root) return Promise.resolve(null);
    if (!this.account) return Promise.resolve({ ok: false, code: "forbidden" });
    return new Promise((resolve) => {
      /** @param {Answer | null} reply */
      const done = (reply) => {
        clearTimeout(timer);
        this.pending.delete(id);
        resolve(reply);
      };
      const timer = setTimeout(() => done(null), REPLY_WAIT_MS);
      this.pending.set(id, done);
      const command = { id, by: this.device, name, body, if_rev: ifRev, reply_to: `${root}/reply/${this.device}` };
      client.publish(`${root}/cmd/${this.device}`, JSON.stringify(command), { qos: 1 });
    });
  }

  /** How things stand, as a code for the catalogue and the age in ms; null while all is well.
      @returns {{ code: string, age: number } | null} */
  trouble() {
    const now = performance.now();
    if (!this.connected) {
      const age = now - this.downSince;
      if (this.refused) return { code: "refused", age };
      if (!this.state) return { code: "connecting", age };
      return age > QUIET_MS ? { code: "no_link", age } : null;
    }
    if (this.status && !this.status.online) return { code: this.status.reason === "stopped" ? "stopped" : "lost", age: 0 };
    if (!this.state) return { code: "waiting", age: 0 };
    if (now - this.tickAt > SILENT_MS) return { code: "silent", age: now - this.tickAt };
    return null;
  }
}
