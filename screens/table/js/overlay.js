// The broadcast overlay of one table, from the delayed branch alone, so that nobody at the table is helped.

import { Link } from "./bus.js";
import { Overlay } from "../../shared/js/overlay_stage.js";
import { start } from "../../shared/js/page.js";
/** @import { ClockView } from "../../types/contract" */

/** What was sent some minutes ago, and nothing else. */
class Late extends Link {
  constructor() {
    super([]);
    /** @type {ClockView | null} */
    this.clock = null;
  }

  /** @param {string} root */
  filters(root) {
    return ["state", "event", "clock", "$status"].map((name) => `${root}/delayed/${name}`);
  }

  /** @param {string} topic @param {Uint8Array} payload @param {string} root */
  hear(topic, payload, root) {
    const name = topic.slice(`${root}/delayed/`.length);
    if (name === "clock") this.clock = payload.length ? JSON.parse(payload.toString()) : null;
    else if (name === "state" && !payload.length) this.state = null;
    else return this.receive(name, payload);
    return this.changed();
  }
}

start(Overlay, { link: new Late() });
