// The account of this device. The link that signs it in carries the secret in its fragment, which a browser
// sends to no server; it is kept here and taken out of the address, so that no history and no picture of the
// screen shows it. A browser of the table's own computer brings a ticket instead, and gets an account for it.

const KEY = "jantaku.account";
const FRAGMENT = "#key=";
const TICKET = "#here=";
const KEPT_TICKET = "jantaku.ticket";
/** @typedef {{ device: string, secret: string }} Account */

/** Where storage is forbidden, the account of this page alone. @type {Account | null} */
let own = null;

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden: the link must be opened each time
  }
}

/** @param {string} device @param {string} secret */
function keep(device, secret) {
  own = { device, secret };
  try {
    localStorage.setItem(`${KEY}.${device}`, secret);
    localStorage.setItem(KEY, device);
  } catch {
    // as above
  }
}

/** What stands behind `mark` in the address, which loses it; empty where there is none. @param {string} mark */
function taken(mark) {
  const address = new URL(location.href);
  if (!address.hash.startsWith(mark)) return "";
  const found = address.hash.slice(mark.length);
  address.hash = "";
  history.replaceState(history.state, "", address);
  return found;
}

/** `{device, secret}`, or null for a device that has none; `?device=` chooses where a browser has several. @returns {Account | null} */
export function account() {
  const device = new URL(location.href).searchParams.get("device") ?? kept(KEY);
  const given = device && taken(FRAGMENT);
  if (given) keep(device, given);
  if (own && (!device || own.device === device)) return own;
  const secret = device && kept(`${KEY}.${device}`);
  return secret ? { device, secret } : null;
}

/** The seat of a device that is the display of one, as its name says; null for every other.
    @returns {number | null} */
export function ownSeat() {
  const found = /^seat([0-3])-/.exec(account()?.device ?? "");
  return found ? Number(found[1]) : null;
}

/** The headers by which the table's web server knows an account (RFC 7617).
    @param {Account | null} known @returns {Record<string, string>} */
export const credentials = (known) => (known ? { authorization: `Basic ${btoa(`${known.device}:${known.secret}`)}` } : {});

/** The ticket that this tab came with: a table that cannot begin takes none, and one that begins again elsewhere has
    accounts of its own. @param {string | null} [ticket] what is kept from now on; nothing: it is only looked at */
function ticketKept(ticket) {
  try {
    if (ticket === null) sessionStorage.removeItem(KEPT_TICKET);
    else if (ticket) sessionStorage.setItem(KEPT_TICKET, ticket);
    return sessionStorage.getItem(KEPT_TICKET) ?? "";
  } catch {
    return ""; // as above
  }
}

/** @param {string} ticket @returns {Promise<string | null>} the server's word */
async function enter(ticket) {
  if (!ticket) return null;
  const known = account();
  const body = JSON.stringify({ ticket, device: known?.device, key: known?.secret });
  ticketKept(ticket);
  try {
    const answer = await fetch("pair/here", { method: "POST", headers: { "content-type": "application/json" }, body });
    const { code, device, key } = await answer.json();
    if (code === "ok") keep(device, key);
    else ticketKept(null);
    return code;
  } catch {
    return "away";
  }
}

/** Once more with the ticket of this tab: whether that gave it an account. */
export const comeAgain = async () => (await enter(ticketKept())) === "ok";

/** Settled once a ticket in the address has become an account: the server's word, null where there was none. */
export const arrived = enter(taken(TICKET) || (account() ? "" : ticketKept()));
