// The ticket in the address of the page of a table or a hub that cannot begin. It stands in the fragment, which a
// browser sends to no server, and is kept for this tab: the table's own pages try it, too (account.js).

const KEPT = "jantaku.ticket";
const MARK = "#here=";

/** Keeps the ticket of the address, for this page and those that it leads to. */
export function keepTicket() {
  try {
    if (location.hash.startsWith(MARK)) sessionStorage.setItem(KEPT, location.hash.slice(MARK.length));
  } catch {
    // without storage the link must be opened again
  }
}

/** The headers by which a hub that cannot begin knows who holds its computer (RFC 6750). @returns {Record<string, string>} */
export function bearer() {
  try {
    const ticket = sessionStorage.getItem(KEPT);
    return ticket ? { authorization: `Bearer ${ticket}` } : {};
  } catch {
    return {}; // as above
  }
}
