// The overlay of a broadcast: `?table=` names the table's device, `#link=` signs the browser source in. It hears the
// server's late feed and nothing else. `?hands=1` also says whose hand may be shown, for whoever mixes the film.

import { html } from "../../shared/vendor/preact.js";
import { Overlay } from "../../shared/js/overlay_stage.js";
import { t } from "../../shared/js/i18n.js";
import { start, useLink } from "../../shared/js/page.js";
import { Live } from "./club.js";
import { SignIn, useSignedIn } from "./sign_in.js";
/** @import { ClockView, EventMessage, Snapshot } from "../../types/contract" */

const query = new URLSearchParams(location.search);
const HANDS = query.get("hands") === "1";

/** What the server lets out of one table, in the shape that the overlay draws. */
class Late extends Live {
  /** @param {string} table */
  constructor(table) {
    super("/api/broadcast");
    this.table = table;
    /** @type {Snapshot | null} */
    this.state = null;
    /** Whether a seat's hand is shown. @type {boolean[] | null} */
    this.hands = null;
    /** @type {ClockView | null} */
    this.clock = null;
    this.status = { online: true };
    /** @type {Set<(event: EventMessage) => void>} */
    this.hearers = new Set();
  }

  /** @param {(event: EventMessage) => void} hearer */
  onEvent(hearer) {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  /** @param {{ [part: string]: any }} parts */
  take(parts) {
    /** @param {string} name */
    const own = (name) => parts[`${this.table}/${name}`];
    if (own("state") !== undefined) this.state = own("state");
    if (own("hands") !== undefined) this.hands = own("hands");
    if (own("event")) for (const hear of this.hearers) hear(own("event"));
    super.take(parts);
  }
}

/** Whose hand may be shown, all four or the one that was chosen (K-STREAM-02). @param {{ link: Late }} its */
function Hands({ link }) {
  useLink(link);
  const { hands } = link;
  if (!HANDS || !hands || !link.state) return null;
  return html`<ul class="hands">${link.state.seats.map((seat) => html`<li key=${seat.seat} data-hand=${String(hands[seat.seat])}>${seat.name}: ${t(hands[seat.seat] ? "cast.shown" : "cast.hidden")}</li>`)}</ul>`;
}

/** @type {Late | null} */
let link = null;

function App() {
  const signed = useSignedIn();
  if (!signed.who) return html`<div class="nothing"></div>`;
  if (!signed.who.login) return html`<div class="sign"><${SignIn} signed=${signed} /></div>`;
  link ??= new Late(query.get("table") ?? "table-1");
  return html`<${Overlay} link=${link} /><${Hands} link=${link} />`;
}

start(App);
