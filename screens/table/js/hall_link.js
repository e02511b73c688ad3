// All tables of a club, as far as their brokers' common one reports them.

import { Link } from "./bus.js";
/** @import { AlertMessage, ClockView, Snapshot, Status } from "../../types/contract" */

const NAMES = ["state", "$status", "clock", "tick", "alert/+"];

/** @typedef {{ id: string, state: Snapshot | null, clock: ClockView | null, status: Status | null, leftMs: number | null, alerts: Map<string, AlertMessage>, receivedAt: number }} Table */

/** One table: `state`, `clock` and `status` as they were sent last, `alerts` by id, `receivedAt` of its last sign of life.
    @param {string} id @returns {Table} */
const unknown = (id) => ({ id, state: null, clock: null, status: null, leftMs: null, alerts: new Map(), receivedAt: performance.now() });

export class Hall extends Link {
  constructor() {
    super([]);
    /** @type {Map<string, Table>} */
    this.tables = new Map();
  }

  /** @param {string} root */
  filters(root) {
    const club = root.split("/").slice(0, 3).join("/");
    return NAMES.map((name) => `${club}/+/${name}`);
  }

  /** @param {string} topic @param {Uint8Array} payload */
  hear(topic, payload) {
    const [, , , id, name, part] = topic.split("/");
    const table = this.tables.get(id) ?? unknown(id);
    this.tables.set(id, table);
    this.take(table, name, part, this.parsed(payload));
    this.changed();
  }

  /** What came, null for an empty or broken payload. @param {Uint8Array} payload */
  parsed(payload) {
    try {
      return JSON.parse(payload.toString());
    } catch {
      return null;
    }
  }

  /** @param {Table} table @param {string} name @param {string} part @param {any} data */
  take(table, name, part, data) {
    if (name === "alert") {
      if (data) table.alerts.set(part, data);
      else table.alerts.delete(part);
    } else if (name === "state" && !data) this.tables.delete(table.id);
    else if (name === "state") table.state = this.newer(table.state, data);
    else if (name === "tick" && data) [table.receivedAt, table.leftMs] = [performance.now(), data.left_ms ?? null];
    else if (name === "clock") table.clock = data;
    else if (name === "$status") table.status = data;
  }

  /** @param {Snapshot | null} old @param {Snapshot} data */
  newer(old, data) {
    return old && old.boot === data.boot && data.rev < old.rev ? old : data;
  }
}
