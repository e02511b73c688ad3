// All tables of a club, as far as their brokers' common one tells of them.

import { Link } from "./bus.js";

const NAMES = ["state", "$status", "clock", "tick", "alert/+"];

/** One table: `state`, `clock` and `status` as they were told last, `alerts` by id, `heardAt` of its last sign of life. */
const unknown = (id) => ({ id, state: null, clock: null, status: null, leftMs: null, alerts: new Map(), heardAt: performance.now() });

export class Hall extends Link {
  constructor() {
    super([]);
    this.tables = new Map();
  }

  filters(root) {
    const club = root.split("/").slice(0, 3).join("/");
    return NAMES.map((name) => `${club}/+/${name}`);
  }

  hear(topic, payload) {
    const [, , , id, name, part] = topic.split("/");
    if (!this.tables.has(id)) this.tables.set(id, unknown(id));
    this.take(this.tables.get(id), name, part, this.parsed(payload));
    this.changed();
  }

  /** What came, null for an empty or broken payload. */
  parsed(payload) {
    try {
      return JSON.parse(payload.toString());
    } catch {
      return null;
    }
  }

  take(table, name, part, data) {
    if (name === "alert") {
      if (data) table.alerts.set(part, data);
      else table.alerts.delete(part);
    } else if (name === "state" && !data) this.tables.delete(table.id);
    else if (name === "state") table.state = this.newer(table.state, data);
    else if (name === "tick" && data) [table.heardAt, table.leftMs] = [performance.now(), data.left_ms ?? null];
    else if (name === "clock") table.clock = data;
    else if (name === "$status") table.status = data;
  }

  newer(old, data) {
    return old && old.boot === data.boot && data.rev < old.rev ? old : data;
  }
}
